"""The turn: steps begin, seats finish theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import State, UnitState
from rules.powers_1914.printed.phases import ACTION, PHASES


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """§3.1: the match came to a step of a turn. Which step it is, and when the turn is a new one, the procedure says.

    Over is what lasts a step; what lasts from one side's moves to the next's; and with a new turn what lasts a turn.
    """

    kind: ClassVar[str] = "phase-began"
    key: str
    turn: int

    def apply(self, state: State) -> State:
        before = state.turn
        state = replace(state, turn=self.turn, cursor=(PhaseFrame(self.key),), done=(), fight=None)
        if PHASES[self.key].name == ACTION:
            state = replace(state, assaulted=(), challenged=(), shelled=())
        if self.turn == before:
            return state
        fresh = {u: UnitState(s.at) if s.spent or s.came else s for u, s in state.units.items()}
        tactics: dict[str, tuple[str, ...]] = dict.fromkeys(state.tactics, ())
        return replace(state, units=fresh, drawn=(), tactics=tactics, recruits={}, battles=())


@dataclass(frozen=True, slots=True)
class SeatDone:
    """§3.1.4: a seat finished its part of the step."""

    kind: ClassVar[str] = "seat-done"
    seat: str

    def apply(self, state: State) -> State:
        return replace(state, done=(*state.done, self.seat))
