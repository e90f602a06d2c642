"""Bodies and answers of bookmarks."""

from __future__ import annotations

from pydantic import BaseModel, Field

from app.wire import Body, Sentence, Word

MAX_BOOKMARKS = 100
"""Bookmarks of a person in a match, from one viewpoint."""


class BookmarkIn(Body):
    """A note for a moment; an empty one only marks it."""

    seat: Word | None = Field(default=None, description="Your seat; by default the first.", examples=["german"])
    key: Word | None = Field(default=None, description="The spectators' key.")
    note: Sentence = Field(default="", examples=["Here I should have dug in"])


class BookmarkOut(BaseModel):
    """A moment that you marked."""

    number: int = Field(description="As in the history.")
    turn: int
    title: str = Field(description="The phase.")
    note: str = Field(description="Plain text, in which nothing is markup.")
    at: str


class BookmarksOut(BaseModel):
    """Your bookmarks, the earliest moment first."""

    bookmarks: list[BookmarkOut]
