"""§5.38, §15.82 and others: what is kept of the Near East. Matches of Europe store nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.kernel import codec

SPENT = "spent"
ATTACK, MARCH, NOTHING = "attack", "march", "nothing"
"""§6.30: what the Enver Offensive asks for on its turn."""
OUT_IN_PERSIA, HOME = "out", "home"
"""§17.21: how far the Russian expedition to Persia is."""

UNTOUCHED, DUG, SPOILED = "", "dug", "spoiled"
"""§6.35: what has become of the Gaza line."""


@dataclass(frozen=True, slots=True)
class NearEastState:
    """Its tracks and markers."""

    settled: bool = field(default=False, metadata=codec.LATER)
    """§5.87: an event of the Allies has settled the initiative for good."""
    disputed: int = field(default=0, metadata=codec.LATER)
    """§5.87: the operational turn in whose New Units Phase the Central Powers last took the initiative."""
    allenby_at: str = field(default="", metadata=codec.LATER)
    """§6.32: the hex in which Allenby was placed for the combat phase that follows."""
    owed: tuple[int, int] = field(default=(0, 0), metadata=codec.LATER)
    """§6.46, §6.64: attack factors that the Allies have still to withdraw, and how many of them of cavalry."""
    away: tuple[tuple[str, str], ...] = field(default=(), metadata=codec.LATER)
    """§6.46: units that have left, and the strategic turn on which each is back."""
    came_from: tuple[tuple[str, str], ...] = field(default=(), metadata=codec.LATER)
    """§9.24, §16.62: units in the transfer box and, in the combined game, in the transit box that have come by rail,
    Turks aside, and the front of each before."""
    civil_war: int = field(default=0, metadata=codec.LATER)
    """§6.48: the operational turn on which it broke out in Russia."""
    stopped: tuple[str, ...] = field(default=(), metadata=codec.LATER)
    """§6.3: units that were held up from the air this turn."""
    required: int = 0
    """§5.38: divisions that the Turkish Required Reserve asks for."""
    tried: Mapping[str, str] = field(default_factory=dict)
    """§15.82: units whose strength is known, with what it is."""
    arabs_due: bool = field(default=False, metadata=codec.LATER)
    """§15.83: the Arab army has fallen, and another is raised in the next Replacement Phase."""
    arab_hold: str = field(default="", metadata=codec.LATER)
    """§7.13: the hex that is the Allies' only as long as the Arab army stands in it."""
    lawrence: str = field(default="", metadata=codec.LATER)
    """§6.25: ``SPENT`` from his raid until the next strategic turn."""
    raided: str = field(default="", metadata=codec.LATER)
    """§6.25: the town that his raid shuts this turn."""
    enver: str = field(default="", metadata=codec.LATER)
    """§6.30: what the Enver Offensive asks for this turn, once it is weighed."""
    enver_units: tuple[str, ...] = field(default=(), metadata=codec.LATER)
    """§6.30: for a march the units that are nearest to the enemy."""
    rising: str = field(default="", metadata=codec.LATER)
    """§6.8: the Armenian unit that is attacked in the hex in which it rises; it is in no stack until that is over."""
    landed: int = field(default=0, metadata=codec.LATER)
    """§6.38: the operational turn on which a Russian unit landed last."""
    kut: bool = field(default=False, metadata=codec.LATER)
    """§14.21: an Allied unit has been in Kut, so that its fort is there for the Allies."""
    pipeline: str = field(default="", metadata=codec.LATER)
    """§11.53: the town of the Sinai coast that the pipeline has reached."""
    expedition: str = field(default="", metadata=codec.LATER)
    """§17.21: whether the Russian expedition to Persia is out or home again; empty before it is sent."""
    gaza: str = field(default="", metadata=codec.LATER)
    """§6.35: whether the Gaza line has been dug, or spoiled by Allied units before it was."""
    trenches: frozenset[str] = field(default=frozenset(), metadata=codec.LATER)
    """§6.35, §6.36, §14.53: the hexes that have trenches now."""
    earned: tuple[str, ...] = field(default=(), metadata=codec.LATER)
    """§5.62: modifiers of Turkey's surrender that are kept whatever happens later."""
    returned: frozenset[str] = field(default=frozenset(), metadata=codec.stored_as("seasoned", later=True))
    """``State.returned``."""
    hexes_held: int = field(default=0, metadata=codec.LATER)
    """§18.4: victory hexes of the Central Powers at this turn's Victory Check, if enough; until the surrender die."""
    effort: bool = field(default=False, metadata=codec.LATER)
    """§18.4: the shock divisions of the Central Powers' major effort have come onto a map."""
    neutral: bool = field(default=False, metadata=codec.LATER)
    """§17.1, §20.2: on six fronts the Ottoman Empire, whose units are set up with the others, is not at war yet."""


NOTHING_YET = NearEastState()
"""One object, so that nothing of it is stored while nothing has happened."""
