"""A journal for each database in which records lie. Moves of one shard never wait for those of another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

import structlog

from app.background import beside
from app.database import TROUBLE, USED_ALREADY, Raw, connect, raw_of
from app.happenings import UNHEARD, Happenings
from app.leases.lease import Held, LeaseLost
from app.matches.rows.journal import Entry, Journal, forget_sent, stamp, statement
from app.matches.rows.settling import Settling
from app.shards.shards import UNREACHED, Shards, away

log = structlog.get_logger(__name__)

SETTLE_SECONDS = 10.0
"""How often it is looked whether a shard still owes someone a notice, since a process died before it was passed on."""
FOLLOW_SECONDS = 10.0
"""How long the home database may take to hear of moves; those who made them wait for it."""
ANSWERED: tuple[type[Exception], ...] = (USED_ALREADY, LeaseLost)
"""Of ``TROUBLE``, what comes of a shard that answers."""

_KEEP_SEATS = "UPDATE match SET reseated = $2::json WHERE id = $1"


class Journals:
    """Stores commands where the records of their matches lie, and tells the home database of those in shards."""

    def __init__(
        self, shards: Shards, happenings: Happenings = UNHEARD, *, pooled: bool = False, held: Held | None = None
    ) -> None:
        self.shards = shards
        self.settling = Settling(shards)
        self.held = held
        """Where only the holder of a lease may write: that lease."""
        self._pooled = pooled
        self._home = Journal(shards.home.url, happenings, pooled=pooled, held=held)
        self._followers = {name: Follower(shards, name, self.settling, pooled=pooled) for name in shards.others}
        self._others = {
            name: Journal(database.url, happenings, pooled=pooled, held=held, follow=self._followers[name].follow)
            for name, database in shards.others.items()
        }

    async def append(self, entry: Entry) -> bool:
        """Store a command. False when the match is no longer at the version before it, or not in play any more, or
        its record lies elsewhere by now.

        Errors as of ``Journal.append``; ApiError 503 or ShardAway when its shard cannot be used.
        """
        if not entry.shard:
            return await self._home.append(entry)
        await self.shards.named(entry.shard)
        try:
            return await self._others[entry.shard].append(entry)
        except ANSWERED:
            raise
        except TROUBLE as error:
            raise away(entry.shard) from error

    async def append_reseated(self, entry: Entry, seats: str) -> bool:
        """Store a command about seats in a shard, with how they stand after it (``seats_now``); as ``append``.

        The home database hears of it in the transaction that calls this, and commits after it.
        """
        database = await self.shards.named(entry.shard)
        query, sent = statement([entry], self.held, in_shard=True)
        async with database.session.begin() as session:
            raw = await raw_of(session)
            if self.held is not None:
                await stamp(raw, self.held)
            if not await raw.fetch(query, *sent):
                return False
            await raw.execute(_KEEP_SEATS, entry.match, seats)
        return True

    async def forget_reseated(self, entry: Entry) -> None:
        """The home database has a command about seats: its shard need not keep how they stand."""
        with contextlib.suppress(*UNREACHED):
            async with (await self.shards.named(entry.shard)).raw() as raw:
                await raw.execute(_KEEP_SEATS, entry.match, None)
                await forget_sent(raw, [entry])

    def wake_notices(self) -> None:
        """Someone is to be told something by what was stored."""
        self._home.wake_notices()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Write while the context lasts."""
        async with contextlib.AsyncExitStack() as stack:
            for journal in (self._home, *self._others.values()):
                await stack.enter_async_context(journal.running())
            for follower in self._followers.values():
                stack.push_async_callback(follower.close)
            for name in self._others:
                await stack.enter_async_context(beside(self._settle(name), f"settling {name}"))
            yield

    async def _settle(self, shard: str) -> None:
        while True:
            await asyncio.sleep(SETTLE_SECONDS)
            try:
                if await self.settling.settle_waiting(shard):
                    self.wake_notices()
            except UNREACHED as error:
                log.warning("not settled", shard=shard, error=str(error) or type(error).__name__)


class Follower:
    """Tells the home database of a shard's moves, over a connection of its own."""

    def __init__(self, shards: Shards, shard: str, settling: Settling, *, pooled: bool) -> None:
        self._shards = shards
        self._shard = shard
        self._settling = settling
        self._pooled = pooled
        self._home: Raw | None = None

    async def follow(self, entries: Sequence[Entry]) -> bool:
        """Tell it; whether someone is to be told something. ``TROUBLE``: then these are settled later."""
        if self._home is None or self._home.is_closed():
            self._home = await connect(self._shards.home.url, pooled=self._pooled)
        try:
            async with asyncio.timeout(FOLLOW_SECONDS):
                return await self._settling.follow(self._home, self._shard, entries)
        except TimeoutError:
            self._home.terminate()
            raise

    async def close(self) -> None:
        """Close the connection."""
        if self._home is not None:
            with contextlib.suppress(*TROUBLE):
                await self._home.close(timeout=2)
