"""§3.5: the order of appearance: when each unit comes into play for the first time, and where."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.hexes.counters import Column, one_of

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
_AFTER_ENTRY = re.compile(r"\+[1-9]")
_HEX = re.compile(r"[WE]\d{4}")


@dataclass(frozen=True, slots=True)
class Arrival:
    """When and where a unit is first in play.

    ``turn`` is a letter, ``start``, ``entry``, ``event``, ``red``, or ``+3``: three turns after the entry of the U.S.
    ``setup`` is a code, a hex, or empty.
    """

    id: str
    turn: str
    setup: str
    map: str

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
        elif cell and not any(cell in codes for codes in SETUPS.values()):
            raise ValueError(f"{cell!r} is neither a hex nor a set-up code")
        return cell

    return {"id": unit, "turn": read_turn, "setup": setup, "map": one_of("europe")}


def check_codes(arrivals: Mapping[str, Arrival], units: Mapping[str, str]) -> None:
    """§19.2, §19.3: each unit once, and its set-up code one of its own nation's. ValueError otherwise."""
    missing = units.keys() - arrivals.keys()
    if missing:
        raise ValueError(f"order_of_appearance.csv: {min(missing)} never comes into play")
    for arrival in arrivals.values():
        nation = units[arrival.id]
        code = arrival.setup and not _HEX.fullmatch(arrival.setup)
        if code and arrival.setup not in SETUPS.get(nation, ()):
            raise ValueError(f"order_of_appearance.csv: {arrival.id} is {nation}, which has no code {arrival.setup}")
        if arrival.turn == START and nation in SETUPS and not arrival.setup:
            raise ValueError(f"order_of_appearance.csv: {arrival.id} is set up at the start and has no code")
        if arrival.after_entry is not None and nation != "US":
            raise ValueError(f"order_of_appearance.csv: {arrival.id} is {nation} and comes after the U.S. entry")
