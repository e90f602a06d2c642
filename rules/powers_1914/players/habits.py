"""How a program of this game weighs things: all that one variant of it has otherwise than another, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The constants of a program; as they stand here, those of the recruit. Worths are in coins."""

    margin: int = 3
    """An attack must be worth this much."""
    sure: float = 0.75
    """The chance of success at which a garrison attacks units that threaten it."""
    shaky: int = 40
    """Percent of its worth that a conquest keeps which the enemy can take back."""
    loss: int = 120
    """What it costs to lose an infantry unit far from home, in percent of its price."""
    sea_prize: int = 6
    """What it is worth to clear a sea."""
    risk: float = 0.03
    """A capital may fall with this chance."""
    guard: int = 10
    """This many always stay in a capital that the enemy could reach after next."""
    weak: int = 3
    """This many defenders on the way to a capital are thought to be swept aside first."""
    relief: bool = False
    """Capitals in danger are relieved before anyone attacks, rather than with the units that are left over."""
    raises: bool = False
    """Of a capital's garrison those are left out that it can still raise itself before the enemy moves."""
    shield: int = 0
    """Percent of a country's worth that a field counts besides from which the enemy could attack its capital."""
    gas_takes: int = 4
    """§3.15.2: what a garrison has besides while the enemy has gas."""
    gas_margin: int = 40
    """Gas, of which there are two in the whole war, must be worth this much."""
    filled: float = 0.8
    """What is left of a front's pull once a unit goes there."""
    horizon: int = 6
    """This many turns ahead an income is counted in full."""
    counted: int = 2
    """What a coin's worth of conquests counts besides, for the end."""
    last: int = 8
    """What it counts in the last turn."""
    gain: int = 30
    """Percent of its price by which an infantry unit is better for each level (§3.3.8)."""


RECRUIT = Habits()
"""Careful: a capital falls in three cases of a hundred, and nothing is dared for little."""
OFFICER = Habits(risk=0.4, guard=4, shaky=60, relief=True, raises=True, shield=10)
"""It leaves its capitals to fewer men, sends help to those in danger first, and attacks with the others."""
