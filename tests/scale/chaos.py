"""``python -m tests.scale.chaos --minutes 60``: a whole site is broken in turn, part by part, while people play.

Four servers, programs, nginx, NATS and a pair of Postgres with Patroni and etcd, all as plain processes. Exit code 1
when anything was lost, doubled, told wrongly or answered with a 500, or when an export does not verify. The report is
one JSON object on the standard output. What could not be tried is named there under ``left_out``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.app.clocks.passing import DAY, aged
from tests.app.players import Player
from tests.conftest import Server, fetch
from tests.scale.conftest import Nats
from tests.scale.crowd import Crowd
from tests.scale.pair import Pair
from tests.scale.site import Site
from tests.scale.viewers import Viewer
from tests.soak.guests import Mirror, Party, Played
from tests.soak.kills import UNFORESEEN
from tests.soak.ledger import Ledger, Table
from tests.soak.reckoning import Reckoning
from tests.soak.server import ALL

SERVERS = 4
TABLES = (
    ("toy", "endless"),
    ("toy", "short"),
    ("schlieffens-war", "campaign"),
    ("powers-1914", "classic-1"),
    ("great-war", "1918"),
    ("empires-alliances", "1914"),
)
AGAINST_PROGRAMS = (("powers-1914", "classic-1"), ("schlieffens-war", "campaign"))
NEEDED = {"nats-server": "nats-server", "nginx": "nginx", "etcd": "etcd-server", "patroni": "patroni"}
FAKETIME = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
SKEW = "+180s"
DISK = "768m"
"""Postgres keeps some 200 MB of its log here, more with each change of the primary: what it writes itself must not
fill it, for that nobody mends."""
SEATED_SECONDS = 60.0
MOVERS = 64
LIVE = 8
"""Matches that a server keeps, besides those of the movers: so few that they are loaded again and again."""
WATCHED_IN, SHOWN = 16, 24
"""One match of the movers in sixteen has a viewer. Of about 24 all servers are asked what they show, and the export is
verified; what is stored is looked at in all."""
PLACES = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"


def missing() -> list[str]:
    """What is needed and not installed, as packages of Debian."""
    absent = [package for name, package in NEEDED.items() if shutil.which(name, path=PLACES) is None]
    return absent if [*Path("/usr/lib/postgresql").glob("*/bin/pg_rewind")] else [*absent, "postgresql"]


def _path(name: str) -> str:
    found = shutil.which(name, path=PLACES)
    assert found is not None, f"{name} is not installed: apt-get install {NEEDED[name]}"
    return found


class Chaos:
    """What can be broken, and how it is mended. Each fault lasts as long as it is given."""

    def __init__(self, site: Site, pair: Pair, nats: Nats, rng: random.Random, disk: Path | None) -> None:
        self._site, self._pair, self._nats, self._rng, self._disk = site, pair, nats, rng, disk
        self.struck: Counter[str] = Counter()
        self.short: dict[str, tuple[Callable[[], contextlib.AbstractContextManager[None]], float]] = {
            "server killed": (self._server_killed, 1.0),
            "bus cut": (self._bus_cut, 2.0),
            "primary killed": (self._primary_killed, 1.0),
            "server frozen": (self._server_frozen, 3.0),
            "nginx killed": (self._nginx_killed, 1.0),
            "programs frozen": (self._programs_frozen, 8.0),
            "server cut off": (self._server_cut_off, 2.0),
            "nats killed": (self._nats_killed, 2.0),
        }
        self.long = {
            **self.short,
            "server cut off silently": (self._server_silenced, 25.0),
            "bus silent": (self._bus_silenced, 12.0),
            "programs killed": (self._programs_killed, 1.0),
            "standby killed": (self._standby_killed, 1.0),
            "etcd killed": (self._etcd_killed, 3.0),
            "primary's Patroni frozen": (self._patroni_frozen, 30.0),
        }
        if disk is not None:
            self.long["disk full"] = (self._disk_full, 8.0)

    def strike(self, name: str) -> None:
        """Break something, wait, and mend it; then wait until the site can bear the next."""
        fault, seconds = self.long[name]
        with fault():
            self.struck[name] += 1
            time.sleep(seconds)
        self._pair.wait_until_synchronous()

    @contextlib.contextmanager
    def _server_killed(self) -> Iterator[None]:
        self._rng.choice(self._site.keepers).process.kill()
        yield

    @contextlib.contextmanager
    def _programs_killed(self) -> Iterator[None]:
        self._rng.choice(self._site.programs).process.kill()
        yield

    @contextlib.contextmanager
    def _nginx_killed(self) -> Iterator[None]:
        self._site.kill_nginx()
        yield
        self._site.start_nginx()

    @contextlib.contextmanager
    def _nats_killed(self) -> Iterator[None]:
        self._nats.stop()
        yield
        self._nats.start()

    @contextlib.contextmanager
    def _bus_cut(self) -> Iterator[None]:
        wire = self._rng.choice(self._site.to_nats)
        wire.cut()
        yield
        wire.heal()

    @contextlib.contextmanager
    def _bus_silenced(self) -> Iterator[None]:
        wire = self._rng.choice(self._site.to_nats)
        wire.silence()
        yield
        wire.heal()

    @contextlib.contextmanager
    def _server_cut_off(self) -> Iterator[None]:
        """One server reaches neither Postgres, and is told so."""
        wires = self._rng.choice(self._site.to_postgres)
        for wire in wires:
            wire.cut()
        yield
        for wire in wires:
            wire.heal()

    @contextlib.contextmanager
    def _server_silenced(self) -> Iterator[None]:
        """One server reaches neither Postgres, and nobody tells it."""
        wires = self._rng.choice(self._site.to_postgres)
        for wire in wires:
            wire.silence()
        yield
        for wire in wires:
            wire.heal()

    @contextlib.contextmanager
    def _server_frozen(self) -> Iterator[None]:
        process = self._rng.choice(self._site.keepers).process
        process.send_signal(signal.SIGSTOP)
        yield
        process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def _programs_frozen(self) -> Iterator[None]:
        """For longer than a lease lasts: the other takes over, and the one that wakes must store nothing."""
        frozen = [p.process for p in self._site.programs if "programs play" in p.log.read_text(errors="replace")]
        process = self._rng.choice(frozen or [p.process for p in self._site.programs])
        process.send_signal(signal.SIGSTOP)
        yield
        process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def _primary_killed(self) -> Iterator[None]:
        self._pair.primary.kill_postgres()
        yield

    @contextlib.contextmanager
    def _standby_killed(self) -> Iterator[None]:
        primary = self._pair.primary
        next(node for node in self._pair.nodes.values() if node is not primary).kill_postgres()
        yield

    @contextlib.contextmanager
    def _patroni_frozen(self) -> Iterator[None]:
        """The primary does not hear that it is none any more: what it takes then must not be answered."""
        process = self._pair.primary.process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        yield
        process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def _etcd_killed(self) -> Iterator[None]:
        process = self._pair.etcd.process
        assert process is not None
        process.kill()
        process.wait(20)
        yield
        self._pair.etcd.start()

    @contextlib.contextmanager
    def _disk_full(self) -> Iterator[None]:
        """The second node finds no room, whichever it is just now."""
        assert self._disk is not None
        ballast = self._disk / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1_000_000))
        yield
        ballast.unlink()


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A disk of its own for what lies in a folder; None where nothing can be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def chaos(seconds: float | None, seed: int, folder: Path, movers: int, most_pause: float = 5.0) -> dict[str, Any]:
    """Break things for so long, or each of the short list once; gives the report, with what was wrong in ``faults``.

    ``movers`` play besides those who choose by the rules (``tests/scale/crowd.py``).
    """
    rng, ledger, over = random.Random(seed), Ledger(), threading.Event()
    left_out: list[str] = []
    with contextlib.ExitStack() as stack:
        disk = stack.enter_context(small_disk(folder / "disk")) if seconds is not None else None
        if disk is None:
            left_out.append("disk full: " + ("only in the long form" if seconds is None else "nothing can be mounted"))
        pair = Pair(_path("etcd"), _path("patroni"), folder, {"two": disk / "node"} if disk is not None else {})
        stack.callback(pair.end)
        pair.start()
        nats = Nats(_path("nats-server"), folder / "nats.log")
        nats.start()
        stack.callback(nats.stop)
        skewed = None
        if FAKETIME:
            skewed = {"LD_PRELOAD": str(FAKETIME[0]), "FAKETIME": SKEW, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        else:
            left_out.append("clock skew: apt-get install faketime")
        site = Site(folder, pair, SERVERS, nats.port, skewed, live=LIVE + movers // 3)
        stack.callback(site.close)
        site.open_door(_path("nginx"))
        site.settle()
        for _ in range(2):
            site.add_programs(nats.port)
        timed = Timed(site)
        parties = [
            *(Party(site, ledger, ALL, random.Random(rng.random())) for _ in TABLES),
            *(Party(site, ledger, ALL, random.Random(rng.random()), programs=True) for _ in AGAINST_PROGRAMS),
        ]
        players = [
            threading.Thread(target=party.play, args=(*table, over), daemon=True)
            for party, table in zip(parties, (*TABLES, *AGAINST_PROGRAMS), strict=True)
        ]
        began = time.monotonic()
        for player in players:
            player.start()
        crowd = Crowd(site.urls, movers, rng.randrange(1 << 32), folder, os.environ)
        stack.callback(crowd.close)
        audience = Audience(site, ledger, lambda: str(site.door), lambda: crowd.look()[::WATCHED_IN])
        _wait_until(lambda: len(ledger.tables) >= len(players), SEATED_SECONDS)
        breaking = Chaos(site, pair, nats, rng, disk)
        timed.run_out()
        if seconds is None:
            for name in breaking.short:
                breaking.strike(name)
        else:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                breaking.strike(rng.choice([*breaking.long]))
                time.sleep(rng.uniform(0.5, most_pause))
        over.set()
        crowd.stop()
        for player in players:
            player.join()
        crowd.end(ledger)
        played = time.monotonic() - began
        site.settle()
        for programs in site.programs:
            programs.close()
        timed.check(ledger)
        audience.check(ledger)
        reckoning = Reckoning(site, ledger, ALL)
        reckoning.run()
        reckoning.run(crowd.tables, max(1, len(crowd.tables) // SHOWN))
        of_crowd = sum(len(table.receipts) for table in crowd.tables)
        for log in sorted(folder.glob("server-*.log")):
            said = log.read_text(errors="replace").splitlines()
            for line in [line for line in said if any(u in line for u in UNFORESEEN)][:5]:
                ledger.fault(f"in {log.name}: {line}")
        return {
            "seconds": round(played, 1),
            "seed": seed,
            "left_out": left_out,
            "struck": dict(sorted(breaking.struck.items())),
            **ledger.report(),
            "movers": movers,
            "matches_of_movers": len(crowd.tables),
            "receipts_of_movers": of_crowd,
            "receipts_in_all": of_crowd + ledger.receipts,
            "lost": reckoning.lost,
            "doubled": reckoning.doubled,
            "by_programs": asyncio.run(_by_programs(site, ledger)),
            "holders_of_the_lease": (asyncio.run(fetch(site.database, "SELECT fence FROM lease")))[0]["fence"],
            "viewers": len(audience.viewers),
            "came_back": sum(viewer.came_back for viewer in audience.viewers),
            "events": reckoning.events,
            "matches_over": reckoning.finished,
            "exports_verified": reckoning.verified,
            "by_game": reckoning.by_game,
            "faults": ledger.faults,
        }


async def _by_programs(site: Site, ledger: Ledger) -> int:
    """How many commands programs gave."""
    query = "SELECT count(*) AS n FROM receipt WHERE match = $1 AND seat <> ALL($2::text[])"
    tables = [table for table in ledger.tables if len(table.cookies) == 1]
    return sum([(await fetch(site.database, query, t.match, [*t.cookies]))[0]["n"] for t in tables])


class Audience:
    """A viewer for each table, who comes in as soon as the table is there; ``door`` tells where. ``others`` are tables
    of which the ledger knows nothing."""

    def __init__(
        self,
        house: Played,
        ledger: Ledger,
        door: Callable[[], str],
        others: Callable[[], Sequence[Table]] = tuple,
    ) -> None:
        self._house, self._ledger, self._door, self._others = house, ledger, door, others
        self.viewers: list[Viewer] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._come_in, daemon=True)
        self._thread.start()

    def _come_in(self) -> None:
        while not self._over.wait(0.1):
            watched = {viewer.table.match for viewer in self.viewers}
            for table in (*self._ledger.tables, *self._others()):
                if table.match not in watched:
                    self.viewers.append(Viewer(self._door, table, self._ledger))

    def check(self, ledger: Ledger) -> None:
        """Each has seen all that its seat was told, and sees what the journal leads to."""
        self._over.set()
        self._thread.join()
        for viewer in self.viewers:
            table = viewer.table
            mirror = Mirror(ALL[table.game], self._house, table.match)
            mirror.follow()
            query = "SELECT numbers FROM event WHERE match = $1 AND seq = $2"
            rows = asyncio.run(fetch(self._house.database, query, table.match, mirror.version))
            viewer.leave(json.loads(rows[0]["numbers"]).get(viewer.seat, 0) if rows else 0, SEATED_SECONDS)
            if said := difference(viewer.view, mirror.game.view(mirror.state, viewer.seat)):
                ledger.fault(f"{table.match}: {viewer.seat} sees something else than the journal leads to: {said}")
            mirror.close()


def difference(seen: Any, true: Any, place: str = "view") -> str:
    """Where two views part; nothing if they do not. In a patched one null and missing mean the same."""
    if isinstance(seen, dict) and isinstance(true, dict):
        parts = (difference(seen.get(key), true.get(key), f"{place}.{key}") for key in sorted({*seen, *true}))
        return next((part for part in parts if part), "")
    if isinstance(seen, list) and isinstance(true, list) and len(seen) == len(true):
        parts = (difference(s, t, f"{place}[{n}]") for n, (s, t) in enumerate(zip(seen, true, strict=True)))
        return next((part for part in parts if part), "")
    return "" if seen == true else f"{place}: {str(seen)[:60]} and not {str(true)[:60]}"


class Timed:
    """A match whose clock runs out in the middle: it is over once, whoever sees it first, and told once."""

    def __init__(self, site: Site) -> None:
        self._database = site.database
        server = Server(str(site.door), site.keepers[0].process, site.keepers[0].log)
        red, blue = Player(server, "Rosa"), Player(server, "Karl")
        clock = {"bank": 3 * DAY, "increment": 3600, "most": 5 * DAY, "at_zero": "forfeit"}
        self.match = red.make(seat="red", clock=clock)
        blue.sit(self.match, "blue")

    def run_out(self) -> None:
        """Let its time pass."""
        aged(self._database, self.match, 80)

    def check(self, ledger: Ledger) -> None:
        """It ran out once."""
        query = "SELECT kind, command_id FROM event WHERE match = $1 AND command_id LIKE 'clock/%'"
        rows = asyncio.run(fetch(self._database, query, self.match["id"]))
        told = asyncio.run(
            fetch(self._database, "SELECT seat FROM notice WHERE match = $1 AND kind = 'ended'", self.match["id"])
        )
        if len({row["command_id"] for row in rows}) != 1 or len(rows) != len({row["kind"] for row in rows}):
            ledger.fault(f"a clock ran out {len(rows)} times: {rows}")
        if sorted(row["seat"] for row in told) != sorted({row["seat"] for row in told}):
            ledger.fault(f"someone is told twice of its end: {told}")


def _wait_until(true: Callable[[], bool], seconds: float) -> None:
    """Wait until something holds, or for long enough."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.1)


def main() -> None:
    """Break things for this many minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="0: each of the short list once")
    parser.add_argument("--seed", type=int, default=1914)
    parser.add_argument("--movers", type=int, default=MOVERS, help="who play besides those who choose by the rules")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two faults, at most")
    parser.add_argument("--tally", type=Path, help="a file to which the report is added, as a line of JSON")
    parser.add_argument("--keep", action="store_true", help="leave the data and the logs where they are")
    options = parser.parse_args()
    if absent := missing():
        sys.exit(f"not installed: apt-get install {' '.join(absent)}")
    folder = Path(tempfile.mkdtemp(prefix="greatwar-chaos-"))
    folder.chmod(0o755)
    try:
        report = chaos(options.minutes * 60 or None, options.seed, folder, options.movers, options.pause)
    finally:
        if options.keep:
            print(f"data and logs: {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(json.dumps(report, indent=2))
    if options.tally is not None:
        with options.tally.open("a") as tally:
            tally.write(json.dumps(report) + "\n")
    sys.exit(1 if report["faults"] else 0)


if __name__ == "__main__":
    main()
