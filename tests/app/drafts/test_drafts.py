"""Drafts over HTTP: written, tried as far as they can be taken back, sent once, and what comes back says why."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
import httpx
import pytest

from app.drafts.schemas import MAX_DRAFT_COMMANDS
from app.drafts.service import command_id
from app.errors import ApiError
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.programs.alone import start_match
from app.settings import Settings
from rules.catalogue import GAMES
from rules.kernel.drafting import AFTER, ELSEWHERE, SETTLES, WAITS, Drafted
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import MAX_HIDDEN
from tests.conftest import Server, execute, fetch

Match = dict[str, Any]
STRUCK = 20
"""The command of a draft that the server does not come to answer."""


def draft(player: Player, match: Match, seat: str, **query: Any) -> Any:
    """The draft as it is tried now."""
    answer = player.http.get(f"/matches/{match['id']}/draft", params={"seat": seat, **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


def add(player: Player, match: Match, seat: str, command: dict[str, Any], **body: Any) -> httpx.Response:
    """Append a command to what is drafted now."""
    now = draft(player, match, seat)
    ask = (now["legal"] or player.state(match, seat)["legal"])["ask"]
    sent = {"seat": seat, "revision": now["revision"], "ask": ask, "command": command, **body}
    return player.http.post(f"/matches/{match['id']}/draft/commands", json=sent)


def put(player: Player, match: Match, seat: str, *commands: dict[str, Any], revision: int = 0) -> httpx.Response:
    """Replace the draft by commands for the seat's turn."""
    body = {"seat": seat, "revision": revision, "commands": [{"ask": f"1.{seat}", "command": c} for c in commands]}
    return player.http.put(f"/matches/{match['id']}/draft", json=body)


def send(player: Player, match: Match, seat: str, revision: int, id_: str | None = None) -> httpx.Response:
    """Send the draft."""
    body = {"id": id_ or secrets.token_hex(8), "seat": seat, "revision": revision}
    return player.http.post(f"/matches/{match['id']}/draft/send", json=body)


def statuses(shown: Any) -> list[str]:
    """What came of each command."""
    return [one["status"] for one in shown["commands"]]


def code(answer: httpx.Response) -> tuple[int, str]:
    """How a call was refused."""
    return answer.status_code, answer.json()["error"]["code"]


def test_orders_are_drafted_tried_and_sent_and_what_follows_a_die_comes_back(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    watch.next()
    before = red.state(match, "red")
    for n, command in enumerate((HIDE, {"kind": "hide", "number": 3}, THROW, END), start=1):
        answer = add(red, match, "red", command)
        assert (answer.status_code, answer.json()["revision"]) == (200, n)
    shown = draft(red, match, "red")
    assert statuses(shown) == ["fits", "fits", "not_tried", "not_tried"]
    assert [one["why"] for one in shown["commands"]] == ["", "", SETTLES, AFTER]
    assert [line["text"] for line in shown["commands"][0]["lines"]] == ["red hid 7."]
    assert (shown["view"]["hidden"]["red"], shown["ready"]) == ([7, 3], 3)
    assert shown["view"]["thrown"] is False, "no die falls in a draft"
    assert red.state(match, "red") == before, "a draft is no move"
    asked = {"seat": "red", "question": {"kind": "sum"}}
    assert red.http.post(f"/matches/{match['id']}/draft/consult", json=asked).json() == {"sum": 10}
    assert red.http.post(f"/matches/{match['id']}/consult", json=asked).json() == {"sum": 0}

    answer = send(red, match, "red", shown["revision"], "send-the-first")
    assert answer.status_code == 200, answer.text
    sent = answer.json()
    assert [one["command"]["kind"] for one in sent["played"]] == ["hide", "hide", "throw"]
    assert [one["lines"][0]["kind"] for one in sent["played"]] == ["hid", "hid", "threw"]
    assert (sent["rest"], sent["stopped"]["code"], sent["stopped"]["text"]) == (1, "settled", SETTLES)
    assert [one["command"] for one in sent["draft"]["commands"]] == [END]
    assert sent["draft"]["ready"] == 1
    view = red.state(match, "red")["view"]
    assert (view["hidden"]["red"], view["thrown"]) == ([7, 3], True)
    assert send(red, match, "red", 0, "send-the-first").json() == sent, "sent again it is answered the same"
    assert red.state(match, "red")["view"] == view

    # Nothing of a draft reached the other side before it was sent.
    assert watch.until(1)["log"][0]["text"] == "red hid a number."
    watch.close()


def test_a_draft_is_the_seats_alone(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    put(red, match, "red", HIDE)
    stranger, where = Player(toy_server, "Stranger"), f"/matches/{match['id']}/draft"
    for player in (blue, stranger):
        assert player.http.get(where, params={"seat": "red"}).status_code == 403
        assert put(player, match, "red", END, revision=1).status_code == 403
        assert send(player, match, "red", 1).status_code == 403
        assert player.http.delete(where, params={"seat": "red", "revision": 1}).status_code == 403
        body = {"seat": "red", "revision": 1, "ask": "1.red", "command": END}
        assert player.http.post(f"{where}/commands", json=body).status_code == 403
        asked = {"seat": "red", "question": {"kind": "sum"}}
        assert player.http.post(f"{where}/consult", json=asked).status_code == 403
    assert code(blue.http.get(where, params={"seat": "blue", "of": "red"})) == (403, "not_your_side")
    assert code(blue.http.get(where, params={"seat": "blue", "of": "nobody"})) == (403, "not_your_side")
    assert httpx.get(f"{toy_server.url}/api{where}", params={"seat": "red"}).status_code == 401
    assert red.http.get("/matches/nowhere/draft", params={"seat": "red"}).status_code == 404
    assert [one["command"] for one in draft(red, match, "red")["commands"]] == [HIDE]


def test_while_the_other_moves_a_draft_waits_and_it_is_tried_again_afterwards(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    answer = put(blue, match, "blue", HIDE, {"kind": "hide", "number": 12}, END)
    assert statuses(answer.json()) == ["not_tried"] * 3
    assert {one["why"] for one in answer.json()["commands"]} == {WAITS}
    assert (answer.json()["view"], answer.json()["ready"]) == (None, 0)
    sent = send(blue, match, "blue", 1).json()
    assert (sent["played"], sent["rest"], sent["stopped"]["text"]) == ([], 3, WAITS)
    red.play(match, "red", END)
    shown = draft(blue, match, "blue")
    assert statuses(shown) == ["fits", "refused", "not_tried"]
    why = {"code": "bad_number", "section": "2", "text": "Hide a number from 1 to 9."}
    assert shown["commands"][1]["refusal"] == why
    assert (shown["ready"], shown["based_on"] < shown["version"]) == (1, True)
    sent = send(blue, match, "blue", 2).json()
    assert ([one["command"] for one in sent["played"]], sent["rest"]) == ([HIDE], 2)
    assert sent["stopped"] == why


def test_the_next_turn_is_drafted_and_tried_in_the_enemys_turn(server: Server) -> None:
    """On what stands on the map now; the enemy learns of nothing; sent when the turn comes."""
    german, entente = Player(server, "Anna"), Player(server, "Foch")
    match = german.make(game="schlieffens-war", scenario="campaign", seat="german")
    entente.sit(match, "entente")
    assert match["drafts_ahead"] is True
    setting_up = draft(german, match, "german")
    assert (setting_up["ahead"], setting_up["view"]) == (False, None), "nobody knows the position yet"
    for player, seat in ((entente, "entente"), (german, "german")):
        player.play(match, seat, {"kind": "historical"}, {"kind": "end_phase"})
    before = german.state(match)
    now = draft(entente, match, "entente")
    assert (now["ahead"], now["ready"], now["legal"]["yours"], now["commands"]) == (True, 0, True, [])
    assert now["legal"]["ask"].startswith("1.entente.movement")
    question = {"seat": "entente", "question": {"kind": "move", "units": ["fr-sor"]}}
    reach = entente.http.post(f"/matches/{match['id']}/draft/consult", json=question)
    assert reach.status_code == 200, reach.text
    march = {"kind": "move", "units": ["fr-sor"], "path": ["1412", "1413"], "forced": False}
    wrong = {**march, "path": ["1412", "2215"]}
    assert add(entente, match, "entente", wrong).status_code == 422
    assert add(entente, match, "entente", march).status_code == 200
    shown = add(entente, match, "entente", {"kind": "end_phase"}).json()
    assert (statuses(shown), shown["ready"]) == (["fits", "fits"], 0)
    at = {u["id"]: hex_ for hex_, units in shown["view"]["stacks"].items() for u in units}
    assert at["fr-sor"] == "1413"
    sent = send(entente, match, "entente", shown["revision"]).json()
    assert (sent["played"], sent["rest"], sent["stopped"]["text"]) == ([], 2, WAITS)
    assert german.state(match) == before, "nobody else hears that anything was drafted"
    german.play(match, "german", {"kind": "end_phase"})
    while german.state(match)["legal"]["yours"]:
        german.play(match, "german", {"kind": "end_phase"})
    shown = draft(entente, match, "entente")
    assert (shown["ahead"], statuses(shown), shown["ready"]) == (False, ["fits", "fits"], 2)
    sent = send(entente, match, "entente", shown["revision"]).json()
    assert ([one["command"] for one in sent["played"]], sent["rest"]) == ([march, {"kind": "end_phase"}], 0)


def test_an_order_for_another_decision_waits_for_that(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    body = {"seat": "red", "revision": 0, "commands": [{"ask": "1.red.elsewhere", "command": END}]}
    shown = red.http.put(f"/matches/{match['id']}/draft", json=body).json()
    assert (statuses(shown), shown["commands"][0]["why"]) == (["not_tried"], ELSEWHERE)
    sent = send(red, match, "red", 1).json()
    assert (sent["played"], sent["stopped"]["code"], sent["stopped"]["text"]) == ([], "moved_on", ELSEWHERE)


def test_what_is_refused_is_not_appended(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    assert code(add(red, match, "red", {"kind": "hide", "number": 12})) == (422, "bad_number")
    assert code(add(red, match, "red", END, ask="1.blue")) == (409, "moved_on")
    for _ in range(MAX_HIDDEN + 1):
        last = add(red, match, "red", HIDE)
    assert code(last) == (422, "too_many"), "it is judged on the drafted position"
    add(red, match, "red", THROW)
    assert code(add(red, match, "red", {"kind": "hide", "number": 12})) == (422, "bad_number")
    assert statuses(draft(red, match, "red"))[-1] == "not_tried"
    assert code(send(red, match, "red", 0)) == (409, "draft_changed")


def test_a_draft_holds_a_hundred_orders(toy_server: Server) -> None:
    """More are refused, sent together or one by one, and what is there stays as it is."""
    red, _, match = table(toy_server)
    before = red.state(match, "red")
    assert put(red, match, "red", *[END] * MAX_DRAFT_COMMANDS).status_code == 200
    assert put(red, match, "red", *[END] * (MAX_DRAFT_COMMANDS + 1), revision=1).status_code == 400
    assert code(add(red, match, "red", HIDE)) == (422, "draft_full")
    now = draft(red, match, "red")
    assert (now["revision"], len(now["commands"])) == (1, MAX_DRAFT_COMMANDS)
    assert red.state(match, "red") == before


def test_an_order_is_put_where_it_was_tried(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    later = {"ask": "1.red.later", "command": END}
    body = {"seat": "red", "revision": 0, "commands": [{"ask": "1.red", "command": END}, later]}
    red.http.put(f"/matches/{match['id']}/draft", json=body)
    for command in (HIDE, THROW, {"kind": "hide", "number": 3}):
        assert add(red, match, "red", command).status_code == 200
    shown = draft(red, match, "red")
    assert [one["command"]["kind"] for one in shown["commands"]] == ["hide", "hide", "end", "end", "throw"]
    assert statuses(shown) == ["fits", "fits", "not_tried", "not_tried", "not_tried"]
    assert (shown["view"]["hidden"]["red"], shown["ready"]) == ([7, 3], 3)


def test_two_tabs_do_not_overwrite_each_other(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    where = f"/matches/{match['id']}/draft"
    assert put(red, match, "red", HIDE).json()["revision"] == 1
    assert code(put(red, match, "red", END)) == (409, "draft_changed")
    assert code(add(red, match, "red", END, revision=0)) == (409, "draft_changed")
    assert code(red.http.delete(where, params={"seat": "red", "revision": 0})) == (409, "draft_changed")
    assert code(send(red, match, "red", 0)) == (409, "draft_changed")
    assert code(put(red, match, "red", END, revision=7)) == (409, "draft_changed")
    assert put(red, match, "red", HIDE, THROW, revision=1).json()["revision"] == 2
    left = red.http.delete(where, params={"seat": "red", "revision": 2, "last": True}).json()
    assert ([one["command"] for one in left["commands"]], left["revision"]) == ([HIDE], 3)
    left = red.http.delete(where, params={"seat": "red", "revision": 3}).json()
    assert (left["commands"], left["revision"], left["view"]) == ([], 4, None)
    assert code(send(red, match, "red", 4)) == (422, "nothing_to_send")
    assert draft(red, match, "red")["revision"] == 4


def test_sending_that_broke_off_goes_on_and_gives_nothing_twice(
    toy_server: Server, serving: Callable[..., Server], database_url: str
) -> None:
    """As after kill -9 between two commands: it had begun, the first was stored, and no more."""
    red, _, match = table(toy_server)
    put(red, match, "red", HIDE, {"kind": "hide", "number": 2}, {"kind": "hide", "number": 3})
    asyncio.run(execute(database_url, f"UPDATE draft SET sending = 'the-lost-send' WHERE match = '{match['id']}'"))  # noqa: S608
    first = red.send(match, "red", HIDE, id_=command_id(match["id"], "red", "the-lost-send", 0))
    assert first.status_code == 200
    there = red.elsewhere(serving())
    assert draft(there, match, "red")["sending"] == "the-lost-send"
    assert code(put(there, match, "red", END, revision=1)) == (409, "being_sent")
    assert code(add(there, match, "red", END)) == (409, "being_sent")
    answer = send(there, match, "red", 1, "the-lost-send")
    assert answer.status_code == 200, answer.text
    assert [one["lines"][0]["text"] for one in answer.json()["played"]] == ["red hid 7.", "red hid 2.", "red hid 3."]
    assert (answer.json()["rest"], answer.json()["stopped"]) == (0, None)
    assert red.state(match, "red")["view"]["hidden"]["red"] == [7, 2, 3]
    assert send(red, match, "red", 1, "the-lost-send").json() == answer.json()

    # One that broke off can be discarded too; then it does not go on.
    put(red, match, "red", END, revision=2)
    asyncio.run(execute(database_url, f"UPDATE draft SET sending = 'given-up-send' WHERE match = '{match['id']}'"))  # noqa: S608
    gone = red.http.delete(f"/matches/{match['id']}/draft", params={"seat": "red", "revision": 3}).json()
    assert (gone["commands"], gone["sending"]) == ([], None)
    assert code(send(there, match, "red", 3, "given-up-send")) == (409, "draft_changed")
    assert red.state(match, "red")["view"]["seat"] == "red"


async def test_a_kill_in_the_middle_of_a_send_loses_and_doubles_nothing(
    serving: Callable[..., Server], database_url: str
) -> None:
    """The same id, sent to another process, ends what was begun, whether or not the last command was stored."""
    server = serving()
    red, _, match = table(server, scenario="endless")
    many = [{"kind": "hide", "number": n % 9 + 1} for n in range(STRUCK + 20)]
    put(red, match, "red", *many)
    watch = red.watch(match)
    # Someone else is about to use the id of one of the commands: the database lets it wait, and there the blow falls.
    other = await asyncpg.connect(database_url)
    transaction = other.transaction()
    await transaction.start()
    id_ = command_id(match["id"], "red", "broken-off-send", STRUCK)
    await other.execute(
        "INSERT INTO receipt (match, command_id, seat, answer, at) VALUES ($1, $2, 'red', '', now())", match["id"], id_
    )
    hasty = asyncio.ensure_future(asyncio.to_thread(send, red, match, "red", 1, "broken-off-send"))
    await asyncio.to_thread(watch.until, STRUCK)
    server.kill()
    with pytest.raises(httpx.TransportError):
        await hasty
    watch.close()
    await transaction.rollback()
    await other.close()
    query = "SELECT count(*) AS n FROM event WHERE match = $1"
    assert (await fetch(database_url, query, match["id"]))[0]["n"] in (STRUCK, STRUCK + 1)
    there = red.elsewhere(serving())
    answer = send(there, match, "red", 1, "broken-off-send")
    assert answer.status_code == 200, answer.text
    assert [one["command"] for one in answer.json()["played"]] == many
    assert (await fetch(database_url, query, match["id"]))[0]["n"] == len(many)


def test_two_sends_at_once_are_one(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, _, match = table(toy_server, scenario="endless")
    put(red, match, "red", *[{"kind": "hide", "number": n % 9 + 1} for n in range(20)])
    there = red.elsewhere(serving())
    with ThreadPoolExecutor(6) as pool:
        sent = [pool.submit(send, p, match, "red", 1, f"send-number-{n % 2}") for n, p in enumerate((red, there) * 3)]
        answers = [s.result() for s in sent]
    good = [a.json() for a in answers if a.status_code == 200]
    assert good, [a.text for a in answers]
    assert all(len(a["played"]) == 20 for a in good)
    assert all(code(a) == (409, "draft_changed") for a in answers if a.status_code != 200)
    assert len(red.state(match, "red")["view"]["hidden"]["red"]) == 20
    assert draft(red, match, "red")["commands"] == []


def test_a_draft_may_be_written_before_the_match_begins(toy_server: Server) -> None:
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = red.make(seat="red")
    assert statuses(put(red, match, "red", HIDE).json()) == ["not_tried"]
    assert send(red, match, "red", 1).json()["stopped"]["code"] == "not_started"
    blue.sit(match, "blue")
    assert statuses(draft(red, match, "red")) == ["fits"]


def test_a_draft_ends_with_its_match_and_its_player(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    put(red, match, "red", HIDE)
    put(blue, match, "blue", HIDE)
    assert red.settle(match, "red", kind="resign").status_code == 200
    shown = draft(red, match, "red")
    assert (statuses(shown), shown["view"]) == (["not_tried"], None)
    sent = send(red, match, "red", 1).json()
    assert (sent["played"], sent["stopped"]["code"]) == ([], "finished")
    assert [d["commands"][0]["command"] for d in red.http.get("/account/export").json()["drafts"]] == [HIDE]
    assert red.http.request("DELETE", "/account", json={"name": "Rosa"}).status_code == 200
    rows = asyncio.run(fetch(database_url, "SELECT seat FROM draft WHERE match = $1", match["id"]))
    assert [row["seat"] for row in rows] == ["blue"]


async def test_two_commanders_draft_apart_read_each_other_and_lose_what_is_handed_over(database_url: str) -> None:
    """Schlieffen's War with two German commanders: units that were handed over make their orders refused."""
    game = GAMES["schlieffens-war"]
    app = create_app(database_url, Settings(), GAMES)
    async with app.router.lifespan_context(app):
        here = app.state.context
        german, entente = [(await here.accounts.add(name)).id for name in ("Otto", "Rosa")]
        body = MatchIn(game=game.id, scenario="campaign-german-team", hotseat=True)
        match = (await start_match(here, german, body)).id

        async def give(seat: str, command: Any) -> None:
            table = await here.current.get(match)
            await here.moves.command(match, german, seat, secrets.token_hex(8), table.ask(seat), command)

        for seat in ("entente", "german-right", "german-left"):
            await give(seat, {"kind": "historical"})
            await give(seat, {"kind": "end_phase"})
        moves: dict[str, Any] = {}
        for seat in ("german-right", "german-left"):
            table, rng = await here.current.get(match), random.Random(seat)
            while (command := game.random_command(table.state, seat, rng))["kind"] != "move":
                pass
            moves[seat] = command
            told = await here.drafts.add(match, german, seat, 0, Drafted(table.ask(seat), command))
            assert statuses(told) == ["fits"], told
        # Each has their own draft, and reads the other's, tried as the other would have it; nobody else does.
        other = await here.drafts.read(match, german, "german-right", "german-left")
        assert (other["seat"], [one["command"] for one in other["commands"]]) == ("german-left", [moves["german-left"]])
        assert (
            other["view"]["stacks"] != (await here.queries.state(match, german, "german-right", None))["view"]["stacks"]
        )
        with pytest.raises(ApiError) as refusal:
            await here.drafts.read(match, german, "entente", "german-left")
        assert refusal.value.code == "not_your_side"
        with pytest.raises(ApiError) as refusal:
            await here.drafts.read(match, entente, "german-left")
        assert refusal.value.code == "not_your_seat"

        # The chief takes the units away: the order is refused, says why, and is not given.
        await give("german-right", {"kind": "lend", "units": moves["german-left"]["units"], "to": "german-right"})
        told = await here.drafts.read(match, german, "german-left")
        assert (statuses(told), told["ready"]) == (["refused"], 0)
        assert told["commands"][0]["refusal"]["code"] == "not-your-command"
        sent = await here.drafts.send(match, german, "german-left", "send-what-is-lost", told["revision"])
        assert (sent["played"], sent["rest"], sent["stopped"]["code"]) == ([], 1, "not-your-command")
        # What one has drafted stands, whatever another does that has nothing to do with it.
        sent = await here.drafts.send(match, german, "german-right", "send-what-is-left", 1)
        assert ([one["command"] for one in sent["played"]], sent["rest"]) == ([moves["german-right"]], 0)
        await here.background.finish()
