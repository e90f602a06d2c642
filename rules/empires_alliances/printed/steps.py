"""§7.0: the steps of the sequence by the keys that the cursor holds: whose they are, and which."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rules.empires_alliances.printed.sides import SIDES

SET_UP, ARRIVALS, SUPPLY, MOVE, RECOMBINE, CROWDED = "set-up", "arrivals", "supply", "move", "recombine", "crowded"
ATTACKS, CROWDED_AFTER = "attacks", "crowded-after"
RAILHEADS, RELIEF, RALLY = "railheads", "relief", "rally"
ADMINISTRATION = (RAILHEADS, RELIEF, RALLY)
"""§7.25: the steps of the Administrative Phase."""


class NamedStep(NamedTuple):
    """A step: the side whose it is, empty for none, and its name, which both sides' steps of one kind share."""

    side: str
    name: str


def key_of(side: str, name: str) -> str:
    """§7.2: the key of a side's step."""
    return f"{side}.{name}"


@cache
def step_named(key: str) -> NamedStep:
    """§7.2: the step that a key of ``key_of`` names; any other key is the name of a step of no side."""
    side, _, name = key.partition(".")
    return NamedStep(side, name) if side in SIDES and name else NamedStep("", key)
