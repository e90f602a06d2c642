"""The six boards' tables for tests: read plainly, with the lattice's arithmetic done apart from the builder's.

On all six sheets odd rows lie half a hex further along the columns. A front line is written as the scenarios print it:
``"6811-6612, 6311"``, where a dash is a straight row of hexes.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CLOSED = {"NL", "CH", "GB", "SW", "DK", "NO"}
"""Countries that nobody enters."""

Row = dict[str, str]


def place(hex_: str) -> tuple[int, int]:
    """Half widths along the row, and the row."""
    row, col = int(hex_[:2]), int(hex_[2:])
    return 2 * col + row % 2, row


def number(u: int, row: int) -> str:
    """The hex at a place."""
    return f"{row:02d}{(u - row % 2) // 2:02d}"


def neighbours(hex_: str) -> list[str]:
    """All six, on the sheet or not."""
    u, row = place(hex_)
    return [number(u + du, row + dr) for du, dr in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))]


def apart(a: str, b: str) -> int:
    """Hexes between two, the last counted."""
    (ua, ra), (ub, rb) = place(a), place(b)
    rows = abs(ra - rb)
    return rows + max(0, abs(ua - ub) - rows) // 2


def straight(a: str, b: str) -> list[str]:
    """The row of hexes from a to b. ValueError if they do not lie in one."""
    (ua, ra), (ub, rb) = place(a), place(b)
    n = apart(a, b)
    if n == 0:
        return [a]
    if (ub - ua) % n or (rb - ra) % n or abs(ub - ua) // n + abs(rb - ra) // n != 2:
        raise ValueError(f"{a}-{b} is not a straight row of hexes")
    return [number(ua + i * (ub - ua) // n, ra + i * (rb - ra) // n) for i in range(n + 1)]


def front(line: str) -> list[str]:
    """The hexes of a printed front line, in order, each once."""
    found: list[str] = []
    for part in line.replace(" ", "").split(","):
        a, _, b = part.partition("-")
        found += [h for h in (straight(a, b) if b else [a]) if h not in found]
    return found


def gaps(line: list[str]) -> list[tuple[str, str]]:
    """Hexes that follow each other without touching."""
    return [(a, b) for a, b in pairwise(line) if apart(a, b) != 1]


def reached(start: Iterable[str], ways: Callable[[str], Iterable[str]]) -> set[str]:
    """Everything that can be reached."""
    seen = set(start)
    todo = list(seen)
    while todo:
        for beyond in set(ways(todo.pop())) - seen:
            seen.add(beyond)
            todo.append(beyond)
    return seen


class Board:
    """One board's tables."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = ROOT / "scenarios" / "great-war" / "boards" / name
        self.drawn = ROOT / "static" / "boards" / name

    def table(self, file: str) -> list[Row]:
        """The rows of one file."""
        with (self.folder / file).open(encoding="utf-8", newline="") as lines:
            return list(csv.DictReader(lines))

    @cached_property
    def hexes(self) -> dict[str, Row]:
        """By number."""
        return {r["hex"]: r for r in self.table("hexes.csv")}

    @cached_property
    def sides(self) -> dict[frozenset[str], Row]:
        """Hexsides that are something, by the two hexes."""
        return {frozenset((r["a"], r["b"])): r for r in self.table("hexsides.csv")}

    @cached_property
    def land(self) -> frozenset[str]:
        """Where units may stand."""
        return frozenset(h for h, r in self.hexes.items() if r["country"] and r["country"] not in CLOSED)

    def near(self, hex_: str) -> list[str]:
        """Neighbours on the sheet, whatever they are."""
        return [n for n in neighbours(hex_) if n in self.hexes]

    def crossed(self, a: str, b: str) -> bool:
        """Whether one can walk over a hexside: it is not sea, lake or strait, save where a haff is."""
        side = self.sides.get(frozenset((a, b)))
        if side is None or side.get("haff"):
            return True
        return not (side["sea"] or side.get("lake") or side.get("strait"))

    def on(self, hex_: str, barred: Iterable[str] = ()) -> list[str]:
        """Where one can walk from a hex."""
        return [n for n in self.near(hex_) if n in self.land and n not in set(barred) and self.crossed(hex_, n)]

    def flood(self, start: str, barred: Iterable[str] = ()) -> set[str]:
        """All land that can be reached on foot."""
        shut = frozenset(barred)
        return reached([start], lambda h: self.on(h, shut))

    def of(self, column: str) -> dict[str, str]:
        """Hexes that have a value in a column."""
        return {h: r[column] for h, r in self.hexes.items() if r[column]}

    def sea_near(self, hex_: str) -> bool:
        """Whether a hex lies by the sea, or its centre does where the sheet ends at it."""
        wet = any(self.hexes[n]["surface"] == "sea" for n in self.near(hex_))
        return wet or (len(self.near(hex_)) < 6 and self.hexes[hex_]["port"] == "1")

    def at(self, hex_: str) -> str:
        """The name printed in a hex."""
        return self.hexes[hex_]["name"]

    def is_city(self, hex_: str) -> bool:
        """A city, not a town."""
        return self.hexes[hex_]["city"] == "city"

    def behind(self, line: list[str], source: str) -> set[str]:
        """What one side holds: the front line and all behind it, seen from a source of that side."""
        return self.flood(source, line) | set(line)
