"""``greatwar opponents``: the process in which programs play against people, beside the servers of a database."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Annotated

import structlog
import typer

from app import logs
from app.accounts.repository import Accounts
from app.database import TROUBLE, Database
from app.opponents.dispatcher import play_for_programs
from app.opponents.opponent import Pace
from app.opponents.workers import Workers
from app.plans import add_plans
from app.programs.serve import database
from app.settings import Settings
from app.traces.tracing import tracing
from rules.catalogue import GAMES

log = structlog.get_logger(__name__)

THOUGHT_SECONDS = 20.0
"""After this long a worker is killed, and the seat plays something plain."""
AGAIN_SECONDS = 2.0
PARENT_SECONDS = 1.0
"""How often it is looked whether the process that started this is still there."""


def opponents(
    workers: Annotated[int, typer.Option(min=1, max=16, help="Processes that think.")] = 1,
    first: Annotated[float, typer.Option(min=0, help="Seconds before the first answer of a step.")] = Pace().first,
    then: Annotated[float, typer.Option(min=0, help="Seconds before every other answer.")] = Pace().then,
    parent: Annotated[
        int, typer.Option(min=0, help="End when this process, which started it, is gone for any reason.")
    ] = 0,
) -> None:
    """Play the seats of programs, until told to stop. ``greatwar serve`` starts one of these."""
    settings = Settings()
    logs.configure(settings.log_json)
    add_plans(settings.plans, GAMES)
    with database(settings) as url:
        asyncio.run(_play_traced(url, settings, workers, Pace(first, then), parent or None))


async def _play_traced(url: str, settings: Settings, count: int, pace: Pace, parent: int | None) -> None:
    async with tracing(settings, "opponents"):
        await _play(url, settings, count, pace, parent)


async def _play(url: str, settings: Settings, count: int, pace: Pace, parent: int | None) -> None:
    """Play, and begin again whenever the database was away; until ``parent`` is gone, if that is set."""
    loop, this = asyncio.get_running_loop(), asyncio.current_task()
    if this is not None:
        for ending in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(ending, this.cancel)
    watching = None if parent is None or this is None else asyncio.create_task(_end_as_orphan(parent, this))
    try:
        while True:
            try:
                here = Database(url, 1, pooled=settings.pooler)
                key = await Accounts(here).signing_key()
                await here.close()
                await play_for_programs(url, settings, GAMES, key, Workers(count, THOUGHT_SECONDS), pace)
            except TROUBLE as error:
                log.warning("programs wait for the database", error=str(error))
            await asyncio.sleep(AGAIN_SECONDS)
    except asyncio.CancelledError:
        log.info("programs stop")
    finally:
        if watching is not None:
            watching.cancel()


async def _end_as_orphan(parent: int, playing: asyncio.Task[None]) -> None:
    """End the play once this process is another's child: the server was killed, and took no leave."""
    while os.getppid() == parent:  # noqa: ASYNC110
        await asyncio.sleep(PARENT_SECONDS)
    playing.cancel()
