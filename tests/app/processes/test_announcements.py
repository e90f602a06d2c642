"""What a process tells the others: the first of a burst at once, what follows together."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

from app.happenings import Happenings, MatchMoved
from app.live.announcements import BUSY_SECONDS, GATHER_SECONDS, Announcements, seconds_to_gather
from rules.kernel.messages import JsonObject


class Carrier:
    """As a carrier that notes what it carries, and when."""

    process, alone = "p", False

    def __init__(self) -> None:
        self.told: list[tuple[float, list[JsonObject]]] = []
        self.came = asyncio.Event()

    async def tell(self, notices: Sequence[JsonObject]) -> None:
        """Note them."""
        self.told.append((asyncio.get_running_loop().time(), [*notices]))
        self.came.set()


async def test_a_burst_is_told_together_by_its_newest_notice() -> None:
    """Whatever goes to the others costs the same, of one move or of ten."""
    carrier: Any = Carrier()
    announcements = Announcements(carrier)
    happenings = Happenings(*announcements.hearers)
    publishing = asyncio.create_task(announcements.publish())
    happenings.tell(MatchMoved("m", 1))
    await asyncio.wait_for(carrier.came.wait(), 10)
    carrier.came.clear()
    for version in (2, 3):
        happenings.tell(MatchMoved("m", version))
    await asyncio.wait_for(carrier.came.wait(), 10)
    publishing.cancel()
    (first, one), (second, more) = carrier.told
    assert ([n["v"] for n in one], [n["v"] for n in more]) == ([1], [3])
    assert second - first > BUSY_SECONDS * 0.9


def test_a_lone_notice_hardly_waits() -> None:
    assert seconds_to_gather(math.inf) == seconds_to_gather(1.0) == GATHER_SECONDS
    assert seconds_to_gather(0.0) == BUSY_SECONDS
    assert GATHER_SECONDS < seconds_to_gather(BUSY_SECONDS / 2) < BUSY_SECONDS
