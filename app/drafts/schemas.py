"""Bodies and answers of drafts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from app.matches.schemas import CommandId, Line
from app.wire import MAX_SEQ, Body, PlainObject, Word

MAX_DRAFT_COMMANDS = 100
"""Commands of a draft."""

Revision = Annotated[int, Field(ge=0, le=MAX_SEQ, description="The revision that you saw; 0 if there was no draft.")]


class DraftCommand(Body):
    """A command to come."""

    ask: Word = Field(examples=["6.german.movement.german"], description="The name of the question that it answers.")
    command: PlainObject
    least: str = Field(
        default="",
        pattern=r"^([0-9]{1,2}:[0-9]{1,2})?$",
        description="An attack is left out where it could be fought at lower odds than these; empty for any.",
        examples=["2:1"],
    )


class DraftIn(Body):
    """A whole draft, in place of the one before."""

    seat: Word = Field(examples=["german"])
    revision: Revision
    commands: Annotated[list[DraftCommand], Field(max_length=MAX_DRAFT_COMMANDS)]


class DraftMoreIn(DraftCommand):
    """One more command."""

    seat: Word = Field(examples=["german"])
    revision: Revision


class SendIn(Body):
    """Give the drafted commands. Sent again with the same id it goes on where it was, and gives none twice."""

    id: CommandId
    seat: Word = Field(examples=["german"])
    revision: Revision


class SendAheadIn(SendIn):
    """Have the drafted commands given when the seat is asked what the first of them answers."""

    through: bool = Field(
        default=False, description="Whether it goes on after dice, and after what the other side decides meanwhile."
    )


class StayIn(Body):
    """Have the draft wait until it is sent."""

    seat: Word = Field(examples=["german"])


class DraftRefusal(BaseModel):
    """Why a command is not, or was not, given."""

    code: str
    section: str
    text: str


class DraftLine(BaseModel):
    """What the log would say; a game may add members."""

    kind: str
    section: str
    text: str

    model_config = {"extra": "allow"}


class DraftTried(BaseModel):
    """A drafted command and what comes of it now."""

    ask: str
    command: dict[str, Any]
    least: str = Field(description="The odds that it demands; empty for any.")
    status: Literal["fits", "refused", "not_tried"]
    why: str = Field(description="Why it does not fit, or was not tried; empty if it fits.")
    refusal: DraftRefusal | None = Field(description="Of a refused one.")
    lines: list[DraftLine] = Field(description="What you would read of it.")


class Given(BaseModel):
    """A command that was given, and what the log says of it."""

    ask: str
    command: dict[str, Any]
    lines: list[Line]


class LeftOut(BaseModel):
    """An attack that would have been fought at lower odds than it demands."""

    command: dict[str, Any]
    text: str


class DraftNotice(BaseModel):
    """What came of a draft that was sent ahead."""

    played: list[Given]
    left_out: list[LeftOut] = []
    rest: int = Field(description="How many commands were left.")
    stopped: DraftRefusal | None = Field(description="Why it stopped; null when all were given.")


class DraftOut(BaseModel):
    """A draft, tried on the current position as far as its orders could be taken back."""

    seat: str
    revision: int
    based_on: int = Field(description="How much you had been told when it was last changed.")
    version: int = Field(description="How much you had been told when it was tried.")
    commands: list[DraftTried]
    ready: int = Field(description="How many, from the first on, sending it now would give.")
    ahead: bool = Field(
        description="You have nothing to decide now: it is tried as if your next turn began on the current position."
    )
    sending: str | None = Field(description="The id of a send that broke off; sending with it goes on.")
    odds: list[str] = Field(description="What an attack of a draft may demand, the worst first; empty: nothing.")
    goes: bool = Field(description="It was sent ahead: it is given when your turn comes. Any change takes that back.")
    through: bool = Field(description="Sent ahead, it goes on after dice and after what others decide.")
    notice: DraftNotice | None = Field(description="What came of it since it was sent ahead the last time.")
    view: dict[str, Any] | None = Field(description="The drafted position; null if it is that of the match.")
    legal: dict[str, Any] | None = Field(description="The question put to you there; null if it is that of the match.")


class DraftSentOut(BaseModel):
    """What came of sending a draft."""

    played: list[Given]
    left_out: list[LeftOut] = []
    rest: int = Field(description="How many commands came back; they are the draft now.")
    stopped: DraftRefusal | None = Field(description="Why some came back: the first was refused, or dice have fallen.")
    draft: DraftOut
