"""Nations join the war, and their armies appear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.powers_1914.position.changes import change_nation, put_units
from rules.powers_1914.position.state import NationState, State


@dataclass(frozen=True, slots=True)
class NationJoined:
    """§3.12, §3.14: a nation takes a side and a seat plays it."""

    kind: ClassVar[str] = "joined"
    nation: str
    side: str
    seat: str
    status: str
    section: str

    def apply(self, state: State) -> State:
        return change_nation(state, self.nation, NationState(self.side, self.seat, self.status))


@dataclass(frozen=True, slots=True)
class UnitsRaised:
    """Units came onto the map without being bought, for the reason that ``section`` gives."""

    kind: ClassVar[str] = "raised"
    units: tuple[str, ...]
    area: str
    section: str

    def apply(self, state: State) -> State:
        return put_units(state, self.units, self.area)
