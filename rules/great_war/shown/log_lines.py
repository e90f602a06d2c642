"""What every line of the log has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.great_war.position.state import State
from rules.kernel.messages import JsonObject


def log_line(kind: str, section: str, side: str | None, text: str, *, hexes: Sequence[str] = ()) -> JsonObject:
    """A line: its kind, its section, whose it is, its sentence, and the hexes that a tap on it shows."""
    line: JsonObject = {"kind": kind, "section": section, "side": side, "text": text}
    return {**line, "hexes": [*hexes]} if hexes else line


def toll(before: State, units: Iterable[str]) -> JsonObject:
    """§10.6: the steps that are lost with these units, by nation, as the report of a turn adds them up."""
    lost: dict[str, int] = {}
    for unit in units:
        counter = before.counter(unit)
        whole = counter.steps == 2 and not before.units[unit].back
        lost[counter.nation] = lost.get(counter.nation, 0) + (2 if whole else 1)
    return {"toll": {**lost}}
