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

OPEN, ACTIVE, FINISHED = "open", "active", "finished"


@dataclass(frozen=True, slots=True)
class Fact:
    """An event as it is stored."""

    seq: int
    kind: str
    payload: JsonObject
    lines: Lines
    seat: str
    command_id: str
    at: dt.datetime

    def line(self, viewer: str) -> JsonObject | None:
        """The log line for one viewer, with its number and time; None when he learns nothing."""
        line = self.lines.get(viewer)
        return None if line is None else {**line, "seq": self.seq, "at": self.at.isoformat(timespec="seconds")}


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who sits on it, if anybody."""

    seat: str
    title: str
    account: uuid.UUID | None
    name: str | None
    contribution: str
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
    secret: bytes
    commitment: str
    invite: str
    spectate: str
    outcome: JsonObject | None
    chairs: tuple[Chair, ...]
