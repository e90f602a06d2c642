"""Standing orders of every game: what they answer can be given, and says nothing of what the seat cannot see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from rules.kernel.standing import Orders, StandingKind, StandingOrder, of_side
from rules.kernel.teams.game import Teams
from rules.kernel.teams.joint_orders import JOIN
from tests.contract import hooks
from tests.contract.catalogue import GAMES, game
from tests.contract.table import Decision, at_least, bytes_of, chance_of, every_scenario, examine, games_from, viewers
from tests.thorough import THOROUGH

NOTHING_SMALL = "a game without small decisions, in which everything is asked when it comes"
MOST_SETS = 12 if THOROUGH else 3
"""Sets of orders tried on a question; of more, a sample."""


def sets_of(kinds: tuple[StandingKind, ...], step: str, rng: random.Random) -> Iterator[Orders]:
    """Every combination of answers and conditions to the kinds that a question is about, or as many as may be."""
    each: list[list[StandingOrder]] = []
    for kind in kinds:
        if step in kind.steps:
            named = [[(condition.key, c.key) for c in condition.choices] for condition in kind.conditions]
            whens = [dict(chosen) for chosen in product(*named)]
            each.append([StandingOrder(kind.key, a.key, when) for a in kind.answers for when in whens])
    found = [*product(*each)] if each else []
    for chosen in found if len(found) <= MOST_SETS else rng.sample(found, MOST_SETS):
        yield {order.kind: order for order in chosen}


def small(played: Game[Any, Any], scenario: str, *apart: str) -> Callable[[Any], Iterator[tuple[str, list[Orders]]]]:
    """The seats that are asked something small in a position, with all the orders that each could have; those of some
    kinds ``apart``."""
    sides = {s.id: s.side for s in played.seats(scenario, {})}
    known = [kind for kind in played.standing(scenario, {}) if kind.key not in apart]
    kinds = {seat: of_side(known, side) for seat, side in sides.items()}
    steps = {seat: {step for kind in its for step in kind.steps} for seat, its in kinds.items()}
    rng = random.Random(scenario)

    def found(state: Any) -> Iterator[tuple[str, list[Orders]]]:
        for seat in played.deciders(state):
            step = str(played.legal(state, seat)["step"])
            if step in steps[seat]:
                yield seat, [*sets_of(kinds[seat], step, rng)]

    return found


@games_from(range(6000, 6001))
def test_what_is_answered_can_be_given_and_says_nothing_of_what_is_hidden(
    game_id: str, scenario: str, seed: int
) -> None:
    played, fog, chance, rng = game(game_id), hooks.hidden(game_id), chance_of(seed), random.Random(seed)
    if not played.standing(scenario, {}):
        pytest.skip(NOTHING_SMALL)
    asked = small(played, scenario)
    answered = compared = 0

    def watch(decision: Decision) -> None:
        nonlocal answered, compared
        state = decision.before
        for seat, sets in asked(state):
            assert played.answer_ahead(state, seat, {}) is None, "without orders the seat is asked"
            other = fog.disguise(state, seat, rng)
            for orders in sets:
                command = played.answer_ahead(state, seat, orders)
                if command is not None:
                    decided = played.decide(state, seat, command, chance)
                    assert not isinstance(decided, Refusal), f"{orders}: {command}: {decided}"
                    answered += 1
                if other is not None:
                    there = played.answer_ahead(other, seat, orders)
                    assert bytes_of(there) == bytes_of(command), f"{seat} with {orders}"
                    compared += command is not None

    least = at_least(game_id, scenario, 30) * fog.HIDES
    examine(played, scenario, seed, watch, enough=lambda: answered > 0 and compared >= least)
    assert answered, "no question of this game was answered"
    assert compared >= least, f"only {compared} answers were compared"


@games_from(range(6010, 6012))
def test_whether_an_order_answers_tells_nobody_what_is_hidden_from_him(game_id: str, scenario: str, seed: int) -> None:
    """How long you think, and whether you are waited for, everyone notices: it may say nothing of what you hold.

    What an order answers is a move like others, and may come of all that you see.
    """
    played, fog, rng = game(game_id), hooks.hidden(game_id), random.Random(seed)
    if not played.standing(scenario, {}):
        pytest.skip(NOTHING_SMALL)
    # What an ally proposed is hidden as well, and twins would have to be such that it could be proposed in them.
    asked, everyone = small(played, scenario, JOIN), viewers(played, scenario)
    compared = 0

    def watch(decision: Decision) -> None:
        nonlocal compared
        state = decision.before
        for seat, sets in asked(state):
            for viewer in everyone if THOROUGH else rng.sample(everyone, 2):
                other = None if viewer == seat else fog.disguise(state, viewer, rng)
                if other is None:
                    continue
                for orders in sets:
                    answers = [played.answer_ahead(each, seat, orders) for each in (state, other)]
                    assert (answers[0] is None) == (answers[1] is None), f"{seat} with {orders}, to {viewer}: {answers}"
                    compared += 1

    least = at_least(game_id, scenario, 100) * fog.HIDES
    examine(played, scenario, seed, watch, enough=lambda: compared >= least)
    assert compared >= least, f"only {compared} answers were compared"


@every_scenario
def test_the_kinds_are_whole(game_id: str, scenario: str) -> None:
    played = game(game_id)
    kinds = played.standing(scenario, {})
    if not kinds:
        pytest.skip(NOTHING_SMALL)
    assert len({k.key for k in kinds}) == len(kinds)
    for kind in kinds:
        told: Any = kind.told()
        assert told["title"]
        assert told["answers"]
        assert kind.sensible in ("", *(a.key for a in kind.answers))
        assert kind.wrong(StandingOrder(kind.key, kind.answers[0].key)) is None
        assert kind.wrong(StandingOrder(kind.key, "nonsense"))
        assert kind.wrong(StandingOrder(kind.key, kind.answers[0].key, {"nonsense": "any"}))
        for condition in kind.conditions:
            assert kind.wrong(StandingOrder(kind.key, kind.answers[0].key, {condition.key: "nonsense"}))


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_small_decision_has_its_policy(game_id: str) -> None:
    """What a kind says to answer is answered, and what is answered has a kind that says so."""
    played: Any = game(game_id)
    policies = (played.game if isinstance(played, Teams) else played).policies
    kinds = [kind for scenario in played.scenarios for kind in played.standing(scenario.id, {}) if kind.key != JOIN]
    assert {step for kind in kinds for step in kind.steps} == {*policies}
