"""Standing orders: used once, when their question comes up; nobody but their owner hears of them before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.matches.live_match.standing_answers import MAX_ANSWERS_IN_A_ROW
from app.verify import verify
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server, execute, fetch

TOYS = {"toy": Toy()}


@pytest.fixture(scope="module")
def elsewhere(
    tmp_path_factory: pytest.TempPathFactory, database_url: str, starting: Callable[..., Server]
) -> Iterator[Server]:
    """A second process on the same database."""
    server = starting(TOY, database_url, tmp_path_factory.mktemp("elsewhere") / "server.log")
    yield server
    server.stop()


def give(
    player: Player, match: dict[str, Any], seat: str, answer: str, ends: str = "changed", **conditions: str
) -> httpx.Response:
    """Give a standing order for your turn."""
    body = {"seat": seat, "answer": answer, "ends": ends, "conditions": conditions}
    return player.http.put(f"/matches/{match['id']}/standing/turn", json=body)


def given(player: Player, match: dict[str, Any], seat: str) -> list[dict[str, Any]]:
    """A seat's orders as its player reads them."""
    answer = player.http.get(f"/matches/{match['id']}/standing", params={"seat": seat})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["orders"]
    return found


def texts(player: Player, match: dict[str, Any]) -> list[tuple[str, str | None]]:
    """The lines that a player reads, each with the seat whose standing order did it."""
    return [(line["text"], line.get("standing")) for line in player.state(match)["log"]]


def test_an_order_answers_as_soon_as_its_question_comes_up(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    told = give(blue, match, "blue", "throw")
    assert told.status_code == 200, told.text
    order = {"kind": "turn", "answer": "throw", "conditions": {}, "ends": "changed", "dropped": None}
    assert told.json()["orders"] == [order]
    assert [k["key"] for k in told.json()["kinds"]] == ["turn"]
    red.play(match, "red", END)
    assert red.state(match)["view"]["seat"] == "red", "the match does not wait for blue"
    (ended, none), (threw, by), (passed, also) = texts(red, match)
    assert (ended, none) == ("red ended the turn.", None)
    assert threw.startswith("blue threw")
    assert (passed, by, also) == ("blue ended the turn.", "blue", "blue")
    assert texts(blue, match) == texts(red, match)
    while red.http.get(f"/matches/{match['id']}").json()["status"] == "active":
        red.play(match, "red", THROW, END)
    whole = red.http.get(f"/matches/{match['id']}/export").json()
    commands = [c["id"] for c in whole["commands"] if c["seat"] == "blue"]
    assert len(commands) == 8
    assert all(c.startswith("standing/") for c in commands)
    report = verify(whole, TOYS)
    assert report.proved, report.faults
    assert report.decided == len(whole["commands"])


def test_an_open_question_is_answered_when_the_order_is_given(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    assert give(red, match, "red", "throw", hidden="ask").status_code == 200
    assert red.state(match)["view"]["seat"] == "blue"


def test_a_condition_that_does_not_hold_leaves_the_question_open(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    give(blue, match, "blue", "hide")
    red.play(match, "red", END)
    assert blue.state(match)["view"]["hidden"]["blue"] == [5]
    give(blue, match, "blue", "throw", hidden="ask")
    assert blue.state(match)["legal"]["yours"], "it hides something, so it is asked"
    give(blue, match, "blue", "throw", hidden="any")
    assert red.state(match)["legal"]["yours"]


@pytest.mark.parametrize("ends", ["turn", "phase"])
def test_an_order_ends_with_its_turn_or_phase(toy_server: Server, ends: str) -> None:
    red, blue, match = table(toy_server)
    give(blue, match, "blue", "throw", ends)
    assert given(blue, match, "blue")
    red.play(match, "red", END)
    assert blue.state(match)["legal"]["yours"], "it is another turn, and another phase"
    assert given(blue, match, "blue") == []


def test_an_order_is_its_owners_secret(toy_server: Server) -> None:
    """Two matches that differ only in what blue ordered look the same to red and to spectators."""
    told = []
    for ordered in (False, True):
        red, blue, match = table(toy_server)
        watches = [red.watch(match), red.watch(match, key=match["spectate"])]
        for watch in watches:
            watch.until_present("red")
        if ordered:
            assert give(blue, match, "blue", "throw").status_code == 200
            assert give(blue, match, "blue", "end").status_code == 200
            address = f"/matches/{match['id']}/standing"
            assert blue.http.delete(f"{address}/turn", params={"seat": "blue"}).json()["orders"] == []
            assert give(blue, match, "blue", "throw", "phase").status_code == 200
            for who, query in ((red, {"seat": "blue"}), (red, {}), (Player(toy_server, "Stray"), {"seat": "blue"})):
                answer = who.http.get(address, params=query)
                assert answer.status_code == 403 or answer.json()["orders"] == []
            assert give(red, match, "blue", "end").status_code == 403
            assert red.http.delete(f"{address}/turn", params={"seat": "blue"}).status_code == 403
        version = red.play(match, "red", HIDE, HIDE, THROW)
        for watch in watches:
            watch.until(version)
            watch.close()
        state = red.state(match)
        plain = [[line["text"][:-2] for line in s["log"]] for s in (state, blue.state(match))]
        messages = [[json.loads(text)["type"] for text in watch.received] for watch in watches]
        views = [{**state["view"], "points": None}, state["legal"], state["undo"], state["version"], plain]
        shown = red.http.get(f"/matches/{match['id']}").json()
        told.append((messages, views, shown["version"], shown["glance"]))
    assert told[0] == told[1]


def test_the_owners_other_pages_hear_of_it(toy_server: Server, elsewhere: Server) -> None:
    _, blue, match = table(toy_server)
    pages = [blue.watch(match), blue.elsewhere(elsewhere).watch(match)]
    for page in pages:
        page.until_present("blue")
    give(blue, match, "blue", "end")
    for page in pages:
        while (message := page.next())["type"] != "standing":
            pass
        assert [o["answer"] for o in message["orders"]] == ["end"]
        page.close()


def test_what_the_rules_refuse_is_dropped_and_its_owner_is_told(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    give(blue, match, "blue", "nonsense")
    page = blue.watch(match)
    # Nobody hears what happened before the server had let them in.
    assert page.next()["type"] != "standing"
    assert red.send(match, "red", END).status_code == 200, "no fault of red's"
    assert blue.state(match)["legal"]["yours"]
    assert [o["dropped"] for o in given(blue, match, "blue")] == ["Hide a number from 1 to 9."]
    while (message := page.next())["type"] != "standing":
        pass
    assert message["orders"][0]["dropped"]
    page.close()
    blue.play(match, "blue", END)
    red.play(match, "red", END)
    assert blue.state(match)["legal"]["yours"], "it is not tried again"
    give(blue, match, "blue", "end")
    assert red.state(match)["legal"]["yours"], "another order in its place is used"


def test_orders_that_would_answer_one_another_for_ever_come_to_an_end(toy_server: Server) -> None:
    red, blue, match = table(toy_server, scenario="endless")
    give(blue, match, "blue", "end")
    give(red, match, "red", "end")
    assert red.state(match)["version"] == MAX_ANSWERS_IN_A_ROW
    dropped = [o["dropped"] for seat, who in (("red", red), ("blue", blue)) for o in given(who, match, seat)]
    assert dropped == [f"It was used {MAX_ANSWERS_IN_A_ROW} times in a row.", None]
    assert red.state(match)["legal"]["yours"]


def test_no_undo_goes_behind_it(toy_server: Server, elsewhere: Server) -> None:
    red, blue, match = table(toy_server)
    give(blue, match, "blue", "hide")
    red.play(match, "red", END)
    for player in (blue, blue.elsewhere(elsewhere)):
        assert player.state(match)["view"]["hidden"]["blue"] == [5]
        assert player.state(match)["undo"]["allowed"] is False
        assert player.undo(match, "blue").status_code == 422


def test_a_match_that_goes_back_to_a_question_asks_it(toy_server: Server) -> None:
    """Everyone agreed to go there for another answer than the order gave."""
    red, blue, match = table(toy_server)
    give(blue, match, "blue", "end")
    red.play(match, "red", END)
    line = red.state(match)["log"][-1]
    assert (line["text"], line["standing"]) == ("blue ended the turn.", "blue")
    assert red.settle(match, "red", "back-to-your-turn", kind="propose", what="back", line=line["seq"]).is_success
    assert blue.settle(match, "blue", kind="answer", proposal="back-to-your-turn", yes=True).is_success
    assert blue.state(match)["legal"]["yours"]
    assert [o["dropped"] for o in given(blue, match, "blue")] == ["The match went back to this question."]


def test_what_cannot_be_ordered_is_refused(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    address = f"/matches/{match['id']}/standing"
    body: dict[str, Any] = {"seat": "red", "answer": "end"}
    assert red.http.put(f"{address}/dance", json=body).status_code == 404
    assert give(red, match, "red", "dance").json()["error"]["code"] == "unfit"
    assert give(red, match, "red", "end", hidden="dance").json()["error"]["code"] == "unfit"
    assert red.http.put(f"{address}/turn", json={**body, "ends": "never"}).status_code == 400
    red.settle(match, "red", kind="resign")
    assert give(red, match, "red", "end").status_code == 409


def test_an_order_given_at_one_process_is_used_at_the_other_and_once(toy_server: Server, elsewhere: Server) -> None:
    red, blue, match = table(toy_server, scenario="endless")
    there, theirs = red.elsewhere(elsewhere), blue.elsewhere(elsewhere)
    page = there.watch(match)
    page.until_present("red")
    give(theirs, match, "blue", "throw")
    with ThreadPoolExecutor(6) as pool:
        for turn in range(6):
            ask = f"{2 * turn + 1}.red"
            red.play(match, "red", THROW)
            futures = [pool.submit(p.send, match, "red", END, f"end-of-turn-{turn}", ask) for p in (red, there) * 3]
            assert {f.result().status_code for f in futures} == {200}
            version = red.state(match)["version"]
            assert version == 4 * (turn + 1), "two lines of red, two of blue"
    page.until(24)
    assert [line["seq"] for line in page.log] == [*range(1, 25)]
    assert [line["text"] for line in page.log].count("blue ended the turn.") == 6
    page.close()


def test_what_was_taken_back_elsewhere_is_not_used(toy_server: Server, database_url: str) -> None:
    """The order is read once more before it is used: the notice of another process may be late."""
    red, blue, match = table(toy_server)
    give(blue, match, "blue", "end")
    asyncio.run(execute(database_url, f"DELETE FROM standing_order WHERE match = '{match['id']}'"))  # noqa: S608
    red.play(match, "red", END)
    assert blue.state(match)["legal"]["yours"]


def test_a_process_that_dies_before_the_answer_leaves_it_to_the_next(
    toy_server: Server, elsewhere: Server, serving: Callable[..., Server], database_url: str
) -> None:
    """What it had stored opens the question; whoever looks at the match next, elsewhere, has it answered, once."""
    first = serving()
    red, blue, match = table(first, scenario="endless")
    red.state(match)
    # The process has the match in hand and does not know of the order: it
    # stops just where one that is killed may stop.
    row = f"('{match['id']}', 'blue', 'turn', 'throw', '{{}}', 'changed', 1, '')"
    names = "(match, seat, kind, answer, conditions, ends, turn, phase)"
    asyncio.run(execute(database_url, f"INSERT INTO standing_order {names} VALUES {row}"))  # noqa: S608
    red.play(match, "red", END)
    assert blue.state(match)["legal"]["yours"]
    first.kill()
    pages = [red.elsewhere(server).watch(match) for server in (toy_server, elsewhere)]
    for page in pages:
        page.until(3)
        assert page.legal is not None
        assert page.legal["yours"]
        page.close()
    rows = asyncio.run(fetch(database_url, "SELECT command_id FROM receipt WHERE match = $1", match["id"]))
    assert sorted(r["command_id"] for r in rows if "/" in r["command_id"]) == ["standing/1", "standing/2"]
