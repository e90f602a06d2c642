"""Clocks on the wire."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field, model_validator

from app.accounts.schemas import Zone
from app.clocks.clock import MOST, Terms
from app.wire import Body

Seconds: TypeAlias = Annotated[int, Field(ge=0, le=MOST)]


class TermsIn(Body):
    """What the clocks of a new match hold, in seconds, and what happens when one runs out."""

    bank: Annotated[int, Field(ge=60, le=MOST, description="What each has at the beginning.")]
    increment: Seconds = Field(default=0, description="What a clock gets each time its seat has answered.")
    most: Seconds = Field(default=0, description="What a clock holds at most; 0: twice the bank.")
    weekends: Literal["run", "stop"] = "run"
    zone: Zone = Field(default="UTC", description="Where the weekends are counted.")
    at_zero: Literal["remind", "open", "forfeit"] = Field(
        default="remind",
        description="All are told, and the opponent may claim the win or give more time; or the seat is open to others;"
        " or the match is lost.",
    )

    @model_validator(mode="after")
    def _holds_its_bank(self) -> TermsIn:
        """Refuse a clock that cannot hold what it begins with. ValueError."""
        if 0 < self.most < self.bank:
            raise ValueError("a clock must hold at least its bank")
        return self

    def terms(self) -> Terms:
        """What is stored."""
        most = self.most or min(MOST, 2 * self.bank)
        return Terms(self.bank, self.increment, most, self.weekends, self.zone, self.at_zero)


class TermsOut(BaseModel):
    """What was agreed on the clocks of a match, in seconds."""

    bank: int
    increment: int
    most: int
    weekends: Literal["run", "stop"]
    zone: str
    at_zero: Literal["remind", "open", "forfeit"]


class ClockOut(BaseModel):
    """The clock of a seat."""

    left: int = Field(description="Milliseconds, at ``now``.")
    running: bool = Field(description="Whether the seat is asked and its clock runs, or will after a stop.")
    out: bool = Field(description="Whether its time is up and it has still to answer.")
    zero: str | None = Field(description="When it will have run out; null if it does not run.")
    stops: str | None = Field(description="When it will stand still next, if before that; ``now`` if it does now.")
    resumes: str | None = Field(description="When it runs again after that.")


class ClocksOut(BaseModel):
    """The clocks of a match, the same for everybody."""

    now: str = Field(description="The moment at which they stand so, by the server's own clock.")
    terms: TermsOut
    paused: bool
    seats: dict[str, ClockOut] = Field(description="Empty until the match begins.")
