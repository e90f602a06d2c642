"""The sequence of play: phases begin and close, actions within them are reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.schlieffens_war.position.state import PhaseFrame, State, UnitState
from rules.schlieffens_war.printed.phases import COMBAT, MOVEMENT, PHASES


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """§5.1: the match came to a step of the sequence; what lasts one phase is wiped."""

    kind: ClassVar[str] = "phase-began"
    key: str
    turn: int

    def apply(self, state: State) -> State:
        name = PHASES[self.key].name
        units = {u: _renew(s, name) for u, s in state.units.items()}
        return replace(state, units=units, turn=self.turn, cursor=(PhaseFrame(self.key),))


def _renew(now: UnitState, phase: str) -> UnitState:
    """A unit when a phase begins; the same object when nothing about it lasted longer than it should."""
    if phase == MOVEMENT and (now.spent or now.marched or now.began):
        return now._replace(shifted=0, spent=0, marched=False, began="")
    if phase == COMBAT and (now.fought or now.attacked):
        return now._replace(shifted=0, fought=False, attacked=False)
    return now._replace(shifted=0) if now.shifted else now


@dataclass(frozen=True, slots=True)
class PhaseClosed:
    """§5.0: a player ended the phase; only what the end of a phase demands is still to come.

    §6.6: now everyone sees what arrived in it.
    """

    kind: ClassVar[str] = "phase-closed"
    key: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=(replace(state.phase, closing=True), *state.cursor[1:]), arrivals={})


@dataclass(frozen=True, slots=True)
class ActionReached:
    """§9.5, §11.1: the player went on to a later kind of action in the phase and cannot go back."""

    kind: ClassVar[str] = "action-reached"
    action: int

    def apply(self, state: State) -> State:
        return replace(state, cursor=(replace(state.phase, action=self.action), *state.cursor[1:]))
