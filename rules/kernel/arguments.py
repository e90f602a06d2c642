"""Readers of what came from outside: each takes one argument of a command as it should be, or refuses it.

``section`` is where a game's rulebook would have the player look. A game binds it once with ``functools.partial``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from rules.kernel.messages import Refused

T = TypeVar("T")
Arguments = Mapping[str, object]


def only(command: Arguments, *names: str, section: str) -> None:
    """Refuse a command with arguments that its kind does not have, or without those it must have."""
    if set(command) - {"kind"} != set(names):
        raise Refused("malformed", section, f"This command takes {', '.join(names) or 'no arguments'}.")


def want_flag(command: Arguments, name: str, *, section: str) -> bool:
    """A true or false."""
    value = command.get(name)
    if not isinstance(value, bool):
        raise Refused("malformed", section, f"'{name}' must be true or false.")
    return value


def want_path(
    command: Arguments, name: str, place: Callable[[object], str], most: int, *, section: str
) -> tuple[str, ...]:
    """A list of places, at least one and at most ``most``; ``place`` reads each."""
    return _read_list(command, name, "places", place, 1, most, section)


def want_units(
    command: Arguments,
    name: str,
    own: Callable[[object], str],
    most: int,
    *,
    section: str,
) -> tuple[str, ...]:
    """A list of units, one at least and none twice; ``own`` reads each and refuses those of others."""
    units = _read_list(command, name, "units", own, 0, most, section)
    if not units:
        raise Refused("nothing-chosen", section, "Choose at least one unit.")
    if len(set(units)) != len(units):
        raise Refused("malformed", section, "A unit is named twice.")
    return units


def _read_list(
    command: Arguments, name: str, what: str, read: Callable[[object], T], least: int, most: int, section: str
) -> tuple[T, ...]:
    value = command.get(name)
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise Refused("malformed", section, f"'{name}' must be a list of {what}.")
    return tuple(read(v) for v in value)
