"""Standing orders of every game: what they answer can be given, and says nothing of what the seat cannot see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from rules.catalogue import GAMES, game
from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from rules.kernel.proposals import JOIN
from rules.kernel.standing import Orders, StandingKind, StandingOrder, of_side
from tests.contract import hooks
from tests.contract.table import Decision, bytes_of, chance_of, every_scenario, examine, games_from

MOST_SETS = 12
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


def small(played: Game[Any, Any], scenario: str) -> Callable[[Any], Iterator[tuple[str, Orders]]]:
    """The seats that are asked something small in a position, with all the orders that they could have."""
    sides = {s.id: s.side for s in played.seats(scenario, {})}
    kinds = {seat: of_side(played.standing(scenario, {}), side) for seat, side in sides.items()}
    firsts = {seat: {k.key: StandingOrder(k.key, k.answers[0].key) for k in its} for seat, its in kinds.items()}
    rng = random.Random(scenario)

    def found(state: Any) -> Iterator[tuple[str, Orders]]:
        for seat in sides:
            if played.answer_ahead(state, seat, firsts[seat]) is not None:
                step = str(played.legal(state, seat)["step"])
                yield from ((seat, orders) for orders in sets_of(kinds[seat], step, rng))

    return found


@games_from(range(6000, 6001))
def test_what_is_answered_can_be_given_and_says_nothing_of_what_is_hidden(
    game_id: str, scenario: str, seed: int
) -> None:
    played, fog, chance, rng = game(game_id), hooks.hidden(game_id), chance_of(seed), random.Random(seed)
    asked = small(played, scenario)
    answered = compared = 0

    def watch(decision: Decision) -> None:
        nonlocal answered, compared
        state, others = decision.before, dict[str, Any]()
        for seat, orders in asked(state):
            assert seat in played.deciders(state), "nobody asked"
            assert played.answer_ahead(state, seat, {}) is None, "without orders the seat is asked"
            command = played.answer_ahead(state, seat, orders)
            if command is not None:
                decided = played.decide(state, seat, command, chance)
                assert not isinstance(decided, Refusal), f"{orders}: {command}: {decided}"
                answered += 1
            if seat not in others:
                others[seat] = fog.disguise(state, seat, rng)
            if others[seat] is not None:
                there = played.answer_ahead(others[seat], seat, orders)
                assert bytes_of(there) == bytes_of(command), f"{seat} with {orders}"
                compared += command is not None

    least = hooks.least(game_id, 30) * fog.HIDES
    examine(played, scenario, seed, watch, enough=lambda: answered > 0 and compared >= least)
    assert answered, "no question of this game was answered"
    assert compared >= least, f"only {compared} answers were compared"


@every_scenario
def test_the_kinds_are_whole(game_id: str, scenario: str) -> None:
    played = game(game_id)
    kinds = played.standing(scenario, {})
    assert kinds, "every game has small decisions"
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
    played = game(game_id)
    standing = __import__(f"rules.{game_id.replace('-', '_')}.standing", fromlist=["POLICIES"])
    kinds = [kind for scenario in played.scenarios for kind in played.standing(scenario.id, {}) if kind.key != JOIN]
    assert {step for kind in kinds for step in kind.steps} == {*standing.POLICIES}
