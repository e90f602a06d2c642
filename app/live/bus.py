"""The word between processes that share a database: Postgres LISTEN and NOTIFY, always after the commit.

A notice is only a hint: a process that hears it reads the database, and a slow round over all watched matches finds
what a lost notice would have told. A process that is alone sends none. Each process also says now and then who is
present with it, so that a process that died is forgotten.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from typing import Any, cast

import structlog

from app.database import TROUBLE, Database, Raw, connect
from app.live.company import Company
from app.live.hub import Hub
from app.wire import decode_object, encode_text
from rules.kernel.messages import JsonObject
from rules.kernel.shapes import UnknownShape

log = structlog.get_logger(__name__)

CHANNEL = "greatwar"
ROUND_SECONDS = 5.0
FORGET_SECONDS = 3 * ROUND_SECONDS
RECONNECT_SECONDS = 1.0
JOIN_SECONDS = 10.0
"""How long a process waits at its start until the others know of it."""
GATHER_SECONDS = 0.003
"""How long notices wait for others to go with them: under load one statement tells of many moves."""

_NOTIFY = "SELECT pg_notify($1, n) FROM unnest($2::text[]) AS n"

Changed = Callable[[str, int | None], Awaitable[None]]
"""``changed(match, version)``: another process changed a match; None for its seats or status."""
Review = Callable[[Sequence[str]], Awaitable[None]]
"""``review(matches)``: look for what changed in any of these."""
Said = Callable[[str, str, int], Awaitable[None]]
"""``said(match, room, number)``: somebody spoke at another process, or took back what was said."""
Ordered = Callable[[str], Awaitable[None]]
"""``ordered(match)``: standing orders of a match were changed at another process."""

Marked = Callable[[str, str], Awaitable[None]]
"""``marked(match, side)``: a side drew on its map at another process."""


async def _unheard(*_told: str) -> None:
    """Nobody minds."""


class Bus:
    """Publishes and hears notices. ``process`` names this process among those on the database."""

    def __init__(self, database: Database, url: str, hub: Hub, changed: Changed, review: Review, heard: Said) -> None:
        self.process = secrets.token_hex(6)
        self._database = database
        self._url = url
        self._hub = hub
        self._changed = changed
        self._review = review
        self._said = heard
        self.on_ordered: Ordered = _unheard
        self.on_marked: Marked = _unheard
        self._company = Company()
        self._outgoing: asyncio.Queue[JsonObject] = asyncio.Queue()
        self._incoming: asyncio.Queue[JsonObject] = asyncio.Queue()
        self._heard: dict[str, float] = {}
        self.listening = asyncio.Event()
        """Set while notices are heard and the others know of us."""
        self._tried = asyncio.Event()
        """Set after the first try to get there, whether the database could be reached or not."""

    # --- publishing ----------------------------------------------------------------------------------------------

    def moved(self, match: str, version: int) -> None:
        """A match was brought to a version and committed."""
        self._send({"p": self.process, "t": "moved", "m": match, "v": version})

    def seated(self, match: str) -> None:
        """The seats or the status of a match changed."""
        self._send({"p": self.process, "t": "seated", "m": match})

    def said(self, match: str, room: str, number: int) -> None:
        """Something was said, or taken back, and committed."""
        self._send({"p": self.process, "t": "said", "m": match, "r": room, "n": number})

    def marked(self, match: str, side: str) -> None:
        """Something was drawn on a side's map, or taken away, and committed."""
        self._send({"p": self.process, "t": "marked", "m": match, "r": side})

    def ordered(self, match: str) -> None:
        """Standing orders of a match were changed and committed."""
        self._send({"p": self.process, "t": "ordered", "m": match})

    def presence(self, match: str, ask: bool = False) -> None:
        """Who is present here; ``ask`` has the others answer with theirs."""
        seats = list(self._hub.present_here(match))
        self._send({"p": self.process, "t": "here", "m": match, "s": [*seats], "ask": ask})

    @property
    def alone(self) -> bool:
        """Whether there is no other process to tell."""
        return self._company.alone

    def _send(self, notice: JsonObject) -> None:
        # Asked only now, after the commit: a process that comes later reads what was committed.
        if not self._company.alone:
            self._outgoing.put_nowait(notice)

    async def _publish(self) -> None:
        while True:
            notices = [await self._outgoing.get()]
            await asyncio.sleep(GATHER_SECONDS)
            while not self._outgoing.empty():
                notices.append(self._outgoing.get_nowait())
            # Only the newest word on a match counts; of what was said, each.
            await self._notify(list({(n["t"], n["m"], n.get("r"), n.get("n")): n for n in notices}.values()))

    async def _notify(self, notices: Sequence[JsonObject]) -> None:
        try:
            async with self._database.raw() as raw:
                await raw.execute(_NOTIFY, CHANNEL, [encode_text(n) for n in notices])
        except TROUBLE as error:
            # Nothing is lost but time: the others' next round finds it.
            log.warning("notices lost", count=len(notices), error=str(error))

    # --- hearing -------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            gone = asyncio.Event()

            def lost(_: object, gone: asyncio.Event = gone) -> None:
                self._company.lose()
                gone.set()

            try:
                # Not one of the pool's: it lives as long as the process and must not be handed to anyone.
                connection = await connect(self._url)
                connection.add_termination_listener(lost)
                await connection.add_listener(CHANNEL, self._on_notice)
                await self._company.join(connection, self._knock)
            except TROUBLE as error:
                log.warning("cannot listen", error=str(error))
                self._tried.set()
                await asyncio.sleep(RECONNECT_SECONDS)
                continue
            self.listening.set()
            self._tried.set()
            try:
                # What was said while nobody listened is found by a round.
                await self._round()
                await gone.wait()
                log.warning("listening connection lost")
            finally:
                self.listening.clear()
                self._company.lose()
                with contextlib.suppress(*TROUBLE, TimeoutError):
                    await connection.close(timeout=2)

    async def _knock(self, connection: Raw) -> None:
        """Ask the process that is alone to let us in."""
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, encode_text(self._hello))

    @property
    def _hello(self) -> JsonObject:
        return {"p": self.process, "t": "hello", "m": ""}

    def _on_notice(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        notice = decode_object(payload)
        if notice["p"] != self.process:
            if notice["t"] == "hello":
                self._company.heard_knock()
            self._incoming.put_nowait(notice)

    async def _hear(self) -> None:
        while True:
            notice = await self._incoming.get()
            process, match = str(notice["p"]), str(notice["m"])
            self._heard[process] = time.monotonic()
            kind = notice["t"]
            try:
                if kind == "moved":
                    await self._follow(match, cast(int, notice["v"]))
                elif kind == "seated":
                    await self._follow(match, None)
                elif kind == "said":
                    await self._said(match, str(notice["r"]), cast(int, notice["n"]))
                elif kind == "marked":
                    await self.on_marked(match, str(notice["r"]))
                elif kind == "ordered":
                    await self.on_ordered(match)
                elif kind == "hello":
                    await self._company.let_in()
                elif kind == "bye":
                    self._hub.forget_process(process)
                elif match in self._hub.matches:
                    self._hub.presence_elsewhere(match, process, tuple(cast("list[str]", notice["s"])))
                    if notice["ask"]:
                        self.presence(match)
            except TROUBLE as error:
                log.warning("notice not followed", match=match, error=str(error))

    async def _follow(self, match: str, version: int | None) -> None:
        try:
            await self._changed(match, version)
        except UnknownShape as error:
            # A newer process runs beside this one, which is about to be replaced. The other matches go on.
            log.warning("stored by a newer version", match=match, error=str(error))

    async def _round(self) -> None:
        """Look for what notices did not tell, and say who is here."""
        await self._company.look()
        await self._review(self._hub.matches)
        for match in [] if self.alone else self._hub.matches:
            self.presence(match, ask=False)
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
        self._hub.on_presence = lambda match: self.presence(match, ask=match in self._hub.matches)
        works = (self._publish, self._listen, self._hear, self._rounds)
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
            if not self.alone:
                await self._notify([{"p": self.process, "t": "bye", "m": ""}])
