"""§13.0 New units: from the Available Units Boxes to the cities of their country, to ports, and to headquarters."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.great_war.chits_played.entries import TO_SET_UP, is_deploying, open_to_deploy, units_to_set_up
from rules.great_war.chits_played.epidemics import why_no_arrivals
from rules.great_war.chits_played.landings import why_landing_closed
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.transport import UnitsArrived
from rules.great_war.new_units import regions
from rules.great_war.play import NO_UNITS, Play, hex_in_play, own, place_name
from rules.great_war.position import usage
from rules.great_war.position.boxes import AVAILABLES, units_in_boxes
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import AVAILABLE, AVAILABLE_THERE, State
from rules.great_war.pre_war.terms import HIGH_SEAS_FLEET
from rules.great_war.printed.fronts import EAST, ITALY, THREE, WEST
from rules.great_war.printed.nations import ALLIED, NAME_OF
from rules.great_war.restrictions import before_november
from rules.great_war.restrictions.national import POLES, VARIOUS, bound_to, off_limits_of, over_cap, why_off_limits
from rules.great_war.restrictions.shut_land import why_shut
from rules.great_war.stacking import GIVE_UP_AT_ONCE, check_stack, overfull_hexes
from rules.great_war.supply.headquarters import headquarters_units
from rules.great_war.supply.tracing import IN, feeds, supply_of
from rules.hexes.choosing import Together, one_of_fitting
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity

MAX_BY_EACH = 6
"""§13.3: units that come by each headquarters."""
MAX_THERE = 3
"""§13.3: in the Near East, and all of them to one hex."""
SHIPPED = ("BR", "FR", "IT")
MOST_SHIPPED = 6
"""§13.3: how many units of these nations together come by headquarters on the Eastern Front in a turn."""
FIRST_TURN = "A"
"""§13.26: the strategic turn on which Russians come that may be placed in Russian Poland."""


def box(state: State, side: str) -> tuple[str, ...]:
    """§13.11: the units that a side may place, by the counter sheet."""
    return tuple(u for u in units_in_boxes(state) if state.sides.get(state.counter(u).nation) == side)


# --- cities and ports -------------------------------------------------------------------------------------------------


@kept
def entry_hexes(state: State, nation: str) -> frozenset[int]:
    """§13.11, §13.24 to §13.27: where units of a nation are placed without a headquarters, supplied or not: the cities
    and ports of theirs that its side controls."""
    places, mine = state.printed.near_east, controlled_hexes(state, state.sides[nation])
    found = _entry_hexes_of_europe(state, nation) if state.printed.variant.europe else frozenset[int]()
    return (found if places is None else found | regions.entry_hexes_there(state, places, nation)) & mine


def _entry_hexes_of_europe(state: State, nation: str) -> frozenset[int]:
    """§13.24 to §13.27: those on the maps of Europe, whoever controls them; Poland for whoever comes on A alone."""
    board = state.printed.board
    if nation == "BR":
        found = board.ports & (board.by_front[WEST] | board.by_front[ITALY])
    elif nation == "US":
        found = board.american_edges
    else:
        found = board.cities & board.by_country.get(nation, frozenset())
    if nation == "RU" and state.strategic != FIRST_TURN:
        found -= board.russian_poland
    if nation == "GE" and not state.pre_war.baltic:
        found |= {board.index[h] for h in board.places.baltic_ports}
    return frozenset(i for i in found if board.front[i] not in THREE) if state.printed.near_east is not None else found


def entries_for(state: State, unit: str) -> frozenset[int]:
    """§13.11, §13.28, §13.29: where a unit is placed without a headquarters, supplied or not. §13.23: by the box that
    it lies in, in the combined game; §3.26: the 1AS, the NZ and the 42T come to Europe and to Egypt out of either."""
    places, nation = state.printed.near_east, state.counter(unit).nation
    if waits_since_august(state, unit):
        board = state.printed.board
        open_ = _entry_hexes_of_europe(state, nation) | board.cities & board.russian_poland
        return open_ & controlled_hexes(state, ALLIED)
    if places is None:
        return entry_hexes(state, nation)
    if state.printed.variant.combined and state.units[unit].at == AVAILABLE:
        egypt = state.printed.board.west_of_the_canal if state.counter(unit).limits == VARIOUS else frozenset[int]()
        return (_entry_hexes_of_europe(state, nation) | egypt) & controlled_hexes(state, state.sides[nation])
    found = regions.entry_hexes_for(state, places, unit)
    if state.printed.variant.combined and state.counter(unit).limits == VARIOUS:
        found |= _entry_hexes_of_europe(state, nation)
    return found & controlled_hexes(state, state.sides[nation])


def waits_since_august(state: State, unit: str) -> bool:
    """§13.26: whether a Russian unit has lain in the box since strategic turn A. One that has been rebuilt since has
    not."""
    if state.counter(unit).nation != "RU" or state.units[unit].at != AVAILABLE:
        return False
    came = state.printed.arrivals[unit].turn == FIRST_TURN and state.card.is_from_august
    return came and state.strategic >= FIRST_TURN and unit not in state.returned


# --- headquarters (§13.3) ---------------------------------------------------------------------------------------------


@kept
def open_headquarters(state: State, nation: str) -> Mapping[int, frozenset[int]]:
    """§13.3: the hexes that each headquarters brings units to, by its own: supplied, and not itself new."""
    board = state.printed.board
    found = {}
    for hq in headquarters_units(state)[nation]:
        at = state.units[hq].at
        if at in state.stacks and hq not in state.phase.moved and supply_of(state, hq) == IN:
            here = board.index[at]
            found[here] = frozenset({here, *(b for b in board.neighbours[here] if b >= 0 and board.land[b])})
    return found


def by_headquarters(state: State, nation: str) -> frozenset[int]:
    """§13.3: the hexes on or beside a headquarters of the nation that its side controls."""
    return frozenset().union(*open_headquarters(state, nation).values()) & controlled_hexes(state, state.sides[nation])


def units_brought(state: State, nation: str) -> dict[int, int]:
    """§13.3: how many units have come by headquarters in this phase, by hex."""
    index = state.printed.board.index
    return {index[hex_]: units for hex_, units in usage.brought_by_headquarters(state.phase, nation)}


def within_reach(wanted: Mapping[int, int], hqs: Mapping[int, Collection[int]], most: int) -> bool:
    """§13.3: whether headquarters that bring ``most`` units each can bring as many as are wanted to each hex.

    A hex between several may count against any of them, so all are dealt out together, by augmenting paths.
    """
    load: dict[int, list[int]] = {hq: [] for hq in hqs}

    def seat(hex_: int, asked: set[int]) -> bool:
        for hq, near in hqs.items():
            if hex_ not in near or hq in asked:
                continue
            asked.add(hq)
            if len(load[hq]) < most:
                load[hq].append(hex_)
                return True
            for n, other in enumerate(load[hq]):
                if other != hex_ and seat(other, asked):
                    load[hq][n] = hex_
                    return True
        return False

    return all(seat(hex_, set()) for hex_, number in wanted.items() for _ in range(number))


def _headquarters_suffice(state: State, nation: str, wanted: Mapping[int, int]) -> bool:
    """§13.3, §13.3N: whether the headquarters of a nation can bring that many units to these hexes: six each in Europe;
    in the Near East three each, and each to one hex alone."""
    hqs, board = open_headquarters(state, nation), state.printed.board
    there = {i: -(-number // MAX_THERE) for i, number in wanted.items() if board.front[i] in THREE}
    elsewhere = {i: number for i, number in wanted.items() if i not in there}
    return within_reach(elsewhere, hqs, MAX_BY_EACH) and within_reach(there, hqs, 1)


# --- placing ----------------------------------------------------------------------------------------------------------


def entry(state: State, units: Sequence[str], hex_: str) -> UnitsArrived:
    """§13.0: how units of one nation come to a hex together; their country's cities go before headquarters. Refused
    where a rule forbids it."""
    here, nation = state.printed.board.index[hex_], state.counter(units[0]).nation
    side = state.sides[nation]
    if all(is_deploying(state, u) for u in units):
        return _deploy(state, units, hex_)
    if here not in controlled_hexes(state, side):
        raise Refused("not-yours", "13.11", "New units are placed in hexes that your side controls.")
    _check_front(state, units, hex_)
    for area, refusal in over_cap(state, units):
        if here in area:
            raise refusal.raised()
    free = all(here in entries_for(state, u) for u in units)
    if not free:
        _check_headquarters_there(state, units, here)
    if not feeds(state, units, here):
        raise Refused("unsupplied", "11.85", "The units would be out of supply there.")
    if hex_ != state.places.le_havre and any(_to_le_havre(state, u) for u in units):
        raise Refused("le-havre", "20.3", "On strategic turn A these units enter at Le Havre.")
    check_stack(state, units, hex_)
    shipped = 0 if free else _brought_by_headquarters(state, units, here)
    return UnitsArrived(side, tuple(units), hex_, by_hq=not free, shipped=shipped, edge=free and nation == "US")


def _check_front(state: State, units: Sequence[str], hex_: str) -> None:
    """§13.11, §13.2, §15.31, §17.11: refuse a front or country on which these units may not come in."""
    here, nation = state.printed.board.index[hex_], state.counter(units[0]).nation
    side, front = state.sides[nation], state.printed.board.front[here]
    shut = why_shut(state, side, here) if nation not in state.frozen else None
    if shut is not None:
        raise shut.raised()
    over = why_landing_closed(state, hex_)
    if over is not None:
        raise over.raised()
    if front in THREE and (early := before_november.why_none_comes(state, side)) is not None:
        raise early.raised()
    if any(bound_to(state, u) not in ("", front) for u in units):
        raise Refused("other-front", "5.36", "British units come back on the front where they were destroyed.")
    if here in off_limits_of(state, units):
        raise why_off_limits(state, units, here).raised()
    if state.printed.variant.combined:
        other_map = next(filter(None, (regions.why_not_on_front(state, u, front) for u in units)), None)
        if other_map is not None:
            raise other_map.raised()
    if state.printed.near_east is not None:
        elsewhere = next(filter(None, (regions.why_not_there(state, u, front) for u in units)), None)
        if elsewhere is not None:
            raise elsewhere.raised()
    if front != WEST and any(state.counter(u).kind == "anti-tank" for u in units):
        raise Refused("off-limits", "15.31", "Anti-tank units are placed on the Western Front.")


def _check_headquarters_there(state: State, units: Sequence[str], here: int) -> None:
    """§13.11, §13.29: refuse a hex to which no headquarters brings these units, and no city lets them in."""
    nation, front = state.counter(units[0]).nation, state.printed.board.front[here]
    if here not in by_headquarters(state, nation):
        raise Refused("no-way-in", _section_of(nation, front), _where(state, nation, front))
    if front not in THREE:
        return
    strangers = (u for u in units if here not in entries_for(state, u))
    unfit = next(filter(None, (regions.why_no_headquarters(state, u) for u in strangers)), None)
    if unfit is not None:
        raise unfit.raised()


def _brought_by_headquarters(state: State, units: Sequence[str], here: int) -> int:
    """§13.3: how many of these come by ship to the Eastern Front. Refused where headquarters or ships cannot bring
    them."""
    nation, front = state.counter(units[0]).nation, state.printed.board.front[here]
    wanted = units_brought(state, nation)
    wanted[here] = wanted.get(here, 0) + len(units)
    if not _headquarters_suffice(state, nation, wanted):
        text = f"A headquarters brings in at most {MAX_BY_EACH} units a phase."
        if front in THREE:
            text = f"A headquarters brings in at most {MAX_THERE} units a phase there, all of them to one hex."
        raise Refused("headquarters-busy", "13.3", text)
    shipped = len(units) if front == EAST and nation in SHIPPED else 0
    if state.sailed + shipped > MOST_SHIPPED:
        text = f"At most {MOST_SHIPPED} British, French and Italian units arrive on the Eastern Front in a turn."
        raise Refused("too-many-shipped", "13.3", text)
    return shipped


def _to_le_havre(state: State, unit: str) -> bool:
    """§20.3 No. 7: the first British, if they come before the seas are safe again."""
    early = state.strategic == FIRST_TURN and state.pre_war.has(HIGH_SEAS_FLEET)
    return early and state.pre_war.due.get(unit) == FIRST_TURN


def _deploy(state: State, units: Sequence[str], hex_: str) -> UnitsArrived:
    """§17.11: units of a nation that has just entered are set up anywhere in their country."""
    here = state.printed.board.index[hex_]
    if any(here not in open_to_deploy(state, u) for u in units):
        raise Refused("outside", "17.11", "The units are set up in their own country.")
    check_stack(state, units, hex_)
    return UnitsArrived(state.sides[state.counter(units[0]).nation], tuple(units), hex_)


def _section_of(nation: str, front: str) -> str:
    """§13.11, §13.28, §13.29: which rule says where units of a nation come in on a front."""
    return regions.SECTION_OF.get(nation, "13.11") if front in THREE else "13.11"


def _where(state: State, nation: str, front: str) -> str:
    whose = NAME_OF[nation]
    if front in THREE:
        return regions.WHERE.get(nation, f"{whose} units arrive only at headquarters.")
    if nation == "BR":
        return "British units arrive at ports in the west and in Italy, or at British headquarters."
    if nation == "US":
        return "U.S. units arrive at the western or southern edge, or at U.S. headquarters."
    cities = "cities of Russia outside Poland" if nation == "RU" else "cities of their own country"
    ports = ", to Baltic ports" if nation == "GE" and not state.pre_war.baltic else ""
    return f"{whose} units arrive at {cities}{ports}, or at {whose} headquarters."


NOT_AVAILABLE = Refusal("not-available", "13.11", "The unit is not in your Available Units Box.")


def why_not(state: State, unit: str) -> Refusal | None:
    """§13.0: why a unit cannot be placed anywhere now."""
    if state.units[unit].at not in AVAILABLES:
        return NOT_AVAILABLE
    ill = why_no_arrivals(state)
    if ill is not None and not is_deploying(state, unit):
        return ill
    if state.printed.near_east is not None and regions.box_of(state, unit):
        return regions.why_not_there(state, unit, "")
    if (
        state.units[unit].at == AVAILABLE_THERE
        and (early := before_november.why_none_comes(state, state.sides[state.counter(unit).nation])) is not None
    ):
        return early
    if not _has_way_in(state, state.sides[state.counter(unit).nation], _sort(state, unit)):
        return Refusal("no-way-in", "13.11", "There is no hex where the unit can be placed now.")
    return None


Sort = tuple[str, str, str, str, str, str]
"""What tells units in the box apart: those of one sort come to the same hexes."""


def _sort(state: State, unit: str) -> Sort:
    counter = state.counter(unit)
    apart = POLES if unit == POLES else state.places.le_havre if _to_le_havre(state, unit) else ""
    apart = apart or (FIRST_TURN if waits_since_august(state, unit) else regions.kin_of(state, unit))
    return (counter.nation, counter.kind, counter.size, bound_to(state, unit), apart, state.units[unit].at)


@kept
def _first_of(state: State, side: str) -> Mapping[Sort, str]:
    """By sort the first unit in a side's box."""
    return {_sort(state, u): u for u in reversed(box(state, side))}


@kept
def _has_way_in(state: State, side: str, sort: Sort) -> bool:
    """§13.0: whether there is a hex where units of a sort in the box can be placed now."""
    unit = _first_of(state, side)[sort]
    return any(_enters(state, (unit,), hex_) for hex_ in ways_in(state, (unit,)))


def _enters(state: State, units: Sequence[str], hex_: str) -> bool:
    try:
        entry(state, units, hex_)
    except Refused:
        return False
    return True


def ways_in(state: State, units: Sequence[str]) -> tuple[str, ...]:
    """§13.0: the hexes where units of one nation may come in, whether these can be placed there or not, by number."""
    if all(is_deploying(state, u) for u in units):
        return state.printed.board.names(frozenset.intersection(*(open_to_deploy(state, u) for u in units)))
    open_ = frozenset[int]().union(*(entries_for(state, u) for u in units))
    return state.printed.board.names(open_ | by_headquarters(state, state.counter(units[0]).nation))


SEVERAL_NATIONS = Refusal("several-nations", "13.11", "Choose new units of one nation.")
MOST_PICKED = 4
"""A program that plays at random places fewer others than this with one."""


def _sort_of(state: State, unit: str) -> tuple[str, str, str]:
    """What is alike wherever it comes in: nation, kind, and where it is bound to."""
    counter = state.counter(unit)
    return counter.nation, counter.kind, bound_to(state, unit)


def _units(at: At[State], _: Choices) -> Together:
    now = at.state

    def check(state: State, unit: str) -> None:
        refusal = why_not(state, unit)
        if refusal is not None:
            raise refusal.raised()

    why = own(at, check)
    fit = Fitting(lambda: box(at.state, at.seat), why)
    return Together(
        fit,
        why=why,
        wrong_number=NO_UNITS,
        heading=lambda unit: now.counter(unit).nation,
        kind=lambda unit: _sort_of(now, unit),
        mixed=SEVERAL_NATIONS,
        most_added=MOST_PICKED,
    )


def _hexes(at: At[State], chosen: Choices) -> OneOf:
    units, state = chosen.names("units"), at.state
    why = refused_by(lambda name: entry(state, units, hex_in_play(state, name)))
    return one_of_fitting(lambda: ways_in(state, units), why)


def place(play: Play, _: At[State], chosen: Choices) -> None:
    """§13.11: new units come into play, free to move and fight in this turn."""
    arrival = entry(play.state, chosen.names("units"), chosen.name("hex"))
    play.enter([arrival.hex], arrival.side)
    play.emit(arrival)


NOBODY = Refusal("nobody", "13.11", "No unit in your box can be placed now.")


def _any(at: At[State]) -> Refusal | None:
    some = any(why_not(at.state, u) is None for u in _first_of(at.state, at.seat).values())
    early = before_november.why_none_comes(at.state, at.seat) if at.state.boxes[AVAILABLE_THERE] else None
    return None if some else early or NOBODY


PLACE: Order[State] = Order(
    "place", "Place", "13.11", place,
    (Slot("units", "units", _units, "Choose new units"), Slot("hex", "hex", _hexes, "Choose where they come in")),
    when=_any, greyed=True, weight=20,
)  # fmt: skip


def end_placing(play: Play, at: At[State], _: Choices) -> None:
    """§13.22: the Allied player is done before the Central Powers player begins."""
    play.emit(StepEnded(at.seat, play.state.phase.key))


def _why_not_end(at: At[State]) -> Refusal | None:
    """§7.22, §17.11: no hex holds too many, and a new ally is set up whole, as far as there is room."""
    full = overfull_hexes(at.state, at.seat)
    if full:
        return Refusal("overstacked", "7.22", f"Too many units in {place_name(at.state, full[0])}: eliminate some.")
    return TO_SET_UP if any(why_not(at.state, u) is None for u in units_to_set_up(at.state, at.seat)) else None


END: Order[State] = Order(
    "end_phase", "Done placing", "13.22", end_placing, when=_why_not_end, greyed=True,
    note=lambda at: f"{quantity(len(box(at.state, at.seat)), 'unit')} available" if box(at.state, at.seat) else "",
)  # fmt: skip
ORDERS = (PLACE, GIVE_UP_AT_ONCE, END)


def words(at: At[State]) -> tuple[str, str]:
    """§13.11, §13.22: what the step asks, and which side places first."""
    if _any(at):
        return "You can place no new units now", "The Allied player places first."
    return "Place new units", "The Allied player places first. Units may wait in the box."
