"""§5.87, §6.3, §6.44, §6.48: what events of the Event Phase do in the Near East."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import moved_chits, with_near_east
from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.phases import ARRIVALS
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class InitiativePlayed:
    """§5.87, §6.60: an event decides where each side has the initiative; ``west`` has it in the Western Theatre.

    ``for_good``: no later event changes it.
    """

    kind: ClassVar[str] = "initiative-played"
    side: str
    chit: str
    west: str
    for_good: bool

    def apply(self, state: State) -> State:
        now = moved_chits(replace(state, west=self.west), {self.chit: 1}, f"{self.side}.hand", "")
        if self.side == CENTRAL and state.phase.key in ARRIVALS:
            now = with_near_east(now, disputed=state.turn)
        return with_near_east(now, settled=True) if self.for_good else now


@dataclass(frozen=True, slots=True)
class HeadquartersBombed:
    """§6.44: a headquarters is depleted from the air."""

    kind: ClassVar[str] = "headquarters-bombed"
    unit: str

    def apply(self, state: State) -> State:
        return change(state, {self.unit: state.units[self.unit]._replace(back=True)})


@dataclass(frozen=True, slots=True)
class UnitsStopped:
    """§6.3: units were held up from the air, and move no further this turn."""

    kind: ClassVar[str] = "stopped"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_near_east(state, stopped=(*state.near_east.stopped, *self.units))


@dataclass(frozen=True, slots=True)
class CivilWarBroke:
    """§6.48: civil war breaks out in Russia."""

    kind: ClassVar[str] = "civil-war"

    def apply(self, state: State) -> State:
        return with_near_east(state, civil_war=state.turn)
