"""The clocks as a fold: what is counted, what is gained, what stands still."""

from __future__ import annotations

import datetime as dt
import json
import random
from dataclasses import replace
from typing import cast
from zoneinfo import ZoneInfo

import pytest

from app.clocks.clock import DAY_SECONDS, MAX_CLOCK_SECONDS, STOP, Clock, Terms, seats_on_the_clock, start_clock
from app.clocks.following import timing_after
from app.clocks.orders import OF_CLOCKS, RESUME, Times, needs_clocks
from app.clocks.schemas import TermsIn
from app.clocks.still import after, running_time, stops
from app.clocks.timing import Timing
from app.matches.agreements.seating import Seating
from rules.catalogue import GAMES, WHOLE
from rules.kernel import dice
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import Refusal
from rules.kernel.teams.game import Teams
from rules.kernel.teams.state import FACTS, Ended, Lent
from tests.thorough import sample_of

HOUR = 3600
TERMS = Terms(bank=10 * HOUR, increment=HOUR, most=12 * HOUR)
WEEKDAYS = Terms(bank=3 * DAY_SECONDS, increment=0, most=3 * DAY_SECONDS, weekends=STOP, zone="Europe/Berlin")
MONDAY = dt.datetime(2026, 11, 23, 8, tzinfo=dt.UTC)


def later(hours: float) -> dt.datetime:
    return MONDAY + dt.timedelta(hours=hours)


def hours(clock: Clock, seat: str, terms: Terms = TERMS, at: dt.datetime | None = None) -> float:
    return clock.left_at(terms, seat, at or clock.since) / HOUR / 1000


def start(terms: Terms = TERMS, *running: str) -> Clock:
    return start_clock(terms, ("red", "blue"), running or ("red",), MONDAY)


# --- who thinks -------------------------------------------------------------------------------------------------------


def test_only_the_seat_that_is_asked_uses_its_time_and_gains_when_it_has_answered() -> None:
    clock = start().asks(TERMS, ["blue"], later(3))
    assert (hours(clock, "red"), hours(clock, "blue")) == (8, 10)
    clock = clock.asks(TERMS, ["red"], later(5))
    assert (hours(clock, "red"), hours(clock, "blue")) == (8, 9)
    assert hours(clock, "red", at=later(6)) == 7


def test_a_clock_holds_no_more_than_its_most_and_never_less_than_it_held() -> None:
    terms = replace(TERMS, increment=5 * HOUR)
    assert hours(start(terms).asks(terms, ["blue"], later(1)), "red") == 12
    generous = start(terms).give_time(terms, "blue", later(0))
    assert hours(generous, "blue") == 12
    full = replace(generous, left={"red": 20 * HOUR * 1000, "blue": 0})
    assert hours(full.asks(terms, ["blue"], later(1)), "red") == 19


def test_two_who_decide_together_each_use_their_own_time() -> None:
    clock = start(TERMS, "red", "blue").asks(TERMS, ["blue"], later(2))
    assert (hours(clock, "red"), hours(clock, "blue")) == (9, 8)
    assert hours(clock, "blue", at=later(4)) == 6
    assert clock.due(TERMS) == later(10)


def test_of_those_who_share_a_question_only_the_chief_uses_time() -> None:
    viewpoints = {"right": "german", "left": "german", "foe": "entente"}
    assert seats_on_the_clock(("left", "right"), viewpoints) == ("right",)
    assert seats_on_the_clock(("left",), viewpoints) == ("left",)
    assert seats_on_the_clock(("foe", "left"), viewpoints) == ("left", "foe")


def test_nobody_fills_a_clock_by_ending_and_going_on_or_by_units_that_change_hands() -> None:
    """decisions/0049: who has ended is not waited for, and gets what an answer earns, once."""
    timing = Timing(TERMS, start_clock(TERMS, ("east", "west"), ("east",), MONDAY))

    def follow(now: Timing, running: str, hours: float, fact: Ended | Lent) -> Timing:
        after = timing_after(now, [FACTS.dump(fact)], (running,), later(hours), earned=True)
        assert after is not None
        return after

    def left(now: Timing, hours: float) -> list[float]:
        assert now.clock is not None
        return [now.clock.left_at(TERMS, seat, later(hours)) / 1000 / HOUR for seat in ("east", "west")]

    timing = follow(timing, "west", 1, Ended("east", "ask"))
    assert left(timing, 1) == [10, 10]
    for _ in range(3):
        timing = follow(timing, "east", 1, Ended("east", ""))
        assert left(timing, 1) == [9, 10]
        timing = follow(timing, "west", 1, Ended("east", "ask"))
        assert left(timing, 1) == [10, 10]
    for running in ("east", "west", "east"):
        timing = follow(timing, running, 1, Lent(("a-unit",), running))
        assert left(timing, 1) == [10, 10]


def test_in_every_layout_the_chief_is_listed_before_those_who_help() -> None:
    shared = [game for game in GAMES.values() if isinstance(game, Teams)]
    assert shared
    for game in shared:
        for layout in game.layouts.values():
            for post in layout.posts:
                assert layout.of_side(post.seat.side)[0].chief


@pytest.mark.parametrize(
    ("game", "scenario"), sample_of([(game, scenario.id) for game in GAMES for scenario in GAMES[game].scenarios], 7)
)
def test_whose_clock_runs_follows_from_what_everyone_sees(game: str, scenario: str) -> None:
    """Two positions that look the same to the spectator have the same clocks, whatever is hidden in them."""
    rules, rng = GAMES[game], random.Random(scenario)
    state = rules.new_match(scenario, {})
    viewpoints = {seat.id: seat.viewpoint for seat in rules.seats(scenario, {})}
    chance = dice.chance(bytes(32))
    for _ in range(100 if game in WHOLE else 12):
        seen = rules.view(state, SPECTATOR)["step"]
        assert isinstance(seen, dict)
        running = seats_on_the_clock(rules.deciders(state), viewpoints)
        assert running == seats_on_the_clock(cast("list[str]", seen["deciders"]), viewpoints)
        if not running:
            break
        assert len({viewpoints[seat] for seat in running}) == len(running), "one clock a side that shares a question"
        seat = rng.choice(rules.deciders(state))
        decided = rules.decide(state, seat, rules.random_command(state, seat, rng), chance)
        state = state if isinstance(decided, Refusal) else decided.states[-1]


def test_an_undo_gives_no_time_back_and_takes_back_what_the_answer_had_brought() -> None:
    clock = start(TERMS, "red", "blue")
    for _ in range(5):
        clock = clock.asks(TERMS, ["blue"], clock.since).asks(TERMS, ["red", "blue"], clock.since, back=True)
    assert hours(clock, "red") == 10
    over = clock.asks(TERMS, ["blue"], later(4)).asks(TERMS, ["red", "blue"], later(5), back=True)
    assert (hours(over, "red"), hours(over, "blue")) == (6, 5)


def test_an_answer_given_beforehand_earns_nothing() -> None:
    clock = start().asks(TERMS, ["blue"], later(2), earned=False)
    assert (hours(clock, "red"), hours(clock, "blue")) == (8, 10)


def test_going_back_earns_nothing_for_those_who_are_no_longer_asked() -> None:
    clock = start().asks(TERMS, ["blue"], later(2)).asks(TERMS, ["red"], later(3), back=True)
    assert (hours(clock, "red"), hours(clock, "blue")) == (8, 9)


# --- out of time ------------------------------------------------------------------------------------------------------


def test_time_runs_out_once_and_comes_back_with_an_answer_or_a_gift() -> None:
    clock = start()
    assert clock.due(TERMS) == later(10)
    assert clock.timed_out(TERMS, later(9.99)) is None
    assert clock.timed_out(TERMS, later(10)) == "red"
    out = clock.ran_out(TERMS, "red", later(11))
    assert (out.due(TERMS), out.timed_out(TERMS, later(30)), hours(out, "red"), out.out) == (None, None, 0, ("red",))
    answered = out.asks(TERMS, ["blue"], later(12))
    assert (hours(answered, "red"), answered.out) == (1, ())
    given = out.give_time(TERMS, "red", later(12))
    assert (hours(given, "red"), given.out, given.due(TERMS)) == (10, (), later(22))


def test_clocks_of_two_servers_may_differ_without_giving_time() -> None:
    clock = start().asks(TERMS, ["blue"], later(-1))
    assert (hours(clock, "red"), clock.since) == (11, MONDAY)


# --- standing still ---------------------------------------------------------------------------------------------------


def test_a_pause_counts_for_nobody_even_if_someone_moves() -> None:
    clock = start().pause(TERMS, later(1))
    assert clock.due(TERMS) is None
    clock = clock.asks(TERMS, ["blue"], later(50))
    assert (hours(clock, "red"), hours(clock, "blue", at=later(90))) == (10, 10)
    noticed = clock.resume(TERMS, {"red"}, later(100))
    assert noticed.stands_until(TERMS, "blue", later(100)) == later(100) + dt.timedelta(seconds=300)
    assert noticed.due(TERMS) == later(110) + dt.timedelta(seconds=300)
    assert clock.resume(TERMS, {"blue"}, later(100)).due(TERMS) == later(110)


def test_whoever_ends_a_pause_ends_it_for_all_their_seats() -> None:
    sides = {"red": "east", "pink": "east", "blue": "west"}
    seating = Seating({seat: seat.title() for seat in sides}, sides, {"red", "pink"})
    said = OF_CLOCKS[RESUME](seating, "red", {}, Times(TERMS, (), paused=True))
    assert not isinstance(said, Refusal)
    assert [(s.payload["seats"], s.text) for s in said] == [
        (["red", "pink"], "Red ended the pause. The clock of Blue starts in five minutes.")
    ]


def test_a_stand_in_is_given_more_time_only_where_it_was_up() -> None:
    clock = start().leaves(TERMS, "red", (later(9), later(30)), later(1))
    plays = clock.stand_in(TERMS, "red", later(8), more=False)
    assert (hours(plays, "red"), plays.due(TERMS)) == (2, later(10)), "and is not away"
    assert hours(clock.stand_in(TERMS, "red", later(8), more=True), "red") == 12


def test_a_player_who_is_away_uses_no_time_until_the_return() -> None:
    clock = start().leaves(TERMS, "red", (later(4), later(34)), later(1))
    assert clock.due(TERMS) == later(40)
    assert (hours(clock, "red", at=later(20)), hours(clock, "red", at=later(36))) == (6, 4)
    assert clock.stands_until(TERMS, "red", later(5)) == later(34)
    assert clock.stands_until(TERMS, "red", later(3)) is None
    early = clock.returns(TERMS, "red", later(4), later(10))
    assert early.due(TERMS) == later(16)
    assert clock.returns(TERMS, "red", later(4), later(2)).due(TERMS) == later(10)


@pytest.mark.parametrize(
    ("start", "due"),
    [
        # Three days from Thursday evening: the weekend does not count.
        ("2026-11-26 18:00", "2026-12-01 18:00"),
        # From Saturday noon: they begin on Monday.
        ("2026-11-28 12:00", "2026-12-03 00:00"),
        # From the last moment before it.
        ("2026-11-27 23:59", "2026-12-02 23:59"),
        # The weekend on which summer begins has 47 hours, the one on which it ends 49.
        ("2026-03-27 12:00", "2026-04-01 12:00"),
        ("2026-10-23 12:00", "2026-10-28 12:00"),
        # Over two of them.
        ("2026-11-20 12:00", "2026-11-25 12:00"),
    ],
)
def test_weekends_do_not_count_and_end_at_midnight_where_the_table_is(start: str, due: str) -> None:
    there = ZoneInfo("Europe/Berlin")
    begins = dt.datetime.fromisoformat(start).replace(tzinfo=there).astimezone(dt.UTC)
    ends = dt.datetime.fromisoformat(due).replace(tzinfo=there).astimezone(dt.UTC)
    clock = start_clock(WEEKDAYS, ("red",), ("red",), begins)
    assert clock.due(WEEKDAYS) == ends
    assert clock.left_at(WEEKDAYS, "red", ends) == 0
    assert clock.left_at(WEEKDAYS, "red", ends - dt.timedelta(hours=1)) == HOUR * 1000


def test_a_zone_decides_where_the_weekend_begins() -> None:
    friday_evening = dt.datetime(2026, 11, 27, 20, tzinfo=dt.UTC)
    spans = {zone: next(stops(zone, (), friday_evening)) for zone in ("Pacific/Auckland", "America/New_York")}
    assert spans["Pacific/Auckland"] == (friday_evening, dt.datetime(2026, 11, 29, 11, tzinfo=dt.UTC))
    assert spans["America/New_York"][0] == dt.datetime(2026, 11, 28, 5, tzinfo=dt.UTC)


def test_days_away_over_a_weekend_are_counted_off_once() -> None:
    thursday, tuesday = later(72), later(8 * 24)
    away = [(thursday, tuesday), (later(96), later(100))]
    got = list(zip(stops("UTC", away, MONDAY), range(2), strict=False))
    assert got[0][0] == (thursday, tuesday)
    assert running_time(stops("UTC", away, MONDAY), MONDAY, later(9 * 24)) == dt.timedelta(hours=96)
    assert after(stops("UTC", away, MONDAY), MONDAY, dt.timedelta(hours=73)) == tuesday + dt.timedelta(hours=1)


def test_what_is_counted_up_to_a_due_moment_is_always_the_time_that_was_left() -> None:
    away = [(later(h), later(h + 7)) for h in range(3, 900, 50)]
    for minutes in range(0, 60 * 24 * 20, 97):
        time = dt.timedelta(minutes=minutes)
        end = after(stops("Europe/Berlin", away, MONDAY), MONDAY, time)
        assert running_time(stops("Europe/Berlin", away, MONDAY), MONDAY, end) == time


def test_a_clock_is_stored_whole() -> None:
    clock = start(TERMS, "red", "blue").leaves(TERMS, "blue", (later(4), later(34)), later(1))
    clock = clock.asks(TERMS, ["blue"], later(2)).ran_out(TERMS, "blue", later(3)).pause(TERMS, later(3))
    assert Clock.read(json.loads(json.dumps(clock.json()))) == clock
    assert Terms.read(json.loads(json.dumps(WEEKDAYS.json()))) == WEEKDAYS


def test_time_that_is_given_never_takes_any_away() -> None:
    """Who holds more than a clock may hold, as after one of other terms, keeps it."""
    rich = replace(start(), left={"red": 20 * HOUR * 1000, "blue": 0})
    assert hours(rich.give_time(TERMS, "red", later(0)), "red") == 20


# --- each order by itself ---------------------------------------------------------------------------------------------


def test_what_a_new_match_asks_of_its_clocks_is_kept_in_its_place() -> None:
    asked = TermsIn(bank=60, increment=5, most=90, weekends="stop", zone="Asia/Tokyo", at_zero="forfeit")
    assert asked.terms() == Terms(60, 5, 90, "stop", "Asia/Tokyo", "forfeit")
    assert TermsIn(bank=60).terms() == Terms(60, 0, 120, "run", "UTC", "remind")
    assert TermsIn(bank=MAX_CLOCK_SECONDS).terms().most == MAX_CLOCK_SECONDS


def test_each_order_about_clocks_leads_to_its_own_fact() -> None:
    pair = Seating({"red": "Red", "blue": "Blue"}, {"red": "warm", "blue": "cold"}, frozenset({"red"}))
    allied = Seating({"red": "Red", "blue": "Blue", "two": "Two"}, {"red": "a", "blue": "b", "two": "a"}, {"red"})

    def facts(kind: str, times: Times, at: Seating = pair, **order: str) -> list[dict[str, object]] | str:
        found = OF_CLOCKS[f"house.{kind}"](at, "red", order, times)
        return found.code if isinstance(found, Refusal) else [{**said.payload} for said in found]

    terms = {at_zero: Times(replace(TERMS, at_zero=at_zero), ()) for at_zero in ("remind", "open", "forfeit")}
    plain, late = terms["remind"], replace(terms["remind"], out=("blue",))
    out: dict[str, object] = {"kind": "house.timed_out", "seat": "red"}
    opened = {"kind": "house.opened", "seat": "red", "why": "time"}
    lost = {"kind": "house.settled", "winner": "cold", "reason": "Red ran out of time."}
    tries: list[tuple[object, object]] = [
        (facts("claim", late), [{"kind": "house.settled", "winner": "warm", "reason": "Blue ran out of time."}]),
        (facts("claim", replace(plain, out=("red",))), "in_time"),
        (facts("claim", plain), "in_time"),
        (facts("claim", late, allied), "has_allies"),
        (facts("claim", replace(late, out=("two",)), allied), "in_time"),
        (facts("give", plain, to="blue"), [{"kind": "house.given", "seat": "blue"}]),
        (facts("give", plain, to="red"), "not_opponent"),
        (facts("give", plain, to="nobody"), "not_opponent"),
        (facts("time_out", plain), [{**out, "so": "told"}]),
        (facts("time_out", terms["forfeit"]), [{**out, "so": "lost"}, lost]),
        (facts("time_out", terms["forfeit"], allied), [{**out, "so": "told"}]),
        (facts("time_out", terms["open"]), [{**out, "so": "open"}, opened]),
        (facts("time_out", replace(terms["open"], free=("red",))), [{**out, "so": "told"}]),
        (
            facts("time_out", replace(terms["open"], stand_ins=("red",))),
            [{**out, "so": "stand_in"}, {"kind": "house.stand_in_plays", "seat": "red", "why": "zero"}],
        ),
        (
            facts("go_away", plain, begins="b", ends="e", first="f", last="l"),
            [{"kind": "house.away", "seat": "red", "begins": "b", "ends": "e"}],
        ),
        (facts("come_back", plain, begins="b"), [{"kind": "house.returned", "seat": "red", "begins": "b"}]),
        (facts("resume", plain), "not_paused"),
        (facts("resume", replace(plain, paused=True)), [{"kind": "house.resumed", "seats": ["red"]}]),
    ]
    assert [found for found, _ in tries] == [wanted for _, wanted in tries]


def test_which_orders_mean_nothing_without_clocks() -> None:
    orders = (
        {"kind": "house.claim"},
        {"kind": "house.propose", "what": "pause"},
        {"kind": "house.propose", "what": "draw"},
    )
    assert [needs_clocks(order) for order in orders] == [True, True, False]
