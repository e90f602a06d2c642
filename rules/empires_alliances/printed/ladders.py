"""Charts whose rows follow one another: a net die roll each, a month each, a turn each.

An owner's chart may have other figures, never other rows: one that is missing, stands twice or is out of order is
refused with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from rules.hexes.counters import Column, entries
from rules.hexes.sheet import rows

T = TypeVar("T")


def ladder(file: Path, make: Callable[..., T], columns: dict[str, Column], ids: Iterable[object]) -> dict[str, T]:
    """What ``make`` gives for each row of a file whose column ``id`` has exactly these words, in this order."""
    wanted = [str(id_) for id_ in ids]
    last = 1
    for (line, row), expected in zip(listed := list(rows(file)), wanted, strict=False):
        last = line
        if row.get("id") != expected:
            raise ValueError(f"{file.name}:{line}: {row.get('id')!r} stands where {expected!r} should")
    if len(listed) < len(wanted):
        raise ValueError(f"{file.name}:{last + 1}: {wanted[len(listed)]!r} is missing")
    if len(listed) > len(wanted):
        raise ValueError(f"{file.name}:{listed[len(wanted)][0]}: {listed[len(wanted)][1]['id']!r} is a row too many")
    return entries(file, make, columns)


def known_to(names: Iterable[str], what: str) -> Callable[[str], str]:
    """A cell that names something of another file."""
    listed = frozenset(names)

    def read(cell: str) -> str:
        if cell not in listed:
            raise ValueError(f"no {what} is called {cell!r}")
        return cell

    return read


def or_none(read: Callable[[str], str]) -> Callable[[str], str]:
    """The same, or nothing."""
    return lambda cell: read(cell) if cell else ""


def flag(cell: str) -> bool:
    """``1`` or ``0``."""
    if cell not in ("0", "1"):
        raise ValueError(f"{cell!r} is neither 0 nor 1")
    return cell == "1"
