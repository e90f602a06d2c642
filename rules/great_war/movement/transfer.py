"""§9.24, §9.25: Russians go between the Eastern Front and the Caucasus by the transfer box, by rail and within Russia.
Both ways of a journey, into the box and out of it, take up the trains of both maps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.great_war.facts.transport import UnitsTransported
from rules.great_war.movement.by_box import in_box, in_towns, towns_among, travellers
from rules.great_war.movement.eligibility import AT_PEACE
from rules.great_war.movement.rails import (
    GONE,
    by_rail_into,
    check_capacity,
    left_of,
    used_up,
    why_no_train,
)
from rules.great_war.movement.railways import RUSSIAN, enemy_hexes, journeys_in, leads_off, way_off
from rules.great_war.play import Play
from rules.great_war.position.state import TRANSFER, State
from rules.great_war.printed.charts import Capacity
from rules.great_war.printed.fronts import CAUCASUS, EAST
from rules.great_war.printed.nations import ALLIED
from rules.great_war.printed.variants import RAIL
from rules.great_war.restrictions.before_november import why_none_sets_out
from rules.great_war.restrictions.national import off_limits_of
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

NO_BOX = Refusal("no-box", "9.24", "There is no such box in this game.")
RUSSIANS = Refusal("not-russian", "9.24", "Only Russian units can travel between Europe and the Near East by rail.")
CZAR_FELL = Refusal("too-late", "9.25", "Russian units cannot change fronts after the Fall of the Czar.")
GO_BACK = Refusal("too-late", "9.25", "After the Fall of the Czar the unit goes back to the map that it came from.")
NO_WAY = Refusal("no-line", "9.24", "No open line in Russia leads to a source of supply at the edge of its map.")
NO_FRONT = Refusal("off-limits", "17.21", "The unit may not operate on the other map.")
NOT_THERE = Refusal("not-there", "9.24", "The unit is not in that box.")
NOBODY_IN = Refusal("nobody", "9.24", "None of your units can go into the transfer box now.")
NOBODY_OUT = Refusal("nobody", "9.24", "None of your units can leave the transfer box now.")
MAPS = (EAST, CAUCASUS)


def why_not_in(state: State, unit: str) -> Refusal | None:
    """§9.24, §9.25: why a unit cannot go by rail into the transfer box now."""
    if not state.printed.variant.combined:
        return NO_BOX
    refusal = why_no_train(state, unit) or _why_not_change(state, unit)
    if refusal is not None:
        return refusal
    full = _why_full(state)
    if full is not None:
        return full
    return None if leads_off(state, unit, RUSSIAN) else NO_WAY


def _why_not_change(state: State, unit: str) -> Refusal | None:
    """§9.24, §9.25, §15.64, §3.26, §19.62: why a unit on a map stays on it."""
    board, here = state.printed.board, state.printed.board.index.get(state.units[unit].at)
    if state.counter(unit).nation != RUSSIAN or here is None or board.front[here] not in MAPS:
        return RUSSIANS
    if state.strategic_state.czar:
        return CZAR_FELL
    if (early := why_none_sets_out(state, ALLIED)) is not None:
        return early
    (other,) = (front for front in MAPS if front != board.front[here])
    return NO_FRONT if board.by_front[other] <= off_limits_of(state, [unit]) else None


def _trains(state: State) -> tuple[Capacity, ...]:
    """§9.25: the Russian trains of both maps."""
    return tuple(state.printed.trains[ALLIED, RUSSIAN, front] for front in MAPS)


def _why_full(state: State) -> Refusal | None:
    """§9.22, §9.25: whether the trains of either map have nothing left."""
    return next((used_up(trains.id) for trains in _trains(state) if left_of(state, trains) < 1), None)


def _taken_up(state: State, units: Sequence[str]) -> dict[str, int]:
    """§9.25, §9.34: what units take up of the trains of both maps. Refused where these carry no more."""
    found = {}
    for trains in _trains(state):
        found[trains.id] = sum(trains.weight(RUSSIAN, "", state.counter(u).kind == "hq") for u in units)
        check_capacity(state, trains, found[trains.id])
    return found


def into_box(state: State, units: Sequence[str]) -> UnitsTransported:
    """§9.24: units of one town that go into the box. Refused where they cannot."""
    for unit in units:
        refusal = why_not_in(state, unit)
        if refusal is not None:
            raise refusal.raised()
    if way_off(state, tuple(units), RUSSIAN) is None:
        raise NO_WAY.raised()
    start = state.units[units[0]].at
    return UnitsTransported(ALLIED, tuple(units), start, TRANSFER, RAIL, _taken_up(state, units))


def why_not_out(state: State, unit: str) -> Refusal | None:
    """§9.24, §9.56, §5.46: why a unit cannot leave the box by rail now; after the treaty no Russian moves."""
    if state.units[unit].at != TRANSFER:
        return NOT_THERE
    if state.strategic_state.treaty:
        return AT_PEACE
    if unit in state.phase.moved:
        return GONE
    return _why_full(state)


def out_of_box(state: State, units: Sequence[str], to: str) -> UnitsTransported:
    """§9.24, §9.25: units of the box that go to a town of Russia. Refused where they cannot."""
    board = state.printed.board
    here = board.index[to]
    by_rail_into(state, units, to)
    if here not in journeys_in(state, tuple(units)).cost:
        raise Refusal("no-line", "9.24", "No open line in Russia leads there from the edge of the map.").raised()
    before = dict(state.near_east.came_from)
    if state.strategic_state.czar and any(before.get(u, EAST) != board.front[here] for u in units):
        raise GO_BACK.raised()
    return UnitsTransported(ALLIED, tuple(units), TRANSFER, to, RAIL, _taken_up(state, units))


def carry_in(play: Play, at: At[State], chosen: Choices) -> None:
    """§9.24: units leave their map; hexes of the enemy's on their way pass to their side (§7.13)."""
    units = chosen.names("units")
    crossed = enemy_hexes(play.state, way_off(play.state, units, RUSSIAN) or (), at.seat)
    play.emit(into_box(play.state, units))
    play.enter(crossed, at.seat)


def carry_out(play: Play, at: At[State], chosen: Choices) -> None:
    """§9.24: units come onto a map, with what that begins there."""
    units, to = chosen.names("units"), chosen.name("to")
    path = journeys_in(play.state, units).path(play.state.printed.board.index[to])
    crossed = enemy_hexes(play.state, path, at.seat)
    play.emit(out_of_box(play.state, units, to))
    play.enter(crossed, at.seat)


def _towns(at: At[State], chosen: Choices) -> OneOf:
    units, state = chosen.names("units"), at.state
    return towns_among(state, journeys_in(state, units).cost.keys(), partial(out_of_box, state, units))


def _why_none_goes_in(at: At[State]) -> Refusal | None:
    if not at.state.printed.variant.combined:
        return NO_BOX
    # Only Russians go, and none after the Fall: the others need no look at their trains.
    russians = (u for u in in_towns(at.state, at.seat) if at.state.counter(u).nation == RUSSIAN)
    goes = not at.state.strategic_state.czar and any(why_not_in(at.state, u) is None for u in russians)
    return None if goes else NOBODY_IN


def _why_none_comes_out(at: At[State]) -> Refusal | None:
    if not at.state.printed.variant.combined:
        return NO_BOX
    return None if any(why_not_out(at.state, u) is None for u in at.state.boxes[TRANSFER]) else NOBODY_OUT


TO_TRANSFER: Order[State] = Order(
    "to_transfer", "Move by rail into the transfer box", "9.24", carry_in,
    (Slot("units", "units", partial(travellers, in_towns, why_not_in, into_box), "Choose Russian units of one town"),),
    when=_why_none_goes_in, weight=2,
    help="From the box they go on to the other map in a later strategic movement: between the east and the Caucasus.",
)  # fmt: skip
FROM_TRANSFER: Order[State] = Order(
    "from_transfer", "Move by rail out of the transfer box", "9.24", carry_out,
    (Slot("units", "units", partial(travellers, partial(in_box, TRANSFER), why_not_out, _taken_up),
          "Choose units of the box"),
     Slot("to", "hex", _towns, "Choose the Russian town or city where they arrive")),
    when=_why_none_comes_out, weight=3,
)  # fmt: skip
ORDERS: tuple[Order[State], ...] = (TO_TRANSFER, FROM_TRANSFER)
