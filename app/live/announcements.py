"""What this process tells the others that share its database: Postgres NOTIFY, always after the commit."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence

import structlog

from app.database import TROUBLE, Database
from app.happenings import (
    Hearer,
    MarksChanged,
    MatchMoved,
    MessageChanged,
    SeatsChanged,
    StandingOrdersChanged,
    hearer,
)
from app.live.peers import Peers
from app.wire import encode_text
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

CHANNEL = "greatwar"
GATHER_SECONDS = 0.003
"""How long notices wait for others to go with them: under load one statement tells of many moves."""

_NOTIFY = "SELECT pg_notify($1, n) FROM unnest($2::text[]) AS n"


class Announcements:
    """Notices to the other processes. ``process`` names this one among those on the database."""

    def __init__(self, database: Database, peers: Peers) -> None:
        self.process = secrets.token_hex(6)
        self._database = database
        self._peers = peers
        self._outgoing: asyncio.Queue[JsonObject] = asyncio.Queue()

    @property
    def hearers(self) -> tuple[Hearer, ...]:
        """What happens here that other processes are told of."""
        return (
            hearer(MatchMoved, lambda it: self._send({"t": "moved", "m": it.match, "v": it.version})),
            hearer(SeatsChanged, lambda it: self._send({"t": "seated", "m": it.match})),
            hearer(MessageChanged, lambda it: self._send({"t": "said", "m": it.match, "r": it.room, "n": it.number})),
            hearer(MarksChanged, lambda it: self._send({"t": "marked", "m": it.match, "r": it.side})),
            hearer(StandingOrdersChanged, lambda it: self._send({"t": "ordered", "m": it.match})),
        )

    def presence(self, match: str, seats: Sequence[str], *, ask: bool) -> None:
        """Who is present here; ``ask`` has the others answer with theirs."""
        self._send({"t": "here", "m": match, "s": [*seats], "ask": ask})

    def hello(self) -> JsonObject:
        """By which a process that comes asks to be let in."""
        return {"p": self.process, "t": "hello", "m": ""}

    async def say_goodbye(self) -> None:
        """Have the others forget this process."""
        if not self._peers.alone:
            await self._notify([{"p": self.process, "t": "bye", "m": ""}])

    def _send(self, notice: JsonObject) -> None:
        # Asked only now, after the commit: a process that comes later reads what was committed.
        if not self._peers.alone:
            self._outgoing.put_nowait({"p": self.process, **notice})

    async def publish(self) -> None:
        """Send notices for ever."""
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
                # By our own clock: nobody but ourselves reads it.
                at = time.monotonic()
                await raw.execute(_NOTIFY, CHANNEL, [encode_text({**n, "at": at}) for n in notices])
        except TROUBLE as error:
            # Nothing is lost but time: the others' next round finds it.
            log.warning("notices lost", count=len(notices), error=str(error))
