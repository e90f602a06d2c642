"""The tables of a board: rows of ``hexes.csv``, ``hexsides.csv``, ``rails.csv`` and ``towns.csv``, written and read."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeVar


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
    more: dict[str, str] = field(default_factory=dict)
    """The board's own columns."""


@dataclass(frozen=True, slots=True)
class SideRow:
    """One hexside that is a river or sea."""

    a: str
    b: str
    river: str
    sea: str
    origin: str
    more: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RailRow:
    """A railway between neighbours."""

    a: str
    b: str
    line: str
    origin: str
    more: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TownRow:
    """A place. ``kind`` is as in the board's file; ``chief`` is ``capital``, ``chief`` or empty."""

    name: str
    hex: str
    kind: str
    chief: str
    lat: str
    lon: str
    origin: str
    more: dict[str, str] = field(default_factory=dict)


Row = HexRow | SideRow | RailRow | TownRow
Kind = TypeVar("Kind", HexRow, SideRow, RailRow, TownRow)


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
        hexes=_read(folder / "hexes.csv", HexRow),
        sides=_read(folder / "hexsides.csv", SideRow),
        rails=_read(folder / "rails.csv", RailRow),
        towns=_read(folder / "towns.csv", TownRow),
    )


def _write(path: Path, kind: type[Row], rows: Sequence[Row]) -> None:
    *first, origin = (f.name for f in fields(kind) if f.name != "more")
    lines = sorted((*(getattr(r, name) for name in first), *r.more.values(), getattr(r, origin)) for r in rows)
    own = {tuple(r.more) for r in rows}
    if len(own) > 1:
        raise ValueError(f"{path.name}: rows differ in their columns: {sorted(own)}")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*first, *(own.pop() if own else ()), origin])
    writer.writerows(lines)
    path.write_text(out.getvalue(), encoding="utf-8")


def _read(path: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """The rows of one file: columns that all boards have by name, the rest in ``more``."""
    known = {f.name for f in fields(kind)} - {"more"}
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            kind(
                **{name: value for name, value in row.items() if name in known},
                more={name: value for name, value in row.items() if name not in known},
            )
            for row in csv.DictReader(file)
        )
