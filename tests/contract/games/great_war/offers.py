"""What is offered is taken: filled as the general form fills it, and as programs do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.great_war.engine import ENGINE
from rules.great_war.state import State
from rules.kernel.game import Scenario
from rules.kernel.messages import JsonObject
from tests.contract import derived

APART = ("move", "attack", "rail", "sail", "place", "advance", "replace", "transfer", "convert", "break_out")
"""No shape of slot says which of its units may go together: programs fill these as a player would."""


def options(scenario: Scenario, rng: random.Random) -> JsonObject:
    """There are none."""
    assert not scenario.options
    return {}


def offered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Every order of the position, filled at random, and by the wire where the wire says all."""
    for command in derived.offered(game, state, seat, rng):
        if command["kind"] not in APART:
            yield command
    yield from derived.filled(ENGINE, state, seat, rng)
