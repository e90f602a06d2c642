"""The sequence of play: steps begin, sides end them, turns go by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import with_near_east
from rules.great_war.position.state import PhaseFrame, State, UnitState
from rules.great_war.printed.phases import AGAINS, ATTACKS, MOVEMENTS
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """§4.2: the match came to a step of the sequence; what lasts one phase is wiped."""

    kind: ClassVar[str] = "phase-began"
    key: str

    def apply(self, state: State) -> State:
        state = replace(state, cursor=(PhaseFrame(self.key),))
        if self.key not in MOVEMENTS and self.key not in ATTACKS and self.key not in AGAINS:
            return state
        rested = {u: UnitState(now.at, now.back) for u, now in state.units.items() if now[2:] != _FRESH}
        return replace(change(state, rested), stormed=frozenset())


_FRESH = UnitState("")[2:]


@dataclass(frozen=True, slots=True)
class StepEnded:
    """§4.2: a side has ended a step; it goes on when no other side is asked in it."""

    kind: ClassVar[str] = "step-ended"
    side: str
    key: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=(replace(state.phase, done=(*state.phase.done, self.side)), *state.cursor[1:]))


@dataclass(frozen=True, slots=True)
class SetUpEnded:
    """§21.12: all units of both sides are set up; which group a unit was in no longer matters."""

    kind: ClassVar[str] = "set-up-ended"

    def apply(self, state: State) -> State:
        return replace(state, groups={}, lots=())


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """§4.2: the turn marker goes on. Nations that entered the war on the turn before are free to move (§17.11).

    After a strategic turn aircraft that supported a fight before it are ready again (§15.12).
    """

    kind: ClassVar[str] = "turn-began"
    turn: int

    def apply(self, state: State) -> State:
        if state.near_east.raided:
            # §6.25: trains come to the town again.
            state = with_near_east(state, raided="")
        if state.near_east.enver:
            state = with_near_east(state, enver="", enver_units=())
        strategic_state = (
            replace(state.strategic_state, turn="") if state.strategic_state.turn else state.strategic_state
        )
        if strategic_state.coming_in or strategic_state.has_devastated or strategic_state.unfed:
            strategic_state = replace(strategic_state, coming_in=(), has_devastated=(), unfed=())
        flown = {} if state.strategic_state.turn else state.chit_state.flown
        chit_state = replace(
            state.chit_state, declared={}, attacks={}, passed_up=(), deploying=(), flown=flown, drawing=()
        )
        if state.near_east.stopped:
            state = replace(state, near_east=replace(state.near_east, stopped=()))
        return replace(
            state,
            turn=self.turn,
            weather={},
            frozen=frozenset(),
            strategic_state=strategic_state,
            chit_state=chit_state,
            sailed=0,
        )
