"""§3.1, §6.6, §9.0 What a side is still placing: nobody else sees where, nor that it does, until it has finished.

A unit comes onto the top of its hex, and the next one covers it. Whoever could watch that would know what lies below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from rules.kernel.fast_replace import replace
from rules.kernel.game import REFEREE
from rules.kernel.incremental import Previous
from rules.schlieffens_war.position.state import POOL, PhaseFrame, State
from rules.schlieffens_war.printed.phases import SETUP

T = TypeVar("T")


def units_arriving(state: State) -> Mapping[str, str]:
    """The units that their side is still placing, with the box that each of them comes from.

    So it is with a whole set-up, and with what comes in or returns in a Regroup Phase, until the phase is closed.
    """
    frame = state.cursor[0]
    if isinstance(frame, PhaseFrame) and frame.name == SETUP and not frame.closing:
        return {u: POOL for u in state.on_map(state.active) if state.counter(u).kind != "fort"}
    return {u: box for u, box in state.arrivals.items() if state.units[u].at in state.stacks}


def open_to(state: State, viewer: str) -> State:
    """The position as ``viewer`` may see it: units that others are still placing wait in their box."""
    if viewer in (REFEREE, state.active):
        return state
    units = units_arriving(state)
    if not units:
        return state

    # Of a command both the position before it and the one after it are asked for, by everyone in turn.
    kept: State | None = state.memo.get("open")
    if kept is None:
        kept = state.memo["open"] = _find_open(state, units)
    return kept


def _find_open(state: State, units: Mapping[str, str]) -> State:
    def find(earlier: Previous[tuple[State], State] | None) -> State:
        found = _without(state, units, None if earlier is None else earlier.value)
        if earlier is not None:
            found.follow(earlier.value)
        return found

    return state.memory.recall("open", (state,), find)


def _without(state: State, units: Mapping[str, str], before: State | None) -> State:
    """The position with these units back in their boxes. What lies as it did ``before`` is the very same object: so
    nobody has to look through all that others place."""
    left = {hex_: tuple(u for u in stack if u not in units) for hex_, stack in state.stacks.items()}
    found = replace(
        state,
        units={**state.units, **{u: state.units[u]._replace(at=box) for u, box in units.items()}},
        stacks={hex_: stack for hex_, stack in left.items() if stack},
    )
    if before is None:
        return found
    return replace(found, units=_same(before.units, found.units), stacks=_same(before.stacks, found.stacks))


def _same(before: Mapping[str, T], now: Mapping[str, T]) -> Mapping[str, T]:
    """``before`` where ``now`` says the same in the same order."""
    return before if before == now and [*before] == [*now] else now
