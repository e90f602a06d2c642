"""What ``tools/maps/boards/<board>.toml`` says, as frozen types. Everything particular to one board is in that file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BOARDS = Path(__file__).resolve().parent / "boards"

Pair = tuple[str, str]
LonLat = tuple[float, float]
Offset = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LatticeSpec:
    """The numbering: which way rows and columns grow, which rows are shifted by half a hex, and how far they reach."""

    columns: str
    rows: str
    shifted: str
    first_row: int
    last_row: int
    first_col: int
    last_col: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place whose hex is known: the projection is bent until it falls there."""

    name: str
    hex: str
    lon: float
    lat: float
    origin: str


@dataclass(frozen=True, slots=True)
class ProjectionSpec:
    """A PROJ string (kilometres) and the affine fit ``(col, row * 0.866) = offset + matrix @ (x, y)``."""

    proj: str
    col: tuple[float, float, float]
    row: tuple[float, float, float]
    tolerance: float
    """How far from its hex's centre, in hexes, an anchor may fall."""
    anchors: tuple[Anchor, ...]


@dataclass(frozen=True, slots=True)
class Wood:
    """A forest as an ellipse; ``beats_rough`` where the trees, not the slopes, were what stopped armies."""

    name: str
    lon: float
    lat: float
    rx: float
    ry: float
    beats_rough: bool


@dataclass(frozen=True, slots=True)
class River:
    """A river that counts on hexsides. Its course is a named line of the geography or ``course``, source first."""

    name: str
    width: float
    source: str
    lines: tuple[str, ...]
    course: tuple[LonLat, ...]
    into: str
    """The river it joins; its course then ends there."""
    pins: tuple[Pair, ...]
    """Hexsides that are stated to be river, from source to mouth."""
    labels: tuple[float, ...]
    """Where along its length its name should stand, as fractions; empty for none."""
    size: float
    """Height of its name."""
    start: LonLat | None = None
    """Where the river begins to count; None: at the start of its line."""
    facts: dict[str, str] = field(default_factory=dict)
    """What its hexsides have in the board's own columns."""
    mouth: LonLat | None = None
    """Where it ends, if its line ends before."""
    leaves: str = ""
    """The river of which it is an arm, and on whose hexsides it begins."""


@dataclass(frozen=True, slots=True)
class Place:
    """A named place. ``kind``: ``paris``, ``city``, ``major`` and ``minor`` count in play, ``town`` is drawn only."""

    name: str
    kind: str
    lon: float
    lat: float
    hex: str
    fortress: int
    """Level; 0 for none, 1 where the game knows no levels."""
    port: bool
    chief: bool
    """Named when the whole board is in view."""
    capital: bool
    """Of a state: lettered in capitals."""
    more: tuple[str, ...]
    """Further hexes of the same city."""
    origin: str
    facts: dict[str, str] = field(default_factory=dict)
    """What its hexes have in the board's own columns."""
    sign: Offset | None = None
    """How far right of its hex's middle and below it the sign stands, where the rule would put it on the wrong land."""


@dataclass(frozen=True, slots=True)
class Railway:
    """One line through its stops: names of places or hex numbers."""

    name: str
    stops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """An outline in which hexes (by their centres) have a value in one of the board's own columns."""

    column: str
    value: str
    surface: str
    """Which hexes: ``land``, ``sea``, ``lake``; empty for all."""
    ring: tuple[LonLat, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How finely a board is drawn: large ones coarser, so that they load as fast."""

    relief_scale: float = 1.2
    """Pixels a board unit of the relief."""
    spread: float = 1.0
    """How many times further apart trees, tufts and hachures stand than on a small board."""
    shore_lines: int = 3
    coast: float = 1.0
    """How many times coarser the shores are than on a small board."""
    smallest_island: float = 0.0
    """Islands of a smaller area, in square board units, are left out of the drawing."""
    slopes: float = 1.0
    """How much of the land's own slopes is lit; the ridges of high ground come on top. Less where a hex is wide and the
    ground is high, or whole countries lie in shadow."""
    browns: float = 1.0
    """How many times higher the land is tinted than it is, so that a low or a high country has more than one brown."""


@dataclass(frozen=True, slots=True)
class Rose:
    """Where the compass rose stands, and its radius in board units."""

    lon: float
    lat: float
    radius: float


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name that has no hex: a country, sea or region."""

    text: str
    lon: float
    lat: float
    size: float
    spacing: float
    turn: float


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """One board."""

    id: str
    tables: str
    """Folder of its tables under ``scenarios``: a game of several boards has one each."""
    title: str
    seed: int
    lattice: LatticeSpec
    projection: ProjectionSpec
    window: tuple[float, float, float, float]
    """West, south, east, north: what of the geography is read."""
    not_yet: frozenset[str]
    """Lakes of the geography that did not exist yet."""
    lakes: dict[str, dict[str, str]]
    """Lakes that count on hexsides, by the geography's name: our ``name``, and what such hexsides have in columns."""
    sea_then: tuple[tuple[LonLat, ...], ...]
    """Outlines of land that was still sea."""
    rough_from: float
    """Mean relief (0 to 255) from which a hex is rough."""
    countries: dict[str, str]
    """Names of states in ``frontiers_1914.toml`` to our codes."""
    neutral: frozenset[str]
    """Codes of countries where nothing may stand."""
    set_country: dict[str, str]
    set_surface: dict[str, str]
    set_terrain: dict[str, str]
    set_names: dict[str, str]
    woods: tuple[Wood, ...]
    rivers: tuple[River, ...]
    places: tuple[Place, ...]
    railways: tuple[Railway, ...]
    perimeter: int
    """Hexes from Paris within which it is endangered; 0 where the game has no such line."""
    lettering: dict[str, tuple[Lettering, ...]] = field(default_factory=dict)
    hex_columns: tuple[str, ...] = ()
    """Columns of ``hexes.csv`` that this board has beyond those that all have, before ``origin``."""
    side_columns: tuple[str, ...] = ()
    """The same of ``hexsides.csv``. One called ``lake`` gets the names of lakes that lie on them."""
    rail_columns: tuple[str, ...] = ()
    facts: dict[str, dict[str, str]] = field(default_factory=dict)
    """By column, then hex: values in the board's own columns, and ``origin`` where it is not as usual."""
    side_facts: dict[str, dict[Pair, str]] = field(default_factory=dict)
    """By column, then hexside in order: the same for hexsides, ``sea`` and ``river`` too."""
    ferries: dict[Pair, dict[str, str]] = field(default_factory=dict)
    """Railways over water: what such a link has in its columns, ``line`` at least."""
    zones: tuple[Zone, ...] = ()
    bogs: tuple[Wood, ...] = ()
    """Marshes as ellipses, as woods are."""
    upland: str = "rough"
    """What this game calls high ground."""
    marsh: str = "marsh"
    """What it calls wet ground."""
    heights: tuple[tuple[str, float], ...] = ()
    """Higher grounds than ``upland`` and the mean relief from which each begins, lowest first."""
    covers: dict[str, tuple[Wood, ...]] = field(default_factory=dict)
    """Further grounds of this game as ellipses, by their words; later ones lie over earlier ones."""
    uplands: dict[str, float] = field(default_factory=lambda: {"rough": 1.0})
    """Grounds drawn with slopes and hachures, and how strongly: 0 to 1, so that higher ground looks it."""
    tints: dict[str, str] = field(default_factory=dict)
    """Grounds that have a tint of their own, for which the style sheet has a class: ``massif``, ``saddle``, ``stony``,
    ``dune`` or ``snow``. Snow lies on the relief itself, so that it has slopes."""
    wetlands: tuple[str, ...] = ("marsh",)
    """Grounds drawn with reeds."""
    floods: tuple[str, ...] = ("flood plain",)
    """Grounds drawn as meadows with ripples: wet for a part of the year."""
    sands: tuple[str, ...] = ()
    """Grounds drawn with dots."""
    closed_marsh: bool = True
    """Whether no railway crosses such ground."""
    ground_under_cities: bool = False
    """Whether a city's hex keeps its terrain."""
    marks: dict[str, str] = field(default_factory=dict)
    """What the letters of the column ``mark`` mean, for the key."""
    drawing: Drawing = field(default_factory=Drawing)
    rose: Rose | None = None

    @property
    def towns_count(self) -> bool:
        """Whether towns are more than names: they then have their own column, and may be ports."""
        return "town" in self.hex_columns

    @property
    def scenario(self) -> Path:
        """Where the tables lie."""
        return ROOT / "scenarios" / self.tables

    @property
    def static(self) -> Path:
        """Where the drawing lies."""
        return ROOT / "static" / "boards" / self.id


def load(board: str) -> BoardSpec:
    """The file of a board. FileNotFoundError for an unknown one, KeyError or TypeError naming what it lacks."""
    raw = tomllib.loads((BOARDS / f"{board}.toml").read_text(encoding="utf-8"))
    return BoardSpec(
        id=raw["id"],
        tables=raw["tables"],
        title=raw["title"],
        seed=raw["seed"],
        lattice=LatticeSpec(**raw["lattice"]),
        projection=_projection(raw["projection"]),
        window=tuple(raw["window"]),
        countries=raw["countries"],
        neutral=frozenset(raw["neutral"]),
        rivers=tuple(_river(r) for r in raw["rivers"]),
        places=tuple(_place(p) for p in raw["places"]),
        railways=tuple(Railway(name, tuple(stops)) for name, stops in raw["railways"].items()),
        perimeter=raw.get("perimeter", 0),
        marks=dict(raw.get("marks", {})),
        drawing=Drawing(**raw.get("drawing", {})),
        **_waters(raw.get("waters", {})),
        **_terrain(raw["terrain"]),
        **_set_by_hand(raw["set"]),
        **_lettering(raw["lettering"]),
        **_columns(raw),
    )


def _projection(raw: Mapping[str, Any]) -> ProjectionSpec:
    return ProjectionSpec(
        proj=raw["proj"],
        col=tuple(raw["col"]),
        row=tuple(raw["row"]),
        tolerance=raw["tolerance"],
        anchors=tuple(Anchor(**a) for a in raw["anchors"]),
    )


def _waters(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Lakes and seas that were not, or were otherwise, in the years of the war."""
    return {
        "not_yet": frozenset(raw.get("not_yet", ())),
        "lakes": {called: dict(facts) for called, facts in raw.get("lakes", {}).items()},
        "sea_then": tuple(_ring(ring) for ring in raw.get("sea_then", ())),
    }


def _terrain(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What the ground of a hex is made of, and how it is drawn."""
    upland, marsh = raw.get("upland", "rough"), raw.get("marsh", "marsh")
    return {
        "rough_from": raw["rough_from"],
        "woods": _woods(raw["woods"]),
        "bogs": _woods(raw.get("bogs", ())),
        "upland": upland,
        "marsh": marsh,
        "heights": tuple((word, float(least)) for word, least in raw.get("heights", ())),
        "covers": {word: _woods(rows) for word, rows in raw.get("covers", {}).items()},
        "uplands": dict(raw.get("uplands", {upland: 1.0})),
        "tints": dict(raw.get("tints", {})),
        "wetlands": tuple(raw.get("wetlands", (marsh,))),
        "floods": tuple(raw.get("floods", ("flood plain",))),
        "sands": tuple(raw.get("sands", ())),
        "closed_marsh": raw.get("closed_marsh", True),
        "ground_under_cities": raw.get("ground_under_cities", False),
    }


def _set_by_hand(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What the file says of single hexes, whatever the sources have."""
    hexes = {f"set_{what}": _spread(raw.get(what, {})) for what in ("country", "surface", "terrain")}
    return {**hexes, "set_names": dict(raw.get("names", {}))}


def _lettering(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Names that lie over the map, and the compass rose."""
    rows = {kind: tuple(Lettering(*row) for row in rows) for kind, rows in raw.items() if kind != "rose"}
    return {"lettering": rows, "rose": Rose(*raw["rose"]) if "rose" in raw else None}


def _columns(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Columns of the tables beside those that every board has, and what stands in them."""
    further = raw.get("columns", {})
    return {
        "hex_columns": tuple(further.get("hexes", ())),
        "side_columns": tuple(further.get("hexsides", ())),
        "rail_columns": tuple(further.get("rails", ())),
        "facts": {column: _spread(lists) for column, lists in raw.get("facts", {}).items()},
        "side_facts": {
            column: {in_order(a, b): value for value, pairs in lists.items() for a, b in pairs}
            for column, lists in raw.get("side_facts", {}).items()
        },
        "ferries": {
            in_order(f["a"], f["b"]): {k: v for k, v in f.items() if k not in "ab"} for f in raw.get("ferries", ())
        },
        "zones": tuple(
            Zone(z["column"], z["value"], z.get("surface", ""), _ring(z["ring"])) for z in raw.get("zones", ())
        ),
    }


def _woods(rows: Iterable[Any]) -> tuple[Wood, ...]:
    return tuple(Wood(n, lo, la, rx, ry, bool(b)) for n, lo, la, rx, ry, b in rows)


def _ring(points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    return tuple((lo, la) for lo, la in points)


def in_order(a: str, b: str) -> Pair:
    """Two neighbours as the tables name their hexside."""
    return (a, b) if a < b else (b, a)


def _spread(lists: dict[str, list[str]]) -> dict[str, str]:
    """``{value: [hexes]}`` as ``{hex: value}``."""
    return {hex_: value for value, hexes in lists.items() for hex_ in hexes}


def _river(raw: dict[str, Any]) -> River:
    return River(
        name=raw["name"],
        width=raw["width"],
        source=raw.get("source", ""),
        lines=tuple(raw.get("lines", ())),
        course=tuple((lo, la) for lo, la in raw.get("course", ())),
        into=raw.get("into", ""),
        pins=tuple((a, b) for a, b in raw.get("pins", ())),
        labels=tuple(raw.get("labels", ())),
        size=raw.get("size", 9.5),
        start=tuple(raw["start"]) if "start" in raw else None,
        facts=dict(raw.get("facts", {})),
        mouth=tuple(raw["mouth"]) if "mouth" in raw else None,
        leaves=raw.get("leaves", ""),
    )


def _place(raw: dict[str, Any]) -> Place:
    return Place(
        name=raw["name"],
        kind=raw.get("kind", "town"),
        lon=raw["at"][0],
        lat=raw["at"][1],
        hex=raw.get("hex", ""),
        fortress=int(raw.get("fortress", 0)),
        port=raw.get("port", False),
        chief=raw.get("chief", False),
        capital=raw.get("capital", False),
        more=tuple(raw.get("more", ())),
        origin=raw.get("origin", "history"),
        facts=dict(raw.get("facts", {})),
        sign=tuple(raw["sign"]) if "sign" in raw else None,
    )
