"""Answers what people ask of programs and leave in the database: one question after the other, for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from app.database import TROUBLE

log = structlog.get_logger(__name__)

REST_SECONDS = 2.0
"""How long a database is left alone that is away."""

T = TypeVar("T")


async def answer_for_ever(
    what: str, take: Callable[[], Awaitable[T | None]], answer: Callable[[T], Awaitable[None]], look_seconds: float
) -> None:
    """``answer`` whatever ``take`` finds, and look again after ``look_seconds`` when there was nothing.

    While the database is away, the log says that ``what`` waits for it.
    """
    while True:
        try:
            asked = await take()
            if asked is not None:
                await answer(asked)
                continue
        except TROUBLE as error:
            log.warning("answers wait for the database", what=what, error=str(error))
            await asyncio.sleep(REST_SECONDS)
        await asyncio.sleep(look_seconds)
