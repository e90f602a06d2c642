"""Dicts that remember which keys changed: a move changes two entries of a thousand.

States are never changed in place, so a dict is copied for each event. Finding the changed entries would mean scanning
the whole copy, so the copy carries the keys that were altered in it and in the last few copies before it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MAX_STEPS_BACK = 64
"""How many alterations back a mapping knows. To compare it with an older one, both are looked through: what is asked
only now and then, as by those who move few units, is often older than a dozen."""
Altered = tuple[object, Collection[Any]]
"""The mark of the mapping that was altered, and by which keys."""


class TrackedDict(dict[K, V]):
    """A mapping that was made from another by ``with_changes``, and is never changed itself.

    ``mark`` is its own and no other's; ``steps`` lead back from it, the last first.
    """

    __slots__ = ("mark", "steps")

    def __init__(self, entries: Mapping[K, V]) -> None:
        super().__init__(entries)
        self.mark = object()
        self.steps: tuple[Altered, ...] = ()

    def touched_since(self, before: TrackedDict[K, V]) -> set[K] | None:
        """The keys that were altered after ``before``; None when this did not come from it, or long ago."""
        touched: set[K] = set()
        for mark, keys in self.steps:
            touched.update(keys)
            if mark is before.mark:
                return touched
        return None


def with_changes(before: Mapping[K, V], entries: Mapping[K, V], without: Iterable[K] = ()) -> TrackedDict[K, V]:
    """``before`` without some of its keys, and then with these entries. KeyError for a key that it has not."""
    found = TrackedDict(before)
    gone = tuple(without)
    for key in gone:
        del found[key]
    found.update(entries)
    if isinstance(before, TrackedDict):
        found.steps = ((before.mark, (*gone, *entries)), *before.steps[: MAX_STEPS_BACK - 1])
    return found


def rebuilt(before: Mapping[K, V], entries: Mapping[K, V], touched: Iterable[K]) -> TrackedDict[K, V]:
    """``entries`` in their own order, which differ from ``before`` by these keys at most; the caller may still
    set these."""
    return derived(TrackedDict(entries), before, touched)


def derived(found: TrackedDict[K, V], before: Mapping[K, V], touched: Iterable[K]) -> TrackedDict[K, V]:
    """The same where ``found`` is made for it: it is not copied."""
    if isinstance(before, TrackedDict):
        found.steps = ((before.mark, tuple(touched)), *before.steps[: MAX_STEPS_BACK - 1])
    return found
