"""§6.3, §16.41: aircraft fly to a hex that is to be attacked, to a new base, or away from one that is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.empires_alliances.position.changes import eliminate, relocate
from rules.empires_alliances.position.frames import UnitsFrame
from rules.empires_alliances.position.state import State
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace

BASE_LOST = "base-lost"
"""The step in which their owner lets them fly."""


@dataclass(frozen=True, slots=True)
class Sent:
    """§16.41: an aircraft supports attacks on a hex in this segment."""

    kind: ClassVar[str] = "sent"
    unit: str
    hex: str

    def apply(self, state: State) -> State:
        return change(state, {self.unit: state.units[self.unit]._replace(sent=self.hex)})


@dataclass(frozen=True, slots=True)
class Rebased:
    """§16.41: an aircraft flew to a new base, and does nothing else in this segment.

    ``used``: the half corps of a country's ships that it took, where it came by sea (§2.3).
    """

    kind: ClassVar[str] = "rebased"
    unit: str
    base: str
    used: Mapping[str, int] = field(default_factory=dict)

    def apply(self, state: State) -> State:
        began = state.units[self.unit].at
        after = relocate(state, [self.unit], self.base)
        used = {key: state.used.get(key, 0) + halves for key, halves in self.used.items()}
        after = replace(after, used={**after.used, **used}) if used else after
        return change(after, {self.unit: after.units[self.unit]._replace(bound=True, began=began, sent="")})


@dataclass(frozen=True, slots=True)
class BaseLost:
    """§6.3: the enemy comes into a city with aircraft, lost unless they fly. ``flies``: the owner is asked."""

    kind: ClassVar[str] = "base-lost"
    hex: str
    units: tuple[str, ...]
    side: str
    flies: bool

    def apply(self, state: State) -> State:
        after = eliminate(state, self.units)
        if not self.flies:
            return after
        return replace(after, cursor=(*after.cursor, UnitsFrame(BASE_LOST, self.side, self.units, self.hex)))


@dataclass(frozen=True, slots=True)
class Fled:
    """§6.3: an aircraft flew from a lost base to another one."""

    kind: ClassVar[str] = "fled"
    unit: str
    base: str

    def apply(self, state: State) -> State:
        after = relocate(state, [self.unit], self.base)
        frame = after.cursor[-1]
        if not isinstance(frame, UnitsFrame):
            raise TypeError("aircraft fly only when their base is lost")
        left = tuple(unit for unit in frame.units if unit != self.unit)
        return replace(after, cursor=(*after.cursor[:-1], replace(frame, units=left)))


@dataclass(frozen=True, slots=True)
class FlightOver:
    """§6.3: no more of them fly; the others are lost."""

    kind: ClassVar[str] = "flight-over"

    def apply(self, state: State) -> State:
        return replace(state, cursor=state.cursor[:-1])


def left_without_base(state: State) -> tuple[str, ...]:
    """§6.3: the aircraft that could still fly from the base that was lost last."""
    frame = state.cursor[-1]
    return frame.units if isinstance(frame, UnitsFrame) and frame.step == BASE_LOST else ()
