"""Bodies and answers of the chat."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from app.matches.schemas import CommandId
from app.wire import LINE, MAX_SEQ, Body, Word

MAX_MESSAGE_LENGTH = 500
"""Characters of a message."""

TURNERS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of what is written after them."""


def _check_text(text: str) -> str:
    """Refuse what says nothing, and what turns around what stands beside it. ValueError."""
    if TURNERS.search(text):
        raise ValueError("turns the direction of writing")
    if not text.strip():
        raise ValueError("says nothing")
    return text.strip()


Said: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_MESSAGE_LENGTH, pattern=LINE), AfterValidator(_check_text)
]


class SayIn(Body):
    """Something to say in a room. Sent again with the same id it is said once."""

    id: CommandId
    seat: Word | None = Field(default=None, description="Your seat.", examples=["german"])
    key: Word | None = Field(default=None, description="The spectators' key, of those who have no seat.")
    room: Word = Field(default="table", examples=["table"])
    text: Said = Field(examples=["Good luck at #1213!"])
    quotes: Annotated[int, Field(ge=1, le=MAX_SEQ)] | None = Field(
        default=None, description="The number of the message of the same room that it answers."
    )


class Listener(Body):
    """Where someone reads who does something about a message."""

    seat: Word | None = Field(default=None, description="Your seat.")
    key: Word | None = Field(default=None, description="The spectators' key, of those who have no seat.")
    room: Word = Field(default="table", examples=["table"])


class MuteIn(Listener):
    """Whether the author of a message is muted for you."""

    muted: bool


class ReportMessageIn(Listener):
    """What is wrong with a message."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=LINE)]


class ReadIn(Body):
    """What a seat's player has read of a room."""

    seat: Word
    room: Word = "table"
    number: Annotated[int, Field(ge=0, le=MAX_SEQ)]


class ChatMessage(BaseModel):
    """Something that was said; plain text, in which nothing is markup."""

    number: int = Field(description="It counts in its room.")
    seat: str | None = Field(description="Of the speaker; null of someone who watches.")
    name: str = Field(description="As the speaker was called then.")
    by: str = Field(description="The same in all messages of one person in a match; empty of one who is gone.")
    text: str
    at: str
    quotes: int | None = Field(description="The number of the message of its room that it answers.")
    hidden: bool = Field(description="Its speaker took it back: the text is gone.")


class RoomOut(BaseModel):
    """A room that you may read."""

    room: str = Field(description="`table`, `side:` and the name of your side, or `watchers`.")
    write: bool = Field(description="Whether you may speak there.")
    newest: int = Field(description="The number of the last message; 0 if nobody has said anything.")
    unread: int = Field(description="What others have said since you last read it; 0 for those who watch.")


class ChatOut(BaseModel):
    """Your rooms, and messages of one of them, oldest first."""

    rooms: list[RoomOut]
    messages: list[ChatMessage]
    muted: list[str] = Field(description="Of those who spoke in your rooms, whom you have muted: their `by`.")


class MutedOut(BaseModel):
    """Whose messages are muted now, or are no longer."""

    by: str
    muted: bool


class ReadOut(BaseModel):
    """Up to which message you have read the room now."""

    number: int
