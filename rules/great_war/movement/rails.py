"""§9.0 Strategic and sea movement: its orders, which units may use it, and what the capacities allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial

from rules.great_war.chits_played.landings import why_landing_closed, why_no_ships
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.transport import UnitsTransported
from rules.great_war.movement.eligibility import AT_PEACE, DEVASTATING, ENTERED, HELD_UP, OFF_MAP, SHUT_IN
from rules.great_war.movement.out_of_reach import not_open
from rules.great_war.movement.railways import (
    capacity_of,
    capacity_on,
    closed_to_trains,
    enemy_hexes,
    has_come,
    journeys,
    on_lines,
)
from rules.great_war.play import NO_UNITS, Play, hex_in_play, own
from rules.great_war.position.arabs import raided_towns
from rules.great_war.position.control import barred_hexes, controlled_hexes, controller
from rules.great_war.position.kut import is_shut_in
from rules.great_war.position.state import BOXES, State
from rules.great_war.position.usage import TO_THE_COAST
from rules.great_war.printed.charts import Capacity
from rules.great_war.printed.fronts import CAUCASUS, EAST, EGYPT, IRAQ, THREE
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.variants import RAIL, SEA
from rules.great_war.restrictions import before_november, first_turns, november_1914
from rules.great_war.restrictions.after_surrender import what_is_lost
from rules.great_war.restrictions.national import off_limits_of, over_cap, why_off_limits
from rules.great_war.stacking import check_stack
from rules.great_war.supply.tracing import FORTRESS, IN, feeds, supply_of
from rules.hexes.choosing import one_of_fitting
from rules.hexes.journeys import Passengers
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import quantity

ON_THE_BALTIC = ("GE", "RU")
"""§9.54: the countries whose ports in the east lie on the Baltic, Odessa excepted."""
ONE_HEX = Refusal("not-together", "9.31", "Choose units in one hex.")
GONE = Refusal("moved-already", "9.56", "The unit has already moved by rail or sea this phase.")
UNFED = Refusal("unsupplied", "11.81", "The unit is out of supply.")
ON_FORTRESS = Refusal("unsupplied", "11.11", "The unit is on Fortress Supply: it cannot move by rail or by sea.")
NO_TOWN = Refusal("no-town", "9.31", "It is not in a town or city of your side.")
NO_TRAINS = Refusal("no-trains", "9.31", "Your side has no trains for this unit here.")
WITHOUT_TRAINS = {
    EAST: Refusal("no-trains", "9.22", "Of the Allies only Russians move by rail in the east, and only in Russia."),
    CAUCASUS: Refusal(
        "no-trains", "9.22", "Only Russian units move by rail on the Caucasus Front, and only within Russia."
    ),
    EGYPT: Refusal("no-trains", "9.23", "Allied units on the Egyptian Front move by rail only within Egypt."),
    IRAQ: Refusal(
        "no-trains", "9.23", "Allied trains in Iraq run only south of column 44, and in Persia only to Abadan."
    ),
}
"""§9.22, §9.23: by front why Allied trains do not serve a unit, or a hex."""
BEFORE_MAUDE = Refusal(
    "no-trains", "6.33", "Allied units cannot move by rail in Iraq before the Maude event is played."
)
BRITISH_ALONE = Refusal("no-trains", "6.33", "Of the Allies only British units move by rail in Iraq.")
RAIDED = Refusal("raided", "6.25", "Lawrence has raided the town: no train enters or leaves it this turn.")
NO_PORT = Refusal("no-port", "9.51", "It is not in a port that your side can use.")

Stays = Callable[[State, str], Refusal | None]


# --- capacity ---------------------------------------------------------------------------------------------------------

SECTION_OF = {
    "central": "9.11", "near-east-central": "9.12", "allied": "9.21", "russian": "9.22", "caucasus": "9.22",
    "egypt": "9.23", "iraq": "9.23", "sea": "9.52", "near-east-sea": "9.52",
}  # fmt: skip
"""§9.1, §9.2, §9.5: by capacity the section that says how much it is."""


@cache
def used_up(capacity: str) -> Refusal:
    """§9.11, §9.12, §9.21 to §9.23, §9.52: that a capacity has nothing left."""
    return Refusal("no-capacity", SECTION_OF[capacity], "No more units can be moved this phase.")


def left_of(state: State, capacity: Capacity) -> int:
    """§9.11, §9.52: what may still move; ships that came with headquarters in the east are spent (§13.3)."""
    spent = state.phase.used.get(capacity.id, 0) + (state.sailed if capacity.id == SEA else 0)
    return capacity.units - spent


def weight(state: State, units: Iterable[str], to: str, capacity: Capacity) -> int:
    """§9.11, §9.21, §9.34: what units count that go by rail from where they are."""
    board = state.printed.board
    end = board.country[board.index[to]]
    return sum(
        capacity.weight(board.country[board.index[state.units[u].at]], end, state.counter(u).kind == "hq")
        for u in units
    )


def check_capacity(state: State, capacity: Capacity, wanted: int) -> None:
    """§9.11, §9.12, §9.21 to §9.23, §9.52: refuse more than can be moved."""
    left = left_of(state, capacity)
    if wanted > left:
        text = f"They count as {quantity(wanted, 'unit')}; you have capacity for {left}."
        raise Refused("no-capacity", SECTION_OF[capacity.id], text)


# --- by rail ----------------------------------------------------------------------------------------------------------


def _stays(state: State, unit: str) -> Refusal | None:
    if state.units[unit].at in BOXES:
        return OFF_MAP
    if state.counter(unit).nation in state.frozen:
        return ENTERED
    if state.strategic_state.treaty and state.counter(unit).nationality == "RU":
        return AT_PEACE
    if unit in state.devastating or unit in state.strategic_state.has_devastated:
        return DEVASTATING
    if unit in state.near_east.stopped:
        return HELD_UP
    if unit in state.phase.moved:
        return GONE
    if is_shut_in(state, unit):
        return SHUT_IN
    early = first_turns.why_not_move(state, unit)
    if early is not None:
        return early
    if (how := supply_of(state, unit)) == FORTRESS:
        return ON_FORTRESS
    return UNFED if unit in state.strategic_state.unfed or how != IN else None


def why_no_train(state: State, unit: str) -> Refusal | None:
    """§9.31, §9.33, §11.81, §13.25, §17.11, §19.55, §19.61: why a unit cannot go by rail now."""
    board, at = state.printed.board, state.units[unit].at
    refusal = (
        first_turns.why_no_rail(state, state.side(unit))
        or november_1914.why_nothing_by_rail(state)
        or _stays(state, unit)
    )
    refusal = refusal or november_1914.why_not_by(state, at, RAIL)
    if refusal is not None:
        return refusal
    if not on_lines(state, unit, board.index[at]):
        return _why_not_served(state, unit, board.index[at])
    if board.index[at] in raided_towns(state):
        return RAIDED
    landed = state.counter(unit).nation == "US" and board.index[at] in board.american_edges
    if not (landed or board.index[at] in rail_towns(state)) or controller(state, at) != state.side(unit):
        return NO_TOWN
    capacity = capacity_of(state, unit)
    full = weight(state, [unit], at, capacity) > left_of(state, capacity) or not august_trains_left(state)
    return used_up(capacity.id) if full else None


def _why_not_served(state: State, unit: str, here: int) -> Refusal:
    """§9.22, §9.23, §6.33: why no trains of its side take a unit in a hex, or to it."""
    front = state.printed.board.front[here]
    if front == IRAQ and state.counter(unit).nation != "BR":
        return BRITISH_ALONE
    if front == IRAQ and not has_come(state, capacity_on(state, unit, front)):
        return BEFORE_MAUDE
    return WITHOUT_TRAINS.get(front, NO_TRAINS)


def august_trains_left(state: State) -> int:
    """§20.2 No. 7: how many units may still go to the coast on the first turn, and no bound on others."""
    return first_turns.MAX_COAST_UNITS - state.phase.used.get(TO_THE_COAST, 0)


@kept
def rail_towns(state: State) -> frozenset[int]:
    """§9.31, §14.63, §6.25, §3.13: the towns and cities from and to which trains run: none that is devastated or
    raided, nor those that are towns for supply alone."""
    board = state.printed.board
    return board.built_up - {board.index[h] for h in state.devastated} - raided_towns(state)


def by_rail(state: State, units: Sequence[str], to: str) -> UnitsTransported:
    """§9.31, §9.32: units of one hex that go to a town. Refused where they cannot."""
    board, side, start = state.printed.board, state.side(units[0]), state.units[units[0]].at
    here = board.index[to]
    by_rail_into(state, units, to)
    fronts = {board.front[here], board.front[board.index[start]]}
    if len(fronts) > 1 and not fronts.isdisjoint(THREE):
        raise _by_a_box(state, units[0]).raised()
    if here not in journeys(state, tuple(units)).cost:
        raise Refused("no-line", "9.31", "No open line leads there.")
    capacity = capacity_of(state, units[0])
    wanted = weight(state, units, to, capacity)
    check_capacity(state, capacity, wanted)
    used = {capacity.id: wanted}
    if state.turn == first_turns.FIRST:
        if len(units) > august_trains_left(state):
            text = f"Only 12 units may go to the coast on turn 1; you have {august_trains_left(state)} left."
            raise Refused("no-capacity", "20.2", text)
        used[TO_THE_COAST] = len(units)
    return UnitsTransported(side, tuple(units), start, to, RAIL, used)


def _by_a_box(state: State, unit: str) -> Refusal:
    """§9.13, §9.23, §9.24: that no train goes straight from a front to one of the Near East, or from it to another."""
    if state.side(unit) == CENTRAL:
        return Refusal(
            "by-transit", "9.13", "Units go to and from the fronts of the Near East through the transit box."
        )
    if state.counter(unit).nation == "RU":
        text = "Russian units go between the Eastern Front and the Caucasus through the transfer box."
        return Refusal("by-transfer", "9.24", text)
    return Refusal("no-line", "9.23", "Allied trains do not run between these fronts.")


def by_rail_into(state: State, units: Sequence[str], to: str) -> None:
    """§9.31, §9.32, §6.25: refuse a hex where these units do not arrive by rail, wherever they come from."""
    here = state.printed.board.index[to]
    elsewhere = first_turns.why_no_train_to(state, to)
    if elsewhere is not None:
        raise elsewhere.raised()
    if here in raided_towns(state):
        raise RAIDED.raised()
    _check_end(
        state, units, to, rail_towns(state), Refusal("no-town", "9.31", "Rail movement must end in a town or city.")
    )
    for unit in units:
        if not on_lines(state, unit, here):
            raise _why_not_served(state, unit, here).raised()
    if here in closed_to_trains(state, state.side(units[0])):
        raise Refused("beside-enemy", "9.32", "Rail movement cannot end next to enemy units or an intact enemy fort.")


def _check_end(state: State, units: Sequence[str], to: str, places: frozenset[int], what: Refusal) -> None:
    """§9.31, §9.51: refuse a hex that is no such place, not the side's, out of supply, closed to a nation, or full."""
    here, side = state.printed.board.index[to], state.side(units[0])
    early = before_november.why_none_goes(state, side, to)
    if early is not None:
        raise early.raised()
    if to == state.units[units[0]].at:
        raise Refused("no-move", what.section, "The units are already there.")
    if here not in places:
        raise what.raised()
    if here not in controlled_hexes(state, side):
        raise Refused("not-yours", what.section, "Your side does not control that hex.")
    if here in barred_hexes(state, side):
        closed = not_open(state, side, here)
        raise closed.raised()
    if here in off_limits_of(state, units):
        raise why_off_limits(state, units, here).raised()
    for area, refusal in over_cap(state, units):
        if here in area:
            raise refusal.raised()
    if not feeds(state, units, here):
        raise Refused("unsupplied", "11.85", "The units would be out of supply there.")
    check_stack(state, units, to)


# --- by sea (§9.5) ----------------------------------------------------------------------------------------------------


@kept
def ports_for(state: State, nation: str) -> frozenset[int]:
    """§9.51, §9.53, §9.54: the ports between which units of a nation sail: those that the Allies control."""
    return _harbours(state, nation) & controlled_hexes(state, ALLIED)


@kept
def _harbours(state: State, nation: str) -> frozenset[int]:
    """§9.53, §9.53N, §9.54, §9.54N, §20.2: the same, whoever controls them: none on the Baltic unless the British have
    forced it, on the Black Sea only with Constantinople; landing places; Valona for Italians alone."""
    board, places, baltic = state.printed.board, state.places, state.pre_war.baltic
    found = {i for i in board.ports if board.front[i] != EAST or baltic or board.country[i] not in ON_THE_BALTIC}
    black = {board.index[h] for h in places.black_sea_ports}
    found = found | black if controller(state, places.constantinople) == ALLIED else found - black
    found |= {board.index[h] for h in state.landings}
    if state.printed.near_east is not None:
        # §9.53, §9.54: all of the coast west of the canal is port; nobody sails off the coasts of the Caucasus.
        found = {i for i in found if board.front[i] != CAUCASUS} | board.coast_of_egypt
    if nation != "IT":
        found.discard(board.index[places.valona])
    return frozenset(found)


def _why_no_sailing(state: State, units: Sequence[str], here: int) -> Refusal:
    """§9.51, §9.53, §9.54: why ships take no units to a hex that is none of the ports where they may go."""
    board = state.printed.board
    if board.front[here] == CAUCASUS:
        return Refusal("no-port", "9.54", "No ships sail on the Caucasus Front, except for Russian landings.")
    if all(here in _harbours(state, state.counter(u).nation) for u in units):
        return Refusal("no-port", "9.51", "Your side does not control that port.")
    if here in board.ports:
        return Refusal("no-port", "9.54", "These units do not sail to that port now.")
    return Refusal("no-port", "9.53", "That hex is no port.")


def why_no_ship(state: State, unit: str) -> Refusal | None:
    """§9.51, §9.56, §9.56N, §11.81, §19.61: why a unit cannot go by sea now."""
    at = state.units[unit].at
    refusal = november_1914.why_nothing_by_sea(state) or _stays(state, unit) or november_1914.why_not_by(state, at, SEA)
    refusal = refusal or (why_no_ships(state) if _in_europe(state, at) else None)
    if refusal is not None:
        return refusal
    if state.printed.board.index[at] not in ports_for(state, state.counter(unit).nation):
        return NO_PORT
    if state.counter(unit).kind in state.printed.variant.stay:
        return Refusal("no-headquarters", "9.56", "Headquarters cannot move by sea in this game.")
    return next((used_up(fleet.id) for fleet in _ships(state, at, at) if left_of(state, fleet) <= 0), None)


def _in_europe(state: State, hex_: str) -> bool:
    board = state.printed.board
    return board.front[board.index[hex_]] not in THREE


def _ships(state: State, start: str, to: str) -> tuple[Capacity, ...]:
    """§9.52: the capacities that a way between two ports takes up: those of the maps on which it begins and ends."""
    board = state.printed.board
    sheets = {board.fronts[board.front[board.index[hex_]]].sheet for hex_ in (start, to)}
    return tuple(fleet for fleet in state.printed.ships if not sheets.isdisjoint(fleet.fronts))


def _check_way(state: State, start: str, to: str) -> None:
    """§9.55, §9.56: refuse the way from Europe to Iraq and back, which goes by Egypt; and any to or from Europe on the
    turn of a landing there."""
    board, europe = state.printed.board, [_in_europe(state, hex_) for hex_ in (start, to)]
    busy = why_no_ships(state) if any(europe) else None
    if busy is not None:
        raise busy.raised()
    if europe[0] != europe[1] and IRAQ in {board.front[board.index[hex_]] for hex_ in (start, to)}:
        raise Refused("by-egypt", "9.55", "Between Europe and Iraq units sail to Egypt first, and on in a later turn.")


def by_sea(state: State, units: Sequence[str], to: str) -> UnitsTransported:
    """§9.51, §9.52: units of one port that go to another. Refused where they cannot."""
    start = state.units[units[0]].at
    _check_way(state, start, to)
    shut = why_landing_closed(state, to)
    if shut is not None:
        raise shut.raised()
    open_ = frozenset.intersection(*(ports_for(state, state.counter(u).nation) for u in units))
    _check_end(state, units, to, open_, _why_no_sailing(state, units, state.printed.board.index[to]))
    fleets = _ships(state, start, to)
    for fleet in fleets:
        check_capacity(state, fleet, len(units))
    used = {fleet.id: len(units) for fleet in fleets}
    return UnitsTransported(state.side(units[0]), tuple(units), start, to, SEA, used)


# --- orders -----------------------------------------------------------------------------------------------------------


def units_waiting(state: State, side: str, by: str) -> Iterable[str]:
    """§9.31, §9.51, §13.25: the units of a side in towns or ports, and Americans at the edge, by hex, whether they can
    go or not."""
    board = state.printed.board
    places = rail_towns(state) if by == RAIL else ports_for(state, "IT")
    landings = board.american_edges if by == RAIL else frozenset()
    for hex_ in state.hexes:
        here = board.index[hex_]
        if here in places and state.holder(hex_) == side:
            yield from state.stacks[hex_]
        elif here in landings and state.holder(hex_) == side:
            yield from (u for u in state.stacks[hex_] if state.counter(u).nation == "US")


def some_can_go(state: State, side: str, by: str) -> bool:
    """§9.31, §9.51: whether a unit of a side can go by rail or by sea."""
    return any(STAYS[by](state, u) is None for u in units_waiting(state, side, by))


STAYS: Mapping[str, Stays] = {RAIL: why_no_train, SEA: why_no_ship}


def _passengers(by: str, at: At[State], _: Choices) -> Passengers:
    def check(state: State, unit: str) -> None:
        refusal = STAYS[by](state, unit)
        if refusal is not None:
            raise refusal.raised()

    why = own(at, check)
    fit, state = Fitting(lambda: units_waiting(at.state, at.seat, by), why), at.state
    return Passengers(
        fit, why=why, wrong_number=NO_UNITS, apart=ONE_HEX,
        place=lambda unit: state.units[unit].at, there=state.stacks.__getitem__,
    )  # fmt: skip


Carries = Callable[[State, Sequence[str], str], UnitsTransported]


def _ends(
    carry: Carries, places: Callable[[State, Sequence[str]], Iterable[int]], at: At[State], chosen: Choices
) -> OneOf:
    units, state = chosen.names("units"), at.state
    why = refused_by(lambda name: carry(state, units, hex_in_play(state, name)))
    found = state.printed.board.names([*places(state, units)])
    return one_of_fitting(lambda: found, why)


def _towns(state: State, units: Sequence[str]) -> Iterable[int]:
    reached, ids = journeys(state, tuple(units)).cost, state.printed.board.ids
    return (i for i in rail_towns(state) if i in reached and first_turns.why_no_train_to(state, ids[i]) is None)


def _ports(state: State, units: Sequence[str]) -> Iterable[int]:
    return ports_for(state, state.counter(units[0]).nation)


def carry_by_rail(play: Play, at: At[State], chosen: Choices) -> None:
    """§9.31: units go by rail, and hexes of the enemy's on their way pass to their side (§7.13). They enter the hex
    where they arrive, too: it is their side's, but Arabs alone may hold it, or trenches lie in it."""
    units, to = chosen.names("units"), chosen.name("to")
    path = journeys(play.state, tuple(units)).path(play.state.printed.board.index[to])
    crossed = enemy_hexes(play.state, path, at.seat)
    play.emit(by_rail(play.state, units, to))
    play.enter([*crossed, to], at.seat)


def carry_by_sea(play: Play, at: At[State], chosen: Choices) -> None:
    """§9.51, §7.13: units go from port to port, and enter the hex of the second."""
    units, to = chosen.names("units"), chosen.name("to")
    play.emit(by_sea(play.state, units, to))
    play.enter([to], at.seat)


def _why_not_at_all(by: str, section: str, text: str, at: At[State]) -> Refusal | None:
    """Why the order cannot be given at all: what can be moved is used up, or no unit is where it could go by it."""
    if (shut := november_1914.CLOSED[by](at.state)) is not None:
        return shut
    if some_can_go(at.state, at.seat, by):
        return None
    why = (STAYS[by](at.state, u) for u in at.state.on_map(at.seat))
    full = next((refusal for refusal in why if refusal is not None and refusal.code == "no-capacity"), None)
    return full or Refusal("nobody", section, text)


def _last_to_leave(at: At[State], chosen: Choices) -> str:
    """§16.62C: what is lost when these units go; empty for nothing."""
    return what_is_lost(at.state, chosen.names("units"))


BY_RAIL: Order[State] = Order(
    "rail", "Move by rail", "9.31", carry_by_rail,
    (Slot("units", "units", partial(_passengers, RAIL), "Choose units in one hex"),
     Slot("to", "hex", partial(_ends, by_rail, _towns), "Choose where they go", grave=_last_to_leave)),
    when=partial(_why_not_at_all, RAIL, "9.31", "None of your units can move by rail now."), greyed=True, weight=8,
)  # fmt: skip
BY_SEA: Order[State] = Order(
    "sail", "Move by sea", "9.51", carry_by_sea,
    (Slot("units", "units", partial(_passengers, SEA), "Choose units in one port"),
     Slot("to", "hex", partial(_ends, by_sea, _ports), "Choose their port")),
    when=partial(_why_not_at_all, SEA, "9.51", "None of your units can move by sea now."), greyed=True, weight=3,
)  # fmt: skip


def end_rail(play: Play, at: At[State], _: Choices) -> None:
    """§4.2: the side has moved what it wants to move."""
    play.emit(StepEnded(at.seat, play.state.phase.key))


END: Order[State] = Order(
    "end_phase", "Done moving", "9.0", end_rail, weight=2, hand=lambda _: {"slots": [], "warns": True}
)
ALLIED_ORDERS, CENTRAL_ORDERS = (BY_RAIL, BY_SEA, END), (BY_RAIL, END)


def words(at: At[State]) -> tuple[str, str]:
    """§9.11, §9.21, §9.22, §9.52, §19.61: what may still move."""
    printed = at.state.printed
    if november_1914.why_nothing_by_rail(at.state) is not None:
        return "Move by rail and sea" if at.seat == ALLIED else "Move by rail", november_1914.NOTHING_RUNS
    mine = [
        t for t in printed.variant.transports if t.side == at.seat and has_come(at.state, printed.charts.capacity[t.id])
    ]
    left = {t: left_of(at.state, printed.charts.capacity[t.id]) for t in mine}
    each = f"Left: {', '.join(f'{left[t]} {t.left}' for t in mine)}."
    if at.seat == ALLIED:
        return "Move by rail and sea", each
    if first_turns.why_no_rail(at.state, at.seat) is None and at.state.turn == first_turns.FIRST:
        return (
            "Move by rail",
            f"To Berlin and Stettin alone: {quantity(august_trains_left(at.state), 'unit')} more.",
        )
    if printed.variant.combined:
        return "Move by rail", f"{each} In Europe a unit outside Germany counts as two. A headquarters counts double."
    if not any(printed.charts.capacity[t.id].home for t in mine):
        return "Move by rail", f"Trains can carry {sum(left.values())} more. A headquarters counts as two."
    return (
        "Move by rail",
        f"Trains can carry {sum(left.values())} more. "
        "Outside Germany a unit counts as two, and so does a headquarters.",
    )
