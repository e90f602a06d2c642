"""Long matches and many matches, through the server's own parts without the wire."""

from __future__ import annotations

import gc
import secrets
import time
import uuid
from collections.abc import Sequence
from typing import Any

import psutil

from app.context import Context
from app.lobby.schemas import MatchIn
from app.matches.tables import Tables
from app.programs.benching.budget import Figure, median
from app.programs.benching.script import Sent
from app.programs.output import progress
from rules.kernel.game import Game

IDLE_MATCHES = 100


async def _match(here: Context, account: uuid.UUID, game: str, scenario: str) -> str:
    body = MatchIn(game=game, scenario=scenario, hotseat=True)
    return (await here.hall.create(account, "Bench", body)).id


async def _send(here: Context, account: uuid.UUID, match: str, sent: Sent) -> None:
    await here.play.command(match, account, sent.seat, secrets.token_hex(8), sent.ask, sent.command)


async def measure(
    here: Context, game: Game[Any, Any], scenario: str, script: Sequence[Sent], events: int
) -> list[Figure]:
    """Fill a match with events by playing its first command and taking it back, then open it anew."""
    account = (await here.accounts.add("Bench")).id
    match = await _match(here, account, game.id, scenario)
    first: list[float] = []
    last: list[float] = []
    version = 0
    with progress(events, f"{events} events in one match") as bar:
        while version < events:
            start = time.perf_counter()
            await _send(here, account, match, script[0])
            (first if version < events / 2 else last).append(time.perf_counter() - start)
            await here.play.undo(match, account, script[0].seat, secrets.token_hex(8))
            before, version = version, (await here.tables.get(match)).version
            bar.update(version - before)
    await here.play.finish()
    opened: list[float] = []
    for _ in range(5):
        tables = Tables(here.matches, here.games, here.hub, 1)
        start = time.perf_counter()
        table = await tables.get(match)
        table.view(script[0].seat)
        await here.matches.log(match, script[0].seat, table.version + 1, -1, 100)
        opened.append(time.perf_counter() - start)
    return [
        Figure(f"store: opening a match of {version} events, median", median(opened), "ms", 100),
        Figure("store: a move in the first half of its events, median", median(first), "ms"),
        Figure("store: a move in the second half, median", median(last), "ms", median(first) * 1.25),
        await _idle_memory(here, account, game.id, scenario, script),
    ]


async def _idle_memory(here: Context, account: uuid.UUID, game: str, scenario: str, script: Sequence[Sent]) -> Figure:
    """What a match costs in memory that was moved a little and lies idle."""
    process = psutil.Process()
    gc.collect()
    before = process.memory_info().rss
    for _ in range(IDLE_MATCHES):
        match = await _match(here, account, game, scenario)
        for sent in script[:5]:
            await _send(here, account, match, sent)
    gc.collect()
    return Figure(
        "store: memory of an idle live match", (process.memory_info().rss - before) / IDLE_MATCHES / 2**20, "MB", 2
    )
