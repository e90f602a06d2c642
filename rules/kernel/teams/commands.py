"""The commands of a side by name: "central.west" has what lies in the west, "central.staff" what no commander has."""

from __future__ import annotations

from typing import NamedTuple

STAFF = "staff"


class NamedCommand(NamedTuple):
    """A command, or an office of the staff, and whose it is; ``name`` is empty in a word that names none."""

    side: str
    name: str


def command_named(side: str, name: str) -> str:
    """The word for a command of a side."""
    return f"{side}.{name}"


def staff_of(side: str) -> str:
    """The word for what of a side's no commander has, and so its commander in chief."""
    return command_named(side, STAFF)


def read_command(word: str) -> NamedCommand:
    """What a word of ``command_named`` names."""
    side, _, name = word.partition(".")
    return NamedCommand(side, name)
