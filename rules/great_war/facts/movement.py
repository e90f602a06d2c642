"""Units move, take hexes, and wear their headquarters out on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import bring, changed_hands, dead
from rules.great_war.position.control import printed_side
from rules.great_war.position.state import State, UnitState
from rules.hexes.occupied import change
from rules.hexes.stacks import taken_after
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """§8.1: units went along a path (the starting hex first) for ``cost`` MP each and lie on top, in their order.

    ``near``: those that begin beside an enemy, or are cavalry that went beside one (§8.14). ``side``: whose they are.
    """

    kind: ClassVar[str] = "moved"
    side: str
    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int
    near: tuple[str, ...]

    def apply(self, state: State) -> State:
        end, changes = self.path[-1], {}
        for unit in self.units:
            _, back, spent, began, near, fought, attacked = state.units[unit]
            # Made in one go, as nothing else is made that often.
            changes[unit] = UnitState(
                end, back, spent + self.cost, began or self.path[0], near or unit in self.near, fought, attacked
            )
        origins = {**state.phase.origins, self.side: changes[self.units[0]].began}
        return bring(state, changes, end, cursor=(replace(state.phase, origins=origins), *state.cursor[1:]))


@dataclass(frozen=True, slots=True)
class HexesTaken:
    """§7.13, §14.14, §11.71: hexes passed to ``side``; forts in them fall, and sources that are lost for good."""

    kind: ClassVar[str] = "taken"
    side: str
    hexes: tuple[str, ...]
    forts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        board = state.printed.board
        line = state.hindenburg.intersection(self.hexes)
        state = changed_hands(state, self.side, self.hexes)

        def is_away(hex_: str) -> bool:
            return printed_side(state, board.index[hex_]) != self.side

        taken = taken_after(state.taken, self.hexes, is_away)
        return replace(
            state,
            taken=taken,
            # What stays as it was stays the same object, so that readers need not look at it again.
            destroyed=state.destroyed | frozenset(self.forts) if self.forts else state.destroyed,
            spoiled=state.spoiled | frozenset(self.sources) if self.sources else state.spoiled,
            hindenburg=state.hindenburg - line if line else state.hindenburg,
        )


@dataclass(frozen=True, slots=True)
class HeadquartersOverrun:
    """§8.22: headquarters alone in a hex that enemy combat units enter are eliminated."""

    kind: ClassVar[str] = "overrun"
    units: tuple[str, ...]
    hex: str

    def apply(self, state: State) -> State:
        return dead(state, self.units)


@dataclass(frozen=True, slots=True)
class HeadquartersDepleted:
    """§8.14, §15.66: headquarters that went further than their printed allowance have no support left."""

    kind: ClassVar[str] = "depleted"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return change(state, {u: state.units[u]._replace(back=True) for u in self.units})
