"""Orders in advance: what is tried, and what is not because it could not be taken back (decisions/0030, 0055)."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from rules.kernel.drafting import (
    AFTER,
    ELSEWHERE,
    FITS,
    NOT_TRIED,
    REFUSED,
    SETTLES,
    WAITS,
    Drafted,
    Trial,
    attempt,
    gone_by,
    matter_of,
    next_turn_position,
    try_next,
)
from rules.kernel.messages import Decided, Refusal

FULL = Refusal("full", "7.2", "The hex is full.")
MOVE, ROLL, SHOW, END = ({"kind": kind} for kind in ("move", "roll", "show", "end_phase"))


class Counting:
    """A position is a number, which each move raises; red decides up to three, in a question of its turn."""

    def deciders(self, state: int) -> tuple[str, ...]:
        return ("red",) if state < 3 else ("blue",)

    def ask(self, state: int, seat: str) -> str:
        return f"{state}.movement.1" if seat in self.deciders(state) else "waiting"

    def decide(self, state: int, seat: str, command: Any, chance: Any) -> Decided[int, str] | Refusal:
        if command["kind"] == "full":
            return FULL
        if command["kind"] == "roll":
            chance(1, 6)
        if command["kind"] == "show":
            return Decided(("move", "show"), (state + 1, state + 2))
        return Decided((command["kind"],), (state + 1,))

    def bars_undo(self, event: str) -> bool:
        return event == "show"

    def narrate(self, before: int, event: str, after: int, viewpoint: str) -> Any:
        return {"text": f"{event} {before} {after}"} if viewpoint == "red" else None


class GoingOn(Counting):
    """The same where plans go on after what cannot be taken back, and where blue can write its next turn."""

    def onward(self, state: int, seat: str, command: Any) -> int | None:
        return state + 1 if command["kind"] == "roll" else None

    def next_turn_position(self, state: int, seat: str) -> int:
        return 7


def drafted(*commands: Any) -> list[Drafted]:
    """These commands as answers to a question of red's movement."""
    return [Drafted("9.movement.4", command) for command in commands]


def tried(game: Any, *commands: Any, state: int = 0, seat: str = "red") -> Trial:
    """A draft of red's, tried."""
    return reduce(lambda trial, one: try_next(game, trial, seat, "red", one), drafted(*commands), Trial(state))


def results(trial: Trial) -> list[tuple[str, str]]:
    """What came of each command, and why."""
    return [(one.status, one.why) for one in trial.tried]


@pytest.mark.parametrize(
    ("ask", "matter"), [("3.movement.1", "movement"), ("movement", "movement"), ("1.west.battle-2.4", "west.battle-2")]
)
def test_the_numbers_of_turns_and_answers_are_no_part_of_what_a_question_is_about(ask: str, matter: str) -> None:
    assert matter_of(ask) == matter


def test_what_fits_is_carried_out_and_told_to_its_seat() -> None:
    trial = tried(Counting(), MOVE, MOVE)
    assert (trial.state, trial.barred, trial.later) == (2, False, False)
    assert results(trial) == [(FITS, ""), (FITS, "")]
    assert [one.lines for one in trial.tried] == [({"text": "move 0 1"},), ({"text": "move 1 2"},)]
    unseen = try_next(Counting(), Trial(0), "red", "spectator", drafted(MOVE)[0])  # type: ignore[arg-type]
    assert unseen.tried[0].lines == ()


def test_what_is_refused_is_left_out_and_the_next_is_tried_without_it() -> None:
    trial = tried(Counting(), {"kind": "full"}, MOVE)
    assert results(trial) == [(REFUSED, FULL.text), (FITS, "")]
    assert (trial.state, trial.tried[0].refusal, trial.tried[1].refusal) == (1, FULL, None)


@pytest.mark.parametrize("last", [ROLL, SHOW], ids=["a die", "something hidden"])
def test_nothing_is_tried_after_what_cannot_be_taken_back(last: Any) -> None:
    trial = tried(Counting(), MOVE, last, MOVE)
    assert results(trial) == [(FITS, ""), (NOT_TRIED, SETTLES), (NOT_TRIED, AFTER)]
    assert (trial.state, trial.barred) == (1, True)
    assert [one.settles for one in trial.tried] == [False, True, False]
    assert not any(one.passed or one.later for one in trial.tried)
    assert attempt(Counting(), 1, "red", last) is None  # type: ignore[arg-type]


def test_a_game_may_let_a_plan_go_on_after_a_die() -> None:
    trial = tried(GoingOn(), ROLL, MOVE)
    assert results(trial) == [(NOT_TRIED, SETTLES), (FITS, "")]
    assert (trial.state, trial.barred, trial.later) == (2, False, True)
    assert [(one.settles, one.passed, one.later) for one in trial.tried] == [(True, True, False), (False, False, True)]
    again = tried(GoingOn(), ROLL, {"kind": "full"}, ROLL)
    assert [one.later for one in again.tried] == [False, True, True]
    shown = tried(GoingOn(), SHOW, MOVE)
    assert results(shown) == [(NOT_TRIED, SETTLES), (NOT_TRIED, AFTER)]
    assert not shown.tried[0].passed


def test_a_seat_that_decides_nothing_waits_and_another_question_is_not_answered() -> None:
    assert results(tried(Counting(), MOVE, state=3)) == [(NOT_TRIED, WAITS)]
    other = try_next(Counting(), Trial(0), "red", "red", Drafted("0.combat.1", MOVE))  # type: ignore[arg-type]
    assert results(other) == [(NOT_TRIED, ELSEWHERE)]
    assert other.state == 0


def test_the_next_turn_is_looked_at_where_the_game_can_and_the_seat_waits() -> None:
    assert next_turn_position(GoingOn(), 0, "blue") == 7  # type: ignore[arg-type]
    assert next_turn_position(GoingOn(), 0, "red") is None  # type: ignore[arg-type]
    assert next_turn_position(Counting(), 0, "blue") is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("plan", "number"),
    [
        ([("1.movement.1", MOVE)], 0),
        ([("1.weather.1", END), ("1.movement.1", MOVE)], 1),
        ([("1.weather.1", END), ("1.supply.1", END), ("1.movement.2", MOVE)], 2),
        ([("1.weather.1", MOVE), ("1.movement.1", MOVE)], 0),
        ([("1.weather.1", END), ("1.supply.1", END)], 0),
        ([], 0),
    ],
)
def test_steps_that_have_gone_by_are_passed_over(plan: list[tuple[str, Any]], number: int) -> None:
    """Only those that a plan merely ends, and only where what follows answers the question of now."""
    orders = [Drafted(ask, command) for ask, command in plan]
    assert gone_by(Counting(), 0, "red", orders) == number  # type: ignore[arg-type]
