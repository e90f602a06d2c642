"""Odds columns, combat results tables and the shifts that move an attack from column to column.

Columns are whole ratios in a row, as ``1:2, 1:1, 2:1``. What lies off the table is the game's own: it has an automatic
result there, or the last column with a better die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.messages import JsonObject

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Shift:
    """A column shift: positive to the right (for the attacker), negative to the left. ``section`` is its rule."""

    text: str
    section: str
    columns: int

    def json(self) -> JsonObject:
        """As a planner shows it."""
        return {"text": self.text, "section": self.section, "columns": self.columns}


def total(shifts: Iterable[Shift]) -> int:
    """All of them together."""
    return sum(shift.columns for shift in shifts)


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


@dataclass(frozen=True, slots=True)
class OddsTable(Generic[C]):
    """A table with a cell for every die and column: ``rows[die - 1][column]``.

    A column below 0 gives ``below`` and one past the last gives ``beyond``, both without a die.
    """

    odds: Odds
    rows: tuple[tuple[C, ...], ...]
    below: C
    beyond: C

    @classmethod
    def read(cls, spec: Mapping[str, Any], cell: Callable[[str], C]) -> OddsTable[C]:
        """From ``columns``, ``rows``, ``below``, ``beyond`` of a file. ValueError where a row is too short or long."""
        odds = Odds.read(spec["columns"])
        rows = tuple(tuple(cell(word) for word in row) for row in spec["rows"])
        for die, row in enumerate(rows, 1):
            if len(row) != len(odds.columns):
                raise ValueError(f"the row of die {die} has {len(row)} results for {len(odds.columns)} columns")
        return cls(odds, rows, cell(spec["below"]), cell(spec["beyond"]))

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
        """The cell for a die."""
        if column < 0:
            return self.below
        return self.beyond if column >= len(self.odds.columns) else self.rows[die - 1][column]
