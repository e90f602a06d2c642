"""Orders for which others have to be waited for: the rules say for whom and how long, the server looks at the time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from app.matches.live_match.live_match import LiveMatch
from app.matches.rows.repository import Matches
from rules.kernel.messages import Refusal
from rules.kernel.waiting import KINDS, Wait, Waits
from rules.kernel.wording import listing, quantity

MINUTE, HOUR, DAY = 60, 3_600, 86_400


def may_wait(command: Mapping[str, Any]) -> bool:
    """Whether an order is of a kind for which others may have to be waited for."""
    return str(command.get("kind")) in KINDS


class Patience:
    """What one order has to wait for, as it is known when it is judged."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._wait: Wait | None = None
        self._seats: Sequence[str] = ()
        self._since: dt.datetime | None = None

    async def learn(self, live: LiveMatch, seat: str, command: Mapping[str, Any]) -> None:
        """Read since when everyone has waited for the seats that the order concerns."""
        self._wait = live.game.waits(live.state, seat, command) if isinstance(live.game, Waits) else None
        self._seats = () if self._wait is None else [s for s in self._wait.seats if _is_waited_for(live, seat, s)]
        told = [await self._matches.chronicle.last_told(live.record.id, s) for s in self._seats]
        self._since = max((at or live.record.told_at for at in told), default=None)

    def too_soon(self, live: LiveMatch, now: dt.datetime) -> Refusal | None:
        """Why the order cannot be given yet."""
        wait, since = self._wait, self._since
        if wait is None or since is None:
            return None
        titles = {c.seat: c.title for c in live.record.seats}
        who = listing(titles[seat] for seat in self._seats if not live.is_away(seat, now))
        if not who:
            return None
        if wait.seconds is None:
            text = f"You cannot {wait.deed} {who}. This table waits for every commander."
            return Refusal("not-for-an-ally", wait.section, text)
        left = wait.seconds - (now - since).total_seconds()
        if left <= 0:
            return None
        return Refusal("too-soon", wait.section, f"You can {wait.deed} {who} in {_in_words(left)} if nobody moves.")


def _is_waited_for(live: LiveMatch, seat: str, other: str) -> bool:
    """Whether a seat has someone else who may still come: nobody waits for an empty seat, or for lost time."""
    seat_records = {c.seat: c for c in live.record.seats}
    mine, theirs = seat_records[seat], seat_records[other]
    if theirs.player is None or theirs.player == mine.player or theirs.open:
        return False
    return other not in live.out


def _in_words(seconds: float) -> str:
    """A time that is left, rounded up to the minute, the hour or the day."""
    if seconds <= HOUR:
        return quantity(max(1, -(-int(seconds) // MINUTE)), "minute")
    if seconds <= 2 * DAY:
        return quantity(-(-int(seconds) // HOUR), "hour")
    return quantity(-(-int(seconds) // DAY), "day")
