"""Matches of an older database go on: those in play as they began, those that waited for players by seals."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest
from alembic import command
from alembic.config import Config

from app.database import migrate
from app.postgres import DATABASE
from app.settings import ROOT
from app.verify import verify
from rules.kernel import dice
from rules.kernel.messages import Decided
from tests.app.players import END, HIDE, THROW, Player
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server, execute

BEFORE_SEALS = "0003"


@pytest.fixture
def old_database(postgres_url: str) -> Any:
    """A database as it was before words were sealed."""
    name = f"old_{secrets.token_hex(6)}"
    asyncio.run(execute(postgres_url, f'CREATE DATABASE "{name}"'))
    url = postgres_url.replace(f"@/{DATABASE}?", f"@/{name}?")
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["url"] = url
    command.upgrade(config, BEFORE_SEALS)
    yield url
    asyncio.run(execute(postgres_url, f'DROP DATABASE "{name}" WITH (FORCE)'))


async def _fill(url: str, match: str, status: str, accounts: tuple[Any, ...], thrown: bool) -> None:
    """A match as the server of that time wrote it; in one that is in play red has hidden a number and thrown a die."""
    game, secret = Toy(), secrets.token_bytes(32)
    words = {"red": "old word", "blue": ""}
    state = game.new_match("short", {})
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(
            "INSERT INTO match (id, game, scenario, options, status, hotseat, version, secret, commitment, invite,"
            " spectate) VALUES ($1, 'toy', 'short', '{}', $2, false, $3, $4, $5, $6, $7)",
            *(match, status, 2 if thrown else 0, secret, dice.commitment(secret), f"invite-{match}", f"key-{match}"),
        )
        for position, (seat, account) in enumerate(zip(words, accounts, strict=True)):
            await connection.execute(
                "INSERT INTO seat VALUES ($1, $2, $3, $4, $5, $6, 0)",
                *(match, seat, position, seat.title(), account, words[seat]),
            )
        await connection.execute(
            "INSERT INTO snapshot VALUES ($1, 0, 3, $2)", match, json.dumps(game.dump_state(state))
        )
        if not thrown:
            return
        chance = dice.chance(dice.key(secret, match, words))
        for seq, body in enumerate((HIDE, THROW), start=1):
            decided = game.decide(state, "red", body, chance)
            assert isinstance(decided, Decided)
            (event,) = decided
            state, told = game.evolve(state, event), game.dump_event(event)
            await connection.execute(
                "INSERT INTO event VALUES ($1, $2, $3, $4, '{}', 'red', $5, now())",
                *(match, seq, told["kind"], json.dumps(told), f"old-command-{seq}"),
            )
            await connection.execute(
                "INSERT INTO receipt (match, command_id, seat, answer, at) VALUES ($1, $2, 'red', '{}', now())",
                *(match, f"old-command-{seq}"),
            )
    finally:
        await connection.close()


async def _account(url: str, name: str) -> Any:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(
            "INSERT INTO account (id, name) VALUES (gen_random_uuid(), $1) RETURNING id", name
        )
    finally:
        await connection.close()


def _becomes(url: str, player: Player, account: Any) -> None:
    """Have a guest of today sit where an account of that time sat."""
    asyncio.run(execute(url, f"UPDATE seat SET account = '{player.id}' WHERE account = '{account}'"))  # noqa: S608


def test_matches_of_before_seals_go_on(old_database: str, serving: Callable[..., Server]) -> None:
    accounts = tuple(asyncio.run(_account(old_database, name)) for name in ("Rosa", "Blaise"))
    asyncio.run(_fill(old_database, "played", "active", accounts, thrown=True))
    asyncio.run(_fill(old_database, "waiting", "open", (accounts[0], None), thrown=False))
    migrate(old_database)
    server = serving(TOY, old_database)
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    for player, account in zip((red, blue), accounts, strict=True):
        _becomes(old_database, player, account)

    # The match that waited begins as all do now: what was drawn for it before proves less.
    waiting = red.http.get("/matches/waiting").json()
    assert (waiting["status"], waiting["commitment"]) == ("open", None)
    red.seal(waiting)
    blue.sit(waiting, "blue")
    assert red.send(waiting, "red", THROW).status_code == 200

    # The one in play goes on with the dice that it has.
    played = {"id": "played"}
    red.play(played, "red", END)
    for turn in range(7):
        player, seat = ((blue, "blue"), (red, "red"))[turn % 2]
        player.play(played, seat, HIDE)
        assert player.undo(played, seat).status_code == 200
        player.play(played, seat, THROW, END)
    export = blue.http.get("/matches/played/export").json()
    assert (export["status"], export["link"], export["opening_link"]) == ("finished", None, None)
    report = verify(export, {"toy": Toy()})
    assert report.faults == []
    assert (report.dice, report.decided, report.commands) == (8, 29, 31)
    assert not report.proved
    assert [d.split(":")[0] for d in report.doubts] == [
        "the match began before words were sealed",
        "the match began before events were chained",
        "NOT DECIDED AGAIN",
    ]


def test_the_schema_of_today_goes_back_and_forth(old_database: str) -> None:
    """A match that has not begun gets a secret again, as it had."""
    asyncio.run(_fill(old_database, "waiting", "open", (None, None), thrown=False))
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["url"] = old_database
    command.upgrade(config, "head")
    command.downgrade(config, BEFORE_SEALS)

    async def commitment() -> tuple[str, bytes]:
        connection = await asyncpg.connect(old_database)
        try:
            row = await connection.fetchrow("SELECT commitment, secret FROM match")
            assert row is not None
            return row["commitment"], row["secret"]
        finally:
            await connection.close()

    told, secret = asyncio.run(commitment())
    assert told == dice.commitment(secret)
    command.upgrade(config, "head")


def test_the_tables_of_the_models_are_those_that_the_migrations_make(old_database: str) -> None:
    """Whoever adds a table has the migration written by ``alembic revision --autogenerate``, which compares the two."""
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["url"] = old_database
    command.upgrade(config, "head")
    command.check(config)
