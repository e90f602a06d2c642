"""A letter, and who takes it to its reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail of plain text. ``kind`` names it in the log, which has neither its reader nor its text."""

    kind: str
    to: str
    subject: str
    text: str


class Undelivered(Exception):
    """A letter could not be handed over; ``str`` of it holds no secret."""


class Mailer(Protocol):
    """Hands letters over."""

    async def send(self, letter: Letter) -> None:
        """Hand it over. Undelivered when that fails."""
        ...
