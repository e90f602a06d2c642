"""Typhus in Serbia, and influenza."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.changes import pay
from rules.great_war.position.state import State
from rules.hexes.occupied import change
from rules.kernel.facts import count_die


@dataclass(frozen=True, slots=True)
class TyphusBroke:
    """§6.57: Serbia loses all its points."""

    kind: ClassVar[str] = "typhus"
    points: int

    def apply(self, state: State) -> State:
        return pay(state, {"SE": -self.points})


@dataclass(frozen=True, slots=True)
class InfluenzaRolled:
    """§6.58: one of the two dice for the shock troops that fall ill."""

    kind: ClassVar[str] = "influenza"
    draw: int
    die: int

    def apply(self, state: State) -> State:
        return count_die(with_chit_state(state, sick=state.chit_state.sick + self.die), self.draw)


@dataclass(frozen=True, slots=True)
class ShockTroopsTired:
    """§6.58: divisions that are shock troops no longer, and never again. The rest of the dice is ignored."""

    kind: ClassVar[str] = "shock-tired"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        state = change(state, {u: state.units[u]._replace(back=False) for u in self.units})
        return with_chit_state(state, sick=0, tired=(*state.chit_state.tired, *self.units))
