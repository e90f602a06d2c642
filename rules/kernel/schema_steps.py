"""Shapes of what is stored, numbered from 1, and the steps from each to the next (decisions/0021).

A step takes the JSON that an older version wrote and gives what the version after it would have written. It knows
nothing of the classes of today, which change under it. The present number is one more than there are steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rules.kernel.messages import JsonObject

SchemaStep: TypeAlias = Callable[[JsonObject], JsonObject]
Steps: TypeAlias = Sequence[SchemaStep]
"""The first leads from shape 1 to shape 2."""


class UnknownShape(ValueError):
    """What is stored has a shape or kind that this program does not know, as when a newer version wrote it."""


def current_shape(steps: Steps) -> int:
    """The number of the shape that is written now."""
    return len(steps) + 1


def check_shape(what: str, number: object, most: int) -> int:
    """The number of a shape that this program knows. UnknownShape for any other."""
    if type(number) is not int or not 1 <= number <= most:
        known = f"1 to {most}" if most else "none"
        raise UnknownShape(f"{what} is of version {number!r}; this program knows {known}")
    return number


def rename_member(data: JsonObject, old: str, new: str) -> JsonObject:
    """The object with another name for a member that it has."""
    return {new if name == old else name: value for name, value in data.items()}
