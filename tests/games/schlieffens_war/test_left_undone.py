"""§5.0 Before a phase ends the player hears what it costs, and only then."""

from __future__ import annotations

import pytest

from rules.kernel.messages import Refusal
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import board, field, offer, order, position

LAND = """
10  Gm G. B. B. F. F. Fm F.
11  G. Gm G. B. B. F. F. F.
12  G. G. Gm B. B. F. F. F.
"""


def told(state: State, seat: str) -> list[tuple[str, str]]:
    """Section and text of each warning, those of supply aside."""
    answer = GAME.consult(state, seat, {"kind": "warnings"})
    assert not isinstance(answer, Refusal), answer
    found: list[dict[str, str]] = answer["warnings"]  # type: ignore[assignment]
    return [(w["section"], w["text"]) for w in found if "hex" not in w]


def test_a_phase_without_a_move_is_asked_about(lay: Lay) -> None:
    lay(field(LAND))
    state = position("german.movement", {"1002": "ge-ii", "1003": "ge-hq-1"})
    assert told(state, GERMAN) == [("10.0", "None of your stacks has moved this phase.")]
    assert told(state, ENTENTE) == []
    moved = order(state, GERMAN, "move", units=["ge-ii"], path=["1003"], forced=False)
    assert told(moved, GERMAN) == []


def test_nothing_is_left_undone_when_a_turn_or_the_match_is_over(lay: Lay) -> None:
    """A page may ask late: between the turns it is nobody's phase."""
    lay(field(LAND))
    state = position("end", {"1002": "ge-ii", "1003": "ge-hq-1"})
    assert told(state, GERMAN) == told(state, ENTENTE) == []


@pytest.mark.parametrize(
    ("turn", "made", "asked"), [(3, 0, False), (4, 6, True), (7, 0, True), (8, 0, False), (5, 7, False)]
)
def test_plan_xvii_is_recalled_from_turn_4(lay: Lay, turn: int, made: int, asked: bool) -> None:
    """§4.4"""
    lay(field(LAND))
    state = position("entente.combat", {"1003": "fr-1", "1002": "ge-ii"}, turn=turn, plan_xvii=made)
    found = told(state, ENTENTE)
    assert [section for section, _ in found] == ["4.4"] * asked
    assert all(f"Plan XVII: you have made {made} of 7" in text for _, text in found)


def test_no_attack_that_counts_is_recalled_where_none_can_be_made(lay: Lay) -> None:
    """§4.4: neither Belgians in Germany nor French in Belgium count."""
    lay(field(LAND))
    state = position("entente.combat", {"1003": "be-1", "1002": "ge-ii", "1205": "fr-1", "1204": "ge-iii"}, turn=7)
    assert told(state, ENTENTE) == []


def test_reduced_corps_are_asked_about_until_they_are_restored(lay: Lay) -> None:
    """§9.5"""
    lay(field(LAND))
    state = position("german.regroup", {"1002": "ge-ii ge-hq-1"}, turn=3, reduced=["ge-ii"])
    assert told(state, GERMAN) == [("9.5", "One reduced corps could return to full strength now.")]
    assert offer(state, GERMAN, "end_phase")["warns"]  # type: ignore[index]
    assert told(order(state, GERMAN, "restore", units=["ge-ii"]), GERMAN) == []


def test_a_city_that_ends_the_match_is_named_before_it_does() -> None:
    """§4.2"""
    paris = min(board().paris)
    state = position("entente.combat", {paris: "ge-ii"}, turn=6, plan_xvii=7, taken=frozenset([paris]))
    assert ("4.2", "German troops hold Paris. If that is still so when this turn ends, you lose.") in told(
        state, ENTENTE
    )
    assert told(position("entente.combat", {"1205": "fr-1"}, turn=6, plan_xvii=7), ENTENTE) == []
