"""Rings, arrows and pings: they are the side's alone, kept until someone takes them away, and no part of the match."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from app.marks.places import Places
from app.marks.schemas import MAX_MARKS, wrong
from app.settings import ROOT
from rules.catalogue import GAMES
from tests.app.players import END, HIDE, Player, Watch, table
from tests.app.seats.test_standing_in import stand_in
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server, execute

Match = dict[str, Any]


def draw(player: Player, match: Match, seat: str, *places: str, id_: str | None = None, **more: str) -> httpx.Response:
    """Draw a ring, or an arrow over several places; gives the answer."""
    body = {"id": id_ or secrets.token_hex(8), "seat": seat, "kind": "ring" if len(places) == 1 else "arrow", **more}
    return player.http.post(f"/matches/{match['id']}/marks", json={**body, "places": [*places]})


def marks(player: Player, match: Match, seat: str) -> list[dict[str, Any]]:
    """What a seat is shown."""
    answer = player.http.get(f"/matches/{match['id']}/marks", params={"seat": seat})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["marks"])


def rub(player: Player, match: Match, seat: str, id_: str = "") -> httpx.Response:
    """Take a mark away, or all of a seat."""
    path = f"/matches/{match['id']}/marks" + (f"/{id_}" if id_ else "")
    return player.http.delete(path, params={"seat": seat})


def pushed(watch: Watch) -> list[dict[str, Any]]:
    """The marks of the next push."""
    while True:
        message = watch.next()
        if message["type"] == "marks":
            return list(message["marks"])


def quiet(watch: Watch) -> list[str]:
    """All that came over a socket until the answer to a ping, or its end, without the lists of those present."""
    with contextlib.suppress(ConnectionClosed):
        watch.socket.send(json.dumps({"type": "ping"}))
        while watch.next()["type"] != "pong":
            pass
    return [text for text in watch.received if json.loads(text)["type"] not in ("pong", "presence")]


def everything(player: Player, match: Match, **query: str) -> list[bytes]:
    """All answers about a match that someone gets, to the byte."""
    paths = ("/state", "/log", "/chat", "/history", "/export", "/marks")
    return [player.http.get(f"/matches/{match['id']}{path}", params=query).content for path in paths]


@pytest.mark.parametrize(
    ("kind", "places", "fits"),
    [
        ("ring", ["a"], True),
        ("ping", ["a"], True),
        ("ring", ["a", "b"], False),
        ("ping", ["a", "b"], False),
        ("arrow", ["a", "b"], True),
        ("arrow", ["a", "b", "a"], True),
        ("arrow", ["a"], False),
        ("arrow", ["a", "a"], False),
        ("arrow", ["a", "b", "b"], False),
    ],
)
def test_what_lies_on_which_places(kind: Any, places: list[str], fits: bool) -> None:
    assert (wrong(kind, places) is None) == fits


def test_places_are_those_of_the_games_boards() -> None:
    known = Places(ROOT / "static", {**GAMES, "toy": Toy()})
    assert known.unknown("schlieffens-war", ["1208", "1408"]) is None
    assert known.unknown("schlieffens-war", ["1208", "9999"]) == "9999"
    assert known.unknown("schlieffens-war", ["galicia"]) == "galicia"
    assert known.unknown("powers-1914", ["galicia", "aegean"]) is None
    assert known.unknown("powers-1914", ["1208"]) == "1208"
    assert known.unknown("toy", ["anywhere"]) is None, "of a board that is not drawn nothing is known"


def test_a_side_draws_and_nobody_else_learns_of_it(toy_server: Server, serving: Callable[..., Server]) -> None:
    """What the opponent, spectators and the watchers of the side are told stays the same to the byte."""
    there = serving()
    red, blue, match = table(toy_server)
    spectator, friend = Player(toy_server, "Ona"), Player(toy_server, "Fritz")
    key = red.http.put(f"/matches/{match['id']}/watching", json={"seat": "red", "yes": True}).json()["watch"]["red"]
    others = ((blue, {"seat": "blue"}), (spectator, {"key": match["spectate"]}), (friend, {"key": key}))
    mine, far = red.watch(match, seat="red"), red.elsewhere(there).watch(match, seat="red")
    ears = [p.elsewhere(s).watch(match, **q) for p, q in others for s in (toy_server, there)]
    mine.until_present("blue", "red"), far.until_present("blue", "red")
    before = [everything(p, match, **q) for p, q in others]
    heard = [quiet(ear) for ear in ears]
    answer = draw(red, match, "red", "1208", "1308", "1408", text=" hold <b>here</b> ", id_="the-arrow")
    assert answer.status_code == 201, answer.text
    drawn = answer.json()["marks"]
    told = {k: v for k, v in drawn[0].items() if k != "at"}
    assert told == {
        "id": "the-arrow",
        "seat": "red",
        "name": "Rosa",
        "kind": "arrow",
        "places": ["1208", "1308", "1408"],
        "text": "hold <b>here</b>",
        "yours": True,
    }
    for watch in (mine, far):
        assert pushed(watch) == drawn
    assert marks(red.elsewhere(there), match, "red") == drawn, "it is kept"
    assert draw(red.elsewhere(there), match, "red", "0101", kind="ping").status_code == 201
    for watch in (mine, far):
        assert [m["kind"] for m in pushed(watch)] == ["arrow", "ping"]
    assert [everything(p, match, **q) for p, q in others] == before
    assert [quiet(ear) for ear in ears] == heard
    for player, query in others[1:]:
        refused = player.http.get(f"/matches/{match['id']}/marks", params=query)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_your_seat")
    # The sides do not know of each other's ids either.
    assert draw(blue, match, "blue", "0101", id_="the-arrow").status_code == 201
    assert [m["places"] for m in marks(blue, match, "blue")] == [["0101"]]
    assert rub(blue, match, "blue", "the-arrow").json() == {"marks": []}
    assert rub(red.elsewhere(there), match, "red", "the-arrow").status_code == 200
    for watch in (mine, far):
        assert [m["kind"] for m in pushed(watch)] == ["ping"]
    for watch in (mine, far, *ears):
        watch.close()


def test_an_account_without_a_seat_there_neither_reads_nor_draws(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    draw(red, match, "red", "1208", id_="by-red-alone")
    stranger = Player(toy_server, "Stranger")
    for answer in (
        draw(blue, match, "red", "1208"),
        draw(stranger, match, "red", "1208"),
        rub(blue, match, "red", "by-red-alone"),
        rub(blue, match, "red"),
        stranger.http.get(f"/matches/{match['id']}/marks"),
        stranger.http.get(f"/matches/{match['id']}/marks", params={"seat": "red"}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_your_seat")
    assert rub(blue, match, "blue", "by-red-alone").status_code == 404
    assert httpx.get(f"{toy_server.url}/api/matches/{match['id']}/marks").status_code == 401
    assert draw(red, {"id": "nowhere"}, "red", "1208").status_code == 404
    waiting = red.make(seat="red")
    refused = draw(red, waiting, "red", "1208")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_begun"), "sides may still be drawn"
    assert len(marks(red, match, "red")) == 1


def test_what_is_sent_twice_is_drawn_once_and_not_beyond_what_a_seat_may(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    red, blue, match = table(toy_server)
    there = red.elsewhere(serving(TOY, mark_limit="60/minute"))
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(draw, p, match, "red", "1208", id_="once-and-only") for p in (red, there) * 4]
        assert [s.result().status_code for s in sent] == [201] * 8
        assert len(marks(red, match, "red")) == 1
        for answer in (
            draw(red, match, "red", "1308", id_="once-and-only"),
            draw(red, match, "red", "1208", id_="once-and-only", text="again"),
        ):
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "id_used")
        sent = [pool.submit(draw, (red, there)[n % 2], match, "red", "1208") for n in range(MAX_MARKS + 3)]
        answers = [s.result() for s in sent]
    assert sorted(a.status_code for a in answers) == [201] * (MAX_MARKS - 1) + [409] * 4
    assert {a.json()["error"]["code"] for a in answers if a.status_code == 409} == {"too_many_marks"}
    assert draw(red, match, "red", "1208", kind="ping").status_code == 201, "a ping is soon over"
    assert draw(blue, match, "blue", "1208").status_code == 201, "each seat has its own"
    assert len(marks(red, match, "red")) == MAX_MARKS + 1
    assert rub(red, match, "red").json() == {"marks": []}
    assert len(marks(blue, match, "blue")) == 1
    statuses = [draw(there, match, "red", "1208").status_code for _ in range(60)]
    assert statuses == sorted(statuses)
    assert {*statuses} == {201, 429}, "a flood is refused"
    assert there.play(match, "red", HIDE) == 1, "who draws too much may still move"


def test_a_ping_is_over_soon_and_the_next_takes_its_place(toy_server: Server, database_url: str) -> None:
    red, _, match = table(toy_server)
    for place in ("1208", "1308"):
        draw(red, match, "red", place, kind="ping")
    assert [m["places"] for m in marks(red, match, "red")] == [["1308"]]
    later = f"UPDATE mark SET at = at - interval '21 seconds' WHERE match = '{match['id']}'"  # noqa: S608
    asyncio.run(execute(database_url, later))
    assert marks(red, match, "red") == []


def test_what_is_no_mark_is_refused(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    for places, more, status in (
        ([], {}, 400),
        (["12 08"], {}, 400),
        (["a"] * 13, {}, 400),
        (["a"], {"kind": "circle"}, 400),
        (["a"], {"text": "x" * 61}, 400),
        (["a"], {"text": "two\nlines"}, 400),
        (["a"], {"text": "a\u202eb"}, 422),
        (["a", "a"], {}, 422),
        (["a", "b"], {"kind": "ring"}, 422),
    ):
        assert draw(red, match, "red", *places, **more).status_code == status, (places, more)
    assert marks(red, match, "red") == []


def test_marks_outlive_moves_undo_and_a_new_player_and_end_with_the_match(
    toy_server: Server, database_url: str
) -> None:
    red, blue, match = table(toy_server)
    old = blue.watch(match)
    old.next()
    draw(blue, match, "blue", "1208", "1408", text="tomorrow")
    pushed(old)
    red.play(match, "red", HIDE)
    assert red.undo(match, "red").status_code == 200
    heir = Player(toy_server, "Heir")
    takes = f"UPDATE seat SET account = '{heir.id}' WHERE match = '{match['id']}' AND seat = 'blue'"  # noqa: S608
    asyncio.run(execute(database_url, takes))
    (left,) = marks(heir, match, "blue")
    assert (left["name"], left["text"], left["yours"]) == ("Blaise", "tomorrow", True), "it is the side's plan"
    assert blue.http.get(f"/matches/{match['id']}/marks").status_code == 403
    draw(heir, match, "blue", "1308", text="xylophone")
    assert not [text for text in quiet(old) if "xylophone" in text], "whoever lost the seat is no longer told"
    old.close()
    red.settle(match, "red", kind="resign")
    assert len(marks(heir, match, "blue")) == 2
    refused = draw(heir, match, "blue", "1208")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "finished")
    assert rub(heir, match, "blue", left["id"]).status_code == 200


def test_a_stand_in_draws_with_the_side(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    otto = stand_in(toy_server, red, match)
    assert draw(otto, match, "red", "1208").status_code == 403, "not before they play"
    red.settle(match, "red", kind="stand_in")
    watches = [p.watch(match, seat="red") for p in (red, otto)]
    for watch in watches:
        watch.next()
    assert draw(otto, match, "red", "1208").status_code == 201
    for watch in watches:
        assert [m["name"] for m in pushed(watch)] == ["Otto"]
        watch.close()


def test_at_one_screen_each_side_has_its_own(toy_server: Server) -> None:
    red = Player(toy_server, "Rosa")
    match = red.make(hotseat=True)
    draw(red, match, "red", "1208")
    red.play(match, "red", END)
    assert marks(red, match, "blue") == []
    assert len(marks(red, match, "red")) == 1


def test_one_side_of_two_commanders(server: Server) -> None:
    """Both see what each draws; the supreme commander takes away the other's; who is blocked is not seen."""
    chief, left, foe = (Player(server, name) for name in ("Anna", "Bert", "Foch"))
    match = chief.make(game="schlieffens-war", scenario="campaign-german-team", seat="german-right")
    left.sit(match, "german-left"), foe.sit(match, "entente")
    watches = [p.watch(match, seat=s) for p, s in ((chief, "german-right"), (left, "german-left"), (foe, "entente"))]
    for watch in watches:
        watch.next()
    refused = draw(chief, match, "german-right", "1208", "9999")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no_place")
    draw(chief, match, "german-right", "1208", "1408", id_="by-the-chief", text="hold here")
    draw(left, match, "german-left", "1208", id_="by-the-left")
    assert [m["yours"] for m in pushed(watches[0])] == [True]
    assert [m["yours"] for m in pushed(watches[0])] == [True, True]
    assert [m["yours"] for m in pushed(watches[1])] == [False]
    assert [(m["name"], m["yours"]) for m in pushed(watches[1])] == [("Anna", False), ("Bert", True)]
    refused = rub(left, match, "german-left", "by-the-chief")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_your_mark")
    there = {"match": match["id"], "seat": "german-right"}
    assert left.http.post("/account/blocks", json=there).status_code == 200
    assert [m["id"] for m in marks(left, match, "german-left")] == ["by-the-left"]
    assert [m["id"] for m in marks(chief, match, "german-right")] == ["by-the-chief", "by-the-left"]
    said = {"id": "said-by-left", "seat": "german-left", "room": "side:german", "text": "Hello"}
    assert left.http.post(f"/matches/{match['id']}/chat", json=said).status_code == 201
    for muted, seen in ((True, ["by-the-chief"]), (False, ["by-the-chief", "by-the-left"])):
        body = {"seat": "german-right", "room": "side:german", "muted": muted}
        assert chief.http.put(f"/matches/{match['id']}/chat/1/muted", json=body).status_code == 200
        assert [m["id"] for m in marks(chief, match, "german-right")] == seen
    assert rub(chief, match, "german-right", "by-the-left").status_code == 200
    assert pushed(watches[1]) == [], "nor is it pushed"
    assert rub(left, match, "german-left", "by-the-left").status_code == 404
    assert not [text for text in quiet(watches[2]) if "by-the" in text or '"marks"' in text]
    for watch in watches:
        watch.close()
