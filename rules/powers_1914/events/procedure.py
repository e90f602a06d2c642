"""The turn: steps begin, seats finish theirs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.powers_1914.frames import PhaseFrame
from rules.powers_1914.phases import ACTION, EVENTS
from rules.powers_1914.state import State, UnitState


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """§3.1: the match came to a step; with the event cards a new turn begins and what lasts one turn is wiped."""

    kind: ClassVar[str] = "phase-began"
    key: str
    turn: int

    def apply(self, state: State) -> State:
        phase = PhaseFrame(self.key)
        state = replace(state, turn=self.turn, cursor=(phase,), done=(), fight=None)
        if phase.name == ACTION:
            return replace(state, assaulted=(), challenged=())
        if phase.name != EVENTS:
            return state
        fresh = {u: UnitState(s.at) if s.spent or s.came else s for u, s in state.units.items()}
        return replace(state, units=fresh, drawn=(), tactics=dict.fromkeys(state.tactics, ()), recruits={})


@dataclass(frozen=True, slots=True)
class SeatDone:
    """§3.1.4: a seat finished its part of the step."""

    kind: ClassVar[str] = "seat-done"
    seat: str

    def apply(self, state: State) -> State:
        return replace(state, done=(*state.done, self.seat))
