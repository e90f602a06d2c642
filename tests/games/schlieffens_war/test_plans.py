"""Matches of this game in one process, each by what is printed in its own plan (decisions/0023)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.plans import UnknownPlan
from rules.schlieffens_war.facts.movement import UnitsMoved
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.printed.data import AUGUST_1914, EARLIER, FIRST, FRONTIERS, PLANS, RIVERS
from rules.schlieffens_war.printed.sides import GERMAN
from tests.games.schlieffens_war.kit import counter, loaded, position, printed, with_printed


def another_plan() -> str:
    """Counters of another strength, name and pace."""
    old = counter("ge-ii")
    counters = {**printed().counters, "ge-ii": replace(old, strengths=(9, 5), name="The Second", ma=2)}
    return with_printed(counters=counters)


def test_two_positions_under_two_plans_are_played_side_by_side() -> None:
    """§2.6, §2.9: factor, allowance and name of one unit, in view, question, plan and log, call about."""
    stacks = {"1007": "ge-ii ge-hq-1", "1011": "fr-1"}
    usual = position("german.movement", stacks)
    other = replace(usual, plan=another_plan())
    found = []
    for state in (usual, other, usual, other):
        reach: Any = GAME.consult(state, GERMAN, {"kind": "move", "units": ["ge-ii"]})
        shown: Any = GAME.view(state, GERMAN)
        path = next(h["path"] for h in reach["hexes"].values() if h["cost"] == 1)
        command = {"kind": "move", "units": ["ge-ii"], "path": path, "forced": False}
        decided: Any = GAME.decide(state, GERMAN, command, loaded())
        moved = next(e for e in decided.events if isinstance(e, UnitsMoved))
        line: Any = GAME.narrate(state, moved, decided.states[0], GERMAN)
        assert GAME.evolve(state, moved).plan == state.plan
        found.append((shown["stacks"]["1007"][0]["factor"], reach["allowance"], line["text"].split(" moved ")[0]))
    assert found == [(4, 4, "II Corps"), (9, 2, "The Second")] * 2


def test_a_position_goes_with_its_plan_into_storage_and_back() -> None:
    state = position("german.movement", {"1007": "ge-ii"}, plan=another_plan())
    stored = GAME.dump_state(state)
    assert stored["plan"] == state.plan == GAME.plan(state)
    assert GAME.load_state(stored).printed is state.printed is not PLANS[AUGUST_1914]


def test_a_position_of_an_unknown_plan_is_not_opened() -> None:
    stored = GAME.dump_state(GAME.new_match("campaign", {}))
    with pytest.raises(UnknownPlan, match="errata"):
        GAME.load_state({**stored, "plan": "errata+0123"})
    with pytest.raises(ValueError, match="errata"):
        GAME.new_match("campaign", {"plan": "errata+0123"})


def test_a_position_from_before_plans_has_the_printed_one() -> None:
    stored = GAME.dump_state(GAME.new_match("campaign", {}))
    del stored["plan"]
    assert GAME.load_state({**stored, "version": 3}) == GAME.load_state({**stored, "version": 4, "plan": FIRST})


def test_a_match_of_an_earlier_map_is_played_on_it() -> None:
    """What was begun where Eupen's hex was Belgian, or the Somme ran otherwise, keeps that; no new match does."""
    first, frontiers, rivers = (GAME.new_match("campaign", {"plan": plan}) for plan in (FIRST, FRONTIERS, RIVERS))
    new = GAME.new_match("campaign", {})
    for state, country, fourth in (
        (first, "BE", "1708"),
        (frontiers, "GE", "1709"),
        (rivers, "GE", "1709"),
        (new, "GE", "1709"),
    ):
        assert state.printed.board.country["1108"] == country
        assert dict(state.printed.scenario.historical)["fr-4"] == fourth
        amiens = {h for side in state.printed.board.river_names if "1418" in side for h in side} - {"1418"}
        south = state in (first, frontiers)
        assert ("1518" in amiens) is south
        assert ("1317" in amiens, "1417" in amiens) == (False, not south)
        saint_quentin = {h for side in state.printed.board.river_names if "1516" in side for h in side} - {"1516"}
        assert ("1517" in saint_quentin) is (state is new)
    for plan, old in ((FIRST, first), (FRONTIERS, frontiers), (RIVERS, rivers)):
        assert GAME.load_state(GAME.dump_state(old)).printed is old.printed
        assert plan not in GAME.plans.names
    assert GAME.plans.names[0] == AUGUST_1914
    assert all(plan in GAME.plans for plan in EARLIER)
