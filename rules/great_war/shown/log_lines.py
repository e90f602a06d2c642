"""What lines of the log have in this game alone."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.position.state import State
from rules.kernel import log_lines
from rules.kernel.messages import JsonObject


def toll(before: State, units: Iterable[str]) -> JsonObject:
    """§10.6: the steps that are lost with these units, by nation, as the report of a turn adds them up."""
    return log_lines.toll((before.counter(unit).nation, _steps(before, unit)) for unit in units)


def _steps(state: State, unit: str) -> int:
    return 2 if state.counter(unit).steps == 2 and not state.units[unit].back else 1
