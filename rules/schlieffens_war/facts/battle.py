"""One attack from the choice of its defenders to the advance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.hexes.odds import Modifier
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace
from rules.kernel.frames import without
from rules.schlieffens_war.position.changes import (
    battle_frame,
    eliminate,
    in_battle,
    lose_step,
    relocate,
    shift_column,
    stage_over,
)
from rules.schlieffens_war.position.state import BattleFrame, State
from rules.schlieffens_war.printed.phases import DEFENDERS, ODDS, RESOLVE


@dataclass(frozen=True, slots=True)
class StageReached:
    """§11.8: the attack went on to its next step."""

    kind: ClassVar[str] = "stage"
    stage: str

    def apply(self, state: State) -> State:
        return in_battle(state, stage=self.stage)


@dataclass(frozen=True, slots=True)
class DefendersChosen:
    """§11.2: the units that take part in the defence; the others of the hex stand by."""

    kind: ClassVar[str] = "defenders"
    defenders: tuple[str, ...]
    bystanders: tuple[str, ...]

    def apply(self, state: State) -> State:
        return stage_over(in_battle(state, defenders=self.defenders, bystanders=self.bystanders), DEFENDERS)


@dataclass(frozen=True, slots=True)
class OddsFound:
    """§11.8 to §11.16, §11.24: totals, and the shifts that need no die."""

    kind: ClassVar[str] = "odds"
    attack: int
    defence: int
    column: int
    shifts: tuple[Modifier, ...]

    def apply(self, state: State) -> State:
        found = in_battle(state, attack=self.attack, defence=self.defence, column=self.column, shifts=self.shifts)
        return stage_over(found, ODDS)


@dataclass(frozen=True, slots=True)
class ConcentricRolled:
    """§11.15: the die of a concentric attack and the columns it gave."""

    kind: ClassVar[str] = "concentric"
    draw: int
    die: int
    columns: int

    def apply(self, state: State) -> State:
        return count_die(shift_column(state, "Concentric attack", "11.15", self.columns), self.draw)


@dataclass(frozen=True, slots=True)
class CombatRolled:
    """§11.17, §11.18: the result. ``draw`` and ``die`` are None off the table; ``bef`` is the loss of §11.19."""

    kind: ClassVar[str] = "combat"
    column: int
    draw: int | None
    die: int | None
    attacker: int
    defender: int
    bef: int

    def apply(self, state: State) -> State:
        state = in_battle(
            stage_over(state, RESOLVE),
            die=self.die or 0,
            attacker_result=self.attacker + self.bef,
            defender_result=self.defender,
            attacker_due=self.attacker + self.bef,
            defender_due=self.defender,
        )
        return state if self.draw is None else count_die(state, self.draw)


@dataclass(frozen=True, slots=True)
class StepLost:
    """§11.20: a unit lost a step in battle. ``role`` is whose result it pays: attacker, defender or extra."""

    kind: ClassVar[str] = "step-lost"
    unit: str
    role: str
    section: str

    def apply(self, state: State) -> State:
        state = lose_step(state, self.unit)
        frame = battle_frame(state)
        if self.role == "defender":
            return in_battle(state, defender_due=frame.defender_due - 1, hits=(*frame.hits, self.unit))
        if self.role == "attacker":
            return in_battle(state, attacker_due=frame.attacker_due - 1, hits=(*frame.hits, self.unit))
        left = tuple(u for u in frame.extra_due if u != self.unit) if self.role == "extra-each" else ()
        return in_battle(state, extra_due=left)


@dataclass(frozen=True, slots=True)
class StackRetreated:
    """§11.21: the mobile defenders went back along a path (the target first), one loss saved for each hex."""

    kind: ClassVar[str] = "retreated"
    units: tuple[str, ...]
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        frame = battle_frame(state)
        state = relocate(state, self.units, self.path[-1])
        return in_battle(state, defender_due=frame.defender_due - (len(self.path) - 1), retreated=True)


@dataclass(frozen=True, slots=True)
class UnitLost:
    """A unit was eliminated outside the count of step losses, for the reason that ``section`` gives."""

    kind: ClassVar[str] = "lost"
    unit: str
    section: str

    def apply(self, state: State) -> State:
        return eliminate(state, self.unit)


@dataclass(frozen=True, slots=True)
class ExtraLossDue:
    """§11.20: the fatigued owe a step more: one of ``units`` after a retreat, each of them after a failed attack."""

    kind: ClassVar[str] = "extra-due"
    units: tuple[str, ...]
    stage: str

    def apply(self, state: State) -> State:
        return in_battle(state, extra_due=self.units, stage=self.stage)


@dataclass(frozen=True, slots=True)
class UnitsAdvanced:
    """§11.22: attackers took the hex that the defender left."""

    kind: ClassVar[str] = "advanced"
    units: tuple[str, ...]
    hex: str

    def apply(self, state: State) -> State:
        return relocate(state, self.units, self.hex)


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """§11.6: the attack is resolved."""

    kind: ClassVar[str] = "battle-ended"
    target: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=without(state.cursor, BattleFrame))
