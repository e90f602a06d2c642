"""§17.2: which places make replacement points, from when on, and how many a country may keep."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.empires_alliances.printed.appearance import PORTS
from rules.empires_alliances.printed.ladders import known_to, ladder, or_none
from rules.empires_alliances.printed.places import Places
from rules.empires_alliances.printed.turns import is_between
from rules.hexes.counters import Column, entries, number, one_of

INFANTRY_POINTS, ARTILLERY_POINTS, TANK_POINTS = "infantry", "artillery", "tank"
POINTS = (INFANTRY_POINTS, ARTILLERY_POINTS, TANK_POINTS)
"""§17.22."""


@dataclass(frozen=True, slots=True)
class Source:
    """Points of a kind that a place makes every turn from ``first`` to ``last``; rows of one place add up."""

    id: str
    nation: str
    place: str
    kind: str
    points: int
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Limit:
    """§17.21: the most points of each kind that a country may accumulate."""

    id: str
    infantry: int
    artillery: int
    tank: int


def read_sources(file: Path, nations: Collection[str], places: Places, turns: Collection[str]) -> Mapping[str, Source]:
    """§17.23: the places of a file."""

    def place(cell: str) -> str:
        return cell if cell in PORTS or cell in places.boxes else places.city(cell)

    columns: dict[str, Column] = {
        "id": str,
        "nation": known_to(nations, "country"),
        "place": place,
        "kind": one_of(*POINTS),
        "points": number,
        "first": known_to(turns, "turn"),
        "last": or_none(known_to(turns, "turn")),
    }
    return entries(file, Source, columns)


def read_limits(file: Path, nations: Collection[str]) -> Mapping[str, Limit]:
    """§17.21: the limits of a file, a row a country that has points."""
    columns: dict[str, Column] = {"id": str, "infantry": number, "artillery": number, "tank": number}
    return ladder(file, Limit, columns, nations)


def points_of(sources: Mapping[str, Source], nation: str, kind: str, turn: str) -> Mapping[str, int]:
    """§17.23: points by place that a country makes on a turn if it holds all its places, before any loss."""
    found: dict[str, int] = {}
    for row in sources.values():
        if (row.nation, row.kind) == (nation, kind) and is_between(turn, row.first, row.last):
            found[row.place] = found.get(row.place, 0) + row.points
    return found
