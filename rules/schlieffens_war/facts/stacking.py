"""Stacks are put in order, HQs told whether to fight, and what is too much in a hex leaves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace
from rules.kernel.frames import without
from rules.kernel.tracked_dict import with_changes
from rules.schlieffens_war.position.changes import give_up, relocate
from rules.schlieffens_war.position.state import OverstackFrame, State


@dataclass(frozen=True, slots=True)
class StackArranged:
    """§6.6: the owner put the units of a hex in another order, the top first."""

    kind: ClassVar[str] = "arranged"
    hex: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, stacks=with_changes(state.stacks, {self.hex: self.units}))


@dataclass(frozen=True, slots=True)
class StanceTaken:
    """§6.2: the owner of an HQ said whether it helps to defend its hex."""

    kind: ClassVar[str] = "stance"
    unit: str
    helps: bool

    def apply(self, state: State) -> State:
        return change(state, {self.unit: state.units[self.unit]._replace(helps=self.helps)})


@dataclass(frozen=True, slots=True)
class OverstackFound:
    """§6.5: hexes over the limits at the end of a phase; an empty list when all is in order again."""

    kind: ClassVar[str] = "overstack"
    hexes: tuple[str, ...]

    def apply(self, state: State) -> State:
        rest = without(state.cursor, OverstackFrame)
        return replace(state, cursor=(*rest, OverstackFrame(self.hexes)) if self.hexes else rest)


@dataclass(frozen=True, slots=True)
class TheirsOverstackFound(OverstackFound):
    """§6.5, §6.6: as before, with hexes of the side that is not on turn: that tells of what is concealed."""

    kind: ClassVar[str] = "overstack-theirs"


@dataclass(frozen=True, slots=True)
class UnitDisplaced:
    """§6.5: a unit left an overstacked hex."""

    kind: ClassVar[str] = "displaced"
    unit: str
    origin: str
    hex: str

    def apply(self, state: State) -> State:
        return relocate(state, [self.unit], self.hex)


@dataclass(frozen=True, slots=True)
class UnitGivenUp:
    """§6.5: the owner of an overstacked hex eliminated a unit of it."""

    kind: ClassVar[str] = "given-up"
    unit: str

    def apply(self, state: State) -> State:
        return give_up(state, self.unit)
