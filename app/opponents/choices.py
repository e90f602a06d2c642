"""The choices of programs in the database."""

from __future__ import annotations

from app.errors import ShardAway
from app.matches.live_match.receipts import fingerprint
from app.opponents.choosing import PROGRAM, Made
from app.shards.shards import Shards
from app.wire import encode_text
from rules.kernel.messages import Json, JsonObject

_NOTE = """
WITH here AS (SELECT id FROM match WHERE id = $1 AND shard = '' AND NOT moving FOR SHARE), noted AS (
    INSERT INTO program_choice (match, command_id, fingerprint, seat, made)
    SELECT $1, $2, $3, $4, $5::jsonb FROM here ON CONFLICT DO NOTHING
)
SELECT id FROM here
"""
"""Waits for whoever moves the match to another database, and then does nothing here."""
_REFUSED = """
WITH here AS (SELECT id FROM match WHERE id = $1 AND shard = '' AND NOT moving FOR SHARE), refused AS (
    UPDATE program_choice c SET refused = $4 FROM here
    WHERE c.match = $1 AND c.command_id = $2 AND c.fingerprint = $3
)
SELECT id FROM here
"""
_ALL_REFUSED = (
    "SELECT command_id, fingerprint FROM program_choice WHERE match = $1 AND seat = $2 AND refused IS NOT NULL"
)
_COUNT = f"""
SELECT count(*) AS refused FROM program_choice
WHERE match = $1 AND seat = $2 AND refused IS NOT NULL AND made ->> 'strength' = $3 AND made ->> 'by' = '{PROGRAM}'
"""  # noqa: S608
_OF = """
SELECT c.command_id, c.made FROM program_choice c
JOIN receipt r ON r.match = c.match AND r.command_id = c.command_id AND r.fingerprint = c.fingerprint
WHERE c.match = $1 ORDER BY c.command_id
"""
"""Of the orders that were taken: of two that were thought out for one question, only one was."""
_VERSIONS = "SELECT DISTINCT made ->> 'programs' AS version FROM program_choice WHERE match = $1"


class Choices:
    """Notes how orders of programs were made, and which of them the rules refused."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards

    async def note(self, match: str, seat: str, command_id: str, order: JsonObject, made: Made) -> None:
        """Note an order before it is given; one that is noted already stays as it is. ShardAway while its match
        moves to another database."""
        async with self._shards.raw(match) as raw:
            noted = await raw.fetch(_NOTE, match, command_id, fingerprint(order), seat, encode_text(made.json()))
        if not noted:
            raise ShardAway(f"match {match} is being moved to another database")

    async def refuse(self, match: str, seat: str, command_id: str, order: JsonObject, code: str, strength: str) -> int:
        """Note that the rules refused an order; gives how many of its program's they have refused at this seat.
        ShardAway as of ``note``."""
        async with self._shards.raw(match) as raw:
            if not await raw.fetch(_REFUSED, match, command_id, fingerprint(order), code):
                raise ShardAway(f"match {match} is being moved to another database")
            row = await raw.fetchrow(_COUNT, match, seat, strength)
            return 0 if row is None else int(row["refused"])

    async def refused(self, match: str, seat: str) -> set[tuple[str, bytes]]:
        """The orders of a seat that were refused, by id and fingerprint: none of them is given again."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch(_ALL_REFUSED, match, seat)
        return {(row["command_id"], bytes(row["fingerprint"])) for row in rows}

    async def versions(self, match: str) -> set[str]:
        """The versions of programs that chose orders in a match."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch(_VERSIONS, match)
        return {str(row["version"]) for row in rows}

    async def of(self, match: str) -> dict[str, Json]:
        """How the orders of programs in a match were made, by the ids of the commands."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch(_OF, match)
        return {str(row["command_id"]): row["made"] for row in rows}
