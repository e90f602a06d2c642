"""decisions/0055: drafts that go when the turn of their seat comes, once, and stop where their player has to look."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import asyncpg
import httpx
import pytest

from app.drafts.repository import Stored
from app.drafts.service import Drafts, command_id
from app.errors import refusal_error
from rules.kernel.drafting import ELSEWHERE, ENDS_STEP, SETTLES, Drafted
from tests.app.drafts.test_drafts import Match, code, draft, put, send
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import Server, execute, fetch

WRONG = {"kind": "hide", "number": 12}


def ahead(player: Player, match: Match, seat: str, revision: int, **more: Any) -> httpx.Response:
    """Have the draft go when the turn comes."""
    body = {"id": secrets.token_hex(8), "seat": seat, "revision": revision, **more}
    return player.http.post(f"/matches/{match['id']}/draft/ahead", json=body)


def went(player: Player, match: Match, seat: str, revision: int) -> Any:
    """The draft once it was given, or was looked at and stopped."""
    until = time.monotonic() + 20
    while (shown := draft(player, match, seat))["revision"] == revision and shown["goes"]:
        assert time.monotonic() < until, shown
        time.sleep(0.05)
    return shown


def given(shown: Any) -> list[str]:
    """What was given the last time."""
    return [one["command"]["kind"] for one in shown["notice"]["played"]]


def test_a_draft_goes_when_its_turn_comes_and_nobody_hears_of_it_before(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    put(blue, match, "blue", HIDE, END)
    before = red.state(match, "red")
    shown = ahead(blue, match, "blue", 1).json()
    assert (shown["goes"], shown["through"], shown["notice"]) == (True, False, None)
    assert red.state(match, "red") == before
    red.play(match, "red", END)
    shown = went(blue, match, "blue", 1)
    assert (shown["goes"], shown["commands"], given(shown)) == (False, [], ["hide", "end"])
    assert shown["notice"]["stopped"] is None
    assert [one["lines"][0]["text"] for one in shown["notice"]["played"]] == ["blue hid 7.", "blue ended the turn."]
    assert red.state(match, "red")["view"]["seat"] == "red", "nobody waited for blue"
    read = blue.http.post(f"/matches/{match['id']}/draft/stay", json={"seat": "blue"}).json()
    assert (read["notice"], read["revision"]) == (None, shown["revision"])


def test_it_goes_at_once_when_its_question_is_open(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    put(red, match, "red", HIDE)
    assert ahead(red, match, "red", 1).status_code == 200
    assert given(went(red, match, "red", 1)) == ["hide"]


@pytest.mark.parametrize(
    ("commands", "played", "why"),
    [((HIDE, WRONG, END), ["hide"], "bad_number"), ((HIDE, THROW, END), ["hide", "throw"], "settled")],
)
def test_it_stops_at_a_refusal_and_at_a_die(
    toy_server: Server, commands: tuple[dict[str, Any], ...], played: list[str], why: str
) -> None:
    red, blue, match = table(toy_server)
    put(blue, match, "blue", *commands)
    ahead(blue, match, "blue", 1)
    red.play(match, "red", END)
    shown = went(blue, match, "blue", 1)
    assert (given(shown), shown["notice"]["stopped"]["code"]) == (played, why)
    assert (shown["goes"], len(shown["commands"])) == (False, len(commands) - len(played)), "the rest is the draft"
    assert shown["notice"]["stopped"]["text"] == (SETTLES if why == "settled" else "Hide a number from 1 to 9.")
    assert blue.state(match, "blue")["legal"]["yours"], "and its player is asked"


def test_it_goes_on_after_a_die_and_the_others_turn_where_it_says_so(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    put(blue, match, "blue", HIDE, THROW, END, {"kind": "hide", "number": 3}, END)
    ahead(blue, match, "blue", 1, through=True)
    red.play(match, "red", END)
    shown = went(blue, match, "blue", 1)
    assert (given(shown), shown["goes"]) == (["hide", "throw", "end"], True)
    assert shown["notice"]["rest"] == 2
    red.play(match, "red", END)
    shown = went(blue, match, "blue", shown["revision"])
    # Whoever was away is told of the whole plan, and not of what came last.
    whole = ["hide", "throw", "end", "hide", "end"]
    assert (given(shown), shown["goes"], shown["commands"]) == (whole, False, [])


def test_one_for_another_question_waits_for_it_and_once_begun_it_stops_there(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    where = f"/matches/{match['id']}/draft"
    other = {"ask": "1.blue.elsewhere", "command": END}
    body = {"seat": "blue", "revision": 0, "commands": [other]}
    blue.http.put(where, json=body)
    ahead(blue, match, "blue", 1)
    red.play(match, "red", END)
    time.sleep(1)
    shown = draft(blue, match, "blue")
    assert (shown["goes"], shown["notice"], blue.state(match, "blue")["legal"]["yours"]) == (True, None, True)

    blue.http.put(where, json={**body, "revision": 1, "commands": [{"ask": "1.blue", "command": HIDE}, other]})
    assert not draft(blue, match, "blue")["goes"], "it was changed, so it stays until it is sent again"
    ahead(blue, match, "blue", 2)
    shown = went(blue, match, "blue", 2)
    assert (given(shown), shown["notice"]["stopped"]["text"], shown["goes"]) == (["hide"], ELSEWHERE, False)


def test_the_end_of_a_step_that_has_gone_by_is_passed_over(toy_server: Server) -> None:
    """As where a standing order had ended it: the plan goes on with what is asked now."""
    red, blue, match = table(toy_server)
    gone = {"ask": "1.blue.elsewhere", "command": {"kind": ENDS_STEP}}
    asked = [{"ask": "1.blue", "command": one} for one in (HIDE, END)]
    body = {"seat": "blue", "revision": 0, "commands": [gone, asked[0], gone, gone, asked[1]]}
    blue.http.put(f"/matches/{match['id']}/draft", json=body)
    ahead(blue, match, "blue", 1)
    red.play(match, "red", END)
    shown = went(blue, match, "blue", 1)
    assert (given(shown), shown["commands"], shown["notice"]["stopped"]) == (["hide", "end"], [], None)

    red.play(match, "red", END)
    behind = [gone, {"ask": "1.blue.later", "command": HIDE}]
    blue.http.put(f"/matches/{match['id']}/draft", json={**body, "revision": shown["revision"], "commands": behind})
    ahead(blue, match, "blue", shown["revision"] + 1)
    time.sleep(1)
    shown = draft(blue, match, "blue")
    assert (shown["goes"], len(shown["commands"])) == (True, 2), "what follows is for another question: it waits"


def test_what_has_not_the_odds_that_it_demands_is_left_out(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    where = f"/matches/{match['id']}/draft"
    hides = [{"ask": "1.blue", "command": {"kind": "hide", "number": n}, "least": "2:1"} for n in (1, 3)]
    body = {"seat": "blue", "revision": 0, "commands": [*hides, {"ask": "1.blue", "command": END}]}
    shown = blue.http.put(where, json=body).json()
    assert (shown["odds"], [one["least"] for one in shown["commands"]]) == (["1:1", "2:1", "3:1"], ["2:1", "2:1", ""])
    for wrong, refused in (("9:1", (422, "no_odds")), ("many", (400, "malformed"))):
        again = {**body, "revision": 1, "commands": [{**hides[0], "least": wrong}]}
        assert code(blue.http.put(where, json=again)) == refused
        more = {"seat": "blue", "revision": 1, **hides[0], "least": wrong}
        assert code(blue.http.post(f"{where}/commands", json=more)) == refused
    ahead(blue, match, "blue", 1)
    red.play(match, "red", END)
    shown = went(blue, match, "blue", 1)
    assert (given(shown), shown["commands"]) == (["hide", "end"], [])
    assert shown["notice"]["left_out"] == [{"command": hides[0]["command"], "text": "The number is too low."}]
    assert blue.state(match, "blue")["view"]["hidden"]["blue"] == [3]


class _Position(NamedTuple):
    """What a draft looks at of a match in which the seat is asked something."""

    game: Toy
    asked: str
    state: None = None
    record: Any = SimpleNamespace(id="a-match")

    def ask_of(self, _seat: str, _command: object) -> str:
        return self.asked


async def test_odds_are_looked_at_in_the_position_in_which_an_order_is_given() -> None:
    """Its question comes up while the orders are being given, between two looks at the match: what counts is the
    position in which the order is judged."""
    before, now = _Position(Toy(), "1.blue.elsewhere"), _Position(Toy(), "1.blue")
    low = Drafted("1.blue", {"kind": "hide", "number": 1}, "2:1")

    async def get(_match: str) -> _Position:
        return before

    async def command(*order: Any) -> bytes:
        *_, ask, told, why_not = order
        assert (ask, told) == (low.ask, low.command)
        raise refusal_error(why_not(now))

    drafts = Drafts(SimpleNamespace(get=get), None, SimpleNamespace(command=command), None, lambda: None)
    given = await drafts._give_all(before, None, "blue", "a-send", Stored(1, (low,)))
    assert [one["text"] for one in given.left_out] == ["The number is too low."]
    assert (given.played, given.rest, given.stopped) == ((), (), None)


@pytest.mark.parametrize("least", ["", "2:1"])
def test_one_that_was_played_before_a_send_broke_off_keeps_its_answer_whatever_its_odds_are_now(
    toy_server: Server, database_url: str, least: str
) -> None:
    """As after kill -9 when all were stored, and the draft did not know it yet."""
    red, _, match = table(toy_server)
    where = f"/matches/{match['id']}/draft"
    hide = {"kind": "hide", "number": 3}
    commands = [{"ask": "1.red", "command": hide, "least": least}, {"ask": "1.red", "command": END}]
    red.http.put(where, json={"seat": "red", "revision": 0, "commands": commands})
    asyncio.run(execute(database_url, f"UPDATE draft SET sending = 'the-lost-send' WHERE match = '{match['id']}'"))  # noqa: S608
    for number, command in enumerate((hide, END)):
        given_before = red.send(match, "red", command, id_=command_id(match["id"], "red", "the-lost-send", number))
        assert given_before.status_code == 200, given_before.text
    answer = send(red, match, "red", 1, "the-lost-send").json()
    assert [one["command"] for one in answer["played"]] == [hide, END], answer
    assert (answer["left_out"], answer["rest"], answer["stopped"]) == ([], 0, None)
    assert red.state(match, "red")["view"]["hidden"]["red"] == [3]


def test_it_is_taken_back_by_a_word_or_any_change(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    where = f"/matches/{match['id']}/draft"
    put(blue, match, "blue", HIDE)
    ahead(blue, match, "blue", 1)
    assert blue.http.post(f"{where}/stay", json={"seat": "blue"}).json()["goes"] is False
    ahead(blue, match, "blue", 1)
    assert put(blue, match, "blue", HIDE, END, revision=1).json()["goes"] is False
    ahead(blue, match, "blue", 2)
    assert blue.http.delete(where, params={"seat": "blue", "revision": 2}).json()["goes"] is False
    red.play(match, "red", END)
    time.sleep(1)
    assert blue.state(match, "blue")["view"]["hidden"]["blue"] == []


def test_what_cannot_go_ahead_is_refused(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    stranger = Player(toy_server, "Stranger")
    assert code(ahead(blue, match, "blue", 0)) == (422, "nothing_to_send")
    put(blue, match, "blue", HIDE)
    assert code(ahead(blue, match, "blue", 0)) == (409, "draft_changed")
    for player in (red, stranger):
        assert ahead(player, match, "blue", 1).status_code == 403
        assert player.http.post(f"/matches/{match['id']}/draft/stay", json={"seat": "blue"}).status_code == 403
    url = f"{toy_server.url}/api/matches/{match['id']}/draft/ahead"
    assert httpx.post(url, json={"id": "a" * 16, "seat": "blue", "revision": 1}).status_code in (401, 403)
    assert ahead(blue, {"id": "nowhere"}, "blue", 1).status_code == 404
    elsewhere = table(toy_server)[2]
    assert ahead(blue, elsewhere, "blue", 1).status_code == 403, "a draft of another match"
    assert ahead(blue, match, "blue", 1, through="perhaps").status_code == 400
    # An answer that was lost: the same id says the same.
    first = ahead(blue, match, "blue", 1, id="the-same-id-again")
    assert ahead(blue, match, "blue", 1, id="the-same-id-again").json() == first.json()
    assert red.settle(match, "red", kind="resign").status_code == 200
    assert code(ahead(blue, match, "blue", 1)) == (409, "not_active")


def test_sent_by_hand_it_does_not_go_again(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    put(blue, match, "blue", HIDE, END)
    ahead(blue, match, "blue", 1)
    shown = send(blue, match, "blue", 1).json()
    assert (shown["played"], shown["draft"]["goes"]) == ([], False)
    red.play(match, "red", END)
    time.sleep(1)
    assert blue.state(match, "blue")["view"]["hidden"]["blue"] == []


async def test_a_kill_while_it_goes_loses_and_doubles_nothing(
    serving: Callable[..., Server], database_url: str
) -> None:
    """Another process goes on by itself: nobody has to send again."""
    server = serving()
    red, blue, match = table(server)
    many = [{"kind": "hide", "number": n} for n in (1, 2, 3)]
    put(blue, match, "blue", *many)
    ahead(blue, match, "blue", 1, id="sent-ahead-here")
    # Someone else is about to use the id of the second command: the database lets it wait, and there the blow falls.
    other = await asyncpg.connect(database_url)
    transaction = other.transaction()
    await transaction.start()
    id_ = command_id(match["id"], "blue", "sent-ahead-here.1", 1)
    receipt = "INSERT INTO receipt (match, command_id, seat, answer, at) VALUES ($1, $2, 'blue', '', now())"
    await other.execute(receipt, match["id"], id_)
    watch = red.watch(match)
    await asyncio.to_thread(red.play, match, "red", END)
    await asyncio.to_thread(watch.until, 2)
    server.kill()
    watch.close()
    await transaction.rollback()
    await other.close()
    there = blue.elsewhere(serving())
    shown = await asyncio.to_thread(went, there, match, "blue", 1)
    assert (given(shown), shown["notice"]["rest"]) == (["hide"] * 3, 0)
    assert there.state(match, "blue")["view"]["hidden"]["blue"] == [1, 2, 3]
    query = "SELECT count(*) AS n FROM event WHERE match = $1"
    assert (await fetch(database_url, query, match["id"]))[0]["n"] == 4


@pytest.mark.parametrize("over", [True, False])
async def test_one_whose_sending_broke_off_is_not_looked_at_for_ever(
    toy_server: Server, database_url: str, over: bool
) -> None:
    """Its match is over, or its seat another's: every look would come to it before others."""
    red, blue, match = await asyncio.to_thread(table, toy_server)
    put(blue, match, "blue", HIDE, END)
    ahead(blue, match, "blue", 1, id="sent-ahead-here")
    where = "WHERE match = $1"
    await fetch(database_url, f"UPDATE draft SET sending = 'sent-ahead-here.1' {where}", match["id"])  # noqa: S608
    if over:
        red.settle(match, "red", kind="resign")
    else:
        by = "UPDATE draft SET ahead_by = (SELECT account FROM seat WHERE match = $1 AND seat = 'red')"
        await fetch(database_url, f"{by} {where}", match["id"])
        await asyncio.to_thread(red.play, match, "red", END)
    deadline = time.monotonic() + 20
    query = f"SELECT count(*) AS n FROM draft {where} AND ahead IS NOT NULL"  # noqa: S608
    while (await fetch(database_url, query, match["id"]))[0]["n"]:
        assert time.monotonic() < deadline, "it is looked at again and again"
        await asyncio.sleep(0.05)
    assert draft(blue, match, "blue")["sending"] == "sent-ahead-here.1", "its player still hears of it"


def test_two_processes_give_it_once(toy_server: Server, serving: Callable[..., Server], database_url: str) -> None:
    """Both hear that the turn has come."""
    red, blue, match = table(toy_server, scenario="endless")
    there = blue.elsewhere(serving())
    put(blue, match, "blue", *[{"kind": "hide", "number": n % 9 + 1} for n in range(20)], END)
    ahead(there, match, "blue", 1)
    red.play(match, "red", END)
    shown = went(there, match, "blue", 1)
    assert (len(given(shown)), shown["commands"]) == (21, [])
    query = "SELECT count(*) AS n FROM event WHERE match = $1"
    assert asyncio.run(fetch(database_url, query, match["id"]))[0]["n"] == 22
