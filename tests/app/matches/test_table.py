"""A table by itself: what it asks the rules for, and what it does not ask them twice."""

from __future__ import annotations

import asyncio
import datetime as dt
import uuid
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from app.clocks.clock import FORFEIT, Terms, start_clock
from app.clocks.orders import TIME_OUT
from app.clocks.timing import Timing
from app.matches.access.rights import why_no_move
from app.matches.agreements.settlement import RESIGN
from app.matches.facts import ACTIVE, MatchRecord, ReceivedCommand, SeatRecord, StoredFact, lines_of, stored_lines
from app.matches.live_match.judging import judge, judge_agreement, judge_by_server, take_back, verdict
from app.matches.live_match.last_messages import ViewerMessage
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.ruling import Ruling
from app.matches.telling.call_backs import call_backs_of
from app.matches.telling.patch import merge
from app.matches.telling.push_scheduler import PushScheduler, patch, whole
from app.news import News
from app.notices.kinds import CLOCK, ENDED, TURN
from rules.kernel.game import Seat
from rules.kernel.messages import JsonObject, Refusal
from tests.app.players import END, HIDE, THROW
from tests.app.toy_game import SEATS, Event, State, Toy

NOW = dt.datetime(1914, 8, 4, tzinfo=dt.UTC)


def table(game: Toy) -> LiveMatch:
    """A match of the toy that has just begun, with nobody at it."""
    seat_records = tuple(SeatRecord(s, s.title(), None, None, None, "1" * 64, 0) for s in SEATS)
    record = MatchRecord(
        id="m", game="toy", scenario="short", options={}, status=ACTIVE, hotseat=False, version=0, secret=bytes(32),
        commitment=None, invite="", spectate="", outcome=None, rules=None, link=bytes(32), seats=seat_records,
        told_at=NOW,
    )  # fmt: skip
    return LiveMatch(game, record, 0, game.new_match("short", {}), None)


def played(at: LiveMatch, *commands: JsonObject) -> tuple[StoredFact, ...]:
    """Commands of whoever is asked; the facts of the last."""
    facts: tuple[StoredFact, ...] = ()
    for number, body in enumerate(commands):
        seat = at.state.seat
        ruling = judge(at, ReceivedCommand(seat, f"command-{at.version}-{number}", at.ask(seat), body), NOW)
        assert isinstance(ruling, Ruling), ruling
        at.accept(ruling)
        facts = ruling.facts
    return facts


def test_what_was_decided_is_not_applied_a_second_time() -> None:
    class Once(Toy):
        """Counts how often a fact is applied."""

        applied = 0

        def evolve(self, state: State, event: Event) -> State:
            self.applied += 1
            return super().evolve(state, event)

    game = Once()
    at = table(game)
    played(at, HIDE, THROW, END)
    assert game.applied == 3
    assert (at.state.turn, at.state.seat) == (2, "blue")


def test_the_name_of_the_question_is_known_without_the_question() -> None:
    class Mute(Toy):
        """Is never asked what it asks."""

        def legal(self, state: State, seat: str) -> Any:
            raise AssertionError("the question is made only for the one who looks at it")

    at = table(Mute())
    played(at, HIDE, END)
    assert at.ask("red") == "2.blue"


def test_seats_of_one_viewpoint_are_shown_and_told_the_same_once_and_asked_each_for_itself() -> None:
    made: list[tuple[str, str]] = []

    class Allied(Toy):
        """Both seats know the same."""

        def seats(self, scenario: str, options: Any) -> tuple[Seat, ...]:
            return tuple(Seat(s, s.title(), viewpoint="both") for s in SEATS)

        def view(self, state: State, viewer: str) -> JsonObject:
            made.append(("view", viewer))
            return super().view(state, viewer)

        def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
            made.append(("line", viewer))
            return super().narrate(before, event, after, viewer)

    at = table(Allied())
    (fact,) = played(at, HIDE)
    words = {seat: at.message(seat) for seat in SEATS}
    assert made == [("line", "both"), ("line", "spectator"), ("view", "both")]
    assert words["red"].view is words["blue"].view
    assert [(w.legal or {})["yours"] for w in words.values()] == [True, False]
    assert [w.undo["allowed"] for w in words.values()] == [True, False]
    assert list(fact.lines) == ["both", "spectator"]
    undone = take_back(at, ReceivedCommand("red", "take-it-back", "", {}), NOW)
    assert isinstance(undone, Ruling)
    assert set(undone.facts[0].lines) == {"both", "spectator"}
    at.accept(undone)
    assert {at.message(seat).version for seat in SEATS} == {2}


def test_a_line_that_several_read_is_stored_once() -> None:
    own: JsonObject = {"text": "You hid 7."}
    told: JsonObject = {"text": "Red hid a number."}
    lines = {"red": own, "blue": told, "spectator": dict(told)}
    stored = stored_lines(lines)
    assert stored == {"spectator": told, "blue": "spectator", "red": own}
    assert lines_of(stored) == lines
    assert lines_of({**lines}) == lines, "as they were stored before"


class Watchers:
    """An audience that writes down what it is told."""

    def __init__(self, *viewpoints: str) -> None:
        self.told: list[tuple[str, News]] = []
        self._viewpoints = viewpoints

    def is_watched(self, match: str) -> bool:
        return True

    def viewpoints(self, match: str) -> tuple[str, ...]:
        return self._viewpoints

    def deliver(self, match: str, viewer: str, news: News) -> None:
        self.told.append((viewer, news))

    def unseat(self, match: str, viewer: str) -> None:
        """Nobody sits here."""

    def send_presence(self, match: str) -> None:
        raise AssertionError("nobody came or went")


def test_a_request_for_the_state_between_a_move_and_its_telling_takes_nothing_from_the_watchers() -> None:
    async def scene() -> list[tuple[str, News]]:
        at, watchers = table(Toy()), Watchers("blue", "spectator")
        herald, before = PushScheduler(watchers), at.message("blue")
        herald.later(at, played(at, HIDE))
        assert watchers.told == [], "who made the move is answered first"
        assert at.message("blue").version == 1
        herald.later(at, played(at, THROW))
        await asyncio.sleep(0)
        (viewer, news), (other, whole) = watchers.told
        assert (viewer, news.since, news.version) == ("blue", before.version, 2)
        patch: Any = news.patch()
        assert [line["seq"] for line in patch["log"]] == [1, 2]
        assert merge(before.view, patch["patch"])["hidden"] == {"red": 1, "blue": []}
        assert (other, whole.since, whole.patch()["type"]) == ("spectator", None, "state")
        return watchers.told

    assert len(asyncio.run(scene())) == 2


def test_one_viewpoint_that_cannot_be_shown_does_not_keep_the_news_from_the_others() -> None:
    class Blind(Toy):
        """Fails for one viewpoint."""

        def view(self, state: State, viewer: str) -> JsonObject:
            if viewer == "blue":
                raise ZeroDivisionError
            return super().view(state, viewer)

    async def scene() -> list[str]:
        at, watchers = table(Blind()), Watchers("blue", "red")
        herald = PushScheduler(watchers)
        herald.later(at, played(at, HIDE))
        herald.tell("m")
        return [viewer for viewer, _ in watchers.told]

    assert asyncio.run(scene()) == ["red"]


class Clock:
    """Time that passes when it is told to, and the calls that wait for it."""

    def __init__(self) -> None:
        self.now = 100.0
        self._waiting: list[tuple[float, int, list[Any]]] = []

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Any, match: str, /) -> Any:
        return self.call_at(self.now, callback, match)

    def call_at(self, when: float, callback: Any, match: str, /) -> Any:
        calls = [lambda: callback(match)]
        self._waiting.append((when, len(self._waiting), calls))
        return SimpleNamespace(cancel=calls.clear)

    def step(self) -> None:
        """One turn of the loop: what was to be called soon, and what that has called soon waits."""
        for waiting in [w for w in self._waiting if w[0] <= self.now]:
            self._waiting.remove(waiting)
            for call in [*waiting[2]]:
                call()

    def until(self, when: float) -> None:
        """Let time pass."""
        while due := sorted((waiting for waiting in self._waiting if waiting[0] <= when), key=lambda w: w[:2]):
            at, _, calls = due[0]
            self._waiting.remove(due[0])
            self.now = max(self.now, at)
            for call in [*calls]:
                call()
        self.now = when


def test_the_pushes_of_a_burst_go_together_and_a_lone_move_goes_at_once() -> None:
    clock, at, watchers = Clock(), table(Toy()), Watchers("blue")
    herald, shown = PushScheduler(watchers, 0.05, lambda: clock), [at.message("blue")]
    pushed: list[int] = []

    def move(after: float) -> None:
        clock.until(after)
        herald.later(at, played(at, HIDE))
        herald.tell_due()

    def versions() -> list[int]:
        """What was pushed since this was asked last."""
        pushed.clear()
        for _, news in watchers.told:
            assert news.since == shown[-1].version, "no watcher is told a thing twice or out of order"
            patch: Any = news.patch()
            assert [line["seq"] for line in patch["log"]] == list(range(shown[-1].version + 1, news.version + 1))
            assert merge(shown[-1].view, patch["patch"]) == at.message("blue").view
            shown.append(at.message("blue"))
            pushed.append(news.version)
        watchers.told.clear()
        return [*pushed]

    move(100)
    assert versions() == [1], "at once"
    for after in (100.01, 100.02, 100.045):
        move(after)
        assert versions() == []
    clock.until(100.0499)
    assert versions() == []
    clock.until(100.0501)
    assert versions() == [4]
    move(100.07)
    assert versions() == []
    herald.tell("m")
    assert versions() == [5], "who joins has everyone told before"
    clock.until(100.3)
    assert versions() == []
    move(100.3)
    assert versions() == [6]
    clock.until(101)
    assert versions() == []


def test_matches_do_not_wait_for_each_other() -> None:
    clock, watchers = Clock(), Watchers("blue")
    herald = PushScheduler(watchers, 0.05, lambda: clock)
    here, there = table(Toy()), table(Toy())
    there.record = replace(there.record, id="n")
    for at in (here, there, here):
        at.message("blue")
        herald.later(at, played(at, HIDE))
        herald.tell_due()
    assert [news.version for _, news in watchers.told] == [1, 1]
    clock.until(100.1)
    assert [news.version for _, news in watchers.told] == [1, 1, 2]


def test_one_viewpoint_is_told_in_each_turn_of_the_loop() -> None:
    """And what is moved between the turns of two viewpoints: the second is shown it at once, the first later."""
    clock, at, watchers = Clock(), table(Toy()), Watchers("blue", "red")
    herald = PushScheduler(watchers, 0.05, lambda: clock)
    for viewer in ("blue", "red"):
        at.message(viewer)

    def told() -> list[tuple[str, int | None, int, list[int]]]:
        """Who was told since this was asked last: from which version to which, with which lines."""
        found = []
        for viewer, news in watchers.told:
            patch: Any = news.patch()
            found.append((viewer, news.since, news.version, [line["seq"] for line in patch["log"]]))
        watchers.told.clear()
        return found

    herald.later(at, played(at, HIDE))
    herald.tell_due()
    assert told() == [("blue", 0, 1, [1])]
    herald.later(at, played(at, HIDE))
    herald.tell_due()
    assert told() == [], "the other has their turn first"
    clock.step()
    assert told() == [("red", 0, 2, [1, 2])]
    clock.until(100.0499)
    assert told() == []
    clock.until(100.0501)
    assert told() == [("blue", 1, 2, [2])]


def test_nobody_is_told_while_an_order_is_being_stored_unless_he_has_waited_too_long() -> None:
    clock, watchers = Clock(), Watchers("blue", "red")
    herald = PushScheduler(watchers, 0.05, lambda: clock)
    here, there = table(Toy()), table(Toy())
    there.record = replace(there.record, id="n")
    with herald.under_way():
        herald.later(here, played(here, HIDE))
        clock.until(100.03)
        assert watchers.told == []
    clock.until(100.04)
    assert len(watchers.told) == 2
    with herald.under_way(), herald.under_way():
        herald.later(there, played(there, HIDE))
        clock.until(100.08)
        assert len(watchers.told) == 2
        clock.until(100.1)
        assert len(watchers.told) == 4


def test_whoever_has_waited_too_long_is_told_before_his_turn() -> None:
    clock, watchers = Clock(), Watchers("blue", "red")
    herald = PushScheduler(watchers, 0.05, lambda: clock)
    tables = [table(Toy()) for _ in range(3)]
    for number, at in enumerate(tables):
        at.record = replace(at.record, id=f"m{number}")
        herald.later(at, played(at, HIDE))
    herald.tell_due()
    assert len(watchers.told) == 1
    clock.step()
    assert len(watchers.told) == 2
    herald.tell("m2")
    assert len(watchers.told) == 4, "who joins has everyone told before"
    clock.now += 0.051
    clock.step()
    assert len(watchers.told) == 6
    clock.until(101)
    assert len(watchers.told) == 6


def test_while_many_matches_move_watchers_are_told_less_often_and_still_of_everything() -> None:
    clock, watchers = Clock(), Watchers("blue")
    herald = PushScheduler(watchers, 0.05, lambda: clock)
    tables = [table(Toy()) for _ in range(12)]
    for number, at in enumerate(tables):
        at.record = replace(at.record, id=f"m{number}")
        at.message("blue")
    for _ in range(2):
        for at in tables:
            herald.later(at, played(at, HIDE))
        clock.until(clock.now)
    assert [news.version for _, news in watchers.told] == [1] * 12
    clock.until(100.19)
    assert len(watchers.told) == 12
    clock.until(100.2)
    assert [news.version for _, news in watchers.told[12:]] == [2] * 12
    # A lone match an hour later waits no longer than it ever did.
    clock.until(3700)
    for _ in range(2):
        herald.later(tables[0], played(tables[0], HIDE))
        clock.until(clock.now)
    assert [news.version for _, news in watchers.told[24:]] == [3]
    clock.until(3700.051)
    assert [news.version for _, news in watchers.told[24:]] == [3, 4]


# --- who is called back, and who may move -----------------------------------------------------------------------------

RED, BLUE, STRANGER = (uuid.UUID(int=number) for number in (1, 2, 3))
TERMS = Terms(bank=36_000, increment=0, most=36_000, at_zero=FORFEIT)


def seated(red: uuid.UUID | None, blue: uuid.UUID | None, **more: Any) -> LiveMatch:
    """A match of the toy with clocks and these at its seats."""
    at = table(Toy())
    seats = tuple(replace(c, account=who) for c, who in zip(at.record.seats, (red, blue), strict=True))
    clock = start_clock(TERMS, SEATS, ("red",), dt.datetime.now(dt.UTC))
    at.record = replace(at.record, seats=seats, timing=Timing(TERMS, clock), **more)
    return at


def called(at: LiveMatch, found: Ruling | Refusal) -> list[tuple[str, str]]:
    """Which seats hear of what after an order."""
    assert isinstance(found, Ruling), found
    return [(owed.seat, owed.kind) for owed in call_backs_of(at, found)]


def given(at: LiveMatch, body: JsonObject) -> Ruling:
    """What red's command comes to, with the clocks."""
    found = verdict(at, lambda live, now: judge(live, ReceivedCommand("red", "id", live.ask("red"), body), now))
    assert isinstance(found, Ruling), found
    return found


def test_others_than_the_mover_are_called_to_what_they_are_asked_and_before_their_time_is_up() -> None:
    at = seated(RED, BLUE)
    ruling = given(at, END)
    turn, clock = call_backs_of(at, ruling)
    assert (turn.seat, turn.kind, turn.key, turn.at) == ("blue", TURN, Toy().ask(ruling.state, "blue"), None)
    assert turn.number == ruling.facts[-1].numbers["blue"]
    assert (clock.seat, clock.kind) == ("blue", CLOCK)
    assert clock.at is not None
    left = clock.at - dt.datetime.now(dt.UTC)
    assert dt.timedelta(hours=7.9) < left < dt.timedelta(hours=8.1), "a fifth of ten hours before"
    assert called(at, given(at, HIDE)) == []
    for alone in (seated(RED, None), seated(RED, BLUE, hotseat=True)):
        assert called(alone, given(alone, END)) == []
    both = seated(RED, RED)
    assert called(both, given(both, END)) == [("blue", CLOCK)]


def test_of_the_end_all_hear_but_whoever_brought_it_about() -> None:
    at, now = seated(RED, BLUE), dt.datetime.now(dt.UTC)
    resigns = ReceivedCommand("red", "id", "", {"kind": RESIGN})
    assert called(at, judge_agreement(at, resigns, now, at.seating(RED), None, dict)) == [("blue", ENDED)]
    late = ReceivedCommand("red", "id", "", {"kind": TIME_OUT})
    assert called(at, judge_by_server(at, late, now)) == [("red", ENDED), ("blue", ENDED)]


def test_only_the_stand_in_moves_a_seat_that_they_play_and_a_stranger_is_told_nothing_of_it() -> None:
    at = seated(RED, BLUE)
    first, second = at.record.seats
    seats = replace(first, stand_in=STRANGER), second
    waits = replace(at.record, seats=seats)
    plays = replace(at.record, seats=(replace(seats[0], stands_in_since=NOW), second))

    def why(record: MatchRecord, account: uuid.UUID | None) -> str | None:
        error = why_no_move(record, account, "red")
        return None if error is None else error.code

    assert [why(waits, who) for who in (RED, STRANGER, BLUE, None)] == [None, *3 * ["not_your_seat"]]
    assert [why(plays, who) for who in (RED, STRANGER, BLUE)] == ["stand_in_plays", None, "not_your_seat"]


def test_an_older_row_of_a_match_brings_its_seats_and_not_its_clocks() -> None:
    at = seated(RED, BLUE)
    at.accept(given(at, END))
    ours, older = at.record.timing, Timing(TERMS)
    taken = (at.record.seats[0], replace(at.record.seats[1], account=STRANGER))
    at.know(replace(at.record, version=at.version - 1, timing=older, seats=taken))
    assert (at.record.timing, at.record.seats) == (ours, taken)
    at.know(replace(at.record, version=at.version, timing=older))
    assert at.record.timing == older


def test_a_push_has_all_that_its_viewer_knows_and_a_patch_what_is_new() -> None:
    now = dt.datetime.now(dt.UTC)
    timing = Timing(TERMS, start_clock(TERMS, SEATS, ("red",), now))
    question: JsonObject = {"ask": "1.red", "offers": []}
    before = ViewerMessage(1, "aa", {"points": 1, "turn": 1}, question, {"allowed": False}, [], timing)
    later = replace(before, version=2, link="bb", view={"points": 2, "turn": 1}, undo={"allowed": True})
    later = replace(later, legal={**question, "ask": "2.red"}, proposals=[{"id": "draw"}])
    told: JsonObject = {"version": 2, "link": "bb", "undo": {"allowed": True}, "proposals": [{"id": "draw"}]}
    told |= {"log": [{"text": "Red rolls."}]}

    def without_clocks(message: JsonObject) -> JsonObject:
        clocks: Any = message.pop("clocks")
        assert clocks["seats"]["red"]["running"]
        return message

    lines: list[JsonObject] = [{"text": "Red rolls."}]
    assert without_clocks(whole(later, lines)) == {**told, "type": "state", "view": later.view, "legal": later.legal}
    patched = {"type": "patch", "from": 1, "patch": {"points": 2}, "legal": {"ask": "2.red"}}
    assert without_clocks(patch(before, later, lines)) == {**told, **patched}
    for asked, asks in ((replace(before, legal=None), later), (before, replace(later, legal=None))):
        assert patch(asked, asks, lines)["legal"] is None, "the whole question is asked for"
