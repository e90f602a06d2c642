"""Units are drawn by lot, set up, taken back and exchanged before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import in_order, relocate
from rules.great_war.position.state import DEAD, POOL, State
from rules.hexes.occupied import change, exchange, place
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """§21.24: the lot fell on a unit that is not set up: it lies in the dead pile, in the group of that number."""

    kind: ClassVar[str] = "lot-drawn"
    unit: str
    group: int
    draw: int
    die: int
    sides: int

    def apply(self, state: State) -> State:
        state = change(state, {self.unit: state.units[self.unit]._replace(at=DEAD)})
        state = replace(state, groups={**state.groups, self.unit: self.group}, lots=(*state.lots, self.unit))
        return count_die(state, self.draw)


@dataclass(frozen=True, slots=True)
class UnitsPlaced:
    """§21.12: units are set up in hexes, the later on top of the earlier."""

    kind: ClassVar[str] = "placed"
    places: Mapping[str, str]

    def apply(self, state: State) -> State:
        coming = {u: state.units[u]._replace(at=h) for u, h in self.places.items()}
        return place(state, coming, lambda units: in_order(state, units))


@dataclass(frozen=True, slots=True)
class UnitsTakenBack:
    """§21.12: units that were set up wait again."""

    kind: ClassVar[str] = "taken-back"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return relocate(state, self.units, POOL)


@dataclass(frozen=True, slots=True)
class UnitAssigned:
    """§21.54: a unit goes to the group of that number of its nation, to be set up with it or to wait in a box."""

    kind: ClassVar[str] = "assigned"
    unit: str
    group: int
    at: str

    def apply(self, state: State) -> State:
        state = relocate(state, (self.unit,), self.at)
        return replace(state, groups={**state.groups, self.unit: self.group})


@dataclass(frozen=True, slots=True)
class UnitsExchanged:
    """§21.12: two units change groups, and places with them. ``backs`` are those of them that then show their back; in
    older matches, which do not say, each shows the side that the other did."""

    kind: ClassVar[str] = "exchanged"
    unit: str
    other: str
    backs: tuple[str, ...] | None = None

    def apply(self, state: State) -> State:
        one, two = state.units[self.unit], state.units[self.other]
        if self.backs is not None:
            one = one._replace(back=self.other in self.backs)
            two = two._replace(back=self.unit in self.backs)
        groups = {**state.groups, self.unit: state.groups[self.other], self.other: state.groups[self.unit]}
        return exchange(state, self.unit, self.other, {self.unit: two, self.other: one}, groups=groups)
