"""§9.13, §9.14, §9.16: the Central Powers go from front to front of the Near East by the transit box, and come out of
Arabia. Both take up trains, as any strategic movement does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from rules.great_war.facts.strategic import EffortMade
from rules.great_war.facts.surrender import ALPINE, ModifierEarned
from rules.great_war.facts.transport import UnitsTransported
from rules.great_war.movement.by_box import (
    Candidates,
    Stays,
    in_box,
    in_towns,
    towns_among,
    travellers,
)
from rules.great_war.movement.eligibility import ENTERED
from rules.great_war.movement.rails import (
    GONE,
    by_rail_into,
    check_capacity,
    left_of,
    used_up,
    why_no_train,
)
from rules.great_war.movement.railways import enemy_hexes, journeys_in, leads_off, way_off
from rules.great_war.play import Play
from rules.great_war.position.state import ARABIA, TRANSIT, State
from rules.great_war.printed.charts import Capacity
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.fronts import CAUCASUS, EAST, EGYPT, THREE
from rules.great_war.printed.variants import HEXES, RAIL
from rules.great_war.restrictions import after_surrender
from rules.great_war.restrictions.before_november import why_none_sets_out
from rules.great_war.restrictions.national import off_limits_of
from rules.great_war.restrictions.near_east import is_there
from rules.great_war.restrictions.november_1914 import why_not_by, why_nothing_by_rail
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

NO_BOX = Refusal("no-box", "9.13", "There is no such box in this game.")
NOT_FROM_THERE = Refusal("not-from-there", "9.13", "Units can go to the Near East only from the Eastern Front map.")
NOT_YET = Refusal("not-yet", "9.15", "Set up the Turkish units in Europe before sending German divisions there.")
NO_FRONT = Refusal("off-limits", "17.31", "The unit may not operate on any front of the Near East.")
NO_WAY_OFF = Refusal("no-line", "9.13", "No open line leads to a source of supply at the edge of its map.")
EMPTY = {
    TRANSIT: Refusal("nobody", "9.13", "None of your units can leave the transit box now."),
    ARABIA: Refusal("nobody", "9.16", "None of your units can leave Arabia now."),
}
SECTION = {TRANSIT: "9.13", ARABIA: "9.16"}
SINCE = "K"
"""§5.62: the strategic turn after which the Alpine Corps counts that enters these maps."""


# --- into the transit box (§9.13) -------------------------------------------------------------------------------------


def why_not_off(state: State, unit: str) -> Refusal | None:
    """§9.13, §9.31: why a unit cannot go by rail into the transit box now."""
    if TRANSIT not in state.printed.variant.boxes:
        return NO_BOX
    refusal = why_no_train(state, unit) or _why_not_leave(state, unit)
    if refusal is not None:
        return refusal
    for trains, wanted in _needs(state, (unit,), state.units[unit].at):
        if wanted > left_of(state, trains):
            return used_up(trains.id)
    return None if leads_off(state, unit) else NO_WAY_OFF


def _why_not_leave(state: State, unit: str) -> Refusal | None:
    """§9.13, §9.15, §16.62, §17.31, §19.62: why a unit may not go into the box: it is one of Europe that is not on the
    eastern map, has no front of its own there, or is too early; or Turkey has surrendered."""
    board, front = state.printed.board, _front_of(state, unit)
    if front not in (*THREE, EAST):
        return NOT_FROM_THERE
    if (over := after_surrender.why_not_off(state, front)) is not None or front in THREE:
        return over
    if (early := why_none_sets_out(state, state.side(unit))) is not None:
        return early
    if not state.turkey and state.counter(unit).is_division and state.counter(unit).nation == "GE":
        return NOT_YET
    shut = off_limits_of(state, [unit])
    return NO_FRONT if all(board.by_front[other] <= shut for other in THREE) else None


def _front_of(state: State, unit: str) -> str:
    """The front on which a unit is, empty for one in a box."""
    here = state.printed.board.index.get(state.units[unit].at)
    return "" if here is None else state.printed.board.front[here]


def into_transit(state: State, units: Sequence[str]) -> UnitsTransported:
    """§9.13, §9.14: units of one town that go into the box, against what trains can carry. Refused where they
    cannot."""
    if way_off(state, tuple(units)) is None:
        raise NO_WAY_OFF.raised()
    for unit in units:
        kept_back = _why_not_leave(state, unit)
        if kept_back is not None:
            raise kept_back.raised()
    start = state.units[units[0]].at
    used = _taken_up(state, units, start)
    return UnitsTransported(state.side(units[0]), tuple(units), start, TRANSIT, RAIL, used)


def _taken_up(state: State, units: Sequence[str], hex_: str) -> dict[str, int]:
    """§9.13, §9.14: what a way between the box and a hex takes up. Refused where the trains carry no more."""
    used = {}
    for trains, wanted in _needs(state, units, hex_):
        check_capacity(state, trains, wanted)
        used[trains.id] = wanted
    return used


def _needs(state: State, units: Sequence[str], hex_: str) -> Iterator[tuple[Capacity, int]]:
    """§9.13, §9.14: what such a way needs of the trains of the Near East, and of Europe's as well to and from the
    eastern map."""
    board = state.printed.board
    here = board.index[hex_]
    yield trains_there(state, units[0]), _weight(state, units)
    if board.front[here] == EAST:
        europe = state.printed.trains[state.side(units[0]), state.counter(units[0]).nation, EAST]
        country = board.country[here]
        yield europe, sum(europe.weight(country, "", state.counter(u).kind == "hq") for u in units)


def trains_there(state: State, unit: str) -> Capacity:
    """§9.12: the trains of the Near East, by which a unit goes into boxes and out of them."""
    return state.printed.trains[state.side(unit), state.counter(unit).nation, CAUCASUS]


def check_weight(state: State, units: Sequence[str]) -> None:
    """§9.12, §9.14: refuse more than trains can still carry."""
    check_capacity(state, trains_there(state, units[0]), _weight(state, units))


def _weight(state: State, units: Iterable[str]) -> int:
    """§9.12, §9.34N: what units count on the way into a box or out of it: a headquarters is two."""
    return sum(trains_there(state, u).weight("", "", state.counter(u).kind == "hq") for u in units)


def carry_off(play: Play, at: At[State], chosen: Choices) -> None:
    """§9.13: units leave their map; hexes of the enemy's on their way pass to their side (§7.13)."""
    units = chosen.names("units")
    crossed = enemy_hexes(play.state, way_off(play.state, units) or (), at.seat)
    play.emit(into_transit(play.state, units))
    play.enter(crossed, at.seat)


# --- out of a box (§9.13, §9.16) --------------------------------------------------------------------------------------


def why_not_out(state: State, unit: str, box: str) -> Refusal | None:
    """§9.13, §9.16, §9.56, §19.61: why a unit cannot come out of a box by rail now."""
    if (shut := why_not_by(state, box, RAIL)) is not None:
        return shut
    if state.units[unit].at != box:
        return Refusal("not-there", SECTION[box], "The unit is not in that box.")
    if state.counter(unit).nation in state.frozen:
        return ENTERED
    if unit in state.phase.moved:
        return GONE
    trains = trains_there(state, unit)
    return used_up(trains.id) if _weight(state, [unit]) > left_of(state, trains) else None


def out_of_box(state: State, units: Sequence[str], to: str) -> UnitsTransported:
    """§9.13, §9.16, §9.31, §16.62: units of a box that go to a town. Refused where they cannot."""
    board, start = state.printed.board, state.units[units[0]].at
    here = board.index[to]
    by_rail_into(state, units, to)
    if start == ARABIA and here not in _ottoman(state):
        raise Refusal(
            "off-limits", "9.16", "Units leaving Arabia go to the Ottoman Empire on the Egyptian map."
        ).raised()
    over = after_surrender.why_not_to(state, units, board.front[here]) if start == TRANSIT else None
    if over is not None:
        raise over.raised()
    if start == TRANSIT and here not in journeys_in(state, tuple(units)).cost:
        raise Refusal("no-line", "9.13", "No open line leads there from a source of supply at the edge.").raised()
    used = _taken_up(state, units, to)
    return UnitsTransported(state.side(units[0]), tuple(units), start, to, RAIL, used)


def _ottoman(state: State) -> frozenset[int]:
    """§9.16: the Ottoman Empire on the Egyptian Front map; Sinai is Egypt's."""
    board = state.printed.board
    return board.by_front[EGYPT] & board.by_country["TU"]


def carry_out(play: Play, at: At[State], chosen: Choices) -> None:
    """§9.13, §9.16: units come onto a map, with what that begins there."""
    units, to = chosen.names("units"), chosen.name("to")
    crossed: list[str] = []
    if play.state.units[units[0]].at == TRANSIT:
        path = journeys_in(play.state, units).path(play.state.printed.board.index[to])
        crossed = enemy_hexes(play.state, path, at.seat)
    play.emit(out_of_box(play.state, units, to))
    play.enter(crossed, at.seat)
    if is_there(play.state, to):
        _begin_effort(play, units)


def _begin_effort(play: Play, units: Sequence[str]) -> None:
    """§5.62, §18.4: what the first of the Germans on these maps cost Turkey and, alone, the Central Powers for good."""
    state = play.state
    if ALPINE_CORPS in units and state.strategic >= SINCE and ALPINE not in state.near_east.earned:
        play.emit(ModifierEarned(ALPINE))
    shock = state.printed.charts.major_effort if state.printed.variant.victory == HEXES else ()
    if not state.near_east.effort and not set(shock).isdisjoint(units):
        play.emit(EffortMade())


# --- orders -----------------------------------------------------------------------------------------------------------


def _towns(at: At[State], chosen: Choices) -> OneOf:
    units, state = chosen.names("units"), at.state
    inside = _ottoman(state) if state.units[units[0]].at == ARABIA else journeys_in(state, units).cost.keys()
    return towns_among(state, inside, partial(out_of_box, state, units))


def _why_not_at_all(candidates: Candidates, stays: Stays, none: Refusal, at: At[State]) -> Refusal | None:
    """Why nobody can go that way at all."""
    if TRANSIT not in at.state.printed.variant.boxes:
        return NO_BOX
    if (shut := why_nothing_by_rail(at.state)) is not None:
        return shut
    mine = candidates(at.state, at.seat)
    return None if any(stays(at.state, u) is None for u in mine) else none


NOBODY_OFF = Refusal("nobody", "9.13", "None of your units can go into the transit box now.")
TO_TRANSIT: Order[State] = Order(
    "to_transit", "Move by rail into the transit box", "9.13", carry_off,
    (Slot("units", "units", partial(travellers, in_towns, why_not_off, into_transit), "Choose units of one town"),),
    when=partial(_why_not_at_all, in_towns, why_not_off, NOBODY_OFF), weight=2,
    help="From the box they can go on to any front of the Near East in a later strategic movement.",
)  # fmt: skip


def _out_of(box: str, kind: str, label: str) -> Order[State]:
    inside, stays = partial(in_box, box), partial(_stays_in, box)
    return Order(
        kind, label, SECTION[box], carry_out,
        (Slot("units", "units", partial(travellers, inside, stays, check_weight), "Choose units of the box"),
         Slot("to", "hex", _towns, "Choose the town or city where they arrive")),
        when=partial(_why_not_at_all, inside, stays, EMPTY[box]), weight=3,
    )  # fmt: skip


def _stays_in(box: str, state: State, unit: str) -> Refusal | None:
    return why_not_out(state, unit, box)


FROM_TRANSIT = _out_of(TRANSIT, "from_transit", "Move by rail out of the transit box")
OUT_OF_ARABIA = _out_of(ARABIA, "out_of_arabia", "Move by rail out of Arabia")
CENTRAL_BOXES: tuple[Order[State], ...] = (TO_TRANSIT, FROM_TRANSIT, OUT_OF_ARABIA)
