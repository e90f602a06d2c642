"""The slow round over watched matches: nothing is read of one that is as it was; what others changed is found."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from app.context import Context
from app.errors import ApiError, ShardAway
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.facts import ACTIVE, seating_digest
from app.matches.play.following import Following
from app.matches.rows.records import MatchVersion
from app.programs.alone import start_match
from app.settings import Settings
from rules.kernel.schema_steps import UnknownShape
from tests.app.toy_game import Toy
from tests.conftest import execute


async def test_a_match_that_is_as_it_was_is_not_read_again(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = Toy()
    app = create_app(database_url, Settings(), {toy.id: toy})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        looked: list[str] = []
        changed = here.following.on_match_changed

        async def noted(match: str, version: int | None) -> None:
            looked.append(match)
            await changed(match, version)

        monkeypatch.setattr(here.following, "on_match_changed", noted)
        account = (await here.accounts.add("Zoë / O'Brien, „Rosa“")).id
        first = await start_match(here, account, MatchIn(game="toy", scenario="endless", hotseat=True))
        open_ = await here.match_maker.create(account, "Rosa", MatchIn(game="toy", scenario="endless", seat="red"))
        tables = [await here.live_matches.get(match) for match in (first.id, open_.id)]
        for table in tables:
            standing = (await here.matches.records.versions([table.record.id]))[table.record.id]
            assert standing == (table.version, table.record.status, seating_digest(table.record.seats))
        await here.following.review([first.id, open_.id])
        assert looked == []

        await execute(database_url, f"UPDATE account SET name = 'Vera' WHERE id = '{account}'")  # noqa: S608
        await here.following.review([first.id, open_.id])
        assert sorted(looked) == sorted([first.id, open_.id])
        assert {c.name for table in tables for c in table.record.seats} == {"Vera", None}
        await here.following.review([first.id, open_.id])
        assert len(looked) == 2


@pytest.mark.parametrize("error", [ApiError(503, "shard_unfit", "Not here."), ShardAway("away"), UnknownShape("newer")])
async def test_a_match_that_cannot_be_read_keeps_no_other_from_its_review(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a shard is away, or a newer process has stored something, the matches after it are looked at."""
    live = SimpleNamespace(version=1, record=SimpleNamespace(status=ACTIVE, seats=(), delayed=False))

    async def stored(matches: list[str]) -> dict[str, MatchVersion]:
        return {match: MatchVersion(2, ACTIVE, "") for match in matches}

    matches: Any = SimpleNamespace(records=SimpleNamespace(versions=stored))
    cached: Any = SimpleNamespace(find_cached=lambda _: live)
    nobody: Any = None
    following, looked = Following(matches, cached, nobody, nobody, nobody, nobody), list[str]()

    async def changed(match: str, _: int | None) -> None:
        looked.append(match)
        if match == "shut":
            raise error

    monkeypatch.setattr(following, "on_match_changed", changed)
    await following.review(["shut", "open"])
    assert looked == ["shut", "open"]
