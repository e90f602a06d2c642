"""§10.3: the odds of an attack lie open before its die, with what each side may know of supply."""

from __future__ import annotations

from typing import Any

from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import SUPPORT
from tests.games.great_war.kit import position, told

ATTACKS = "first.west.attacks"


def battle(state: State, viewer: str) -> dict[str, Any]:
    """The attack under way, as a viewer sees it."""
    found: Any = GAME.view(state, viewer)["battle"]
    return dict(found)


def declared(target: str = "W5117", **stacks: str) -> State:
    """German divisions attack Verdun's neighbour, and both sides are still to add headquarters."""
    where = {"W5217": "ge-3 ge-4 ge-hq-8", target: "fr-12", **stacks}
    state = position(where, ATTACKS, west=CENTRAL)
    return told(state, CENTRAL, "attack", target=target, units=["ge-3", "ge-4"])


def test_10_31_factors_and_column_stand_on_the_card_until_the_die() -> None:
    """§10.31, §10.46: both sides read the same while they choose headquarters."""
    state = declared()
    assert state.battle is not None
    assert state.battle.stage == SUPPORT
    seen = {viewer: battle(state, viewer) for viewer in (CENTRAL, ALLIED, "spectator")}
    factors = sum(state.face(u).attack for u in ("ge-3", "ge-4"))
    for one in seen.values():
        assert (one["attack"], one["defence"]) == (factors, state.face("fr-12").defence)
        assert one["so_far"] is True
        assert one["column"] == seen[CENTRAL]["column"]
        assert one["die"] is None


def test_11_12_whether_enemies_are_in_supply_is_not_told() -> None:
    """§11.12: divisions far behind the enemy are halved for their own side; the others count them in full."""
    near = position({}).printed.board.lattice.around("W4913")[0]
    units = ["ge-3", "ge-4"]
    cut = position({"W4913": "ge-3 ge-4", near: "fr-12 fr-hq-1"}, ATTACKS, west=CENTRAL)
    cut = told(cut, CENTRAL, "attack", target=near, units=units)
    full = sum(cut.face(u).attack for u in units)
    own, theirs = battle(cut, CENTRAL), battle(cut, ALLIED)
    assert own["attack"] == -(-full // 2)
    assert theirs["attack"] == battle(cut, "spectator")["attack"] == full
