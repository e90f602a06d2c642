"""Bodies and answers about accounts."""

from __future__ import annotations

import uuid
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from app.accounts.names import plain
from app.wire import Body, Sentence

MOST_LETTERS = 40


def _short(name: str) -> str:
    """Refuse what has grown too long by being written plainly. ValueError."""
    if len(name) > MOST_LETTERS:
        raise ValueError(f"a name has at most {MOST_LETTERS} characters")
    return name


class GuestIn(Body):
    """Who wants to play."""

    name: Annotated[
        Sentence,
        StringConstraints(min_length=1, max_length=MOST_LETTERS),
        AfterValidator(plain),
        AfterValidator(_short),
    ] = Field(examples=["Helmuth"])


class AccountOut(BaseModel):
    """Who one is."""

    id: uuid.UUID
    name: str


class SessionOut(BaseModel):
    """A browser in which one is known."""

    id: uuid.UUID
    agent: str = Field(description="The name that the browser gave itself.")
    created_at: str
    seen_at: str = Field(description="When it was last used, to about an hour.")
    expires_at: str
    current: bool = Field(description="Whether it is the session of this call.")


class EndedOut(BaseModel):
    """How many sessions were ended."""

    ended: int
