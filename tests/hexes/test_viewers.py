"""The viewers of what a side hides."""

from __future__ import annotations

import pytest

from rules.hexes.viewers import sees_hidden
from rules.kernel.game import REFEREE, SPECTATOR


@pytest.mark.parametrize(("viewer", "sees"), [("red", True), ("blue", False), (SPECTATOR, False), (REFEREE, True)])
def test_a_side_sees_its_own_and_the_referee_sees_all(viewer: str, sees: bool) -> None:
    assert sees_hidden(viewer, "red") is sees
