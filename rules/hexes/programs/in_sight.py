"""Stacks as a program reads them off its view. One that nobody touched is the same object in the next view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
Stack = Sequence[Mapping[str, Any]]
Seen = dict[str, tuple[object, T]]
"""By hex a stack as it was in a view, and what was read from it."""


def read_stacks(stacks: Mapping[str, Stack], read: Callable[[str, Stack], T], seen: Seen[T] | None) -> dict[str, T]:
    """What ``read(hex, units)`` gives for every stack in sight; ``seen`` has what was read last, and keeps this."""
    known: Seen[T] = {} if seen is None else seen
    found: dict[str, T] = {}
    for hex_, stack in stacks.items():
        before = known.get(hex_)
        if before is None or before[0] is not stack:
            before = known[hex_] = stack, read(hex_, stack)
        found[hex_] = before[1]
    return found
