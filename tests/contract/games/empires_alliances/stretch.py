"""A whole game has a thousand commands and more: the suites play stretches of it.

They begin with the set-up, with a march, with attacks, or in November 1914, when the Ottoman Empire enters.
Later ones are come to by commands.
"""

from __future__ import annotations

import json
import random
from functools import lru_cache
from itertools import chain
from typing import Any

from rules.empires_alliances.position.state import State
from rules.kernel import dice
from rules.kernel.messages import Decided, JsonObject
from tests.contract.teams import inner
from tests.thorough import THOROUGH

SAMPLE, ALONE = 90, 1500
"""Commands of a stretch: in a sample, and where the suites are thorough."""
OPENING = ""
STARTS = (("central.attacks", 0), ("allied.move", 1), ("central.arrivals", 4), (OPENING, 0))
"""The steps that stretches begin with, each with how many turns have gone by."""
HURRY, IN_COMBAT = 7, 25
"""One command in this many ends the step; fewer where a side attacks, since most questions come up there."""
SECRET = bytes(32)
MOST_TRIES = 50
"""Random commands that are tried in a position."""


def commands(scenario: str) -> int:
    """How many commands are played."""
    return ALONE if THOROUGH else SAMPLE


def start(game: Any, scenario: str, seed: int) -> Any:
    """One of the positions that stretches begin with, as it is loaded: what is remembered is of this stretch alone."""
    step, turns = STARTS[seed % len(STARTS)]
    if len(game.seats(scenario, {})) > 2 and turns > 1 and not THOROUGH:
        step, turns = STARTS[0]  # four turns of two commanders a side take seconds, and `campaign` has them already
    return game.load_state(json.loads(_reached(game, scenario, step, turns)))


@lru_cache(maxsize=16)
def _reached(game: Any, scenario: str, step: str, turns: int) -> str:
    rng, chance = random.Random(step), dice.chance(dice.key(SECRET, step, {}))
    state: Any = game.new_match(scenario, {})
    first = inner(state).turn
    while step != OPENING and not _has_come(inner(state), step, first + turns):
        seat = game.deciders(state)[0]
        # Both sides are set up in one click, and each step is ended after a command or two.
        quick = ({"kind": "set_up_all"}, *_endings(game, state, seat)) if rng.randrange(2) else ()
        # What was chosen at random in several slots may be refused as a whole.
        tries = chain(quick, (game.random_command(state, seat, rng) for _ in range(MOST_TRIES)))
        answers = (game.decide(state, seat, command, chance) for command in tries)
        state = next(a for a in answers if isinstance(a, Decided)).states[-1]
    return json.dumps(game.dump_state(state))


def _has_come(state: State, step: str, turn: int) -> bool:
    return state.phase.step == step and state.turn == turn and not state.lanes


def _endings(game: Any, state: Any, seat: str) -> list[JsonObject]:
    """The orders that end the step now."""
    offers = game.legal(state, seat)["offers"]
    return [{"kind": o["kind"]} for o in offers if o["kind"].startswith("end_") and o["refusal"] is None]


def command(game: Any, state: Any, seat: str, rng: random.Random) -> JsonObject:
    """At random, and now and then the end of the step, if it may end."""
    hurry = IN_COMBAT if inner(state).phase.step.endswith(".attacks") else HURRY
    if not inner(state).lanes and not rng.randrange(hurry):
        endings = _endings(game, state, seat)
        if endings:
            return endings[0]
    found: JsonObject = game.random_command(state, seat, rng)
    return found
