"""Stand-ins: someone plays a seat while its player is away, and gives it back (decisions/0041)."""

from __future__ import annotations

import contextlib
import copy
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from app.clocks.clock import OPEN_SEAT, Terms
from app.clocks.orders import Times
from app.matches.agreements.handing_over import OPENED, TAKEN
from app.matches.agreements.seating import Said, Seating
from app.matches.agreements.settlement import Agreements, settle
from app.matches.agreements.standing_in import AGREE, AGREED, BEGIN, PLAYS
from app.verify import verify
from rules.kernel.messages import Refusal
from tests.app.accounts.device import log_in, passkey
from tests.app.clocks.passing import aged
from tests.app.clocks.test_running_out import clocks
from tests.app.clocks.test_running_out import table as timed
from tests.app.clocks.test_vacations import goes
from tests.app.players import END, HIDE, THROW, Player, Watch, table
from tests.app.seats.test_handing import code, seat_of, shown, take
from tests.app.toy_game import Toy
from tests.conftest import Server


def where(match: dict[str, Any], seat: str, deed: str = "") -> str:
    """The address of a seat's stand-in."""
    return f"/matches/{match['id']}/seats/{seat}/stand-in{deed}"


def asked(who: Player, match: dict[str, Any], seat: str) -> str:
    """The key by which someone can agree to stand in for a player."""
    answer = who.http.put(where(match, seat))
    assert answer.status_code == 200, answer.text
    return str(next(s for s in answer.json()["seats"] if s["seat"] == seat)["stand_in_key"])


def agrees(who: Player, match: dict[str, Any], seat: str, key: str) -> httpx.Response:
    return who.http.post(where(match, seat), json={"id": secrets.token_hex(8), "key": key})


def deed(who: Player, match: dict[str, Any], seat: str, what: str) -> httpx.Response:
    """``play`` or ``step-down``."""
    return who.http.post(where(match, seat, f"/{what}"), json={"id": secrets.token_hex(8)})


def stand_in(server: Server, red: Player, match: dict[str, Any], name: str = "Otto") -> Player:
    """Someone who has agreed to stand in for red."""
    otto = Player(server, name)
    answer = agrees(otto, match, "red", asked(red, match, "red"))
    assert answer.status_code == 200, answer.text
    return otto


def test_a_stand_in_plays_when_asked_until_the_player_comes_back(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    knew = red.state(match)
    otto = stand_in(toy_server, red, match)
    row = next(m for m in otto.http.get("/matches").json() if m["id"] == match["id"])
    assert [(s["you"], s["stand_in_you"]) for s in row["seats"]] == [(False, True), (False, False)]
    assert row["spectate"], "while they wait they may look as everyone may"
    assert code(otto.http.get(f"/matches/{match['id']}/state")) == (403, "not_your_seat"), "they see nothing yet"
    assert code(deed(otto, match, "red", "play")) == (422, "not_absent")
    assert code(blue.settle(match, "red", kind="stand_in")) == (403, "not_your_seat")
    assert red.settle(match, "red", kind="stand_in").status_code == 200
    assert blue.state(match)["log"][-1]["text"] == "A stand-in plays for Red from now on."
    seat = seat_of(blue, match, "red")
    assert (seat["name"], seat["stand_in"], seat["stands_in"], seat["stand_in_key"]) == ("Rosa", "Otto", True, None)
    state = otto.state(match)
    assert state["view"] == knew["view"], "the hidden numbers too"
    watch = otto.watch(match, seat="red")
    assert watch.next()["log"] == state["log"], "to the newest line"
    assert code(red.send(match, "red", END)) == (409, "stand_in_plays")
    assert code(red.undo(match, "red")) == (409, "stand_in_plays")
    otto.play(match, "red", END)
    assert blue.state(match)["log"][-1]["stand_in"] == "red"
    for order in ({"kind": "resign"}, {"kind": "leave"}, {"kind": "propose", "what": "draw"}):
        assert code(otto.settle(match, "red", **order)) == (403, "not_for_a_stand_in")
    assert blue.settle(match, "blue", "blue-offers", kind="propose", what="draw").status_code == 200
    answer = {"kind": "answer", "proposal": "blue-offers", "yes": True}
    assert code(otto.settle(match, "red", **answer)) == (403, "not_for_a_stand_in")
    assert code(otto.http.put(f"/matches/{match['id']}/watching", json={"seat": "red", "yes": True}))[0] == 403
    assert red.settle(match, "red", kind="take_back").status_code == 200
    assert watch.closed_with() == 1012, "what comes is not theirs to see"
    assert code(otto.http.get(f"/matches/{match['id']}/state")) == (403, "not_your_seat")
    assert code(red.settle(match, "red", kind="take_back")) == (422, "not_standing_in")
    assert red.settle(match, "red", **answer).status_code == 200
    report = verify(red.http.get(f"/matches/{match['id']}/export").json(), {"toy": Toy()})
    assert report.proved, report.faults + report.doubts


def heard(watch: Watch) -> list[dict[str, Any]]:
    """What comes until nothing has come for a second."""
    found = []
    with contextlib.suppress(TimeoutError):
        while True:
            found.append(watch.next(1))
    return found


def test_that_someone_was_asked_is_told_to_nobody(toy_server: Server, serving: Callable[..., Server]) -> None:
    """Neither what it says nor that there is something to say: the next that all hear is that someone has agreed."""
    red, blue, match = table(toy_server)
    friend = Player(toy_server, "Fritz")
    there = serving()
    watches = [
        blue.watch(match, seat="blue"),
        blue.elsewhere(there).watch(match, seat="blue"),
        friend.watch(match, key=match["spectate"]),
    ]
    for watch in watches:
        heard(watch)
    row = blue.http.get(f"/matches/{match['id']}").content
    key = asked(red, match, "red")
    assert blue.http.get(f"/matches/{match['id']}").content == row
    assert [heard(watch) for watch in watches] == [[], [], []]
    otto = Player(there, "Otto")
    assert agrees(otto, match, "red", key).status_code == 200, "another process knows the link too"
    now = blue.state(match)["version"]
    for watch in watches:
        assert watch.until(now)["log"][-1]["text"] == "Red has a stand-in, in case of absence."
        watch.close()


def test_a_stand_in_neither_plays_the_match_nor_has_seen_another_side(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    key = asked(red, match, "red")
    assert code(agrees(blue, match, "red", key)) == (409, "already_seated")
    otto, nora = Player(toy_server, "Otto"), Player(toy_server, "Nora")
    assert code(agrees(otto, match, "red", "wrong")) == (403, "not_asked")
    assert code(agrees(otto, match, "green", key)) == (404, "no_seat")
    assert code(otto.http.put(where(match, "red"))) == (403, "not_your_seat")
    again = asked(red, match, "red")
    assert code(agrees(otto, match, "red", key)) == (403, "not_asked"), "a new link voids the last"
    assert seat_of(blue, match, "red")["stand_in_key"] is None, "nobody else's to give away"
    assert agrees(otto, match, "red", again).status_code == 200
    assert agrees(otto, match, "red", again).status_code == 200, "twice is once"
    assert code(agrees(nora, match, "red", again)) == (403, "not_asked")
    assert code(red.http.put(where(match, "red"))) == (409, "has_stand_in")
    assert code(agrees(otto, match, "blue", asked(blue, match, "blue"))) == (409, "already_seated")
    blue.settle(match, "blue", kind="leave")
    assert code(take(otto, match, "blue")) == (409, "already_seated")
    assert code(deed(nora, match, "red", "play")) == (403, "not_your_seat")
    # Once they have played, they have seen it.
    red.settle(match, "red", kind="stand_in")
    otto.play(match, "red", HIDE)
    assert deed(otto, match, "red", "step-down").status_code == 200
    assert seat_of(red, match, "red")["stand_in"] is None
    assert code(take(otto, match, "blue")) == (403, "knows_too_much")
    assert take(nora, match, "blue").status_code == 200
    assert code(agrees(blue, match, "red", asked(red, match, "red"))) == (403, "knows_too_much")


def test_a_stand_in_begins_when_the_player_is_away_or_out_of_time(toy_server: Server, database_url: str) -> None:
    red, blue, match = timed(toy_server)
    otto = stand_in(toy_server, red, match)
    assert goes(red, 1, 5).status_code == 201
    assert code(deed(otto, match, "red", "play")) == (422, "not_absent")
    aged(database_url, match, 30)
    assert deed(otto, match, "red", "play").status_code == 200
    assert blue.state(match)["log"][-1]["text"] == "Red is away: a stand-in plays from now on."
    clock = clocks(blue, match)["seats"]["red"]
    assert (clock["running"], clock["stops"]) == (True, None), "someone is there: the clock runs"
    assert otto.settle(match, "red", kind="take_back").status_code == 200, "a stand-in can give it back too"
    watch = blue.watch(match)
    watch.next()
    aged(database_url, match, 72)
    watch.until(blue.state(match)["version"])
    while not clocks(blue, match)["seats"]["red"]["out"]:
        watch.next()
    watch.close()
    assert deed(otto, match, "red", "play").status_code == 200
    assert blue.state(match)["log"][-1]["text"] == "Red is out of time: a stand-in plays from now on."
    otto.play(match, "red", END)
    blue.settle(match, "blue", kind="resign")
    export = red.http.get(f"/matches/{match['id']}/export").json()
    report = verify(export, {"toy": Toy()})
    assert report.good, report.faults
    assert [d for d in report.doubts if "absent" in d] == ["event 3: that Red was absent is told by the server"]
    forged = copy.deepcopy(export)
    next(e for e in forged["events"] if e["event"].get("why") == "late")["event"]["why"] = "asked"
    assert not verify(forged, {"toy": Toy()}).good


def test_at_zero_a_stand_in_plays_on_where_else_the_seat_would_be_open(toy_server: Server, database_url: str) -> None:
    red, blue, match = timed(toy_server, at_zero="open")
    otto = stand_in(toy_server, red, match)
    watch = blue.watch(match)
    watch.next()
    aged(database_url, match, 72)
    while not seat_of(blue, match, "red")["stands_in"]:
        watch.next()
    told = [line["text"] for line in blue.state(match)["log"]]
    assert told[-2:] == ["Red ran out of time.", "A stand-in plays for Red from now on."]
    assert clocks(blue, match)["seats"]["red"]["left"] > 3 * 86_400_000 - 60_000, "with a bank of time, once"
    red.settle(match, "red", kind="take_back")
    aged(database_url, match, 72)
    while not seat_of(blue, match, "red")["open"]:
        watch.next()
    watch.close()
    nora = Player(toy_server, "Nora")
    assert take(nora, match, "red").status_code == 200
    assert seat_of(nora, match, "red")["stand_in"] is None, "a new player finds nobody"
    assert otto.http.get("/matches").json() == []
    nora.play(match, "red", END)
    blue.settle(match, "blue", kind="resign")
    report = verify(nora.http.get(f"/matches/{match['id']}/export").json(), {"toy": Toy()})
    assert report.good, report.faults


COMPANY = Seating({"red": "Red", "blue": "Blue"}, {"red": "warm", "blue": "cold"}, ())


def test_a_stand_in_has_a_bank_once_until_someone_new_sits_there() -> None:
    times = Times(Terms(60, 0, 60, at_zero=OPEN_SEAT), ())

    def kinds(house: Agreements) -> list[object]:
        found = settle(house, COMPANY, "red", "clock-1", {"kind": "house.time_out"}, None, dict, times)
        assert isinstance(found, list)
        return [said.payload["kind"] for said in found][1:]

    house = Agreements()
    assert kinds(house) == [OPENED]
    house = house.after({"kind": AGREED, "seat": "red"})
    assert kinds(house) == [PLAYS]
    played = house.after({"kind": PLAYS, "seat": "red", "why": "zero"})
    assert kinds(played) == [OPENED]
    swapped = played.after({"kind": "house.stand_in_gone", "seat": "red"}).after({"kind": AGREED, "seat": "red"})
    assert kinds(swapped) == [OPENED], "nor does another stand-in bring one"
    assert kinds(played.after({"kind": TAKEN, "seat": "red"}).after({"kind": AGREED, "seat": "red"})) == [PLAYS]


@pytest.mark.parametrize("why", ["late", "silent", "zero", "because"])
def test_nobody_stands_in_for_a_reason_that_is_not_there(why: str) -> None:
    house = Agreements().after({"kind": AGREED, "seat": "red"})
    found = settle(house, COMPANY, "red", "stand-in", {"kind": BEGIN, "why": why}, None, dict)
    assert isinstance(found, Refusal)
    assert isinstance(settle(Agreements(), COMPANY, "red", "stand-in", {"kind": AGREE}, None, dict)[0], Said)


def test_an_account_that_goes_stands_in_nowhere_and_takes_its_guest_s_place_along(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    otto = stand_in(toy_server, red, match)
    red.settle(match, "red", kind="stand_in")
    otto.play(match, "red", END)
    file = otto.http.get("/account/export").json()
    assert not file["seats"], "the seat is not theirs"
    credential = passkey(otto)
    guest = Player(toy_server, "Guest")
    other = blue.make(seat="red")
    red.sit(other, "blue")
    assert agrees(guest, other, "blue", asked(red, other, "blue")).status_code == 200
    log_in(guest, credential, bring=True)
    assert seat_of(red, other, "blue")["stand_in"] == "Otto"
    assert guest.http.request("DELETE", "/account", json={"name": "Otto"}).status_code in (200, 204)
    assert [s["stand_in"] for s in shown(red, match)["seats"]] == [None, None]
    assert [s["stand_in"] for s in shown(red, other)["seats"]] == [None, None]
    blue.play(match, "blue", END)
    red.play(match, "red", END)
