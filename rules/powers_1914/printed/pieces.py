"""§1.1: sides, kinds of units and of works, and what is printed on a counter."""

from __future__ import annotations

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
    """A counter: whose it is, of which kind, and for a general who it is. Its id is made of them, never read."""

    nation: str
    kind: str
    label: str

    @property
    def id(self) -> str:
        """Its unit's id: ``GE.infantry.3``, ``GE.general.scheer``."""
        return f"{self.nation}.{self.kind}.{self.label}"
