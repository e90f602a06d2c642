"""What a line of the log is made of, and what a viewer may be told by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.hexes.fog import known_of
from rules.hexes.viewers import sees_hidden
from rules.kernel.log_lines import toll
from rules.kernel.messages import Json, JsonObject
from rules.schlieffens_war.play import names_of
from rules.schlieffens_war.position.fog_of_war import is_visible
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import GERMAN

ELIMINATED: JsonObject = {"means": "eliminated"}
"""In every line that tells of a unit's end, however it says so."""


class ViewerKnowledge:
    """What a viewer may be told of one fact: a unit is named if the viewer sees it before or after."""

    def __init__(self, before: State, after: State, viewer: str) -> None:
        self.before, self.after, self.viewer = before, after, viewer
        self.printed = after.printed

    def at(self, hex_: str) -> str:
        """A hex as sentences name it."""
        return self.printed.board.label(hex_)

    def side(self, units: Iterable[str]) -> str | None:
        """The side of some units, None of nobody's."""
        return next((self.printed.counters[u].side for u in units), None)

    def toll(self, unit: str) -> JsonObject:
        """One step of a unit is lost, as the charts count it: by side, so that nothing is told of a concealed one."""
        return toll([(self.printed.counters[unit].side, 1)])

    def column(self, column: int) -> str:
        """§11.9: the column of the table, or that the odds are below or above it."""
        name = self.column_name(column)
        return f"column {name}" if name in self.printed.charts.crt.columns else name

    def column_name(self, column: int) -> str:
        """As ``column``, of the table's own columns the heading alone."""
        columns = self.printed.charts.crt.columns
        if column < 0:
            return f"less than {columns[0]}"
        return columns[column] if column < len(columns) else f"more than {columns[-1]}"

    def knows(self, unit: str) -> bool:
        """Whether the viewer sees the unit's face before or after the fact."""
        if sees_hidden(self.viewer, self.printed.counters[unit].side):
            return True
        return is_visible(self.before, unit, self.viewer) or is_visible(self.after, unit, self.viewer)

    def is_known_at(self, unit: str, hex_: str) -> bool:
        """Whether the viewer knows that the unit is in that hex now."""
        return self.after.units[unit].at == hex_

    def name(self, units: Iterable[str]) -> str:
        """The units by name, those that the viewer cannot see only as a number."""
        known, hidden = known_of(units, self.knows)
        if not hidden:
            return names_of(self.after, known)
        others = "a concealed unit" if hidden == 1 else f"{hidden} concealed units"
        return f"{names_of(self.after, known)} and {others}" if known else others


# --- pieces of a line ---------------------------------------------------------------------------------------------


def log_line(
    kind: str, section: str, side: str | None, text: str, *, dice: Sequence[JsonObject] = (), hexes: Sequence[str] = ()
) -> JsonObject:
    """A line of the log (docs/architecture.md §6)."""
    listed: list[Json] = list(dict.fromkeys(h for h in hexes if h))
    return {"kind": kind, "section": section, "side": side, "text": text, "dice": [*dice], "hexes": listed}


def people(side: str) -> str:
    """A side as sentences name it."""
    return "Germans" if side == GERMAN else "Entente"


def places_of(state: State, units: Iterable[str]) -> list[str]:
    """The hexes in which units stand."""
    return [state.units[u].at for u in units if state.units[u].at in state.stacks]
