"""Bodies and answers of marks."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from app.chat.schemas import TURNERS
from app.matches.schemas import CommandId
from app.wire import LINE, Body, Word

MAX_TEXT_LENGTH = 60
"""Characters that stand beside a mark."""
MAX_PLACES = 12
"""Places that an arrow leads over, its ends included."""
MAX_MARKS = 60
"""Marks of a seat."""

Kind: TypeAlias = Literal["ring", "arrow", "ping"]


def _straight(text: str) -> str:
    """Refuse what turns around what stands beside it. ValueError."""
    if TURNERS.search(text):
        raise ValueError("turns the direction of writing")
    return text.strip()


Beside: TypeAlias = Annotated[
    str, StringConstraints(max_length=MAX_TEXT_LENGTH, pattern=LINE), AfterValidator(_straight)
]
Place: TypeAlias = Annotated[str, StringConstraints(max_length=32, pattern=r"^[A-Za-z0-9_.-]{1,32}$")]


class MarkIn(Body):
    """Something to draw. Sent again with the same id it is drawn once."""

    id: CommandId
    seat: Word = Field(description="Your seat.", examples=["german"])
    kind: Kind = Field(description="A `ping` is shown for a moment; the others stay until someone takes them away.")
    places: Annotated[list[Place], Field(min_length=1, max_length=MAX_PLACES)] = Field(
        description="Of a ring or a ping the one place; of an arrow its places in order.", examples=[["1208", "1408"]]
    )
    text: Beside = Field(default="", description="A word beside it.", examples=["hold here"])


class MarkOut(BaseModel):
    """Something drawn on the map of your side."""

    id: str
    seat: str = Field(description="Whose mark it is.")
    name: str = Field(description="As whoever drew it was called then.")
    kind: Kind
    places: list[str]
    text: str = Field(description="Plain text, in which nothing is markup.")
    at: str
    yours: bool = Field(description="Whether you may take it away: it is your seat's, or you command the side.")


class MarksOut(BaseModel):
    """The marks of your side, oldest first."""

    marks: list[MarkOut]


def wrong(kind: Kind, places: list[str]) -> str | None:
    """Why a mark cannot lie on such places, if it cannot."""
    if kind != "arrow":
        return None if len(places) == 1 else "A ring or a ping is for one place."
    if len(places) < 2:
        return "An arrow needs a place to begin and a place to end."
    if any(a == b for a, b in pairwise(places)):
        return "An arrow cannot lead from a place to the same place."
    return None
