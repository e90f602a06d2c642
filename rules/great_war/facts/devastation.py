"""The Germans lay ground waste behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import relocate, with_strategic_state
from rules.great_war.position.state import State
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class DevastationBegan:
    """§14.62: units stay where they are this turn and devastate their hexes."""

    kind: ClassVar[str] = "devastation-began"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, devastating=(*state.devastating, *self.units))


@dataclass(frozen=True, slots=True)
class HexDevastated:
    """§14.62: a unit goes back one hex, and the hex that it leaves is devastated for good."""

    kind: ClassVar[str] = "devastated"
    unit: str
    hex: str
    to: str

    def apply(self, state: State) -> State:
        left = tuple(u for u in state.devastating if u != self.unit)
        state = replace(state, devastating=left, devastated=state.devastated | {self.hex})
        return relocate(_without_moves(state, (self.unit,)), [self.unit], self.to)


@dataclass(frozen=True, slots=True)
class DevastationGivenUp:
    """§14.62: units that are gone, or that cannot go back, leave no devastation behind."""

    kind: ClassVar[str] = "devastation-given-up"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        state = replace(state, devastating=tuple(u for u in state.devastating if u not in self.units))
        return _without_moves(state, tuple(u for u in self.units if state.units[u].at in state.stacks))


def _without_moves(state: State, units: tuple[str, ...]) -> State:
    """§14.62: these units do not move on the rest of the turn."""
    return (
        with_strategic_state(state, has_devastated=(*state.strategic_state.has_devastated, *units)) if units else state
    )
