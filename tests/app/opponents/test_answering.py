"""What people ask of programs is answered one after the other, also after the database was away."""

from __future__ import annotations

import asyncio

import pytest

from app.opponents import answering


async def test_what_is_asked_is_answered_after_the_database_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking fails once and answering fails once: nothing ends, and what was not answered is asked again."""
    monkeypatch.setattr(answering, "REST_SECONDS", 0.0)
    found: list[str | Exception | None] = [OSError("away"), "one", "one", None, "two"]
    answered: list[str] = []
    fails = [True]
    done = asyncio.Event()

    async def take() -> str | None:
        if not found:
            done.set()
            return None
        one = found.pop(0)
        if isinstance(one, Exception):
            raise one
        return one

    async def answer(asked: str) -> None:
        if fails and asked == "one":
            fails.clear()
            raise OSError("away again")
        answered.append(asked)

    task = asyncio.create_task(answering.answer_for_ever("hints", take, answer, 0.0))
    await asyncio.wait_for(done.wait(), 5)
    task.cancel()
    assert answered == ["one", "two"]
