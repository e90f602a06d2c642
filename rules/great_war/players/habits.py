"""How a program of this game weighs things: what one variant of it may have otherwise than another, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The constants of a program that are tried against each other; as they stand here, those of the recruit."""

    break_out: bool = False
    """Whether an army on foreign ground that is cut off leaves it, and nobody is sent there."""
    break_out_from: int = 5
    """The turn from which that is so: before it armies still march."""
    quiet: float = 0.9
    """The part of its share with which a hex makes do away from the sector in which the decision is sought."""
    gathered: float = 0.3
    """The part of the army that is not bound to the line where one sector of it is to decide."""
    hard_pressed: float = 1.1
    """The pressure over which a side does not gather for the decision, or gives up men that it needs for it."""
    spares: float = 1.0
    """The pressure up to which a theatre sends Germans to the other."""
    reserve: float = 0.25
    """The part of an army that is not bound to the line, however hard the line is pressed: it attacks."""
    elsewhere: float = 0.08
    """The same in the theatre in which a side does not seek the decision."""
    heavier: float = 1.7
    """How much more a hex needs that counts for victory."""
    aim: float = 2.5
    """What it is worth in steps to take such a hex, beside the ground."""
    boldness: float = 1.0
    """How much less a step that is lost counts in an attack."""
    at_bay: float = 1.6
    """How much dearer a step is in a theatre that a side only holds, while it seeks the decision in the other."""


RECRUIT = Habits()
"""Its armies hold where they are when they are cut off."""
