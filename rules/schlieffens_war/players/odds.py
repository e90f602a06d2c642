"""What an attack may be expected to bring: the table's columns, weighed."""

from __future__ import annotations

from functools import lru_cache

from rules.hexes.programs.outlook import Outlook, expected_outlook, stands
from rules.schlieffens_war.printed.charts import Charts

CONCENTRIC = (0, 1, 1, 2, 2, 3)
"""§11.15: columns for each face of the die."""
RETREATS = 0.6
"""How often a defender who may go rather than lose steps is taken to go."""


def column(charts: Charts, attack: float, defence: float) -> int:
    """§11.8: the column of these totals; a defence that is a guess is rounded up."""
    return charts.crt.column_of(int(attack), max(1, round(defence)))


def outlook(
    charts: Charts, column_: int, steps: float, may_retreat: bool, concentric: bool = False, british: bool = False
) -> Outlook:
    """The mean over the die, and over the concentric die if that is rolled."""
    extras = CONCENTRIC if concentric else (0,)
    found = [_at(charts, column_ + extra, max(1, round(steps)), may_retreat) for extra in extras]
    ours, theirs, cleared = (sum(part) / len(found) for part in zip(*found, strict=True))
    return Outlook(ours + (1 if british else 0), theirs, cleared)


@lru_cache(maxsize=1024)
def _at(charts: Charts, column_: int, steps: int, may_retreat: bool) -> Outlook:
    return expected_outlook(charts.crt.outcomes(column_), steps, leaves=_retreats if may_retreat else stands)


def _retreats(loss: int) -> float:
    """How likely a defender is to go who may."""
    return RETREATS if loss > 1 else 0.0
