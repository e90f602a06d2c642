"""A sender of our own beside the server's, on the same database, by a clock that the test turns."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.archives.folder import ArchiveFolder
from app.archives.shelf import Archives
from app.database import Database
from app.live.hub import Hub
from app.mail.smtp import Smtp
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.live_matches import LiveMatches
from app.matches.rows.journals import Journals
from app.matches.rows.repository import Matches
from app.notices.courier import Courier
from app.notices.deliveries import Deliveries
from app.notices.hooks import Hooks
from app.notices.kinds import MAIL, PUSH, WEBHOOK, Way
from app.notices.mails import Mails, Stops
from app.notices.outward import Outward, Resolve, resolve
from app.notices.push import Pushes, Vapid, server_key
from app.notices.scenes import Scenes
from app.notices.sender import Sender
from app.shards.shards import Shards
from tests.app.accounts.postbox import Postbox
from tests.app.toy_game import Toy
from tests.conftest import fetch

SITE = "https://greatwar.example"
DELAY = dt.timedelta(minutes=10)
"""So long that the package's server, which has the same, is never first."""


class Clock:
    """The time, so much later than it is."""

    def __init__(self) -> None:
        self.later = dt.timedelta()

    def now(self) -> dt.datetime:
        """What it shows."""
        return dt.datetime.now(dt.UTC) + self.later

    def turn(self, **by: float) -> None:
        """Turn it on."""
        self.later += dt.timedelta(**by)


@dataclass(frozen=True, slots=True)
class Desk:
    """A sender and its parts."""

    sender: Sender
    ledger: Deliveries
    clock: Clock
    url: str

    async def spread(self) -> None:
        """Put down for each channel what is owed, also what the server beside us has its hands on.

        What it holds for a moment would otherwise go out by itself; of two senders with one clock each waits the delay.
        """
        unspread = "SELECT FROM notice WHERE spread_at IS NULL AND at <= $1"
        while await fetch(self.url, unspread, self.clock.now()):
            await self.ledger.spread(self.clock.now())

    async def work(self, **by: float) -> None:
        """Turn the clock, and send what is due."""
        self.clock.turn(**by)
        while True:
            await self.spread()
            await self.sender.round()
            await self.sender.finish()
            at = await self.ledger.next()
            if at is None or at > self.clock.now():
                return
            # The server beside us has its hands on it for a moment.
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def desk(
    url: str,
    box: Postbox,
    *,
    reachable: Sequence[str] = ("127.0.0.1",),
    find: Resolve = resolve,
    clock: Clock | None = None,
    allowed: Callable[[str], bool] = lambda channel: True,
    present: Callable[[str], Mapping[str, bool]] = lambda match: {},
) -> AsyncIterator[Desk]:
    """A desk at a database; ``box`` takes its mail."""
    database, games = Database(url, 4), {"toy": Toy()}
    matches: Any = Matches(Journals(Shards(database)), Archives(database, ArchiveFolder(Path("nowhere"))))

    async def current(match: str) -> LiveMatch:
        return await LiveMatches(matches, games, Hub(), 10).get(match)

    outward = Outward(reachable, find)
    couriers: dict[Way, Courier] = {
        MAIL: Mails(Smtp(box.url, "games@greatwar.example"), Stops(b"key"), SITE),
        PUSH: Pushes(outward, Vapid(await server_key(database), SITE)),
        WEBHOOK: Hooks(outward, SITE),
    }
    clock = clock or Clock()
    ledger = Deliveries(database, DELAY)
    try:
        yield Desk(Sender(ledger, Scenes(games, current, present), couriers, allowed, clock.now), ledger, clock, url)
    finally:
        await database.close()
