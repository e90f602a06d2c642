"""§3.1: what the cursor's keys stand for."""

from __future__ import annotations

from dataclasses import replace

from rules.powers_1914.facts.procedure import PhaseBegan
from rules.powers_1914.game import GAME
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.printed.phases import PHASES
from rules.powers_1914.sequence import TREE
from tests.games.powers_1914.kit import position


def test_3_1_both_sides_set_up_and_act_one_after_the_other_and_the_rest_is_everyones() -> None:
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


def test_3_1_every_phase_is_a_step_of_the_tree_and_no_step_is_none() -> None:
    steps = {step.key: (step.side, step.called) for step in TREE.root.leaves()}
    assert steps == {key: (phase.side, phase.name) for key, phase in PHASES.items()}


def test_3_1_a_step_ends_what_lasted_a_step_and_a_new_turn_what_lasted_a_turn() -> None:
    tactics = {"central": ("paris",), "entente": ()}
    state = replace(
        position({"paris": "FR 1 infantry"}, spent=["FR.infantry.1"], turn=3),
        assaulted=("paris",), challenged=("FR.infantry.1",), done=("central",),
        drawn=("central",), tactics=tactics, recruits={"paris": 1},
    )  # fmt: skip
    same = PhaseBegan("events", 3).apply(state)
    assert (same.phase.key, same.done) == ("events", ())
    assert (same.assaulted, same.challenged) == (("paris",), ("FR.infantry.1",)), "as stored positions have them"
    action = PhaseBegan("entente.action", 3).apply(state)
    assert (action.assaulted, action.challenged) == ((), ())
    assert (same.units, same.drawn, same.tactics, same.recruits) == (state.units, ("central",), tactics, {"paris": 1})
    new = PhaseBegan("events", 4).apply(state)
    assert (new.turn, new.units["FR.infantry.1"].spent) == (4, False)
    assert (new.drawn, new.tactics, new.recruits) == ((), {"central": (), "entente": ()}, {})
