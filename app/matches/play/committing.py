"""Commits what was judged: journal, then memory, then everyone is told. A match moves by this and nothing else."""

from __future__ import annotations

from app.database import USED_ALREADY
from app.happenings import Happenings, MatchMoved, SeatsChanged
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.receipts import Receipt
from app.matches.live_match.ruling import Ruling
from app.matches.play.following import Following
from app.matches.play.snapshots import Snapshots
from app.matches.rows.repository import Matches
from app.matches.telling.call_backs import call_backs_of
from app.matches.telling.push_scheduler import PushScheduler
from app.traces.spans import span


class MoveCommitter:
    """Stores rulings, has the live match adopt them, and has it told."""

    def __init__(
        self,
        matches: Matches,
        push_scheduler: PushScheduler,
        following: Following,
        snapshots: Snapshots,
        happenings: Happenings,
    ) -> None:
        self._matches = matches
        self._push_scheduler = push_scheduler
        self._following = following
        self._snapshots = snapshots
        self._happenings = happenings

    async def commit(self, live: LiveMatch, ruling: Ruling, receipt: Receipt) -> bool:
        """Commit a ruling with the match's lock held. False when the match had moved or the id was used."""
        if not await self._append_to_journal(live, ruling, receipt):
            return False
        earlier = live.record
        live.adopt(ruling, receipt)
        self._following.send_away(live, earlier)
        self._push_scheduler.later(live, ruling.facts)
        if ruling.newcomer is not None:
            self._happenings.tell(SeatsChanged(live.record.id))
        self._happenings.tell(MatchMoved(live.record.id, live.version))
        self._snapshots.write_if_due(live)
        return True

    async def _append_to_journal(self, live: LiveMatch, ruling: Ruling, receipt: Receipt) -> bool:
        """Whether the database has taken it. Nothing is changed in memory yet, whatever becomes of it."""
        try:
            lots, calls = live.lots(ruling), call_backs_of(live, ruling)
            with self._push_scheduler.under_way(), span("store"):
                return await self._matches.append(live.record, live.version, ruling, live.rules, receipt, calls, lots)
        except USED_ALREADY:
            return False
