"""What is said of each occupied hex of this game's board, kept from state to state (``rules.hexes.by_hex``)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from rules.hexes import by_hex as hexes
from rules.schlieffens_war.position.state import State

T = TypeVar("T")

Stacks = hexes.Stacks


def by_hex(
    state: State,
    name: Hashable,
    make: Callable[[str, tuple[str, ...]], T],
    *,
    marks: tuple[frozenset[int], ...] = (),
    whole: tuple[object, ...] = (),
) -> dict[str, T]:
    """``make(hex, units)`` for every occupied hex, by number."""
    return hexes.by_hex(state, state.printed.board.lattice.ids, name, make, marks=marks, whole=whole)
