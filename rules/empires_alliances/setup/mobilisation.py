"""§22.1: flexible mobilisation, where the option is played: armies set up elsewhere than they did in 1914."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.empires_alliances.play import place_name
from rules.empires_alliances.position.forces import members_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import SET_UP
from rules.empires_alliances.printed.counters import ARTILLERY, CAVALRY, CORPS, FOOT, RANKS, SIEGE
from rules.empires_alliances.printed.optional_rules import Mobilisation
from rules.empires_alliances.printed.scenarios import Group
from rules.empires_alliances.restrictions.areas import near
from rules.empires_alliances.setup.areas import area_of, border_of, group_of, home_of
from rules.empires_alliances.terrain.zones import projects, reaches
from rules.kernel.kept import kept
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Refusal
from rules.kernel.wording import quantity

KINDS: Mapping[str, frozenset[str]] = {
    "infantry": frozenset(FOOT), "cavalry": frozenset((CAVALRY,)), "artillery": ARTILLERY,
}  # fmt: skip
"""§22.1: what counts as what."""
NOUNS = {"infantry": ("infantry unit", ""), "cavalry": ("cavalry unit", ""), "artillery": ("artillery unit", "")}


# --- where ----------------------------------------------------------------------------------------------------------


def sectors_of(state: State, nation: str) -> tuple[Mobilisation, ...]:
    """§22.1: the fronts of a country that mobilises flexibly; none where the option is not played."""
    if not state.option("flexible-mobilisation"):
        return ()
    return tuple(sector for sector in state.printed.optional_rules.mobilisations if sector.nation == nation)


def is_flexible(state: State, group: Group) -> bool:
    """§22.1: whether the units of a group may stand elsewhere: it has several hexes, or one of the named cities."""
    sectors = sectors_of(state, group.nation)
    if any(group.city in sector.cities for sector in sectors if group.city):
        return True
    return bool(sectors) and len(area_of(state, group)) > 1


@kept
def hexes_of(state: State, nation: str, name: str) -> frozenset[str]:
    """§22.1: the hexes of a front."""
    sector = next(s for s in sectors_of(state, nation) if s.name == name)
    if sector.hexes:
        return frozenset(sector.hexes)
    board, home = state.board, home_of(state, nation)
    found = near(board, sector.near, sector.within) & home if sector.near else home
    return frozenset(board.lattice.ids[i] for i in found)


@kept
def places_of(state: State, unit: str) -> tuple[str, ...]:
    """§22.1: where a unit of a flexible group may be set up, by number."""
    group, within = group_of(state, unit), state.board.lattice.within
    sectors = sectors_of(state, group.nation)
    city = next((s for s in sectors if group.city and group.city in s.cities), None)
    if city is not None:
        around = within(state.printed.places.cities[group.city].hex, city.cities_within)
        return tuple(sorted(around & hexes_of(state, group.nation, city.name)))
    found: set[str] = set()
    siege = state.counter(unit).kind == SIEGE
    for sector in sectors:
        hexes = hexes_of(state, group.nation, sector.name)
        if siege and any(s.siege_near for s in sectors):
            hexes = hexes.intersection(frozenset().union(*(within(h, sector.within) for h in sector.siege_near)))
        found |= hexes
    return tuple(sorted(found))


# --- how many -------------------------------------------------------------------------------------------------------


def who_mobilise(state: State, nation: str) -> tuple[str, ...]:
    """§22.1: the units of a country that mobilise flexibly."""
    groups = (g for g in state.card.groups.values() if g.nation == nation and is_flexible(state, g))
    return tuple(unit for group in groups for unit in members_of(state, group))


def why_too_many(state: State, unit: str, place: str) -> Refusal | None:
    """§22.1: why a unit may not join those of a front: as many of its kind as may stand there do."""
    group = group_of(state, unit)
    if not is_flexible(state, group):
        return None
    for sector in sectors_of(state, group.nation):
        for kind, most in sector.most.items():
            if place not in hexes_of(state, group.nation, sector.name) or state.counter(unit).kind not in KINDS[kind]:
                continue
            if len({*_there(state, sector, kind)} - {unit}) >= most:
                words = f"At most {quantity(most, *NOUNS[kind])} set up on the {_title(state, sector)}."
                return Refusal("too-many-there", "22.1", words)
    return None


def _there(state: State, sector: Mobilisation, kind: str) -> tuple[str, ...]:
    hexes = hexes_of(state, sector.nation, sector.name)
    units = who_mobilise(state, sector.nation)
    return tuple(u for u in units if state.units[u].at in hexes and state.counter(u).kind in KINDS[kind])


def _title(state: State, sector: Mobilisation) -> str:
    return f"{state.printed.nations[sector.nation].adjective} {sector.name}"


# --- what the border needs --------------------------------------------------------------------------------------------


def why_not_mobilised(state: State, side: str) -> Refusal | None:
    """§22.1: why a side's set-up is not finished: a front has too few units, or a border is open."""
    for nation in state.printed.nations:
        if state.allegiance.get(nation) != side:
            continue
        for sector in sectors_of(state, nation):
            refusal = _why_too_few(state, sector) or _why_border_open(state, sector)
            if refusal is not None:
                return refusal
    return None


def _why_too_few(state: State, sector: Mobilisation) -> Refusal | None:
    for kind, least in sector.least.items():
        if len(_there(state, sector, kind)) < least:
            words = f"At least {quantity(least, *NOUNS[kind])} must be set up on the {_title(state, sector)}."
            return Refusal("too-few-there", "22.1", words)
    return None


def _why_border_open(state: State, sector: Mobilisation) -> Refusal | None:
    nation = state.printed.nations[sector.nation].adjective
    for hex_ in manned_hexes(state, sector):
        if not any(is_corps_there(state, u, sector.nation) for u in state.stacks.get(hex_, ())):
            return Refusal("open-border", "22.1", f"{place_name(state, hex_)} needs a {nation} corps.")
    watched = zone_of(state, sector.nation)
    for hex_ in watched_hexes(state, sector):
        if hex_ not in watched:
            words = f"{place_name(state, hex_)} needs a {nation} unit, or one next to it that watches it."
            return Refusal("open-border", "22.1", words)
    return None


def manned_hexes(state: State, sector: Mobilisation) -> tuple[str, ...]:
    """§22.1: the border hexes that need a corps each. Luxembourg has no army and no border that counts."""
    return _borders(state, sector.nation, sector.manned)


def watched_hexes(state: State, sector: Mobilisation) -> tuple[str, ...]:
    """§22.1: the border hexes that need a unit or a zone each."""
    return (*sector.watched_hexes, *_borders(state, sector.nation, sector.watched))


def _borders(state: State, nation: str, others: tuple[str, ...]) -> tuple[str, ...]:
    board, found = state.board, {hex_ for other in others for hex_ in border_of(state, nation, other)}
    return tuple(sorted(hex_ for hex_ in found if board.country[board.index(hex_)] == nation))


def is_corps_there(state: State, unit: str, nation: str) -> bool:
    """§22.1: whether a unit is a corps of a country."""
    counter = state.counter(unit)
    return counter.nation == nation and counter.kind in RANKS and counter.size == CORPS


def zone_of(state: State, nation: str) -> frozenset[str]:
    """§22.1, §5.1: the hexes in which units of a country stand, and those in their zones."""
    units = [u for u, now in state.units.items() if now.at not in state.off_map and state.counter(u).nation == nation]
    found = {state.units[u].at for u in units}
    for unit in units:
        if projects(state, unit):
            found.update(reached_from(state, state.units[unit].at))
    return frozenset(found)


def reached_from(state: State, hex_: str) -> Iterator[str]:
    """§5.1: the hexes that a zone reaches from a hex."""
    board = state.board
    a = board.index(hex_)
    for b in board.lattice.neighbours[a]:
        if b != OFF_BOARD and reaches(state, a, b):
            yield board.lattice.ids[b]


# --- one click --------------------------------------------------------------------------------------------------------


def preferred_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§22.1: where a unit goes in a set-up in one click: where it did in 1914, as far as it may."""
    allowed = places_of(state, unit)
    printed = [hex_ for hex_ in area_of(state, group_of(state, unit)) if hex_ in allowed]
    return tuple(printed) or allowed


def hexes_of_front(state: State, unit: str) -> tuple[str, ...]:
    """§22.1: where a unit may be set up on the front on which it was in 1914."""
    nation, first = group_of(state, unit).nation, preferred_hexes(state, unit)[0]
    mine = next(h for s in sectors_of(state, nation) if first in (h := hexes_of(state, nation, s.name)))
    return tuple(hex_ for hex_ in places_of(state, unit) if hex_ in mine)


def post_on_border(state: State, nation: str) -> dict[str, str]:
    """§22.1: units that wait, each with the border hex that it has to hold: corps first, then those that watch."""
    waiting = [u for u in who_mobilise(state, nation) if state.units[u].at == SET_UP and state.counter(u).kind in RANKS]
    found: dict[str, str] = {}
    for sector in sectors_of(state, nation):
        for hex_ in manned_hexes(state, sector):
            if not any(is_corps_there(state, u, nation) for u in state.stacks.get(hex_, ())):
                _post(state, hex_, [u for u in waiting if is_corps_there(state, u, nation)], found)
        watched = {*zone_of(state, nation)}
        for hex_ in found.values():
            watched.update((hex_, *reached_from(state, hex_)))
        for hex_ in watched_hexes(state, sector):
            if hex_ not in watched and _post(state, hex_, waiting, found):
                watched.update((hex_, *reached_from(state, hex_)))
    return found


def _post(state: State, hex_: str, waiting: list[str], found: dict[str, str]) -> bool:
    """The unit goes there whose army stood nearest in 1914."""
    able = [u for u in waiting if u not in found and hex_ in places_of(state, u)]
    if not able:
        return False
    distance = state.board.lattice.distance
    unit = min(able, key=lambda u: min(distance(hex_, h) for h in area_of(state, group_of(state, u))))
    found[unit] = hex_
    return True
