"""§3.26: the nations whose units are in the game, on whose side they can be, and peoples without a purse."""

from __future__ import annotations

from collections.abc import Mapping

CENTRAL, ALLIED = "central", "allied"
SIDES = (CENTRAL, ALLIED)
SIDE_NAMES = {CENTRAL: "Central Powers", ALLIED: "Allied"}
"""Before a noun: the Allied player, the Central Powers player."""

NATIONS: Mapping[str, tuple[str, ...]] = {
    "GE": (CENTRAL,),
    "AH": (CENTRAL,),
    "BU": (CENTRAL,),
    "TU": (CENTRAL,),
    "BE": (ALLIED,),
    "BR": (ALLIED,),
    "FR": (ALLIED,),
    "MN": (ALLIED,),
    "SE": (ALLIED,),
    "IT": (ALLIED,),
    "RO": (ALLIED, CENTRAL),
    "GK": (ALLIED,),
    "RU": (ALLIED,),
    "US": (ALLIED,),
    "AB": (ALLIED,),
}
"""§17.2, §17.3: Romania joins the side that plays its entry first; all others have one side only."""

NAME_OF = {
    "GE": "German", "AH": "Austro-Hungarian", "BU": "Bulgarian", "TU": "Turkish", "BE": "Belgian", "BR": "British",
    "FR": "French", "MN": "Montenegrin", "SE": "Serbian", "IT": "Italian", "RO": "Romanian", "GK": "Greek",
    "RU": "Russian", "US": "U.S.", "AB": "Arab", "AM": "Armenian", "PN": "Persian",
}  # fmt: skip
"""Nations and peoples before a noun."""

PEOPLES = (*NATIONS, "AM", "PN")
"""§3.26: what is printed on a unit. Armenians are Russian units, Persians Russian, British or Turkish: that nation
pays, feeds and commands them."""

NEUTRAL = ("IT", "BU", "RO", "GK")
"""§17.1: those whose entry is an event."""


def foe(side: str) -> str:
    """The other side."""
    return ALLIED if side == CENTRAL else CENTRAL
