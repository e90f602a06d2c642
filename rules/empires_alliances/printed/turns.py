"""§7.5: the turn record. A turn's id is its month: ``1914-08-1``, ``1914-09``; ids sort as the turns follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.empires_alliances.printed.ladders import flag, ladder
from rules.hexes.counters import Column, number

FIRST, LAST = (1914, 8), (1919, 9)
"""§2.1, §22.12: from August 1914 to September 1919."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, whether morale is checked at its end (§7.4), and how deep trenches may be dug (§15.21, §15.23)."""

    id: str
    number: int
    name: str
    year: int
    month: int
    morale: bool
    trenches: int


def turn_ids() -> Iterator[str]:
    """§7.5: a turn a month, but August 1914 is two."""
    year, month = FIRST
    while (year, month) <= LAST:
        id_ = f"{year}-{month:02}"
        yield from (f"{id_}-1", f"{id_}-2") if (year, month) == FIRST else (id_,)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


def read_turns(file: Path) -> Mapping[str, Turn]:
    """The turn record of a file."""
    columns: dict[str, Column] = {
        "id": str,
        "number": number,
        "name": str,
        "year": number,
        "month": number,
        "morale": flag,
        "trenches": number,
    }
    return ladder(file, Turn, columns, turn_ids())


def is_between(turn: str, first: str, last: str) -> bool:
    """Whether a turn lies between two, both included; empty is open."""
    return (not first or first <= turn) and (not last or turn <= last)
