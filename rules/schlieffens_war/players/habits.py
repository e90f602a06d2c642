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
    seizes_from: int = 11
    """From this turn on a corps is sent into each city of the enemy that stands open."""
    seize: float = 6.0
    """What may be given up for it."""
    holds_from: int = 11
    """From this turn on a corps is left in each city that the enemy could walk into."""
    hold: float = 5.0
    """What may be given up for that."""
    sally: int = 6
    """MP that an enemy is taken to march for a city."""
    last_sally: int = 6
    """The same on the last turn."""
    doubles: bool = False
    """Whether on the last turn corps that have nothing better to do join those that are alone in a city."""
    to_the_last: bool = False
    """On the last turn nothing but cities counts in a fight."""
    grind: float = 0.0
    """How much of a city's prize the steps are taken for that its defenders lose."""
    rehearsals: int = 0
    """How often corps are planned again, by where the HQs will stand (§8.3 to §8.6)."""
    home: int = 0
    """§4.3: MP from which an enemy is taken to march on a city of Germany, which then gets a garrison at any price."""
    leash: bool = False
    """Whether victors stay where they are rather than go where no HQ of theirs is near, except into a city."""


RECRUIT = Habits()
"""It keeps to the dates of 1914."""
DRIVE = Habits(
    sooner=4,
    daring=0.4,
    caution=0.5,
    use=0.1,
    seizes_from=6,
    seize=9.0,
    holds_from=6,
    hold=14.0,
    to_the_last=True,
    grind=0.6,
    starving=7.0,
    rehearsals=2,
    home=6,
    leash=True,
    last_sally=9,
    doubles=True,
)
"""It takes what stands open, keeps what it has taken, stays where it is fed, and fights for cities alone in the end."""
RIPOSTE = Habits(seizes_from=9, to_the_last=True)
"""The same for the Entente, which has fewer men to dare anything with."""
