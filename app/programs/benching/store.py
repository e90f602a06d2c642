"""Long matches and many matches, through the server's own parts without the wire."""

from __future__ import annotations

import gc
import secrets
import time
import uuid
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Any

import psutil

from app.context import Context
from app.lobby.schemas import MatchIn
from app.matches.play.live_matches import LiveMatches
from app.programs.alone import start_match
from app.programs.benching.budget import Figure, median
from app.programs.benching.script import Script, Sent
from app.programs.output import progress
from rules.kernel.game import Game

IDLE_MATCHES = 100
OPENINGS = 5
"""How often a match is opened again."""
LATEST_MOVES = 100
"""Moves by which a match of some age is judged."""


async def _match(here: Context, account: uuid.UUID, game: str, scenario: str, script: Script) -> str:
    body = MatchIn(game=game, scenario=scenario, options=script.options, hotseat=True)
    return (await start_match(here, account, body)).id


async def _send(here: Context, account: uuid.UUID, match: str, sent: Sent) -> None:
    await here.moves.command(match, account, sent.seat, secrets.token_hex(8), sent.ask, sent.command)


async def _moves(here: Context, account: uuid.UUID, match: str, script: Script) -> list[float]:
    """Seconds of each move, in a match in which the armies are set up."""
    samples = []
    for sent in script.moves:
        start = time.perf_counter()
        await _send(here, account, match, sent)
        samples.append(time.perf_counter() - start)
    return samples


async def _set_up_match(here: Context, account: uuid.UUID, game: str, scenario: str, script: Script) -> str:
    """A match in which the armies are set up."""
    match = await _match(here, account, game, scenario, script)
    for sent in script.lead:
        await _send(here, account, match, sent)
    return match


async def grow(
    here: Context, game: Game[Any, Any], scenario: str, script: Script, ages: Sequence[int]
) -> AsyncIterator[tuple[int, list[float], list[float]]]:
    """A match filled with events by playing its first move and taking it back. At each of these ages: its events, the
    seconds of its latest moves, and of opening it again."""
    account = (await here.accounts.add("Bench")).id
    match = await _set_up_match(here, account, game.id, scenario, script)
    for age in ages:
        moves = deque(await _fill(here, account, match, script.moves[0], age), LATEST_MOVES)
        opened = [await _open(here, match, script.moves[0].seat) for _ in range(OPENINGS)]
        yield (await here.live_matches.get(match)).version, [*moves], opened


async def _fill(here: Context, account: uuid.UUID, match: str, first: Sent, events: int) -> list[float]:
    """Play a move and take it back until a match has that many events; gives the seconds of each move."""
    samples: list[float] = []
    version = (await here.live_matches.get(match)).version
    with progress(events - version, f"{events} events in one match") as bar:
        while version < events:
            start = time.perf_counter()
            await _send(here, account, match, first)
            samples.append(time.perf_counter() - start)
            await here.moves.undo(match, account, first.seat, secrets.token_hex(8))
            before, version = version, (await here.live_matches.get(match)).version
            bar.update(version - before)
    await here.background.finish()
    return samples


async def _open(here: Context, match: str, seat: str) -> float:
    """Seconds that a process takes to open a match which it does not know, with the last lines of its log."""
    tables = LiveMatches(here.matches, here.games, here.hub, 1)
    start = time.perf_counter()
    live = await tables.get(match)
    live.view(seat)
    number = live.number(seat)
    await here.matches.chronicle.log(match, seat, (live.version, number), number + 1, -1, 100)
    return time.perf_counter() - start


async def measure(here: Context, game: Game[Any, Any], scenario: str, script: Script, events: int) -> list[Figure]:
    """Fill a match with events, then open it again and move in it."""
    account = (await here.accounts.add("Bench")).id
    match, fresh = [await _set_up_match(here, account, game.id, scenario, script) for _ in range(2)]
    first = script.moves[0]
    await _fill(here, account, match, first, events)
    version = (await here.live_matches.get(match)).version
    opened = [await _open(here, match, first.seat) for _ in range(OPENINGS)]
    early = median(await _moves(here, account, fresh, script))
    late = median(await _moves(here, account, match, script))
    return [
        Figure(f"store: opening a match of {version} events, median", median(opened), "ms", 100),
        Figure("store: a move in a fresh match, median", early, "ms"),
        Figure(f"store: a move after {version} events, median", late, "ms"),
        Figure(f"store: a move after {version} events in those of a fresh match", late / early, "times", 1.25),
        *await _idle_memory(here, account, game.id, scenario, script),
    ]


async def _idle_memory(here: Context, account: uuid.UUID, game: str, scenario: str, script: Script) -> list[Figure]:
    """The memory that an idle match costs after a few moves: while nobody looks at it, and once all seats have."""
    process = psutil.Process()
    gc.collect()
    before = process.memory_info().rss
    matches = []
    for _ in range(IDLE_MATCHES):
        matches.append(match := await _match(here, account, game, scenario, script))
        for sent in [*script.lead, *script.moves][:5]:
            await _send(here, account, match, sent)

    def each() -> float:
        gc.collect()
        return (process.memory_info().rss - before) / IDLE_MATCHES / 2**20

    alone = each()
    for match in matches:
        live = await here.live_matches.get(match)
        for seat in live.seats:
            live.message(seat.id)
    return [
        Figure("store: memory of an idle live match", alone, "MB", 2),
        Figure("store: memory of an idle live match at which all seats look", each(), "MB"),
    ]
