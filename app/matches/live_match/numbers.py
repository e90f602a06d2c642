"""What counts on the wire: how much a viewpoint was told, and nothing of what it was not (decisions/0024).

A viewpoint's number rises by one with each fact of which it has a line. A command of which it has none, but which shows
it something (another view, another question, an undo that is lost), raises it by one with its last fact. All this is
decided once, when the command is judged, and stored with the facts, so every process says the same for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.matches.facts import Lines, Numbers


@dataclass(frozen=True, slots=True)
class VersionMark:
    """How far a viewpoint was told: its number, and the link of the command that brought it there.

    ``link`` is None where there is no chain, and of a viewpoint that was told nothing yet.
    """

    number: int
    link: bytes | None


@dataclass(frozen=True, slots=True)
class CommandAsHeard:
    """A command as one viewpoint heard of it.

    ``event`` is its last event, ``number`` the viewpoint's number there, and ``before`` the number it had before.
    """

    event: int
    number: int
    before: int


def numbers_after(before: Numbers, lines: Sequence[Lines], shown: Collection[str]) -> list[Numbers]:
    """The numbers after each fact of a command, by their lines; ``shown`` are the viewpoints told without a line."""
    after: list[Numbers] = []
    for told in lines:
        before = {viewpoint: number + (viewpoint in told) for viewpoint, number in before.items()}
        after.append(before)
    after[-1] = {viewpoint: number + (viewpoint in shown) for viewpoint, number in before.items()}
    return after
