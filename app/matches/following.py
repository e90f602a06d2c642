"""Keeps the live tables abreast of the database, whoever moved the matches, and knows who may look at one."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence

import structlog

from app.background import Background
from app.database import TROUBLE
from app.errors import ApiError, no_match
from app.matches.facts import Record, seating
from app.matches.late import Late
from app.matches.repository import Matches
from app.matches.rights import viewer_of
from app.matches.table import Table
from app.matches.tables import Tables
from app.matches.telling import Herald
from app.news import WATCH, Audience, only_watches
from rules.kernel.shapes import UnknownShape

log = structlog.get_logger(__name__)

FORBIDDEN = 403
SURVEYED = 20
"""Matches that are looked at for one look at the lobby: each may have to be loaded. The next look sees to others."""
UNREADABLE: tuple[type[Exception], ...] = (*TROUBLE, ApiError, UnknownShape)
"""What may come of a match that is to be looked at: then its line in the lobby says less."""


class Following:
    """The tables as they stand in the database now."""

    def __init__(
        self,
        matches: Matches,
        tables: Tables,
        audience: Audience,
        herald: Herald,
        late: Late,
        background: Background,
    ) -> None:
        self._matches = matches
        self._tables = tables
        self._audience = audience
        self._herald = herald
        self._late = late
        self._background = background
        self._surveyed: set[str] = set()
        """Matches about to be looked at for the lobby."""
        self.on_looked: Callable[[Table], None] = lambda table: None
        """Called with a table that somebody looks at."""

    async def viewer(self, table: Table, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        """The viewpoint that a caller may take: one of the caller's seats, or the spectator's with the key.

        ApiError 401 without a session, 403 for somebody else's seat or key.
        """
        viewer = await self._viewer(table, account, seat, key)
        if account is not None and viewer.startswith(WATCH):
            await self._matches.note_watcher(table.record.id, account, table.side_of(table.viewpoint(viewer)))
        return viewer

    async def _viewer(self, table: Table, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        try:
            return viewer_of(table.record, account, seat, key, table.seats)
        except ApiError as error:
            # With a key of a side nobody is known to be who has no session; with another one it does not matter.
            if error.status != FORBIDDEN or (account is None and key is None):
                raise
        # Somebody may have sat down through another process.
        await self.refresh_record(table)
        return viewer_of(table.record, account, seat, key, table.seats)

    async def refresh_record(self, table: Table) -> None:
        """Read the match's row and seats again."""
        record = await self._matches.record(table.record.id)
        if record is None:
            return
        before = table.record
        self.unseat(before, record)
        table.know(record)
        self.send_watchers_back(table, before)

    def unseat(self, before: Record, now: Record) -> None:
        """Close the sockets of seats whose players are others than before: what comes is somebody else's to see."""
        chairs = {c.seat: c for c in now.chairs}
        for was in before.chairs if before is not now else ():
            chair = chairs.get(was.seat)
            looked = [account for account in (was.account, was.player) if account is not None]
            if any(chair is None or not chair.seen_by(account) for account in looked):
                self._audience.unseat(now.id, was.seat)

    def send_watchers_back(self, table: Table, before: Record) -> None:
        """Close the sockets of those who may no longer watch, or from now on are told at once; they come back."""
        now = table.record
        seated = [(c.account, c.shows) for c in now.chairs] != [(c.account, c.shows) for c in before.chairs]
        for viewer in self._audience.viewpoints(now.id) if seated or before.late != now.late else ():
            if (seated and viewer.startswith(WATCH)) or (before.late and not now.late and only_watches(viewer)):
                self._audience.unseat(now.id, viewer)

    async def catch_up(self, table: Table) -> None:
        """Follow what other processes stored, and tell our watchers. Call it with the table's lock held."""
        facts = await self._matches.chronicle.facts(table.record.id, table.version)
        if facts:
            # Nothing may break off between following and telling: a watcher would wait for what never comes.
            await self.refresh_record(table)
            table.follow(facts)
            self._herald.later(table, facts)

    async def current(self, match: str) -> Table:
        """The table, no older than the database when this was asked."""
        known = self._tables.cached(match) is not None
        table = await self._tables.get(match)
        if known:
            now = await self._matches.version(match)
            if now is None:
                # Swept away by another process, since nobody ever moved in it.
                self._tables.forget(match)
                raise no_match()
            if now != (table.version, table.record.status):
                await self.changed(match, None)
        self.on_looked(table)
        return table

    async def changed(self, match: str, version: int | None) -> None:
        """Hear that a match was moved to a version elsewhere, or (None) changed in some way."""
        table = self._tables.cached(match)
        if table is None or (version is not None and table.version >= version):
            return
        async with table.lock:
            if version is None:
                await self.refresh_record(table)
                self._audience.send_presence(match)
            await self.catch_up(table)

    async def review(self, matches: Sequence[str]) -> None:
        """Look whether any of these matches was changed elsewhere without our hearing of it."""
        standings = await self._matches.standings(matches)
        for match, standing in standings.items():
            table = self._tables.cached(match)
            if table and (table.version, table.record.status, seating(table.record.chairs)) != standing:
                try:
                    await self.changed(match, None)
                except UnknownShape as error:
                    # A newer process runs beside this one, which is about to be replaced. The other matches go on.
                    log.warning("stored by a newer version", match=match, error=str(error))
            if table is not None and table.record.late:
                await self._late.tell(table)

    def survey(self, matches: Sequence[str]) -> None:
        """Note in the background how these matches stand, for the lobby: they were last moved by an older server."""
        fresh = [match for match in matches if match not in self._surveyed][:SURVEYED]
        if fresh:
            self._surveyed.update(fresh)
            self._background.start(self._survey(fresh))

    async def _survey(self, matches: Sequence[str]) -> None:
        for match in matches:
            try:
                table = await self._tables.get(match)
                await self._matches.note(match, table.version, table.told())
            except UNREADABLE as error:
                log.warning("not surveyed", match=match, error=str(error))
            finally:
                self._surveyed.discard(match)
