"""How many tables come before one whose program is to think: told by the process in which programs play.

It tells nothing of a position: only what the others in the queue do adds to it (decisions/0081), and it is told of
those matches alone whose page says anyhow that a program is to decide.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from app.database import TROUBLE, Database
from app.matches.facts import ACTIVE
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.opponents.identities import strength_of
from app.wire import encode_text

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
STALE_SECONDS = 5
"""After that nobody waits for a process that says nothing."""

_SAY = """
INSERT INTO program_queue (id, told, at) VALUES (1, $1::json, now())
ON CONFLICT (id) DO UPDATE SET told = excluded.told, at = excluded.at
"""
_READ = f"""
SELECT (told ->> $1)::int AS before FROM program_queue WHERE id = 1 AND at > now() - interval '{STALE_SECONDS} seconds'
"""  # noqa: S608


class QueuePlaces:
    """Reads and writes the places."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def publish(self, before: Callable[[], Mapping[str, int]]) -> None:
        """Say every second which matches wait, for ever; while none do, nothing is written."""
        said: Mapping[str, int] = {}
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            told = before()
            if told or said:
                try:
                    await self.say(told)
                    said = told
                except TROUBLE as error:
                    log.warning("places in the queue wait for the database", error=str(error))

    async def say(self, told: Mapping[str, int]) -> None:
        """Say which matches wait, each with how many come before it."""
        async with self._database.raw() as raw:
            await raw.execute(_SAY, encode_text({**told}))

    async def before(self, match: str) -> int:
        """How many tables come before a match; 0 where it does not wait."""
        async with self._database.raw() as raw:
            row = await raw.fetchrow(_READ, match)
        return 0 if row is None else int(row["before"] or 0)


class QueueTeller:
    """Tells those who may see a match its place."""

    def __init__(self, places: QueuePlaces, current: CurrentMatches, following: Following) -> None:
        self._places = places
        self._current = current
        self._following = following

    async def place(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> int:
        """How many tables come before it, where its viewer is shown that a program is to decide; else 0. ApiError as
        for the state."""
        live = await self._current.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        if live.record.status != ACTIVE or live.is_delayed(viewer):
            return 0
        step: Any = live.view(live.viewpoint(viewer)).get("step") or {}
        programs = {c.seat for c in live.record.seats if strength_of(c.player) is not None}
        return 0 if programs.isdisjoint(step.get("deciders", ())) else await self._places.before(match)
