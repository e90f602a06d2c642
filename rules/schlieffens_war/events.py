"""The facts of a match. Each knows how to apply itself to a state; nothing here judges or rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from rules.schlieffens_war.changes import (
    battle_frame,
    change,
    drawn,
    eliminate,
    in_battle,
    lose_step,
    relocate,
    shifted,
)
from rules.schlieffens_war.state import (
    FATIGUED,
    IN_SUPPLY,
    REMOVED,
    BattleFrame,
    OverstackFrame,
    PhaseFrame,
    State,
    UnitState,
    board,
    counter,
)


class Event(Protocol):
    """A fact: ``kind`` names it in files, ``apply`` gives the state after it."""

    kind: ClassVar[str]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        ...


# --- set-up (§3) --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitPlaced:
    """§3.1, §9.2, §9.3: a unit came from a box onto the map, on top of its hex."""

    kind: ClassVar[str] = "placed"
    unit: str
    hex: str
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return relocate(state, [self.unit], self.hex)


@dataclass(frozen=True, slots=True)
class UnitTakenBack:
    """§3.1: during set-up a unit went back to its pool."""

    kind: ClassVar[str] = "taken-back"
    unit: str
    box: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return relocate(state, [self.unit], self.box)


@dataclass(frozen=True, slots=True)
class StackArranged:
    """§6.6: the owner put the units of a hex in another order, the top first."""

    kind: ClassVar[str] = "arranged"
    hex: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, stacks={**state.stacks, self.hex: self.units})


# --- the sequence (§5) --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """§5.1: the match came to a step of the sequence; what lasts one phase is wiped."""

    kind: ClassVar[str] = "phase-began"
    key: str
    turn: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
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
        """The state after this fact."""
        return replace(state, cursor=(replace(state.phase, closing=True), *state.cursor[1:]))


@dataclass(frozen=True, slots=True)
class ActionReached:
    """§9.5, §11.1: the player went on to a later kind of action in his phase and cannot go back."""

    kind: ClassVar[str] = "action-reached"
    action: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, cursor=(replace(state.phase, action=self.action), *state.cursor[1:]))


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """§4.0: the match is over. An empty ``winner`` is a draw."""

    kind: ClassVar[str] = "ended"
    winner: str
    reason: str
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, ended=(self.winner, self.reason, self.section))


# --- morale (§9.6) ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoraleChanged:
    """§9.6: corps came to another level of morale for the reason that ``section`` gives."""

    kind: ClassVar[str] = "morale"
    units: tuple[str, ...]
    levels: tuple[int, ...]
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        new = dict(zip(self.units, self.levels, strict=True))
        return change(state, {u: state.units[u]._replace(morale=m) for u, m in new.items()})


# --- movement (§10) and hex control (§3.3) ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """§10.1: units went along a path (the starting hex first) for ``cost`` MP each and lie on top, in their order.

    ``forced`` are those of them that needed a forced march for it (§10.6).
    """

    kind: ClassVar[str] = "moved"
    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int
    forced: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = relocate(state, self.units, self.path[-1])
        changes = {
            u: state.units[u]._replace(
                spent=state.units[u].spent + self.cost, marched=state.units[u].marched or u in self.forced
            )
            for u in self.units
        }
        return change(state, changes)


@dataclass(frozen=True, slots=True)
class HexesTaken:
    """§3.3, §4.6: hexes passed to ``side``; ``vp`` is what their cities changed the German points by."""

    kind: ClassVar[str] = "taken"
    side: str
    hexes: tuple[str, ...]
    vp: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        away = frozenset(h for h in self.hexes if board().owner_at_start(h) != self.side)
        back = frozenset(self.hexes) - away
        return replace(state, taken=(state.taken | away) - back, vp=state.vp + self.vp)


@dataclass(frozen=True, slots=True)
class ParisEndangered:
    """§4.1: a German unit entered the perimeter; it stays so for good."""

    kind: ClassVar[str] = "paris-endangered"
    hex: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, paris_endangered=True)


@dataclass(frozen=True, slots=True)
class ForcedMarchRolled:
    """§10.6: the attrition die of a unit that force marched; ``lost`` steps."""

    kind: ClassVar[str] = "forced-march"
    unit: str
    draw: int
    die: int
    lost: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return drawn(lose_step(state, self.unit) if self.lost else state, self.draw)


# --- supply (§8) --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SupplyJudged:
    """§8.1: in the Administrative Phase these units came into another state of supply."""

    kind: ClassVar[str] = "supply"
    side: str
    changes: Mapping[str, str]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return change(state, {u: state.units[u]._replace(supply=s) for u, s in self.changes.items()})


@dataclass(frozen=True, slots=True)
class AttritionRolled:
    """§8.8: the attrition die of a unit out of supply; ``lost`` steps."""

    kind: ClassVar[str] = "attrition"
    unit: str
    draw: int
    die: int
    lost: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return drawn(lose_step(state, self.unit) if self.lost else state, self.draw)


# --- regrouping and reinforcements (§9) ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitsRestored:
    """§9.5: reduced corps came back to full strength, fatigued."""

    kind: ClassVar[str] = "restored"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        changes = {u: state.units[u]._replace(steps=counter(u).full, morale=FATIGUED) for u in self.units}
        return change(state, changes)


@dataclass(frozen=True, slots=True)
class UnitReturned:
    """§9.5: an eliminated unit came back into play in a city, at full strength; corps are fatigued."""

    kind: ClassVar[str] = "returned"
    unit: str
    hex: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = relocate(state, [self.unit], self.hex)
        morale = FATIGUED if counter(self.unit).is_corps else 0
        fresh = UnitState(at=self.hex, steps=counter(self.unit).full, morale=morale, supply=IN_SUPPLY)
        return change(state, {self.unit: fresh})


@dataclass(frozen=True, slots=True)
class CorpsWithdrawn:
    """§9.4: two German corps left for the east."""

    kind: ClassVar[str] = "withdrawn"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(relocate(state, self.units, REMOVED), withdrawn=True)


# --- combat (§11) -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProbeMade:
    """§11.1: units probed into an empty hex."""

    kind: ClassVar[str] = "probed"
    units: tuple[str, ...]
    origin: str
    hex: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = relocate(state, self.units, self.hex)
        return change(state, {u: state.units[u]._replace(fought=True) for u in self.units})


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """§11.8: units attack a hex."""

    kind: ClassVar[str] = "attack"
    attackers: tuple[str, ...]
    origins: tuple[str, ...]
    target: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = change(state, {u: state.units[u]._replace(fought=True) for u in self.attackers})
        state = change(state, {u: state.units[u]._replace(attacked=True) for u in state.stacks[self.target]})
        battle = BattleFrame(attackers=self.attackers, origins=self.origins, target=self.target, stage="defenders")
        return replace(state, cursor=(*state.cursor, battle))


@dataclass(frozen=True, slots=True)
class DefendersChosen:
    """§11.2: the units that take part in the defence; the others of the hex stand by."""

    kind: ClassVar[str] = "defenders"
    defenders: tuple[str, ...]
    bystanders: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return in_battle(state, defenders=self.defenders, bystanders=self.bystanders, stage="odds")


@dataclass(frozen=True, slots=True)
class OddsFound:
    """§11.8 to §11.16, §11.24: totals, and the shifts that need no die."""

    kind: ClassVar[str] = "odds"
    attack: int
    defence: int
    column: int
    shifts: tuple[tuple[str, str, int], ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return in_battle(
            state, attack=self.attack, defence=self.defence, column=self.column, shifts=self.shifts, stage="concentric"
        )


@dataclass(frozen=True, slots=True)
class ConcentricRolled:
    """§11.15: the die of a concentric attack and the columns it gave."""

    kind: ClassVar[str] = "concentric"
    draw: int
    die: int
    columns: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return drawn(shifted(state, "Concentric attack", "11.15", self.columns), self.draw)


@dataclass(frozen=True, slots=True)
class StageReached:
    """§11.8: the attack went on to its next step."""

    kind: ClassVar[str] = "stage"
    stage: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return in_battle(state, stage=self.stage)


@dataclass(frozen=True, slots=True)
class MarkerRolled:
    """§11.23: a German siege marker was committed; its die and the columns it gave."""

    kind: ClassVar[str] = "bombardment"
    marker: str
    draw: int
    die: int
    columns: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        title = "Coup de main" if self.marker == "coup" else "Heavy artillery"
        state = drawn(shifted(state, title, "11.23", self.columns), self.draw)
        return replace(state, coup=False) if self.marker == "coup" else state


@dataclass(frozen=True, slots=True)
class ArtillerySpent:
    """§11.23: what became of a heavy artillery marker: ``ready`` is the turn from which it serves again, 0 is gone.

    ``draw`` and ``die`` are None on turn 1, when it is never lost.
    """

    kind: ClassVar[str] = "artillery"
    index: int
    draw: int | None
    die: int | None
    ready: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        markers = tuple(self.ready if i == self.index else turn for i, turn in enumerate(state.artillery))
        state = replace(state, artillery=markers)
        return state if self.draw is None else drawn(state, self.draw)


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
        """The state after this fact."""
        state = in_battle(
            state,
            die=self.die or 0,
            attacker_result=self.attacker + self.bef,
            defender_result=self.defender,
            attacker_due=self.attacker + self.bef,
            defender_due=self.defender,
            stage="defender_losses",
        )
        return state if self.draw is None else drawn(state, self.draw)


@dataclass(frozen=True, slots=True)
class AttackCounted:
    """§4.4: an all-French attack into Germany; ``count`` so far."""

    kind: ClassVar[str] = "plan-xvii"
    count: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, plan_xvii=self.count)


@dataclass(frozen=True, slots=True)
class StepLost:
    """§11.20: a unit lost a step in battle. ``role`` is whose result it pays: attacker, defender or extra."""

    kind: ClassVar[str] = "step-lost"
    unit: str
    role: str
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
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
        """The state after this fact."""
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
        """The state after this fact."""
        return eliminate(state, self.unit)


@dataclass(frozen=True, slots=True)
class ExtraLossDue:
    """§11.20: the fatigued owe a step more: one of ``units`` after a retreat, each of them after a failed attack."""

    kind: ClassVar[str] = "extra-due"
    units: tuple[str, ...]
    stage: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return in_battle(state, extra_due=self.units, stage=self.stage)


@dataclass(frozen=True, slots=True)
class UnitsAdvanced:
    """§11.22: attackers took the hex that the defender left."""

    kind: ClassVar[str] = "advanced"
    units: tuple[str, ...]
    hex: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return relocate(state, self.units, self.hex)


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """§11.6: the attack is resolved."""

    kind: ClassVar[str] = "battle-ended"
    target: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, cursor=tuple(f for f in state.cursor if not isinstance(f, BattleFrame)))


# --- over-stacking (§6.5) -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OverstackFound:
    """§6.5: hexes over the limits at the end of a phase; an empty list when all is in order again."""

    kind: ClassVar[str] = "overstack"
    hexes: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        rest = tuple(f for f in state.cursor if not isinstance(f, OverstackFrame))
        return replace(state, cursor=(*rest, OverstackFrame(self.hexes)) if self.hexes else rest)


@dataclass(frozen=True, slots=True)
class UnitDisplaced:
    """§6.5: a unit left an overstacked hex."""

    kind: ClassVar[str] = "displaced"
    unit: str
    origin: str
    hex: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return relocate(state, [self.unit], self.hex)


EVENTS: tuple[type[Event], ...] = (
    UnitPlaced, UnitTakenBack, StackArranged, PhaseBegan, PhaseClosed, ActionReached, MatchEnded, MoraleChanged,
    UnitsMoved, HexesTaken, ParisEndangered, ForcedMarchRolled, SupplyJudged, AttritionRolled, UnitsRestored,
    UnitReturned, CorpsWithdrawn, ProbeMade, AttackDeclared, DefendersChosen, OddsFound, ConcentricRolled,
    StageReached, MarkerRolled, ArtillerySpent, CombatRolled, AttackCounted, StepLost, StackRetreated, UnitLost,
    ExtraLossDue, UnitsAdvanced, BattleEnded, OverstackFound, UnitDisplaced,
)  # fmt: skip
