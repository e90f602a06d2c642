"""§8.11 to §8.17: which units may still move, and why others may not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from rules.great_war.movement.allowance import left_of
from rules.great_war.position.kut import is_shut_in, siege_of_kut
from rules.great_war.position.state import BOXES, State
from rules.great_war.restrictions import first_turns
from rules.hexes.by_hex import Noted, touched_hexes
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.tracked_dict import with_changes

OFF_THE_MAP = frozenset(BOXES)
OFF_MAP = Refusal("not-on-map", "8.11", "The unit is not on the map.")
ELSEWHERE = Refusal("other-theatre", "8.11", "You move in the other theatre this phase.")
ENTERED = Refusal("just-entered", "17.11", "Units of a nation that has just entered the war cannot move yet.")
DEVASTATING = Refusal("razing", "14.62", "The unit devastates its hex this turn: it neither moves nor attacks.")
HELD_UP = Refusal("held-up", "6.3", "Held up from the air: the unit can move no further this turn.")
AT_PEACE = Refusal("at-peace", "5.46", "The war in Russia is over: Russian units stay where they are.")
SHUT_IN = Refusal("besieged", "14.23", "Kut is under siege: Allied units in it may not leave or attack.")
MOVED_ON = Refusal("moved-on", "8.17", "You have moved units of another hex since: this one has ended its move.")
SPENT = Refusal("spent", "8.12", "The unit has no MP left.")


class Restraints(NamedTuple):
    """What holds units back, by name or by what goes on: asked for every unit of a stack, so found once a position."""

    frozen: Collection[str]
    treaty: bool
    devastating: Collection[str]
    stopped: Collection[str]
    siege: bool
    early: bool


@kept
def _restraints(state: State) -> Restraints:
    """§5.46, §6.3, §14.23, §14.62, §17.11, §19.5: whom they hold, and whether the others have to be asked of a unit."""
    return Restraints(
        state.frozen, bool(state.strategic_state.treaty), state.devastating, state.near_east.stopped,
        bool(siege_of_kut(state)), first_turns.any_may_stay(state),
    )  # fmt: skip


def check_may_move(state: State, unit: str, theatre: str) -> None:
    """§8.11, §8.17, §17.11: refuse a unit that cannot move now."""
    refusal = why_not_move(state, unit, theatre)
    if refusal is not None:
        raise refusal.raised()


def why_not_move(state: State, unit: str, theatre: str) -> Refusal | None:
    """§8.11, §8.17, §11.82, §14.23, §17.11: why a unit cannot move now."""
    now, printed, here = state.units[unit], state.printed, _restraints(state)
    counter, board = printed.counters[unit], printed.board
    i = board.index.get(now.at)
    if i is None or now.at in OFF_THE_MAP:
        return OFF_MAP
    if board.theatre[i] != theatre:
        return ELSEWHERE
    nation = counter.nation
    if nation in here.frozen:
        return ENTERED
    if here.treaty and counter.nationality == "RU":
        return AT_PEACE
    if unit in here.devastating:
        return DEVASTATING
    if unit in here.stopped:
        return HELD_UP
    if here.siege and is_shut_in(state, unit):
        return SHUT_IN
    if here.early and (early := first_turns.why_not_move(state, unit)) is not None:
        return early
    if not now.began:
        return None
    if state.phase.origins.get(state.sides[nation]) != now.began:
        return MOVED_ON
    return SPENT if left_of(state, unit, apart=True) <= 0 else None


@kept
def out_of_place(state: State, side: str) -> frozenset[Noted]:
    """§8.17: the hexes with units that have moved in this phase and may go on, each with where those began."""
    moved, origin = _who_moved(state, side), state.phase.origins.get(side, "")

    def find(_: object) -> frozenset[Noted]:
        return frozenset([(i, origin) for i, starts in moved.items() if origin in starts])

    return state.memory.recall(("out-of-place", side), (moved, origin), find)


def _who_moved(state: State, side: str) -> Mapping[int, frozenset[str]]:
    """§8.17: by hex, in no order, where units of a side began that have moved in this phase."""
    index = state.printed.board.index

    def starts(hex_: str) -> frozenset[str]:
        units = state.stacks.get(hex_)
        if not units or state.side(units[0]) != side:
            return frozenset()
        return frozenset(state.units[u].began for u in units if state.units[u].began)

    def find(earlier: Previous[tuple[Any, ...], Mapping[int, frozenset[str]]] | None) -> Mapping[int, frozenset[str]]:
        known = earlier is not None and earlier.source[2] is state.sides
        was: Mapping[int, frozenset[str]] = earlier.value if earlier is not None and known else {}
        touched = touched_hexes(state, *earlier.source[:2]) if earlier is not None and known else state.stacks
        made = {index[hex_]: starts(hex_) for hex_ in touched if hex_ in index}
        made = {i: found for i, found in made.items() if was.get(i, frozenset()) != found}
        if known and not made:
            return was
        return with_changes(was, {i: found for i, found in made.items() if found}, [i for i in made if not made[i]])

    source: tuple[Any, ...] = (state.stacks, state.units, state.sides)
    return state.memory.recall(("moved", side), source, find)
