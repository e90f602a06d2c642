"""Commands that were taken, with their answers: whether one was, how it was answered, and how a program chose it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from app.archives.shelf import Archives
from app.database import Row
from app.errors import ApiError, no_match
from app.matches.facts import ReceivedCommand
from app.matches.live_match.receipts import Receipt
from app.matches.rows.moving import Mover
from app.matches.rows.settling import Settling
from app.opponents.choices import Choices
from app.shards.shards import Shards
from rules.kernel.messages import JsonObject

_ANY_TAKEN = "SELECT FROM receipt WHERE match = $1 AND command_id = ANY($2) LIMIT 1"

_ORDERS = """
SELECT command_id, seat, ask, command FROM receipt
WHERE match = $1 AND command_id = ANY($2::text[]) AND command IS NOT NULL
"""

_RECEIPT = """
SELECT m.version, m.status, m.moving AND m.shard = '' AS moving, r.seat, r.answer, r.fingerprint FROM match m
LEFT JOIN receipt r ON r.match = m.id AND r.command_id = $2 WHERE m.id = $1
"""

MOVING_SECONDS = 10.0
"""How long an order waits while its match moves from one database to another."""
MOVING_LOOK_SECONDS = 0.05


class Commands:
    """Reads commands where the record of their match lies."""

    def __init__(self, shards: Shards, archives: Archives, settling: Settling, mover: Mover) -> None:
        self.choices = Choices(shards)
        self._shards = shards
        self._archives = archives
        self._settling = settling
        self._mover = mover

    async def orders(self, match: str) -> Mapping[str, Row | Mapping[str, Any]]:
        """``ask``, ``command`` and ``rules`` of every command by its id."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch("SELECT command_id, ask, command, rules FROM receipt WHERE match = $1", match)
        if not rows and (kept := await self._archives.find(match)) is not None:
            return await kept.orders()
        return {row["command_id"]: row for row in rows}

    async def program_choices(self, match: str) -> JsonObject:
        """How the orders of programs in a match were made, by the ids of the commands (app/opponents/choosing.py)."""
        found = await self.choices.of(match)
        kept = None if found else await self._archives.find(match)
        return found if kept is None else kept.choices

    async def program_versions(self, match: str) -> set[str]:
        """The versions of programs that chose orders in a match; none where no program did."""
        found = await self.choices.versions(match)
        kept = None if found else await self._archives.find(match)
        made: Any = () if kept is None else kept.choices.values()
        return found or {str(one["programs"]) for one in made}

    async def find_commands(self, match: str, command_ids: Sequence[str]) -> dict[str, ReceivedCommand]:
        """Commands as they were sent, by their ids; without those from before they were kept."""
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch(_ORDERS, match, list(command_ids))
        return {r["command_id"]: ReceivedCommand(r["seat"], r["command_id"], r["ask"], r["command"]) for r in rows}

    async def any_taken(self, match: str, command_ids: Sequence[str]) -> bool:
        """Whether one of these commands has been taken."""
        async with self._shards.raw(match) as raw:
            return await raw.fetchrow(_ANY_TAKEN, match, list(command_ids)) is not None

    async def receipt(self, match: str, command_id: str) -> tuple[int, str, Receipt | None]:
        """Version and status of the match now, and the receipt of a command if it was taken before.

        ApiError 404 when the match was swept away, 503 when it is moved to another database for longer than we wait.
        """
        row = await self._stands(match, command_id)
        taken = None if row["seat"] is None else Receipt(row["seat"], row["answer"].encode(), row["fingerprint"])
        return row["version"], row["status"], taken

    async def _stands(self, match: str, command_id: str) -> Row:
        """How a match stands where its record lies, with a receipt; at home it is then known too."""
        until = time.monotonic() + MOVING_SECONDS
        while True:
            place = await self._shards.place(match)
            async with self._shards.raw_of(place) as raw:
                row = await raw.fetchrow(_RECEIPT, match, command_id)
            if row is not None and not row["moving"]:
                if place.shard and row["version"] != place.version:
                    await self._settling.settle(match, place.shard)
                return row
            if row is None and not place.shard:
                raise no_match()
            if time.monotonic() >= until:
                raise ApiError(503, "moving", "This match is being moved to another database. Try again in a moment.")
            await asyncio.sleep(MOVING_LOOK_SECONDS)
            # Whoever moved it may have died.
            await self._mover.reopen(match)
