"""What an area board's file and the game's own tables say, as frozen types."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.maps.spec import BOARDS, ROOT, Lettering, LonLat, River

CLOSED = "-"
"""Instead of an area: ground on which nothing happens."""
Cut = tuple["str | LonLat", ...]


@dataclass(frozen=True, slots=True)
class Area:
    """One row of ``areas.csv``, as far as it is drawn or told by the client."""

    id: str
    name: str
    kind: str
    owner: str
    """The nation that holds it at the start; empty at sea."""
    city: int
    """How many units its city raises in a turn; 0 without a city."""
    coins: int
    capital: bool
    colony: bool
    factory: bool
    shipyard: bool
    edge: bool
    """A sea at the western edge of the map."""
    article: bool
    """Land that a sentence names with "the"."""
    lon: float
    lat: float


@dataclass(frozen=True, slots=True)
class Link:
    """One row of ``links.csv``; ``name`` is that of a strait or bridge."""

    a: str
    b: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Town:
    """The city of an area, where it really lies."""

    area: str
    name: str
    lon: float
    lat: float


@dataclass(frozen=True, slots=True)
class Shape:
    """The projection: a PROJ string in km, and how its plane becomes the board."""

    proj: str
    swell: float
    unit: float
    width: float
    height: float
    middle: tuple[float, float]


@dataclass(frozen=True, slots=True)
class AreaSpec:
    """One board of areas."""

    id: str
    title: str
    seed: int
    folder: Path
    shape: Shape
    window: tuple[float, float, float, float]
    not_yet: frozenset[str]
    sea_then: tuple[tuple[LonLat, ...], ...]
    land_beyond: tuple[tuple[LonLat, ...], ...]
    """Outlines of land past the rim of the geography."""
    countries: dict[str, str]
    """Names of states in the border file to the name under which ``states`` has them: themselves."""
    states: dict[str, tuple[str, ...]]
    """State to owners or areas that may hold its ground."""
    claims: tuple[tuple[str, tuple[LonLat, ...]], ...]
    seeds: dict[str, tuple[LonLat, ...]]
    discs: dict[str, tuple[float, float, float]]
    roundels: dict[str, tuple[float, float, float]]
    larger: tuple[tuple[float, float, float], ...]
    """Islands drawn larger: a point inside, and how many times."""
    islands: dict[str, tuple[LonLat, ...]]
    straits: tuple[tuple[LonLat, ...], ...]
    """Courses of narrows that are drawn wider than they are."""
    strait_width: float
    bridges: dict[str, LonLat]
    """Two areas as ``a|b`` to where the bridge between them is drawn."""
    closed: tuple[LonLat, ...]
    """Points in waters that are no area."""
    cuts: tuple[Cut, ...]
    areas: dict[str, Area]
    links: tuple[Link, ...]
    towns: tuple[Town, ...]
    rivers: tuple[River, ...]
    lettering: dict[str, tuple[Lettering, ...]]

    @property
    def static(self) -> Path:
        """Where the drawing lies."""
        return ROOT / "static" / "boards" / self.id

    def of_kind(self, kind: str) -> list[Area]:
        """Areas on land or at sea, by id."""
        return [a for _, a in sorted(self.areas.items()) if a.kind == kind]


@cache
def is_area_board(board: str) -> bool:
    """Whether a board's file describes areas. FileNotFoundError for an unknown board."""
    return _raw(board).get("kind") == "areas"


def _raw(board: str) -> dict[str, Any]:
    return tomllib.loads((BOARDS / f"{board}.toml").read_text(encoding="utf-8"))


def load(board: str) -> AreaSpec:
    """The board's file with the game's tables. FileNotFoundError for an unknown one, KeyError naming what it lacks."""
    raw = _raw(board)
    fit, folder = raw["projection"], ROOT / "scenarios" / raw["tables"]
    return AreaSpec(
        id=raw["id"],
        title=raw["title"],
        seed=raw["seed"],
        folder=folder,
        shape=Shape(fit["proj"], fit["swell"], fit["unit"], fit["width"], fit["height"], tuple(fit["middle"])),
        window=tuple(raw["window"]),
        not_yet=frozenset(raw["not_yet"]),
        sea_then=tuple(_points(ring) for ring in raw["sea_then"]),
        land_beyond=tuple(_points(ring) for ring in raw["land_beyond"]),
        countries={name: name for name in raw["states"]},
        states={name: tuple(holders) for name, holders in raw["states"].items()},
        claims=tuple((c["area"], _points(c["ring"])) for c in raw["claims"]),
        seeds={area: _points(points) for area, points in raw["seeds"].items()},
        discs={area: (lo, la, r) for area, (lo, la, r) in raw["discs"].items()},
        roundels={area: (lo, la, r) for area, (lo, la, r) in raw["roundels"].items()},
        larger=tuple((lo, la, times) for lo, la, times in raw["larger"].values()),
        islands={area: _points(points) for area, points in raw["islands"].items()},
        straits=tuple(_points(line) for line in raw["straits"]["lines"]),
        strait_width=raw["straits"]["width"],
        bridges={pair: (lo, la) for pair, (lo, la) in raw["bridges"].items()},
        closed=_points(raw["closed"]["waters"]),
        cuts=tuple(tuple(p if isinstance(p, str) else (p[0], p[1]) for p in line) for line in raw["cuts"]["lines"]),
        areas={row["id"]: _area(row) for row in _rows(folder / "areas.csv")},
        links=tuple(Link(r["a"], r["b"], r["kind"], r["name"]) for r in _rows(folder / "links.csv")),
        towns=tuple(Town(area, name, lo, la) for area, (name, lo, la) in raw["towns"].items()),
        rivers=tuple(
            River(
                name=r["name"],
                width=r["width"],
                source=r.get("source", "rivers"),
                lines=tuple(r["lines"]),
                course=(),
                into="",
                pins=(),
                labels=(),
                size=0.0,
                start=None,
            )
            for r in raw["rivers"]
        ),
        lettering={kind: tuple(Lettering(*row) for row in rows) for kind, rows in raw["lettering"].items()},
    )


def _points(raw: list[list[float]]) -> tuple[LonLat, ...]:
    return tuple((lon, lat) for lon, lat in raw)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _area(row: dict[str, str]) -> Area:
    return Area(
        id=row["id"],
        name=row["name"],
        kind=row["kind"],
        owner=row["owner"],
        city=int(row["city"]),
        coins=int(row["coins"]),
        capital=row["capital"] == "1",
        colony=row["colony"] == "1",
        factory=row["factory"] == "1",
        shipyard=row["shipyard"] == "1",
        edge=row["edge"] == "1",
        article=row["article"] == "1",
        lon=float(row["lon"]),
        lat=float(row["lat"]),
    )
