"""What an attack may be expected to bring: the table's columns, weighed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules.schlieffens_war.charts import Charts

CONCENTRIC = (0, 1, 1, 2, 2, 3)
"""§11.15: columns for each face of the die."""
RETREATS = 0.6
"""How often a defender who may go rather than lose steps is taken to go."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Mean step losses of both sides, and how likely the hex is empty afterwards."""

    mine: float
    theirs: float
    cleared: float


def column(charts: Charts, attack: float, defence: float) -> int:
    """§11.8: the column of these totals; a defence that is a guess is rounded up."""
    return charts.crt.column_of(int(attack), max(1, round(defence)))


def outlook(
    charts: Charts, column_: int, steps: float, may_retreat: bool, concentric: bool = False, british: bool = False
) -> Outlook:
    """The mean over the die, and over the concentric die if that is rolled."""
    extras = CONCENTRIC if concentric else (0,)
    found = [_at(charts, column_ + extra, max(1, round(steps)), may_retreat) for extra in extras]
    n = len(found)
    return Outlook(
        mine=sum(f[0] for f in found) / n + (1 if british else 0),
        theirs=sum(f[1] for f in found) / n,
        cleared=sum(f[2] for f in found) / n,
    )


@lru_cache(maxsize=1024)
def _at(charts: Charts, column_: int, steps: int, may_retreat: bool) -> tuple[float, float, float]:
    mine = theirs = cleared = 0.0
    for die in range(1, 7):
        a, d = charts.crt.result(column_, die)
        mine += a
        theirs += min(d, steps)
        cleared += 1 if d >= steps else RETREATS if may_retreat and d > 1 else 0
    return mine / 6, theirs / 6, cleared / 6
