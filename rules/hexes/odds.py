"""Odds columns, combat results tables and the shifts that move an attack from column to column.

Columns are whole ratios in a row, as ``1:2, 1:1, 2:1``. What lies off the table is the game's own: it has an automatic
result there, or the last column with a better die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.kernel.messages import Json

C = TypeVar("C")

FACES = 6

Modifier: TypeAlias = tuple[str, str, int]
"""A column shift or a die roll modifier: its words, its section, and by how much: above 0 for the attacker."""


def total(modifiers: Iterable[Modifier]) -> int:
    """All of them together."""
    return sum(by for _, _, by in modifiers)


def net(modifiers: Iterable[Modifier], floor: int) -> int:
    """All of them together, of which those against the attacker count no worse than ``floor``."""
    against, whole = 0, 0
    for _, _, by in modifiers:
        whole += by
        against += min(by, 0)
    return whole - against + max(floor, against)


def as_list(modifiers: Iterable[Modifier], what: str) -> list[Json]:
    """As planners and battle cards show them; ``what`` is the key of the number."""
    return [{"text": text, "section": section, what: by} for text, section, by in modifiers]


@dataclass(frozen=True, slots=True)
class Odds:
    """Headings from worst to best. ``first_ratio`` says which odds column 0 is: 2 for 1:2, 1 for 1:1."""

    columns: tuple[str, ...]
    first_ratio: int

    @classmethod
    def read(cls, headings: Sequence[str]) -> Odds:
        """From headings: whole ratios one after the other, the first no better than 1:1. ValueError for others."""
        first = int(headings[0].split(":")[1])
        odds = cls(tuple(headings), first)
        for column, heading in enumerate(headings):
            if heading != odds.ratio(column):
                raise ValueError(f"odds column {column + 1} is {heading!r} where {odds.ratio(column)!r} follows")
        return odds

    def column_of(self, attack: int, defence: int) -> int:
        """The column of these totals before shifts, fractions in the defender's favour; may lie outside the table.

        27 against 7 is 3:1; 3 against 5 is 1:2. A defence of 0 is past every column.
        """
        if defence <= 0:
            return len(self.columns)
        if attack <= 0:
            return -1
        if attack >= defence:
            return attack // defence + self.first_ratio - 2
        return self.first_ratio - -(-defence // attack)

    def ratio(self, column: int) -> str:
        """The odds of a column as players write them, also outside the table."""
        ratio = column - self.first_ratio + 2
        return f"{ratio}:1" if ratio >= 1 else f"1:{self.first_ratio - column}"

    def column_named(self, ratio: str) -> int:
        """The column of odds that are written so, also outside the table: ``ratio`` the other way round."""
        attack, defence = map(int, ratio.split(":"))
        return self.column_of(attack, defence)


@dataclass(frozen=True, slots=True)
class OddsTable(Generic[C]):
    """A table with a cell for every net die and column: ``rows[die - lowest][column]``.

    A die under ``lowest`` counts as that, one over the last row as the last. A column below 0 gives ``below`` without a
    die, and one past the last ``beyond``; without a ``beyond`` the last column goes on.
    """

    odds: Odds
    rows: tuple[tuple[C, ...], ...]
    below: C
    beyond: C | None
    lowest: int = 1

    @classmethod
    def read(cls, spec: Mapping[str, Any], cell: Callable[[str], C]) -> OddsTable[C]:
        """From a file: ``columns``, ``rows``, ``below``, and ``beyond`` and ``lowest`` if there are such.

        ValueError where a row is too short or too long.
        """
        odds, lowest = Odds.read(spec["columns"]), int(spec.get("lowest", 1))
        rows = tuple(tuple(cell(word) for word in row) for row in spec["rows"])
        for die, row in enumerate(rows, lowest):
            if len(row) != len(odds.columns):
                raise ValueError(f"the row of die {die} has {len(row)} results for {len(odds.columns)} columns")
        beyond = cell(spec["beyond"]) if "beyond" in spec else None
        return cls(odds, rows, cell(spec["below"]), beyond, lowest)

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings."""
        return self.odds.columns

    def column_of(self, attack: int, defence: int) -> int:
        """The column of these totals before shifts; may lie outside the table."""
        return self.odds.column_of(attack, defence)

    def heading(self, column: int) -> str:
        """The odds of a column as players write them, also outside the table."""
        return self.odds.ratio(column)

    def automatic(self, column: int) -> C | None:
        """The result that needs no die, or None inside the table."""
        if column < 0:
            return self.below
        return self.beyond if column >= len(self.odds.columns) else None

    def result(self, column: int, die: int) -> C:
        """The cell for a net die."""
        if column < 0:
            return self.below
        if column >= len(self.odds.columns):
            if self.beyond is not None:
                return self.beyond
            column = len(self.odds.columns) - 1
        return self.rows[max(0, min(len(self.rows) - 1, die - self.lowest))][column]

    def outcomes(self, column: int, drm: int = 0) -> tuple[C, ...]:
        """The cells for each face of a die to which this is added: what an attack promises before the throw."""
        return tuple(self.result(column, die + drm) for die in range(1, FACES + 1))
