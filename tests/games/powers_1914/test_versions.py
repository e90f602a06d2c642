"""States that older versions stored, brought forward."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.powers_1914.facts.event_cards import CardDrawn
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import UnitState
from tests.games.powers_1914.kit import fight, go, position

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "powers-1914"


def test_version_1_knew_the_last_field_only_and_takes_it_for_the_start() -> None:
    """§3.3.9: a battle under way is fought out as it was begun."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 2 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "champagne")
    data: Any = GAME.dump_state(state)
    old = {**data, "version": 1, "captors": [], "units": {u: now[:3] for u, now in data["units"].items()}}
    del old["capturing"]
    loaded = GAME.load_state(old)
    assert loaded == state
    assert loaded.units["GE.infantry.1"] == UnitState("champagne", True, "alsace", "alsace")
    fight(loaded, "central", "GE.infantry.1", "FR.infantry.1", 6, 1)


def test_a_stored_state_of_version_1_is_stored_again_as_the_present_one() -> None:
    data = json.loads((GOLDEN / "state-v1.json").read_text(encoding="utf-8"))
    kept = {u: now[:3] for u, now in data["units"].items()}
    again: Any = GAME.dump_state(GAME.load_state(data))
    assert again["version"] == GAME.version
    assert {u: now[:3] for u, now in again["units"].items()} == kept
    assert GAME.load_state(again) == GAME.load_state(data)


def test_captors_stored_before_shape_3_still_capture() -> None:
    """§3.3.11: a member that went by another name must not be taken for one that was left out."""
    data = json.loads((GOLDEN / "state-v2.json").read_text(encoding="utf-8"))
    assert GAME.load_state({**data, "captors": ["entente"]}).capturing == frozenset({"entente"})


def test_a_card_drawn_before_shape_2_of_the_fact_goes_to_the_hand_or_the_table() -> None:
    """§3.14: as it did when it was drawn."""
    stored = {"kind": "drawn", "side": "central", "card": "bulgaria", "draw": 0, "die": 1, "sides": 40}
    for held in (True, False):
        fact = GAME.load_event({**stored, "kept": held})
        assert fact == CardDrawn("central", "bulgaria", 0, 1, 40, held)
        assert GAME.dump_event(fact) == {**stored, "v": 2, "held": held}
