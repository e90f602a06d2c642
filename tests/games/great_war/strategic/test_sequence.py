"""§4.3: the nine phases in their order, reached by commands from the set-up of May 1915."""

from __future__ import annotations

from rules.great_war.game import GAME
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.sequence import TREE
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import set_up

ORDER = (
    "victory", "income", "transfers", "u-boats", "bombing", "replacement", "revolution", "treaty",
    "red-army", "surrender", "declare-initiative", "choose-marker", "strategic-record",
)  # fmt: skip


def threes(draw: int, sides: int) -> int:
    """Dice that change little: no U-boat is called off, no fort falls."""
    return min(3, sides)


def on(state: State) -> State:
    """The state after everyone who is asked has ended his step."""
    for seat in (ALLIED, CENTRAL):
        if seat in GAME.deciders(state):
            stay = {"kind": "declare", "theatre": "east"}
            found = GAME.decide(
                state, seat, stay if state.phase.key == "declare-initiative" else {"kind": "end_phase"}, threes
            )
            assert not isinstance(found, Refusal), found
            state = found.states[-1]
    return state


def test_4_3_the_phases_stand_in_the_rulebooks_order() -> None:
    """§4.3: victory, resources, warfare, replacement, revolutions, fortresses, initiative, record; without those that
    are of the Near East alone."""
    keys = [step.key for step in TREE.step("strategic").leaves()]
    assert tuple(key for key in keys if key not in set_up().printed.variant.without) == ORDER


def test_4_3_from_may_to_july_1915_by_commands() -> None:
    """§4.2, §4.3: two operational turns without a fight, then strategic turn E with what it brings, then July."""
    state = set_up()
    before = state
    seen: list[str] = []
    while state.turn < 12:
        if state.phase.key not in seen:
            seen.append(state.phase.key)
        state = on(state)
    assert [key for key in seen if key in ORDER] == ["transfers", "replacement", "declare-initiative"]
    assert state.strategic == "E"
    assert state.strategic_state.turn == ""
    assert state.ended is None
    charts = state.printed.charts
    assert state.points["GE"] == min(10, before.points["GE"] + charts.income("GE", "E") + 3)
    assert state.points["BR"] == before.points["BR"] + charts.income("BR", "E") - 3
    assert {u for u in state.boxes[AVAILABLE] if state.printed.arrivals[u].turn == "E"}
    assert state.marker == "OberOst"
    assert GAME.load_state(GAME.dump_state(state)) == state
