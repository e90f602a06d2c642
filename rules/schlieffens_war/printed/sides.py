"""§1.3: the sides, their nations, and the lands that are fought over."""

from __future__ import annotations

GERMAN = "german"
ENTENTE = "entente"
SIDES = (GERMAN, ENTENTE)

GE, FR, BR, BE = "GE", "FR", "BR", "BE"
SIDE_OF_NATION = {GE: GERMAN, FR: ENTENTE, BR: ENTENTE, BE: ENTENTE}
NATIONS = {GERMAN: (GE,), ENTENTE: (FR, BR, BE)}
NATION_NAMES = {GE: "German", FR: "French", BR: "British", BE: "Belgian"}
SIDE_NAMES = {GERMAN: "German", ENTENTE: "Entente"}

HOME_OF_NATION = {GE: "GE", FR: "FR", BE: "BE"}
ENTENTE_LANDS = frozenset({"FR", "BE", "LU"})
PLAYED_LANDS = ENTENTE_LANDS | {"GE"}


def foe(side: str) -> str:
    """The other side."""
    return ENTENTE if side == GERMAN else GERMAN
