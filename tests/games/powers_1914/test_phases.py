"""§3.1: what the cursor's keys stand for."""

from __future__ import annotations

from rules.powers_1914.frames import PhaseFrame
from rules.powers_1914.game import GAME
from rules.powers_1914.phases import PHASES


def test_3_1_both_sides_set_up_and_act_one_after_the_other_and_the_rest_is_everybodys() -> None:
    assert {key: phase.side for key, phase in PHASES.items()} == {
        "central.setup": "central",
        "entente.setup": "entente",
        "events": None,
        "purchase": None,
        "central.action": "central",
        "entente.action": "entente",
        "end": None,
    }


def test_3_1_4_the_active_side_is_the_one_whose_step_it_is() -> None:
    state = GAME.new_match("austria-russia", {})
    assert (state.phase.key, state.active) == ("central.setup", "central")
    assert (PhaseFrame("entente.action").side, PhaseFrame("entente.action").name) == ("entente", "action")
    assert PhaseFrame("purchase").side is None
