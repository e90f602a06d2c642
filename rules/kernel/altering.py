"""Mappings that know in what they differ from those before them: a move changes two entries of a thousand.

States are never changed in place, so a mapping is copied for each event. To find what is another in the copy, all of it
would have to be looked through; so the copy takes along the keys that it was altered by, and those of the last few
before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

V = TypeVar("V")

STEPS = 16
"""How many alterations back a mapping knows. To compare it with an older one, both are looked through."""
Step = tuple[object, Collection[str]]
"""The mark of the mapping that was altered, and by which keys."""


class Altered(dict[str, V]):
    """A mapping that was made from another by ``altered``, and is never changed itself.

    ``mark`` is its own and no other's; ``steps`` lead back from it, the last first.
    """

    __slots__ = ("mark", "steps")

    def __init__(self, entries: Mapping[str, V]) -> None:
        super().__init__(entries)
        self.mark = object()
        self.steps: tuple[Step, ...] = ()

    def touched_since(self, before: Altered[V]) -> set[str] | None:
        """The keys that were altered after ``before``; None when this did not come from it, or long ago."""
        touched: set[str] = set()
        for mark, keys in self.steps:
            touched.update(keys)
            if mark is before.mark:
                return touched
        return None


def altered(before: Mapping[str, V], entries: Mapping[str, V], without: Iterable[str] = ()) -> Altered[V]:
    """``before`` without some of its keys, and then with these entries. KeyError for a key that it has not."""
    found = Altered(before)
    gone = tuple(without)
    for key in gone:
        del found[key]
    found.update(entries)
    if isinstance(before, Altered):
        found.steps = ((before.mark, (*gone, *entries)), *before.steps[: STEPS - 1])
    return found
