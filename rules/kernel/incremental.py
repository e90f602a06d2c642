"""Work that stays good from one state to the next: found once, and again only when something it came from has changed.

A move changes little, yet zones, lines of supply and views are asked for after every one. What was found is kept
together with everything that it was found from, and taken only when all of that is equal: so it is derived from the
state alone, and a state that was loaded a moment ago answers the same as one with a long memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from itertools import compress
from operator import is_, is_not
from typing import Any, Generic, NamedTuple, TypeVar

from rules.kernel.tracked_dict import TrackedDict

S = TypeVar("S", bound="tuple[Any, ...]")
T = TypeVar("T")
V = TypeVar("V")


class Previous(NamedTuple, Generic[S, T]):
    """What was found for another state, and from what."""

    source: S
    value: T


_COMPARED = (frozenset, tuple)
_new = tuple.__new__


class Memory:
    """One line of states' finds by name. It holds the newest of each name only, so it does not grow with the match."""

    __slots__ = ("_changes", "_finds")

    def __init__(self) -> None:
        self._finds: dict[Hashable, Previous[Any, Any]] = {}
        self._changes: dict[Hashable, tuple[object, object, frozenset[str]]] = {}

    def recall(self, name: Hashable, source: S, find: Callable[[Previous[S, T] | None], T]) -> T:
        """What ``find`` gives. ``source`` is all that it depends on besides printed things, and is never altered.

        ``find`` is handed the find for another source, if there is one, so that it may start from that. A set or tuple
        equal to the last one comes as the very same object: what depends on it in turn is recognised at a glance.
        """
        kept: Previous[S, T] | None = self._finds.get(name)
        if kept is not None:
            if all(map(is_, kept[0], source)):
                # Nearly always, and in half the time.
                return kept[1]
            for was, now in zip(kept[0], source, strict=False):
                # Equal, and objects of keys the same one, for their order may matter.
                if was is not now and (isinstance(was, dict) or was != now):
                    break
            else:
                return kept[1]
            value = find(kept)
            if isinstance(value, _COMPARED) and kept[1] == value:
                value = kept[1]
        else:
            value = find(None)
        # As ``Previous(source, value)`` without the detour over its own ``__new__``: it is done twenty times a command.
        self._finds[name] = _new(Previous, (source, value))
        return value

    def changed(self, name: Hashable, old: Mapping[str, Any], new: Mapping[str, Any]) -> frozenset[str]:
        """``changed_keys`` of two mappings, found once, whoever asks; ``name`` says whose they are."""
        if old is new:
            return frozenset()
        last = self._changes.get(name)
        if last is not None and last[0] is old and last[1] is new:
            return last[2]
        found = self.recall(
            ("changed", name),
            (old, new),
            lambda earlier: frozenset(compare_keys(old, new) if earlier is None else changed_keys(old, new)),
        )
        self._changes[name] = (old, new, found)
        return found


class Remembering:
    """A base for frozen states: ``memory``, and ``printed`` if they have it, go along to the states that follow.

    ``printed`` is a cached property of the game's own: what is printed for the plan of the match (decisions/0023).
    """

    @cached_property
    def memory(self) -> Memory:
        """What was found for this line of states. Not part of the state: it is neither compared nor stored."""
        return Memory()

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What is worked out from this state alone and kept with it."""
        return {}

    def forget(self) -> None:
        """Drop the memo of a state that is no longer played on; whoever asks it again has it worked out again."""
        self.__dict__.pop("memo", None)

    def follow(self, before: Remembering) -> None:
        """Go on with the memory of the state before, and with what is printed for it."""
        self.__dict__["memory"] = before.memory
        printed = before.__dict__.get("printed")
        if printed is not None:
            self.__dict__["printed"] = printed


def changed_keys(old: Mapping[str, V], new: Mapping[str, V]) -> set[str]:
    """The keys whose value is another object, or that only one of the two has. No value may be None."""
    if isinstance(new, TrackedDict) and isinstance(old, TrackedDict):
        touched = new.touched_since(old)
        if touched is not None:
            # What was altered may have been altered back.
            return {key for key in touched if old.get(key) is not new.get(key)}
    return compare_keys(old, new)


def compare_keys(old: Mapping[str, V], new: Mapping[str, V]) -> set[str]:
    """``changed_keys`` by looking through both."""
    if old is new:
        return set()
    if [*old] == [*new]:
        # The usual case, and half the work: nothing need be looked up by its key.
        return set(compress(new, map(is_not, new.values(), old.values())))
    found = set(compress(new, map(is_not, new.values(), map(old.get, new))))
    found.update(old.keys() - new.keys())
    return found
