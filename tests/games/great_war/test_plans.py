"""Matches of one process, each on the boards on which it was begun (decisions/0023)."""

from __future__ import annotations

import pytest

from rules.great_war.game import FIRST_MATCH, GAME, IN_EUROPE
from rules.great_war.printed.plans import AUGUST_1914, EARLIER, HISTORY


def test_a_match_of_an_earlier_map_is_played_on_it() -> None:
    """Ala was Italian there; in storage and back, beside new matches in one process."""
    old, new = GAME.new_match("campaign", {"plan": HISTORY}), GAME.new_match("campaign", {})
    for state, country in ((old, "IT"), (new, "AH"), (old, "IT")):
        board = state.printed.board
        assert board.country[board.index["W2314"]] == country
        stored = GAME.dump_state(state)
        assert stored["plan"] == state.plan == GAME.plan(state)
        assert GAME.load_state(stored).printed is state.printed
    assert (old.plan, new.plan) == (HISTORY, AUGUST_1914)
    assert GAME.plans.names == (AUGUST_1914,)
    assert all(plan in GAME.plans for plan in EARLIER)


def test_a_plan_that_was_made_for_europe_has_no_other_scenario() -> None:
    """No match of the Near East begins by such a folder."""
    with pytest.raises(ValueError, match="near-east-1917"):
        GAME.new_match("near-east-1917", {"plan": HISTORY})


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios if s.variant == IN_EUROPE and s != FIRST_MATCH])
def test_every_scenario_begins_on_every_map(scenario: str) -> None:
    """The same hexes, units and charts: only what lies on the boards is another. What else there is came after them."""
    states = [GAME.new_match(scenario, {"plan": plan}) for plan in (AUGUST_1914, *EARLIER)]
    first, *others = (state.printed for state in states)
    for other in others:
        assert other.board.ids == first.board.ids
        assert other.counters.keys() == first.counters.keys()
    assert len({GAME.ask(state, GAME.deciders(state)[0]) for state in states}) == 1
