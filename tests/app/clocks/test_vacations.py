"""Days away: declared beforehand, told at the tables, counted off the clocks, ended early."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from app.clocks.vacations import Vacations, days_in
from app.database import Database
from app.verify import verify
from tests.app.clocks.passing import DAY, aged, until
from tests.app.clocks.test_running_out import clocks, code, table, texts
from tests.app.players import Player
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server, execute, fetch


def in_days(days: int) -> str:
    return (dt.datetime.now(dt.UTC).date() + dt.timedelta(days=days)).isoformat()


def goes(who: Player, first: int, last: int) -> Any:
    return who.http.post("/account/vacations", json={"first": in_days(first), "last": in_days(last)})


def test_an_absent_player_is_shown_as_away_and_the_clock_stands_still(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    zero = dt.datetime.fromisoformat(clocks(blue, match)["seats"]["red"]["zero"])
    answer = goes(red, 1, 10)
    assert answer.status_code == 201
    assert answer.json()["days_left"] <= 30
    (told,) = texts(blue, match)
    assert told.startswith("Red will be away from ")
    assert told.endswith("that clock stands still meanwhile.")
    clock = clocks(blue, match)["seats"]["red"]
    later = dt.datetime.fromisoformat(clock["zero"]) - zero
    assert abs(later - dt.timedelta(days=10)) < dt.timedelta(milliseconds=10)
    assert clock["stops"][:10] == in_days(1)
    # Six days later nothing of the three has been used but what came before.
    aged(database_url, match, 6 * 24)
    blue.settle(match, "blue", kind="give", to="red")
    assert not clocks(blue, match)["seats"]["red"]["out"]
    # Back early: from now on it counts again.
    (away,) = red.http.get("/account/vacations").json()["vacations"]
    assert red.http.delete(f"/account/vacations/{away['id']}").json()["vacations"] == []
    assert texts(blue, match)[-1] == "Red came back, or will not be away after all."
    assert code(red.http.delete(f"/account/vacations/{away['id']}")) == (404, "no_vacation")
    blue.settle(match, "blue", kind="resign")
    report = verify(red.http.get(f"/matches/{match['id']}/export").json(), {"toy": Toy()})
    assert report.proved, report.faults + report.doubts


def test_a_match_that_begins_later_knows_of_it_and_a_live_one_does_not_care(toy_server: Server) -> None:
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Karl")
    goes(red, 2, 3)
    slow = red.make(seat="red", clock={"bank": 5 * DAY})
    blue.sit(slow, "blue")
    assert clocks(blue, slow)["seats"]["red"]["stops"][:10] == in_days(2)
    live = red.make(seat="red", clock={"bank": 3600})
    blue.sit(live, "blue")
    assert clocks(blue, live)["seats"]["red"]["stops"] is None
    red.http.post("/account/vacations", json={"first": in_days(6), "last": in_days(6)})
    assert texts(blue, live) == []
    assert len(texts(blue, slow)) == 1


def test_days_away_come_along_to_a_seat_that_is_taken_over_and_end_with_it(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    goes(red, 1, 4)
    anna = Player(toy_server, "Anna")
    goes(anna, 2, 2)
    red.settle(match, "red", kind="leave")
    body = {"id": "anna-sits-down", "invite": blue.http.get(f"/matches/{match['id']}").json()["invite"]}
    assert anna.http.post(f"/matches/{match['id']}/seats/red/take-over", json=body).status_code == 200
    last = until(lambda: (lines := texts(blue, match))[-1].startswith("Red will be away on") and lines[-1])
    assert "from" not in last
    clock = clocks(blue, match)["seats"]["red"]
    assert clock["stops"][:10] == in_days(2)
    assert clock["resumes"][:10] == in_days(3)


def test_days_away_go_with_a_guest_to_the_account(toy_server: Server) -> None:
    guest, rosa = Player(toy_server, "Guest"), Player(toy_server, "Rosa")
    blue = Player(toy_server, "Karl")
    match = guest.make(seat="red", clock={"bank": 5 * DAY})
    blue.sit(match, "blue")
    goes(guest, 3, 3)
    goes(rosa, 5, 5)
    code_ = rosa.http.post("/account/code").json()["code"]
    assert guest.http.post("/login/code", json={"code": code_, "bring": True}).status_code == 200
    assert len(rosa.http.get("/account/vacations").json()["vacations"]) == 2
    until(lambda: len(texts(blue, match)) == 2)


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        (0, 3, (422, "too_soon")),
        (5, 4, (422, "bad_days")),
        (300, 400, (422, "bad_days")),
        (2, 70, (409, "too_many_days")),
    ],
)
def test_nobody_is_away_from_now_on_or_for_ever(
    toy_server: Server, first: int, last: int, told: tuple[int, str]
) -> None:
    assert code(goes(Player(toy_server, "Rosa"), first, last)) == told


def test_days_away_do_not_overlap_and_belong_to_their_owner(toy_server: Server) -> None:
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Karl")
    assert goes(red, 3, 5).status_code == 201
    assert code(goes(red, 5, 6)) == (409, "overlaps")
    (away,) = red.http.get("/account/vacations").json()["vacations"]
    assert code(blue.http.delete(f"/account/vacations/{away['id']}")) == (404, "no_vacation")
    assert blue.http.get("/account/vacations").json()["vacations"] == []


def test_what_no_table_was_told_is_told_by_the_next_process(serving: Callable[..., Server], database_url: str) -> None:
    first = serving(TOY, clock_seconds=1000)
    red, blue, match = table(first)
    goes(red, 1, 2)
    first.kill()
    # As if it had died between writing it down and telling it twice: the second time changes nothing.
    asyncio.run(execute(database_url, f"UPDATE vacation SET told = false WHERE account = '{red.id}'"))  # noqa: S608
    second = serving(TOY)
    assert goes(red.elsewhere(second), 8, 9).status_code == 201
    assert len(texts(blue.elsewhere(second), match)) == 2


def test_what_was_asked_for_while_it_was_told_is_told_again(
    serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """A seat may come to the account between the look for its tables and the note that all of them know."""
    url = fresh_database()
    server = serving(TOY, database=url, clock_seconds=1000)
    red, _, _ = table(server)
    goes(red, 1, 2)
    server.kill()
    tables: list[str] = []

    async def announce(match: str, *_: object) -> None:
        tables.append(match)
        if len(tables) == 1:
            await execute(url, "UPDATE vacation SET told = false")

    async def told() -> bool:
        await execute(url, "UPDATE vacation SET told = false")
        database = Database(url, 1)
        try:
            await Vacations(database, announce).tell()
            (row,) = await fetch(url, "SELECT told FROM vacation")
            assert not row["told"], "what came meanwhile is forgotten"
            await Vacations(database, announce).tell()
            (row,) = await fetch(url, "SELECT told FROM vacation")
            return bool(row["told"])
        finally:
            await database.close()

    assert asyncio.run(told())
    assert len(tables) == 2


@pytest.mark.parametrize(
    ("first", "last", "returned", "count"),
    [
        ("2026-12-24", "2027-01-02", None, 8),
        ("2026-12-24", "2027-01-02", "2026-12-25", 2),
        ("2026-12-24", "2027-01-02", "2026-12-20", 0),
        ("2027-01-01", "2027-01-02", None, 0),
    ],
)
def test_days_are_counted_by_the_year_and_up_to_the_return(
    first: str, last: str, returned: str | None, count: int
) -> None:
    at = None if returned is None else dt.datetime.fromisoformat(f"{returned}T12:00:00+00:00")
    begins = dt.datetime.fromisoformat(f"{first}T00:00:00+00:00")
    away: Any = SimpleNamespace(first=first, last=last, begins=begins, returned_at=at)
    assert days_in(2026, [away]) == count


@pytest.mark.parametrize(("hours", "count"), [(-1, 0), (0, 1), (13, 1), (25, 2), (100, 3)])
@pytest.mark.parametrize("zone", [14, 0, -12])
def test_a_day_that_has_begun_counts_wherever_it_begins(zone: int, hours: int, count: int) -> None:
    """By the days of London, someone in the far east would have come back on the day before: fourteen hours a day for
    nothing, every day."""
    begins = dt.datetime(2026, 6, 10, tzinfo=dt.timezone(dt.timedelta(hours=zone)))
    at = (begins + dt.timedelta(hours=hours)).astimezone(dt.UTC)
    away: Any = SimpleNamespace(first="2026-06-10", last="2026-06-12", begins=begins, returned_at=at)
    assert days_in(2026, [away]) == count


def test_days_that_are_asked_for_at_once_at_two_processes_are_counted_together(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    rosa = Player(toy_server, "Rosa")
    people = [rosa, rosa.elsewhere(serving(TOY))]
    spans = [(10 + 12 * n, 19 + 12 * n) for n in range(8)]
    with ThreadPoolExecutor(8) as at_once:
        answers = [*at_once.map(lambda n: goes(people[n % 2], *spans[n]).status_code, range(8))]
    there = rosa.http.get("/account/vacations").json()["vacations"]
    assert answers.count(201) == len(there) < 8
    years = [
        int(in_days(day)[:4])
        for first, last in spans
        for day in range(first, last + 1)
        if in_days(first) in {v["first"] for v in there}
    ]
    assert max(years.count(year) for year in years) <= 30


def test_guests_bring_no_more_days_than_there_are(toy_server: Server) -> None:
    """Whoever needs thirty days more would else make another guest, and another."""
    rosa = Player(toy_server, "Rosa")
    for number in range(3):
        guest = Player(toy_server, f"Guest {number}")
        first = 5 + 15 * number
        assert goes(guest, first, first + 11).status_code == 201
        assert goes(guest, 100, 101).status_code == 201
        code_ = rosa.http.post("/account/code", json={}).json()["code"]
        assert guest.http.post("/login/code", json={"code": code_, "bring": True}).status_code == 200
    told = rosa.http.get("/account/vacations").json()
    away = [in_days(day) for first in (5, 20, 35) for day in range(first, first + 12)]
    there = [(v["first"], v["last"]) for v in told["vacations"]]
    assert there.count((in_days(100), in_days(101))) == 1
    for year in {day[:4] for day in away}:
        days = [day for day in away if day[:4] == year and any(a <= day <= b for a, b in there)]
        assert len(days) <= 30
