"""Time that passes without waiting: the clocks of a match as they are stored, set back."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg

from app.wire import decode, encode_text

HOUR = 3600
DAY = 24 * HOUR


def aged(database: str, match: dict[str, Any], hours: float) -> None:
    """Let so much time pass for the clocks of a match."""

    async def age() -> None:
        connection = await asyncpg.connect(database)
        try:
            row = await connection.fetchrow("SELECT clock, due FROM match WHERE id = $1", match["id"])
            clock, ago = decode(row["clock"]), dt.timedelta(hours=hours)

            def earlier(moment: str) -> str:
                return (dt.datetime.fromisoformat(moment) - ago).isoformat()

            clock["since"] = earlier(clock["since"])
            clock["away"] = {s: [[earlier(m) for m in span] for span in spans] for s, spans in clock["away"].items()}
            due = None if row["due"] is None else row["due"] - ago
            await connection.execute(
                "UPDATE match SET clock = $2, due = $3 WHERE id = $1", match["id"], encode_text(clock), due
            )
        finally:
            await connection.close()

    # In a thread of its own: where a browser is driven, this one has a loop already.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, age()).result()


def until(found: Callable[[], Any]) -> Any:
    """What is found once there is something. AssertionError when there is nothing for long."""
    end = time.monotonic() + 20
    while not (what := found()):
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.05)
    return what
