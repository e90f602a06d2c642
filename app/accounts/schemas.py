"""Bodies and answers about accounts."""

from __future__ import annotations

import uuid
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from app.wire import Body, Sentence


def _visible(name: str) -> str:
    """Refuse a name that shows nothing. ValueError."""
    if not any(c.isalnum() for c in name):
        raise ValueError("a name needs a letter or a digit")
    return name


class GuestIn(Body):
    """Who wants to play."""

    name: Annotated[
        Sentence, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_visible)
    ] = Field(examples=["Helmuth"])


class AccountOut(BaseModel):
    """Who one is."""

    id: uuid.UUID
    name: str
