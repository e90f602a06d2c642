"""Combat results tables: odds columns, shifts and what lies beyond the last column."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shift:
    """A column shift: positive to the right (for the attacker), negative to the left. ``section`` is its rule."""

    text: str
    section: str
    columns: int


@dataclass(frozen=True, slots=True)
class OddsTable:
    """A table with odds columns. ``columns`` are headings from worst to best, ``rows[die - 1][column]`` the results.

    ``first_ratio`` says which odds the column 0 is: 2 for 1:2. A column below 0 gives ``below`` and one past the
    last gives ``beyond``, both without a die.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[int, int], ...], ...]
    below: tuple[int, int]
    beyond: tuple[int, int]
    first_ratio: int

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

    def heading(self, column: int) -> str:
        """The odds of a column as players write them, also outside the table."""
        if 0 <= column < len(self.columns):
            return self.columns[column]
        ratio = column - self.first_ratio + 2
        return f"{ratio}:1" if ratio >= 1 else f"1:{self.first_ratio - column}"

    def automatic(self, column: int) -> tuple[int, int] | None:
        """The result that needs no die, or None inside the table."""
        if column < 0:
            return self.below
        if column >= len(self.columns):
            return self.beyond
        return None

    def result(self, column: int, die: int) -> tuple[int, int]:
        """(attacker's, defender's) losses for a die of 1 to 6."""
        return self.automatic(column) or self.rows[die - 1][column]
