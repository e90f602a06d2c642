"""What is offered is taken: no client that keeps to its offers is ever told no."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest

from rules.kernel.game import Scenario
from rules.kernel.match_options import OptionRefused
from rules.kernel.messages import JsonObject, Refusal
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.option_sets import alone_and_together, impossible
from tests.contract.table import (
    CASES,
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
from tests.thorough import THOROUGH


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
    offered = next(s for s in game(game_id).scenarios if s.id == scenario)
    _play_with(game_id, offered, hooks.offers(game_id).options(offered, random.Random(seed)), seed)


def _every_set() -> Iterator[Any]:
    """Each option alone and all that go together, where an engine's option sheet offers them: in a sample one set of
    each game, since a long game from its opening on takes its time."""
    for game_id, scenarios in groupby(CASES, itemgetter(0)):
        sheets = [s for _, name in scenarios for s in game(game_id).scenarios if s.id == name and s.options]
        every = [(scenario, options) for scenario in sheets for options in alone_and_together(scenario)]
        for scenario, options in every if THOROUGH else every[-1:]:
            chosen = "-".join(f"{name}={value}" for name, value in options.items())
            yield pytest.param(game_id, scenario, options, id=f"{game_id}-{scenario.id}-{chosen}")


@pytest.mark.parametrize(("game_id", "scenario", "options"), [*_every_set()])
def test_each_option_is_played_alone_and_with_all_that_go_together(
    game_id: str, scenario: Scenario, options: JsonObject
) -> None:
    _play_with(game_id, scenario, options, seed=7020)


@pytest.mark.parametrize(("game_id", "scenario"), CASES)
def test_options_that_a_scenario_bars_are_refused(game_id: str, scenario: str) -> None:
    played = game(game_id)
    barred = [*impossible(next(s for s in played.scenarios if s.id == scenario))]
    if not barred:
        pytest.skip("a scenario that bars none of its options")
    for options in barred:
        with pytest.raises(OptionRefused):
            played.new_match(scenario, options)


def _play_with(game_id: str, offered: Scenario, options: JsonObject, seed: int) -> None:
    """A match made with these options, to its end or as far as the suites play."""
    played, known, scenario = game(game_id), hooks.invariants(game_id), offered.id

    def watch(decision: Decision) -> None:
        for before, event, after in decision.facts():
            known.check_fact(before, event, after)
        known.check_position(decision.after)

    seated = played.seats(scenario, options)
    assert [(s.id, s.side) for s in seated] == [(s.id, s.side) for s in offered.seats]
    assert played.seats(scenario, {}) == offered.seats
    last = examine(played, scenario, seed, watch, options=options, whole=THOROUGH)
    assert has_played(played, last)
    assert played.load_state(played.dump_state(last)) == last
