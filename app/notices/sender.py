"""Sends what is due, tries again what did not arrive, and gives up after a day."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import random
import uuid
from collections.abc import AsyncIterator, Callable, Mapping

import structlog

from app.database import TROUBLE
from app.errors import ApiError
from app.metrics import NOTICES
from app.notices.courier import Courier, Message, Target, Undeliverable
from app.notices.deliveries import Claimed, Deliveries
from app.notices.kinds import WEBHOOK, Way
from app.notices.scenes import Lapsed, Scenes
from app.notices.texts import Item
from app.traces.spans import span
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

LOOK_SECONDS = 20.0
"""How often a process looks for what another one left undone."""
PAUSE_SECONDS = 0.5
MAX_CONCURRENT_MESSAGES = 8
"""Messages on their way; one receiver that is slow does not hold up the others."""
FIRST_PAUSE, MAX_PAUSE = dt.timedelta(seconds=30), dt.timedelta(hours=6)
MAX_TRIES = 9
"""By then a day has passed."""
TOO_MANY_PAUSE = dt.timedelta(minutes=10)
STOP_SECONDS = 5.0

Allowed = Callable[[str], bool]
"""Whether a channel may be sent another message now; asking counts as one."""


def pause(tries: int) -> dt.timedelta:
    """How long to wait before another try: four times as long each time, and never all at once."""
    longer: int = 4 ** min(tries - 1, 10)
    return min(MAX_PAUSE, FIRST_PAUSE * longer) * random.uniform(0.8, 1.2)


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class Sender:
    """Takes what is owed to the couriers."""

    def __init__(
        self,
        deliveries: Deliveries,
        scenes: Scenes,
        couriers: Mapping[Way, Courier],
        allowed: Allowed,
        now: Callable[[], dt.datetime] = _now,
        due: asyncio.Event | None = None,
    ) -> None:
        self._deliveries = deliveries
        self._scenes = scenes
        self._couriers = couriers
        self._allowed = allowed
        self._now = now
        self._wake = due or asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """There may be something to do."""
        self._wake.set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Send while the context lasts; at its end what is on its way may still arrive."""
        task = asyncio.create_task(self._run(), name="notices")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
            for left in self._tasks:
                left.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            seconds = LOOK_SECONDS
            try:
                await self.round()
                seconds = await self._until_next()
            except TROUBLE as error:
                log.warning("notices wait for the database", error=str(error))
            except Exception as error:
                # Unforeseen; it must not be the end of all notices.
                log.error("sending notices failed", exc_info=error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), seconds)
            self._wake.clear()

    async def _until_next(self) -> float:
        at = await self._deliveries.next()
        if at is None:
            return LOOK_SECONDS
        return min(LOOK_SECONDS, max(PAUSE_SECONDS, (at - self._now()).total_seconds()))

    async def round(self) -> None:
        """Put down what is owed, and send all that is due now."""
        while await self._deliveries.spread(self._now()):
            pass
        while (claimed := await self._deliveries.claim(self._now())) is not None:
            while len(self._tasks) >= MAX_CONCURRENT_MESSAGES:
                await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            task = asyncio.create_task(self._send(claimed), name=f"notices {claimed.message}")
            self._tasks.add(task)
            task.add_done_callback(self._on_done)

    async def finish(self) -> None:
        """Wait for what is on its way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # Its lease runs out, and it is tried again.
            log.error("notices not sent", exc_info=error)
        self._wake.set()

    async def _send(self, claimed: Claimed) -> None:
        target = await self._deliveries.target(claimed.channel)
        if target is None:
            return
        if claimed.tries > MAX_TRIES:
            # Something in it makes us stumble each time.
            await self._deliveries.settle(claimed.deliveries, "failed", "given up", self._now())
            return
        test = None in claimed.deliveries.values()
        items = {} if test else await self._standing(claimed, target)
        going = set(claimed.deliveries) if test else set(items)
        if not going:
            return
        if not test and claimed.tries == 1 and not self._allowed(target.id.hex):
            await self._deliveries.again(going, self._now() + TOO_MANY_PAUSE, "many at once", afresh=True)
            return
        try:
            with span("notify", {"way": target.way, "notices": len(going), "tries": claimed.tries}):
                await self._couriers_for(target).take(target, Message(claimed.message, list(items.values())))
        except Undeliverable as error:
            await self._on_failure(claimed, target, going, error)
            return
        await self._deliveries.settle(going, "sent", "", self._now())
        await self._deliveries.trouble(target.id, "")
        NOTICES.labels(target.way, "sent").inc()
        log.info("notices sent", way=target.way, count=len(going), tries=claimed.tries)

    def _couriers_for(self, target: Target) -> Courier:
        courier = self._couriers.get(target.way)
        if courier is None:
            raise Undeliverable("this server does not send these", final=True)
        return courier

    async def _standing(self, claimed: Claimed, target: Target) -> dict[uuid.UUID, Item]:
        """What is still to be told; the rest lapses."""
        found: dict[uuid.UUID, Item] = {}
        lapsed: dict[str, list[uuid.UUID]] = {}
        for delivery, noted in await self._deliveries.list_notices(claimed.deliveries):
            try:
                told = await self._scenes.item_for(noted, target.account, target.way == WEBHOOK, self._now())
            except UnknownShape as error:
                # A newer process runs beside this one, and can read it.
                log.warning("stored by a newer version", match=noted.match, error=str(error))
                await self._deliveries.again([delivery], self._now() + FIRST_PAUSE, "the server is being updated")
                continue
            except ApiError as error:
                # There is no room for it in memory, or its database cannot be used: neither is the player's fault.
                log.warning("match not read for a notice", match=noted.match, code=error.code)
                later = self._now() + pause(claimed.tries)
                await self._deliveries.again([delivery], later, "the match cannot be read now")
                continue
            if isinstance(told, Lapsed):
                lapsed.setdefault(told.reason, []).append(delivery)
            else:
                found[delivery] = told
        for reason, deliveries in lapsed.items():
            await self._deliveries.settle(deliveries, "lapsed", reason, self._now())
            untold = [d for d in deliveries if d not in claimed.perhaps_told]
            await self._deliveries.forget([n for d in untold if (n := claimed.deliveries[d]) is not None])
        return found

    async def _on_failure(self, claimed: Claimed, target: Target, going: set[uuid.UUID], error: Undeliverable) -> None:
        now, reason = self._now(), str(error)
        if error.gone:
            await self._deliveries.remove(target.id)
        elif error.final or claimed.tries >= MAX_TRIES or None in claimed.deliveries.values():
            # A test tells at once how it went.
            await self._deliveries.settle(going, "failed", reason, now)
            await self._deliveries.trouble(target.id, reason)
        else:
            await self._deliveries.again(going, now + max(pause(claimed.tries), error.wait or dt.timedelta()), reason)
            await self._deliveries.trouble(target.id, reason)
        NOTICES.labels(target.way, "refused").inc()
        log.warning("notices not taken", way=target.way, reason=reason, tries=claimed.tries, gone=error.gone)
