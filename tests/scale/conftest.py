"""Programs that a bigger site runs beside its servers; tests are skipped where they are not installed."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from app.postgres.account import account
from app.settings import ROOT
from tests.conftest import free_port
from tests.scale.pair import Pair

PLACES = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"


def program(name: str, package: str) -> str:
    """Where a program is; skips the test where it is not."""
    found = shutil.which(name, path=PLACES)
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {package}")
    return found


def wait_for(port: int) -> None:
    """Wait until something answers at a port."""
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"nobody answers at {port}"
            time.sleep(0.02)


class Nats:
    """A NATS server that a test may stop and start."""

    def __init__(self, binary: str, log: Path) -> None:
        self._command = [binary, "-a", "127.0.0.1", "-p", str(port := free_port())]
        self._log, self.port = log, port
        self.url = f"nats://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("ab") as out:
            self.process = subprocess.Popen(self._command, stdout=out, stderr=out)
        wait_for(self.port)

    def stop(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[Nats]:
    """A NATS server."""
    server = Nats(program("nats-server", "nats-server"), tmp_path / "nats.log")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def by_nats(serving: Callable[..., object], nats: Nats) -> Callable[..., object]:
    """Starts servers whose notices go by it: ``by_nats(database=url)``."""
    return lambda *args, **settings: serving(*args, bus=nats.url, **settings)


class Balancer:
    """HAProxy before a pair of Postgres: leads to the one that takes writes."""

    def __init__(self, binary: str, folder: Path, pair: Pair) -> None:
        self.port = free_port()
        self._log = folder / "haproxy.log"
        lines = (ROOT / "docs/haproxy.cfg").read_text().replace("127.0.0.1:5000", f"127.0.0.1:{self.port}")
        for name, node in pair.nodes.items():
            written = re.search(rf"^ +server {name} .*$", lines, re.MULTILINE)
            assert written is not None, name
            lines = lines.replace(written[0], f"    server {name} 127.0.0.1:{node.port} check port {node.rest}")
        settings = folder / "haproxy.cfg"
        settings.write_text(lines)
        self._command = [binary, "-db", "-f", str(settings)]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        with self._log.open("ab") as out:
            self.process = subprocess.Popen(self._command, stdout=out, stderr=out)
        wait_for(self.port)

    def stop(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)


class Bouncer:
    """PgBouncer in transaction mode, before a Postgres that listens on a socket.

    It hands its few sessions round, so that nearly every transaction of a client comes to another one than the last.
    """

    SESSIONS = 6

    def __init__(self, binary: str, folder: Path, database: str, to: tuple[str, int] | None = None) -> None:
        """``to``: where it finds that database, if not at its own address."""
        parts = urlsplit(database)
        told = parse_qs(parts.query)
        host, at = to or (told["host"][0], int(told.get("port", ["5432"])[0]))
        self.direct = database
        self.port = free_port()
        self.url = f"postgresql://{parts.username}:{parts.password}@127.0.0.1:{self.port}{parts.path}"
        self._folder = folder
        users = folder / "users.txt"
        users.write_text(f'"{parts.username}" "{unquote(parts.password or "")}"\n')
        settings = folder / "pgbouncer.ini"
        lines = (ROOT / "docs/pgbouncer.ini").read_text()
        for name, value in {
            "greatwar": f"host={host} port={at}",
            "listen_port": self.port,
            "auth_file": users,
            "default_pool_size": self.SESSIONS,
        }.items():
            lines, found = re.subn(rf"^{name} = .*$", f"{name} = {value}", lines, flags=re.MULTILINE)
            assert found == 1, name
        every = lines.replace("greatwar = host", "* = host")
        settings.write_text(f"{every}server_round_robin = 1\nunix_socket_dir =\n")
        self._command = [binary, "-q", str(settings)]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, as the account that runs Postgres since it refuses to be run by root; wait until it answers."""
        with (self._folder / "pgbouncer.log").open("ab") as out:
            self.process = subprocess.Popen(self._command, stdout=out, stderr=out, cwd="/", **account().switch)  # type: ignore[call-overload]
        wait_for(self.port)

    def stop(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(20)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every account reaches; pytest's own are for one."""
    folder = Path(tempfile.mkdtemp(prefix="greatwar-scale-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def bouncer(open_folder: Path, fresh_database: Callable[[], str]) -> Iterator[Bouncer]:
    """A pooler before an empty database with the schema."""
    pooler = Bouncer(program("pgbouncer", "pgbouncer"), open_folder, fresh_database())
    pooler.start()
    yield pooler
    pooler.stop()


@pytest.fixture
def pair(open_folder: Path) -> Iterator[Pair]:
    """Two Postgres, one of which takes over from the other."""
    both = Pair(program("etcd", "etcd-server"), program("patroni", "patroni"), open_folder)
    try:
        both.start()
        yield both
    finally:
        both.end()


@pytest.fixture
def pooled_pair(open_folder: Path, pair: Pair) -> Iterator[Bouncer]:
    """A pooler before HAProxy before a pair of Postgres."""
    balancer = Balancer(program("haproxy", "haproxy"), open_folder, pair)
    pooler = Bouncer(program("pgbouncer", "pgbouncer"), open_folder, pair.url, ("127.0.0.1", balancer.port))
    try:
        balancer.start()
        pooler.start()
        yield pooler
    finally:
        pooler.stop()
        balancer.stop()
