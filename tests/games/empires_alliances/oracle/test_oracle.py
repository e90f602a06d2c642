"""Random matches beside a second program of the rules, which was written from the rulebook alone."""

from __future__ import annotations

import pytest

from rules.kernel.messages import JsonObject
from tests.games.empires_alliances.oracle.walk import walk
from tests.thorough import THOROUGH

COMMANDS, EVERY = (2500, 25) if THOROUGH else (220, 60)
"""Commands of a match, and how many of them to a comparison of supply."""
OPTIONS: JsonObject = {"argonne": True, "infiltration": True, "breakdown": True}
CASES: tuple[tuple[str, JsonObject, int], ...] = (
    ("campaign", {}, 1), ("1918", OPTIONS, 5), ("1914", {}, 7),
    ("campaign", OPTIONS | {"national-fronts": True, "variable-entry": True}, 2), ("1918", {}, 6),
)  # fmt: skip


@pytest.mark.parametrize(("scenario", "options", "seed"), CASES if THOROUGH else CASES[:2])
def test_random_matches_agree_with_the_second_program(scenario: str, options: JsonObject, seed: int) -> None:
    """§5.0 to §14.0: every march, journey, fight, loss and retreat, stacking, and supply now and then."""
    found = walk(scenario, options, seed, COMMANDS, EVERY)
    assert not found.wrong, found.wrong[:5]
    assert {"march", "fight", "supply", "stacking"} <= found.seen.keys(), found.seen
