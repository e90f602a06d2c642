"""§5.0: what strategic turns keep from one to the next, and what they count while they are taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.kernel.codec import LATER, stored_as


class Way(NamedTuple):
    """§5.17: from which nation to which points went. It is stored as one word (``BR>RU``)."""

    giver: str
    taker: str

    def __str__(self) -> str:
        return f"{self.giver}>{self.taker}"

    @classmethod
    def of_word(cls, word: str) -> Way:
        """Read what ``str`` made of it."""
        giver, taker = word.split(">")
        return cls(giver, taker)


@dataclass(frozen=True, slots=True)
class StrategicState:
    """The tracks of the strategic turn. What is said to last a turn is wiped when the next strategic turn begins."""

    turn: str = ""
    """§4.3: the strategic turn that is being taken; empty between them."""
    us_entry: str = "O"
    """§5.71: where the marker of the U.S. entry is."""
    us_since: str = ""
    """§5.72: the strategic turn on which the United States joined the Allies; empty while they are neutral."""
    americans: bool = False
    """§5.82: the Allies declare the initiative for the rest of the game."""
    switched: str = ""
    """§5.83: the strategic turn on which the initiative changed theatres last."""
    working: Mapping[str, str] = field(default_factory=dict)
    """§5.16: resource hexes that are held in supply, with the strategic turn from which each gives points."""
    emergencies: int = 0
    """§5.18: victory points from emergency replacements: the French less the German."""
    called: tuple[str, ...] = ()
    """§5.18: nations that have called emergency replacements this turn."""
    transferred: Mapping[Way, int] = field(default_factory=dict, metadata=stored_as("given"))
    """§5.17: points that changed hands this turn."""
    sunk: int = 0
    """§5.22: the die of the U-boats this turn; 0 without U-boats."""
    withdrawn: bool = False
    """§5.22: the first four or more has been rolled, so no U-boats are called off any more."""
    called_off: str = ""
    """§5.22: the strategic turn on which they were; until the next one begins no other event takes their place."""
    rebuilt: tuple[str, ...] = ()
    """§5.36: units of which steps were bought this turn."""
    fell: Mapping[str, str] = field(default_factory=dict)
    """§5.36: the front on which each British unit in the dead pile was destroyed."""
    coming_in: tuple[str, ...] = field(default=(), metadata=LATER)
    """§13.25: the U.S. units that come in at the edge of the map on this operational turn."""
    has_devastated: tuple[str, ...] = field(default=(), metadata=stored_as("has_razed", later=True))
    """§14.62: the units that have devastated hexes on this operational turn, and move no more on it."""
    unfed: tuple[str, ...] = field(default=(), metadata=LATER)
    """§11.11: the units that were not in regular supply as the Strategic Movement Phase of this turn began."""
    stranded: tuple[str, ...] = ()
    """§5.36: the first British units destroyed in the east, which never come back."""
    czar: str = ""
    """§5.41: the strategic turn on which the Czar fell."""
    bolsheviks: str = ""
    """§5.41: the strategic turn of the Bolshevik Revolution."""
    treaty: str = ""
    """§5.46: the strategic turn of the Treaty of Brest-Litovsk."""
    recruits: int = 0
    """§15.93: divisions of the Provisional Government that are to join the Red Army, while the Allies name them."""
    attacking: tuple[int, ...] = ()
    """§5.44: operational turns on which Russian units attacked, since the last strategic turn."""
    attacked: tuple[int, ...] = ()
    """§5.44: operational turns on which Russian units were attacked, since the last strategic turn."""
    collapsed: tuple[str, ...] = ()
    """§16.0: nations that have collapsed, in their order."""
    surrendered: tuple[str, ...] = ()
    """§16.61: nations that are out of the war: Turkey."""
    paris: bool = False
    """§16.2: Paris has fallen, and France has stood; until some of it is freed."""
    captured: tuple[str, ...] = ()
    """§18.21: victory hexes of France that have just been captured, for which the die is still to be rolled."""
    tested: Mapping[str, int] = field(default_factory=dict)
    """§18.22: those for which it was rolled, with the operational turn."""
    retaken: tuple[str, ...] = ()
    """§18.24: victory hexes of France and Belgium that the Allies have retaken after March 1917."""
    broke_out: tuple[str, ...] = ()
    """§11.86: the divisions that broke out under Scheffer-Boyadel; once in the game."""
    broke_out_in: str = ""
    """§11.86: the Attrition Phase that they live through, while it lasts."""
    fights_on: tuple[str, int] = ("", 0)
    """§11.86: the half of the operational turn in whose Combat Phase they count as supplied."""
    hqs_free: bool = field(default=False, metadata=stored_as("staffs_free"))
    """§15.66: headquarters in the west are no longer depleted when they go too far."""
    line_built: bool = False
    """§14.31: the Hindenburg Line has been built, whatever is left of it."""
    home_defence: Mapping[str, int] = field(default_factory=dict)
    """§5.24: air units in the Strategic Warfare Box until the next strategic turn."""
    defending: bool = False
    """§5.24: the Central Powers have said this turn which aircraft defend their homes."""
