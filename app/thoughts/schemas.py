"""Answers about thoughts."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from app.hints.schemas import ReasonOut


class ThoughtsRefusal(BaseModel):
    """Why there are none, or not all."""

    code: str = Field(examples=["too_long"])
    section: str
    text: str


class ThoughtsOut(BaseModel):
    """How far it is known what the programs of a match thought."""

    status: Literal["none", "waiting", "ended"] = Field(description="`none`: nobody has asked yet.")
    before: int = Field(description="How many other matches come before it, while it waits.")
    turns: list[int] = Field(description="The turns that can be read.")
    error: ThoughtsRefusal | None = Field(description="Why they cannot be had, or why not all turns are there.")


class WeighedOut(BaseModel):
    """An order that a program weighed and did not give."""

    text: str = Field(description="As the log would have said it.")
    reasons: list[ReasonOut]
    odds: str = Field(description="Of an attack, as players read them; else empty.")
    worth: str = Field(description="What the program took it to be worth; empty where it did not weigh.")


class ThoughtOut(WeighedOut):
    """An order that a program gave."""

    instead: str = Field(description="Why it is not the program's own, or why nothing is known of it; else empty.")
    others: list[WeighedOut] = Field(description="Up to two others that it weighed, the better first.")
    rejected: list[WeighedOut] = Field(description="Up to two that it weighed and found not worth giving.")


class GuessFigure(BaseModel):
    """A figure of units that the program did not see."""

    title: str = Field(examples=["Defence factors"])
    taken: float = Field(description="What it counted on.")
    was: float = Field(description="What was there.")


class WrongGuess(BaseModel):
    """A place about which a program was wrong."""

    place: str
    title: str
    units: int = Field(description="Units there that it did not see.")
    figures: list[GuessFigure]


class GuessesOut(BaseModel):
    """What a program took units for that it did not see, beside what they were."""

    places: int
    units: int
    figures: list[GuessFigure] = Field(description="Over all these places.")
    wrong: list[WrongGuess] = Field(description="Where it was most wrong.")


class PhaseThoughts(BaseModel):
    """A phase of a program's seat."""

    seat: str
    strength: str
    title: str
    section: str
    number: int = Field(description="How much spectators had been told when it was first asked: the way to the board.")
    guesses: GuessesOut | None = Field(description="Only where they are others than in the phase before.")
    orders: list[ThoughtOut]


class TurnThoughts(BaseModel):
    """What the programs of a match thought in one turn."""

    turn: int
    phases: list[PhaseThoughts]
