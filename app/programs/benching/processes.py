"""What a move costs where processes share a database, beside one that is alone, and several that share nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import statistics
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from sqlalchemy import make_url

from app.database import connect
from app.programs.benching import wire
from app.programs.benching.budget import Figure
from app.settings import POSTGRES

READY_SECONDS = 20.0
"""In which a server that is up must hear the others: on a busy machine all of them come to their bus late."""
LOOK_SECONDS = 0.2
TURNS = 3
"""How often each is measured, in turns: the machine may change its speed in between."""

Served = tuple[int, int]
"""The port and the pid of a server."""
Loading = Callable[[int, int], wire.Load]
"""``loading(port, pid)``: what is sent to that server."""


class NoBus(RuntimeError):
    """A server does not hear the others, so what would be measured is not what was asked for."""


def measure(url: str, loading: Loading, processes: int, bus: str, movers: int, rounds: int) -> list[Figure]:
    """The processor time of a move that is told at once: at one process with all movers and with its part of them, at
    this many that tell each other by ``bus``, and at as many that are each alone on a database of their own. NoBus.

    What the last take more than one is the share of the machine's caches, and of moves that come together less often
    where there are fewer. What those with a bus take more than these is the price of sharing.
    """
    each = max(1, movers // processes)
    with _databases(url, processes + 1) as (own, *apart), contextlib.ExitStack() as stack:
        # All are up together, so that each waits in every other's turn for as long.
        shared = _served(stack, [url] * processes, bus)
        alone, unshared = _served(stack, [own], POSTGRES), _served(stack, apart, POSTGRES)
        _check([*shared, *alone, *unshared])
        turn = partial(_turn, loading, rounds=rounds)
        found = [
            (turn(shared, each), turn(alone, each * processes), turn(unshared, each), turn(alone, each))
            for _ in range(TURNS)
        ]
        _check(shared)
    named = f"{processes} by {'Postgres' if bus == POSTGRES else 'NATS'}"
    in_bus, in_one, apart_each, in_one_few = (statistics.median(column) for column in zip(*found, strict=True))
    of_one = statistics.median(several / one for several, one, _, _ in found)
    of_unshared = statistics.median(several / unshared for several, _, unshared, _ in found)
    return [
        Figure("processes: processor time for a move, one alone", in_one, "ms"),
        Figure(f"processes: the same with a {processes}th of the movers", in_one_few, "ms"),
        Figure(f"processes: {processes} that share nothing", apart_each, "ms"),
        Figure(f"processes: {named}", in_bus, "ms"),
        Figure(f"processes: {named}, in one alone", of_one, "times", 1.15),
        Figure(f"processes: {named}, in {processes} that share nothing", of_unshared, "times", 1.15),
    ]


@contextlib.contextmanager
def _databases(url: str, count: int) -> Iterator[list[str]]:
    """Databases beside one, which are gone afterwards."""
    names = [f"bench_{secrets.token_hex(6)}" for _ in range(count)]
    asyncio.run(_execute(url, *(f'CREATE DATABASE "{name}"' for name in names)))
    try:
        address = make_url(url)
        yield [address.set(database=name).render_as_string(hide_password=False) for name in names]
    finally:
        asyncio.run(_execute(url, *(f'DROP DATABASE "{name}" WITH (FORCE)' for name in names)))


async def _execute(url: str, *statements: str) -> None:
    connection = await connect(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def _served(stack: contextlib.ExitStack, urls: Sequence[str], bus: str) -> list[Served]:
    """A server on each of these databases."""
    # Programs that think beside would take the cores from those that are measured. How long moves are gathered
    # before they are told goes by the matches of a process, so that one with a quarter of them tells more often.
    settings = {"GREATWAR_BUS": bus, "GREATWAR_OPPONENTS": "false", "GREATWAR_PUSH_SECONDS": "0"}
    with ThreadPoolExecutor(len(urls)) as starting:
        return [*starting.map(stack.enter_context, [wire.serving(url, settings) for url in urls])]


def _turn(loading: Loading, servers: Sequence[Served], movers: int, *, rounds: int) -> float:
    """The processor time of a move in ms, over these servers, each with movers of its own."""
    runs = asyncio.run(_all([loading(*server) for server in servers], movers, rounds))
    return sum(run.used for run in runs) / sum(len(run.samples) for run in runs) * 1000


async def _all(loads: list[wire.Load], movers: int, rounds: int) -> list[wire.Run]:
    return await asyncio.gather(*(wire.play(load, movers, rounds) for load in loads))


def _check(servers: Sequence[Served]) -> None:
    """NoBus when one of them says, time and again, that it hears no notices."""
    deadline = time.monotonic() + READY_SECONDS
    for port, _ in servers:
        while (wrong := _why_not_ready(port)) is not None:
            if time.monotonic() > deadline:
                raise NoBus(wrong)
            time.sleep(LOOK_SECONDS)


def _why_not_ready(port: int) -> str | None:
    """Why a server takes no moves, or tells the others nothing of them."""
    try:
        with urllib.request.urlopen(f"http://{wire.HOST}:{port}/readyz", timeout=10) as answer:
            told = json.load(answer)
    except OSError as error:
        return f"A server is not ready: {error}"
    return None if told["parts"]["notices"] == "ok" else "The servers do not reach the bus."
