"""§18.1: the points of the Central Powers as the table shows them are those that a Victory Check counts."""

from __future__ import annotations

from typing import Any

from rules.great_war.game import GAME
from rules.great_war.play import place_name
from rules.great_war.position.pre_war_state import MOLTKE
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import ALBERT
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.victory import points
from rules.kernel.fast_replace import replace
from tests.games.great_war.strategic.test_victory import held


def shown(state: State) -> Any:
    """What both sides and onlookers are sent."""
    alike = [GAME.view(state, viewer)["ledger"] for viewer in (CENTRAL, ALLIED, "spectator")]
    assert alike[0] == alike[1] == alike[2]
    return alike[0]["score"]  # type: ignore[index, call-overload]


def test_18_11_points_come_with_all_their_parts() -> None:
    """§18.11, §18.13, §5.18, §6.50, §6.10: each by its section; what is nothing is left out."""
    state = held(7, lost=("E5514", "W6934"))
    kept = replace(state.strategic_state, emergencies=-1)
    state = replace(state, strategic_state=kept, chit_state=replace(state.chit_state, victory=2, gun="W2415"))
    found = shown(state)
    assert found["points"] == points(state) == 7
    assert found["needs"] == 20
    parts = {part["section"]: part["points"] for part in found["parts"]}
    assert parts == {"18.11": 7, "18.13": -2, "5.18": -1, "6.50": 2, "6.10": 1}
    lost = next(part for part in found["parts"] if part["section"] == "18.13")
    assert lost["places"] == [place_name(state, h) for h in ("E5514", "W6934")]
    assert [part["section"] for part in shown(held(1))["parts"]] == ["18.11"]


def test_18_11_what_is_kept_of_the_points_is_what_is_found_again() -> None:
    """§6.50, §5.18: a point at sea or for an emergency changes what was shown a moment ago."""
    state = held(3)
    for n in range(3):
        assert shown(state)["points"] == 3 + n
        state = replace(state, chit_state=replace(state.chit_state, victory=n + 1))
    state = replace(state, strategic_state=replace(state.strategic_state, emergencies=4))
    assert shown(state)["points"] == points(state) == 10


def test_20_3_the_rule_is_that_of_the_match() -> None:
    """§20.3, §21.59: Moltke's plan, a Belgium that gave in, and 1918 have verdicts of their own."""
    plain = held(3)
    assert "from strategic turn C on the Central Powers win with 20 or more" in shown(plain)["rule"]
    plan = replace(plain, pre_war=replace(plain.pre_war, played=(MOLTKE,)))
    assert shown(plan)["needs"] is None
    assert "8 points and peace with Russia" in shown(plan)["rule"]
    belgium = replace(plain, pre_war=replace(plain.pre_war, played=(ALBERT,)))
    assert shown(belgium)["rule"].endswith("Hexes in Belgium do not count towards the win.")
    assert "14 and 2 of three aims" in shown(GAME.new_match("1918", {}))["rule"]
    assert shown(GAME.new_match("near-east-1917", {})) is None
    assert shown(GAME.new_match("combined-1917", {}))["points"] == 10
