"""What is offered is taken: no client that keeps to its offers is ever told no."""

from __future__ import annotations

import random

from rules.kernel.messages import Refusal
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.table import (
    Decision,
    at_least,
    bytes_of,
    chance_of,
    examine,
    games_from,
    has_played,
    one_in,
    viewers,
)


@games_from(range(7000, 7006))
def test_whatever_is_offered_is_taken(game_id: str, scenario: str, seed: int) -> None:
    played, rng, chance = game(game_id), random.Random(seed), chance_of(seed)
    offers, seats = hooks.offers(game_id), viewers(played, scenario)[:-1]
    picked = one_in(4, game_id, scenario)
    taken = 0

    def watch(decision: Decision) -> None:
        nonlocal taken
        if not picked(decision):
            return
        others = (s for s in seats if s not in played.deciders(decision.before))
        for seat in (decision.seat, *others):
            for command in offers.offered(played, decision.before, seat, rng):
                answer = played.decide(decision.before, seat, command, chance)
                assert not isinstance(answer, Refusal), f"{bytes_of(command).decode()} was offered: {answer}"
                state = decision.before
                for event in answer:
                    state = played.evolve(state, event)
                taken += 1

    least = at_least(game_id, scenario, 500)
    examine(played, scenario, seed, watch, enough=lambda: taken > least)
    assert taken > least, f"only {taken} commands"


@games_from(range(7010, 7012))
def test_a_match_made_with_any_options_on_offer_is_played_to_its_end(game_id: str, scenario: str, seed: int) -> None:
    played, known = game(game_id), hooks.invariants(game_id)
    offered = next(s for s in played.scenarios if s.id == scenario)
    options = hooks.offers(game_id).options(offered, random.Random(seed))

    def watch(decision: Decision) -> None:
        for before, event, after in decision.facts():
            known.check_fact(before, event, after)
        known.check_position(decision.after)

    seated = played.seats(scenario, options)
    assert [(s.id, s.side) for s in seated] == [(s.id, s.side) for s in offered.seats]
    assert played.seats(scenario, {}) == offered.seats
    last = examine(played, scenario, seed, watch, options=options, whole=hooks.THOROUGH)
    assert has_played(played, last)
    assert played.load_state(played.dump_state(last)) == last
