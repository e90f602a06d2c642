"""Playing on from a match that is over, on a copy in which everything lies as it did (decisions/0067)."""

from __future__ import annotations

import secrets
from typing import Any

import httpx

from tests.app.players import END, HIDE, THROW, Player, table
from tests.conftest import Server


def begin(player: Player, match: dict[str, Any], **by: Any) -> httpx.Response:
    """Ask to play on."""
    return player.http.post(f"/matches/{match['id']}/what-ifs", json={"id": secrets.token_hex(8), **by})


def begun(player: Player, match: dict[str, Any], **by: Any) -> dict[str, Any]:
    """A copy that is given."""
    answer = begin(player, match, **by)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def code(answer: httpx.Response) -> tuple[int, str]:
    """How a call was refused."""
    return answer.status_code, answer.json()["error"]["code"]


def test_a_match_that_was_given_up_is_played_on_as_it_lay(toy_server: Server) -> None:
    """From just before its end, or from a moment that is named: nothing is dealt, and what was hidden is there."""
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, END)
    blue.play(match, "blue", HIDE)
    assert code(begin(red, match, seat="red")) == (409, "no_what_if"), "while it is in play, this game deals nothing"
    before = blue.state(match, "blue")["view"]
    blue.settle(match, "blue", kind="resign")
    assert red.http.get(f"/matches/{match['id']}").json()["imagines"] is True
    copy = begun(red, match, seat="red")
    what_if = copy["what_if"]
    assert (what_if["whole"], what_if["dealt"], what_if["yours"], what_if["by"]) == (True, [], True, "Rosa")
    assert (copy["status"], [s["you"] for s in copy["seats"]]) == ("active", [True, True])
    assert red.state(copy, "blue")["view"] == before, "what the other side hid lies where it lay"
    red.play(copy, "blue", THROW)
    assert red.http.get(f"/matches/{match['id']}").json()["outcome"]["winner"] == "warm"
    opening = begun(red, match, seat="red", number=0)
    assert opening["what_if"]["number"] == 0
    assert red.state(opening, "red")["view"]["hidden"] == {"red": [], "blue": 0}


def test_whoever_may_watch_plays_on_when_it_is_over(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    friend, stranger = Player(toy_server, "Friend"), Player(toy_server, "Stranger")
    assert code(begin(friend, match, key=match["spectate"])) == (409, "no_what_if")
    red.settle(match, "red", kind="resign")
    copy = begun(friend, match, key=match["spectate"])
    assert [s["you"] for s in copy["seats"]] == [True, True]
    assert code(begin(stranger, match)) == (403, "not_your_seat")
    assert code(blue.http.get(f"/matches/{copy['id']}/state")) == (403, "not_your_seat"), "it is the friend's alone"
    assert code(friend.http.post(f"/what-ifs/{copy['id']}/guests")) == (409, "not_seated")


def test_the_others_of_the_table_are_let_in_when_it_is_over(toy_server: Server) -> None:
    """They move all seats as its owner does, and it counts as none of theirs."""
    red, blue, match = table(toy_server)
    stranger = Player(toy_server, "Stranger")
    red.settle(match, "red", kind="resign")
    copy = begun(red, match, seat="red")
    assert code(blue.http.get(f"/matches/{copy['id']}/state")) == (403, "not_your_seat")
    assert code(blue.http.post(f"/what-ifs/{copy['id']}/guests")) == (404, "no_match")
    answer = red.http.post(f"/what-ifs/{copy['id']}/guests")
    assert answer.json()["what_if"]["let_in"] == ["Blaise"]
    seen = blue.http.get(f"/matches/{copy['id']}").json()
    assert ([s["you"] for s in seen["seats"]], seen["what_if"]["yours"]) == ([True, True], False)
    ear = red.watch(copy, seat="red")
    blue.play(copy, "red", HIDE)
    ear.until(1)
    assert ear.view["hidden"]["red"] == [7], "the owner sees at once what a guest moves"
    ear.close()
    undo = {"id": secrets.token_hex(8), "seat": "red"}
    assert blue.http.post(f"/matches/{copy['id']}/undo", json=undo).status_code == 200
    (listed,) = blue.http.get("/what-ifs").json()["what_ifs"]
    assert (listed["id"], listed["by"], listed["yours"]) == (copy["id"], "Rosa", False)
    assert code(blue.http.delete(f"/what-ifs/{copy['id']}")) == (404, "no_match"), "only its owner throws it away"
    for _ in range(3):
        begun(blue, match, seat="blue")
    assert code(stranger.http.get(f"/matches/{copy['id']}/state")) == (403, "not_your_seat")
    assert red.http.delete(f"/what-ifs/{copy['id']}").status_code == 200
    assert blue.http.get(f"/matches/{copy['id']}/state").status_code == 404


def test_at_one_screen_there_is_nobody_to_let_in(toy_server: Server) -> None:
    red = Player(toy_server, "Rosa")
    match = red.make(hotseat=True)
    red.settle(match, "red", kind="resign")
    copy = begun(red, match, seat="red")
    assert code(red.http.post(f"/what-ifs/{copy['id']}/guests")) == (409, "nobody_to_let_in")
    assert red.http.get(f"/matches/{copy['id']}").json()["what_if"]["let_in"] == []
