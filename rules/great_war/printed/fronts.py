"""§3.12, §3.13: the fronts, each a sheet of the atlas, and the two theatres that they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

WEST, EAST = "west", "east"
THEATRES = (WEST, EAST)
"""§3.13: they govern initiative and what movement allowances come to, nothing else."""
ITALY = "italy"
CAUCASUS, EGYPT, IRAQ = "caucasus", "egypt", "iraq"
THREE = (CAUCASUS, EGYPT, IRAQ)
"""§3.12: the fronts of the Near East."""
SOUTH = "south"
"""§12.12: the zone of weather of Egypt and Iraq."""


@dataclass(frozen=True, slots=True)
class Front:
    """A front map: its sheet, what ids of its hexes begin with, its theatre, and the zone whose weather it has (§12.1:
    a key of ``State.weather``)."""

    id: str
    sheet: str
    prefix: str
    title: str
    theatre: str
    weather: str

    @property
    def letters(self) -> str:
        """§3.11: the letter that people read before the numbers of its hexes."""
        return self.prefix[:1]


FRONTS: Mapping[str, Front] = {
    front.id: front
    for front in (
        Front(WEST, "great-war-west", "W", "Western Front", WEST, WEST),
        Front(ITALY, "great-war-italy", "W", "Italian Front", WEST, WEST),
        Front(EAST, "great-war-east", "E", "Eastern Front", EAST, EAST),
        Front(CAUCASUS, "great-war-caucasus", "NC", "Caucasus Front", EAST, CAUCASUS),
        Front(EGYPT, "great-war-egypt", "NE", "Egyptian Front", WEST, SOUTH),
        Front(IRAQ, "great-war-iraq", "NI", "Iraqi Front", EAST, SOUTH),
    )
}
"""All that there are. A variant names its own; which are in play in a match is asked of its board."""
THEATRE_NAMES = {WEST: "Western Theatre", EAST: "Eastern Theatre"}
NEAR_EAST_ALONE = {WEST: "Egypt", EAST: "the Caucasus and Iraq"}
"""§3.12, §3.13: the boards of each theatre where Europe is not played."""
