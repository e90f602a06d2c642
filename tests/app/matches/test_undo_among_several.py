"""Taking back a command when others have acted since (decisions/0022)."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from app.matches.facts import ACTIVE, UNDONE, MatchRecord, ReceivedCommand, SeatRecord, StoredFact
from app.matches.live_match.judging import judge, take_back
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.ruling import Ruling
from app.matches.live_match.undo_steps import MAX_STEPS_PER_SEAT, Origin, TakenBack, UndoStep, UndoSteps
from app.proof.exported import ExportedEntry
from app.proof.replay import Replay, Seating
from app.proof.report import Report
from rules.catalogue import GAMES
from rules.kernel.game import Game
from rules.kernel.messages import Chance, Command, Decided, JsonObject, Refusal
from tests.app.proof.host import past_of
from tests.app.toy_game import SEATS, Event, State, Toy
from tests.thorough import sample_of

NOW = dt.datetime(1914, 8, 4, tzinfo=dt.UTC)


class Together(Toy):
    """Both seats decide at the same time. Blue may hide the number that red hid last, and red may roll it."""

    def deciders(self, state: State) -> tuple[str, ...]:
        return SEATS

    def ask(self, state: State, seat: str) -> str:
        return f"{state.turn}.{seat}"

    def _events(self, state: State, seat: str, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if command.get("kind") != "copy":
            return super()._events(state, seat, command, chance)
        other = state.hidden[SEATS[1 - SEATS.index(seat)]]
        return (
            (Event("hid", seat, number=other[-1]),) if other else Refusal("nothing", "2", "There is nothing to copy.")
        )


class Silent(Together):
    """Nobody is told what the other hides, not even how much."""

    def view(self, state: State, viewer: str) -> JsonObject:
        shown = super().view(state, viewer)
        return {**shown, "hidden": {viewer: [*state.hidden.get(viewer, ())]}}

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        return super().narrate(before, event, after, viewer) if event.kind != "hid" or viewer == event.seat else None


def table(game: Game[Any, Any], scenario: str) -> LiveMatch:
    """A match that has just begun."""
    seat_records = tuple(SeatRecord(s.id, s.title, None, None, None, "1" * 64, 0) for s in game.seats(scenario, {}))
    record = MatchRecord(
        id="m", game=game.id, scenario=scenario, options={}, status=ACTIVE, hotseat=False, version=0, secret=bytes(32),
        commitment=None, invite="", spectate="", outcome=None, rules=None, link=bytes(32), seats=seat_records,
        told_at=NOW,
    )  # fmt: skip
    return LiveMatch(game, record, 0, game.new_match(scenario, {}), None)


def play(at: LiveMatch, seat: str, body: JsonObject) -> tuple[StoredFact, ...]:
    """A command that is taken; its facts."""
    ruling = judge(at, ReceivedCommand(seat, f"command-{at.version}", at.ask(seat), body), NOW)
    assert isinstance(ruling, Ruling), ruling
    at.accept(ruling)
    return ruling.facts


def undo(at: LiveMatch, seat: str) -> tuple[StoredFact, ...] | Refusal:
    """A seat's last command is taken back, if it can be; the fact."""
    ruling = take_back(at, ReceivedCommand(seat, f"undo-{at.version}", "", {}), NOW)
    if isinstance(ruling, Refusal):
        return ruling
    at.accept(ruling)
    return ruling.facts


def kept(seats: str) -> UndoSteps:
    """The steps left of commands without a bar, by seats of one letter each."""
    steps = UndoSteps(lambda state, _: state + 1)
    for before, seat in enumerate(seats):
        steps.remember(UndoStep(seat, before, before, ({},), origin=Origin(before)), barred=False)
    return steps


def test_what_another_does_in_secret_does_not_end_your_undo() -> None:
    """Commands are counted by seat: red's own push red's out, blue's do not."""
    many = kept("r" + "b" * (MAX_STEPS_PER_SEAT + 10))
    assert many.of("r") is not None
    assert many.seats_without_undo("b", barred=False) == frozenset()
    own = kept("r" * (MAX_STEPS_PER_SEAT + 10) + "b")
    assert [step.before for step in own][:2] == [10, 11]
    assert len(own) == MAX_STEPS_PER_SEAT + 1


def test_the_last_command_of_a_seat_is_known_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked for everyone who is told of a move: whatever is done, taken back or pushed out, it is the last."""
    monkeypatch.setattr("app.matches.live_match.undo_steps.MAX_STEPS_PER_SEAT", 8)
    monkeypatch.setattr("app.matches.live_match.undo_steps.MAX_STEPS", 12)
    rng, steps, gone = random.Random(1914), UndoSteps(lambda state, _: state + 1), Counter[str]()
    for before in range(2000):
        seat, deed = rng.choice("rrrbbg"), rng.randrange(40)
        lost = steps.seats_without_undo(seat, barred=deed == 0)
        had = {step.seat for step in steps}
        if deed > 12 or not deed:
            steps.remember(UndoStep(seat, before, before, ({},), origin=Origin(before)), barred=not deed)
            assert lost == had - {step.seat for step in steps} - {seat}
            gone["barred" if not deed else "pushed out"] += bool(lost)
        elif deed == 1:
            steps.clear()
        elif deed == 2:
            steps.learn({step.command_id: ReceivedCommand(step.seat, step.command_id, "", {}) for step in steps})
        else:
            taken = steps.taken_back(seat, lambda state, _: state + 1)
            assert (taken is None) == (seat not in had)
            if isinstance(taken, TakenBack):
                steps.take(taken)
        for each in "rbg":
            assert steps.of(each) is next((step for step in reversed([*steps]) if step.seat == each), None)
    assert min(gone["barred"], gone["pushed out"]) > 0


def test_a_snapshot_is_not_kept_waiting_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of all seats have a limit too."""
    monkeypatch.setattr("app.matches.live_match.undo_steps.MAX_STEPS_PER_SEAT", 11)
    monkeypatch.setattr("app.matches.live_match.undo_steps.MAX_STEPS", 12)
    assert len(kept("r" + "b" * 11)) == 12
    many = kept("r" + "bg" * 6)
    assert (len(many), many.of("r")) == (12, None)
    assert kept("r" + "b" * 10 + "g").seats_without_undo("g", barred=False) == {"r"}


def test_the_first_that_is_kept_stands_on_a_position_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.matches.live_match.undo_steps.MAX_STEPS_PER_SEAT", 3)
    steps, found = UndoSteps(lambda state, _: state + 1), []
    for before in range(5):
        origin = Origin(0, ((before, before),)) if before == 2 else Origin(before)
        steps.remember(UndoStep("r", before, before, ({},), origin=origin), barred=False)
        found.append([step.before for step in steps])
    assert found[2:] == [[0, 1, 2], [1, 2, 3], [3, 4]]


def test_between_kept_positions_the_others_follow_from_the_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is taken back, it is as if every position had been kept; and few are."""
    rng, found = random.Random(1914), []
    deeds = [(rng.choice(SEATS), rng.randrange(3)) for _ in range(300)]
    for apart in (1, 5):
        monkeypatch.setattr("app.matches.live_match.undo_steps.STEPS_PER_STATE", apart)
        at, stood, positions = table(Together(), "endless"), [], list[bool]()
        for number, (seat, what) in enumerate(deeds):
            if what:
                play(at, seat, hide(number % 7 + 1))
            else:
                undo(at, seat)
            stood.append((at.state, at.snapshot_point, len(at.steps)))
            positions = [step.state is not None for step in at.steps]
            assert positions[:1] in ([], [True])
            assert all(any(positions[n : n + apart]) for n in range(len(positions) - apart + 1))
        assert sum(positions) <= len(positions) / apart * 2
        found.append(stood)
    assert found[0] == found[1]
    assert max(size for _, _, size in found[0]) > 60


def hide(number: int) -> JsonObject:
    """Hide this number."""
    return {"kind": "hide", "number": number}


COPY: JsonObject = {"kind": "copy"}


def test_what_commutes_is_no_bar_and_the_log_says_which_lines_hold_no_more() -> None:
    at = table(Together(), "short")
    play(at, "red", hide(1)), play(at, "red", hide(2)), play(at, "blue", hide(3)), play(at, "blue", hide(4))
    facts = undo(at, "red")
    assert not isinstance(facts, Refusal)
    assert facts[0].payload == {"kind": UNDONE, "to": 1, "again": [[3, 4]]}
    assert at.state.hidden == {"red": (1,), "blue": (3, 4)}
    line = facts[0].line("blue")
    assert line is not None
    assert (line["to"], line["through"], line["seq"]) == (1, 2, 5)
    # And so on, from a position that never stood in the match.
    undone = [undo(at, seat) for seat in ("blue", "red", "blue")]
    assert [f[0].payload for f in undone if not isinstance(f, Refusal)] == [
        {"kind": UNDONE, "to": 1, "again": [[3, 3]]},
        {"kind": UNDONE, "to": 0, "again": [[3, 3]]},
        {"kind": UNDONE, "to": 0},
    ]
    assert at.state == Together().new_match("short", {})


def test_a_later_command_that_would_be_another_bars_it_and_is_named() -> None:
    at = table(Together(), "short")
    play(at, "red", hide(5)), play(at, "red", hide(1)), play(at, "blue", COPY)
    stands, before = undo(at, "red"), at.state
    assert isinstance(stands, Refusal)
    assert stands.code == "stands_on_it"
    assert stands.text.endswith("depends on it: blue hid a number.")
    assert at.state is before
    assert at.undo("red")["allowed"] is True
    assert not isinstance(undo(at, "blue"), Refusal)
    assert not isinstance(undo(at, "red"), Refusal)
    assert at.state.hidden == {"red": (5,), "blue": ()}


def test_a_refused_or_differently_asked_command_stands_on_it() -> None:
    class Asking(Together):
        """The question counts what is hidden."""

        def ask(self, state: State, seat: str) -> str:
            return f"{len(state.hidden['red'])}.{seat}"

    for game, last in ((Together(), COPY), (Asking(), hide(2))):
        at = table(game, "short")
        play(at, "red", hide(1)), play(at, "blue", last)
        stands = undo(at, "red")
        assert isinstance(stands, Refusal)
        assert stands.code == "stands_on_it"


def test_nothing_tells_of_a_hidden_undo_or_of_what_was_hidden_in_between() -> None:
    told = []
    for hidden in (1, 4):
        at = table(Silent(), "short")
        play(at, "red", hide(1))
        for number in range(1, hidden + 1):
            play(at, "blue", hide(number))
        assert not isinstance(undo(at, "blue"), Refusal)
        first = [replace(at.message(viewer), link=None) for viewer in ("red", "spectator")]
        facts = undo(at, "red")
        assert not isinstance(facts, Refusal)
        told.append(
            (first, at.message("red").version, facts[0].line("red"), set(facts[0].lines), at.message("red").undo)
        )
        assert at.state.hidden["blue"] == tuple(range(1, hidden))
    assert told[0] == told[1]
    assert told[0][3] == {"red"}


@pytest.mark.parametrize(
    ("scenario", "seed"), sample_of([("classic-1-4", 1), ("classic-1-3", 2), ("classic-1-4", 3)], 3, 1)
)
def test_after_an_undo_the_match_stands_as_without_the_command(scenario: str, seed: int) -> None:
    """Random commands of several seats. A process that reads the facts, and a fold of them, come to the same."""
    game: Game[Any, Any] = GAMES["powers-1914"]
    at, rng = table(game, scenario), random.Random(seed)
    read = table(game, scenario)
    base, since = at.state, list[ReceivedCommand]()
    facts: list[StoredFact] = []
    across = 0
    while across < 9 and (deciders := game.deciders(at.state)):
        seat = rng.choice(deciders)
        last = at.steps.of(seat)
        if last is not None and rng.randrange(3) == 0:
            later = len(at.steps.after(last))
            told = undo(at, seat)
            if isinstance(told, Refusal):
                assert later, "with nothing after it nothing stands on it"
                continue
            across += later > 0
            facts += told
            past = past_of(game, game.new_match(scenario, {}), [f.payload for f in facts])
            settled, position = at.snapshot_point
            assert position == past[settled], "a snapshot there would be of another position"
            since.remove(next(o for o in reversed(since) if o.seat == seat))
            assert at.state == without(game, base, since)
        else:
            order = ReceivedCommand(
                seat, f"command-{at.version}", at.ask(seat), game.random_command(at.state, seat, rng)
            )
            ruling = judge(at, order, NOW)
            assert isinstance(ruling, Ruling), ruling
            at.accept(ruling)
            told = ruling.facts
            facts += told
            since.append(order)
            if ruling.barred:
                base, since = at.state, []
        read.follow(told)
        assert game.dump_state(read.state) == game.dump_state(at.state)
    assert across >= 5, "hardly anything was taken back across others' commands"
    folded = past_of(game, game.new_match(scenario, {}), [f.payload for f in facts])[-1]
    assert game.dump_state(folded) == game.dump_state(at.state)
    assert [(s.seat, s.before, s.origin) for s in read.steps] == [(s.seat, s.before, s.origin) for s in at.steps]


def without(game: Game[Any, Any], state: Any, orders: list[ReceivedCommand]) -> Any:
    """The position that commands lead to; none of them rolls a die."""

    def no_dice(draw: int, sides: int) -> int:
        raise AssertionError("a die in what can be taken back")

    for order in orders:
        decided = game.decide(state, order.seat, order.body, no_dice)
        assert isinstance(decided, Decided)
        state = decided.states[-1]
    return state


def proved(game: Toy, commands: list[ExportedEntry]) -> Report:
    """What ``greatwar verify`` finds in the commands of a match of today's rules."""
    report = Report("m")
    seats = game.seats("short", {})
    titles, sides = {s.id: s.title for s in seats}, {s.id: s.side for s in seats}
    replay = Replay(
        report, game, "today", lambda _draw, sides: sides, game.new_match("short", {}), Seating(titles, sides, sides)
    )
    replay.run(commands)
    return report


def told(at: int, order: ReceivedCommand, *events: JsonObject) -> ExportedEntry:
    """A command of an export with its events."""
    return ExportedEntry(order, "today", at, events, None)


def test_verify_decides_what_came_later_once_more() -> None:
    """It knows an undo that leaves out what others did, and one that takes back what others built on."""
    hid: JsonObject = {"kind": "hid", "seat": "red", "number": 1}
    theirs: JsonObject = {"kind": "hid", "seat": "blue", "number": 1}
    first = told(1, ReceivedCommand("red", "1", "1.red", hide(1)), hid)
    free = told(2, ReceivedCommand("blue", "2", "1.blue", hide(1)), theirs)
    bound = told(2, ReceivedCommand("blue", "2", "1.blue", COPY), theirs)

    def undone(**more: Any) -> ExportedEntry:
        return told(3, ReceivedCommand("red", "3", "", {}), {"kind": UNDONE, "to": 0, **more})

    again = told(4, ReceivedCommand("red", "4", "1.red", COPY), {**hid, "number": 1})
    honest = proved(Together(), [first, free, undone(again=[[2, 2]]), again])
    assert (honest.faults, honest.decided) == ([], 4)
    (left_out, *_) = proved(Together(), [first, free, undone()]).faults
    assert "only what came after event 0" in left_out
    (built_on, *_) = proved(Together(), [first, bound, undone(again=[[2, 2]])]).faults
    assert "event 2 stands on" in built_on
