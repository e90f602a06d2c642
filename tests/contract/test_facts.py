"""Every command that is taken is a fact: it stands in the match, and undo finds it where its player left it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.table import Decision, chance_of, examine, games_from, one_in

POSITIONS = 8
"""One position in this many is asked about what is offered in it."""


@games_from(range(3100, 3103))
def test_a_command_is_refused_or_something_follows_from_it(game_id: str, scenario: str, seed: int) -> None:
    """What was played, the same once more, and what the offers promise.

    A command from which nothing follows would be answered and leave no trace: undo would then take back another one.
    """
    played, rng, chance = game(game_id), random.Random(seed), chance_of(seed)
    offers, picked = hooks.offers(game_id), one_in(POSITIONS, game_id, scenario)
    taken = 0

    def given(decision: Decision) -> Iterator[tuple[Any, str, JsonObject]]:
        yield decision.before, decision.seat, decision.command
        yield decision.after, decision.seat, decision.command
        if picked(decision):
            for seat in played.deciders(decision.after):
                for command in offers.offered(played, decision.after, seat, rng):
                    yield decision.after, seat, command

    def watch(decision: Decision) -> None:
        nonlocal taken
        for state, seat, command in given(decision):
            answer = played.decide(state, seat, command, chance)
            if not isinstance(answer, Refusal):
                assert answer, f"taken, and nothing follows: {seat}: {command}"
                taken += 1

    examine(played, scenario, seed, watch)
    assert taken
