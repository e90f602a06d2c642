"""Units, works and modernisation are paid for; works change hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.powers_1914.position.changes import pay, put_units
from rules.powers_1914.position.state import State, Works, type_key
from rules.powers_1914.printed.pieces import INFANTRY


@dataclass(frozen=True, slots=True)
class UnitsBought:
    """§3.1.3: new units in a field; infantry counts against the number of its city."""

    kind: ClassVar[str] = "bought"
    seat: str
    units: tuple[str, ...]
    area: str
    cost: int

    def apply(self, state: State) -> State:
        state = pay(put_units(state, self.units, self.area), self.seat, self.cost)
        if state.piece(self.units[0]).kind != INFANTRY:
            return state
        recruits = {**state.recruits, self.area: state.recruits.get(self.area, 0) + len(self.units)}
        return replace(state, recruits=recruits)


@dataclass(frozen=True, slots=True)
class WorksBuilt:
    """§3.6, §3.8: a new factory or shipyard; it works for the nation that holds the ground."""

    kind: ClassVar[str] = "built"
    seat: str
    works: str
    area: str
    nation: str
    cost: int

    def apply(self, state: State) -> State:
        there = (*state.works.get(self.area, ()), Works(self.works, self.nation))
        return pay(replace(state, works={**state.works, self.area: there}), self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class Modernised:
    """§3.9: a type of a nation's units was modernised to a level."""

    kind: ClassVar[str] = "modernised"
    seat: str
    nation: str
    arm: str
    level: int
    cost: int

    def apply(self, state: State) -> State:
        modern = {**state.modern, type_key(self.nation, self.arm): self.level}
        return pay(replace(state, modern=modern), self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class WorksChanged:
    """§3.6, §3.8: a factory or shipyard was taken over by a nation, or demolished when ``nation`` is empty."""

    kind: ClassVar[str] = "works-changed"
    works: str
    area: str
    nation: str

    def apply(self, state: State) -> State:
        there = tuple(
            w._replace(nation=self.nation) if w.kind == self.works else w
            for w in state.works[self.area]
            if self.nation or w.kind != self.works
        )
        works = {a: w for a, w in state.works.items() if a != self.area}
        return replace(state, works={**works, self.area: there} if there else works)
