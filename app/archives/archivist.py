"""Archives matches that are over: writes the file, reads it back, and only then removes the rows (decisions/0071).

While one is archived its row is locked, so that one process does it. Whatever ends in between leaves the rows as they
were, and at most a file to which no row leads: the next try writes it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.archives.layout import ArchiveBytes, ArchivedCommand, ArchiveWriter, Chain, Unreadable
from app.archives.places import ArchivePlace
from app.archives.shelf import file_name
from app.background import beside
from app.database import TROUBLE, Database
from app.errors import ApiError
from app.matches.agreements.settlement import is_agreement
from app.matches.facts import FINISHED
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.live_matches import LiveMatches
from app.matches.reading.export import Exports
from app.matches.rows.models import Archive, Event, EventPool, Match, Receipt, Snapshot
from app.matches.rows.positions import POSITION_EVERY
from app.matches.rows.repository import Matches
from app.metrics import ARCHIVED, NOT_ARCHIVED
from app.news import Audience
from app.opponents.models import ProgramChoice
from app.proof import links
from rules.kernel.game import Game
from rules.kernel.messages import Json
from rules.kernel.plans import UnknownPlan
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

FIRST_SECONDS, EVERY_SECONDS = 120.0, 3600.0
REMOVED = (Event, Snapshot, Receipt, EventPool, ProgramChoice)
"""The tables whose rows of a match are in its archive."""
FAILURES: tuple[type[Exception], ...] = (ApiError, UnknownShape, UnknownPlan, Unreadable, RuntimeError)
"""What is wrong with the match that is to be archived, and not with the disk or the database: it stays as it is."""

_DUE = """
SELECT id FROM match m
WHERE m.status = 'finished' AND m.version > 0 AND m.shard = '' AND m.changed_at < now() - make_interval(secs => $1)
    AND NOT EXISTS (SELECT FROM archive a WHERE a.match = m.id)
    AND NOT EXISTS (SELECT FROM what_if w WHERE w.match = m.id) AND m.id <> ALL($2::text[])
ORDER BY m.changed_at LIMIT $3
"""
MAX_FOUND = 20
DAY_SECONDS = 86_400.0


class Archivist:
    """Archives matches ``days`` after their end; 0: never."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        games: Mapping[str, Game[Any, Any]],
        audience: Audience,
        exports: Exports,
        folder: ArchivePlace,
        days: float,
    ) -> None:
        self._database = database
        self._matches = matches
        # Of its own: what is archived is looked at by nobody, and must not put others out of memory.
        self._live_matches = LiveMatches(matches, games, audience, 1)
        self._exports = exports
        self._folder = folder
        self._days = days
        self._failed: set[str] = set()
        """Matches that this process will not try again."""

    async def archive_due(self) -> int:
        """Archive what is due; gives how many matches. Several processes may do it at the same time.

        ``TROUBLE`` when the database is out of reach, or the folder takes no file.
        """
        count = 0
        while True:
            async with self._database.raw() as raw:
                rows = await raw.fetch(_DUE, self._days * DAY_SECONDS, [*self._failed], MAX_FOUND)
            done = [await self._try(row["id"]) for row in rows]
            count += sum(done)
            if not any(done):
                return count

    async def _try(self, match: str) -> bool:
        try:
            return await self.archive(match)
        except FAILURES as error:
            NOT_ARCHIVED.inc()
            self._failed.add(match)
            log.error("match not archived", match=match, error=str(error))
            return False

    async def archive(self, match: str) -> bool:
        """Archive a match that is over; False if another process does, or did."""
        async with self._database.session.begin() as session:
            # Not FOR UPDATE: a rematch, which refers to it, may be made meanwhile.
            # Its record must be here, and stay: the lock keeps it from being moved.
            free = select(Match.version).where(Match.id == match, Match.status == FINISHED, Match.shard == "")
            free = free.where(~Match.moving)
            free = free.where(~select(Archive.match).where(Archive.match == match).exists())
            version = await session.scalar(free.with_for_update(key_share=True, skip_locked=True))
            if version is None:
                return False
            live = await self._live_matches.get(match)
            self._live_matches.forget(match)
            writer, data = await self._pack(live)
            digest = hashlib.sha256(data).digest()
            await asyncio.to_thread(self._keep, writer, file_name(match, digest), data)
            await self._replace(session, version, writer, match, digest, len(data))
        ARCHIVED.inc()
        log.info("archived", match=match, events=version, bytes=len(data))
        return True

    async def _pack(self, live: LiveMatch) -> tuple[ArchiveWriter, bytes]:
        """The file of a match, and who wrote it."""
        match, record = live.record.id, live.record
        writer = ArchiveWriter(Chain(links.key(record.secret or b"", match), record.link))
        orders = await self._matches.commands.orders(match)
        async for facts in self._matches.chronicle.commands(match, 0):
            order = orders[facts[0].command_id]
            command = ArchivedCommand(order["ask"], order["command"], order["rules"], tuple(facts))
            if writer.add(command, settled=is_agreement(facts[0].kind)):
                await asyncio.to_thread(writer.end_run)
        last = -POSITION_EVERY
        for seq in await self._matches.positions.stored(match):
            if seq - last >= POSITION_EVERY and seq < live.version:
                last, state = await self._matches.chronicle.stored_position(match, seq)
                await asyncio.to_thread(writer.add_position, seq, state)
        await asyncio.to_thread(writer.add_position, live.version, live.game.dump_state(live.state))
        export, lots = await self._exports.for_archive(live), await self._lots(live)
        return writer, await asyncio.to_thread(writer.finish, match, export, lots)

    async def _lots(self, live: LiveMatch) -> list[Json]:
        """What lies where, each with how much the viewpoints had been told when it came there."""
        told = {v: (await self._matches.lots(live.record.id, v))[2] for v in live.viewpoints}
        _, lots, _ = await self._matches.lots(live.record.id)
        return [{**lot.json(), "told": {v: since[lot.since] for v, since in told.items()}} for lot in lots]

    def _keep(self, writer: ArchiveWriter, name: str, data: bytes) -> None:
        """Write the file, and hold what can be read from it against what was written."""
        self._folder.write(name, data)
        read = self._folder.read(name)
        if read != data:
            raise Unreadable(f"{name}: what was written is not what is read")
        writer.check(ArchiveBytes(read))

    @staticmethod
    async def _replace(
        session: AsyncSession, version: int, writer: ArchiveWriter, match: str, digest: bytes, size: int
    ) -> None:
        """Put the archive in the place of the rows. RuntimeError if it does not have all of them."""
        stored = await session.scalar(select(func.count()).select_from(Event).where(Event.match == match))
        if not writer.events == version == stored:
            raise RuntimeError(f"{stored} events are stored, {writer.events} archived, and the version is {version}")
        last = writer.last
        session.add(
            Archive(match=match, digest=digest, bytes=size, kind=last.kind, ended=last.at, numbers={**last.numbers})
        )
        for table in REMOVED:
            await session.execute(delete(table).where(table.match == match))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Archive while the context lasts, if the host wants that."""
        if not self._days:
            yield
            return
        async with beside(self._go_on(), "archivist"):
            yield

    async def _go_on(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                await self.archive_due()
            except TROUBLE as error:
                # Out of reach or full, for this match as for the others: nothing was removed, and the next round tries.
                NOT_ARCHIVED.inc()
                log.error("archiving failed", error=str(error))
            await asyncio.sleep(EVERY_SECONDS)
