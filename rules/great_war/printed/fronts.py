"""§3.12, §3.13: the fronts, each a sheet of the atlas, and the two theatres that they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

WEST, EAST = "west", "east"
THEATRES = (WEST, EAST)
"""§3.13: they govern initiative and what movement allowances come to, nothing else."""
ITALY = "italy"


@dataclass(frozen=True, slots=True)
class Front:
    """A front map: its sheet, its theatre, and the zone whose weather it has (§12.1: a key of ``State.weather``)."""

    id: str
    sheet: str
    title: str
    theatre: str
    weather: str


EUROPE: Mapping[str, Front] = {
    front.id: front
    for front in (
        Front(WEST, "great-war-west", "Western Front", WEST, WEST),
        Front(ITALY, "great-war-italy", "Italian Front", WEST, WEST),
        Front(EAST, "great-war-east", "Eastern Front", EAST, EAST),
    )
}
"""Those of the game in Europe. Which are in play in a match is asked of its board."""
THEATRE_NAMES = {WEST: "Western Theatre", EAST: "Eastern Theatre"}
