"""§15.5 Who rides and who goes on foot: German cavalry divisions that have been converted are infantry (§15.55)."""

from __future__ import annotations

from rules.great_war.position.state import State

FOOT = ("infantry", "mountain")


def rides(state: State, unit: str) -> bool:
    """§15.51: cavalry on its horses."""
    return state.counter(unit).kind == "cavalry" and not is_dismounted(state, unit)


def on_foot(state: State, unit: str) -> bool:
    """§15.54: infantry, mountain infantry among it, and cavalry that has become infantry."""
    return state.counter(unit).kind in FOOT or is_dismounted(state, unit)


def is_dismounted(state: State, unit: str) -> bool:
    """§15.55: whether a division of cavalry has been converted to infantry."""
    return state.counter(unit).turned == "infantry" and state.units[unit].back
