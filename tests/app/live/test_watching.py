"""Those who only watch: from a side with the consent of all who play it; later than the players (decisions/0037)."""

from __future__ import annotations

import asyncio
import secrets
import uuid
from collections.abc import Callable
from typing import Any, cast

import httpx
import pytest
from starlette.websockets import WebSocket

from app.context import Context
from app.errors import ApiError
from app.live.connection import Connection
from app.live.frames import Frame
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.access.admitting import admit
from app.matches.facts import Newcomer, PublicSummary, Turns
from app.programs.alone import start_match
from app.settings import Settings
from app.wire import decode_object
from rules.kernel.game import SPECTATOR, Glance
from tests.app.accounts.device import log_in, passkey
from tests.app.live.test_chat import say
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.seats.test_handing import code, shown, take
from tests.app.seats.test_standing_in import agrees, asked
from tests.app.toy_game import Toy
from tests.conftest import Server, execute
from tests.thorough import sample_of

Match = dict[str, Any]


def let(player: Player, match: Match, seat: str, yes: bool = True) -> httpx.Response:
    """Agree, or no more, that people watch."""
    return player.http.put(f"/matches/{match['id']}/watching", json={"seat": seat, "yes": yes})


def key_of(player: Player, match: Match, seat: str) -> str:
    """Agree that people watch; gives the key for them."""
    answer = let(player, match, seat)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["watch"][seat])


def looked(player: Player, match: Match, path: str = "state", **query: str) -> httpx.Response:
    """What someone is answered who looks at a match."""
    return player.http.get(f"/matches/{match['id']}/{path}", params=query)


def test_a_side_is_watched_with_its_key_and_sees_what_it_sees(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE)
    key = key_of(red, match, "red")
    assert shown(blue, match)["watch"] == {}, "the key is the side's own"
    assert [s["shows"] for s in shown(blue, match)["seats"]] == [True, False], "everyone is told"
    friend = Player(toy_server, "Fritz")
    watch = friend.watch(match, key=key)
    assert watch.next()["view"] == red.state(match)["view"] != blue.state(match)["view"]
    assert watch.legal is None
    others = blue.watch(match, seat="blue")
    while others.next().get("watching") != {"red": 1}:
        pass
    assert shown(blue, match)["watched"] == {"red": 1}
    red.play(match, "red", HIDE, THROW)
    watch.until(red.state(match)["version"])
    assert watch.view == red.state(match)["view"]
    assert looked(friend, match, "log", key=key).json()["log"] == red.state(match)["log"]
    assert (
        looked(friend, match, "history", key=key, number="1").json()["view"]
        == (red.http.get(f"/matches/{match['id']}/history", params={"number": 1}).json()["view"])
    )
    assert looked(friend, match, "chat", key=key).json()["rooms"][0]["write"] is False
    # To watch is not to play.
    ask = red.state(match)["legal"]["ask"]
    assert friend.send(match, "red", END, ask=ask).status_code == 403
    assert friend.send(match, "watch:red", END, ask=ask).status_code == 403
    assert friend.undo(match, "watch:red").status_code == 403
    watch.close(), others.close()


def test_nobody_watches_the_side_against_which_he_plays_or_without_a_name(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    key = key_of(red, match, "red")
    for path in ("state", "log", "history", "export", "chat"):
        assert code(looked(blue, match, path, key=key)) == (403, "other_side"), path
    assert blue.watch(match, key=key).closed_with() == 4403
    nobody = httpx.get(f"{toy_server.url}/api/matches/{match['id']}/state", params={"key": key})
    assert code(nobody) == (401, "needs_name")
    assert code(looked(Player(toy_server, "Ivo"), match, key=key[::-1])) == (403, "not_your_seat")
    assert code(let(blue, match, "red")) == (403, "not_your_seat")
    assert code(looked(Player(toy_server, "Ivo"), match, seat="watch:red")) == (403, "not_your_seat")


def test_consent_ends_at_once_and_its_key_for_ever(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, _, match = table(toy_server)
    key = key_of(red, match, "red")
    friend = Player(toy_server, "Fritz")
    there = friend.elsewhere(serving())
    watches = [friend.watch(match, key=key), there.watch(match, key=key)]
    for watch in watches:
        watch.next()
    assert let(red, match, "red", yes=False).status_code == 200
    assert [watch.closed_with() for watch in watches] == [1012, 1012]
    for who in (friend, there):
        assert code(looked(who, match, key=key)) == (403, "not_your_seat")
    again = key_of(red, match, "red")
    assert again != key
    assert key_of(red, match, "red") == again, "whoever agrees twice keeps the key"
    assert code(looked(there, match, key=key)) == (403, "not_your_seat")
    assert looked(there, match, key=again).status_code == 200


def test_a_watcher_of_a_side_never_plays_against_it(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    key = key_of(red, match, "red")
    friend = Player(toy_server, "Fritz")
    watch = friend.watch(match, key=key)
    watch.next()
    red.settle(match, "red", kind="leave"), blue.settle(match, "blue", kind="leave")
    assert code(take(friend, match, "blue")) == (403, "knows_too_much")
    other = Player(toy_server, "Oda")
    assert take(other, match, "red").status_code == 200
    assert watch.closed_with() == 1012, "she has not agreed to be watched"
    assert code(looked(friend, match, key=key)) == (403, "not_your_seat")
    assert shown(blue, match)["seats"][0]["shows"] is False


@pytest.mark.parametrize("path", ["chat", "log", "charts", "export"])
def test_a_key_bars_the_other_side_whatever_it_was_used_for(toy_server: Server, path: str) -> None:
    red, blue, match = table(toy_server)
    key = key_of(red, match, "red")
    friend = Player(toy_server, "Fritz")
    assert looked(friend, match, path, key=key).status_code == 200
    blue.settle(match, "blue", kind="leave")
    assert code(take(friend, match, "blue")) == (403, "knows_too_much")
    other = Player(toy_server, "Oda")
    assert other.http.get(f"/matches/{match['id']}", params={"key": key}).status_code == 200
    assert code(take(other, match, "blue")) == (403, "knows_too_much")
    assert code(looked(friend, match, "chat", seat="blue")) == (403, "not_your_seat")
    assert code(agrees(friend, match, "blue", asked(blue, match, "blue"))) == (403, "knows_too_much")


@pytest.mark.parametrize("first", ["watches", "sits"])
async def test_of_a_key_and_a_seat_in_the_same_moment_only_one_is_given(
    toy_server: Server, database_url: str, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Each is asked for before the other is stored; who comes second finds it."""
    red, blue, match = table(toy_server)
    key = key_of(red, match, "red")
    blue.settle(match, "blue", kind="leave")
    nora = uuid.UUID(Player(toy_server, "Nora").id)
    app = create_app(database_url, Settings(), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        before = await here.lobby.find(match["id"])

        async def nothing(*_: object) -> frozenset[str]:
            return frozenset()

        async def sit() -> None:
            await here.settlements.take_over(before.id, Newcomer(nora, "Nora"), "blue", "nora-takes-over")

        async def watch() -> None:
            await admit(here.matches, before, nora, None, key, Toy().seats("short", {}))

        # As it was before the other call was stored.
        monkeypatch.setattr("app.matches.play.settlements.sides_seen", nothing)
        await (watch if first == "watches" else sit)()
        with pytest.raises(ApiError) as refused:
            await (sit if first == "watches" else watch)()
        assert refused.value.status == 403
        seat_records = (await here.lobby.find(before.id)).seats
        assert [c.account == nora for c in seat_records] == [False, first == "sits"]


@pytest.mark.parametrize("stands_in", [False, True])
@pytest.mark.parametrize("watcher", ["account", "guest"])
def test_a_watcher_of_a_side_is_not_brought_a_seat_on_another(
    toy_server: Server, watcher: str, stands_in: bool
) -> None:
    red, blue, match = table(toy_server)
    key = key_of(red, match, "red")
    account, guest = Player(toy_server, "Rosa"), Player(toy_server, "Guest")
    device = passkey(account)
    watches, plays = (account, guest) if watcher == "account" else (guest, account)

    def sit(seat: str, owner: Player) -> None:
        if stands_in:
            assert agrees(plays, match, seat, asked(owner, match, seat)).status_code == 200
        else:
            owner.settle(match, seat, kind="leave")
            assert take(plays, match, seat).status_code == 200

    assert looked(watches, match, key=key).status_code == 200
    sit("blue", blue)
    refused = log_in(guest, device, bring=True)
    assert (refused["status"], refused["error"]["code"]) == (409, "watched_other_side")
    assert guest.http.get("/me").json()["id"] == guest.id, "nothing was changed"
    red.settle(match, "red", kind="resign")
    assert log_in(guest, device, bring=True)["status"] == 200, "what is over hides nothing"


def test_a_watcher_of_a_side_is_brought_a_seat_of_the_same(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    account, guest = Player(toy_server, "Rosa"), Player(toy_server, "Guest")
    device = passkey(account)
    assert looked(account, match, key=key_of(red, match, "red")).status_code == 200
    red.settle(match, "red", kind="leave")
    assert take(guest, match, "red").status_code == 200
    assert log_in(guest, device, bring=True)["brought"] == 1


def test_before_and_at_one_screen_there_is_no_side_to_watch(toy_server: Server) -> None:
    red = Player(toy_server, "Rosa")
    waiting = red.make(seat="red")
    assert code(let(red, waiting, "red")) == (409, "not_in_play")
    alone = red.make(hotseat=True)
    assert code(let(red, alone, "red")) == (409, "one_screen")


# --- later -----------------------------------------------------------------------------------------------------------

HOUR = 3600


def everything(who: Player, match: Match, key: str) -> dict[str, Any]:
    """All that those who watch with a key are told of a match, and what lists say of it."""
    paths = ("state", "log", "history", "chat", "export", "charts")
    told: dict[str, Any] = {path: looked(who, match, path, key=key).content for path in paths}
    told["find"] = looked(who, match, "log", key=key, find="e").content
    told["match"] = looked(who, match, "", key=key).content
    told["tables"] = [
        t for t in who.http.get("/tables", params={"running": True}).json()["tables"] if t["id"] == match["id"]
    ]
    return told


def older(database: str, match: Match, seconds: int) -> None:
    """Let time pass for what has happened in a match."""
    for name in ("event", "message"):
        statement = f"UPDATE {name} SET at = at - interval '{seconds} seconds' WHERE match = '{match['id']}'"  # noqa: S608
        asyncio.run(execute(database, statement))


@pytest.mark.parametrize("later", sample_of([1, 3], 2))
def test_a_delayed_viewer_is_told_of_turns_that_are_over(toy_server: Server, later: int) -> None:
    """The same turn before and after its moves, to the byte; then it is far enough back, and is told."""
    red, blue, match = table(toy_server, delay_turns=later, listing="public")
    friend = Player(toy_server, "Fritz")
    keys = [match["spectate"], key_of(red, match, "red")]
    assert looked(friend, match, key=keys[1]).status_code == 200, "from now on she only reads what watchers say"
    for turn in range(later):
        who, seat = (red, "red") if turn % 2 == 0 else (blue, "blue")
        before = [everything(friend, match, key) for key in keys]
        assert looked(friend, match, key=keys[0]).json()["version"] == 0, "nothing yet"
        who.play(match, seat, HIDE, THROW)
        assert say(who, match, seat, f"Turn {turn}").status_code == 201
        assert [everything(friend, match, key) for key in keys] == before
        if turn < later - 1:
            who.play(match, seat, END)
    watch = friend.watch(match, key=keys[0])
    assert watch.next()["version"] == 0
    last, seat = (red, "red") if later % 2 else (blue, "blue")
    last.play(match, seat, END)
    told = looked(friend, match, key=keys[0]).json()
    assert [line["side"] for line in told["log"]] == ["red", "red"], told["log"]
    assert b"Turn 0" in everything(friend, match, keys[0])["chat"]
    assert told["version"] < last.state(match)["version"], "not of the turn that has just begun, nor of two before"
    assert watch.until(told["version"])["type"] == "patch", "an open socket is told by the slow round"
    watch.close()
    shown_now = [everything(friend, match, key) for key in keys]
    other = blue if last is red else red
    other.play(match, "blue" if other is blue else "red", HIDE)
    other.settle(match, "blue" if other is blue else "red", kind="propose", what="draw")
    assert [everything(friend, match, key) for key in keys] == shown_now
    assert code(
        red.http.post("/matches", json={"game": "toy", "scenario": "short", "delay": HOUR, "delay_turns": 1})
    ) == (
        422,
        "two_delays",
    )


def test_turns_that_are_taken_back_and_skipped_tell_nothing_early() -> None:
    turns = Turns()
    for turn, event in ((1, 0), (1, 3), (2, 5), (3, 8)):
        turns = turns.at(turn, event, 1)
    assert turns == Turns(((2, 5), (3, 8)), 8)
    back = turns.at(2, 9, 1)
    assert back == Turns(((2, 5),), 8), "what was told stays told, and no more"
    assert back.at(3, 12, 1).until == 12
    assert turns.at(6, 20, 3).until == 8, "of turns 4 and 5 nothing is known: up to before turn 3"
    assert PublicSummary.read(PublicSummary(4, Glance(3, "Move", ()), turns).json()).turns == turns


def test_what_is_not_old_enough_changes_no_answer(toy_server: Server, database_url: str) -> None:
    """The same match before and after recent moves, to the byte; then they are old enough, and are told."""
    red, blue, match = table(toy_server, delay=HOUR, listing="public")
    red.play(match, "red", HIDE, THROW)
    assert say(red, match, "red", "Hello").status_code == 201
    older(database_url, match, 2 * HOUR)
    keys = [match["spectate"], key_of(red, match, "red")]
    friend = Player(toy_server, "Fritz")
    watches = [friend.watch(match, key=key) for key in keys]
    assert [watch.next()["version"] for watch in watches] == [2, 2]
    before = [everything(friend, match, key) for key in keys]
    assert b"Hello" in before[0]["chat"]
    red.play(match, "red", HIDE, END)
    blue.play(match, "blue", HIDE)
    blue.settle(match, "blue", kind="propose", what="draw")
    assert say(blue, match, "blue", "Attack!").status_code == 201
    assert [everything(friend, match, key) for key in keys] == before
    for watch in watches:
        watch.socket.send('{"type": "resync"}')
        while watch.next()["type"] != "state":
            pass
        assert watch.version == 2
        assert not [text for text in watch.received if "Attack" in text or "draw" in text]
    older(database_url, match, 2 * HOUR)
    assert everything(friend, match, keys[0])["state"] != before[0]["state"]
    assert b"Attack!" in everything(friend, match, keys[0])["chat"]
    red_now = red.state(match)
    told = looked(friend, match, key=keys[1]).json()
    assert (told["view"], told["link"]) == (red_now["view"], red_now["link"])
    # The end ends the delay: whoever watches comes back and sees all.
    blue.settle(match, "blue", kind="resign")
    assert [watch.closed_with() for watch in watches] == [1012, 1012]
    told = looked(friend, match, key=keys[0]).json()
    assert "resigned" in told["log"][-2]["text"] + told["log"][-1]["text"]


class Ear(Connection):
    """A socket whose reader takes everything."""

    def __init__(self, match: str, viewer: str) -> None:
        super().__init__(cast("WebSocket", None), match, viewer, None, 99, lambda _: True)
        self.heard: list[dict[str, Any]] = []

    def put(self, frame: Frame) -> None:
        self.heard.append(cast("dict[str, Any]", decode_object(frame.text)))


@pytest.mark.parametrize("wait", [False, True])
async def test_a_round_tells_those_who_watch_what_has_become_old_enough(database_url: str, wait: bool) -> None:
    app = create_app(database_url, Settings(), {"toy": Toy()})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        account = (await here.accounts.add("Bot")).id
        record = await start_match(here, account, MatchIn(game="toy", scenario="short", hotseat=True, delay=HOUR))
        ear = Ear(record.id, SPECTATOR)

        def take_it(version: int, message: Any) -> None:
            ear.heard.append(message)
            ear.seen = version
            here.hub.join(ear)

        await here.queries.show(record.id, SPECTATOR, -1, take_it)
        live = await here.live_matches.get(record.id)
        for command in (HIDE, THROW, END):
            await here.moves.command(record.id, account, "red", secrets.token_hex(8), live.ask("red"), dict(command))
        if wait:
            move = f"UPDATE event SET at = at - interval '2 hours' WHERE match = '{record.id}' AND seq <= 2"  # noqa: S608
            await execute(database_url, move)
        await here.following.review([record.id])
        told = [m for m in ear.heard if m["type"] in ("state", "patch")]
        assert [m["version"] for m in told] == ([0, 2] if wait else [0])
        if wait:
            assert (told[1]["type"], [line["seq"] for line in told[1]["log"]]) == ("patch", [1, 2])
        here.hub.leave(ear)
