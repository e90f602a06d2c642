"""What lines of the log are put together from (docs/architecture.md §6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.kernel.messages import JsonObject

SIX = 6


def log_line(
    kind: str, section: str, side: str | None, text: str, *, hexes: Sequence[str] = (), dice: Sequence[JsonObject] = ()
) -> JsonObject:
    """A line: its kind, its section, whose it is, its sentence, the hexes that a tap on it shows, and its dice.

    Hexes and dice are left out where there are none.
    """
    line: JsonObject = {"kind": kind, "section": section, "side": side, "text": text}
    if hexes:
        line["hexes"] = [*hexes]
    if dice:
        line["dice"] = [*dice]
    return line


def die_of(die: int | None, purpose: str, sides: int = SIX) -> JsonObject:
    """A die as a line shows it, with its sides unless it has six."""
    shown: JsonObject = {"die": die, "for": purpose}
    return shown if sides == SIX else shown | {"sides": sides}


def way_of(path: Sequence[str], count: int) -> JsonObject:
    """What a line has besides where units went, and how many: the places in turn, which the map draws."""
    return {"path": [*path], "count": count}


def toll(lost: Iterable[tuple[str, int]]) -> JsonObject:
    """What a line has besides where something is lost: how much, by nation or side, for the charts to add up."""
    total: dict[str, int] = {}
    for whose, much in lost:
        total[whose] = total.get(whose, 0) + much
    return {"toll": {**total}}
