"""States that older versions stored, brought forward."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.powers_1914.game import GAME
from rules.powers_1914.state import VERSION, UnitState
from tests.games.powers_1914.kit import fight, go, position

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "powers-1914"


def test_version_1_knew_the_last_field_only_and_takes_it_for_the_start() -> None:
    """§3.3.9: a battle under way is fought out as it was begun."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 2 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "champagne")
    data: Any = GAME.dump_state(state)
    old = {**data, "version": 1, "units": {u: now[:3] for u, now in data["units"].items()}}
    loaded = GAME.load_state(old)
    assert loaded == state
    assert loaded.units["GE.infantry.1"] == UnitState("champagne", True, "alsace", "alsace")
    fight(loaded, "central", "GE.infantry.1", "FR.infantry.1", 6, 1)


def test_a_stored_state_of_version_1_is_stored_again_as_the_present_one() -> None:
    data = json.loads((GOLDEN / "state-v1.json").read_text(encoding="utf-8"))
    kept = {u: now[:3] for u, now in data["units"].items()}
    again: Any = GAME.dump_state(GAME.load_state(data))
    assert again["version"] == VERSION
    assert {u: now[:3] for u, now in again["units"].items()} == kept
    assert GAME.load_state(again) == GAME.load_state(data)
