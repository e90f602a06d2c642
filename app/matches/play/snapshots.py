"""Snapshots of matches, written beside the way of a move: a load need not fold all events from the first."""

from __future__ import annotations

from typing import Any

import structlog

from app.background import Background
from app.database import TROUBLE
from app.matches.live_match.live_match import LiveMatch
from app.matches.rows.repository import Matches
from app.metrics import SNAPSHOTS_FAILED

log = structlog.get_logger(__name__)


class Snapshots:
    """Writes one when ``every`` events were settled since the last."""

    def __init__(self, matches: Matches, background: Background, every: int) -> None:
        self._matches = matches
        self._background = background
        self._every = every

    def write_if_due(self, live: LiveMatch) -> None:
        """Write a snapshot in the background when enough was settled since the last."""
        seq, state = live.snapshot_point
        if seq - live.snapshot < self._every:
            return
        before, live.snapshot = live.snapshot, seq
        self._background.start(self._write(live, before, seq, state))

    async def _write(self, live: LiveMatch, before: int, seq: int, state: Any) -> None:
        try:
            stored = await self._matches.positions.store(
                live.record.id, seq, live.game.version, live.game.dump_state(state)
            )
        except TROUBLE as error:
            # Only a convenience for the next load; the events are all there.
            SNAPSHOTS_FAILED.inc()
            log.warning("snapshot not written", match=live.record.id, seq=seq, error=str(error))
            return
        if not stored and live.snapshot == seq:
            # The match is moving to another database: the next move tries again.
            live.snapshot = before
