"""How a program of this game weighs things: what one variant of it may have otherwise than another, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The constants of a program that are tried against each other; as they stand here, those of the recruit."""

    eager: float = 0.6
    """How much a unit before an enemy that it could attack is worth, beside one that holds the line."""
    least: float = 0.8
    """What an attack must promise, in factors."""
    siege: float = 0.0
    """What part of a city worth having counts as won with that part of its defenders who are lost."""
    whole: bool = False
    """§13.71: whether it counts with whole units that are lost, and not with the factors that are owed."""
    massed: float = 3.0
    """Odds up to which it masses against a hex."""
    cheaper: float = 0.95
    """§17.2: how much less a factor is worth where points would lapse."""
    regained: float = 0.3
    """How much it counts that a city may be lost while no count is near: there is time to win it back."""
    prize: float = 3.0
    """§13.9: what taking a hex is worth, for each point that the city in it is worth."""
    long: float = 4.0
    """Segments of both sides until the end from which on units are worth what they are in the middle of a war."""
    digs_below: float = 1.5
    """Odds of ours against an enemy beside us below which infantry digs in."""
    aims: int = 0
    """How many cities of the enemy's it seeks the decision before, each in a part of the map of its own."""
    goals: str = ""
    """The cities before which it seeks it as long as the enemy has them, by name and with commas; others if it has
    none of them."""
    east_from: int = 99
    """The turn from which the Central Powers seek it east of the weather line alone."""
    focus: float = 0.0
    """How much more the enemies near such a city draw those who mass for attacks."""
    pull: float = 0.0
    """What each hex nearer to such a city is worth to a unit that is not needed where it is."""
    nearer: float = 0.0
    """What taking a hex near such a city is worth, in factors."""
    quiet: float = 1.0
    """What part of what holds the line elsewhere is enough far from all such cities."""
    strikes: float = 0.0
    """How likely a city that counts must fall this month for those who can reach it to go there together; 0: never."""
    follows: bool = False
    """§13.651: whether it holds someone back to go into a fort that ND leaves empty."""
    gathers: int = 0
    """Turns before the last one in which the Allies come up before what the last segment is to clear."""
    throws: bool = False
    """§1.7, §3.7: whether the Allies risk everything in the last segment, to take and cut off what counts."""


RECRUIT = Habits()
"""It attacks where units happen to stand well."""
SICKLE = Habits(
    aims=3, goals="Warsaw,Belgrade,Lille", focus=2.0, pull=0.6, quiet=0.35, prize=5.0, strikes=0.4, follows=True
)
"""The Central Powers' officer of 1914: it seeks the decision before three cities, and takes what a few could take."""
STEAMROLLER = Habits(
    aims=2,
    goals="Lemberg,Przemyśl",
    focus=2.0,
    pull=0.6,
    prize=5.0,
    strikes=0.4,
    follows=True,
    gathers=1,
    throws=True,
)
"""The Allies' officer of 1914: besides, it risks everything in the last segment, which nobody answers."""
