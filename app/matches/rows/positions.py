"""Stored positions of matches, from which they are read; those of long ago are thinned, and old answers with them."""

from __future__ import annotations

from app.database import Row
from app.shards.shards import Shards
from app.wire import encode_text
from rules.kernel.messages import JsonObject

POSITION_EVERY = 1_000
"""Events between two stored positions of long ago: to show a moment of then, no more than that are folded."""
RECENT_EVENTS = 500
"""The last events, of which each stored position stays: it is there that players look back and take back."""
ANSWER_DAYS = 30
"""Days after which the answer to a command is kept no longer. The command is, and that it was carried out."""

_SNAPSHOT = """
SELECT s.seq, s.state, e.link FROM snapshot s LEFT JOIN event e ON e.match = s.match AND e.seq = s.seq
WHERE s.match = $1 ORDER BY s.seq DESC LIMIT 1
"""

_STORE_SNAPSHOT = """
INSERT INTO snapshot (match, seq, rules_version, state) VALUES ($1, $2, $3, $4::json) ON CONFLICT DO NOTHING
"""
_THIN_SNAPSHOTS = """
DELETE FROM snapshot s WHERE s.match = $1 AND s.seq > 0 AND s.seq < $2 AND EXISTS (
    SELECT FROM snapshot e WHERE e.match = $1 AND e.seq < s.seq AND e.seq / $3 = s.seq / $3
)
"""
"""Of each thousand events the first stays, and so does the opening."""
_SINCE_THOUSAND = "SELECT seq FROM snapshot WHERE match = $1 AND seq >= $2 AND seq < $3 LIMIT 1"
_THIN_RECEIPTS = """
UPDATE receipt SET answer = '' WHERE match = $1 AND answer <> '' AND at < now() - make_interval(days => $2)
"""


class Positions:
    """Writes snapshots where the record of their match lies."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards

    async def newest(self, match: str) -> Row | None:
        """Number (``seq``), ``state`` and ``link`` of the newest; None if the match has none here."""
        async with self._shards.raw(match) as raw:
            return await raw.fetchrow(_SNAPSHOT, match)

    async def store(self, match: str, seq: int, rules_version: int, state: JsonObject) -> None:
        """Store a snapshot unless it is there, and thin what is stored of long ago: old positions, and old answers."""
        async with self._shards.raw(match) as raw:
            await raw.execute(_STORE_SNAPSHOT, match, seq, rules_version, encode_text(state))
            await raw.execute(_THIN_SNAPSHOTS, match, seq - RECENT_EVENTS, POSITION_EVERY)
            if not await raw.fetch(_SINCE_THOUSAND, match, seq - seq % POSITION_EVERY, seq):
                await raw.execute(_THIN_RECEIPTS, match, ANSWER_DAYS)

    async def stored(self, match: str) -> list[int]:
        """After which events positions are stored, in order."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch("SELECT seq FROM snapshot WHERE match = $1 ORDER BY seq", match)
        return [row["seq"] for row in rows]
