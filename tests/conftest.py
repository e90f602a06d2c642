"""What the tests share: one Postgres for the run, a database for each worker, servers in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import hashlib
import itertools
import os
import secrets
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from app import postgres
from app.database import migrate
from app.programs.serve import COLLECT_AFTER
from app.settings import ROOT
from tests import forked, recalls
from tests.forked import Process

recalls.check_from_now_on()
# At Python's own pace, garbage is looked for in all tests and all states again and again: a sixth of the time.
gc.set_threshold(*COLLECT_AFTER)

START_SECONDS = 180.0


def read_certificates_once() -> None:
    """Let all clients of httpx share the web's certificates: each would read them, which takes 30 ms."""
    made = ssl.create_default_context
    trusting = functools.cache(lambda cafile: made(cafile=cafile))

    def create(*purpose: Any, **more: Any) -> ssl.SSLContext:
        return trusting(**more) if not purpose and more.keys() == {"cafile"} else made(*purpose, **more)

    ssl.create_default_context = create  # type: ignore[assignment]


read_certificates_once()


def wait_as_long_as_for_a_start() -> None:
    """Let all calls of httpx wait as long as for a server's start: its own 5 s are short on a busy machine."""
    patience = httpx._config.DEFAULT_TIMEOUT_CONFIG
    patience.connect = patience.read = patience.write = patience.pool = START_SECONDS


wait_as_long_as_for_a_start()


class ByFile(LoadScopeScheduling):
    """A worker plays a whole file, whose servers and games are then made once, and one plays most browser tests.

    A second Chromium would only slow the first while there is other work to do beside it. When there is none left, the
    rest of them are spread over all workers. ``--dist loadgroup`` would do for that, but xdist 3.8 writes its groups
    where pytest 9.2 does not read them.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return "browser" if file.startswith("tests/browser/") and file not in LAST else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """How the tests are spread over the workers: in the order in which they were collected."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Neither modules nor tests are ever garbage, and to look for it among them takes a second."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


FIRST = ("tests/browser/", "tests/soak/", "tests/scale/", "tests/maps/test_resurvey.py")
"""What takes a worker longest, and what mostly waits: at the end of the run nothing would be left to do beside it."""


LAST = tuple(
    f"tests/browser/test_{name}.py"
    for name in ("table", "boards", "general_form", "powers_fights", "pieces", "two_boards", "sealing")
)
"""Two fifths of the browser tests, each file by itself, for whoever is free: one Chromium alone took longer than two
workers with everything else, and left them idle. The longest file comes first, so that all end at nearly the same time;
files of only one or two long tests are not among them, since their worker is given the next file besides."""


def _place(item: pytest.Item) -> int:
    """When a test's turn comes."""
    for n, file in enumerate(LAST):
        if item.nodeid.startswith(file):
            return len(FIRST) + 1 + n
    return next((n for n, folder in enumerate(FIRST) if item.nodeid.startswith(folder)), len(FIRST))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what may not come last."""
    items.sort(key=_place)


@dataclass(slots=True)
class Server:
    """A server under test."""

    url: str
    process: Process
    log: Path

    @property
    def socket_url(self) -> str:
        """The same for websockets."""
        return self.url.replace("http:", "ws:")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it in order; gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


PORTS, PORTS_OF_WORKER = int(os.environ.get("GREATWAR_TEST_PORTS", "20000")), 1_500
"""Where the ports of the tests' servers begin, below those that the system gives to whoever asks for any. Two checkouts
that are tested side by side on one machine begin in different places."""
_ports = itertools.count(os.getpid())


def free_port() -> int:
    """A port that nobody listens on now. Each worker has its own: two that were given the same in the moment before
    their servers began to listen would play on one server."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for number in itertools.islice(_ports, PORTS_OF_WORKER):
        port = PORTS + worker * PORTS_OF_WORKER + number % PORTS_OF_WORKER
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError(f"no port of worker {worker} is free")


UNLIMITED: dict[str, object] = {
    **dict.fromkeys(("rate_limit", "address_limit", "guest_limit", "match_limit", "move_limit", "event_limit"), ""),
    **dict.fromkeys(("login_limit", "code_limit", "credential_limit", "mail_limit", "password_limit"), ""),
    **dict.fromkeys(("chat_limit", "mark_limit", "hint_limit"), ""),
    **{"socket_limit": "", "work_share": 0, "refusal_seconds": 0, "calls_at_once": 0, "connections_per_address": 0},
    **{"calls_in_all": 0, "clock_seconds": 1.5, "sockets_per_address": 100_000, "matches_per_guest": 100_000},
    **{"opponents": "false", "programs_per_guest": 100_000},
}
"""Settings with which all tests of a run may come from one address; those of limits set them otherwise."""


def start_server(command: list[str], database: str | None, log: Path, **settings: object) -> Server:
    """Start a server; ``command`` has PORT where the port goes, ``settings`` are GREATWAR_... in lower case."""
    port = free_port()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GREATWAR_") and k != "DATABASE_URL"}
    if database is not None:
        environment["DATABASE_URL"] = database
    # Tests count what is pushed after each move; those about bursts have them gathered.
    settings = {**UNLIMITED, "log_json": "true", "push_seconds": 0, **settings}
    environment |= {f"GREATWAR_{k.upper()}": str(v) for k, v in settings.items()}
    process = forked.start([str(port) if part == "PORT" else part for part in command], environment, log)
    server = Server(f"http://127.0.0.1:{port}", process, log)
    deadline = time.monotonic() + START_SECONDS
    with httpx.Client(base_url=server.url) as client:
        while True:
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                raise AssertionError(f"the server did not start:\n{log.read_text()[-3000:]}")
            with contextlib.suppress(httpx.TransportError):
                answer = client.get("/api/health")
                if answer.status_code == 200 and answer.json()["listening"]:
                    return server
            time.sleep(0.02)


TOY = [sys.executable, "-m", "tests.app.toy_server", "PORT"]
REAL = [sys.executable, "-m", "app", "serve", "--port", "PORT"]


async def execute(url: str, statement: str) -> None:
    """Run one statement on a connection of its own."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def fetch(url: str, query: str, *args: object) -> list[Mapping[str, Any]]:
    """The rows of one query on a connection of its own."""
    connection = await asyncpg.connect(url)
    try:
        return [dict(row) for row in await connection.fetch(query, *args)]
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A running Postgres, shared by all workers of the run; the last one out stops it.

    It does not wait for the disk: what it wrote still outlives a kill, and no test cuts the power.
    """
    with postgres.running(ROOT / "var" / "tests") as url:
        for what in ("fsync", "full_page_writes"):
            asyncio.run(execute(url, f"ALTER SYSTEM SET {what} = off"))
        asyncio.run(execute(url, "SELECT pg_reload_conf()"))
        yield url


MIGRATING = 1914
"""Postgres's number of the lock under which one worker makes the schema that all of them copy."""


def migrated(postgres_url: str) -> str:
    """The name of an empty database with the schema; it is kept from run to run until a migration changes."""
    scripts = sorted((ROOT / "migrations").rglob("*.py"))
    name = f"schema_{hashlib.sha256(b''.join(script.read_bytes() for script in scripts)).hexdigest()[:12]}"

    async def make() -> None:
        server = await asyncpg.connect(postgres_url)
        try:
            await server.execute(f"SELECT pg_advisory_lock({MIGRATING})")
            kept = await server.fetch("SELECT datname FROM pg_database WHERE datname LIKE 'schema\\_%'")
            if name in [row["datname"] for row in kept]:
                return
            for row in kept:
                await server.execute(f'DROP DATABASE "{row["datname"]}" WITH (FORCE)')
            # It has its name when it is whole: a run that is broken off leaves none that is half made.
            await server.execute('CREATE DATABASE "schema_begun"')
            await asyncio.to_thread(migrate, database_of(postgres_url, "schema_begun"))
            await server.execute(f'ALTER DATABASE "schema_begun" RENAME TO "{name}"')
        finally:
            await server.close()

    asyncio.run(make())
    return name


def database_of(postgres_url: str, name: str) -> str:
    """The address of another database of the same Postgres."""
    return postgres_url.replace(f"@/{postgres.DATABASE}?", f"@/{name}?")


@contextlib.contextmanager
def _databases(postgres_url: str, prefix: str, template: Callable[[], str] | None) -> Iterator[Callable[[], str]]:
    """Makes databases, as copies of the ``template`` or without any table, and drops them at the end."""
    made: list[str] = []

    def make() -> str:
        made.append(f"{prefix}_{secrets.token_hex(6)}")
        of = f' TEMPLATE "{template()}"' if template is not None else ""
        asyncio.run(execute(postgres_url, f'CREATE DATABASE "{made[-1]}"{of}'))
        return database_of(postgres_url, made[-1])

    yield make
    for name in made:
        asyncio.run(execute(postgres_url, f'DROP DATABASE "{name}" WITH (FORCE)'))


@pytest.fixture(scope="session")
def fresh_database(postgres_url: str) -> Iterator[Callable[[], str]]:
    """Makes empty databases with the schema, and drops them at the end."""
    with _databases(postgres_url, "test", functools.cache(functools.partial(migrated, postgres_url))) as make:
        yield make


@pytest.fixture
def empty_database(postgres_url: str) -> Iterator[Callable[[], str]]:
    """Makes databases without any table, and drops them at the end."""
    with _databases(postgres_url, "empty", None) as make:
        yield make


@pytest.fixture(scope="session")
def database_url(fresh_database: Callable[[], str]) -> str:
    """A database for the tests of this worker."""
    return fresh_database()


@pytest.fixture
def serving(tmp_path: Path, database_url: str) -> Iterator[Callable[..., Server]]:
    """Starts servers that end with the test: ``serving(TOY, rate_limit="3/minute")``."""
    started: list[Server] = []

    def start(command: list[str] = TOY, database: str | None = database_url, **settings: object) -> Server:
        server = start_server(command, database, tmp_path / f"server-{len(started)}.log", **settings)
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def starting() -> Callable[..., Server]:
    """``start_server`` itself, for the servers of a module."""
    return start_server


@pytest.fixture(scope="session")
def toy_server(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Server]:
    """A server of the toy game, for this worker's tests."""
    server = start_server(TOY, database_url, tmp_path_factory.mktemp("toy") / "server.log")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str]) -> Iterator[Server]:
    """A server of the real games, as ``greatwar serve`` starts it, with a database of its own."""
    real = start_server(REAL, fresh_database(), tmp_path_factory.mktemp("real") / "server.log")
    yield real
    real.stop()
