"""§13.64, §13.7: the combat results table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.empires_alliances.printed.ladders import ladder
from rules.hexes.counters import Column, one_of

RESULTS = ("AE", "AX", "AD", "ND", "DD", "EX", "HX", "DE")
"""§13.7: from the one that is kindest to the defender to the one that is hardest.

In EX and HX a defender is lost, in DD it goes back."""
COLUMNS = ("1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
"""§13.641: odds of attacker to defender. There is no attack below the first; above the last, the last counts."""
ROWS = range(-1, 13)
"""§13.643: net die rolls."""


@dataclass(frozen=True, eq=False)
class CombatTable:
    """The table, a row a net die roll."""

    rows: Mapping[str, tuple[str, ...]]

    def result(self, column: str, net: int) -> str:
        """§13.643: what an attack comes to; net rolls beyond the rows count as the last."""
        row = max(ROWS[0], min(ROWS[-1], net))
        return self.rows[str(row)][COLUMNS.index(column)]


def read_combat_table(file: Path) -> CombatTable:
    """The table of a file. ValueError where a row or column is kinder to the defender than the one before it."""
    columns: dict[str, Column] = {"id": str, **{column: one_of(*RESULTS) for column in COLUMNS}}
    rows = ladder(file, _row, columns, ROWS)
    before = (0,) * len(COLUMNS)
    for line, (net, row) in enumerate(rows.items(), 2):
        ranks = tuple(RESULTS.index(result) for result in row)
        if list(ranks) != sorted(ranks) or any(now < then for now, then in zip(ranks, before, strict=True)):
            raise ValueError(f"{file.name}:{line}: {net} is kinder to the defender than odds or roll before it")
        before = ranks
    return CombatTable(rows)


def _row(id: str, **results: str) -> tuple[str, ...]:
    return tuple(results[column] for column in COLUMNS)
