"""§3.5: the order of appearance: when each unit comes into play for the first time, and where."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rules.hexes.counters import Column, entries, one_of
from rules.hexes.sheet import rows

STRATEGIC = "ABCDEFGHIJKLMNOPQRSTU"
"""§4.3: the strategic turns in order."""
START, ENTRY, EVENT, RED = "start", "entry", "event", "red"
"""Set up in August 1914; with its nation's entry (§17.11); brought by an event (§6.21); a Red Army counter (§15.93)."""

SETUPS: Mapping[str, Collection[str]] = {
    "GE": ("E", "W", "X", "Y"),
    "AH": ("A", "B", "M"),
    "BR": ("B",),
    "FR": ("F", "G", "L", "V"),
    "RU": ("1", "2", "S", "V"),
}
"""§19.21, §19.31: the set-up codes of each nation. Units of others have their hex, or any in their country."""
SETUPS_THERE: Mapping[str, Collection[str]] = {"BR": ("E", "I"), "RU": ("C",), "TU": ("A", "C", "I", "P", "S", "T")}
"""§19.22, §19.32: those of the Near East."""
EUROPE, NEAR_EAST = MAPS = ("europe", "near-east")
REGIONS = ("any", "arabia", "caucasus", "egypt", "iraq", "syria", "turkey")
"""§13.28, §13.29: where Turkish units enter, and on which front British ones."""
_AFTER_ENTRY = re.compile(r"\+[1-9]")
_HEX = re.compile(r"(?:[WE]|N[CEI])\d{4}")


@dataclass(frozen=True, slots=True)
class Arrival:
    """When and where a unit is first in play.

    ``turn`` is a letter, ``start``, ``entry``, ``event``, ``red``, or ``+3``: three turns after the entry of the U.S.
    ``setup`` is a code, a hex, or empty. ``map`` is whose box it comes to; ``region`` where it enters (§13.29).
    """

    id: str
    turn: str
    setup: str
    map: str
    region: str = ""

    def __post_init__(self) -> None:
        """§3.26: only what begins on the map, or enters with its nation, has a place."""
        if self.setup and self.turn not in (START, ENTRY):
            raise ValueError(f"{self.id} comes on turn {self.turn} and has a place to set up")

    @property
    def after_entry(self) -> int | None:
        """§5.72: strategic turns from the entry of the United States to this unit."""
        return int(self.turn[1:]) if self.turn.startswith("+") else None

    def by(self, last: str) -> bool:
        """§3.26: whether it is set up at the start or comes on strategic turn ``last`` or before."""
        return self.turn == START or (self.turn in STRATEGIC and last != START and self.turn <= last)


def read_turn(cell: str) -> str:
    """§3.26: a turn as it is printed on counters."""
    if cell in (START, ENTRY, EVENT, RED) or (len(cell) == 1 and cell in STRATEGIC) or _AFTER_ENTRY.fullmatch(cell):
        return cell
    raise ValueError(f"{cell!r} is no turn of arrival")


def arrival_columns(units: Mapping[str, str], hexes: Collection[str]) -> dict[str, Column]:
    """§3.5: the columns, read against the units (id: nation) and the hexes there are."""

    def unit(cell: str) -> str:
        if cell not in units:
            raise ValueError(f"no unit is called {cell!r}")
        return cell

    def setup(cell: str) -> str:
        if _HEX.fullmatch(cell):
            if cell not in hexes:
                raise ValueError(f"{cell} is no hex of the European fronts")
        elif cell and not any(cell in codes for codes in (*SETUPS.values(), *SETUPS_THERE.values())):
            raise ValueError(f"{cell!r} is neither a hex nor a set-up code")
        return cell

    return {"id": unit, "turn": read_turn, "setup": setup, "map": one_of(*MAPS)}


def read_arrivals(
    files: Iterable[Path], units: Mapping[str, str], hexes: Collection[str], *, whole: bool
) -> dict[str, Arrival]:
    """§3.5: the rows of some files; a row of a later one takes the place of an earlier.

    ``whole``: every unit comes into play. ValueError with file and line for what cannot be.
    """
    found: dict[str, Arrival] = {}
    columns = arrival_columns(units, hexes)
    for file in files:
        further = any("region" in row for _, row in islice(rows(file), 1))
        region = {"region": one_of("", *REGIONS)} if further else {}
        made = entries(file, Arrival, {**columns, **region})
        check_codes(made, units, file.name)
        found |= made
        if whole and (missing := units.keys() - found.keys()):
            raise ValueError(f"{file.name}: {min(missing)} never comes into play")
    return found


def check_codes(arrivals: Mapping[str, Arrival], units: Mapping[str, str], name: str) -> None:
    """§19.2, §19.3, §19.22, §19.32: the set-up code of each unit is one of its own nation's. ValueError otherwise."""
    for arrival in arrivals.values():
        nation = units[arrival.id]
        code = arrival.setup and not _HEX.fullmatch(arrival.setup)
        setups = SETUPS if arrival.map == EUROPE else SETUPS_THERE
        if code and arrival.setup not in setups.get(nation, ()):
            raise ValueError(f"{name}: {arrival.id} is {nation}, which has no code {arrival.setup}")
        if arrival.turn == START and nation in setups and not arrival.setup:
            raise ValueError(f"{name}: {arrival.id} is set up at the start and has no code")
        if arrival.after_entry is not None and nation != "US":
            raise ValueError(f"{name}: {arrival.id} is {nation} and comes after the U.S. entry")
