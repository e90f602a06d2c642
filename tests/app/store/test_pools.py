"""The table of what is to be drawn: stored with the facts, equal to the position, and told to whoever may know it."""

from __future__ import annotations

import asyncio
import copy
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.context import Context
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.live_match.chit_locations import ChitLocation, last_changes, numbers, rows
from app.matches.live_match.live_match import LiveMatch
from app.matches.play.live_matches import LiveMatches
from app.programs.alone import start_match
from app.settings import Settings
from app.verify import verify
from rules.catalogue import GAMES
from rules.great_war.position.state import PhaseFrame
from rules.great_war.printed.phases import DECLARE_EVENTS
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import Server, execute, fetch
from tests.games.great_war.kit import set_up

EIGHT = {"kind": "hide", "number": 8}


def stored(url: str, match: str) -> dict[tuple[str, str, str], tuple[int, int]]:
    """How many lie where and since which event, as the database has it."""
    query = "SELECT pool, chit, place, number, since FROM event_pool WHERE match = $1"
    found = asyncio.run(fetch(url, query, match))
    return {(row["pool"], row["chit"], row["place"]): (row["number"], row["since"]) for row in found}


def hidden(match: dict[str, Any], *players: Player) -> dict[tuple[str, str, str], int]:
    """What lies where in the position, by what each seat sees of its own."""
    found: dict[tuple[str, str, str], int] = {}
    for player, seat in zip(players, ("red", "blue"), strict=True):
        lot = Counter(player.state(match, seat)["view"]["hidden"][seat])
        found.update({(seat, str(number), "hand"): times for number, times in lot.items()})
    return found


def test_rows_follow_every_command_and_every_one_taken_back(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)

    def equal() -> dict[tuple[str, str, str], tuple[int, int]]:
        found = stored(database_url, match["id"])
        assert {key: number for key, (number, _) in found.items()} == hidden(match, red, blue)
        return found

    seven, eight, theirs = ("red", "7", "hand"), ("red", "8", "hand"), ("blue", "7", "hand")
    red.play(match, "red", HIDE)
    assert equal() == {seven: (1, 1)}
    red.play(match, "red", EIGHT)
    red.play(match, "red", HIDE)
    assert equal() == {seven: (2, 3), eight: (1, 2)}
    assert red.undo(match, "red").status_code == 200
    assert equal() == {seven: (1, 4), eight: (1, 2)}, "as many again since it was taken back"
    assert red.undo(match, "red").status_code == 200
    assert equal() == {seven: (1, 4)}
    red.play(match, "red", THROW, END)
    blue.play(match, "blue", HIDE, THROW)
    assert equal() == {seven: (1, 4), theirs: (1, 8)}
    # Back by consent, to before anything was hidden.
    first = red.state(match)["log"][0]
    assert red.settle(match, "red", kind="propose", what="back", line=first["seq"]).status_code == 200
    (proposal,) = blue.state(match)["proposals"]
    assert blue.settle(match, "blue", kind="answer", proposal=proposal["id"], yes=True).status_code == 200
    assert equal() == {}
    red.play(match, "red", EIGHT)
    assert equal().keys() == {eight}
    asyncio.run(execute(database_url, f"DELETE FROM match WHERE id = '{match['id']}'"))  # noqa: S608
    assert stored(database_url, match["id"]) == {}, "gone with its match"


def test_a_command_sent_again_moves_nothing_twice_and_processes_take_turns(
    toy_server: Server, serving: Callable[..., Server], database_url: str
) -> None:
    red, blue, match = table(toy_server)
    other = red.elsewhere(serving())
    for player in (red, other, red):
        assert player.send(match, "red", HIDE, id_="one-and-the-same", ask="1.red").status_code == 200
    assert stored(database_url, match["id"]) == {("red", "7", "hand"): (1, 1)}
    other.play(match, "red", HIDE)
    # The other process takes back what this one has stored, and finds what it stored itself.
    assert red.undo(match, "red").status_code == 200
    other.play(match, "red", EIGHT)
    found = stored(database_url, match["id"])
    assert {key: number for key, (number, _) in found.items()} == hidden(match, red, blue)


def test_a_match_from_before_there_was_a_table_has_its_rows_from_its_next_move_on(
    toy_server: Server, serving: Callable[..., Server], database_url: str
) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE, EIGHT)
    asyncio.run(execute(database_url, f"DELETE FROM event_pool WHERE match = '{match['id']}'"))  # noqa: S608
    updated = red.elsewhere(serving())
    updated.play(match, "red", THROW)
    assert stored(database_url, match["id"]) == {("red", "7", "hand"): (1, 2), ("red", "8", "hand"): (1, 2)}


def test_each_is_told_only_of_the_rows_that_may_be_known_by_numbers_of_his_own(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, EIGHT, HIDE)

    def told(player: Player, **query: str) -> list[tuple[str, str, int, int]]:
        found = player.http.get(f"/matches/{match['id']}/pools", params=query).json()
        return [(lot["pool"], lot["chit"], lot["number"], lot["since"]) for lot in found["lots"]]

    assert told(red) == [("red", "7", 2, 3), ("red", "8", 1, 2)]
    assert told(blue) == told(blue, key=match["spectate"]) == []
    assert blue.settle(match, "blue", kind="resign").status_code == 200
    assert told(blue) == told(red), "when it is over everything is open"


def test_the_export_has_the_table_and_a_row_that_is_otherwise_is_found(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, EIGHT)
    red.undo(match, "red")
    red.play(match, "red", THROW, END)
    assert red.http.get(f"/matches/{match['id']}/export").json()["lots"] is None
    blue.settle(match, "blue", kind="resign")
    body = red.http.get(f"/matches/{match['id']}/export").json()
    games = {"toy": Toy()}
    assert verify(body, games).faults == []
    (row,) = body["lots"]
    assert row == {"pool": "red", "chit": "7", "place": "hand", "number": 1, "since": 1}
    for change in ({"number": 2}, {"since": 0}, {"since": 99}, {"chit": "8"}, {"place": "pool"}):
        forged = copy.deepcopy(body)
        forged["lots"] = [{**row, **change}]
        assert verify(forged, games).faults, change
    without = verify({**body, "lots": []}, games)
    assert any("the table" in fault for fault in without.faults)


def test_what_is_drawn_and_put_back_by_one_command_lies_there_as_before() -> None:
    first, drawn = {"a.pool": {"x": 2}, "a.hand": {}}, {"a.pool": {"x": 1}, "a.hand": {"x": 1}}
    assert last_changes(first, [(5, drawn), (6, first)]) == {}
    assert rows(first, [(5, drawn), (6, drawn)], 4) == (
        ChitLocation("a", "x", "pool", 1, 5),
        ChitLocation("a", "x", "hand", 1, 5),
    )


# --- the Great War ----------------------------------------------------------------------------------------------------


@pytest.fixture
def before_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches begin in May 1915 with both sides set up, when both say whether they draw; no die was thrown yet."""

    def start_match(_scenario: str, _plan: str, hands: str, *, pre_war: bool) -> Any:
        return replace(set_up(), cursor=(PhaseFrame(DECLARE_EVENTS),), hands=hands, draws=0)

    monkeypatch.setattr("rules.great_war.game.start_match", start_match)


@pytest.mark.usefixtures("before_events")
async def test_a_chit_is_drawn_once_and_the_table_says_where_it_went(database_url: str) -> None:
    """The answer is lost and the command sent again, to this process and to another: no second chit is drawn."""
    app, twin = (create_app(database_url, Settings(), GAMES) for _ in range(2))
    async with app.router.lifespan_context(app), twin.router.lifespan_context(twin):
        here: Context = app.state.context
        there: Context = twin.state.context
        account = (await here.accounts.add("Rosa")).id
        body = MatchIn(game="great-war", scenario="1915", options={"hands": "hidden"}, hotseat=True)
        match = (await start_match(here, account, body)).id
        table = await here.live_matches.get(match)
        await equal(here, table)

        async def give(seat: str, id_: str = "", **command: object) -> tuple[str, bytes]:
            ask, id_ = table.ask(seat), id_ or secrets.token_hex(8)
            return ask, await here.moves.command(match, account, seat, id_, ask, command)

        await give("allied", kind="buy_event", nation="FR")
        ask, answer = await give("central", "drawn-only-once", kind="buy_event", nation="GE")
        version, draws, lying = table.version, table.game.draws(table.state), await equal(here, table)
        buy = {"kind": "buy_event", "nation": "GE"}
        for server in (here, there):
            again = await server.moves.command(match, account, "central", "drawn-only-once", ask, buy)
            assert again == answer
        loaded = await LiveMatches(here.matches, GAMES, here.hub, 1).get(match)
        assert (loaded.version, loaded.game.draws(loaded.state)) == (version, draws)
        assert await equal(here, loaded) == lying
        await may_know(here, match, account)


@pytest.mark.usefixtures("before_events")
async def test_the_die_of_a_draw_is_told_to_those_who_see_the_hand_and_to_all_when_the_match_is_over(
    database_url: str,
) -> None:
    """§6.17: by the log, of which the export has all; then the proof has every die, and decides each draw again."""
    app = create_app(database_url, Settings(), GAMES)
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        account = (await here.accounts.add("Rosa")).id
        body = MatchIn(game="great-war", scenario="1915", options={"hands": "hidden"}, hotseat=True)
        match = (await start_match(here, account, body)).id
        table = await here.live_matches.get(match)
        for seat, nation in (("allied", "FR"), ("central", "GE")):
            command = {"kind": "buy_event", "nation": nation}
            await here.moves.command(match, account, seat, secrets.token_hex(8), table.ask(seat), command)

        async def exported(seat: str | None) -> Any:
            return await here.exports.export(match, account, seat, None)

        for seat in ("allied", "central"):
            during = await exported(seat)
            assert during["events"] is None
            assert {line["side"] for line in during["log"] if line.get("dice")} == {seat}
        await here.settlements.settle(match, account, "allied", secrets.token_hex(8), {"kind": "house.resign"})
        over = await exported("allied")
        drawn = [e["event"] for e in over["events"] if e["event"]["kind"] == "chit-drawn"]
        assert {(e["side"], bool(e["die"])) for e in drawn} == {("allied", True), ("central", True)}
        report = verify(over, GAMES)
        assert report.faults == []
        assert report.dice == table.game.draws(table.state) > 0


async def equal(here: Context, table: LiveMatch) -> list[ChitLocation]:
    """The rows of a match, which are what the position says."""
    _, lots, _ = await here.matches.lots(table.record.id)
    assert {lot.key: lot.number for lot in lots} == numbers(table.game.pools.lots(table.state)) != {}
    return lots


async def may_know(here: Context, match: str, account: Any) -> None:
    """A side is told of its own pool, and of the other's not even what is missing there."""
    for seat in ("allied", "central"):
        shown: Any = await here.queries.pools(match, account, seat, None)
        places = {(lot["pool"], lot["place"]) for lot in shown["lots"]}
        assert (seat, "pool") in places
        assert {place for pool, place in places if pool != seat} <= {"play"}
