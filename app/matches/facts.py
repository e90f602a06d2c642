"""What is stored of a match and passed between its parts."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.kernel.messages import JsonObject

UNDONE = "undone"
"""Kind of the one event that is ours and not the game's: its payload's ``to`` is the event to which it goes back."""

Lines: TypeAlias = Mapping[str, JsonObject]
"""Log lines by viewpoint; who learns nothing is not in it."""

OPEN, OPENING, ACTIVE, FINISHED = "open", "opening", "active", "finished"
"""Seats or seals are missing; all seats have sealed their words and some have still to open them; in play; over."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command as it was sent. The one that takes back the last has neither ``ask`` nor ``body``."""

    seat: str
    id: str
    ask: str
    body: JsonObject


@dataclass(frozen=True, slots=True)
class Fact:
    """An event as it is stored. The last one of a command has the ``link`` after it (app/proof/links.py)."""

    seq: int
    kind: str
    payload: JsonObject
    lines: Lines
    seat: str
    command_id: str
    at: dt.datetime
    link: bytes | None = None

    def line(self, viewer: str) -> JsonObject | None:
        """The log line for one viewer, with its number and time; None when he learns nothing."""
        line = self.lines.get(viewer)
        return None if line is None else {**line, "seq": self.seq, "at": self.at.isoformat(timespec="seconds")}


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who sits on it, if anybody; what it adds to the dice, sealed first and then opened."""

    seat: str
    title: str
    account: uuid.UUID | None
    name: str | None
    seal: str | None
    word: str | None
    last_seen: int


@dataclass(frozen=True, slots=True)
class Record:
    """The row of a match and its seats in order."""

    id: str
    game: str
    scenario: str
    options: JsonObject
    status: str
    hotseat: bool
    version: int
    secret: bytes | None
    """Of the dice. Drawn when all seats have sealed their words."""
    commitment: str | None
    invite: str
    spectate: str
    outcome: JsonObject | None
    rules: str | None
    """Version of the rules that made the opening position; None of matches from before it was noted."""
    link: bytes | None
    """Where the chain begins; None before the match does, and of matches from before there were links."""
    chairs: tuple[Chair, ...]
