"""§2.63, §2.65: what must stand where when a country deploys its forces: stations, and a border that is watched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.appearance import ENTRY
from rules.empires_alliances.printed.board import BROKEN, LATER, OUT, POOL, RESERVE, SET_UP
from rules.empires_alliances.printed.counters import CORPS, FIELD, Spec
from rules.empires_alliances.printed.scenarios import Group
from rules.empires_alliances.setup.areas import area_of, border_of, home_of, where_of_group
from rules.empires_alliances.setup.auto_setup import distances_to
from rules.empires_alliances.stacking import why_too_many
from rules.empires_alliances.terrain.zones import PROJECTING, reaches
from rules.kernel.kept import kept
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Refusal
from rules.kernel.wording import capital, listing, quantity

GONE = frozenset((LATER, POOL, RESERVE, OUT, BROKEN))
COLUMN_DIGIT = 2
"""Where the column begins in the number of a hex."""
MAX_NAMED_PLACES = 3
"""As many places a sentence names."""


@dataclass(frozen=True, slots=True)
class Station:
    """§2.63: one unit of a kind that must stand in one of these places: ``where``, "in Rome" or "on the border"."""

    where: str
    spec: Spec
    places: tuple[str, ...]


@kept
def units_to_deploy(state: State, nation: str) -> tuple[str, ...]:
    """§2.63: all the units that a country deploys, those that wait and those that stand already."""
    order = state.printed.order
    return tuple(
        u
        for u, now in state.units.items()
        if now.at not in GONE and state.counter(u).nation == nation and order[u].act == ENTRY
    )


def units_in_place(state: State, nation: str) -> dict[str, str]:
    """§2.63: those of them that stand already, each with its place."""
    return {u: state.units[u].at for u in units_to_deploy(state, nation) if state.units[u].at != SET_UP}


def groups_of(state: State, nation: str) -> tuple[Group, ...]:
    """§2.63, §2.65: what the card says of a country's forces."""
    return tuple(group for group in state.card.groups.values() if group.nation == nation)


def is_free(state: State, nation: str, place: str) -> bool:
    """§2.63: whether a country may deploy in a place at all: no enemy stands there."""
    return place in state.board.boxes or state.stack_side(place) in ("", state.allegiance[nation])


def why_not_beside(state: State, nation: str, place: str, units: Sequence[str]) -> Refusal | None:
    """§6.1: why units that are deployed may not stand together in a place, beside those of other countries there."""
    if place in state.board.boxes:
        return None
    mine = {*units_to_deploy(state, nation)}
    others = (u for u in state.stacks.get(place, ()) if u not in mine)
    return why_too_many(state, place, (*others, *units))


@kept
def home_free(state: State, nation: str) -> tuple[str, ...]:
    """§2.63: the hexes of a country in which it may deploy."""
    ids = state.board.lattice.ids
    return tuple(sorted(ids[i] for i in home_of(state, nation) if is_free(state, nation, ids[i])))


@kept
def ways(state: State, nation: str) -> tuple[tuple[Station, ...], ...]:
    """§2.63: sets of stations, and any of them must be filled; several where a group may have other units.

    A station in which there is room for nobody is left out (docs/rulings).
    """
    groups = [group for group in groups_of(state, nation) if group.counts]
    found = []
    for chosen in product(*((g.counts, g.alternative) if g.alternative else (g.counts,) for g in groups)):
        stations: list[Station] = []
        for group, counts in zip(groups, chosen, strict=True):
            area = area_of(state, group)
            for places in [(hex_,) for hex_ in area] if group.each else [area]:
                where = f"in {places[0]}" if group.each else where_of_group(state, group)
                for spec, number in counts:
                    stations += [Station(where, spec, places)] * number
        found.append(tuple(station for station in stations if _can_be_filled(state, nation, station)))
    return tuple(found)


def _can_be_filled(state: State, nation: str, station: Station) -> bool:
    units = [u for u in units_to_deploy(state, nation) if station.spec.fits(state.counter(u))][:1]
    return any(
        is_free(state, nation, place) and why_not_beside(state, nation, place, units) is None
        for place in station.places
    )


def places_for(state: State, nation: str, unit: str) -> tuple[str, ...]:
    """§2.63: where a unit may be deployed, stacking aside: at stations for its kind, or anywhere at home."""
    counter = state.counter(unit)
    at_home = home_free(state, nation) if is_anywhere(state, nation) else ()
    stations = (s for way in ways(state, nation) for s in way if s.spec.fits(counter))
    places = (p for s in stations for p in s.places if is_free(state, nation, p))
    return tuple(dict.fromkeys((*places, *at_home)))


def is_anywhere(state: State, nation: str) -> bool:
    """§2.63: whether units may be deployed anywhere at home: the rest is, or a station has no room for its unit."""
    if any(group.rest for group in groups_of(state, nation)):
        return True
    return all(len(way) < len(units_to_deploy(state, nation)) for way in ways(state, nation))


def fill(state: State, stations: Sequence[Station], places: Mapping[str, str]) -> dict[int, str]:
    """§2.63: as many stations as these units fill, each by one unit: the station's number to its unit."""
    taken: dict[int, str] = {}

    def fit(unit: str) -> list[int]:
        counter, place = state.counter(unit), places[unit]
        return [n for n, s in enumerate(stations) if place in s.places and s.spec.fits(counter)]

    def put(unit: str, asked: set[int]) -> bool:
        for n in fit(unit):
            if n in asked:
                continue
            asked.add(n)
            if n not in taken or put(taken[n], asked):
                taken[n] = unit
                return True
        return False

    for unit in places:
        put(unit, set())
    return taken


# --- a border that is watched -------------------------------------------------------------------------------------


@kept
def to_watch(state: State, nation: str) -> frozenset[int]:
    """§2.63b, §2.63d: the hexes of a border that must be held or watched: of an enemy's alone (docs/rulings)."""
    entry = state.card.entries.get(nation)
    if entry is None or not entry.covers or state.allegiance.get(entry.covers) != FOE[state.allegiance[nation]]:
        return frozenset()
    border = border_of(state, nation, entry.covers)
    if entry.from_hex:
        # From the first of these hexes on the border runs south and then west.
        first, last = entry.from_hex, entry.to_hex
        if entry.to_hex_if_central_in_bulgaria and _central_in_bulgaria(state):
            last = entry.to_hex_if_central_in_bulgaria
        border = tuple(
            h for h in border if h >= first and first[COLUMN_DIGIT:] <= h[COLUMN_DIGIT:] <= last[COLUMN_DIGIT:]
        )
    return frozenset(state.board.index(hex_) for hex_ in border)


def _central_in_bulgaria(state: State) -> bool:
    """§2.63d: whether a German or Austro-Hungarian unit is in Bulgaria."""
    board, ids = state.board, state.board.lattice.ids
    return any(state.counter(u).nation in ("GE", "AH") for i in board.home["BU"] for u in state.stacks.get(ids[i], ()))


def watched_from(state: State, nation: str, unit: str, place: str) -> frozenset[int]:
    """§2.63, §5.1: which hexes of the border a unit holds or watches from a place."""
    counter, specs = state.counter(unit), state.card.entries[nation].covered_by
    if place in state.board.boxes or (specs and not any(spec.fits(counter) for spec in specs)):
        return frozenset()
    i = state.board.index(place)
    found = {i}
    if counter.kind in PROJECTING:
        found |= {b for b in state.board.lattice.neighbours[i] if b != OFF_BOARD and reaches(state, i, b)}
    return to_watch(state, nation) & found


def unwatched_hexes(state: State, nation: str, places: Mapping[str, str]) -> frozenset[int]:
    """§2.63: the hexes of the border that nobody of these holds or watches."""
    border = to_watch(state, nation)
    if not border:
        return border
    return border.difference(*(watched_from(state, nation, u, place) for u, place in places.items()))


# --- whether all stand as they must -------------------------------------------------------------------------------


def empty_stations(state: State, nation: str, places: Mapping[str, str]) -> tuple[Station, ...]:
    """§2.63: the stations that are empty, by the way that leaves the fewest."""
    found: tuple[Station, ...] | None = None
    for way in ways(state, nation):
        taken = fill(state, way, places)
        left = tuple(s for n, s in enumerate(way) if n not in taken)
        if found is None or len(left) < len(found):
            found = left
    return found or ()


def why_not_done(state: State, nation: str, places: Mapping[str, str]) -> Refusal | None:
    """§2.63, §2.65: why forces may not stay deployed so."""
    section = section_of(nation)
    waiting = len(units_to_deploy(state, nation)) - len(places)
    if waiting:
        units = f"{capital(quantity(waiting, 'unit'))} {'is' if waiting == 1 else 'are'}"
        return Refusal("still-to-place", section, f"{units} still to be deployed.")
    empty = empty_stations(state, nation, places)
    if empty:
        names = list(dict.fromkeys(f"{in_words(s.spec)} {s.where}" for s in empty))
        few = len(names) <= MAX_NAMED_PLACES
        named = listing(names) if few else f"{', '.join(names[:MAX_NAMED_PLACES])} and more"
        return Refusal("station-empty", section, f"Still missing: {named}.")
    left = unwatched_hexes(state, nation, places)
    if left:
        ids = state.board.lattice.ids
        hexes = listing(sorted(ids[i] for i in left)[:MAX_NAMED_PLACES])
        return Refusal("border-open", section, f"No unit holds or watches the border in {hexes}.")
    return None


def section_of(nation: str) -> str:
    """Where the rulebook has a country's deployment."""
    return "2.65" if nation == "NL" else "2.63"


def in_words(spec: Spec, number: int = 1) -> str:
    """What must stand there, one or that many."""
    if spec.kind == FIELD:
        return "field artillery"
    return f"{spec.kind} {'corps' if spec.size == CORPS else 'division' if number == 1 else 'divisions'}"


# --- a proposal ---------------------------------------------------------------------------------------------------


def propose(state: State, nation: str) -> dict[str, str]:
    """§2.63: a place for each unit, those that stand already left there unless nothing lawful comes of that."""
    best: dict[str, str] = {}
    for kept_ in (units_in_place(state, nation), {}):
        for way in ways(state, nation):
            best = _deal_by_way(state, nation, way, kept_)
            if why_not_done(state, nation, best) is None:
                return best
    return best


def _deal_by_way(state: State, nation: str, way: tuple[Station, ...], kept_: Mapping[str, str]) -> dict[str, str]:
    places = dict(kept_)
    free = [u for u in units_to_deploy(state, nation) if u not in places]
    near = distances_to(state, FOE[state.allegiance[nation]])
    taken = fill(state, way, places)
    watch = {*_watch(state, nation, unwatched_hexes(state, nation, places), free)}

    def put(unit: str, area: Sequence[str]) -> None:
        """Where the border is to be watched from, else nearest to the enemy, and where fewest stand."""

        def rank(place: str) -> tuple[bool, int, int, str]:
            watches = place in watch and bool(watched_from(state, nation, unit, place))
            far = near.get(state.board.index(place), len(near))
            return not watches, far, sum(at == place for at in places.values()), place

        here = [place for place in area if _has_room(state, nation, places, unit, place)]
        if here:
            places[unit] = min(here, key=rank)
            if watched_from(state, nation, unit, places[unit]):
                watch.discard(places[unit])
            free.remove(unit)

    # Those with fewest places first, so that nobody else takes their room.
    for n in sorted((n for n in range(len(way)) if n not in taken), key=lambda n: len(way[n].places)):
        unit = next((u for u in free if way[n].spec.fits(state.counter(u))), None)
        if unit is not None:
            put(unit, way[n].places)
    for unit in [*free]:
        put(unit, places_for(state, nation, unit))
    return places


def _watch(state: State, nation: str, left: frozenset[int], free: Sequence[str]) -> tuple[str, ...]:
    """§2.63: the fewest hexes of the border from which what is left of it can be watched."""
    able = [u for u in free if any(watched_from(state, nation, u, state.board.lattice.ids[i]) for i in left)]
    if not able:
        return ()
    border = border_of(state, nation, state.card.entries[nation].covers)
    seen = {place: watched_from(state, nation, able[0], place) for place in border}
    for most in range(1, len(able) + 1):
        found = _cover(seen, left, most)
        if found is not None:
            return found
    return ()


def _cover(seen: Mapping[str, frozenset[int]], left: frozenset[int], most: int) -> tuple[str, ...] | None:
    """At most that many places from which all that is left is seen; None where there are none."""
    if not left:
        return ()
    if most == 0:
        return None
    hardest = min(left, key=lambda i: (sum(i in there for there in seen.values()), i))
    for place, there in seen.items():
        if hardest in there:
            more = _cover(seen, left - there, most - 1)
            if more is not None:
                return place, *more
    return None


def _has_room(state: State, nation: str, places: Mapping[str, str], unit: str, place: str) -> bool:
    if not is_free(state, nation, place):
        return False
    beside = [u for u, at in places.items() if at == place and u != unit]
    return why_not_beside(state, nation, place, (*beside, unit)) is None
