"""A whole game has three to four thousand commands and takes ten seconds: the suites play stretches of it.

Stretches begin with the set-up, with the first turn, or with the first strategic turn, which is come to by commands.
"""

from __future__ import annotations

import json
import random
from functools import lru_cache
from typing import Any

from rules.great_war.game import PRE_WAR, GreatWar
from rules.great_war.position.secrecy import CONCEALED, HANDS, HIDDEN, OPEN
from rules.great_war.position.state import State
from rules.great_war.printed.phases import ATTACKS, LOT, SETUPS
from rules.great_war.teams import GAME as SHARED_SIDES
from rules.kernel import dice
from rules.kernel.messages import Command, Decided, JsonObject, Refusal
from tests.contract import hooks
from tests.contract.teams import inner

SAMPLE, ALONE, SHARED = 80, 1500, 500
"""Commands of a stretch: in a sample, and where the suites are thorough. With shared sides each takes four times as
long to find."""

OPENING = ""
STARTS = (("first.west.attacks", HIDDEN), ("transfers", CONCEALED), (OPENING, OPEN))
"""The steps that stretches begin with, each with how event hands are held: the first attacks, the first strategic turn,
and the set-up, where there is one after pre-war events. Each scenario in turn begins with another one."""
ON_ONE_FRONT = {"serbia-1914": {"first.west.attacks": "first.east.attacks", "transfers": "central.rail"}}
"""Where a scenario has no such step, and which it has instead."""
FIRST_OF = {"combined-1917": 1}
"""Which a sample begins with where it is no scenario's turn: on six fronts a movement alone would fill it, and most
that is new is in the strategic turn."""
HURRY, IN_COMBAT = 4, 12
"""One command in this many ends the step; fewer where a side attacks, since most questions come up there."""
THINKS = 8
"""So often a side looks for another command before it ends its attacks and perhaps loses the match by it (§6.30)."""
SECRET = bytes(32)
END: JsonObject = {"kind": "end_phase"}


def commands(scenario: str) -> int:
    """How many commands are played."""
    if not hooks.THOROUGH:
        return SAMPLE
    return SHARED if scenario in SHARED_SIDES.layouts else ALONE


def start(game: Any, scenario: str, seed: int) -> State:
    """One of the positions that stretches begin with, as it is loaded: what is remembered is of this stretch alone."""
    number = seed + [s.id for s in game.scenarios].index(scenario)
    if scenario in FIRST_OF and not hooks.THOROUGH:
        number = FIRST_OF[scenario]
    step, hands = STARTS[number % len(STARTS)]
    found: State = game.load_state(
        json.loads(_reached(game, scenario, ON_ONE_FRONT.get(scenario, {}).get(step, step), hands))
    )
    return found


@lru_cache(maxsize=8)
def _reached(game: GreatWar, scenario: str, step: str, hands: str) -> str:
    rng, chance = random.Random(step), dice.chance(dice.key(SECRET, step, {}))
    options: JsonObject = {HANDS: hands}
    if step == OPENING and any(o["id"] == PRE_WAR for s in game.scenarios if s.id == scenario for o in s.options):
        options[PRE_WAR] = True
    state: State = game.new_match(scenario, options)
    while step != OPENING and inner(state).phase.key != step:
        deciders = game.deciders(state)
        seat = deciders[rng.randrange(len(deciders))]
        # Both sides are set up in one click, and each step is ended after a command or two.
        setting_up = inner(state).phase.key in (LOT, *SETUPS)
        tries = [{"kind": "deal"} if setting_up else game.random_command(state, seat, rng)]
        if rng.randrange(2):
            tries.insert(0, END)
        state = next(a for c in (*tries, END, game.random_command(state, seat, rng))
                     if isinstance(a := game.decide(state, seat, c, chance), Decided)).states[-1]  # fmt: skip
    return json.dumps(game.dump_state(state))


def command(game: Any, state: State, seat: str, rng: random.Random) -> JsonObject:
    """At random, and now and then the end of the step, if it may end."""
    below = inner(state)
    hurry = IN_COMBAT if below.phase.key in ATTACKS else HURRY
    if below.battle is None and not rng.randrange(hurry) and _is_taken(game, state, seat, END):
        return END
    found: JsonObject = game.random_command(state, seat, rng)
    for _ in range(THINKS):
        if found != END or not _is_grave(game, state, seat):
            break
        found = game.random_command(state, seat, rng)
    return found


def _is_grave(game: Any, state: State, seat: str) -> bool:
    return any(_loses(offer) for offer in game.legal(state, seat)["offers"] if offer["kind"] == END["kind"])


def _loses(offer: Any) -> bool:
    """§6.30: whether a side is warned that it may lose the match by it."""
    return any(warning["section"] == "6.30" for warning in offer.get("warnings", ()))


def _is_taken(game: Any, state: State, seat: str, wanted: Command) -> bool:
    offers = game.legal(state, seat)["offers"]
    if not any(offer["kind"] == wanted["kind"] and not (offer["refusal"] or _loses(offer)) for offer in offers):
        return False
    # Ending some steps rolls a die: any will do to see whether it is taken.
    return not isinstance(game.decide(state, seat, wanted, lambda _, __: 1), Refusal)
