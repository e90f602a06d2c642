"""JSON in and out of the process: one encoder, one reading of what counts as plain, one form of body models."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any, TypeAlias, cast

import orjson
from fastapi import Response
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from rules.kernel.messages import Json, JsonObject

MAX_DEPTH = 16
MAX_SEQ = 2**31 - 1
"""The greatest number of an event."""

_UNCLEAN = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


def encode(value: Json | list[JsonObject]) -> bytes:
    """JSON bytes of a plain value."""
    return orjson.dumps(value)


def encode_text(value: Json) -> str:
    """JSON text of a plain value, as the database takes it."""
    return orjson.dumps(value).decode()


def decode(text: str | bytes) -> Json:
    """A plain value from JSON. ValueError (``orjson.JSONDecodeError``) when it is none."""
    return cast("Json", orjson.loads(text))


def decode_object(text: str | bytes) -> JsonObject:
    """A JSON object from its text. ValueError when it is something else."""
    value = decode(text)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def _plain(value: object, depth: int = 0) -> object:
    """Refuse what JSON readers let through and a database or a rule would stumble over. ValueError."""
    if depth > MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, str):
        _text(value)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("not a number of JSON")
    elif isinstance(value, int):
        if abs(value) > 2**53:
            raise ValueError("number too large")
    elif isinstance(value, dict):
        for name, item in value.items():
            _text(name)
            _plain(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _plain(item, depth + 1)
    return value


def _text(value: str) -> str:
    """Refuse control characters and halves of surrogate pairs. ValueError."""
    if _UNCLEAN.search(value):
        raise ValueError("holds a control character")
    return value


PlainObject: TypeAlias = Annotated[dict[str, Any], AfterValidator(_plain)]
"""A JSON object from outside, of bounded depth and with clean strings and numbers."""

LINE = r"^[^\x00-\x1f\x7f]*$"
"""One line of text: no control character."""

Word: TypeAlias = Annotated[str, StringConstraints(max_length=64, pattern=LINE)]
"""A short string from outside: a seat, a key, the name of a decision."""

Sentence: TypeAlias = Annotated[str, StringConstraints(max_length=200, pattern=LINE)]
"""A longer string from outside."""


class Body(BaseModel):
    """A request's body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class JsonResponse(Response):
    """An answer whose bytes are made already, or are made by the one encoder."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Bytes as they are, anything else encoded."""
        return content if isinstance(content, bytes) else encode(content)


SLICE_BYTES = 64 * 1024


class LongJson(StreamingResponse):
    """An answer that may be very long: sent, and packed on the way, in slices between which others have their turn."""

    media_type = "application/json"

    def __init__(self, content: JsonObject, headers: Mapping[str, str]) -> None:
        super().__init__(_slices(encode(content)), headers=headers)


async def _slices(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), SLICE_BYTES):
        yield body[start : start + SLICE_BYTES]
        await asyncio.sleep(0)
