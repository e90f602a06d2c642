"""§2.68, §2.68c, §1.65, §3.65: when the Allies may invade."""

from __future__ import annotations

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED
from rules.empires_alliances.printed.turns import Turn
from rules.kernel.messages import Refusal

MONTHS_A_YEAR = 12
HALVES = 2


def _month(turn: Turn) -> int:
    return MONTHS_A_YEAR * turn.year + turn.month


def months_after(state: State, size: int) -> int:
    """§2.68c: months from an invasion of that many half corps to the next: fewer after one of a corps or less."""
    chart = state.printed.charts.invasions
    return chart.months_after_small if size <= HALVES * chart.small_corps else chart.months_after_large


def next_invasion(state: State) -> Turn | None:
    """§2.68, §2.68c, §11.73: the first turn on which the Allies may invade again, or at all; None if there is none."""
    calendar, last = state.printed.calendar, state.landing
    least = _month(state.printed.turns[state.printed.charts.invasions.first])
    if last is not None:
        least = max(least, _month(calendar[last.turn - 1]) + months_after(state, last.size))
    return next((turn for turn in calendar if _month(turn) >= least), None)


def why_no_invasion(state: State, side: str) -> Refusal | None:
    """§1.65, §3.65, §11.7, §2.68: why a side may not invade this turn, wherever that be."""
    if side != ALLIED:
        return Refusal("allies-only", "11.7", "Only the Allies can invade.")
    if not state.card.invasions:
        section = "3.65" if state.card.area else "1.65"
        return Refusal("no-invasions", section, "There are no invasions in this scenario.")
    first = state.printed.turns[state.printed.charts.invasions.first]
    if state.turn < first.number:
        return Refusal("before-invasions", "2.68", f"There are no invasions before {first.name}.")
    again = next_invasion(state)
    if again is None or state.turn < again.number:
        when = f"before {again.name}" if again is not None else "any more"
        return Refusal("too-soon", "2.68", f"The last invasion was too recent: none may be made {when}.")
    return None
