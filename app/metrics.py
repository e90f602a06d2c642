"""What the server counts and times, for Prometheus."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from prometheus_client import Counter, Gauge, Histogram

from app.background import beside

SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds: what should take milliseconds, and may take as long as anyone waits for it."""

REQUESTS = Histogram(
    "greatwar_request_seconds",
    "Time to answer a request",
    ["method", "route", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
COMMANDS = Counter("greatwar_commands_total", "Commands by verdict", ["game", "verdict"])
CONFLICTS = Counter("greatwar_conflicts_total", "Commands judged again because the match had moved")
NOTICES = Counter("greatwar_notices_total", "Messages by way and by what became of the try", ["way", "result"])
SOCKETS = Gauge("greatwar_sockets", "Open websockets")
SLOW_SOCKETS = Counter("greatwar_slow_sockets_total", "Websockets closed because they read too slowly")
TABLES = Gauge("greatwar_live_matches", "Matches in memory")
PUT_AWAY = Counter("greatwar_put_away_total", "Matches put out of memory to make room, by what was short", ["short"])
NO_ROOM = Counter("greatwar_no_room_total", "Matches not loaded because memory was short")
COLD_LOADS = Histogram("greatwar_load_seconds", "Time to load a match that was not in memory", buckets=SHORT)
COMMIT_WAIT = Histogram("greatwar_commit_wait_seconds", "Time from a ruling to its commit", buckets=SHORT)
POOL_WAIT = Histogram("greatwar_pool_wait_seconds", "Time to get a connection to the database", buckets=SHORT)
LOOP_LAG = Histogram("greatwar_loop_lag_seconds", "How late the event loop comes to what is due", buckets=SHORT)
BUS_LAG = Histogram("greatwar_bus_lag_seconds", "Time until a notice to the other processes is heard", buckets=SHORT)
SNAPSHOTS_FAILED = Counter("greatwar_snapshots_failed_total", "Snapshots that could not be written")
ARCHIVED = Counter("greatwar_archived_total", "Matches archived")
ERRORS = Counter("greatwar_errors_total", "Errors in the log, by what it says of them", ["what"])
NOT_ARCHIVED = Counter("greatwar_archives_failed_total", "Matches that could not be archived, at each try")

LOOK_SECONDS = 0.5
"""How often the loop's lag is looked at."""


@contextlib.asynccontextmanager
async def watching_the_loop() -> AsyncIterator[None]:
    """Time the event loop's lag while the context lasts."""
    async with beside(_watch_the_loop(), "loop lag"):
        yield


async def _watch_the_loop() -> None:
    now = asyncio.get_running_loop().time
    while True:
        due = now() + LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
        LOOP_LAG.observe(max(0.0, now() - due))
