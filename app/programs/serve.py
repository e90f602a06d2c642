"""``greatwar serve``: the server, with a Postgres of its own unless DATABASE_URL names one."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import Annotated, Any

import structlog
import typer
import uvicorn
from fastapi import FastAPI
from prometheus_client import start_http_server

from app import logs, postgres
from app.context import Context
from app.database import TROUBLE, migrate
from app.limits import descriptors, protocols
from app.limits.limits import Limits
from app.main import create_app
from app.programs.beside import opponents_beside
from app.settings import Settings
from app.shards.preparing import prepare_shards
from rules.catalogue import GAMES
from rules.kernel.game import Game

log = structlog.get_logger(__name__)

SOCKET_BYTES = 4096
"""Largest message that a client may send over the websocket: it only says ``ping`` and ``resync``."""
PING_SECONDS = 40.0
"""How long a socket is left alone. Shorter than the minute after which proxies take a silent one for dead; and of 1,000
sockets on which nothing happens, pings are what costs most."""


COLLECT_AFTER = (10_000, 100, 50)
"""When the garbage collector looks at its three generations. What a match holds is freed by counting references, and to
look through all matches for cycles at Python's own pace took a quarter of a busy server's time, in halts of 0.3 s. The
youngest are looked at more often than they might be, since big tables are among them: 50,000 at once took 30 ms."""


def collect_rarely() -> None:
    """Look for garbage as rarely as a server does, and never among boards, charts and modules, which are none."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


@contextlib.contextmanager
def database(settings: Settings) -> Iterator[str]:
    """The URL of a database with the schema up to date: DATABASE_URL, or an embedded Postgres while this lasts.

    The shards are ready too. ShardsUnfit.
    """
    with contextlib.ExitStack() as stack:
        url = settings.postgres_url or stack.enter_context(postgres.running(settings.var))
        migrate(url, pooled=settings.pooler)
        prepare_shards(url, settings)
        yield url


EXTRA_CONNECTIONS = 4
"""Connections to Postgres besides the pool's: the journal's, the one that listens, and one of each that is being
replaced."""
TICKS_A_SECOND = 10
"""How often uvicorn calls ``on_tick``."""


LOOPBACK = ("127.0.0.1", "::1")


def address_of(host: str, port: int) -> str:
    """Where a browser reaches this server: on its own machine by name, since a passkey is bound to a name."""
    if host in LOOPBACK:
        return f"http://localhost:{port}"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Server(uvicorn.Server):
    """uvicorn that tells a person where to go once it is ready, and ends what has stood about for too long."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, leave_seconds: float = 0, invitation: bool | None = None
    ) -> None:
        super().__init__(config)
        self._app = app
        self._leave_seconds = leave_seconds
        self._invitation = invitation
        self._leaves_at: float | None = None
        self._hurried = False

    async def startup(self, sockets: Any = None) -> None:
        """Start, with a table at which two can sit down; a person at a terminal is shown the address and its link."""
        await super().startup(sockets)
        if not self.started:
            return
        collect_rarely()
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        address = address_of(host, port)
        here: Context = self._app.state.context
        link: str | None = None
        if here.games:
            try:
                table = await here.match_maker.ready_table(next(iter(here.games)))
            except TROUBLE as error:
                # The database was lost just now; it comes back, and the server is up without this.
                log.warning("no table made ready", error=str(error))
            else:
                link = f"{address}/match.html?m={table.id}&invite={table.invite}"
        if not (sys.stdout.isatty() if self._invitation is None else self._invitation):
            # A journal: nobody reads it in time, and an invitation must not be kept there.
            log.info("serving", address=address)
            return
        typer.echo(f"\n  Great War Online: {address}/")
        if link is not None:
            typer.echo(f"  A match is ready, open it in two browsers: {link}")
        typer.echo("  Press Ctrl-C to stop it.\n")

    async def on_tick(self, counter: int) -> bool:
        """Do what is due now and then; True when it is time to close the protocols."""
        now = asyncio.get_running_loop().time()
        limits: Limits = self._app.state.limits
        if counter % TICKS_A_SECOND == 0:
            limits.connection_table.sweep(now)
        if not await super().on_tick(counter):
            return False
        if self._leaves_at is None:
            limits.leaving, self._leaves_at = True, now + self._leave_seconds
            log.info("leaving", seconds=self._leave_seconds)
        return self._hurried or now >= self._leaves_at

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Leave; at the second signal, without waiting for a balancer to notice."""
        self._hurried = self.should_exit
        super().handle_exit(sig, frame)


def run(app: FastAPI, host: str, port: int, settings: Settings, invitation: bool | None = None) -> None:
    """Serve until told to stop."""
    limits: Limits = app.state.limits
    allowed = descriptors.connections((settings.pool_size + EXTRA_CONNECTIONS) * (1 + len(settings.shard_urls)))
    limits.connection_table.most = min(settings.connections or allowed, allowed)
    protocols.quieten()
    config = protocols.ProtocolConfig(
        app,
        connection_table=limits.connection_table,
        refusals=limits.refusals,
        deadlines=limits.deadlines,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=",".join(settings.proxies),
        timeout_graceful_shutdown=5,
    )
    with _figures(settings):
        Server(config, app, settings.leave_seconds, invitation).run()


@contextlib.contextmanager
def _figures(settings: Settings) -> Iterator[None]:
    """Give Prometheus the figures on a port of their own while this lasts, if one is set."""
    if not settings.metrics_port:
        yield
        return
    server, thread = start_http_server(settings.metrics_port, settings.metrics_address)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Go down in order, Postgres too, when we are ended while uvicorn does not listen for it."""
    raise SystemExit(0)


def serve_games(
    games: Mapping[str, Game[Any, Any]],
    host: str,
    port: int,
    proxies: str | None = None,
    invitation: bool | None = None,
) -> None:
    """Serve these games; for tests with games of their own, too. ``invitation``: whether an invitation to a match
    is printed; None: at a terminal only."""
    settings = Settings() if proxies is None else Settings.model_validate({"proxies": proxies})
    logs.configure(settings.log_json)
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, _leave)
    with database(settings) as url, opponents_beside(url) if settings.opponents else contextlib.nullcontext():
        run(create_app(url, settings, games), host, port, settings, invitation)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any free one.")] = 8000,
    proxies: Annotated[
        str | None, typer.Option(help="Proxies to trust, instead of those that GREATWAR_PROXIES names.")
    ] = None,
    examples: Annotated[bool, typer.Option("--examples", help="Offer the example games as well.")] = False,
    invitation: Annotated[
        bool | None,
        typer.Option(
            "--invitation/--no-invitation",
            help="Print the link to the match that is ready for two. Without either: only at a terminal.",
        ),
    ] = None,
) -> None:
    """Serve the games over HTTP."""
    serve_games({**GAMES, **_examples()} if examples else GAMES, host, port, proxies, invitation)


def _examples() -> Mapping[str, Game[Any, Any]]:
    """The games of ``examples/``, which a checkout has and an installed server has not."""
    try:
        from examples.catalogue import EXAMPLES
    except ModuleNotFoundError as error:
        if error.name not in ("examples", "examples.catalogue"):
            raise
        message = "The example games are not installed here. Serve them from a checkout of the source."
        raise typer.BadParameter(message, param_hint="--examples") from error
    return EXAMPLES
