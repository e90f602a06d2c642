"""Which hexes each side has from the other, as a view lists them."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from operator import is_
from typing import Any, Protocol, cast

from rules.kernel.incremental import Memory, Previous
from rules.kernel.messages import Json, JsonObject


class Taking(Protocol):
    """A state in which hexes are ``taken`` that are not with their first owner."""

    @property
    def taken(self) -> frozenset[str]:
        """Those hexes."""
        ...

    @property
    def memory(self) -> Memory:
        """What was found for this line of states."""
        ...


def taken_by_side(
    state: Taking, sides: Iterable[str], holder: Callable[[str], str | None], whole: tuple[object, ...] = ()
) -> JsonObject:
    """By side the taken hexes that it holds, by number; those of nobody are left out. Not to be changed: it is kept.

    ``holder`` looks at what is taken and at what stands in ``whole``; at nothing else of the state.
    """
    source = (state.taken, *whole)

    def find(earlier: Previous[tuple[Any, ...], JsonObject] | None) -> JsonObject:
        was, changed = {side: list[str]() for side in sides}, state.taken
        if earlier is not None and all(map(is_, earlier.source[1:], whole)):
            was, changed = cast("dict[str, list[str]]", earlier.value), earlier.source[0] ^ state.taken
        found = {side: [*hexes] for side, hexes in was.items()}
        for hex_ in changed:
            if hex_ in state.taken:
                now = holder(hex_)
                if now is not None:
                    insort(found[now], hex_)
                continue
            # What is taken no longer is listed with its taker still.
            for hexes in found.values():
                at = bisect_left(hexes, hex_)
                if at < len(hexes) and hexes[at] == hex_:
                    del hexes[at]
        return {side: cast(Json, was[side] if was[side] == hexes else hexes) for side, hexes in found.items()}

    return state.memory.recall("control", source, find)
