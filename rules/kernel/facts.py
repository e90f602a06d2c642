"""Facts: what an event of any game is, how kinds are found again in files, and how a fact goes to JSON and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar, Protocol, TypeVar, cast

from rules.kernel import codec
from rules.kernel.memory import Remembering
from rules.kernel.messages import JsonObject

S = TypeVar("S")


class Fact(Protocol[S]):
    """Something that happened: ``kind`` names it in files, ``apply`` gives the state after it.

    A fact neither judges nor rolls: what it needs to change the state is in its fields.
    """

    kind: ClassVar[str]

    def apply(self, state: S, /) -> S:
        """The state after this fact."""
        ...


def evolve(state: S, fact: Fact[S]) -> S:
    """Apply one fact. What was worked out before goes along, for the most of it is still true."""
    after = fact.apply(state)
    if isinstance(after, Remembering) and isinstance(state, Remembering):
        after.follow(state)
    return after


def by_kind(*chapters: ModuleType) -> Mapping[str, type[Any]]:
    """Kind to class of all facts that these modules define. ValueError when two share a kind."""
    found: dict[str, type[Any]] = {}
    for chapter in chapters:
        for cls in vars(chapter).values():
            if not (isinstance(cls, type) and cls.__module__ == chapter.__name__ and dataclasses.is_dataclass(cls)):
                continue
            kind: str = cast(Any, cls).kind
            if kind in found:
                raise ValueError(f"{cls.__name__} and {found[kind].__name__} share the kind {kind!r}")
            found[kind] = cls
    return found


def dump(fact: Fact[Any]) -> JsonObject:
    """A fact as JSON with its kind."""
    return cast(JsonObject, codec.dump(fact))


def load(kinds: Mapping[str, type[Fact[S]]], data: JsonObject) -> Fact[S]:
    """A fact from JSON. KeyError for an unknown kind."""
    return codec.load(kinds[str(data["kind"])], data)
