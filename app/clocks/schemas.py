"""Clocks on the wire."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator

from app.accounts.schemas import Zone
from app.clocks.clock import MAX_CLOCK_SECONDS, Terms
from app.wire import Body

Seconds: TypeAlias = Annotated[int, Field(ge=0, le=MAX_CLOCK_SECONDS)]


class TermsIn(Body):
    """What the clocks of a new match hold, in seconds, and what happens when one runs out."""

    bank: Annotated[int, Field(ge=60, le=MAX_CLOCK_SECONDS, description="What each has at the beginning.")]
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
        most = self.most or min(MAX_CLOCK_SECONDS, 2 * self.bank)
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
    """The clocks of a match, the same for everyone."""

    now: str = Field(description="The moment at which they stand so, by the server's own clock.")
    terms: TermsOut
    paused: bool
    seats: dict[str, ClockOut] = Field(description="Empty until the match begins.")


def _is_day(day: str) -> str:
    """Refuse what no calendar has. ValueError."""
    dt.date.fromisoformat(day)
    return day


Day: TypeAlias = Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-[0-9]{2}-[0-9]{2}$"), AfterValidator(_is_day)]
"""A day in ISO form."""


class VacationIn(Body):
    """Days on which you are away, the last included."""

    first: Day = Field(examples=["2026-12-24"])
    last: Day = Field(examples=["2027-01-02"])
    zone: Zone = Field(default="UTC", description="Where you live: there the days begin and end.")

    @property
    def first_day(self) -> dt.date:
        """As a date."""
        return dt.date.fromisoformat(self.first)

    @property
    def last_day(self) -> dt.date:
        """As a date."""
        return dt.date.fromisoformat(self.last)


class VacationOut(BaseModel):
    """Days on which you are away."""

    id: str
    first: str
    last: str
    now: bool = Field(description="Whether they have begun.")


class VacationsOut(BaseModel):
    """When you are away."""

    vacations: list[VacationOut] = Field(description="Those to come, the next first.")
    days_left: int = Field(description="Days of this year on which you may still be away.")
