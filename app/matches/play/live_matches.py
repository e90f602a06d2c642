"""The live matches of this process: loaded when first asked for, the least lately used put away again."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import structlog

from app.background import SLICE_SECONDS
from app.database import TROUBLE
from app.errors import ApiError, no_match
from app.limits.sitters import MAX_MATCHES, Sitters
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.standing_answers import NoStandingOrders, StandingOrderStore
from app.matches.play.load_queue import LoadQueue
from app.matches.play.process_memory import ProcessMemory
from app.matches.rows.repository import Matches
from app.metrics import COLD_LOADS, NO_ROOM, PUT_AWAY
from app.news import Audience
from app.traces.spans import span
from rules.kernel.game import Game

log = structlog.get_logger(__name__)

LOOK_SECONDS = 1.0
"""How often the memory is looked at, besides whenever a match is loaded."""


NO_STANDING_ORDERS = NoStandingOrders()


class Hearing(Protocol):
    """Has other processes heard about the matches that are in memory."""

    def follow(self, match: str) -> None:
        """It comes into memory."""
        ...

    def leave(self, match: str) -> None:
        """It has left memory."""
        ...


class Deaf:
    """For whoever keeps matches for a moment only: each look reads how they stand."""

    def follow(self, match: str) -> None:
        """Nothing is heard of it."""

    def leave(self, match: str) -> None:
        """Nothing was."""


DEAF = Deaf()


class LiveMatches:
    """A cache of live matches."""

    def __init__(
        self,
        matches: Matches,
        games: Mapping[str, Game[Any, Any]],
        audience: Audience,
        limit: int,
        memory: ProcessMemory | None = None,
        standing_orders: StandingOrderStore = NO_STANDING_ORDERS,
        hearing: Hearing = DEAF,
        sitters: Sitters | None = None,
    ) -> None:
        self._matches = matches
        self._games = games
        self._audience = audience
        self._limit = limit
        self._memory = memory or ProcessMemory(0)
        self._looked = time.monotonic()
        self._live_matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._load_queue = LoadQueue()
        self._standing_orders = standing_orders
        self._hearing = hearing
        self._sitters = sitters or Sitters()

    def __len__(self) -> int:
        return len(self._live_matches)

    @property
    def live(self) -> list[str]:
        """The matches that are in memory."""
        return list(self._live_matches)

    def find_cached(self, match: str) -> LiveMatch | None:
        """The live match if it is in memory."""
        return self._live_matches.get(match)

    async def learn_sitters(self) -> None:
        """Nobody who plays is a stranger because the server has just started."""
        try:
            self._sitters.learn(await self._matches.records.people_lately(MAX_MATCHES))
        except TROUBLE as error:
            log.warning("players are strangers until their matches are loaded", error=str(error))

    def forget(self, match: str) -> None:
        """Put a live match away for good: its match is gone."""
        if self._live_matches.pop(match, None) is not None:
            self._hearing.leave(match)

    async def get(self, match: str, *, moving: bool = False) -> LiveMatch:
        """The live match, loaded if need be; it may be behind the database.

        Where someone is ``moving``, it is loaded before those that others only look at. ApiError 404 when there is
        none, 503 when it is not in memory and there is no room for it.
        """
        live = self._live_matches.get(match)
        if live is None:
            live = await self._load_once(match, moving)
        if match in self._live_matches:
            # Where memory is short, another that was loaded at the same moment may have put it away again.
            self._live_matches.move_to_end(match)
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._make_room(match)
        self._sitters.note(match, live.record.seats)
        return live

    async def _load_once(self, match: str, moving: bool) -> LiveMatch:
        """Load a match once, however many ask at the same time."""
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = asyncio.create_task(self._load(match, moving))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        elif moving:
            self._load_queue.hurry(match)
        return await asyncio.shield(task)

    async def _load(self, match: str, moving: bool) -> LiveMatch:
        async with self._load_queue.turn(match, moving=moving):
            with span("load", {"match": match}):
                return await self._load_in_turn(match)

    async def _load_in_turn(self, match: str) -> LiveMatch:
        self._make_room(match)
        if self._memory.full:
            NO_ROOM.inc()
            text = "The server has no room for another match at the moment. Please try again in a minute."
            raise ApiError(503, "no_room", text)
        with COLD_LOADS.time():
            # Before it is read: what is stored after that is heard of.
            self._hearing.follow(match)
            try:
                return await self._load_now(match)
            except BaseException:
                if match not in self._live_matches:
                    self._hearing.leave(match)
                raise

    async def _load_now(self, match: str) -> LiveMatch:
        found = await self._matches.load(match)
        if found is None:
            raise no_match()
        game = self._games.get(found.record.game)
        if game is None:
            raise no_match()
        live = LiveMatch(
            game, found.record, found.seq, game.load_state(found.state), found.link, found.marks, found.agreements
        )
        await self._follow(live)
        if live.record.timing is not None and live.version > live.record.version:
            # Moved by another process since its row was read: the clocks there are of before.
            live.know(await self._matches.records.find(match) or live.record)
        live.standing = await self._standing_orders.orders(match)
        # Known before the task is forgotten: nobody may load it a second time between the two.
        self._live_matches[match] = live
        self._make_room(match)
        return live

    async def _follow(self, live: LiveMatch) -> None:
        """Bring a live match that nobody has yet up to its facts, with a pause now and then.

        In a thread it would take as long from the others: Python lets one of us think at a time.
        """
        now = asyncio.get_running_loop().time
        turn = now()
        async for command in self._matches.chronicle.commands(live.record.id, live.version):
            live.follow(command)
            if now() - turn > SLICE_SECONDS:
                await asyncio.sleep(0)
                turn = now()

    def _make_room(self, newest: str) -> None:
        """Put away as many matches as there are too many, by number or by the memory that they take."""
        self._looked = time.monotonic()
        if (many := len(self._live_matches) - self._limit) > 0:
            # Those that are watched stay, and no others go for them.
            self._put_away(list(self._live_matches)[:many], newest, many, "number")
        if excess := self._memory.excess():
            many = -(-excess // self._memory.each(len(self._live_matches)))
            self._put_away(list(self._live_matches), newest, many, "memory")

    def _put_away(self, matches: Sequence[str], newest: str, most: int, short: str) -> None:
        """Forget some of the matches, those that nobody watches or works on, but not the newest."""
        for match in matches:
            if most <= 0:
                return
            if match != newest and not self._audience.is_watched(match) and not self._live_matches[match].lock.locked():
                del self._live_matches[match]
                self._hearing.leave(match)
                PUT_AWAY.labels(short).inc()
                most -= 1
