"""How a program of this game weighs things: all that one variant of it has otherwise than another, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The constants of a program; as they stand here, those of the recruit."""

    sooner: int = 0
    """An army takes up the next part of its route this many turns earlier than planned."""
    daring: float = 0.0
    """How many steps less than its plan asks for an attack must promise."""
    caution: float = 1.0
    """How much more or less than in its plan a threatened hex costs."""
    walk: float = 6.0
    """How many MP out of its way a corps goes for a city that stands empty."""
    late_walk: float = 12.0
    """The same from the turn ``late`` on."""
    late: int = 9
    """One of the last turns, in which little else counts."""
    city: float = 5.0
    """§4.6: what a point is worth, in steps."""
    spirit: float = 0.3
    """§11.20: what the level of morale is worth in steps that a corps loses by a battle."""
    pride: float = 0.1
    """§11.20: what the level that it wins is worth."""
    use: float = 0.25
    """What else a corps that fights here could have done."""
    starving: float = 5.0
    """What a hex costs that no HQ will reach this turn, in MP."""
    need: float = 4.0
    """§4.4: what an attack of Plan XVII is worth when it is late."""
    last_call: int = 6
    """From this turn on it is paid at any price."""
    guard: int = 5
    """MP from which an enemy makes a city behind the front worth a garrison."""


RECRUIT = Habits()
"""It keeps to the dates of 1914."""
