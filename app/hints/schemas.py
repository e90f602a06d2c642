"""Bodies and answers of hints."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from app.matches.schemas import CommandId
from app.wire import Body, Word


class HintIn(Body):
    """A question to a program. Sent again with the same id it is asked once."""

    id: CommandId
    seat: Word = Field(description="Your seat.", examples=["german"])
    ask: Word = Field(description="The question that is put to it now.", examples=["6.german.movement.german"])


class ReasonOut(BaseModel):
    """A sentence that speaks for an order."""

    text: str
    section: str = Field(description="Of the rules that it is about; empty where it is about none.")


class OnMapOut(BaseModel):
    """Where an order lies on the map."""

    origins: list[str] = Field(description="Where its units stand.")
    way: list[str] = Field(description="The places on their way, where it names one, both ends included.")
    to: str = Field(description="Where it leads; empty if nowhere.")


class CourseOut(BaseModel):
    """An order that a program would give."""

    command: dict[str, Any] = Field(description="As it would be sent.")
    reasons: list[ReasonOut]
    odds: str = Field(description="Of an attack, as players read them; else empty.", examples=["3:1", "82 %"])
    map: OnMapOut


class HintRefusal(BaseModel):
    """Why there is no hint."""

    code: str = Field(examples=["left_to_ally"])
    section: str
    text: str


class HintOut(BaseModel):
    """A hint: what a program would do in your place, knowing what you were told and nothing else."""

    id: str
    ask: str = Field(description="The question that it is about.")
    status: Literal["waiting", "given", "failed"]
    before: int = Field(description="How many others' hints come before it, while it waits.")
    strength: str = Field(description="Of the program that is asked.", examples=["recruit"])
    courses: list[CourseOut] = Field(description="What it would do, then up to two others that it weighed.")
    error: HintRefusal | None = Field(description="Why there is none, where it failed.")
