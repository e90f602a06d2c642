"""Bodies and answers of standing orders."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field
from pydantic.config import JsonDict

from app.wire import Body, Word

ONLY_WORDS: JsonDict = {"additionalProperties": False}
"""What the description lacks for keys that must be words: it names their pattern, and would allow any other."""


class StandingIn(Body):
    """What a seat answers to a kind of decision from now on."""

    seat: Word = Field(examples=["entente"])
    answer: Word = Field(examples=["cheapest"])
    conditions: Annotated[dict[Word, Word], Field(max_length=8, description="A condition left out is none.")] = Field(
        default_factory=dict, examples=[{"last": "ask"}], json_schema_extra=ONLY_WORDS
    )
    ends: Literal["turn", "phase", "changed"] = "changed"


class StandingChoice(BaseModel):
    """Something that a standing order can say."""

    key: str
    text: str


class StandingCondition(BaseModel):
    """When a standing order holds; the first choice is no condition."""

    key: str
    title: str
    choices: list[StandingChoice]


class StandingKind(BaseModel):
    """A small decision that can be answered beforehand."""

    key: str
    title: str
    section: str
    steps: list[str] = Field(description="The steps of a question (`legal.step`) that it answers.")
    answers: list[StandingChoice]
    conditions: list[StandingCondition]
    sensible: str = Field(description="The answer that is proposed; empty if none is.")


class StandingOut(BaseModel):
    """A standing order of yours."""

    kind: str
    answer: str
    conditions: dict[str, str]
    ends: Literal["turn", "phase", "changed"]
    dropped: str | None = Field(description="Why it is used no more: you are asked.")


class StandingOrdersOut(BaseModel):
    """What you can answer beforehand, and what you do."""

    kinds: list[StandingKind]
    orders: list[StandingOut]
