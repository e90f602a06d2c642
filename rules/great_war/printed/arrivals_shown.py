"""§3.26, §5.11: the order of appearance as the page draws it: how many units of each nation come, and when."""

from __future__ import annotations

from collections import Counter as Tally

from rules.great_war.printed.arrivals import ENTRY, STRATEGIC, Arrival
from rules.great_war.printed.data import Printed
from rules.great_war.printed.nations import NAME_OF, NATIONS
from rules.kernel.rulebook import Chart

KINDS = {
    "infantry": ("infantry unit", "infantry units"),
    "cavalry": ("cavalry unit", "cavalry units"),
    "mountain": ("mountain unit", "mountain units"),
    "hq": ("headquarters", "headquarters"),
    "tank": ("tank unit", "tank units"),
    "anti-tank": ("anti-tank unit", "anti-tank units"),
}
"""One and several of what is counted, in this order."""


def arrivals_shown(table: Printed) -> tuple[Chart, ...]:
    """§3.26: what the counters' backs say together; no chart where nobody comes. Units of an event or of the Red
    Army have no turn of their own."""
    found: dict[tuple[str, str], Tally[str]] = {}
    for arrival in table.arrivals.values():
        if arrival.turn in STRATEGIC or arrival.turn == ENTRY or arrival.after_entry is not None:
            counter = table.counters[arrival.id]
            found.setdefault((_when(arrival), counter.nation), Tally())[counter.kind] += 1
    order = [*NATIONS]
    rows = sorted(found.items(), key=lambda row: (_rank(row[0][0]), order.index(row[0][1])))
    cells = tuple((when, NAME_OF[nation], _in_figures(kinds)) for (when, nation), kinds in rows)
    note = (
        "The letter is the strategic turn in which they come to the box of available units. A + counts strategic turns"
        " from the entry of the United States."
    )
    columns = ("Strategic turn", "Nation", "Units")
    return (Chart("arrivals", "New units", "5.11", columns, cells, note),) if cells else ()


def _when(arrival: Arrival) -> str:
    return "entry" if arrival.turn == ENTRY else arrival.turn


def _rank(when: str) -> tuple[int, str]:
    """Letters first, then the Americans, and those who come with their nation."""
    return (0, when) if when in STRATEGIC else (1, when) if when.startswith("+") else (2, when)


def _in_figures(kinds: Tally[str]) -> str:
    """In figures, as a table has them."""
    return ", ".join(f"{n} {one if n == 1 else many}" for kind, (one, many) in KINDS.items() if (n := kinds[kind]))
