"""§6.17, §6.47: nothing in a whole run of turns tells what lies in a hidden hand and what in its pool.

A random game in which events are bought whenever they can be, and beside it twins with other chits in the hands that a
viewer may not see. All commands of both sides are decided on both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from rules.great_war.facts.chits import HAND, ChitDrawn
from rules.great_war.position.secrecy import CONCEALED, HANDS, HIDDEN
from rules.great_war.standing import IDLE
from rules.great_war.teams import GAME
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.standing import StandingOrder
from tests.contract.games.great_war import dealt, hidden
from tests.contract.table import Decision, chance_of, viewers
from tests.contract.teams import Lifted
from tests.contract.twins import Twins
from tests.thorough import THOROUGH

MOST = 700 if THOROUGH else 90
"""Commands of a game."""
HURRY = 8
"""One command in this many is another than the end of the step, where this may end."""
RUN = 20
"""As many are given to one twin: more than come in a turn."""
SEED = 10
EAGER: tuple[JsonObject, ...] = ({"kind": "buy_event", "nation": "GE"}, {"kind": "buy_event", "nation": "FR"},
                                 {"kind": "buy_event", "nation": "BR"})  # fmt: skip
SETS_UP: JsonObject = {"kind": "deal"}
ENDS: JsonObject = {"kind": "end_phase"}


@cache
def eventful(scenario: str, hands: str) -> tuple[tuple[Decision, ...], ...]:
    """Games in which both sides buy what they can, and end most steps at once: another one where one ends early."""
    games: list[tuple[Decision, ...]] = []
    while sum(map(len, games)) < MOST:
        games.append(tuple(_played(scenario, hands, SEED + len(games))))
    return tuple(games)


def _played(scenario: str, hands: str, seed: int) -> Iterator[Decision]:
    rng, chance = random.Random(seed), chance_of(seed)
    state: Any = GAME.new_match(scenario, {HANDS: hands})
    for number in range(MOST):
        deciders = GAME.deciders(state)
        if not deciders:
            return
        seat = deciders[rng.randrange(len(deciders))]
        tries = [*EAGER, *([ENDS] if rng.randrange(HURRY) else []), SETS_UP]
        for command in (*tries, *(GAME.random_command(state, seat, rng) for _ in range(9))):
            answer = GAME.decide(state, seat, command, chance)
            if not isinstance(answer, Refusal):
                break
        else:
            raise AssertionError(f"nothing is taken of {seat}")
        states = [state]
        for event in answer:
            states.append(GAME.evolve(states[-1], event))
        yield Decision(number, seat, command, answer.events, tuple(states))
        state = states[-1]


FOG, DEALT = Lifted("great-war", hidden), Lifted("great-war", dealt)
EVERY = [(scenario.id, hands) for scenario in GAME.scenarios for hands in (HIDDEN, CONCEALED)]
"""What a soak plays."""
SOME = [("1915", HIDDEN)]


@pytest.mark.parametrize(("scenario", "hands"), EVERY if THOROUGH else SOME)
def test_6_17_no_viewer_is_told_what_lies_in_a_hand_and_what_in_its_pool(scenario: str, hands: str) -> None:
    """§6.17: views, lines, questions and who is asked are the same along whole turns, draws and plays included."""
    games = eventful(scenario, hands)
    fates = {
        event.to for game in games for decision in game for event in decision.events if isinstance(event, ChitDrawn)
    }
    assert {HAND} < fates, "chits are drawn out of view, and openly"
    for viewer in viewers(GAME, scenario):
        compared = 0
        for seed, game in enumerate(games, SEED):
            twins = Twins(GAME, DEALT, viewer, chance_of(seed), random.Random(seed))
            for first in range(0, len(game), RUN):
                twins.of_another_kind(game[first : first + RUN])
            compared += twins.compared
        assert compared > MOST / 10, "there was another hand for a good part of the games"


LEISURE = ("end_phase", "play_event", "dig_trenches", "play_initiative", "convert")
"""What can be done in a step that goes by, whether there is anything else or not."""


@pytest.mark.parametrize(("scenario", "hands"), EVERY if THOROUGH else SOME)
def test_6_17_whether_an_order_answers_is_no_matter_of_what_is_hidden(scenario: str, hands: str) -> None:
    """§4.2, decisions/0033: a step goes by where everyone sees that nothing can be done in it, and nothing can."""
    rng, compared = random.Random(SEED), 0
    kinds = GAME.standing(scenario, {})
    for decision in chain.from_iterable(eventful(scenario, hands)):
        state, seat = decision.before, decision.seat
        step = str(GAME.legal(state, seat)["step"])
        orders = [StandingOrder(k.key, a.key) for k in kinds if step in k.steps for a in k.answers]
        viewer = rng.choice([s for s in viewers(GAME, scenario) if s != seat])
        twin = rng.choice((FOG, DEALT, DEALT)).disguise(state, viewer, rng) if orders else None
        for order in orders:
            given = GAME.answer_ahead(state, seat, {order.kind: order})
            if twin is not None:
                there = GAME.answer_ahead(twin, seat, {order.kind: order})
                assert (given is None) == (there is None), f"{decision.number}, {seat}: {order}"
                compared += 1
            if given is not None and order.answer == IDLE:
                offers: Any = GAME.legal(state, seat)["offers"]
                assert not [o for o in offers if o["refusal"] is None and o["kind"] not in LEISURE]
    assert compared > 40, f"only {compared} were compared"
