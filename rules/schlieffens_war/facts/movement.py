"""Units move, force their march and take hexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.hexes.occupied import change
from rules.hexes.stacks import taken_after
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace
from rules.schlieffens_war.position.changes import lose_step, relocate
from rules.schlieffens_war.position.state import State


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """§10.1: units went along a path (the starting hex first) for ``cost`` MP each and lie on top, in their order.

    ``forced`` are those of them that needed a forced march for it (§10.6).
    """

    kind: ClassVar[str] = "moved"
    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int
    forced: tuple[str, ...]

    def apply(self, state: State) -> State:
        state = relocate(state, self.units, self.path[-1])
        changes = {
            u: state.units[u]._replace(
                spent=state.units[u].spent + self.cost,
                marched=state.units[u].marched or u in self.forced,
                began=state.units[u].began or self.path[0],
            )
            for u in self.units
        }
        return change(state, changes)


@dataclass(frozen=True, slots=True)
class HexesTaken:
    """§3.3, §4.6: hexes passed to ``side``; ``vp_change`` is what their cities do to the German points."""

    kind: ClassVar[str] = "taken"
    side: str
    hexes: tuple[str, ...]
    vp_change: int

    def apply(self, state: State) -> State:
        owner = state.printed.board.owner_at_start
        taken = taken_after(state.taken, self.hexes, lambda hex_: owner(hex_) != self.side)
        return replace(state, taken=taken, vp=state.vp + self.vp_change)


@dataclass(frozen=True, slots=True)
class ParisEndangered:
    """§4.1: a German unit entered the perimeter; it stays so for good."""

    kind: ClassVar[str] = "paris-endangered"
    hex: str

    def apply(self, state: State) -> State:
        return replace(state, paris_endangered=True)


@dataclass(frozen=True, slots=True)
class ForcedMarchRolled:
    """§10.6: the attrition die of a unit that force marched; ``lost`` steps."""

    kind: ClassVar[str] = "forced-march"
    unit: str
    draw: int
    die: int
    lost: int

    def apply(self, state: State) -> State:
        return count_die(lose_step(state, self.unit) if self.lost else state, self.draw)
