"""§21.12, §19.2, §19.3: where armies stood when a scenario begins, for a set-up in one click."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.great_war.printed.counters import Counter
from rules.hexes.counters import SOURCE
from rules.hexes.sheet import rows

BOXES = ("box", "dead")
"""Where no hexes are needed: the Available Units Box, the dead pile."""
COLUMNS = {"nation", "army", "event", "to", "units", "hexes"}


@dataclass(frozen=True, slots=True)
class Army:
    """Units of one nation that stood together: none of it is printed, and a player may place them elsewhere.

    ``to`` is the group that they belong to (``scenarios.PLACES``). They are shared out over ``hexes`` in their order,
    so that neighbours in the list stand together. ``event``: only when that pre-war event is in force (§20.0).
    """

    nation: str
    name: str
    event: str
    to: str
    units: tuple[str, ...]
    hexes: tuple[str, ...]


def read_armies(
    file: Path, places: Collection[str], events: Collection[str], units: Mapping[str, Counter], hexes: Collection[str]
) -> tuple[Army, ...]:
    """The armies of a file, none where there is no such file. ValueError names its line: each unit is of the nation of
    its row, and stands once (for each event)."""
    found: list[Army] = []
    seen: set[tuple[str, str]] = set()
    for line, row in rows(file):
        try:
            if row.keys() - set(SOURCE) != COLUMNS:
                raise ValueError(f"the columns are {sorted(row)}")
            army = Army(row["nation"], row["army"], row["event"], row["to"], _ids_of(row), tuple(row["hexes"].split()))
            if army.to not in places or (army.event and army.event not in events):
                raise ValueError(f"{army.to} or {army.event} is unknown")
            if not army.units or bool(army.hexes) != (army.to not in BOXES):
                raise ValueError(f"{army.name} has no units, or hexes and a box")
            if strange := [u for u in army.units if u not in units] + [h for h in army.hexes if h not in hexes]:
                raise ValueError(f"{strange[0]} is neither a unit nor a hex")
            here = [(army.event, u) for u in army.units]
            if len({*here}) < len(here) or seen & {*here}:
                raise ValueError(f"a unit of {army.name} stands twice")
            seen |= {*here}
            found.append(army)
        except ValueError as error:
            raise ValueError(f"{file.name}:{line}: {error}") from error
    return tuple(found)


def _ids_of(row: Mapping[str, str]) -> tuple[str, ...]:
    """The ids of the units of a row, which leaves out their nation."""
    return tuple(f"{row['nation'].lower()}-{word}" for word in row["units"].split())
