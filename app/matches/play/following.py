"""Keeps the live matches abreast of the database, whoever moved the matches, and knows who may look at one."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import structlog

from app.background import Background
from app.database import TROUBLE
from app.errors import ApiError, ShardAway
from app.matches.access.admitting import admit
from app.matches.facts import MatchRecord, seating_digest
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.live_matches import LiveMatches
from app.matches.rows.records import MatchVersion
from app.matches.rows.repository import Matches
from app.matches.telling.delayed import DelayedViewers
from app.matches.telling.push_scheduler import PushScheduler
from app.news import WATCH, Audience, only_watches
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

FORBIDDEN = 403
MAX_SURVEYED_PER_LOOK = 20
"""Matches that are looked at for one look at the lobby: each may have to be loaded. The next look sees to others."""
UNREADABLE: tuple[type[Exception], ...] = (*TROUBLE, ApiError, UnknownShape)
"""What may come of a match that is to be looked at: then its line in the lobby says less."""


class Following:
    """Live matches as they stand in the database now."""

    def __init__(
        self,
        matches: Matches,
        live_matches: LiveMatches,
        audience: Audience,
        push_scheduler: PushScheduler,
        delayed: DelayedViewers,
        background: Background,
    ) -> None:
        self._matches = matches
        self._live_matches = live_matches
        self._audience = audience
        self._push_scheduler = push_scheduler
        self._delayed = delayed
        self._background = background
        self._surveyed: set[str] = set()
        """Matches about to be looked at for the lobby."""

    async def viewer(self, live: LiveMatch, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        """The viewpoint that a caller may take: one of the caller's seats, or the spectator's with the key.

        ApiError 401 without a session, 403 for someone else's seat or key.
        """
        try:
            return await admit(self._matches, live.record, account, seat, key, live.seats)
        except ApiError as error:
            # With a key of a side nobody is known to be who has no session; with another one it does not matter.
            if error.status != FORBIDDEN or (account is None and key is None):
                raise
        # Someone may have sat down through another process.
        await self.refresh_record(live)
        return await admit(self._matches, live.record, account, seat, key, live.seats)

    async def refresh_record(self, live: LiveMatch) -> None:
        """Read the match's row and seats again."""
        record = await self._matches.records.find(live.record.id)
        if record is None:
            return
        before = live.record
        live.know(record)
        self.send_away(live, before)

    def send_away(self, live: LiveMatch, before: MatchRecord) -> None:
        """Close the sockets of those who may no longer see what they saw before, or are told in another way now."""
        if live.record is not before:
            self._unseat(before, live.record)
            self._send_watchers_back(live, before)

    def _unseat(self, before: MatchRecord, now: MatchRecord) -> None:
        """Close the sockets of seats whose players are others than before: what comes is someone else's to see."""
        seat_records = {c.seat: c for c in now.seats}
        for was in before.seats if before.seats is not now.seats else ():
            seat_record = seat_records.get(was.seat)
            looked = [account for account in (was.account, was.player) if account is not None]
            if any(seat_record is None or not seat_record.seen_by(account) for account in looked):
                self._audience.unseat(now.id, was.seat)

    def _send_watchers_back(self, live: LiveMatch, before: MatchRecord) -> None:
        """Close the sockets of those who may no longer watch, or from now on are told at once; they come back."""
        now = live.record
        seated = [(c.account, c.shows) for c in now.seats] != [(c.account, c.shows) for c in before.seats]
        for viewer in self._audience.viewpoints(now.id) if seated or before.delayed != now.delayed else ():
            if (seated and viewer.startswith(WATCH)) or (before.delayed and not now.delayed and only_watches(viewer)):
                self._audience.unseat(now.id, viewer)

    async def catch_up(self, live: LiveMatch) -> None:
        """Follow what other processes stored, and tell our watchers. Call it with the match's lock held."""
        facts = await self._matches.chronicle.facts(live.record.id, live.version)
        if facts:
            # Nothing may break off between following and telling: a watcher would wait for what never comes.
            await self.refresh_record(live)
            live.follow(facts)
            self._push_scheduler.later(live, facts)

    async def on_match_changed(self, match: str, version: int | None) -> None:
        """Hear that a match was moved to a version elsewhere, or (None) changed in some way."""
        live = self._live_matches.find_cached(match)
        if live is None or (version is not None and live.version >= version):
            return
        async with live.lock:
            if version is None:
                await self.refresh_record(live)
                self._audience.send_presence(match)
            await self.catch_up(live)

    async def review(self, matches: Sequence[str]) -> None:
        """Look whether any of these matches was changed elsewhere without our hearing of it."""
        match_versions = await self._matches.records.versions(matches)
        for match, stored in match_versions.items():
            try:
                await self._review(match, stored)
            except UnknownShape as error:
                # A newer process runs beside this one, which is about to be replaced. The other matches go on.
                log.warning("stored by a newer version", match=match, error=str(error))
            except (ApiError, ShardAway) as error:
                # Its shard is away or cannot be used. Those of other shards go on.
                log.warning("match not reviewed", match=match, error=str(error))

    async def _review(self, match: str, stored: MatchVersion) -> None:
        live = self._live_matches.find_cached(match)
        if live is None:
            return
        if (live.version, live.record.status, seating_digest(live.record.seats)) != stored:
            await self.on_match_changed(match, None)
        if live.record.delayed:
            await self._delayed.tell(live)

    def survey(self, matches: Sequence[str]) -> None:
        """Note in the background how these matches stand, for the lobby: they were last moved by an older server."""
        fresh = [match for match in matches if match not in self._surveyed][:MAX_SURVEYED_PER_LOOK]
        if fresh:
            self._surveyed.update(fresh)
            self._background.start(self._survey(fresh))

    async def _survey(self, matches: Sequence[str]) -> None:
        for match in matches:
            try:
                live = await self._live_matches.get(match)
                await self._matches.records.note_summary(match, live.version, live.public_summary())
            except UNREADABLE as error:
                log.warning("not surveyed", match=match, error=str(error))
            finally:
                self._surveyed.discard(match)
