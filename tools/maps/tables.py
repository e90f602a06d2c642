"""The tables of a board: rows of ``hexes.csv``, ``hexsides.csv``, ``rails.csv`` and ``towns.csv``, written and read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path


@dataclass(frozen=True, slots=True)
class HexRow:
    """One hex. Flags are ``1`` or empty, as the file has them."""

    hex: str
    surface: str
    terrain: str
    country: str
    name: str
    city: str
    fortress: str
    port: str
    perimeter: str
    lat: str
    lon: str
    origin: str


@dataclass(frozen=True, slots=True)
class SideRow:
    """One hexside that is a river or sea."""

    a: str
    b: str
    river: str
    sea: str
    origin: str


@dataclass(frozen=True, slots=True)
class RailRow:
    """A railway between neighbours."""

    a: str
    b: str
    line: str
    origin: str


@dataclass(frozen=True, slots=True)
class TownRow:
    """A place. ``kind`` is ``paris``, ``city`` or ``town``; ``chief`` is ``capital``, ``chief`` or empty."""

    name: str
    hex: str
    kind: str
    chief: str
    lat: str
    lon: str
    origin: str


Row = HexRow | SideRow | RailRow | TownRow


@dataclass(frozen=True, slots=True)
class Tables:
    """All of a board."""

    hexes: tuple[HexRow, ...]
    sides: tuple[SideRow, ...]
    rails: tuple[RailRow, ...]
    towns: tuple[TownRow, ...]


def write(folder: Path, tables: Tables) -> None:
    """The four files, sorted, with Unix line ends."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "hexes.csv", HexRow, tables.hexes)
    _write(folder / "hexsides.csv", SideRow, tables.sides)
    _write(folder / "rails.csv", RailRow, tables.rails)
    _write(folder / "towns.csv", TownRow, tables.towns)


def read(folder: Path) -> Tables:
    """The four files. FileNotFoundError when the board has not been surveyed, TypeError when a column is missing."""
    return Tables(
        hexes=tuple(HexRow(**r) for r in _rows(folder / "hexes.csv")),
        sides=tuple(SideRow(**r) for r in _rows(folder / "hexsides.csv")),
        rails=tuple(RailRow(**r) for r in _rows(folder / "rails.csv")),
        towns=tuple(TownRow(**r) for r in _rows(folder / "towns.csv")),
    )


def _write(path: Path, kind: type[Row], rows: Iterable[Row]) -> None:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([f.name for f in fields(kind)])
    writer.writerows(sorted(astuple(r) for r in rows))
    path.write_text(out.getvalue(), encoding="utf-8")


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
