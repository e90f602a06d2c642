"""The word between processes that share a database, always after the commit; a carrier takes it to the others.

A notice is only a hint: a process that hears it reads the database, and a slow round over all watched matches finds
what a lost notice would have told. A process that is alone sends none. Each process also says now and then who is
present with it, so that a process that died is forgotten.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, cast

import structlog

from app.database import TROUBLE
from app.live.announcements import Announcements
from app.live.carrier import Carrier
from app.live.hub import Hub
from app.traces.spans import span
from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import UnknownShape

log = structlog.get_logger(__name__)

ROUND_SECONDS = 5.0
FORGET_SECONDS = 3 * ROUND_SECONDS
RECONNECT_SECONDS = 1.0
JOIN_SECONDS = 10.0
"""How long a process waits at its start until the others know of it."""


@dataclass(frozen=True, slots=True)
class FromElsewhere:
    """What is done when another process tells something."""

    changed: Callable[[str, int | None], Awaitable[None]]
    """``changed(match, version)``: it changed a match; None for its seats or status."""
    said: Callable[[str, str, int], Awaitable[None]]
    """``said(match, room, number)``: someone spoke there, or took back what was said."""
    marked: Callable[[str, str], Awaitable[None]]
    """``marked(match, side)``: a side drew on its map there."""
    ordered: Callable[[str], Awaitable[None]]
    """``ordered(match)``: standing orders of a match were changed there."""
    review: Callable[[Sequence[str]], Awaitable[None]]
    """``review(matches)``: look for what changed in any of these without our hearing of it."""


class Bus:
    """Hears notices and has them followed."""

    def __init__(self, carrier: Carrier, hub: Hub, announcements: Announcements, from_elsewhere: FromElsewhere) -> None:
        self._carrier = carrier
        self._hub = hub
        self._announcements = announcements
        self._from_elsewhere = from_elsewhere
        self._incoming: asyncio.Queue[JsonObject] = asyncio.Queue()
        self._heard: dict[str, float] = {}
        self.listening = asyncio.Event()
        """Set while notices are heard and the others know of us."""
        self._tried = asyncio.Event()
        """Set after the first try to get there, whether it could be reached or not."""

    @property
    def hinders(self) -> bool:
        """Whether nobody should be sent to this process, since it hears nothing and can do nothing without."""
        return self._carrier.vital and not self.listening.is_set()

    async def _listen(self) -> None:
        while True:
            try:
                async with self._carrier.listening(self._incoming.put_nowait) as gone:
                    await self._until(gone)
            except TROUBLE as error:
                log.warning("cannot listen", error=str(error))
                self._tried.set()
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _until(self, gone: asyncio.Event) -> None:
        """Take what is heard until the connection is lost."""
        self.listening.set()
        self._tried.set()
        try:
            # What was said while nobody listened is found by a round.
            await self._round()
            await gone.wait()
            log.warning("listening connection lost")
        except TROUBLE as error:
            # The pool's connections were lost as well: the next try finds what this round did not.
            log.warning("round failed", error=str(error))
            await asyncio.sleep(RECONNECT_SECONDS)
        finally:
            self.listening.clear()

    async def _hear(self) -> None:
        while True:
            notice = await self._incoming.get()
            process, match = str(notice["p"]), str(notice["m"])
            self._heard[process] = time.monotonic()
            try:
                with span("hear", {"kind": str(notice["t"]), "match": match}):
                    await self._do_as_told(notice, process, match)
            except TROUBLE as error:
                log.warning("notice not followed", match=match, error=str(error))

    async def _do_as_told(self, notice: JsonObject, process: str, match: str) -> None:
        """Follow a notice of another process."""
        kind = notice["t"]
        if kind == "moved":
            await self._follow(match, cast(int, notice["v"]))
        elif kind == "seated":
            await self._follow(match, None)
        elif kind == "said":
            await self._from_elsewhere.said(match, str(notice["r"]), cast(int, notice["n"]))
        elif kind == "marked":
            await self._from_elsewhere.marked(match, str(notice["r"]))
        elif kind == "ordered":
            await self._from_elsewhere.ordered(match)
        elif kind == "bye":
            self._hub.forget_process(process)
        elif match in self._hub.matches:
            self._hub.presence_elsewhere(match, process, tuple(cast("list[str]", notice["s"])))
            if notice["ask"]:
                self._hub.announce_presence(match, ask=False)

    async def _follow(self, match: str, version: int | None) -> None:
        try:
            await self._from_elsewhere.changed(match, version)
        except UnknownShape as error:
            # A newer process runs beside this one, which is about to be replaced. The other matches go on.
            log.warning("stored by a newer version", match=match, error=str(error))

    async def _round(self) -> None:
        """Look for what notices did not tell, and say who is here."""
        # First of all: while the carrier is away, this is how anyone hears of anything.
        await self._from_elsewhere.review(self._hub.matches)
        await self._carrier.look()
        for match in [] if self._carrier.alone else self._hub.matches:
            self._hub.announce_presence(match, ask=False)
        late = time.monotonic() - FORGET_SECONDS
        for process in [p for p, at in self._heard.items() if at < late]:
            del self._heard[process]
            self._hub.forget_process(process)

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self._round()
            except TROUBLE as error:
                log.warning("round failed", error=str(error))

    async def _lasting(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a task that never ends, and restart it when something unforeseen ends it: without it we hear nothing."""
        while True:
            try:
                await work()
            except Exception as error:  # whatever it was, the other matches' notices go on
                log.error("notices failed", work=work.__name__, exc_info=error)
                await asyncio.sleep(RECONNECT_SECONDS)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Hear and publish while the context lasts."""
        works = (self._announcements.publish, self._listen, self._hear, self._rounds)
        tasks = [asyncio.create_task(self._lasting(w), name=f"bus {w.__name__}") for w in works]
        try:
            try:
                await asyncio.wait_for(self._tried.wait(), JOIN_SECONDS)
            except TimeoutError:
                # We serve anyway: rounds find what nobody tells us.
                log.warning("serving before the others know of us")
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._announcements.say_goodbye()
            await self._carrier.close()
