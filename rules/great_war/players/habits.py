"""How a program of this game weighs things: what one variant of it may have otherwise than another, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The constants of a program that are tried against each other."""

    mouth: int = 0
    """The advances of the enemy from each side that must not close the way home of an army on foreign ground; where
    they would, the ground counts for nothing. 0: every way home is good enough."""
    mouth_from: int = 5
    """The turn from which that is so, and armies break out: before it they still march."""
    pocket_aim: float = 0.3
    """The part of its worth to the line that a hex in such a pocket keeps which counts for victory."""
    break_out: bool = False
    """Whether an army on foreign ground that is cut off leaves it, and nobody is sent there."""
    quiet: float = 0.9
    """The part of its share with which a hex makes do away from the sector in which the decision is sought."""
    gathered: float = 0.3
    """The part of the army that is not bound to the line where one sector of it is to decide."""
    hard_pressed: float = 1.1
    """The pressure over which a side does not gather for the decision, or gives up men that it needs for it."""


RECRUIT = Habits()
"""Its armies trust their way home, and hold where they are when they are cut off. Variants that leave in time have been
played in three games, too few for a verdict (docs/balance-great-war.md)."""
