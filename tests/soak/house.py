"""A house in which nothing is safe: two servers, their Postgres, and someone who kills them at random."""

from __future__ import annotations

import contextlib
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil

from app.postgres.account import account
from app.postgres.cluster import Cluster
from app.postgres.joining import area_of
from app.postgres.locks import postmaster
from tests.conftest import Server, start_server

COMMAND = [sys.executable, "-m", "tests.soak.server", "PORT"]
SERVER, BACKEND, POSTMASTER = "server", "backend", "postmaster"
KINDS = (SERVER, BACKEND, POSTMASTER)
LEAST_PAUSE, MOST_PAUSE = 0.3, 4.0
"""Seconds between two kills."""
SETTLE_SECONDS = 90.0


class House:
    """Servers that share the embedded Postgres under ``var`` and are started again whenever they are gone."""

    def __init__(self, var: Path, servers: int, rng: random.Random) -> None:
        self.var = var
        self.logs = [var / f"server-{n}.log" for n in range(servers)]
        self.kills: Counter[str] = Counter()
        self.starts_in_vain = 0
        self._rng = rng
        self._closing = threading.Event()
        self._servers = [self._start(log) for log in self.logs]
        self._cluster = Cluster(area_of(var, account()), account())
        self._keepers = [threading.Thread(target=self._keep, args=(n,), daemon=True) for n in range(servers)]
        for keeper in self._keepers:
            keeper.start()

    def _start(self, log: Path) -> Server:
        return start_server(COMMAND, None, log, var=self.var, snapshot_every=20, live_matches=4)

    @property
    def urls(self) -> list[str]:
        """Where the servers are now; nobody may be at home."""
        return [server.url for server in self._servers]

    @property
    def servers(self) -> list[Server]:
        """The servers, as they are now."""
        return list(self._servers)

    @property
    def database(self) -> str:
        """The URL of the database; nobody may be at home there either."""
        return self._cluster.url

    def _keep(self, number: int) -> None:
        """Start a server again whenever it is gone, as whoever runs it would."""
        while not self._closing.wait(0.05):
            if self._servers[number].process.poll() is None:
                continue
            try:
                self._servers[number] = self._start(self.logs[number])
            except AssertionError:
                # Its database was killed while it started, or it was itself.
                self.starts_in_vain += 1

    # --- killing -------------------------------------------------------------------------------------------------

    def kill_for(self, seconds: float, enough: Callable[[], bool] = lambda: True) -> None:
        """Kill something every few seconds, but never what is left of a house in which nobody answers.

        A machine that does much besides gets little done in that time: it has more until there was ``enough``.
        """
        end = time.monotonic() + seconds
        last = end + SETTLE_SECONDS
        while time.monotonic() < end or (time.monotonic() < last and not enough()):
            time.sleep(self._rng.uniform(LEAST_PAUSE, MOST_PAUSE))
            if not any(self._well(n) for n in range(len(self._servers))):
                continue
            kind = self._rng.choice(KINDS)
            with contextlib.suppress(psutil.NoSuchProcess):
                if self._kill(kind):
                    self.kills[kind] += 1

    def _kill(self, kind: str) -> bool:
        """Kill one of a kind; False when there is none now."""
        if kind == SERVER:
            process = self._rng.choice(self._servers).process
            alive = process.poll() is None
            process.kill()
            return alive
        pid = postmaster(self._cluster.data)
        if pid is None:
            return False
        victim = psutil.Process(pid)
        if kind == BACKEND:
            children = [p for p in victim.children() if "greatwar greatwar" in " ".join(p.cmdline())]
            if not children:
                return False
            victim = self._rng.choice(sorted(children, key=lambda p: p.pid))
        victim.kill()
        return True

    # --- the end -------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Wait until every server is up and reaches the database. AssertionError when any is not."""
        end = time.monotonic() + SETTLE_SECONDS
        for number in range(len(self._servers)):
            while not self._well(number):
                assert time.monotonic() < end, f"server {number} is not well again"
                time.sleep(0.1)

    def _well(self, number: int) -> bool:
        try:
            return httpx.get(f"{self._servers[number].url}/api/health", timeout=20).status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    def close(self) -> None:
        """End the servers in order; the last one takes the database along."""
        self._closing.set()
        for keeper in self._keepers:
            keeper.join()
        for server in self._servers:
            if server.process.poll() is None:
                server.stop()
