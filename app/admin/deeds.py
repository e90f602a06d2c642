"""The host's deeds as the browser asks for them: each one whole, with its reason, before anything is done."""

from __future__ import annotations

import hashlib
import json
import uuid
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints

from app.accounts.names import one_line
from app.admin.banning import MAX_DAYS
from app.wire import MAX_SEQ, Body, Word

MAX_REASON_LENGTH = 300


def _reason(text: str) -> str:
    """One line that players can read. ValueError for anything else."""
    line = one_line(text.strip())
    if not line:
        raise ValueError("give a reason")
    return line


Reason: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_REASON_LENGTH), AfterValidator(_reason)
]
Match: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Network: TypeAlias = Annotated[str, StringConstraints(min_length=2, max_length=50, pattern=r"^[0-9A-Fa-f.:/]+$")]


class _OfMatch(Body):
    match: Match
    reason: Reason = Field(description="All players read it.")


class Rewind(_OfMatch):
    """A match goes back to after an event."""

    what: Literal["rewind"]
    event: int = Field(ge=0, le=MAX_SEQ)


class OpenSeat(_OfMatch):
    """A seat of a match in play is open to a new player."""

    what: Literal["open-seat"]
    seat: Word


class End(_OfMatch):
    """A match ends for a side, or as a draw; one that has not begun is called off."""

    what: Literal["end"]
    winner: Word = ""


class HideMessage(_OfMatch):
    """The text of a message is taken away for everyone."""

    what: Literal["hide-message"]
    room: Word
    number: int = Field(ge=0, le=MAX_SEQ)


class _OfAccount(Body):
    account: uuid.UUID
    reason: Reason


class Lock(_OfAccount):
    """Nobody is let in to an account any more."""

    what: Literal["lock"]


class Unlock(_OfAccount):
    """The owner of an account may log in again."""

    what: Literal["unlock"]


class Ban(Body):
    """A network is kept out for some days."""

    what: Literal["ban"]
    network: Network
    days: int = Field(ge=1, le=MAX_DAYS)
    reason: Reason


class LiftBan(Body):
    """A network is let in again."""

    what: Literal["lift-ban"]
    network: Network
    reason: Reason


class CloseReport(Body):
    """A report was dealt with."""

    what: Literal["close-report"]
    report: uuid.UUID
    reason: Reason


Deed: TypeAlias = Annotated[
    Rewind | OpenSeat | End | HideMessage | Lock | Unlock | Ban | LiftBan | CloseReport, Field(discriminator="what")
]


def fingerprint(deed: Deed) -> str:
    """What a challenge for this deed is bound to: another account, match or reason gives another."""
    said = json.dumps(deed.model_dump(mode="json"), sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:32]
