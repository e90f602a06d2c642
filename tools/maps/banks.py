"""On which bank of its river a town stood in August 1914 (``banks.toml``), and the side of a line a point lies on."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from tools.maps.spec import LonLat

FILE = Path(__file__).resolve().parent / "banks.toml"
COMPASS = {
    "north": (0.0, 1.0), "northeast": (0.7, 0.7), "east": (1.0, 0.0), "southeast": (0.7, -0.7),
    "south": (0.0, -1.0), "southwest": (-0.7, -0.7), "west": (-1.0, 0.0), "northwest": (-0.7, 0.7),
}  # fmt: skip
"""Which way longitude and latitude grow towards the mouth."""
NEAR = 1e-6

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Bank:
    """A dated town beside its river. ``left`` is the side of someone who looks downstream."""

    river: str
    town: str
    left: bool
    site: LonLat | None
    """Where it stood, for a town that is on no board's list."""


@dataclass(frozen=True, slots=True)
class Side:
    """Where a point lies beside a line that has a direction."""

    left: bool
    distance: float
    beyond: bool
    """Whether the line's nearest point is one of its ends, so that the point lies on neither side for certain."""


@cache
def _read() -> tuple[dict[str, str], dict[str, str], tuple[Bank, ...]]:
    """Spellings to the file's own, rivers to where they flow, and all towns."""
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))
    spelt = {other: name for name, others in raw["spellings"].items() for other in others}
    towns = tuple(
        Bank(river, town, left, tuple(raw["sites"][town]) if town in raw["sites"] else None)
        for river, row in raw["rivers"].items()
        for left in (True, False)
        for town in row.get("left" if left else "right", ())
    )
    return spelt, {river: row["flows"] for river, row in raw["rivers"].items()}, towns


def spelling(name: str) -> str:
    """A town's or river's name as the file spells it."""
    return _read()[0].get(name, name)


@cache
def _without(board: str, river: str) -> frozenset[str]:
    """The towns of a river that a board has no room to leave on their bank, and those whose hex has both banks."""
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return frozenset(town for why in ("crowded", "astride") for town in raw[why].get(board, {}).get(river, ()))


def of_river(river: str, board: str) -> tuple[Bank, ...]:
    """The dated towns of a river, by its name on a board, but those of which that board cannot tell the bank."""
    name = spelling(river)
    without = _without(board, name)
    return tuple(bank for bank in _read()[2] if bank.river == name and bank.town not in without)


def downstream(river: str, first: LonLat, last: LonLat) -> bool:
    """Whether a river that is known flows from the first end to the last; true for one that is not."""
    flows = _read()[1].get(spelling(river))
    if flows is None:
        return True
    east, north = COMPASS[flows]
    return (last[0] - first[0]) * east + (last[1] - first[1]) * north >= 0


def side(line: Sequence[Sequence[float]], point: Point) -> Side:
    """The side of a point, on a sheet whose y grows downwards; at a corner both stretches that meet there count."""
    stretches = [(a, b) for a, b in pairwise(line) if math.dist(a, b) > NEAR]
    best, at, share = math.inf, 0, 0.0
    for i, (a, b) in enumerate(stretches):
        dx, dy = b[0] - a[0], b[1] - a[1]
        t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
        kept = min(1.0, max(0.0, t))
        far = math.dist(point, (a[0] + kept * dx, a[1] + kept * dy))
        if far < best - NEAR:
            best, at, share = far, i, t
    ux, uy = _direction(*stretches[at])
    beside = at - 1 if share <= 0 else at + 1 if share >= 1 else at
    beyond = not 0 <= beside < len(stretches)
    if beside != at and not beyond:
        more = _direction(*stretches[beside])
        ux, uy = ux + more[0], uy + more[1]
    a, b = stretches[at]
    kept = min(1.0, max(0.0, share))
    qx, qy = a[0] + kept * (b[0] - a[0]), a[1] + kept * (b[1] - a[1])
    across = ux * (point[1] - qy) - uy * (point[0] - qx)
    return Side(left=across <= 0, distance=best, beyond=beyond)


def _direction(a: Sequence[float], b: Sequence[float]) -> Point:
    length = math.dist(a, b)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length
