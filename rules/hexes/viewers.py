"""The viewers of hidden things: a side sees its own, the referee all. What everyone may see is in each game."""

from __future__ import annotations

from rules.kernel.game import REFEREE


def sees_hidden(viewer: str, side: str) -> bool:
    """Whether a viewer sees what a side hides from others; a spectator sees nothing of it."""
    return viewer in (side, REFEREE)
