"""The sequence of play: phases begin and close, actions within them are reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.schlieffens_war.state import PhaseFrame, State, UnitState


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """§5.1: the match came to a step of the sequence; what lasts one phase is wiped."""

    kind: ClassVar[str] = "phase-began"
    key: str
    turn: int

    def apply(self, state: State) -> State:
        units: Mapping[str, UnitState] = state.units
        if self.key.endswith(".movement") or self.key.endswith(".combat"):
            units = {
                u: s._replace(spent=0, marched=False)
                if self.key.endswith(".movement")
                else s._replace(fought=False, attacked=False)
                for u, s in state.units.items()
            }
        return replace(state, units=units, turn=self.turn, cursor=(PhaseFrame(self.key),))


@dataclass(frozen=True, slots=True)
class PhaseClosed:
    """§5.0: a player ended his phase; only what the end of a phase demands is still to come."""

    kind: ClassVar[str] = "phase-closed"
    key: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=(replace(state.phase, closing=True), *state.cursor[1:]))


@dataclass(frozen=True, slots=True)
class ActionReached:
    """§9.5, §11.1: the player went on to a later kind of action in his phase and cannot go back."""

    kind: ClassVar[str] = "action-reached"
    action: int

    def apply(self, state: State) -> State:
        return replace(state, cursor=(replace(state.phase, action=self.action), *state.cursor[1:]))
