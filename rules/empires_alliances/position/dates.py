"""§22.2: the dates of a country's lists."""

from __future__ import annotations

from rules.empires_alliances.position.state import State

AMERICANS = "US"
MONTHS = 12


def date_for(state: State, nation: str) -> str:
    """§22.2: the turn whose lists a country reads: Americans who enter in another year are earlier or later."""
    war = state.wars.get(AMERICANS)
    if nation != AMERICANS or war is None or not state.option("variable-entry"):
        return state.date.id
    entered = state.printed.calendar[war.since - 1].year
    shift = next((row for row in state.printed.optional_rules.shifts if row.year == entered), None)
    if shift is None:
        return state.date.id
    years, month = divmod(MONTHS * state.date.year + state.date.month - 1 + shift.months, MONTHS)
    return f"{years}-{month + 1:02}"
