"""A letter, and who takes it to its reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail of plain text. ``kind`` names it in the log, which has neither its reader nor its text."""

    kind: str
    to: str
    subject: str
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)


class Undelivered(Exception):
    """A letter could not be handed over; ``str`` of it holds no secret."""


class Mailer(Protocol):
    """Hands letters over."""

    async def send(self, letter: Letter) -> None:
        """Hand it over. Undelivered when that fails."""
        ...
