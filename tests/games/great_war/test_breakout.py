"""§11.86: Scheffer-Boyadel."""

from __future__ import annotations

import pytest

from rules.great_war.chits_played.breakout import stacks_cut_off
from rules.great_war.facts.supply import BrokeOut
from rules.great_war.game import GAME
from rules.great_war.position.state import DEAD, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.narrate import narrate
from rules.great_war.supply.tracing import IN, UNSUPPLIED, supply_of
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import at, position, refused, told, told_with

DEEP = "E5029"
"""A hex deep in Russia, where no German line runs."""
GERMANS = "ge-3 ge-4 ge-35r ge-36r ge-37"
ATTRITION, NEXT = "first.attrition", "second.attrition"


def cut_off(units: str = GERMANS, key: str = "first.east.attacks", hex_: str = DEEP) -> State:
    """Germans out of supply, before the Attrition Phase."""
    return position({hex_: units}, key)


def saved(state: State, units: str) -> State:
    """The position after the break-out."""
    return told(state, CENTRAL, "break_out", hex=DEEP, units=units.split())


def to_attrition(state: State) -> State:
    """The position in the Attrition Phase, whoever attacks before it."""
    return told(state, CENTRAL, "end_phase")


def test_11_86_four_divisions_live_through_the_phase() -> None:
    """§11.86: the fifth does not; and it is once in the game."""
    state = to_attrition(cut_off())
    assert state.phase.key == ATTRITION
    units = GERMANS.split()
    assert refused(state, CENTRAL, "break_out", hex=DEEP, units=units).code == "too-many"
    after = saved(state, " ".join(units[:4]))
    assert [at(after, u) for u in units] == [DEEP] * 4 + [DEAD]
    assert after.phase.key == "second-movement"
    assert stacks_cut_off(after) == {}


def test_11_86_they_fight_as_if_supplied_once() -> None:
    """§11.86: in the Combat Phase that comes next; in the next Attrition Phase they die if nothing has changed."""
    after = saved(to_attrition(cut_off("ge-3")), "ge-3")
    assert supply_of(after, "ge-3") == UNSUPPLIED
    fighting = replace(after, cursor=(replace(after.phase, key="second.east.attacks", done=()),))
    assert supply_of(fighting, "ge-3") == IN
    later = replace(fighting, turn=after.turn + 1)
    assert supply_of(later, "ge-3") == UNSUPPLIED
    ended = told(told(after, CENTRAL, "end_phase"), ALLIED, "end_phase")
    while ended.phase.key.startswith("second"):
        ended = told(ended, GAME.deciders(ended)[0], "end_phase")
    assert at(ended, "ge-3") == DEAD


@pytest.mark.parametrize("units", ["ge-3 ah-3", "ah-3"])
def test_11_86_germans_alone(units: str) -> None:
    """§11.86: no other nation's, and no stack in which others stand."""
    assert stacks_cut_off(cut_off(units)) == {}
    assert stacks_cut_off(cut_off("ge-3")) == {DEEP: ("ge-3",)}


def test_11_86_nobody_is_asked_when_nobody_is_cut_off() -> None:
    """§11.86: the phase goes by; without the break-out all die."""
    supplied = told(cut_off("ge-3", hex_="E5102"), CENTRAL, "end_phase")
    assert supplied.phase.key == "second-movement"
    dead = told(to_attrition(cut_off()), CENTRAL, "end_phase")
    assert {at(dead, u) for u in GERMANS.split()} == {DEAD}


def test_11_86_the_log_names_nobody_that_the_allies_do_not_see() -> None:
    """§7.25: two stacks that differ below their tops give the Allies the same line."""
    lines = []
    for units in ("ge-3 ge-4", "ge-3 ge-37"):
        state = to_attrition(cut_off(units))
        after, facts = told_with(state, CENTRAL, "break_out", hex=DEEP, units=units.split())
        (fact,) = (f for f in facts if isinstance(f, BrokeOut))
        lines.append(narrate(state, fact, after, ALLIED))
    assert lines[0] == lines[1]
    assert lines[0] is not None
    assert "Scheffer-Boyadel" in str(lines[0]["text"])
