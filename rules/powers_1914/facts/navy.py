"""Transports go down; ships and guns challenge each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.kernel.frames import without
from rules.powers_1914.position.changes import capture, remove, spend
from rules.powers_1914.position.frames import ChallengeFrame
from rules.powers_1914.position.state import State, UnitState
from rules.powers_1914.printed.pieces import INFANTRY


@dataclass(frozen=True, slots=True)
class UnitSpent:
    """§3.8: a ship has had its turn without moving; in facts from before a raid left it its move."""

    kind: ClassVar[str] = "spent"
    unit: str

    def apply(self, state: State) -> State:
        return spend(state, self.unit)


@dataclass(frozen=True, slots=True)
class UnitsSunk:
    """§3.2.7: unprotected land units at sea went down, or were captured; ``gained`` are guns in their new colour."""

    kind: ClassVar[str] = "sunk"
    side: str
    area: str
    units: tuple[str, ...]
    capture: bool
    gained: tuple[str, ...]

    def apply(self, state: State) -> State:
        guns = iter(self.gained)
        state = remove(state, self.units)
        if not self.capture:
            return state
        for unit in self.units:
            gained = next(guns, "") if state.piece(unit).kind != INFANTRY else ""
            state = capture(state, self.side, unit, gained, self.area, UnitState(self.area))
        return state


@dataclass(frozen=True, slots=True)
class ChallengeMade:
    """§3.3.14: a ship or gun challenges one on a neighbouring field."""

    kind: ClassVar[str] = "challenge"
    attacker: str
    target: str
    seat: str

    def apply(self, state: State) -> State:
        frame = ChallengeFrame(self.attacker, self.target, self.seat)
        challenged = (*state.challenged, self.attacker)
        return replace(state, challenged=challenged, cursor=(*state.cursor, frame))


@dataclass(frozen=True, slots=True)
class ChallengeAnswered:
    """§3.3.14: the unit challenged fights, or does not; the challenger has used its turn only if there is a fight."""

    kind: ClassVar[str] = "answered"
    attacker: str
    target: str
    accepted: bool

    def apply(self, state: State) -> State:
        if self.accepted:
            state = spend(state, self.attacker)
        else:
            state = replace(state, challenged=(*state.challenged, self.target))
        return replace(state, cursor=without(state.cursor, ChallengeFrame))


@dataclass(frozen=True, slots=True)
class ChallengeLapsed:
    """§3.3.14, §3.15.2: gas took one of the two before there was an answer."""

    kind: ClassVar[str] = "lapsed"

    def apply(self, state: State) -> State:
        return replace(state, cursor=without(state.cursor, ChallengeFrame))
