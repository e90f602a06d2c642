"""§2.1, §9.5, §11.6, §20, §21: the charts that are a row a kind of ground, a country, a month, a total of the die."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rules.empires_alliances.printed.ladders import flag, ladder
from rules.hexes.counters import Column, list_of, number, one_of

CLEAR, MUD, SNOW = "clear", "mud", "snow"
WEATHER = (CLEAR, MUD, SNOW)
"""§20.2: from mild to severe."""
ZONES = ("west", "east")
"""§20.1."""
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
DIE = tuple(str(face) for face in range(1, 11))
"""§1.2: ten sides, the 0 read as a 10."""
HEX, CITY, HEXSIDE = "hex", "city", "hexside"
TERRAIN = ("clear", "forest", "swamp", "mountain", "minor", "major", "river")
"""§2.1, §15, charts 2.3: kinds of ground, of city and of hexside that have effects."""
SEAS = ("Atlantic", "Mediterranean", "Black Sea", "Baltic")
"""§2.6, §11.4, §11.5."""
RAIL = (3, 9, 12)
"""§9.52: minor countries have the first, major powers one of the others."""
WEARINESS = ("NE", "R10", "R20", "R30", "M", "D", "S")
"""§21.3: from no effect to surrender."""
TOTALS = range(1, 16)
"""§21.2."""


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """The row of a kind of ground.

    ``mp`` to enter, ``drm`` for defenders, ``quarters`` of an attacker's strength that are left, whether tanks add
    theirs (§16.3), whether an automatic victory is harder (§12.1), and the half hexes that a path of supply pays more
    (§22.7).
    """

    id: str
    where: str
    mp: int
    drm: int
    quarters: int
    tank_drm: bool
    hard: bool
    half_hexes: int


@dataclass(frozen=True, slots=True)
class Capacity:
    """§9.5, §11.6: corps that a country moves a turn by rail and by sea, and in which seas."""

    id: str
    rail: int
    sea: int
    areas: tuple[str, ...]

    def __post_init__(self) -> None:
        """§9.52: the capacities that the rules know."""
        if self.rail not in RAIL:
            raise ValueError(f"{self.id}: rail capacity is one of {RAIL}")
        if (self.sea == 0) != (self.areas == ()):
            raise ValueError(f"{self.id} has ships without a sea, or a sea without ships")

    @property
    def major(self) -> bool:
        """§9.52: whether it is a major power."""
        return self.rail != RAIL[0]


def read_terrain(file: Path) -> Mapping[str, TerrainRow]:
    """The terrain effects of a file."""
    columns: dict[str, Column] = {
        "id": str,
        "where": one_of(HEX, CITY, HEXSIDE),
        "mp": number,
        "drm": number,
        "quarters": number,
        "tank_drm": flag,
        "hard": flag,
        "half_hexes": number,
    }
    return ladder(file, TerrainRow, columns, TERRAIN)


def read_capacity(file: Path, nations: Collection[str]) -> Mapping[str, Capacity]:
    """The rail and sea capacities of a file: a row a country with trains of its own."""
    seas = list_of(one_of(*SEAS))
    columns: dict[str, Column] = {
        "id": str,
        "rail": number,
        "sea": number,
        "areas": lambda cell: seas(cell) if cell else (),
    }
    return ladder(file, Capacity, columns, nations)


def read_weather(file: Path) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """§20.1: by month the weather of west and east for each face of the die."""
    columns: dict[str, Column] = {"id": str, **dict.fromkeys(DIE, _both_zones)}
    return ladder(file, _month, columns, MONTHS)


def _both_zones(cell: str) -> tuple[str, str]:
    found = list_of(one_of(*WEATHER))(cell)
    if len(found) > len(ZONES):
        raise ValueError(f"{cell!r} is weather for more than two zones")
    return str(found[0]), str(found[-1])


def _month(id: str, **faces: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(faces[face] for face in DIE)


def read_weariness(file: Path) -> tuple[str, ...]:
    """§21.2: the result for each total from 1 to 15. ValueError where a higher total is the milder one."""
    found = tuple(ladder(file, lambda id, result: result, {"id": str, "result": one_of(*WEARINESS)}, TOTALS).values())
    for line, (before, now) in enumerate(pairwise(found), 3):
        if WEARINESS.index(now) < WEARINESS.index(before):
            raise ValueError(f"{file.name}:{line}: {now} is milder than the total before it")
    return found
