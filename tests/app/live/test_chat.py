"""What people say at a table: who reads it, that it comes once, and that the match does not know of it."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
import secrets
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from app.chat.service import LONG_AGO, NEVER, SIDE, TABLE, Chat
from app.cli import program
from tests.app.matches.test_table import NOW
from tests.app.matches.test_table import table as bare
from tests.app.players import END, HIDE, THROW, Player, Watch, table
from tests.app.seats.test_standing_in import agrees, asked
from tests.app.toy_game import Toy
from tests.conftest import REAL, TOY, Server, execute, fetch

Match = dict[str, Any]


def say(player: Player, match: Match, seat: str, text: str, room: str = "table", id_: str | None = None) -> Any:
    """Say something; gives the answer."""
    body = {"id": id_ or secrets.token_hex(8), "seat": seat, "room": room, "text": text}
    return player.http.post(f"/matches/{match['id']}/chat", json=body)


def read(player: Player, match: Match, **query: Any) -> Any:
    """The chat as this player may read it; gives the answer."""
    return player.http.get(f"/matches/{match['id']}/chat", params=query)


def texts(player: Player, match: Match, **query: Any) -> list[str]:
    """What stands in a room."""
    answer = read(player, match, **query)
    assert answer.status_code == 200, answer.text
    return [m["text"] for m in answer.json()["messages"]]


def next_said(watch: Watch) -> dict[str, Any]:
    """The next push of the chat."""
    while True:
        message = watch.next()
        if message["type"] == "chat":
            return message


def test_all_read_what_seats_say_at_the_table(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    stranger = Player(toy_server, "Stranger")
    watches = [blue.watch(match), red.watch(match), stranger.watch(match, key=match["spectate"])]
    for watch in watches:
        watch.next()
    answer = say(red, match, "red", "  Good luck <b>all</b>! ")
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert (told["number"], told["seat"], told["name"], told["text"]) == (1, "red", "Rosa", "Good luck <b>all</b>!")
    for watch in watches:
        assert next_said(watch) == {"type": "chat", "room": "table", "message": told}
        watch.close()
    for player, query in ((blue, {"seat": "blue"}), (stranger, {"key": match["spectate"]})):
        assert read(player, match, **query).json()["messages"] == [told]
    assert [r["write"] for r in read(stranger, match, key=match["spectate"]).json()["rooms"]] == [False, True]


def test_an_account_without_a_seat_neither_reads_nor_speaks(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    say(red, match, "red", "Hello")
    stranger = Player(toy_server, "Stranger")
    assert read(stranger, match).status_code == 403
    assert read(stranger, match, key="wrong").status_code == 403
    assert read(stranger, match, seat="red").status_code == 403
    assert say(stranger, match, "red", "I am red").status_code == 403
    assert say(blue, match, "red", "I am red").status_code == 403
    assert httpx.get(f"{toy_server.url}/api/matches/{match['id']}/chat").status_code == 401
    assert read(red, {"id": "nowhere"}).status_code == 404
    for room in ("side:red", "side:blue", "side:", "spectators", "elsewhere"):
        assert read(red, match, seat="red", room=room).status_code == 403
        assert say(red, match, "red", "Hello", room).status_code == 403
    assert texts(red, match) == ["Hello"]


def test_at_one_screen_nobody_is_there_to_talk_to(toy_server: Server) -> None:
    red = Player(toy_server, "Rosa")
    match = red.make(hotseat=True)
    assert say(red, match, "red", "Hello").status_code == 403
    assert read(red, match).status_code == 403


def test_what_is_sent_twice_is_said_once(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, blue, match = table(toy_server)
    there = red.elsewhere(serving())
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(say, p, match, "red", "Once", "table", "once-and-only") for p in (red, there) * 4]
        answers = [s.result() for s in sent]
    assert [a.status_code for a in answers] == [201] * 8
    assert len({a.content for a in answers}) == 1
    assert texts(blue, match) == ["Once"]
    for answer in (
        say(red, match, "red", "Other", id_="once-and-only"),
        say(blue, match, "blue", "Once", id_="once-and-only"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "id_used")


def test_many_who_speak_at_once_at_two_processes_are_all_heard_once(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    red, blue, match = table(toy_server)
    other = serving()
    watches = [blue.watch(match), blue.elsewhere(other).watch(match)]
    for watch in watches:
        watch.next()
    speakers = ((red, "red"), (red.elsewhere(other), "red"), (blue, "blue"), (blue.elsewhere(other), "blue"))
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(say, *speakers[n % 4][:1], match, speakers[n % 4][1], f"Word {n}") for n in range(24)]
        assert {s.result().status_code for s in sent} == {201}
    for watch in watches:
        numbers = [next_said(watch)["message"]["number"] for _ in range(24)]
        assert sorted(numbers) == list(range(1, 25))
        watch.close()
    assert sorted(texts(red, match)) == sorted(f"Word {n}" for n in range(24))


def test_the_match_knows_nothing_of_the_chat(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE)
    before = [red.state(match), red.http.get(f"/matches/{match['id']}/export").json()]
    for player, seat in ((red, "red"), (blue, "blue")):
        assert say(player, match, seat, "Take it back if you like").status_code == 201
    assert [red.state(match), red.http.get(f"/matches/{match['id']}/export").json()] == before
    assert red.undo(match, "red").status_code == 200
    assert len(texts(red, match)) == 2, "an undo takes back nothing that was said"
    red.play(match, "red", THROW, END)
    assert "Take it back" not in red.http.get(f"/matches/{match['id']}/export").text


def test_unread_is_counted_by_seat_and_never_goes_back(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    for n in range(3):
        say(red, match, "red", f"Word {n}")

    def unread(player: Player) -> int:
        return int(read(player, match).json()["rooms"][0]["unread"])

    assert (unread(red), unread(blue)) == (0, 3)
    seen = f"/matches/{match['id']}/chat/seen"
    assert blue.http.post(seen, json={"seat": "blue", "number": 2}).json() == {"number": 2}
    assert blue.http.post(seen, json={"seat": "blue", "number": 1}).json() == {"number": 2}
    assert unread(blue) == 1
    assert blue.http.post(seen, json={"seat": "blue", "number": 999}).json() == {"number": 3}
    assert blue.http.post(seen, json={"seat": "red", "number": 3}).status_code == 403


def test_older_messages_come_page_by_page(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    for n in range(1, 8):
        say(red, match, "red", f"Word {n}")
    assert texts(blue, match, limit=3) == ["Word 5", "Word 6", "Word 7"]
    assert texts(blue, match, limit=3, before=5) == ["Word 2", "Word 3", "Word 4"]
    assert texts(blue, match, limit=3, before=2) == ["Word 1"]


def test_what_was_taken_back_is_gone_for_all(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, blue, match = table(toy_server)
    watch = blue.elsewhere(serving()).watch(match)
    watch.next()
    say(red, match, "red", "A slip")
    next_said(watch)
    address = f"/matches/{match['id']}/chat/1"
    assert blue.http.delete(address, params={"seat": "blue"}).status_code == 404, "it is not blue's"
    assert blue.http.delete(address, params={"seat": "red"}).status_code == 403
    assert red.http.delete(address, params={"seat": "red"}).json()["hidden"] is True
    pushed = next_said(watch)["message"]
    assert (pushed["number"], pushed["text"], pushed["hidden"]) == (1, "", True)
    answer = read(blue, match)
    assert "slip" not in answer.text
    assert answer.json()["rooms"][0]["unread"] == 0
    watch.close()


def test_what_is_no_message_is_refused(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    for text, status in (("", 400), ("x" * 501, 400), ("two\nlines", 400), ("   ", 422), ("a\u202eb", 422)):
        assert say(red, match, "red", text).status_code == status, repr(text)
    assert say(red, match, "red", "ü" * 500).status_code == 201


def test_a_flood_is_refused(serving: Callable[..., Server]) -> None:
    server = serving(TOY, chat_limit="3/minute")
    red, _, match = table(server)
    statuses = [say(red, match, "red", f"Word {n}").status_code for n in range(5)]
    assert statuses == [201] * 3 + [429] * 2
    assert red.play(match, "red", HIDE) == 1, "who talks too much may still move"


TEAM = ("german-right", "german-left", "entente-east", "entente-north")


def test_a_sides_room_is_its_own(serving: Callable[..., Server]) -> None:
    """Nothing of it is in any byte that the enemy or a spectator gets, whatever they ask, from two processes."""
    here, there = serving(REAL), serving(REAL)
    chief = Player(here, "Chief")
    made = chief.http.post(
        "/matches", json={"game": "schlieffens-war", "scenario": "campaign-teams", "seat": TEAM[0]}
    ).json()
    match = chief.seal(made)
    sides = {s["seat"]: s["side"] for s in made["seats"]}
    people = {TEAM[0]: chief}
    for seat in sides:
        if seat != TEAM[0]:
            people[seat] = Player(here, seat)
            people[seat].sit(match, seat)
    mine = f"side:{sides[TEAM[0]]}"
    mates = [s for s in sides if sides[s] == sides[TEAM[0]]]
    foes = [s for s in sides if s not in mates]
    mate, foe = (next(s for s in group if s != TEAM[0]) for group in (mates, foes))
    watching = {s: people[s].elsewhere(there).watch(match, seat=s) for s in sides}
    spectator = Player(there, "Onlooker")
    watching["spectator"] = spectator.watch(match, key=match["spectate"])
    for watch in watching.values():
        watch.next()
    assert say(chief, match, TEAM[0], "Xylophone at dawn", mine).status_code == 201
    assert say(people[foe], match, foe, "Quiet over there", "table").json()["number"] == 1
    assert next_said(watching[mate])["message"]["text"] == "Xylophone at dawn"
    assert texts(people[mate], match, seat=mate, room=mine) == ["Xylophone at dawn"]
    said: list[str] = []
    for outsider in (*foes, "spectator"):
        while next_said(watching[outsider])["room"] != "table":
            raise AssertionError(f"{outsider} heard of another room")
        said += watching[outsider].received
    doors = [(people[s], {"seat": s}) for s in foes] + [(spectator, {"key": match["spectate"]})]
    for player, query in doors:
        refused = [read(player, match, room=room, **query) for room in (mine, "side:nobody")]
        assert [a.status_code for a in refused] == [403, 403]
        assert refused[0].content == refused[1].content, "nobody learns whether there is such a room"
        for path in ("", "/state", "/log", "/chat", "/history", "/export"):
            answer = player.http.get(f"/matches/{match['id']}{path}", params=query)
            assert answer.status_code == 200, (path, answer.text)
            said.append(answer.text)
    assert say(people[foe], match, foe, "Let me in", mine).status_code == 403
    assert not [text for text in said if "Xylophone" in text or mine in json.dumps(text)]
    for watch in watching.values():
        watch.close()
    # Someone who takes the seat over hears what the side says from now on, and all that the table said.
    people[mate].settle(match, mate, kind="leave")
    heir, taking = Player(there, "Heir"), {"id": "the-heir-comes", "invite": made["invite"]}
    assert heir.http.post(f"/matches/{match['id']}/seats/{mate}/take-over", json=taking).status_code == 200
    say(chief, match, TEAM[0], "Welcome to the right wing", mine)
    assert texts(heir, match, seat=mate, room=mine) == ["Welcome to the right wing"]
    assert texts(heir, match, seat=mate) == ["Quiet over there"]
    assert [(r["room"], r["unread"]) for r in read(heir, match, seat=mate).json()["rooms"]] == [("table", 1), (mine, 1)]
    assert "Xylophone" in read(chief, match, seat=TEAM[0], room=mine).text
    # A stand-in hears it while they play, from then on, and speaks there; neither before nor afterwards.
    otto = Player(there, "Otto")
    assert agrees(otto, match, mate, asked(heir, match, mate)).status_code == 200
    assert read(otto, match, seat=mate, room=mine).status_code == 403
    heir.settle(match, mate, kind="stand_in")
    assert (texts(otto, match, seat=mate, room=mine), len(texts(otto, match, seat=mate))) == ([], 1)
    assert say(otto, match, mate, "Otto here, for the heir", mine).status_code == 201
    assert texts(chief, match, seat=TEAM[0], room=mine)[-1] == "Otto here, for the heir"
    assert texts(otto, match, seat=mate, room=mine) == ["Otto here, for the heir"]
    heir.settle(match, mate, kind="take_back")
    assert read(otto, match, seat=mate, room=mine).status_code == 403
    assert say(otto, match, mate, "One more word", mine).status_code == 403


def test_an_account_that_loses_the_seat_loses_its_rooms(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    heir = Player(toy_server, "Heir")
    old, spectator = blue.watch(match), heir.watch(match, key=match["spectate"])
    for watch in (old, spectator):
        watch.next()
    takes = f"UPDATE seat SET account = '{heir.id}' WHERE match = '{match['id']}' AND seat = 'blue'"  # noqa: S608
    asyncio.run(execute(database_url, takes))
    say(red, match, "red", "To the heir")
    next_said(spectator)
    assert read(blue, match).status_code == 403
    assert texts(heir, match, seat="blue") == ["To the heir"]
    # The server closes the old socket, sooner or later than it would answer a ping: what came before is all there.
    with contextlib.suppress(ConnectionClosed):
        old.socket.send(json.dumps({"type": "ping"}))
        while old.next()["type"] != "pong":
            pass
    assert not [text for text in old.received if "heir" in text]
    old.close()
    spectator.close()


def test_those_who_watch_have_a_room_that_players_read_when_all_is_over(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    ann, ben = Player(toy_server, "Ann"), Player(toy_server, "Ben")
    key = {"key": match["spectate"]}
    keyed = red.http.put(f"/matches/{match['id']}/watching", json={"seat": "red", "yes": True}).json()["watch"]["red"]
    room = {"room": "watchers"}
    watching, playing, behind = ben.watch(match, **key), blue.watch(match, seat="blue"), blue.watch(match, **key)
    for watch in (watching, playing, behind):
        watch.next()

    def speak(who: Player, id_: str, text: str, at: str = match["spectate"]) -> Any:
        body = {"id": id_, "key": at, "room": "watchers", "text": text}
        return who.http.post(f"/matches/{match['id']}/chat", json=body)

    answer = speak(ann, "said-by-ann-1", "Blue is lost")
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert (told["seat"], told["name"]) == (None, "Ann")
    assert next_said(watching) == {"type": "chat", "room": "watchers", "message": told}
    assert texts(ben, match, **key, **room) == ["Blue is lost"]
    # Players neither read nor speak there, also not from the spectators' place; who sees a side's view only reads.
    for who, query in ((red, {"seat": "red"}), (blue, key)):
        assert read(who, match, **query, **room).status_code == 403
    assert speak(blue, "said-by-blue", "Not yet").status_code == 403
    assert speak(ben, "said-by-ben-1", "They hide a seven", keyed).status_code == 403
    assert texts(ben, match, key=keyed, **room) == ["Blue is lost"]
    say(red, match, "red", "Hello")
    for watch in (playing, behind):
        assert next_said(watch)["room"] == "table", "nothing was heard of the other room"
        watch.close()
    watching.close()
    nobody = httpx.get(f"{toy_server.url}/api/matches/{match['id']}/chat", params={**key, **room})
    assert [m["text"] for m in nobody.json()["messages"]] == ["Blue is lost"]
    assert [r["write"] for r in nobody.json()["rooms"]] == [False, False]
    path = f"/matches/{match['id']}/chat/{told['number']}"
    assert ben.http.delete(path, params={**key, **room}).status_code == 404
    assert ann.http.delete(path, params={**key, **room}).json()["hidden"] is True
    speak(ann, "said-by-ann-2", "Well played")
    # Anyone who has seen a side's view does not speak there by the spectators' key either, until all is over.
    assert [r["write"] for r in read(ben, match, **key).json()["rooms"]] == [False, False]
    assert speak(ben, "said-by-ben-2", "They hide a seven").json()["error"]["code"] == "not_your_room"
    red.settle(match, "red", kind="resign")
    assert speak(ben, "said-by-ben-3", "It was a seven").status_code == 201
    assert texts(blue, match, seat="blue", **room) == ["", "Well played", "It was a seven"]
    assert say(blue, match, "blue", "Thanks", "watchers").status_code == 403


def test_a_message_answers_another_of_its_room(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    say(red, match, "red", "Where will you land?")
    path = f"/matches/{match['id']}/chat"
    answer: dict[str, Any] = {"id": "an-answer-1", "seat": "blue", "text": "At #1213", "quotes": 1}
    first = blue.http.post(path, json=answer)
    assert first.status_code == 201, first.text
    assert blue.http.post(path, json=answer).content == first.content
    assert [m["quotes"] for m in read(red, match).json()["messages"]] == [None, 1]
    assert blue.http.post(path, json={**answer, "quotes": None}).json()["error"]["code"] == "id_used"
    nothing = blue.http.post(path, json={**answer, "id": "an-answer-2", "quotes": 9})
    assert (nothing.status_code, nothing.json()["error"]["code"]) == (404, "no_message")


def test_of_the_greatest_number_there_is_no_message(toy_server: Server) -> None:
    """The database knows no greater one: to look for what stands before the next would be an alarm about it."""
    _, blue, match = table(toy_server)
    path, number = f"/matches/{match['id']}/chat", 2**31 - 1
    answer = blue.http.post(path, json={"id": "an-answer-1", "seat": "blue", "text": "Yes", "quotes": number})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_message")
    for deed, body in (("report", {"text": "Rude"}), ("muted", {"muted": True})):
        way = "POST" if deed == "report" else "PUT"
        answer = blue.http.request(way, f"{path}/{number}/{deed}", json={"seat": "blue", **body})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_message")


def test_a_muted_player_is_heard_no_more_and_not_told(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    channel = f"INSERT INTO channel (id, account, way, name, target, modes) VALUES ('{blue.id}', '{blue.id}', 'mail', '', '', '{{}}')"  # noqa: E501, S608
    asyncio.run(execute(database_url, channel))
    say(red, match, "red", "You will lose")
    path = f"/matches/{match['id']}/chat/1/muted"
    muted = blue.http.put(path, json={"seat": "blue", "muted": True})
    assert muted.status_code == 200, muted.text
    by = muted.json()["by"]
    say(red, match, "red", "All of it")
    told = read(blue, match).json()
    assert (told["muted"], {m["by"] for m in told["messages"]}) == ([by], {by})
    assert told["rooms"][0]["unread"] == 0
    assert read(red, match).json()["muted"] == []
    assert red.id not in read(blue, match).text
    assert blue.id.replace("-", "") not in read(blue, match).text
    # In another match too, where the mark is another one.
    again = red.make(seat="red")
    blue.sit(again, "blue")
    say(red, again, "red", "Here I am")
    called = "SELECT match FROM notice WHERE kind = 'chat' AND match = ANY($1)"
    rows = asyncio.run(fetch(database_url, called, [match["id"], again["id"]]))
    assert [row["match"] for row in rows] == [match["id"]], "of what was said before"
    told = read(blue, again).json()
    assert told["muted"] == [m["by"] for m in told["messages"]]
    assert told["muted"] != [by]
    assert blue.http.put(path, json={"seat": "blue", "muted": False}).json() == {"by": by, "muted": False}
    assert (read(blue, match).json()["muted"], read(blue, again).json()["muted"]) == ([], [])
    # From the account page, long after the match is gone.
    assert blue.http.put(path, json={"seat": "blue", "muted": True}).status_code == 200
    (held,) = blue.http.get("/account/mutes").json()
    assert held["name"] == "Rosa"
    assert red.http.delete(f"/account/mutes/{held['id']}").status_code == 404
    assert blue.http.delete(f"/account/mutes/{held['id']}").json() == []
    assert read(blue, match).json()["muted"] == []
    own = red.http.put(path, json={"seat": "red", "muted": True})
    assert (own.status_code, own.json()["error"]["code"]) == (409, "your_own")
    stranger = Player(toy_server, "Stranger")
    assert stranger.http.put(path, json={"seat": "blue", "muted": True}).status_code == 403
    assert stranger.http.put(path, json={"key": match["spectate"], "muted": True}).status_code == 200


def test_a_message_is_reported_with_its_words(
    toy_server: Server, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue, match = table(toy_server)
    say(red, match, "red", "An ugly word")
    path, why = f"/matches/{match['id']}/chat/1/report", f"Look at this. {match['id']}"
    assert blue.http.post(path, json={"seat": "blue", "text": why}).status_code == 201
    stranger = Player(toy_server, "Stranger")
    assert stranger.http.post(path, json={"seat": "blue", "text": why}).status_code == 403
    assert blue.http.post(path, json={"seat": "blue", "room": "side:red", "text": why}).status_code == 403
    red.http.delete(f"/matches/{match['id']}/chat/1", params={"seat": "red"})
    gone = blue.http.post(path, json={"seat": "blue", "text": why})
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "no_message")
    monkeypatch.setenv("DATABASE_URL", database_url)

    def listed() -> list[dict[str, Any]]:
        ran = CliRunner().invoke(program, ["admin", "reports", "--json"])
        return [r for r in json.loads(ran.stdout)["reports"] if r["text"] == why]

    (found,) = listed()
    assert (found["by"], found["about"], found["seat"]) == ("Blaise", "Rosa", "red")
    assert (found["room"], found["number"], found["said"]) == ("table", 1, "An ugly word")
    assert "Message 1 in room table: An ugly word" in CliRunner().invoke(program, ["admin", "reports"]).stdout
    # What a deleted account has said is gone everywhere.
    assert red.http.request("DELETE", "/account", json={"name": "Rosa"}).status_code == 200
    assert listed()[0]["said"] is None


async def test_what_a_side_said_before_someone_came_to_its_seat_is_not_theirs_to_read() -> None:
    came, stands_in, (red, friend) = NOW, NOW + dt.timedelta(days=1), (uuid.UUID(int=n) for n in (1, 2))
    match = bare(Toy()).record
    first, second = match.seats
    first = replace(first, account=red, since=came, stand_in=friend, stands_in_since=stands_in)
    match = replace(match, seats=(first, replace(second, account=friend)))
    chat = Chat.__new__(Chat)
    for viewer, account, room, since in (
        ("red", red, f"{SIDE}warm", came),
        ("red", friend, f"{SIDE}warm", stands_in),
        ("blue", friend, f"{SIDE}cold", LONG_AGO),
        ("red", red, TABLE, LONG_AGO),
    ):
        assert await chat._span(match, viewer, account, room) == (since, NEVER)
