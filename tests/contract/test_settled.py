"""Every game can be ended by its players, and gone back in with new dice (decisions/0028)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.kernel import dice
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.messages import Refusal
from tests.contract.catalogue import GAMES
from tests.contract.table import CASES

ALL = [(GAMES[game], scenario) for game, scenario in CASES]
COMMANDS = 60


def played(game: Game[Any, Any], scenario: str) -> Any:
    """A position some way into a random match, which goes on."""
    state, rng, chance = game.new_match(scenario, {}), random.Random(scenario), dice.chance(b"settled" * 4)
    for _ in range(COMMANDS):
        deciders = game.deciders(state)
        if not deciders:
            break
        decided = game.decide(state, deciders[0], game.random_command(state, deciders[0], rng), chance)
        assert not isinstance(decided, Refusal)
        if game.outcome(decided.states[-1]) is not None:
            break
        state = decided.states[-1]
    return state


@pytest.mark.parametrize(("game", "scenario"), ALL, ids=lambda x: getattr(x, "id", x))
def test_the_players_end_a_match_of_any_game(game: Game[Any, Any], scenario: str) -> None:
    before = played(game, scenario)
    seats = game.seats(scenario, {})
    for winner in (*dict.fromkeys(seat.side for seat in seats), None):
        state = game.end_by_agreement(before, winner, "They agreed.")
        outcome = game.outcome(state)
        assert outcome is not None
        told = {"winner": winner, "reason": "They agreed.", "section": ""}
        assert outcome.json() == told
        assert game.deciders(state) == ()
        for viewer in (*(seat.viewpoint for seat in seats), SPECTATOR):
            assert game.view(state, viewer)["outcome"] == told
        for seat in seats:
            assert game.legal(state, seat.id)["yours"] is False
            assert isinstance(game.decide(state, seat.id, {"kind": "end_phase"}, dice.chance(b"x" * 32)), Refusal)
        assert game.dump_state(game.load_state(game.dump_state(state))) == game.dump_state(state)
    assert game.outcome(before) is None, "the position before is as it was"


@pytest.mark.parametrize(("game", "scenario"), ALL, ids=lambda x: getattr(x, "id", x))
def test_a_position_takes_other_dice_and_nothing_else_changes(game: Game[Any, Any], scenario: str) -> None:
    before = played(game, scenario)
    later = game.with_dice_from(before, game.draws(before) + 7)
    assert game.draws(later) == game.draws(before) + 7
    assert game.dump_state(game.with_dice_from(later, game.draws(before))) == game.dump_state(before)
    for seat in game.seats(scenario, {}):
        assert game.view(later, seat.viewpoint) == game.view(before, seat.viewpoint)
        assert game.legal(later, seat.id) == game.legal(before, seat.id)
