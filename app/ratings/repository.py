"""Public matches that are over, and who played them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from app.accounts.deletion import FORMER
from app.database import Database
from app.matches.agreements.hosting import HOST_END
from app.opponents.identities import strength_of
from app.ratings.folding import Played
from app.wire import decode_object

SidesOf = Callable[[str, str, Mapping[str, Any]], Mapping[str, str]]
"""``sides(game, scenario, options)``: seat to side; empty for what is no longer on offer."""

_PLAYED = """
SELECT m.id, m.game, m.scenario, m.options::text AS options, m.outcome ->> 'winner' AS winner,
    COALESCE(e.kind, x.kind, m.last ->> 'kind') AS kind,
    COALESCE(e.at, x.ended, (m.last ->> 'at')::timestamptz) AS at,
    s.seat, s.account, s.program, s.since IS NOT NULL AS taken_over, a.name,
    EXISTS (SELECT FROM passkey p WHERE p.account = a.id) OR EXISTS (SELECT FROM mail_address t WHERE t.account = a.id)
        AS enters
FROM match m LEFT JOIN event e ON e.match = m.id AND e.seq = m.version LEFT JOIN archive x ON x.match = m.id
JOIN seat s ON s.match = m.id JOIN account a ON a.id = s.account
WHERE m.status = 'finished' AND m.listing = 'public' AND NOT m.hotseat
    AND (e.match IS NOT NULL OR x.match IS NOT NULL OR m.last IS NOT NULL)
ORDER BY at, m.id, s.position
"""

UNRATED: Mapping[str, str] = {
    "ended_by_host": "The host of the server ended this match, so it is not rated.",
    "changed_hands": "A seat of this match changed hands, so it is not rated.",
    "program": "A program took a seat of this match, so it is not rated.",
    "guest": "A guest played this match. Only matches among players who can log in are rated.",
}
"""Why a public match that is over is not rated."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who has played a public match to its end."""

    account: uuid.UUID
    name: str
    listed: bool
    """Whether the ladder names them: people who can log in."""


@dataclass(frozen=True, slots=True)
class History:
    """All that ratings are made of."""

    played: tuple[Played, ...]
    people: Mapping[uuid.UUID, Person]
    scenarios: Mapping[str, tuple[str, str]]
    """By match, its scenario and when it ended."""


class Histories:
    """Reads them."""

    def __init__(self, database: Database, sides: SidesOf) -> None:
        self._database = database
        self._sides = sides

    async def read(self) -> History:
        """Everything, the match that ended first before the others."""
        async with self._database.raw() as raw:
            rows = await raw.fetch(_PLAYED)
        people = {r["account"]: Person(r["account"], r["name"], r["enters"]) for r in rows}
        played: list[Played] = []
        scenarios: dict[str, tuple[str, str]] = {}
        for match, group in groupby(rows, key=lambda row: str(row["id"])):
            seats = list(group)
            first = seats[0]
            sides = self._sides(first["game"], first["scenario"], decode_object(first["options"]))
            by_account = {r["account"]: sides[r["seat"]] for r in seats if r["seat"] in sides}
            if len({*by_account.values()}) < 2:
                continue
            scenarios[match] = first["scenario"], first["at"].isoformat(timespec="seconds")
            played.append(Played(match, first["game"], by_account, first["winner"], _why_unrated(seats)))
        return History(tuple(played), people, scenarios)


def _why_unrated(seats: list[Any]) -> str:
    """The reason, as a key of ``UNRATED``; empty for a rated match."""
    if seats[0]["kind"] == HOST_END:
        return "ended_by_host"
    if any(r["taken_over"] for r in seats):
        return "changed_hands"
    if any(r["program"] or strength_of(r["account"]) is not None for r in seats):
        return "program"
    # Whoever deleted the account could log in, as far as anyone can still say.
    return "" if all(r["enters"] or r["name"] == FORMER for r in seats) else "guest"
