"""Bodies and answers about accounts."""

from __future__ import annotations

import unicodedata
import uuid
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from app.wire import Body, Sentence

LINE_BREAKERS = frozenset({"Cc", "Zl", "Zp"})
TURNERS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that embed or override a direction of writing; plain Arabic or Hebrew needs none of them."""


def _visible(name: str) -> str:
    """Refuse a name that shows nothing, or breaks or turns round the line that it stands in. ValueError."""
    if not any(c.isalnum() for c in name):
        raise ValueError("a name needs a letter or a digit")
    if any(unicodedata.category(c) in LINE_BREAKERS or unicodedata.bidirectional(c) in TURNERS for c in name):
        raise ValueError("a name is one line of plain text")
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
