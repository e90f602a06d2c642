"""Bodies and answers of the lobby."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from app.wire import Body, PlainObject, Sentence, Word


class SeatOption(BaseModel):
    """A seat that a scenario has."""

    id: str = Field(examples=["german"])
    title: str = Field(examples=["German Empire"])
    side: str = Field(description="For whom it plays; seats of one side win together.", examples=["german"])


class ScenarioOut(BaseModel):
    """One way to begin a game."""

    id: str
    title: str
    summary: str
    seats: list[SeatOption]
    options: list[dict[str, Any]]


class GameOut(BaseModel):
    """A game on offer."""

    id: str
    title: str
    summary: str
    scenarios: list[ScenarioOut]


class MatchIn(Body):
    """A match to be made. With ``hotseat`` the maker takes all seats, otherwise ``seat``, or the first."""

    game: Word = Field(examples=["schlieffens-war"])
    scenario: Word = Field(examples=["campaign"])
    options: PlainObject = Field(default_factory=dict)
    seat: Word | None = None
    hotseat: bool = False
    contribution: Sentence = Field(
        default="", description="What the maker adds to the dice: any text, best a random one."
    )


class SitIn(Body):
    """Someone sits down."""

    invite: Word
    contribution: Sentence = Field(default="", description="What this player adds to the dice.")


class SeatOut(BaseModel):
    """A seat of a match."""

    seat: str
    title: str
    side: str
    name: str | None = Field(description="Who sits there.")
    you: bool
    taken: bool
    online: bool


class OutcomeOut(BaseModel):
    """How a match ended."""

    winner: str | None = Field(description="The side that won, with all its seats; null for a draw.")
    reason: str
    section: str


class MatchOut(BaseModel):
    """A match as the lobby shows it. ``invite`` and ``spectate`` are told to those who sit in it."""

    id: str
    game: str
    scenario: str
    status: Literal["open", "active", "finished"]
    hotseat: bool
    version: int
    seats: list[SeatOut]
    invite: str | None
    spectate: str | None
    commitment: str = Field(description="SHA-256 of the secret of the dice, in hex.")
    outcome: OutcomeOut | None
