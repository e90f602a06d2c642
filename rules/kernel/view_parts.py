"""A view put together from parts, each of which names what it is made from.

A part is made again only when one of its sources has changed since the last view; the others are handed over as they
are, so whoever compares two views sees at a glance that they are the same. What everyone may see is made once
and cannot know for whom; what depends on the viewer is kept by viewer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any, Generic, Protocol, TypeVar

from rules.kernel.incremental import Memory, Previous
from rules.kernel.messages import Json, JsonObject


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


S = TypeVar("S", bound=Keeping)
M = TypeVar("M", bound=Callable[..., Json])


@dataclass(frozen=True, slots=True)
class _Part(Generic[M]):
    """A member of a view: ``sources`` are all attributes of the state that ``make`` looks at, directly or not.

    Attributes that never change in a match need no naming. A source that is a mapping must be another object whenever
    it changes, as it is in a state that is never changed in place.
    """

    name: str
    sources: tuple[str, ...]
    make: M


@dataclass(frozen=True, slots=True)
class Open(_Part[Callable[[S], Json]], Generic[S]):
    """What all viewers see alike: ``make(state)``."""


@dataclass(frozen=True, slots=True)
class Own(_Part[Callable[[S, str], Json]], Generic[S]):
    """What depends on who looks: ``make(state, viewer)``."""


class View(Generic[S]):
    """The view of a game: its members are those of the parts, in their order."""

    def __init__(self, *parts: Open[S] | Own[S]) -> None:
        self.parts = parts
        self._blank: JsonObject = dict.fromkeys(part.name for part in parts)
        self._open = _Kept(tuple(p for p in parts if isinstance(p, Open)))
        self._own = _Kept(tuple(p for p in parts if isinstance(p, Own)))
        if len(self._blank) != len(parts):
            raise ValueError("two parts of a view have the same name")

    def of(self, state: S, viewer: str) -> JsonObject:
        """What ``viewer`` may know. Not to be changed; the very same object as the last time if no part is another."""
        shared = self._open_parts(state)

        def find(earlier: Previous[tuple[Any, ...], JsonObject] | None) -> JsonObject:
            if earlier is None:
                return {**self._blank, **shared, **{p.name: p.make(state, viewer) for p in self._own.parts}}
            made: JsonObject = {} if earlier.source[0] is shared else dict(shared)
            for part in self._own.touched(earlier.source[1:], sources):
                made[part.name] = part.make(state, viewer)
            return _renew(earlier.value, made)

        sources = self._own.sources(state)
        return state.memory.recall(("view", viewer), (shared, *sources), find)

    def _open_parts(self, state: S) -> JsonObject:
        """The open parts, made once a state."""
        kept: JsonObject | None = state.memo.get("view")
        if kept is None:
            sources = self._open.sources(state)

            def find(earlier: Previous[tuple[Any, ...], JsonObject] | None) -> JsonObject:
                if earlier is None:
                    return {p.name: p.make(state) for p in self._open.parts}
                return _renew(
                    earlier.value, {p.name: p.make(state) for p in self._open.touched(earlier.source, sources)}
                )

            kept = state.memo["view"] = state.memory.recall("view", sources, find)
        return kept


P = TypeVar("P", bound=_Part[Any])


class _Kept(Generic[P]):
    """Parts whose sources are read and compared together."""

    def __init__(self, parts: tuple[P, ...]) -> None:
        self.parts = parts
        names = tuple(dict.fromkeys(name for part in parts for name in part.sources))
        self._read = _reader(names)
        self._needs = tuple(frozenset(map(names.index, part.sources)) for part in parts)
        self._by_change: dict[tuple[int, ...], tuple[P, ...]] = {}

    def sources(self, state: object) -> tuple[Any, ...]:
        """All that the parts are made from."""
        return self._read(state)

    def touched(self, was: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[P, ...]:
        """The parts that have another source than before."""
        changed = tuple(compress(count(), map(is_not, was, now)))
        found = self._by_change.get(changed)
        if found is None:
            pairs = zip(self.parts, self._needs, strict=True)
            found = self._by_change[changed] = tuple(p for p, needs in pairs if not needs.isdisjoint(changed))
        return found


def _reader(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    """``attrgetter`` that gives a tuple however few the names are."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda state: tuple(attrgetter(name)(state) for name in names)


def _renew(old: JsonObject, made: JsonObject) -> JsonObject:
    """``old`` with what was made; ``old`` itself if all of that is the same."""
    return {**old, **made} if any(old[name] is not value for name, value in made.items()) else old
