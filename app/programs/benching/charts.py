"""What each game's rules add to a board's tables: prices of ground, lengths of lines, who stands with whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Row = Mapping[str, str]
"""A line of ``hexes.csv`` or ``hexsides.csv``."""

EAST, WEST, SOUTH = "first column", "last column", "last row"
"""§8.3, §8.6 of Schlieffen's War: edges of a sheet whose columns grow west and whose rows grow south."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One game on one board. A terrain without a price is entered by nobody, or only by special units.

    ``river`` is what crossing one adds, ``dry``: into and out of cities it adds nothing. ``line`` is how many hexes
    a line of supply may have; it runs on ``by_rail``, or else from town to town. No line enters ``barren`` ground.
    ``sides`` are the countries of each side, ``shared`` those where both may be; all others are closed.
    ``source(side, hex, edges)`` says whether a hex on a side's own ground is a source of its supply.
    """

    prices: Mapping[str, int]
    river: int
    allowance: int
    line: int
    by_rail: bool
    sides: Mapping[str, frozenset[str]]
    source: Callable[[str, Row, frozenset[str]], bool]
    dry: bool = False
    barren: frozenset[str] = frozenset()
    shared: frozenset[str] = field(default_factory=frozenset)


def _rail_edge(side: str, _row: Row, edges: frozenset[str]) -> bool:
    """§8.3, §8.6 of Schlieffen's War: Germany's east side, the west and the south side of France."""
    return EAST in edges if side == "german" else WEST in edges or SOUTH in edges


def _has_supply_mark(side: str, row: Row, _edges: frozenset[str]) -> bool:
    """§11.3 of The Great War: whom the hex's supply symbol serves, but not what an event opens; Serbia's towns."""
    served = set(row["supply"].split())
    if side == "central":
        return "CP" in served
    serbian = row["country"] == "SE" and bool(row["town"] or row["city"])
    return serbian or ("PEF" not in served and bool(served & {"AL", "RU", "BR", "IT", "RO"}))


def _city(_side: str, row: Row, _edges: frozenset[str]) -> bool:
    """§14.3, §14.4 of Empires & Alliances: cities at home or of an ally, full sources and limited ones alike."""
    return bool(row["city"])


SCHLIEFFENS_WAR = Chart(
    prices={"clear": 1, "forest": 2, "rough": 2},
    river=1,
    dry=True,
    allowance=6,
    line=2,
    by_rail=True,
    sides={"german": frozenset({"GE"}), "entente": frozenset({"FR", "BE"})},
    source=_rail_edge,
    shared=frozenset({"LU"}),
    barren=frozenset({"marsh"}),
)
"""§10.3 to §10.5, with a forced march; §8.2 to §8.6. Nobody enters marshes or neutral countries."""


def _great_war(wet: bool, doubled: bool) -> Chart:
    """§8.14, §8.3, §11.2, §12.2 of The Great War, ``wet``: as in the dearest weather that the front has."""
    once = ("clear", "rough", "mountain pass")
    twice = ("forest", "marsh", "desert", "difficult", "mountain")
    return Chart(
        prices={**dict.fromkeys(once, 1), **dict.fromkeys(twice, 2), "flood plain": 2 if wet else 1},
        river=1 if wet else 0,
        allowance=8 if doubled else 4,
        line=4,
        by_rail=False,
        sides={
            "central": frozenset({"GE", "AH", "TU", "BU", "LU"}),
            "allied": frozenset({"FR", "BE", "GB", "RU", "SE", "MN", "IT", "RO", "EG"}),
        },
        source=_has_supply_mark,
        barren=frozenset({"alpine"}),
        shared=frozenset({"AL", "PN", "KW"}),
    )


EMPIRES_ALLIANCES = Chart(
    prices={"clear": 1, "forest": 2, "swamp": 2, "mountain": 2},
    river=0,
    allowance=4,
    line=5,
    by_rail=True,
    sides={
        "central": frozenset({"GE", "AH", "TU", "BU"}),
        "allied": frozenset({"FR", "FN", "BE", "GB", "RU", "SE", "MN", "IT", "RO", "GK"}),
    },
    source=_city,
    shared=frozenset({"LU", "AL"}),
)
"""§2.2, §8.1, §14.2 to §14.4. Its chart is lost; some ground costs two. Rivers hinder attacks, not marches."""

CHARTS: Mapping[str, Chart] = {
    "schlieffens-war": SCHLIEFFENS_WAR,
    "great-war-west": _great_war(wet=True, doubled=True),
    "great-war-italy": _great_war(wet=True, doubled=True),
    "great-war-east": _great_war(wet=True, doubled=False),
    "great-war-caucasus": _great_war(wet=True, doubled=False),
    "great-war-egypt": _great_war(wet=False, doubled=True),
    "great-war-iraq": _great_war(wet=False, doubled=False),
    "empires-alliances": EMPIRES_ALLIANCES,
}
"""By board."""
