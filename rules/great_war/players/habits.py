"""How a program of this game weighs things: what one variant of it may have otherwise than another, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace


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
    marching: int = 4
    """The turn up to which German armies march on Paris, and none go to the east."""
    massed: float = 0.6
    """The part of the army in the west that is not bound to the line in these turns."""
    decision: int = 6
    """In a war that begins in August 1914: the turn up to which the Central Powers seek the decision in the west, and
    both sides besiege what counts for victory and march into what stands empty."""
    decision_later: int = 0
    """The same in a war that begins in the trenches: for how many turns."""
    at_stake: float = 1.1
    """What a step is worth to the Central Powers while they seek it there."""
    last_men: int = 25
    """Units in the dead pile at which a nation calls its last men (§5.18)."""


RECRUIT = Habits()
"""Its armies hold where they are when they are cut off."""
OFFICER = replace(RECRUIT, decision=18, decision_later=12, last_men=99)
"""Most of what counts for victory lies in France (§18.11): it seeks the decision there until March 1916, or for twelve
turns where the war begins later. It gives no point for last men (§5.18)."""
