"""The suites' own power: what once told of hidden things is put back, and the twins must find it."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from tests.contract import hooks
from tests.contract.catalogue import GAMES, game
from tests.contract.table import chance_of, decisions, viewers
from tests.contract.test_non_interference import compare_facts, compare_position
from tests.contract.twins import Twins, stretches
from tests.thorough import THOROUGH, in_the_sweep, sample_of

SEEDS = (5046, *range(5041, 5046))
"""The first is one that shows every leak, and soon: to look through a game in vain takes seconds."""
COMMANDS = 300
"""So much of each random game is looked at."""

LEAKS = [(game_id, leak) for game_id in sorted(GAMES) for leak in sample_of(sorted(hooks.leaks(game_id)), 4, 1)]


def compare(game_id: str, seed: int, commands: int = COMMANDS) -> None:
    """All comparisons of a random game. AssertionError where a viewer could tell it from its twin."""
    played, fog, rng = game(game_id), hooks.hidden(game_id), random.Random(seed)
    scenario = played.scenarios[0].id
    everyone = viewers(played, scenario)
    if not (THOROUGH or fog.HIDES):
        everyone = everyone[-1:]  # all see the same
    for stretch in stretches(islice(decisions(played, scenario, seed), commands)):
        for decision in stretch[::10]:
            compare_position(played, fog, everyone, decision.after, rng)
        for decision in stretch:
            compare_facts(played, fog, everyone, decision, rng)
        for viewer in everyone:
            Twins(played, fog, viewer, chance_of(seed), rng).of_another_kind(stretch)
            Twins(played, fog, viewer, chance_of(seed), rng).of_the_same_kind(stretch)


@pytest.mark.parametrize(("game_id", "leak"), LEAKS, ids=[f"{game_id}-{leak}" for game_id, leak in LEAKS])
def test_a_leak_that_is_put_back_is_found(game_id: str, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks.leaks(game_id)[leak](monkeypatch)
    for seed in SEEDS:
        try:
            compare(game_id, seed)
        except AssertionError:
            return
    pytest.fail(f"nobody noticed {leak} in {len(SEEDS)} games")


@in_the_sweep
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_without_a_leak_nothing_is_found(game_id: str) -> None:
    """What is found above is the leak and nothing else. That nothing leaks is shown by whole games elsewhere."""
    hides = hooks.hidden(game_id).HIDES
    compare(game_id, SEEDS[0], COMMANDS if THOROUGH else COMMANDS // (6 if hides else 30))
