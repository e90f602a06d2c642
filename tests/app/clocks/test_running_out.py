"""A clock runs out: through HTTP and the database, with two servers and with none."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from app.clocks.clock import FORFEIT, Terms
from app.clocks.orders import Times
from app.matches.agreements.seating import Seating
from app.matches.agreements.settlement import Agreements, settle
from app.verify import verify
from rules.kernel.messages import Refusal
from tests.app.clocks.passing import DAY, HOUR, aged, until
from tests.app.players import Player
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server

HIDE, THROW, END = {"kind": "hide", "number": 7}, {"kind": "throw"}, {"kind": "end"}
TERMS = {"bank": 3 * DAY, "increment": 12 * HOUR, "most": 5 * DAY}
STANDING = {"weekends": "run", "zone": "UTC", "at_zero": "remind"}


def table(server: Server, **terms: object) -> tuple[Player, Player, dict[str, Any]]:
    """A match that has begun, with clocks."""
    red, blue = Player(server, "Rosa"), Player(server, "Karl")
    match = red.make(seat="red", clock={**TERMS, **terms})
    blue.sit(match, "blue")
    return red, blue, match


def clocks(player: Player, match: dict[str, Any]) -> dict[str, Any]:
    found = player.state(match)["clocks"]
    assert isinstance(found, dict)
    return found


def texts(player: Player, match: dict[str, Any]) -> list[str]:
    return [line["text"] for line in player.state(match)["log"]]


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_the_clock_of_whoever_is_asked_runs_and_all_are_told_the_same(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    assert watch.next()["clocks"]["seats"]["red"]["running"]
    told = clocks(red, match)
    assert told["terms"] == {**TERMS, **STANDING}
    assert (told["seats"]["red"]["running"], told["seats"]["blue"]["running"]) == (True, False)
    assert told["seats"]["red"]["zero"] > told["now"]
    assert told["seats"]["blue"] == {**told["seats"]["blue"], "left": 3 * DAY * 1000, "zero": None}
    red.play(match, "red", END)
    patch = next(m for _ in range(5) if (m := watch.next())["type"] == "patch")
    after = patch["clocks"]["seats"]
    assert 3.5 * DAY * 1000 - 60_000 < after["red"]["left"] <= 3.5 * DAY * 1000
    assert after["blue"]["running"]
    assert red.http.get(f"/matches/{match['id']}").json()["clocks"]["seats"]["blue"]["running"]
    row = next(m for m in blue.http.get("/matches").json() if m["id"] == match["id"])
    assert row["clocks"]["seats"]["blue"]["zero"] == after["blue"]["zero"]
    watch.close()


def test_a_match_without_clocks_has_none(toy_server: Server) -> None:
    red = Player(toy_server, "Rosa")
    match = red.make(hotseat=True)
    assert red.state(match, "red")["clocks"] is None
    assert red.http.get(f"/matches/{match['id']}").json()["clocks"] is None
    assert code(red.settle(match, "red", kind="propose", what="pause")) == (422, "no_clock")
    assert code(red.settle(match, "red", kind="claim")) == (422, "no_clock")


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"bank": 59}, (400, "malformed")),
        ({"bank": 91 * DAY}, (400, "malformed")),
        ({"bank": DAY, "most": HOUR}, (422, "unfit")),
        ({"bank": DAY, "zone": "Europe/Nowhere"}, (422, "unfit")),
        ({"bank": DAY, "at_zero": "explode"}, (400, "malformed")),
    ],
)
def test_clocks_that_nobody_could_play_by_are_refused(
    toy_server: Server, terms: dict[str, object], told: tuple[int, str]
) -> None:
    red = Player(toy_server, "Rosa")
    assert code(red.http.post("/matches", json={"game": "toy", "scenario": "short", "clock": terms})) == told


def test_at_one_screen_there_are_no_clocks(toy_server: Server) -> None:
    red = Player(toy_server, "Rosa")
    body = {"game": "toy", "scenario": "short", "hotseat": True, "clock": {"bank": DAY}}
    assert code(red.http.post("/matches", json=body)) == (422, "one_screen")


def test_a_player_out_of_time_is_named_and_the_opponent_may_claim_the_win(
    toy_server: Server, database_url: str
) -> None:
    red, blue, match = table(toy_server)
    assert code(blue.settle(match, "blue", kind="claim")) == (422, "in_time")
    watch = blue.watch(match)
    watch.next()
    aged(database_url, match, 72)
    watch.until(1)
    assert texts(red, match) == ["Red ran out of time."]
    assert clocks(red, match)["seats"]["red"] == {
        **{"left": 0, "running": False, "out": True},
        **{"zero": None, "stops": None, "resumes": None},
    }
    assert code(red.settle(match, "red", kind="claim")) == (422, "in_time")
    assert blue.settle(match, "blue", kind="claim").status_code == 200
    assert red.state(match)["view"]["outcome"] == {"winner": "cold", "reason": "Red ran out of time.", "section": ""}
    told = red.http.get(f"/matches/{match['id']}/export").json()
    report = verify(told, {"toy": Toy()})
    assert (report.good, len(report.doubts)) == (True, 1), report.faults
    for change in (
        lambda e: e["events"][0]["event"].update(seat="blue"),
        lambda e: e["clock"].update(at_zero="forfeit"),
        lambda e: e["commands"][0].update(seat="blue"),
    ):
        forged = copy.deepcopy(told)
        change(forged)
        assert not verify(forged, {"toy": Toy()}).good
    watch.close()


def test_an_answer_or_more_time_saves_whoever_ran_out(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    aged(database_url, match, 100)
    until(lambda: texts(red, match))
    assert code(red.settle(match, "red", kind="give", to="red")) == (422, "not_opponent")
    blue.settle(match, "blue", kind="give", to="red")
    assert code(blue.settle(match, "blue", kind="claim")) == (422, "in_time")
    given = clocks(red, match)["seats"]["red"]
    assert (given["out"], given["running"]) == (False, True)
    aged(database_url, match, 100)
    until(lambda: len(texts(red, match)) == 3)
    red.play(match, "red", END)
    assert code(blue.settle(match, "blue", kind="claim")) == (422, "in_time")
    assert clocks(red, match)["seats"]["red"]["left"] == 12 * HOUR * 1000
    assert texts(red, match)[:3] == ["Red ran out of time.", "Blue gave Red more time.", "Red ran out of time."]
    blue.settle(match, "blue", kind="resign")
    report = verify(red.http.get(f"/matches/{match['id']}/export").json(), {"toy": Toy()})
    assert (report.good, len(report.doubts)) == (True, 2), report.faults


def test_the_match_is_lost_at_zero_where_the_table_chose_so(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server, at_zero="forfeit")
    red.play(match, "red", HIDE, END)
    aged(database_url, match, 73)
    ended = until(lambda: red.state(match)["view"]["outcome"])
    assert ended == {"winner": "warm", "reason": "Blue ran out of time.", "section": ""}
    assert code(blue.send(match, "blue", END, ask="2.blue")) == (409, "finished")
    report = verify(red.http.get(f"/matches/{match['id']}/export").json(), {"toy": Toy()})
    assert (report.good, report.doubts) == (True, ["event 3: that the time of Blue was up is told by the server"])


@pytest.mark.parametrize("at_zero", [FORFEIT, "remind"])
def test_with_allies_nobody_loses_the_match_for_the_others(at_zero: str) -> None:
    sides = {"right": "warm", "left": "warm", "blue": "cold"}
    company = Seating(dict.fromkeys(sides, "Someone"), sides, ())
    times = Times(Terms(60, 0, 60, at_zero=at_zero), ("right",))
    told = settle(Agreements(), company, "right", "clock-1", {"kind": "house.time_out"}, None, dict, times)
    assert isinstance(told, list)
    assert [said.payload["kind"] for said in told] == ["house.timed_out"], "all are told, and nothing is lost"
    claim = settle(Agreements(), company, "blue", "claim-it", {"kind": "house.claim"}, None, dict, times)
    assert isinstance(claim, Refusal)
    assert claim.code == "has_allies"


def test_a_seat_is_opened_at_zero_and_a_new_player_begins_with_a_full_bank(
    toy_server: Server, database_url: str
) -> None:
    _, blue, match = table(toy_server, at_zero="open")
    watch = blue.watch(match)
    watch.next()
    aged(database_url, match, 72)
    watch.until(2)
    assert texts(blue, match)[1] == "Red ran out of time: the seat is open to a new player."
    anna = Player(toy_server, "Anna")
    shown = blue.http.get(f"/matches/{match['id']}").json()
    body = {"id": "anna-sits-down", "invite": shown["invite"]}
    assert anna.http.post(f"/matches/{match['id']}/seats/red/take-over", json=body).status_code == 200
    clock = clocks(anna, match)["seats"]["red"]
    assert (clock["out"], clock["running"], clock["left"] > 3 * DAY * 1000 - 60_000) == (False, True, True)
    anna.play(match, "red", END)
    blue.settle(match, "blue", kind="resign")
    report = verify(anna.http.get(f"/matches/{match['id']}/export").json(), {"toy": Toy()})
    assert (report.good, len(report.doubts)) == (True, 1), report.faults
    watch.close()


def test_two_servers_say_it_once_and_one_that_died_takes_nothing_with_it(
    serving: Callable[..., Server], database_url: str
) -> None:
    first = serving(TOY)
    red, _, match = table(first)
    red.play(match, "red", HIDE)
    first.kill()
    aged(database_url, match, 80)
    # They start together on what was due while nobody was there.
    servers = [serving(TOY, clock_seconds=0.01) for _ in range(2)]
    for server in servers:
        there = red.elsewhere(server)
        until(lambda there=there: "Red ran out of time." in texts(there, match))
    for _ in range(5):
        aged(database_url, match, 80)
        there.play(match, "red", HIDE)
    assert texts(there, match).count("Red ran out of time.") == 1
    assert [texts(red.elsewhere(s), match) for s in servers] == [texts(there, match)] * 2


def test_what_one_hides_changes_no_clock(toy_server: Server, database_url: str) -> None:
    told = []
    for hidden in (1, 3):
        red, blue, match = table(toy_server)
        before = clocks(blue, match)["seats"]
        for _ in range(hidden):
            red.play(match, "red", HIDE)
        after = clocks(blue, match)["seats"]
        assert before["red"]["zero"] == after["red"]["zero"], "a command within the turn moves no deadline"
        red.play(match, "red", END)
        told.append(set(clocks(blue, match)["seats"]["red"]) | set(after["red"]))
    assert told[0] == told[1]


def test_the_clocks_are_the_same_for_whoever_loads_the_match(serving: Callable[..., Server], database_url: str) -> None:
    first = serving(TOY)
    red, blue, match = table(first)
    red.play(match, "red", END)
    second = serving(TOY)
    there = blue.elsewhere(second)
    assert clocks(there, match)["seats"]["blue"]["zero"] == clocks(red, match)["seats"]["blue"]["zero"]
    there.play(match, "blue", END)
    until(lambda: clocks(red, match)["seats"]["red"]["running"])
    red.play(match, "red", END)
    assert clocks(there, match)["seats"]["red"]["left"] == clocks(red, match)["seats"]["red"]["left"]


def test_the_increment_comes_back_with_an_undo_and_a_rematch_has_the_same_clocks(toy_server: Server) -> None:
    red, blue, match = table(toy_server, weekends="stop", zone="Europe/Berlin")
    blue_left = clocks(red, match)["seats"]["blue"]["left"]
    red.play(match, "red", HIDE, END)
    line = red.state(match)["log"][-1]["seq"]
    red.settle(match, "red", "go-back-there", kind="propose", what="back", line=line)
    blue.settle(match, "blue", kind="answer", proposal="go-back-there", yes=True)
    back = clocks(red, match)["seats"]
    assert back["red"]["left"] <= 3 * DAY * 1000
    assert back["blue"]["left"] <= blue_left
    red.settle(match, "red", kind="resign")
    again = red.http.post(f"/matches/{match['id']}/rematch").json()
    assert again["clocks"] == {
        **again["clocks"],
        **{"terms": clocks(red, match)["terms"], "paused": False, "seats": {}},
    }


def test_what_waits_for_me_is_listed_by_how_soon_it_is_due(toy_server: Server) -> None:
    red, _, urgent = table(toy_server, bank=HOUR, most=0)
    slow, fast, free = (red.make(seat="red", **clock) for clock in ({"clock": TERMS}, {"clock": {"bank": 60}}, {}))
    for match in (slow, fast, free):
        Player(toy_server, "Karl").sit(match, "blue")
    red.play(fast, "red", END)
    listed = [m["id"] for m in red.http.get("/matches").json()]
    assert listed == [m["id"] for m in (urgent, slow, free, fast)], "the last waits for someone else"


# --- pauses -----------------------------------------------------------------------------------------------------------


def test_by_consent_the_clocks_stand_still_until_someone_ends_it(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    assert code(red.settle(match, "red", kind="resume")) == (422, "not_paused")
    red.settle(match, "red", "let-us-pause", kind="propose", what="pause")
    assert not clocks(blue, match)["paused"]
    blue.settle(match, "blue", kind="answer", proposal="let-us-pause", yes=True)
    assert clocks(blue, match)["paused"]
    assert code(red.settle(match, "red", kind="propose", what="pause")) == (422, "paused")
    aged(database_url, match, 500)
    red.play(match, "red", HIDE, END)
    assert clocks(red, match)["seats"]["blue"] == {**clocks(red, match)["seats"]["blue"], "left": 3 * DAY * 1000}
    blue_waits = red.settle(match, "red", kind="resume")
    assert blue_waits.json()["lines"][0]["text"] == "Red ended the pause. The clock of Blue starts in a day."
    told = clocks(blue, match)
    assert not told["paused"]
    assert told["seats"]["blue"]["stops"] == told["now"]
    assert told["seats"]["blue"]["resumes"] is not None
    blue.settle(match, "blue", kind="resign")
    report = verify(red.http.get(f"/matches/{match['id']}/export").json(), {"toy": Toy()})
    assert report.proved, report.faults + report.doubts
