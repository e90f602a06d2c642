"""What grows with a site: memory and time against live matches, the age of a match, sockets and processes.

Each is a curve: the same thing measured at several sizes, so that what it will be at a size that no machine here has
can be worked out from its slope (docs/scale.md). Nothing of this has a budget.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import psutil

from app.context import Context
from app.main import create_app
from app.programs.benching import paced, store, wire
from app.programs.benching.budget import median, percentile
from app.programs.benching.script import Script
from app.programs.benching.yardstick import Yardstick
from app.settings import Settings
from rules.catalogue import GAMES
from rules.kernel.messages import Json, JsonObject

LIVE_MATCHES = (100, 500, 1000, 2500, 5000)
AGES = (1000, 5000, 10_000, 20_000, 35_000)
"""Events of a match. A campaign of the Great War has some 35,000."""
SOCKETS = (100, 1000, 2500, 5000, 10_000)
PROCESSES = (1, 2, 4)
MOVERS = 16
"""People who move at the same time, shared out over the processes."""
MOVES_A_SECOND = 50
COMMANDS_EACH = 5
"""Commands in a match that then lies still: set up, and begun."""
OPENERS = 16
MEGABYTE = 2**20
NO_PROGRAMS: Mapping[str, str] = {"GREATWAR_OPPONENTS": "false"}
"""Programs that think beside would take the cores from what is measured."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One thing at several sizes: ``points`` are ``(size, value)``; ``loop`` is what the fixed loop took between them,
    in ms."""

    name: str
    of: str
    unit: str
    points: Sequence[tuple[int, float]]
    loop: float

    def json(self) -> JsonObject:
        """For programs."""
        points: list[Json] = [[size, round(value, 3)] for size, value in self.points]
        return {"name": self.name, "of": self.of, "unit": self.unit, "points": points, "loop_ms": self.loop}

    @property
    def text(self) -> str:
        """For people."""
        told = ", ".join(f"{size}: {value:.3g}" for size, value in self.points)
        return f"{self.name} by {self.of}, in {self.unit}: {told}"


@dataclass(slots=True)
class _Drawing:
    """Curves of one measurement as they come about, the fixed loop timed at each of its sizes."""

    of: str
    values: dict[tuple[str, str], list[tuple[int, float]]] = field(default_factory=dict)
    yardstick: Yardstick = field(default_factory=Yardstick)

    def add(self, size: int, figures: Iterable[tuple[str, str, float]]) -> None:
        """What was measured at a size: by name and unit."""
        for name, unit, value in figures:
            self.values.setdefault((name, unit), []).append((size, value))
        self.yardstick.take(3)

    def curves(self) -> list[Curve]:
        """The finished curves."""
        loop = round(self.yardstick.ms, 4)
        return [Curve(name, self.of, unit, points, loop) for (name, unit), points in self.values.items()]


async def by_live_matches(load: wire.Load, sizes: Sequence[int] = LIVE_MATCHES) -> list[Curve]:
    """Memory of a server, and how long moves by the clock take there, while more and more matches are live."""
    server, drawing, live = psutil.Process(load.pid), _Drawing("live matches"), 0
    for size in sizes:
        await asyncio.gather(*(_lay(load, len(range(n, size - live, OPENERS))) for n in range(OPENERS)))
        live = size
        samples = await paced.run_at_rate(load, MOVES_A_SECOND)
        # Those that moved are live too, a few dozen.
        drawing.add(
            size,
            (
                ("memory of the server", "MB", server.memory_info().rss / MEGABYTE),
                ("a move, median", "ms", median(samples)),
                ("a move, p99", "ms", percentile(samples, 99)),
            ),
        )
    return drawing.curves()


async def _lay(load: wire.Load, matches: int) -> None:
    """Begin this many matches and let them lie."""
    client = await wire.Client(load.port).open()
    for _ in range(matches):
        match = await client.match(load)
        for sent in [*load.script.lead, *load.script.moves][:COMMANDS_EACH]:
            await client.send(match["id"], sent)
    await client.close()


async def by_age(url: str, load: wire.Load, sizes: Sequence[int] = AGES) -> list[Curve]:
    """A match that grows: how long a move takes in it, and how long it takes to open it again."""
    drawing = _Drawing("events in the match")
    async with _parts(url) as here:
        game = GAMES[load.game]
        async for size, moves, opened in store.grow(here, game, load.scenario, load.script, sizes):
            drawing.add(size, (("a move, median", "ms", median(moves)), ("opening it, median", "ms", median(opened))))
    return drawing.curves()


@contextlib.asynccontextmanager
async def _parts(url: str) -> AsyncIterator[Context]:
    """A server's parts, without its wire."""
    app = create_app(url, Settings(matches_per_guest=100_000, event_limit=""), GAMES)
    async with app.router.lifespan_context(app):
        yield app.state.context


async def by_sockets(load: wire.Load, sizes: Sequence[int] = SOCKETS) -> list[Curve]:
    """One match with more and more spectators: until the last has a move, and what their sockets take."""
    server, drawing = psutil.Process(load.pid), _Drawing("spectators")
    before = server.memory_info().rss
    for size in sizes:
        async with wire.audience(load, size) as told:
            samples = await told()
            taken = server.memory_info().rss - before
        drawing.add(
            size,
            (
                ("a move told to all of them, median", "ms", median(samples)),
                ("memory that they take", "MB", taken / MEGABYTE),
            ),
        )
    return drawing.curves()


def by_processes(url: str, load: wire.Load, bus: str, sizes: Sequence[int] = PROCESSES) -> list[Curve]:
    """The same movers at one process, and shared out over several on one database."""
    drawing = _Drawing("processes")
    for size in sizes:
        with contextlib.ExitStack() as stack:
            settings = {**NO_PROGRAMS, "GREATWAR_BUS": bus}
            servers = [stack.enter_context(wire.serving(url, settings)) for _ in range(size)]
            loads = [wire.Load(port, pid, load.game, load.scenario, load.script) for port, pid in servers]
            runs = asyncio.run(_at_once(loads, math.ceil(MOVERS / size)))
        samples = [seconds for run in runs for seconds in run.samples]
        drawing.add(
            size,
            (
                ("moves", "1/s", len(samples) / max(run.seconds for run in runs)),
                ("processor time for a move", "ms", sum(run.used for run in runs) / len(samples) * 1000),
                ("a move, p99", "ms", percentile(samples, 99)),
            ),
        )
    return drawing.curves()


async def _at_once(loads: Sequence[wire.Load], movers: int) -> list[wire.Run]:
    return await asyncio.gather(*(wire.play(load, movers, 1) for load in loads))


def measure(url: str, game: str, scenario: str, sent: Script, bus: str) -> Iterable[tuple[str, list[Curve]]]:
    """Each set of curves when it is done, with what it is by."""

    def at(server: tuple[int, int]) -> wire.Load:
        return wire.Load(*server, game, scenario, sent)

    roomy = {**NO_PROGRAMS, "GREATWAR_LIVE_MATCHES": str(2 * max(LIVE_MATCHES))}
    yield "processes", by_processes(url, at((0, 0)), bus)
    yield "age", asyncio.run(by_age(url, at((0, 0))))
    for name, run in (("sockets", by_sockets), ("live matches", by_live_matches)):
        with wire.serving(url, roomy) as server:
            yield name, asyncio.run(run(at(server)))
