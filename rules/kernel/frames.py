"""The cursor of a match: a stack of frames, the step of the sequence first, what interrupts it on top."""

from __future__ import annotations

from typing import Any, TypeVar

F = TypeVar("F")
T = TypeVar("T")


def base(cursor: tuple[F, ...], cls: type[T]) -> T:
    """The step of the sequence, whatever interrupts it. TypeError when the cursor does not begin with a ``cls``."""
    frame = cursor[0]
    if not isinstance(frame, cls):
        raise TypeError(f"the cursor begins with a {cls.__name__}")
    return frame


def first(cursor: tuple[F, ...], cls: type[T]) -> T | None:
    """The outermost frame of a class, or None."""
    return next((f for f in cursor if isinstance(f, cls)), None)


def without(cursor: tuple[F, ...], cls: type[Any]) -> tuple[F, ...]:
    """The cursor less its frames of a class."""
    return tuple(f for f in cursor if not isinstance(f, cls))


def exchanged(cursor: tuple[F, ...], frame: F) -> tuple[F, ...]:
    """The cursor with ``frame`` in place of the one of its class."""
    return tuple(frame if type(f) is type(frame) else f for f in cursor)
