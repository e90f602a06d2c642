"""§18.4, §21.68: who wins the Near East alone."""

from __future__ import annotations

import random

import pytest

from rules.great_war.facts.strategic import HexesCounted
from rules.great_war.game import GAME, start_match
from rules.great_war.position.changes import with_near_east
from rules.great_war.position.state import State
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914
from rules.great_war.shown.gauge import figures
from rules.great_war.strategic.near_east_victory import held_there, judge_end
from rules.great_war.strategic.turkish_surrender import close
from rules.great_war.strategic.victory import check_victory
from rules.great_war.units.shock import is_shock
from rules.kernel.endings import MatchEnded
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from tests.games.great_war.invariants import check, check_numbers
from tests.games.great_war.near_east.kit import placed, set_up, to_movement
from tests.games.great_war.strategic.kit import holding, played

BAKU, TIFLIS, SUEZ, DAMIETTA = "NC3653", "NC4243", "NE4206", "NE4616"
THERE = {TIFLIS: "tu-1", BAKU: "tu-2", SUEZ: "tu-36"}


def holding_hexes(number: int, letter: str = "F", **strategic_state: object) -> State:
    """A strategic turn in which the Central Powers hold that many victory hexes, all of them in supply."""
    state = placed(set_up(), dict([*THERE.items()][:number]))
    return replace(state, strategic_state=replace(state.strategic_state, turn=letter, **strategic_state))


def phase(state: State, die: int = 1) -> MatchEnded | None:
    """The verdict of the strategic turn: its Victory Check, and later the die for Turkey."""
    state, _ = played(check_victory, state)
    assert state.ended is None
    _, events = played(close, state, die)
    return next((event for event in events if isinstance(event, MatchEnded)), None)


# --- victory hexes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "czar", "effort", "wins"),
    [
        (1, "", False, False), (2, "", False, True), (2, "E", False, False), (3, "E", False, True),
        (2, "", True, False), (3, "", True, True),
    ],
)  # fmt: skip
def test_18_4_two_hexes_before_the_fall_of_the_czar_three_after_it(
    number: int, czar: str, effort: bool, wins: bool
) -> None:
    """§18.4: by the Czar as he stands in the Victory Check Phase; three as well once the major effort has been made."""
    state = with_near_east(holding_hexes(number, czar=czar), effort=effort)
    assert len(held_there(state)) == number
    verdict = phase(state)
    if wins:
        assert verdict == MatchEnded(CENTRAL, f"The Central Powers hold {number} victory hexes.", "18.4")
    else:
        assert verdict is None


def test_18_4_only_hexes_in_supply_count() -> None:
    """§18.4: Damietta with the British on all sides of it is held and not supplied."""
    state = placed(set_up(), {DAMIETTA: "tu-36"})
    board = state.printed.board
    round_it = [board.ids[i] for i in board.walks[board.index[DAMIETTA]]]
    british = ("br-10in", "br-11in", "br-12inbd", "br-16inbd", "br-17inbd", "br-18inbd")
    shut = placed(state, dict(zip(round_it, british, strict=False)))
    assert DAMIETTA not in held_there(shut)
    seen: JsonObject = GAME.view(shut, ALLIED)["near_east"]  # type: ignore[assignment]
    assert seen["victory"] == {"hexes": [DAMIETTA], "needed": 2, "effort": False}


def test_6_45_baku_is_no_victory_hex_while_the_army_of_islam_is_there_alone() -> None:
    """§6.45: Turks alone hold it; with Germans beside them it counts."""
    state = holding_hexes(2)
    assert len(held_there(state)) == 2
    assert held_there(holding(state, "army-of-islam")) == (TIFLIS,)
    beside = placed(holding(state, "army-of-islam"), {BAKU: "tu-2 ge-601bn"})
    assert len(held_there(beside)) == 2


def test_18_4_the_allies_win_if_both_do() -> None:
    """§18.4: the verdict waits for the die, and Turkey's surrender goes before it. What was counted is told at once."""
    state = with_near_east(holding_hexes(2), required=16)
    counted, events = played(check_victory, state)
    assert events == [HexesCounted(2)]
    line = GAME.narrate(state, events[0], counted, "spectator")
    assert line is not None
    assert line["text"] == "The Central Powers hold 2 victory hexes: they win, unless Turkey surrenders now."
    assert GAME.load_state(GAME.dump_state(counted)) == counted
    _, events = played(close, counted, 6)
    assert events[-1] == MatchEnded(ALLIED, "Turkey has surrendered.", "18.4")
    _, events = played(close, counted, 1)
    assert events[-1] == MatchEnded(CENTRAL, "The Central Powers hold 2 victory hexes.", "18.4")


# --- the end of 1918 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effort", "number", "islam", "winner"),
    [
        (False, 0, False, CENTRAL), (False, 0, True, ""), (False, 2, True, CENTRAL), (True, 0, False, ALLIED),
        (True, 2, False, ALLIED), (True, 3, False, CENTRAL), (True, 0, True, ALLIED),
    ],
)  # fmt: skip
def test_18_4_the_end_of_1918(effort: bool, number: int, islam: bool, winner: str) -> None:
    """§18.4, §21.68: Turkey has not surrendered: the Central Powers win, with the Army of Islam only if they hold Baku,
    else nobody; after a major effort the Allies, unless it has three victory hexes, and Baku is not asked for."""
    state = with_near_east(placed(set_up(), dict([*THERE.items()][:number])), effort=effort)
    state = holding(state, "army-of-islam") if islam else state
    _, events = played(lambda play, _: judge_end(play), state)
    (verdict,) = events
    assert isinstance(verdict, MatchEnded)
    assert (verdict.winner, verdict.section) == (winner, "18.4")


# --- whole matches ----------------------------------------------------------------------------------------------------


def play_on(state: State, seed: int, turns: int) -> State:
    """The match after that many turns of players who do anything, or its end; what must hold does."""
    rng, last = random.Random(seed), state.turn + turns
    while state.ended is None and state.turn < last:
        seat = rng.choice(GAME.deciders(state))
        command = GAME.random_command(state, seat, rng)
        if state.battle is None and rng.random() < HURRY:
            ending = GAME.decide(state, seat, {"kind": "end_phase"}, lambda _, sides: 1)
            command = command if isinstance(ending, Refusal) else {"kind": "end_phase"}
        found = GAME.decide(state, seat, command, lambda _, sides: rng.randint(1, sides))
        assert not isinstance(found, Refusal), (command, found)
        for event in found.events:
            before, state = state, GAME.evolve(state, event)
            GAME.narrate(before, event, state, "spectator")
        check(state)
    check_numbers(state)
    return state


HURRY = 0.6
"""How often a side ends its step instead of doing something more."""


def test_21_21_a_match_from_may_1915_comes_to_its_verdict() -> None:
    """§18.4, §21.21: through all strategic turns, or to what ends it before them; of these one goes all the way to
    the end of 1918."""
    ends = [play_on(set_up(), seed, 40) for seed in (1, 12)]
    for state in ends:
        assert state.ended is not None
        assert state.ended[2] == "18.4"
        assert not GAME.deciders(state)
        assert GAME.view(state, "spectator")["outcome"]
    assert "R" in {state.strategic for state in ends}


def test_21_21_it_ends_with_1918() -> None:
    """§21.21, §18.4: after the last operational turn no other comes, and the Central Powers win."""
    state = play_on(replace(to_movement(), turn=46), 4, 2)
    assert state.ended == (CENTRAL, "Turkey has not surrendered by the end of 1918.", "18.4")
    assert state.turn == 46
    assert not GAME.deciders(state)


@pytest.mark.parametrize(("start", "box"), [("1915", "later"), ("1918", "available")])
def test_18_4_the_germans_of_the_major_effort_are_shock_troops(start: str, box: str) -> None:
    """§18.4, §21.64, §15.46: the five are 6-4-5 and so is the Alpine Corps, from whenever they come."""
    state = start_match(f"near-east-{start}", AUGUST_1914)
    effort = state.printed.charts.major_effort
    assert len(effort) == 5
    assert {state.units[u].at for u in effort} == {box}
    for unit in (*effort, ALPINE_CORPS):
        face = state.face(unit)
        assert (face.attack, face.defence, face.ma, is_shock(state, unit)) == (6, 4, 5, True), unit


def test_18_4_the_figures_of_a_match_are_those_of_its_victory() -> None:
    """§18.4, §5.62: victory hexes and the die for Turkey, and no points of Europe."""
    view = GAME.view(holding_hexes(2), "spectator")
    told = {figure.title: figure.values for figure in figures(view)}
    assert told["Victory hexes"] == {CENTRAL: 2}
    assert told["Added to the die for Turkey"] == {ALLIED: 1}
    assert "Victory points" not in told
