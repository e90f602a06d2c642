"""A site on several machines, as plain processes of this one: servers, programs, nginx, NATS, a pair of Postgres."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from app.settings import ROOT
from tests import forked
from tests.conftest import UNLIMITED, Server, free_port
from tests.scale.pair import Pair
from tests.scale.wires import Wire, Wires

SETTLE_SECONDS = 300.0
GATEWAY = "172.30.83.1"


def by_itself(command: list[str], environment: dict[str, str], log: Path) -> forked.Process:
    """Start a program that is no fork of ours: its environment says what is loaded before it."""
    with log.open("ab") as out:
        return subprocess.Popen(command, env=environment, stdout=out, stderr=out, cwd=ROOT)


class Keeper:
    """A process that is started again whenever it is gone, as a supervisor does."""

    def __init__(
        self,
        command: list[str],
        environment: dict[str, str],
        log: Path,
        start: Callable[[list[str], dict[str, str], Path], forked.Process] = forked.start,
    ) -> None:
        self._start, self._given = start, (command, environment, log)
        self._closing = threading.Event()
        self.log = log
        self.process = start(*self._given)
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def _keep(self) -> None:
        while not self._closing.wait(0.1):
            if self.process.poll() is not None:
                self.process = self._start(*self._given)

    def close(self) -> None:
        """End it for good."""
        self._closing.set()
        self._thread.join()
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        self.process.kill()


class Site:
    """Servers on a pair of Postgres, each by wires of its own. It has what a soak asks of its house.

    ``skewed`` is in the environment of the last of them, whose clock is wrong. ``pooler`` is the address of one that
    stands before the pair: then there are no wires to Postgres. ``live`` is how many matches each keeps in memory.
    """

    def __init__(
        self,
        folder: Path,
        pair: Pair,
        servers: int,
        nats: int | None = None,
        skewed: dict[str, str] | None = None,
        pooler: str | None = None,
        live: int = 8,
    ) -> None:
        self._pair, self._pooler, self._live = pair, pooler, live
        self._wires = Wires()
        self.database = pair.url
        """For the tests themselves: no wire between."""
        self.to_postgres: list[list[Wire]] = []
        self.to_nats: list[Wire] = []
        self._ports = [free_port() for _ in range(servers)]
        self.keepers: list[Keeper] = []
        self.programs: list[Keeper] = []
        self._folder = folder
        for number, port in enumerate(self._ports):
            command = [sys.executable, "-m", "tests.soak.server", str(port)]
            given, log = self._settings(nats), folder / f"server-{number}.log"
            if skewed is not None and number == servers - 1:
                self.keepers.append(Keeper(command, {**given, **skewed}, log, by_itself))
            else:
                self.keepers.append(Keeper(command, given, log))
        self._nginx: subprocess.Popen[bytes] | None = None
        self.door: str | None = None

    def _settings(self, nats: int | None) -> dict[str, str]:
        """What a process is started with: its own wires to both Postgres, and to NATS."""
        settings = {**UNLIMITED, "log_json": "true", "push_seconds": 0, "snapshot_every": 20}
        settings["live_matches"] = self._live
        settings["proxies"] = "127.0.0.1"
        if self._pooler is None:
            self.to_postgres.append([self._wires.to(node.port) for node in self._pair.nodes.values()])
            address = self.database
            for node, wire in zip(self._pair.nodes.values(), self.to_postgres[-1], strict=True):
                address = address.replace(f":{node.port}", f":{wire.port}")
        else:
            address, settings["pooler"] = self._pooler, "true"
        if nats is not None:
            self.to_nats.append(self._wires.to(nats))
            settings["bus"] = f"nats://127.0.0.1:{self.to_nats[-1].port}"
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GREATWAR_")}
        return {**kept, "DATABASE_URL": address, **{f"GREATWAR_{k.upper()}": str(v) for k, v in settings.items()}}

    def add_programs(self, nats: int | None) -> None:
        """Start one more process in which programs play."""
        command = [sys.executable, "-m", "app", "opponents", "--first", "0", "--then", "0"]
        log = self._folder / f"programs-{len(self.programs)}.log"
        self.programs.append(Keeper(command, self._settings(nats), log))

    def open_door(self, nginx: str) -> None:
        """Put nginx before the servers, by the file that containers use."""
        port = free_port()
        text = (ROOT / "docs/nginx.conf").read_text()
        lines = re.findall(r"^ +server [\d.]+:8000 .*$", text, re.MULTILINE)
        named = [re.sub(r"[\d.]+:8000", f"127.0.0.1:{to}", lines[0]) for to in self._ports]
        block = "\n".join(lines[:2])
        assert text.count(block) == 2, "both upstreams name two servers"
        text = text.replace(block, "\n".join(named)).replace("listen 8080;", f"listen 127.0.0.1:{port};")
        text = text.replace("/tmp/", f"{self._folder}/nginx-").replace("/dev/stderr", "stderr")  # noqa: S108
        text = text.replace("/dev/stdout", str(self._folder / "access.log"))
        config = self._folder / "nginx.conf"
        config.write_text(text)
        self._start_nginx = [nginx, "-e", "stderr", "-c", str(config), "-g", "daemon off;"]
        self.door = f"http://127.0.0.1:{port}"
        self.start_nginx()

    def start_nginx(self) -> None:
        """Start it, or start it again."""
        with (self._folder / "nginx.log").open("ab") as out:
            self._nginx = subprocess.Popen(self._start_nginx, stdout=out, stderr=out, start_new_session=True)

    def kill_nginx(self) -> None:
        """Kill it, with its workers."""
        if self._nginx is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._nginx.pid, signal.SIGKILL)
            self._nginx.wait(20)

    # --- what a soak asks of its house ---------------------------------------------------------------------------

    @property
    def servers(self) -> list[Server]:
        """Where players come in: nginx if it stands, and every server."""
        kept = [
            Server(f"http://127.0.0.1:{port}", keeper.process, keeper.log)
            for port, keeper in zip(self._ports, self.keepers, strict=True)
        ]
        return kept if self.door is None else [Server(self.door, kept[0].process, kept[0].log), *kept]

    @property
    def urls(self) -> list[str]:
        """Their addresses; nobody may be at home."""
        return [server.url for server in self.servers]

    def settle(self) -> None:
        """Wait until every server is well."""
        deadline = time.monotonic() + SETTLE_SECONDS
        for url in {*self.urls}:
            while not _well(url):
                assert time.monotonic() < deadline, f"{url} is not well again"
                time.sleep(0.1)

    def close(self) -> None:
        """End everything but the pair."""
        for keeper in (*self.programs, *self.keepers):
            keeper.close()
        self.kill_nginx()
        self._wires.close()


def _well(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/health", timeout=20, trust_env=False).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False
