"""A server under moves that come by the clock, whether it keeps up or not; and one watched with nothing to do."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Sequence

import psutil

from app.programs.benching.budget import Figure, median, percentile
from app.programs.benching.wire import Client, Load, viewers, watch

MOVES_PER_SECOND = (50, 100, 200)
"""Moves a second."""
RUN_SECONDS = 10.0
P99_BUDGETS_MS = {100: 10.0}
"""p99 in ms by rate."""
SETTLE_SECONDS = 3.0
IDLE_SECONDS = 15.0
"""Three slow rounds over all watched matches."""
CONCURRENT_OPENERS = 16


async def open_loop(load: Load) -> list[Figure]:
    """How long moves take that are sent by the clock. Each is timed from the moment at which it was due, so that a
    server that falls behind cannot hide it by being asked less."""
    figures: list[Figure] = []
    for rate in MOVES_PER_SECOND:
        samples = await run_at_rate(load, rate)
        at = f"at {rate} moves a second, 4 viewers each"
        figures += [
            Figure(f"wire: a move {at}, median", median(samples), "ms"),
            Figure(f"wire: a move {at}, p99", percentile(samples, 99), "ms", P99_BUDGETS_MS.get(rate)),
        ]
    return figures


async def run_at_rate(load: Load, rate: int) -> list[float]:
    """Moves by the clock for ten seconds: the seconds of each from when it was due."""
    moves = load.script.moves
    total = int(rate * RUN_SECONDS)
    tables: list[tuple[Client, str]] = []
    for _ in range(math.ceil(total / len(moves))):
        client = await Client(load.port).open()
        match = await client.match(load)
        await client.lead(match["id"], load.script)
        await viewers(client, match)
        tables.append((client, match["id"]))
    samples: list[float] = []
    start = time.perf_counter() + 0.5

    async def mover(number: int, client: Client, match: str) -> None:
        """The moves of one match, in order, each when it is due."""
        for sent, due in zip(moves, range(number, total, len(tables)), strict=False):
            when = start + due / rate
            await asyncio.sleep(max(0.0, when - time.perf_counter()))
            await client.send(match, sent)
            samples.append(time.perf_counter() - when)

    await asyncio.gather(*(mover(n, client, match) for n, (client, match) in enumerate(tables)))
    return samples


async def idle(load: Load, matches: int) -> list[Figure]:
    """What a server does while someone watches each of many matches and nobody moves."""

    async def open_matches(numbers: Sequence[int]) -> None:
        client = await Client(load.port).open()
        for _ in numbers:
            match = await client.match(load)
            await watch(client, match["id"], f"key={match['spectate']}")

    await asyncio.gather(*(open_matches(range(n, matches, CONCURRENT_OPENERS)) for n in range(CONCURRENT_OPENERS)))
    await asyncio.sleep(SETTLE_SECONDS)
    server = psutil.Process(load.pid)
    used, start = sum(server.cpu_times()[:2]), time.perf_counter()
    await asyncio.sleep(IDLE_SECONDS)
    share = (sum(server.cpu_times()[:2]) - used) / (time.perf_counter() - start)
    return [Figure(f"wire: {matches} watched matches in which nothing happens", share * 100, "% of a core", 2)]
