"""§6.17: in the Near East too nothing tells what lies in a hidden hand, along whole games of eager buyers.

A random game, and beside it twins with other chits in the hands that a viewer may not see: all commands are decided on
both. The game itself shows that every chit that is drawn has an effect, and that a match comes to its end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.great_war.facts.chits import HAND, ChitDrawn
from rules.great_war.game import GreatWar
from rules.great_war.position.secrecy import HANDS, HIDDEN
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import DECLARE_EVENTS, OTHER_POOL, SETTLE_OTHER, SETTLE_OWN, SETUPS
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from tests.contract.games.great_war import dealt
from tests.contract.table import Decision, chance_of
from tests.contract.twins import Twins
from tests.games.great_war.near_east.kit import MAY_1915
from tests.thorough import THOROUGH, at_least_one

GAME = GreatWar()
MOST = 900 if THOROUGH else 260
HURRY, RUN, SEED = 9, 20, 3
RICH = {"BR": 2, "TU": 2}
"""There is always a point for an event."""
BUY: dict[str, JsonObject] = {
    ALLIED: {"kind": "buy_event", "nation": "BR"},
    CENTRAL: {"kind": "buy_event", "nation": "TU"},
}
ENDS: JsonObject = {"kind": "end_phase"}


@cache
def eventful(scenario: str) -> tuple[Decision, ...]:
    """A game in which both sides buy what they can and end most steps at once."""
    return tuple(_played(scenario))


def _played(scenario: str) -> Iterator[Decision]:
    rng, chance = random.Random(SEED), chance_of(SEED)
    state: Any = GAME.new_match(scenario, {HANDS: HIDDEN})
    for number in range(MOST):
        deciders = GAME.deciders(state)
        if not deciders:
            return
        seat = deciders[rng.randrange(len(deciders))]
        key = state.phase.key
        if key == DECLARE_EVENTS and not state.chit_state.declared:
            state = replace(state, points={**state.points, **RICH})
        eager = [BUY[seat]] if key in (DECLARE_EVENTS, OTHER_POOL) else []
        hurry = [ENDS, {"kind": "deal"}] if key in SETUPS or rng.randrange(HURRY) else []
        for command in (*eager, *hurry, *(GAME.random_command(state, seat, rng) for _ in range(9))):
            answer = GAME.decide(state, seat, command, chance)
            if not isinstance(answer, Refusal):
                break
        else:
            raise AssertionError(f"nothing is taken of {seat}")
        yield Decision(number, seat, command, answer.events, (state, *answer.states))
        state = answer.states[-1]


def _runs(game: tuple[Decision, ...]) -> Iterator[list[Decision]]:
    """The game cut where points were given from outside, and into runs that are short enough."""
    run: list[Decision] = []
    for decision in game:
        if run and (len(run) == RUN or decision.before is not run[-1].after):
            yield run
            run = []
        run.append(decision)
    yield run


SCENARIOS = ["near-east-1915", "near-east-1916", "near-east-1917"]
"""Those in which a game at random goes on for long enough."""


@pytest.mark.parametrize("scenario", SCENARIOS if THOROUGH else [MAY_1915])
@pytest.mark.parametrize("viewer", [ALLIED, CENTRAL, "spectator"])
def test_6_17_no_viewer_is_told_what_lies_in_a_hand(scenario: str, viewer: str) -> None:
    """§6.17: views, lines, questions and who is asked are the same, whatever is held."""
    game = eventful(scenario)
    drawn = [event for decision in game for event in decision.events if isinstance(event, ChitDrawn)]
    assert {event.to for event in drawn} > {HAND}
    twins = Twins(GAME, dealt, viewer, chance_of(SEED), random.Random(SEED))  # type: ignore[arg-type]
    for run in _runs(game):
        twins.of_another_kind(run)
    assert twins.compared > MOST / 10


@pytest.mark.parametrize("scenario", SCENARIOS if THOROUGH else [MAY_1915])
def test_6_12_what_was_drawn_is_settled_before_the_match_goes_on(scenario: str) -> None:
    """§6.12, §6.13: no chit waits beyond its step, and nothing that was paid for is forgotten."""
    for decision in at_least_one(eventful(scenario)):
        chit_state, key = decision.after.chit_state, decision.after.phase.key
        if key not in (DECLARE_EVENTS, SETTLE_OWN, SETTLE_OTHER):
            assert chit_state.settling == ("", ""), key
            assert chit_state.drawing == () or not any(
                decision.after.chits[f"{side}.pool"] for side, *_ in chit_state.drawing
            )
