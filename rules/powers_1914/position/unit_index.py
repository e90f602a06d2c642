"""What is said of each field, kept from state to state: a move changes two fields of ninety."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any, TypeVar

from rules.kernel.incremental import Previous, changed_keys
from rules.powers_1914.position.state import POOL, State

T = TypeVar("T")

LAID = ("control", "works", "recruits")
"""What lies on a field besides units, by field: its flag, its works, what was recruited there."""
_laid = attrgetter(*LAID)
SOURCES = ("units", *LAID, "tactics")
"""All that a field may be described by."""


def by_area(state: State, name: Hashable, make: Callable[[str], T]) -> dict[str, T]:
    """``make(area)`` for every field in the order of the board, and for the pool. Not to be changed.

    ``make`` may look at the units there and their conditions, at what else lies there (``LAID``) and at whether sides
    have laid tactical cards there; at nothing else of the state.
    """

    def find(earlier: Previous[tuple[Any, ...], dict[str, T]] | None) -> dict[str, T]:
        if earlier is None:
            return {area: make(area) for area in (*state.printed.board.areas, POOL)}
        return {**earlier.value, **{area: make(area) for area in _touched_fields(state, earlier.source)}}

    return state.memory.recall(name, (state.units, state.tactics, *_laid(state)), find)


def _touched_fields(state: State, source: tuple[Any, ...]) -> set[str]:
    """The fields (or the pool) where something is another than in an earlier state."""
    units, tactics, *laid = source
    touched = state.touched_since(units)
    for was, now in zip(laid, _laid(state), strict=True):
        touched |= changed_keys(was, now)
    for side in changed_keys(tactics, state.tactics):
        touched.update(tactics[side], state.tactics[side])
    return touched
