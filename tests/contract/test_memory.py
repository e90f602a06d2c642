"""A state may remember what was found for the states before it; nobody can tell by its answers."""

from __future__ import annotations

import random

from rules.kernel.game import REFEREE
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.table import Decision, bytes_of, every_scenario, examine, one_in, viewers
from tests.thorough import THOROUGH


@every_scenario
def test_a_state_with_a_past_answers_as_one_that_was_just_loaded(game_id: str, scenario: str) -> None:
    """Views, offers and answers are the same to the byte, the order of members too."""
    played, fog = game(game_id), hooks.hidden(game_id)
    everyone = viewers(played, scenario)
    # Recalls are checked in every test that plays, too (``tests.recalls``).
    step = 4 if THOROUGH else 10
    picked, asked = one_in(step, game_id, scenario), one_in(2 * step, game_id, scenario)

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        # Back and forth as an undo goes: what is remembered is then of a later state.
        for state in (decision.after, decision.before, decision.after):
            loaded = played.load_state(played.dump_state(state))
            for viewer in (*everyone, REFEREE):
                assert bytes_of(played.view(state, viewer)) == bytes_of(played.view(loaded, viewer)), viewer
            for seat in everyone[:-1]:
                assert bytes_of(played.legal(state, seat)) == bytes_of(played.legal(loaded, seat)), seat
                if not asked(decision):
                    continue
                for question in fog.questions(played, loaded, seat, random.Random(decision.number)):
                    told, fresh = played.consult(state, seat, question), played.consult(loaded, seat, question)
                    assert told == fresh, f"{seat} asks {question}"

    examine(played, scenario, 6000, watch)
