"""Nobody who has many matches worked out keeps the first one of others waiting (decisions/0081)."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable

from app.database import Database
from app.opponents.identities import ACCOUNTS
from app.thoughts.repository import ThoughtsRows
from tests.conftest import execute

PROGRAM = next(iter(ACCOUNTS.values()))
ADA, BEN = (uuid.UUID(int=n) for n in (0xA, 0xB))


def test_everyones_first_match_comes_before_anyones_second(fresh_database: Callable[[], str]) -> None:
    asyncio.run(_everyones_first_comes_first(fresh_database()))


async def _everyones_first_comes_first(url: str) -> None:
    for who in (PROGRAM, ADA, BEN):
        await execute(url, f"INSERT INTO account (id, name) VALUES ('{who}', 'X') ON CONFLICT DO NOTHING")  # noqa: S608
    for n, match in enumerate(("a1", "a2", "a3", "b1")):
        who = BEN if match == "b1" else ADA
        await execute(
            url,
            "INSERT INTO match (id, game, scenario, options, status, hotseat, version, invite, spectate) "  # noqa: S608
            f"VALUES ('{match}', 'toy', 'short', '{{}}', 'finished', false, 0, '', '');"
            "INSERT INTO seat (match, seat, position, title, account, last_seen) "
            f"VALUES ('{match}', 'red', 0, '', '{PROGRAM}', 0), ('{match}', 'blue', 1, '', '{who}', 0);"
            f"INSERT INTO thoughts (match, asked_at) VALUES ('{match}', now() - interval '{10 - n} minutes')",
        )
    database = Database(url, 1)
    rows, order = ThoughtsRows(database), list[str]()
    try:
        places = {match: told.before for match in ("a1", "a2", "a3", "b1") if (told := await rows.one(match))}
        assert places == {"a1": 0, "b1": 1, "a2": 2, "a3": 3}
        while (match := await rows.next()) is not None:
            order.append(match)
            await rows.end(match, None)
    finally:
        await database.close()
    assert order == ["a1", "b1", "a2", "a3"], "what was worked out on this day counts"
