"""Floods over the board that are not run again while nothing changes where they looked: fields of supply and command.

A move changes two hexes of a thousand, and most floods looked at neither. What each found is kept from state to state
together with what it looked at, and taken again while that part of the board is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, NamedTuple, Protocol

from rules.kernel.incremental import Memory, Previous
from rules.kernel.lattice import OFF_BOARD


class Keeping(Protocol):
    """A state that has a ``memo`` of its own and a ``memory`` that goes along to the states after it."""

    @property
    def memo(self) -> dict[str, Any]:
        """What was worked out from this state alone."""
        ...

    @property
    def memory(self) -> Memory:
        """What was found for this line of states."""
        ...


_Source = tuple[Hashable, frozenset[int], frozenset[int]]


class _Flood(NamedTuple):
    """What was reached, and with it all that was looked at on the way (more is safe, less is not)."""

    hexes: frozenset[int]
    looked: frozenset[int]


def flood_over(
    state: Keeping,
    neighbours: Sequence[Sequence[int]],
    name: str,
    begins: Hashable,
    closed: frozenset[int],
    ends: frozenset[int],
    find: Callable[[], Collection[int]],
    *,
    watched: Collection[int] = (),
    within: frozenset[int] | None = None,
) -> frozenset[int]:
    """What ``find`` reaches by going from neighbour to neighbour, links of an atlas among them.

    ``find`` may depend on ``begins``, on which of the hexes that it reaches, that lie beside these, or that are
    ``watched`` are ``closed`` or ``ends``, and on the board; on nothing else. Where it is known beforehand that it
    looks at nothing outside some hexes, ``within`` has these: they need not be gathered after every flood.
    """
    kept: frozenset[int] | None = state.memo.get(name)
    if kept is None:

        def again(earlier: Previous[_Source, _Flood] | None) -> _Flood:
            if earlier is not None and earlier.source[0] == begins:
                looked = earlier.value.looked
                pairs = zip(earlier.source[1:], (closed, ends), strict=True)
                if all(_are_alike(state, was, now, looked) for was, now in pairs):
                    return earlier.value
            hexes = frozenset(find())
            return _Flood(hexes, hexes.union(watched, beside(neighbours, hexes)) if within is None else within)

        kept = state.memo[name] = state.memory.recall(name, (begins, closed, ends), again).hexes
    return kept


def _are_alike(state: Keeping, was: frozenset[int], now: frozenset[int], looked: frozenset[int]) -> bool:
    """Whether two sets of hexes are alike as far as one looked. Many floods ask for the same two."""
    if was is now:
        return True
    differences: list[tuple[frozenset[int], frozenset[int], frozenset[int]]] = state.memo.setdefault("differences", [])
    for one, other, difference in differences:
        if one is was and other is now:
            return difference.isdisjoint(looked)
    differences.append((was, now, was ^ now))
    return differences[-1][2].isdisjoint(looked)


def beside(neighbours: Sequence[Sequence[int]], hexes: Collection[int]) -> set[int]:
    """The neighbours of hexes."""
    return {b for a in hexes for b in neighbours[a] if b != OFF_BOARD}
