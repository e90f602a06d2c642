"""Standing orders in the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.database import Database, Row
from app.matches.live_match.standing_orders import SeatStandingOrder, TurnAndPhase
from app.wire import encode_text
from rules.kernel.standing import StandingOrder

_COLUMNS = "match, seat, kind, answer, conditions, ends, turn, phase, dropped"
_OF_MATCHES = f"SELECT {_COLUMNS} FROM standing_order WHERE match = ANY($1::text[]) ORDER BY match, seat, kind"  # noqa: S608
_SET = """
INSERT INTO standing_order (match, seat, kind, answer, conditions, ends, turn, phase)
VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)
ON CONFLICT (match, seat, kind) DO UPDATE SET answer = excluded.answer, conditions = excluded.conditions,
    ends = excluded.ends, turn = excluded.turn, phase = excluded.phase, set_at = now(), dropped = NULL,
    revision = standing_order.revision + 1
"""
_REMOVE = "DELETE FROM standing_order WHERE match = $1 AND seat = $2 AND kind = $3"
_DROP = """
UPDATE standing_order SET dropped = $4
WHERE match = $1 AND seat = $2 AND kind = ANY($3::text[]) AND dropped IS NULL
"""


def _order_of_row(row: Row) -> SeatStandingOrder:
    order = StandingOrder(row["kind"], row["answer"], row["conditions"])
    return SeatStandingOrder(row["seat"], order, row["ends"], TurnAndPhase(row["turn"], row["phase"]), row["dropped"])


class StandingOrders:
    """Reads and writes standing orders."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_match(self, match: str) -> list[SeatStandingOrder]:
        """All of a match, those that were dropped too."""
        return (await self.of_matches([match]))[match]

    async def of_matches(self, matches: Sequence[str]) -> Mapping[str, list[SeatStandingOrder]]:
        """All of some matches."""
        found: dict[str, list[SeatStandingOrder]] = {match: [] for match in matches}
        if matches:
            async with self._database.raw() as raw:
                for row in await raw.fetch(_OF_MATCHES, [*matches]):
                    found[row["match"]].append(_order_of_row(row))
        return found

    async def set(self, match: str, standing: SeatStandingOrder) -> None:
        """Give an order, in place of the one of its kind."""
        order, since = standing.order, standing.since
        conditions = encode_text({**order.conditions})
        async with self._database.raw() as raw:
            await raw.execute(
                _SET,
                match,
                standing.seat,
                order.kind,
                order.answer,
                conditions,
                standing.ends,
                since.turn,
                since.phase,
            )

    async def remove(self, match: str, seat: str, kind: str) -> None:
        """Take an order back, if there is one."""
        async with self._database.raw() as raw:
            await raw.execute(_REMOVE, match, seat, kind)

    async def drop(self, match: str, seat: str, kinds: Sequence[str], why: str) -> None:
        """Note why some orders are used no more."""
        async with self._database.raw() as raw:
            await raw.execute(_DROP, match, seat, [*kinds], why)
