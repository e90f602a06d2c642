"""Two fights at once: who is asked in which lane, what a command answers, and what commanders may do meanwhile."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.kernel import lanes
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.standing import StandingOrder
from tests.contract import derived
from tests.two_fights import BLUE, GAME, RED, TwoFights

PLAIN = TwoFights()
HOLDS: dict[str, StandingOrder] = {"stand": StandingOrder("stand", "hold")}


def after(state: Any, seat: str, die: int = 6, game: Any = GAME, **command: Any) -> Any:
    """The position after a command that is taken."""
    answer = game.decide(state, seat, command, lambda _, __: die)
    assert not isinstance(answer, Refusal), answer
    for event in answer:
        state = game.evolve(state, event)
    assert game.load_state(game.dump_state(state)) == state
    return state


def code(state: Any, seat: str, game: Any = GAME, **command: Any) -> str:
    """The code of the refusal."""
    answer = game.decide(state, seat, command, lambda _, __: 6)
    assert isinstance(answer, Refusal), answer
    return answer.code


def both_fronts(game: Any = GAME, scenario: str = "four") -> Any:
    """Red attacks on both fronts: two fights wait for Blue."""
    state = game.new_match(scenario, {})
    west, east = ("red-west", "red-east") if scenario == "four" else (RED, RED)
    state = after(state, west, game=game, kind="attack", unit="red-west-1", target="blue-west-1")
    lane = {} if scenario == "four" else {"lane": ""}
    return after(state, east, game=game, kind="attack", unit="red-east-1", target="blue-east-1", **lane)


def kinds(question: Any) -> set[str]:
    return {offer["kind"] for offer in question["offers"]}


# --- a seat a side --------------------------------------------------------------------------------------------------


def test_a_seat_has_a_question_in_each_of_its_lanes() -> None:
    state = both_fronts(PLAIN, "plain")
    assert PLAIN.deciders(state) == (BLUE, RED)
    assert PLAIN.lanes(state, BLUE) == ("blue-west-1", "blue-east-1")
    assert PLAIN.lanes(state, RED) == ("",)
    asked: Any = PLAIN.legal(state, BLUE)
    assert (asked["lane"], kinds(asked)) == ("blue-west-1", {"hold", "fall_back"})
    [other] = asked["lanes"]
    assert (other["lane"], kinds(other)) == ("blue-east-1", {"hold", "fall_back"})
    assert (asked["ask"], other["ask"]) == lanes.asks(PLAIN, state, BLUE)
    assert asked["ask"] == PLAIN.ask(state, BLUE) != other["ask"]
    assert "lanes" not in PLAIN.legal(state, RED)
    assert "lane" not in PLAIN.legal(PLAIN.new_match("plain", {}), RED), "as it was where there are no lanes"


def test_a_command_says_in_which_lane_and_answers_the_first_question_without_a_word() -> None:
    state = both_fronts(PLAIN, "plain")
    east = after(state, BLUE, game=PLAIN, kind="fall_back", lane="blue-east-1")
    assert (east.fights["blue-west-1"].step, east.fights["blue-east-1"].step) == ("stand", "pursue")
    first = after(state, BLUE, game=PLAIN, kind="fall_back")
    assert first.fights["blue-west-1"].step == "pursue"
    assert first.fights["blue-east-1"].step == "stand"


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ({"kind": "hold", "lane": "blue-west-2"}, "no-lane"),
        ({"kind": "hold", "lane": ""}, "no-lane"),
        ({"kind": "hold", "lane": 7}, "malformed"),
        ({"kind": "hold", "lane": None}, "malformed"),
        ({"kind": "pursue", "lane": "blue-east-1"}, "wrong-step"),
    ],
)
def test_a_lane_in_which_nothing_is_asked_is_refused(command: JsonObject, refusal: str) -> None:
    state = both_fronts(PLAIN, "plain")
    assert code(state, BLUE, game=PLAIN, **command) == refusal


def test_nothing_that_happens_in_a_lane_changes_a_question_in_another() -> None:
    state = both_fronts(PLAIN, "plain")
    west = PLAIN.ask_in(state, BLUE, "blue-west-1")
    state = after(state, BLUE, game=PLAIN, kind="hold", lane="blue-east-1")
    assert PLAIN.ask(state, BLUE) == west
    state = after(state, RED, game=PLAIN, kind="attack", unit="red-west-2", target="blue-west-2", lane="")
    assert PLAIN.ask_in(state, BLUE, "blue-west-1") == west
    assert PLAIN.lanes(state, BLUE) == ("blue-west-1", "blue-west-2")


def test_the_step_below_goes_on_when_no_lane_is_left() -> None:
    state = after(both_fronts(PLAIN, "plain"), RED, game=PLAIN, kind="end_phase")
    assert (state.side, PLAIN.deciders(state)) == (RED, (BLUE,))
    state = after(state, BLUE, die=1, game=PLAIN, kind="hold", lane="blue-west-1")
    assert (state.side, PLAIN.lanes(state, BLUE)) == (RED, ("blue-east-1",))
    state = after(state, BLUE, die=1, game=PLAIN, kind="hold")
    assert (state.side, PLAIN.lanes(state, BLUE)) == (BLUE, ("",))


def test_later_slots_are_asked_for_in_a_lane() -> None:
    state = both_fronts(PLAIN, "plain")
    state = after(state, BLUE, game=PLAIN, kind="fall_back", lane="blue-west-1")
    assert PLAIN.lanes(state, RED) == ("blue-west-1", "")
    asked = {"kind": "slot", "order": "attack", "slot": "target", "chosen": {"unit": "red-east-2"}}
    assert isinstance(PLAIN.consult(state, RED, asked), Refusal), "that is no order of the first question"
    found: Any = PLAIN.consult(state, RED, {**asked, "lane": ""})
    assert found["options"]["of"] == ["blue-east-2"]


def test_standing_orders_answer_lane_by_lane() -> None:
    state = both_fronts(PLAIN, "plain")
    assert PLAIN.answer_ahead(state, BLUE, HOLDS) == {"kind": "hold", "lane": "blue-west-1"}
    assert PLAIN.answer_in(state, BLUE, "blue-east-1", HOLDS) == {"kind": "hold", "lane": "blue-east-1"}
    assert PLAIN.answer_ahead(state, RED, HOLDS) is None
    state = after(state, BLUE, game=PLAIN, kind="fall_back", lane="blue-west-1")
    assert PLAIN.answer_ahead(state, BLUE, HOLDS) == {"kind": "hold", "lane": "blue-east-1"}


# --- two commanders a side ------------------------------------------------------------------------------------------


def test_each_fight_asks_the_commander_whose_it_is() -> None:
    state = both_fronts()
    assert GAME.deciders(state) == ("blue-west", "blue-east", "red-west", "red-east")
    assert [GAME.lanes(state, f"blue-{front}") for front in ("west", "east")] == [("blue-west-1",), ("blue-east-1",)]
    assert kinds(GAME.legal(state, "blue-east")) == {"hold", "fall_back"}
    assert code(state, "blue-east", kind="hold", lane="blue-west-1") == "not-your-command"
    assert code(state, "blue-east", kind="hold", lane="blue-west-2") == "no-lane"
    assert code(state, "red-east", kind="hold", lane="blue-east-1") == "no-lane"


def test_one_commanders_open_fight_does_not_stop_the_other() -> None:
    state = both_fronts()
    west, east = (GAME.ask(state, f"blue-{front}") for front in ("west", "east"))
    state = after(state, "blue-east", kind="fall_back")
    assert GAME.ask(state, "blue-west") == west
    assert GAME.ask(state, "blue-east") != east
    # Who may go on is asked that first, and goes on with the turn beside it.
    assert GAME.lanes(state, "red-east") == ("blue-east-1", "")
    assert GAME.lanes(state, "red-west") == ("",)
    asked: Any = GAME.legal(state, "red-east")
    assert kinds(asked) == {"pursue", "halt"}
    assert {"attack", "end_phase"} <= kinds(asked["lanes"][0])
    other = after(state, "red-east", kind="attack", unit="red-east-2", target="blue-east-2", lane="")
    assert [*other.inner.fights] == ["blue-west-1", "blue-east-1", "blue-east-2"]
    assert GAME.ask(other, "blue-west") == west
    assert after(other, "red-east", kind="pursue").inner.shown == ("red-east-1",)


def test_a_player_who_has_ended_the_turn_still_answers_in_a_fight() -> None:
    state = both_fronts()
    state = after(state, "red-east", kind="end_phase")
    assert GAME.deciders(state) == ("blue-west", "blue-east", "red-west")
    assert code(state, "red-east", kind="attack", unit="red-east-2", target="blue-east-2") == "you-have-ended"
    state = after(state, "blue-east", kind="fall_back")
    assert GAME.lanes(state, "red-east") == ("blue-east-1",)
    assert GAME.lanes(state, "blue-east") == ()
    assert str(GAME.ask(state, "blue-east")).endswith("waiting")
    state = after(state, "red-east", kind="halt")
    assert GAME.deciders(state) == ("blue-west", "red-west")
    view: Any = GAME.view(state, RED)
    assert view["team"]["ended"] == ["red-east"]
    state = after(state, "red-west", kind="end_phase")
    assert GAME.deciders(state) == ("blue-west",)
    state = after(state, "blue-west", die=1, kind="hold")
    assert GAME.deciders(state) == ("blue-west", "blue-east"), "both attack now"


def test_what_commanders_arrange_goes_on_beside_a_fight_and_keeps_its_question() -> None:
    state = both_fronts()
    state = after(state, "blue-east", kind="fall_back")
    before = GAME.ask_in(state, "red-west", "")
    state = after(state, "red-east", kind="lend", units=["red-east-2"], to="red-west", lane="")
    assert GAME.ask_in(state, "red-west", "") == before
    assert GAME.lanes(state, "red-east") == ("blue-east-1", "")
    state = after(state, "red-west", kind="lend", units=["red-east-1"], to="red-west")
    assert GAME.lanes(state, "red-west") == ("blue-east-1", ""), "the fight goes over with its unit"
    assert GAME.lanes(state, "red-east") == ()


def test_a_commander_is_offered_what_is_in_each_of_the_lanes() -> None:
    state = after(both_fronts(), "blue-east", kind="fall_back")
    asked: Any = GAME.legal(state, "red-east")
    attack = next(offer for offer in asked["lanes"][0]["offers"] if offer["kind"] == "attack")
    assert attack["slots"][0]["options"]["of"] == ["red-east-2"]
    assert asked["lanes"][0]["seat"] == "red-east"
    found: Any = GAME.consult(
        state, "red-east",
        {"kind": "slot", "order": "attack", "slot": "target", "chosen": {"unit": "red-east-2"}, "lane": ""},
    )  # fmt: skip
    assert found["options"]["of"] == ["blue-east-2"]
    asked = {"kind": "slot", "order": "attack", "slot": "unit", "chosen": {}, "lane": "x"}
    wrong = GAME.consult(state, "red-east", asked)
    assert isinstance(wrong, Refusal)
    assert wrong.code == "no-lane"


def test_standing_orders_answer_for_the_commander_of_the_fight_alone() -> None:
    state = both_fronts()
    for front in ("west", "east"):
        lane = f"blue-{front}-1"
        assert GAME.answer_ahead(state, f"blue-{front}", HOLDS) == {"kind": "hold", "lane": lane}
    assert GAME.answer_ahead(state, "red-west", HOLDS) is None


@pytest.mark.parametrize("scenario", ["plain", "four"])
def test_whatever_is_offered_in_any_lane_is_taken_and_a_match_comes_to_its_end(scenario: str) -> None:
    assert max(_played(scenario, seed) for seed in range(20)) > 1, "never two lanes at once: this proves nothing"


def _played(scenario: str, seed: int) -> int:
    """Play a match at random; the most lanes in which a seat was asked at once."""
    rng = random.Random(seed)
    state: Any = GAME.new_match(scenario, {})
    most = 0
    for _ in range(400):
        deciders = GAME.deciders(state)
        if not deciders:
            break
        seat = rng.choice(deciders)
        mine = GAME.lanes(state, seat)
        assert mine
        assert len(set(lanes.asks(GAME, state, seat))) == len(mine)
        most = max(most, len(mine))
        for command in derived.offered(GAME, state, seat, rng):
            assert not isinstance(GAME.decide(state, seat, command, lambda _, __: 3), Refusal), command
        command = GAME.random_command(state, seat, rng)
        named = lanes.ask_of(GAME, state, seat, command)
        assert named in lanes.asks(GAME, state, seat) or command["kind"] == "ready"
        state = after(state, seat, die=rng.randint(1, 6), **command)
    assert GAME.outcome(state) is not None
    return most
