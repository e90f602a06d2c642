"""Facts: what an event of any game is, how kinds are found again in files, and how a fact goes to JSON and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from rules.kernel import codec
from rules.kernel.fast_replace import replace
from rules.kernel.incremental import Remembering
from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import Steps, check_shape, current_shape

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
    return follow(state, fact.apply(state))


def follow(state: S, after: S) -> S:
    """A state that comes after another one, with what was worked out for that."""
    if isinstance(after, Remembering) and isinstance(state, Remembering):
        after.follow(state)
    return after


def count_die(state: S, draw: int) -> S:
    """The die of the number ``draw`` has been rolled: the next one has the next number."""
    return cast(S, replace(cast(Any, state), draws=draw + 1))


V = "v"
"""The member that has the number of a fact's shape; left out while it is 1."""


class Kinds(Generic[S]):
    """The facts of a game by ``kind``, and the steps from their older shapes (decisions/0021).

    ``older`` has steps by the kind under which facts are stored. A kind that is no more has steps too; the last of them
    gives the fact another kind. ValueError when two classes share a kind, or one has a field named as the number.
    """

    def __init__(self, classes: Iterable[type[Fact[S]]], older: Mapping[str, Steps] | None = None) -> None:
        self.classes: dict[str, type[Fact[S]]] = {}
        self.older = older or {}
        for cls in classes:
            if cls.kind in self.classes:
                raise ValueError(f"{cls.__name__} and {self.classes[cls.kind].__name__} share the kind {cls.kind!r}")
            if any(field.name == V for field in dataclasses.fields(cast(Any, cls))):
                raise ValueError(f"{cls.__name__} may have no field {V!r}")
            self.classes[cls.kind] = cls

    def dump(self, fact: Fact[S]) -> JsonObject:
        """A fact as JSON with its kind and the number of its shape."""
        data = cast(JsonObject, codec.dump(fact))
        steps = self.older.get(fact.kind)
        return {"kind": fact.kind, V: current_shape(steps), **data} if steps else data

    def load(self, data: JsonObject) -> Fact[S]:
        """A fact from JSON, brought forward if it is of an older shape. UnknownShape when it is of no known one."""
        data = self.brought_forward(data)
        return codec.load(self.classes[str(data["kind"])], data)

    def brought_forward(self, data: JsonObject) -> JsonObject:
        """A stored fact in the shape of today. UnknownShape as for ``load``."""
        while True:
            kind = str(data["kind"])
            steps = self.older.get(kind, ())
            number = check_shape(f"a fact of kind {kind!r}", data.get(V, 1), len(steps) + (kind in self.classes))
            if number > len(steps):
                return data
            after = steps[number - 1](data)
            data = {**after, V: number + 1} if after["kind"] == kind else after


def by_kind(
    *chapters: ModuleType, older: Mapping[str, Steps] | None = None, also: Iterable[type[Any]] = ()
) -> Kinds[Any]:
    """All facts that these modules define, and those of the kernel that the game has. ValueError as for ``Kinds``."""
    found = [
        cls
        for chapter in chapters
        for cls in vars(chapter).values()
        if isinstance(cls, type) and cls.__module__ == chapter.__name__ and dataclasses.is_dataclass(cls)
        if hasattr(cls, "apply")
    ]
    return Kinds(cast(Any, (*found, *also)), older)


def chapters_of(package: str) -> tuple[ModuleType, ...]:
    """The modules of a package by name: in the same order on every disk."""
    names = sorted(found.name for found in iter_modules(import_module(package).__path__))
    return tuple(import_module(f"{package}.{name}") for name in names)
