"""Divisions become shock troops, and the great offensive in the west that follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.changes import battle_of, in_battle, moved_chits, pay, with_strategic_state
from rules.great_war.position.state import State
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class ShockTroopsFormed:
    """§15.41, §15.66: an event is played: divisions are shock troops from now on, for points of Germany's.

    Headquarters in the west are no longer depleted when they go too far. ``last``: it was the second of the two.
    """

    kind: ClassVar[str] = "shock-formed"
    chit: str
    units: tuple[str, ...]
    cost: int
    last: bool

    def apply(self, state: State) -> State:
        state = moved_chits(state, {self.chit: 1}, "central.hand", "")
        state = pay(with_strategic_state(state, hqs_free=True), {"GE": -self.cost})
        state = change(state, {u: state.units[u]._replace(back=True) for u in self.units})
        offensive = state.turn if self.last else state.chit_state.offensive
        return with_chit_state(state, shock=state.chit_state.shock + 1, offensive=offensive)


@dataclass(frozen=True, slots=True)
class KaiserschlachtDeclared:
    """§15.45: the attack under way is one of the four; the first decides on which front they are."""

    kind: ClassVar[str] = "kaiserschlacht"
    front: str

    def apply(self, state: State) -> State:
        state = in_battle(state, replace(battle_of(state), kaiserschlacht=True))
        return with_chit_state(state, struck_on=self.front, struck=state.chit_state.struck + 1)
