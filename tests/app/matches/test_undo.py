"""Taking back your own last commands, as far as the bars allow."""

from __future__ import annotations

from collections.abc import Callable

from tests.app.players import END, HIDE, THROW, table
from tests.conftest import TOY, Server


def hide(number: int) -> dict[str, object]:
    """Hide this number."""
    return {"kind": "hide", "number": number}


def test_commands_are_taken_back_one_by_one_and_the_log_tells_all(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    red.play(match, "red", hide(1), hide(2))
    assert red.state(match)["undo"] == {"allowed": True, "text": "red hid 2."}
    assert red.undo(match, "red").json()["version"] == 3
    assert red.state(match)["view"]["hidden"]["red"] == [1]
    answer = red.undo(match, "red")
    assert answer.json()["version"] == 4
    assert red.state(match)["view"]["hidden"]["red"] == []
    watch.until(4)
    assert watch.view["hidden"]["red"] == 0
    assert [line["kind"] for line in watch.log] == ["hid", "hid", "undone", "undone"]
    assert [line["to"] for line in watch.log[2:]] == [1, 0]
    assert "2" not in watch.log[2]["text"], "the line tells the other what was hidden"
    assert red.state(match)["undo"]["allowed"] is False
    watch.close()


def test_a_command_that_changes_nothing_is_refused_and_undo_takes_back_the_one_that_did(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", hide(1))
    refused = red.send(match, "red", {"kind": "nod"}, id_="that-is-nothing", ask="1.red")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "nothing_changes")
    state = red.state(match)
    assert (state["version"], state["undo"]["text"]) == (1, "red hid 1.")
    # Its id was not used up, since nothing was taken.
    assert red.send(match, "red", hide(2), id_="that-is-nothing", ask="1.red").json()["version"] == 2
    assert red.undo(match, "red").status_code == 200
    assert red.state(match)["view"]["hidden"]["red"] == [1]


def test_a_die_bars(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    refused = red.undo(match, "red")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "nothing_to_undo")
    red.play(match, "red", HIDE)
    assert red.undo(match, "red").status_code == 200
    assert red.undo(match, "red").status_code == 422


def test_the_passed_turn_bars(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, END)
    assert red.undo(match, "red").status_code == 422
    assert blue.undo(match, "blue").status_code == 422


def test_the_same_die_falls_after_anything_is_taken_back(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    red.undo(match, "red")
    red.play(match, "red", hide(3), hide(4))
    red.undo(match, "red")
    answer = red.send(match, "red", THROW, ask="1.red")
    points = red.state(match)["view"]["points"]["red"]
    assert f"threw {points}." in answer.json()["lines"][0]["text"]


def test_what_can_be_taken_back_survives_a_restart(serving: Callable[..., Server]) -> None:
    first = serving(TOY, snapshot_every=2)
    red, _, match = table(first)
    red.play(match, "red", hide(1), THROW, hide(2), hide(3), hide(4), hide(5))
    red.undo(match, "red")
    first.stop()
    again = red.elsewhere(serving(TOY, snapshot_every=2))
    assert again.state(match)["view"]["hidden"]["red"] == [1, 2, 3, 4]
    for left in ([1, 2, 3], [1, 2], [1]):
        assert again.undo(match, "red").status_code == 200
        assert again.state(match)["view"]["hidden"]["red"] == left
    assert again.undo(match, "red").status_code == 422


def test_an_undo_sent_twice_takes_back_once(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", hide(1), hide(2))
    body = {"id": "undo-me-once", "seat": "red"}
    answers = [red.http.post(f"/matches/{match['id']}/undo", json=body) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert red.state(match)["view"]["hidden"]["red"] == [1]
