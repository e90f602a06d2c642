"""§1.1: sides, kinds of units and of works, and what a unit's id says."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

CENTRAL, ENTENTE = "central", "entente"
SIDES = (CENTRAL, ENTENTE)
"""The attacking side first (§3.1.4)."""
NEUTRAL = "neutral"
CLOSED = "closed"
SIDE_NAMES = {CENTRAL: "Central Powers", ENTENTE: "Entente"}

INFANTRY, ARTILLERY, AIRCRAFT, SHIP, GENERAL = "infantry", "artillery", "aircraft", "ship", "general"
ARMS = (INFANTRY, ARTILLERY, AIRCRAFT, SHIP)
"""What can be bought and modernised."""
TROOPS = (INFANTRY, ARTILLERY)
"""Land units."""
FACTORY, SHIPYARD = "factory", "shipyard"
WORKS = (FACTORY, SHIPYARD)
FREE_LAND = "LU"
"""§3.12.3: entered without a fight."""
USA = "US"


def foe(side: str) -> str:
    """The other side."""
    return ENTENTE if side == CENTRAL else CENTRAL


class Piece(NamedTuple):
    """What a unit's id says: ``GE.infantry.3``, ``GE.general.scheer``."""

    nation: str
    kind: str
    label: str


@lru_cache(maxsize=4096)
def piece(unit: str) -> Piece:
    """The nation and kind of a unit. ValueError for what is no unit's id."""
    nation, kind, label = unit.split(".")
    return Piece(nation, kind, label)
