"""Offensives that an event orders: attacks made for them, and those that were not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.changes import with_near_east
from rules.great_war.position.state import State


@dataclass(frozen=True, slots=True)
class OffensiveObeyed:
    """§6.30: an attack counts for an offensive."""

    kind: ClassVar[str] = "offensive-obeyed"
    effect: str

    def apply(self, state: State) -> State:
        made = state.chit_state.attacks
        return with_chit_state(state, attacks={**made, self.effect: made.get(self.effect, 0) + 1})


@dataclass(frozen=True, slots=True)
class OffensivePassedUp:
    """§6.30: the side has ended its attacks though another one for the offensive was possible."""

    kind: ClassVar[str] = "offensive-passed-up"
    effect: str

    def apply(self, state: State) -> State:
        return with_chit_state(state, passed_up=(*state.chit_state.passed_up, self.effect))


@dataclass(frozen=True, slots=True)
class EnverWeighed:
    """§6.30: what the Enver Offensive asks for: the attack of three units, the march of the nearest, or nothing."""

    kind: ClassVar[str] = "enver"
    duty: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_near_east(state, enver=self.duty, enver_units=self.units)
