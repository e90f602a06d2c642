"""Scenarios of long games that a sample leaves out are looked at in brief: a few commands, with everything at once."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from rules.kernel.messages import Refusal
from tests.contract import hooks
from tests.contract.catalogue import GAMES
from tests.contract.table import CASES, bytes_of, chance_of, decisions, viewers
from tests.contract.test_non_interference import compare_position

SEED, COMMANDS, ONE_IN = 9000, 25, 12
TEAMS = "1917-west-and-east"
"""The scenario with two commanders a side that stands for the others."""
LEFT_OUT = [
    (id_, scenario.id)
    for id_, game in sorted(GAMES.items())
    for scenario in game.scenarios
    if hooks.stretch(id_) is not None and (id_, scenario.id) not in CASES
    if scenario.id == TEAMS or len(scenario.seats) == len(game.scenarios[0].seats)
]


@pytest.mark.parametrize(("game_id", "scenario"), LEFT_OUT, ids=["-".join(case) for case in LEFT_OUT])
def test_a_scenario_that_the_sample_leaves_out(game_id: str, scenario: str) -> None:
    """Invariants, what is stored and loaded, what is offered, and what is hidden."""
    played, known, fog, rng = GAMES[game_id], hooks.invariants(game_id), hooks.hidden(game_id), random.Random(SEED)
    everyone, compared, taken = viewers(played, scenario), 0, 0
    for decision in islice(decisions(played, scenario, SEED), COMMANDS):
        for before, event, after in decision.facts():
            known.check_fact(before, event, after)
        known.check_position(decision.after)
        if decision.number % ONE_IN:
            continue
        state, seat = decision.before, decision.seat
        loaded = played.load_state(json.loads(bytes_of(played.dump_state(state))))
        assert bytes_of(played.view(loaded, seat)) == bytes_of(played.view(state, seat))
        assert played.decide(loaded, seat, decision.command, chance_of(SEED)).events == decision.events
        compared += compare_position(played, fog, everyone, state, rng)
        for command in hooks.offers(game_id).offered(played, state, seat, rng):
            answer = played.decide(state, seat, command, chance_of(SEED))
            assert not isinstance(answer, Refusal), f"{bytes_of(command).decode()} was offered: {answer}"
            taken += 1
    assert compared or not fog.HIDES
    assert taken
