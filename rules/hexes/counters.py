"""Counters and other printed things from a CSV file: each column declared with what it may hold.

A column that nobody declared, one that is missing, a word that cannot be and an id that stands twice are errors with
file and line: a misprint is found when the file is read, not when the unit first fights.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeVar

from rules.hexes.sheet import rows

T = TypeVar("T")
V = TypeVar("V")

Column = Callable[[str], object]
"""Reads one cell; ValueError for what it cannot hold."""

SOURCE = ("origin",)
"""Where a row comes from: for people and for the tests of the files."""


def entries(
    file: Path, make: Callable[..., T], columns: dict[str, Column], *, apart: Collection[str] = SOURCE
) -> dict[str, T]:
    """What ``make`` gives for each row, called with its declared columns by name; by the column ``id``, in order.

    ``apart`` are columns that the file has for others. ValueError as the module says.
    """
    found: dict[str, T] = {}
    for line, row in rows(file):
        try:
            strange = row.keys() - columns.keys() - set(apart)
            missing = columns.keys() - row.keys()
            if strange or missing:
                raise ValueError(f"columns {sorted(strange)} are unknown and {sorted(missing)} are missing")
            if row["id"] in found:
                raise ValueError(f"{row['id']} stands twice")
            found[row["id"]] = make(**{name: read(row[name]) for name, read in columns.items()})
        except ValueError as error:
            raise ValueError(f"{file.name}:{line}: {error}") from error
    return found


def one_of(*words: str) -> Column:
    """One of these words."""

    def read(cell: str) -> str:
        if cell not in words:
            raise ValueError(f"{cell!r} is none of {', '.join(words)}")
        return cell

    return read


def number(cell: str) -> int:
    """A whole number from 0 up."""
    if not cell.isdecimal():
        raise ValueError(f"{cell!r} is no number")
    return int(cell)


def list_of(read: Callable[[str], V], between: str = "/") -> Callable[[str], tuple[V, ...]]:
    """One value or several: ``4/2``."""
    return lambda cell: tuple(read(part) for part in cell.split(between))
