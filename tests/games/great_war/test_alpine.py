"""Alpine hexes after a fight: who advances into them (10.71, 10.72)."""

from __future__ import annotations

from rules.great_war.combat.advance import open_hexes, why_not_advance
from rules.great_war.position.state import BattleFrame
from rules.great_war.printed.nations import ALLIED
from tests.games.great_war.field import WEST
from tests.games.great_war.kit import position

ALPINE = "W2517"
"""In the Trentino, beside W2518."""


def test_10_71_none_but_mountain_units_advance_into_alpine_hexes() -> None:
    """§10.71: a hex that a unit could not enter by operational movement is closed to it after a fight as well."""
    state = position({"W2518": "it-1alp it-1"}, WEST)
    refusal = why_not_advance(state, "it-1", ALPINE)
    assert refusal is not None
    assert refusal.section == "10.71"
    assert why_not_advance(state, "it-1alp", ALPINE) is None
    assert why_not_advance(state, "it-1", "W2618") is None


def test_10_72_no_unit_goes_on_into_an_alpine_hex() -> None:
    """§10.72: of the open hexes round the one that was taken."""
    state = position({"W2518": "it-1alp it-1"}, WEST)
    frame = BattleFrame(ALLIED, ("it-1alp",), ("W2418",), "W2518", (), "go-on", advanced=("it-1alp",))
    found = open_hexes(state, frame)
    assert ALPINE in state.printed.board.lattice.around("W2518")
    assert ALPINE not in found
    assert "W2618" in found
