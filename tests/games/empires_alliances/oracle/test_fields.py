"""Random fields fought out beside the second program: losses, demoralised units and retreats."""

from __future__ import annotations

import random

import pytest

from tests.games.empires_alliances.oracle.fields import fight_out
from tests.games.empires_alliances.oracle.walk import Compared
from tests.games.empires_alliances.test_combat_at_random import random_field
from tests.thorough import THOROUGH

FIELDS = 150 if THOROUGH else 4


@pytest.mark.parametrize(("side", "seed"), [("central", 1), ("allied", 2)])
def test_losses_and_retreats_agree_with_the_second_program(side: str, seed: int) -> None:
    """§13.7, §13.8, §16.1, §16.3: what may be lost, who is demoralised by AD, and where units may retreat."""
    rng, found = random.Random(seed), Compared()
    for _ in range(FIELDS):
        fight_out(random_field(rng, side), rng, found)
    assert not found.wrong, found.wrong[:5]
    assert found.seen.keys() & {"AX", "ND", "EX", "HX"}, found.seen
    assert "ends" in found.seen, found.seen
