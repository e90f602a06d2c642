"""What a move costs where several processes share a database, beside what it costs at one that is alone."""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import time
import urllib.request
from collections.abc import Callable
from functools import partial

from app.programs.benching import wire
from app.programs.benching.budget import Figure
from app.settings import POSTGRES

READY_SECONDS = 20.0
"""In which a server that is up must hear the others: on a busy machine all of them come to their bus late."""
LOOK_SECONDS = 0.2
TURNS = 3
"""How often each of the two is measured, in turns: the machine may change its speed in between."""

Loading = Callable[[int, int], wire.Load]
"""``loading(port, pid)``: what is sent to that server."""


class NoBus(RuntimeError):
    """A server does not hear the others, so what would be measured is not what was asked for."""


def measure(url: str, loading: Loading, processes: int, bus: str, movers: int, rounds: int) -> list[Figure]:
    """The processor time of a move that is told at once, at one process, and at this many that tell each other by
    ``bus``. NoBus."""
    each = max(1, movers // processes)
    turn = partial(_turn, url, loading, rounds=rounds)
    # The many first: if they lack their bus, it shows at once.
    pairs = [(turn(processes, bus, each), turn(1, POSTGRES, each * processes)) for _ in range(TURNS)]
    named = "Postgres" if bus == POSTGRES else "NATS"
    ratios = [several / one for several, one in pairs]
    return [
        Figure("processes: processor time for a move, one alone", statistics.median(one for _, one in pairs), "ms"),
        Figure(
            f"processes: the same, {processes} by {named}", statistics.median(several for several, _ in pairs), "ms"
        ),
        Figure(f"processes: the second in the first, {processes} by {named}", statistics.median(ratios), "times", 1.15),
    ]


def _turn(url: str, loading: Loading, processes: int, bus: str, movers: int, *, rounds: int) -> float:
    """The processor time of a move in ms, over all processes, each with movers of its own."""
    with contextlib.ExitStack() as stack:
        # Programs that think beside would take the cores from those that are measured. How long moves are gathered
        # before they are told goes by the matches of a process, so that one with a quarter of them tells more often.
        settings = {"GREATWAR_BUS": bus, "GREATWAR_OPPONENTS": "false", "GREATWAR_PUSH_SECONDS": "0"}
        servers = [stack.enter_context(wire.serving(url, settings)) for _ in range(processes)]
        _check(servers)
        runs = asyncio.run(_all([loading(*server) for server in servers], movers, rounds))
        _check(servers)
    return sum(run.used for run in runs) / sum(len(run.samples) for run in runs) * 1000


async def _all(loads: list[wire.Load], movers: int, rounds: int) -> list[wire.Run]:
    return await asyncio.gather(*(wire.play(load, movers, rounds) for load in loads))


def _check(servers: list[tuple[int, int]]) -> None:
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
