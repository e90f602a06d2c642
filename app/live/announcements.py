"""What this process tells the others that share its database, always after the commit."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

import structlog

from app.database import TROUBLE
from app.happenings import (
    Hearer,
    MarksChanged,
    MatchMoved,
    MessageChanged,
    SeatsChanged,
    StandingOrdersChanged,
    hearer,
)
from app.live.carrier import Carrier
from app.traces.spans import span
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

GATHER_SECONDS = 0.003
"""How long notices wait for others to go with them: under load one statement tells of many moves."""
BUSY_SECONDS = 0.02
"""From one telling to the next at least. Each costs a statement, or a message and its way through the loop, whatever it
tells of; the first of a burst goes as soon as any."""


def seconds_to_gather(since: float) -> float:
    """How long a notice waits for others when the last were told that many seconds ago."""
    return max(GATHER_SECONDS, BUSY_SECONDS - since)


class Announcements:
    """Notices to the other processes."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
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

    async def say_goodbye(self) -> None:
        """Have the others forget this process."""
        if not self._carrier.alone:
            await self._announce([{"p": self._carrier.process, "t": "bye", "m": ""}])

    def _send(self, notice: JsonObject) -> None:
        # Asked only now, after the commit: a process that comes later reads what was committed.
        if not self._carrier.alone:
            self._outgoing.put_nowait({"p": self._carrier.process, **notice})

    async def publish(self) -> None:
        """Send notices for ever."""
        now, told = asyncio.get_running_loop().time, -math.inf
        while True:
            notices = [await self._outgoing.get()]
            await asyncio.sleep(seconds_to_gather(now() - told))
            while not self._outgoing.empty():
                notices.append(self._outgoing.get_nowait())
            # Only the newest word on a match counts; of what was said, each.
            await self._announce(list({(n["t"], n["m"], n.get("r"), n.get("n")): n for n in notices}.values()))
            told = now()

    async def _announce(self, notices: Sequence[JsonObject]) -> None:
        try:
            with span("tell processes", {"notices": len(notices)}):
                await self._carrier.tell(notices)
        except TROUBLE as error:
            # Nothing is lost but time: the others' next round finds it.
            log.warning("notices lost", count=len(notices), error=str(error))
