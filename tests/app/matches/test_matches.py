"""A match over HTTP, from making it to its verdict."""

from __future__ import annotations

import httpx

from app.verify import verify
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import Server


def test_a_guest_is_known_by_his_cookie_and_may_change_his_name(toy_server: Server) -> None:
    player = Player(toy_server, "Rosa")
    assert player.http.get("/me").json() == {"id": player.id, "name": "Rosa"}
    assert player.http.post("/guests", json={"name": "  Clara "}).json() == {"id": player.id, "name": "Clara"}
    assert player.http.get("/me").json()["name"] == "Clara"


def test_the_cookie_is_closed_to_scripts_and_other_sites(toy_server: Server) -> None:
    answer = httpx.post(f"{toy_server.url}/api/guests", json={"name": "Rosa"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


def test_games_are_listed_with_scenarios_and_seats(toy_server: Server) -> None:
    games = httpx.get(f"{toy_server.url}/api/games").json()
    assert [g["id"] for g in games] == ["toy"]
    assert games[0]["missing"] == ""
    assert [s["id"] for s in games[0]["scenarios"]] == ["short", "endless"]
    assert games[0]["scenarios"][0]["seats"] == [
        {"id": "red", "title": "Red", "side": "warm", "programs": []},
        {"id": "blue", "title": "Blue", "side": "cold", "programs": []},
    ]


def test_a_game_tells_its_boards_and_so_does_a_match(toy_server: Server) -> None:
    boards = [
        {"id": "toy", "folder": "toy", "title": "Toy", "prefix": "", "read": ""},
        {"id": "toy-sea", "folder": "toy-sea", "title": "Toy Sea", "prefix": "S", "read": "S"},
    ]
    assert httpx.get(f"{toy_server.url}/api/games").json()[0]["boards"] == boards
    red = Player(toy_server, "Rosa")
    match = red.make(seat="red")
    assert match["boards"] == red.http.get(f"/matches/{match['id']}").json()["boards"] == boards


def test_a_match_waits_for_its_seats_and_rolls_nothing_before(toy_server: Server) -> None:
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = red.make(seat="red")
    assert match["status"] == "open"
    assert match["commitment"] is None, "a commitment of before the seals would let the server choose"
    early = red.send(match, "red", THROW)
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_started")
    blue.sit(match, "blue")
    shown = red.http.get(f"/matches/{match['id']}").json()
    assert shown["status"] == "active"
    assert [(s["seat"], s["name"], s["you"]) for s in shown["seats"]] == [
        ("red", "Rosa", True),
        ("blue", "Blaise", False),
    ]
    assert len(shown["commitment"]) == 64
    assert red.send(match, "red", THROW).status_code == 200


def test_a_whole_match_ends_with_an_outcome_and_an_export_that_verifies(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    for _ in range(4):
        for player, seat, number in ((red, "red", 9), (blue, "blue", 1)):
            hide = {"kind": "hide", "number": number}
            player.play(match, seat, hide, hide)
            assert player.undo(match, seat).status_code == 200
            player.play(match, seat, THROW, END)
    shown = red.http.get(f"/matches/{match['id']}").json()
    assert shown["status"] == "finished"
    assert shown["outcome"]["section"] == "5"
    assert shown["outcome"]["winner"] == "warm", "no dice make good what blue did not hide"
    assert [s["seat"] for s in shown["seats"] if s["side"] == "warm"] == ["red"]
    late = red.send(match, "red", HIDE, ask="9.red")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "finished")
    export = blue.http.get(f"/matches/{match['id']}/export").json()
    assert export["version"] == len(export["events"]) == 40
    report = verify(export, {"toy": Toy()})
    assert report.faults == []
    assert (report.events, report.dice) == (40, 8)


def test_before_the_end_an_export_holds_what_its_reader_may_know(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    export = blue.http.get(f"/matches/{match['id']}/export").json()
    assert [export[k] for k in ("secret", "opening", "events", "state_hash")] == [None] * 4
    assert export["log"][0]["text"] == "red hid a number."
    assert all(seat["word"] is None for seat in export["seats"])


def test_hotseat_gives_both_seats_to_one_person(toy_server: Server) -> None:
    player = Player(toy_server, "Rosa")
    match = player.make(hotseat=True)
    assert match["status"] == "active"
    player.play(match, "red", HIDE, END)
    player.play(match, "blue", HIDE)
    assert player.state(match, "red")["view"]["hidden"] == {"red": [7], "blue": 1}
    assert player.state(match, "blue")["view"]["hidden"] == {"red": 1, "blue": [7]}


def test_a_spectator_sees_by_key_what_a_spectator_may(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    state = httpx.get(f"{toy_server.url}/api/matches/{match['id']}/state", params={"key": match["spectate"]}).json()
    assert state["view"]["viewer"] == "spectator"
    assert state["view"]["hidden"] == {"red": 1, "blue": 0}
    assert state["legal"] is None
    assert state["undo"]["allowed"] is False


def test_consult_answers_planning_and_changes_nothing(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    version = red.play(match, "red", HIDE, HIDE)
    answer = red.http.post(f"/matches/{match['id']}/consult", json={"seat": "red", "question": {"kind": "sum"}})
    assert answer.json() == {"sum": 14}
    refused = red.http.post(f"/matches/{match['id']}/consult", json={"seat": "red", "question": {"kind": "x"}})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unknown_question")
    assert red.state(match)["version"] == version


def test_the_log_pages_backwards(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", *[HIDE] * 5)
    log = red.http.get(f"/matches/{match['id']}/log", params={"before": 5, "limit": 2}).json()["log"]
    assert [line["seq"] for line in log] == [3, 4]


def test_what_was_seen_is_kept_and_never_goes_back(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", *[HIDE] * 3)
    seen = [
        red.http.post(f"/matches/{match['id']}/seen", json={"seat": "red", "seq": seq}).json()["last_seen"]
        for seq in (2, 1, 99)
    ]
    assert seen == [2, 2, 3]
    assert red.state(match)["last_seen"] == 3
