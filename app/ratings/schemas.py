"""Answers about ratings."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class RatingFigures(BaseModel):
    """How someone stands on a side of a game."""

    rating: int | None = Field(description="Null without a rated match. Newcomers begin with 1000.")
    provisional: bool = Field(description="It comes from fewer than five rated matches.")
    played: int = Field(description="Public matches that are over, rated or not.")
    won: int
    drawn: int
    lost: int


class LadderRow(RatingFigures):
    """Someone on the ladder."""

    player: str = Field(description="As in addresses.", examples=["c0ffee00c0ffee00"])
    name: str
    you: bool


class LadderSide(BaseModel):
    """The best of one side."""

    side: str
    title: str
    players: list[LadderRow]


class LadderOut(BaseModel):
    """The ladder of a game, side by side."""

    game: str
    sides: list[LadderSide]


class PlaysRow(RatingFigures):
    """How often someone plays a side of a game."""

    game: str
    side: str
    title: str


class PlayedRow(BaseModel):
    """A public match that someone played to its end."""

    id: str
    game: str
    scenario: str
    ended: str
    side: str
    result: Literal["won", "drawn", "lost"]
    rated: bool


class PlayerOut(BaseModel):
    """What someone plays, in public matches."""

    player: str | None = Field(description="As in addresses; null for a guest, whom nobody else finds.")
    name: str
    you: bool
    plays: list[PlaysRow] = Field(description="What is played most stands first.")
    matches: list[PlayedRow] = Field(description="The last ones.")


class SeatChange(BaseModel):
    """What a match did to the rating of a player."""

    seat: str
    before: int
    after: int
    provisional: bool


class MatchRatingOut(BaseModel):
    """What a match did to the ratings of its players."""

    match: str
    seats: list[SeatChange]
