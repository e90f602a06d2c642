"""Whether Citus would carry a shard (decisions/0079): its tables after docs/citus.sql, and the statements sent there.

Citus itself could not be installed. What is held here is what its documentation says that it takes: every unique key of
a spread table names what it is spread by; such a table refers to others that are spread with it, by that, or to tables
that stand on every machine; and nothing else refers to it. (docs.citusdata.com, "Creating and Modifying Distributed
Objects".)
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import asyncpg
import pytest

from app.settings import ROOT
from tests.app.store.test_one_match import TEXTS
from tests.app.store.test_shards import TABLES, begun, give, lies_in, move, settings_of, site, taken
from tests.conftest import fetch

MIGRATION = ROOT / "docs" / "citus.sql"
STAND_INS = """
CREATE TABLE laid (holder regclass, spread_by text, beside text);
CREATE FUNCTION create_reference_table(holder regclass) RETURNS void LANGUAGE sql AS
    $$ INSERT INTO laid VALUES (holder, NULL, NULL) $$;
CREATE FUNCTION create_distributed_table(holder regclass, spread_by text, colocate_with text) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO laid VALUES (holder, spread_by, colocate_with) $$;
"""
KEYS = """
SELECT i.indrelid::regclass::text AS holder, i.indexrelid::regclass::text AS name,
    array_agg(a.attname::text) AS columns
FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indisunique AND i.indrelid IN (SELECT holder FROM laid) GROUP BY 1, 2
"""
REFERENCES = """
SELECT c.conrelid::regclass::text AS holder, c.confrelid::regclass::text AS other, c.conname::text AS name,
    (SELECT array_agg(a.attname::text ORDER BY n) FROM unnest(c.conkey) WITH ORDINALITY k (num, n)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = num) AS columns,
    (SELECT array_agg(a.attname::text ORDER BY n) FROM unnest(c.confkey) WITH ORDINALITY k (num, n)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = num) AS others
FROM pg_constraint c WHERE c.contype = 'f'
"""
Laid = Mapping[str, str | None]
"""By table by what it is spread; None of one that stands on every machine."""


async def lay(url: str, migration: str) -> Laid:
    """Run a migration with the stand-ins; gives how the tables lie."""
    plain = re.sub(r"^(\\set .*|CREATE EXTENSION .*)$", "", migration, flags=re.MULTILINE)
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(STAND_INS + plain)
    finally:
        await connection.close()
    return {row["holder"]: row["spread_by"] for row in await fetch(url, "SELECT holder::text, spread_by FROM laid")}


async def refused(url: str, laid: Laid) -> list[str]:
    """The keys and references that Citus would not take."""
    keys, references = await fetch(url, KEYS), await fetch(url, REFERENCES)
    return sorted([
        *(row["name"] for row in keys if (by := laid[row["holder"]]) is not None and by not in row["columns"]),
        *(row["name"] for row in references if not _may_refer(row, laid)),
    ])  # fmt: skip


def _may_refer(row: Mapping[str, Any], laid: Laid) -> bool:
    """Whether one table may refer to another, as they lie."""
    by, other = laid.get(row["holder"], ""), laid.get(row["other"], "")
    if not other:
        # It stands on the coordinator (""), or on every machine (None): then everyone may refer to it.
        return other is None or not by
    return bool(by) and (by, other) in zip(row["columns"], row["others"], strict=True)


@pytest.fixture(scope="module")
def urls(fresh_database: Callable[[], str]) -> dict[str, str]:
    """A home, a shard, and databases to look at."""
    return {name: fresh_database() for name in ("home", "c", "spread", "one", "two")}


async def test_tables_of_a_shard_lie_as_citus_takes_them(urls: dict[str, str]) -> None:
    laid = await lay(urls["spread"], MIGRATION.read_text())
    assert {table for table, by in laid.items() if by is not None} == {"match", "notice", *TABLES}
    assert {table for table, by in laid.items() if by is None} == {"lease"}
    assert await refused(urls["spread"], laid) == []
    (match,) = await fetch(urls["spread"], "SELECT beside FROM laid WHERE holder = 'match'::regclass")
    others = await fetch(urls["spread"], "SELECT DISTINCT beside FROM laid WHERE spread_by = 'match'")
    assert (match["beside"], others) == ("none", [{"beside": "match"}])


@pytest.mark.parametrize(
    ("name", "left_out", "found"),
    [
        ("one", "ALTER TABLE match DROP CONSTRAINT uq_match_rematch_of;", ["uq_match_rematch_of"]),
        (
            "two",
            "SELECT create_distributed_table('event', 'match', colocate_with => 'match');",
            ["fk_event_match_match"],
        ),
    ],
)
async def test_what_citus_would_not_take_is_found(
    urls: dict[str, str], name: str, left_out: str, found: Iterable[str]
) -> None:
    migration, url = MIGRATION.read_text(), urls[name]
    assert left_out in migration
    assert await refused(url, await lay(url, migration.replace(left_out, ""))) == [*found]


async def test_a_match_is_played_in_a_shard_that_lies_so(urls: dict[str, str]) -> None:
    """Nothing that the program does there needs what the migration takes away: moving in, playing, moving home."""
    await lay(urls["c"], MIGRATION.read_text())
    both = {name: urls[name] for name in ("home", "c")}
    assert "c" in settings_of(both).shard_urls
    async with site(both) as on:
        match, account = await begun(on)
        await move(on, match, "c")
        rng = random.Random(1914)
        for _ in range(3):
            await give(on.here, match, account, rng)
        assert len(await taken(on, both, match)) == 4
        await move(on, match, "home")
        assert await lies_in(both, match) == ["home"]


# --- the statements that are sent to a shard --------------------------------------------------------------------------

NOT_AS_IT_IS = "writes for several matches in one statement, and Citus sends one that writes to a single place"
READ_EVERYWHERE = "reads of several matches: Citus asks all machines and puts the answers together"
BUILT = "inserts or updates a row of one match that it builds of JSON: the coordinator does that, and it was not tried"
THERE: Mapping[str, str] = {
    "app/accounts/deletion.py _COMMANDS_THERE": READ_EVERYWHERE,
    "app/matches/rows/journal.py _APPEND": NOT_AS_IT_IS,
    "app/matches/rows/journal.py _POSTED": NOT_AS_IT_IS,
    "app/matches/rows/journal.py _SENT_OFF": NOT_AS_IT_IS,
    "app/matches/rows/moving.py _add_bare_row": BUILT,
    "app/matches/rows/moving.py _update_bare_row": BUILT,
    "app/matches/rows/settling.py _WITH_NOTICES": READ_EVERYWHERE,
}
"""Statements for a shard that do not name one match. All others for a shard do, so Citus sends them to its machine."""
ONLY_AT_HOME = (
    "app/chat/repository.py _CALL", "app/matches/rows/settling.py _FORMER", "app/notices/deliveries.py _FORGET",
    "app/notices/deliveries.py _NOTED", "app/notices/outbox.py INSERTED", "app/notices/outbox.py SELECTED",
    "app/notices/outbox.py _OWE",
)  # fmt: skip


def test_it_is_known_which_statements_of_a_shard_citus_would_not_take() -> None:
    """One that is new, and does not say that it is for the home database, has to be thought about here."""
    elsewhere = {n for n, why in TEXTS.items() if "at home" not in why or n.startswith("app/matches/rows/journal.py")}
    assert elsewhere - {*ONLY_AT_HOME} == {*THERE}
