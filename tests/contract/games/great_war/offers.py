"""What is offered is taken: filled as the general form fills it, and as programs do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.great_war.engine import ENGINE
from rules.great_war.position.secrecy import CONCEALED, HANDS, HIDDEN, OPEN
from rules.great_war.position.state import State
from rules.kernel.game import Scenario
from rules.kernel.messages import JsonObject
from tests.contract import derived
from tests.contract.catalogue import GAMES
from tests.contract.teams import shared_options

APART = (
    "move",
    "attack",
    "rail",
    "sail",
    "to_transit",
    "out_of_arabia",
    "place",
    "place_together",
    "advance",
    "replace",
    "transfer",
    "convert",
    "break_out",
    "devastate",
    "gallipoli",
    "salonika",
)
"""No shape of slot says which of its units may go together: programs fill these as a player would."""


WAYS = (OPEN, HIDDEN, CONCEALED)


def options(scenario: Scenario, rng: random.Random) -> JsonObject:
    """Each scenario in turn has another way to hold event hands, whichever the first has; and the pre-war events."""
    number = [s.id for s in GAMES["great-war"].scenarios].index(scenario.id) + rng.randrange(len(WAYS))
    flags = (o for o in scenario.options if o["kind"] != "choice")
    more: JsonObject = {str(o["id"]): True for o in flags}
    return {HANDS: WAYS[number % len(WAYS)], **more, **shared_options(scenario, rng, HANDS)}


def offered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Every order of the position, filled at random, and by the wire where the wire says all."""
    for offer in game.legal(state, seat)["offers"]:
        if offer["refusal"] is None and offer["kind"] not in APART:
            command = derived.by_the_form(game, state, seat, offer, rng)
            if command is not None:
                yield command
    yield from derived.filled(ENGINE, state, seat, rng)
