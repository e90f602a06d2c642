"""The cursor of a match: a stack of frames, the step of the sequence first, what interrupts it on top.

A state says with these what it wants to know of its cursor: ``phase = BaseFrame(PhaseFrame)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from rules.kernel.procedure.phases import Phase

F = TypeVar("F")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StepFrame:
    """A step that the match stands in, and what it is ``about``: all that a small game needs to know of either."""

    kind: ClassVar[str] = "step"
    step: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class KeyFrame:
    """A step of the sequence, by its key. A game adds what lasts as long as the step."""

    kind: ClassVar[str] = "phase"
    key: str

    @property
    def step(self) -> str:
        """The key of the step."""
        return self.key


@dataclass(frozen=True, slots=True)
class PhaseFrame(KeyFrame):
    """A step that the ``phases`` of the game tell more of."""

    phases: ClassVar[Mapping[str, Phase]] = MappingProxyType({})

    @property
    def side(self) -> str | None:
        """Whose step it is; None where both sides or neither act."""
        return self.phases[self.key].side

    @property
    def name(self) -> str:
        """Which step it is, whoever has it."""
        return self.phases[self.key].name


class Interruption:
    """What is on top of a step: the key of its own step is its kind."""

    __slots__ = ()
    kind: ClassVar[str]

    @property
    def step(self) -> str:
        """The key of the step that it asks."""
        return self.kind


class BaseFrame(Generic[T]):
    """The step of the sequence, whatever interrupts it. TypeError when the cursor does not begin with a ``cls``."""

    def __init__(self, cls: type[T]) -> None:
        self._cls = cls

    def __set_name__(self, owner: Any, name: str) -> None:
        self._name = name

    def __get__(self, state: Any, owner: Any = None) -> T:
        frame = state.cursor[0]
        if not isinstance(frame, self._cls):
            raise TypeError(f"the cursor begins with a {self._cls.__name__}")
        # A state's cursor is never exchanged, and this is asked two dozen times a command: kept as by cached_property.
        vars(state)[self._name] = frame
        return frame


class TopFrame(Generic[F]):
    """The innermost frame: what is being decided."""

    def __get__(self, state: Any, owner: Any = None) -> F:
        frame: F = state.cursor[-1]
        return frame


class FirstFrame(Generic[T]):
    """The outermost frame of a class, or None."""

    def __init__(self, cls: type[T]) -> None:
        self._cls = cls

    def __get__(self, state: Any, owner: Any = None) -> T | None:
        return first(state.cursor, self._cls)


def first(cursor: tuple[F, ...], cls: type[T]) -> T | None:
    """The outermost frame of a class, or None."""
    return next((f for f in cursor if isinstance(f, cls)), None)


def without(cursor: tuple[F, ...], cls: type[Any]) -> tuple[F, ...]:
    """The cursor less its frames of a class."""
    return tuple(f for f in cursor if not isinstance(f, cls))


def exchange_frame(cursor: tuple[F, ...], frame: F) -> tuple[F, ...]:
    """The cursor with ``frame`` in place of the one of its class."""
    return tuple(frame if type(f) is type(frame) else f for f in cursor)
