"""An attack from its declaration to the advance after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import (
    battle_of,
    dead,
    in_battle,
    lose_step,
    moved_chits,
    relocate,
    russians_fought,
    with_near_east,
)
from rules.great_war.position.control import nation_of_fort
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import CENTRAL, foe
from rules.great_war.printed.phases import ATTACKER_LOSSES, CAVALRY, FOLLOWING
from rules.hexes.occupied import change
from rules.hexes.odds import Modifier
from rules.kernel import frames
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace

FOCH, ALLENBY = "Foch", "Allenby"
ALLENBY_EVENT = "allenby"


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """§10.11, §7.25: units attack a hex; all that fight there are seen by both sides from now on."""

    kind: ClassVar[str] = "attack"
    side: str
    attackers: tuple[str, ...]
    target: str

    def apply(self, state: State) -> State:
        defenders = state.stacks.get(self.target, ())
        origins = tuple(sorted({state.units[u].at for u in self.attackers}))
        changes = {u: state.units[u]._replace(fought=True) for u in self.attackers}
        changes |= {u: state.units[u]._replace(attacked=True) for u in defenders}
        frame = BattleFrame(self.side, self.attackers, origins, self.target, defenders, CAVALRY)
        fort = nation_of_fort(state, state.printed.board.index[self.target], foe(self.side))
        stormed = state.stormed | {self.target} if fort else state.stormed
        state = russians_fought(change(state, changes), self.attackers, defenders, fort)
        state = _count_attack(state, self.side, self.target)
        return replace(state, cursor=(*state.cursor, frame), stormed=stormed)


def _count_attack(state: State, side: str, target: str, number: int = 1) -> State:
    """§15.45: on the turn of the second shock-troop event: which attack of the Central Powers on its front it is.
    §15.53: one before which cavalry rides away is taken off again (docs/rulings)."""
    chit_state = state.chit_state
    if side != CENTRAL or chit_state.offensive != state.turn:
        return state
    front = state.printed.board.front[state.printed.board.index[target]]
    fought = {**chit_state.fought, front: chit_state.fought.get(front, 0) + number}
    return replace(state, chit_state=replace(chit_state, fought=fought))


@dataclass(frozen=True, slots=True)
class StageReached:
    """§10.3: the attack goes on to a stage."""

    kind: ClassVar[str] = "stage"
    stage: str

    def apply(self, state: State) -> State:
        return in_battle(state, replace(battle_of(state), stage=self.stage))


@dataclass(frozen=True, slots=True)
class SupportGiven:
    """§10.46: the headquarters that supports a side, which has no support left then; empty for none."""

    kind: ClassVar[str] = "support"
    side: str
    hq: str

    def apply(self, state: State) -> State:
        frame = battle_of(state)
        frame = replace(frame, support={**frame.support, self.side: self.hq}, stage=FOLLOWING[frame.stage])
        return in_battle(state, frame)


@dataclass(frozen=True, slots=True)
class CombatResolved:
    """§10.3: odds, shifts and modifiers, the die (none below the table), and the steps that each side must lose.

    ``everybody``: all in the hex are eliminated (§10.65). ``worn``: headquarters that are depleted by their support.
    """

    kind: ClassVar[str] = "combat"
    attack: int
    defence: int
    shifts: tuple[Modifier, ...]
    column: int
    drms: tuple[Modifier, ...]
    draw: int | None
    die: int | None
    attacker: int
    defender: int
    everybody: bool
    may_advance: bool
    worn: tuple[str, ...]

    def apply(self, state: State) -> State:
        frame = replace(
            battle_of(state),
            attack=self.attack,
            defence=self.defence,
            shifts=self.shifts,
            column=self.column,
            drms=self.drms,
            die=self.die,
            attacker_due=self.attacker,
            defender_due=self.defender,
            may_advance=self.may_advance,
            stage=ATTACKER_LOSSES,
        )
        state = change(state, {u: state.units[u]._replace(back=True) for u in self.worn})
        state = in_battle(state, frame)
        return state if self.draw is None else count_die(state, self.draw)


@dataclass(frozen=True, slots=True)
class StepLost:
    """§10.63: a unit loses a step for one loss point of its side."""

    kind: ClassVar[str] = "step-lost"
    side: str
    unit: str

    def apply(self, state: State) -> State:
        frame = battle_of(state)
        attacking = self.side == frame.side
        frame = replace(
            frame,
            attacker_due=frame.attacker_due - attacking,
            defender_due=frame.defender_due - (not attacking),
            first=(*frame.first, self.side),
        )
        return in_battle(lose_step(state, self.unit), frame)


@dataclass(frozen=True, slots=True)
class FortLost:
    """§10.64, §14.11: the fort in the hex is destroyed when all units there are gone."""

    kind: ClassVar[str] = "fort-lost"
    hex: str

    def apply(self, state: State) -> State:
        state = _without_fort(state, self.hex)
        return in_battle(state, replace(battle_of(state), defender_due=0))


@dataclass(frozen=True, slots=True)
class DefendersEliminated:
    """§10.65: all units in the hex and its fort."""

    kind: ClassVar[str] = "wiped-out"
    hex: str
    units: tuple[str, ...]
    fort: bool

    def apply(self, state: State) -> State:
        state = dead(state, self.units)
        return _without_fort(state, self.hex) if self.fort else state


def _without_fort(state: State, hex_: str) -> State:
    if hex_ in state.hindenburg:
        return replace(state, hindenburg=state.hindenburg - {hex_})
    return replace(state, destroyed=state.destroyed | {hex_})


@dataclass(frozen=True, slots=True)
class CavalryRetreated:
    """§15.52: the defending cavalry goes back one hex before combat."""

    kind: ClassVar[str] = "cavalry-retreat"
    units: tuple[str, ...]
    hex: str

    def apply(self, state: State) -> State:
        state = relocate(state, self.units, self.hex)
        return in_battle(state, replace(battle_of(state), retreated=True))


@dataclass(frozen=True, slots=True)
class UnitsAdvanced:
    """§10.71, §10.72, §10.73: attackers go into a hex that was vacated, or on from it."""

    kind: ClassVar[str] = "advanced"
    side: str
    units: tuple[str, ...]
    hex: str

    def apply(self, state: State) -> State:
        state = relocate(state, self.units, self.hex)
        frame = battle_of(state)
        # Those that go on are among those that have advanced.
        return in_battle(state, replace(frame, advanced=self.units if self.hex == frame.target else frame.advanced))


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """§10.34: the attack is over. After a retreat of cavalry all who took part may fight on (§15.53)."""

    kind: ClassVar[str] = "battle-ended"

    def apply(self, state: State) -> State:
        frame = battle_of(state)
        if frame.retreated:
            changes = {u: state.units[u]._replace(fought=False) for u in frame.attackers}
            changes |= {u: state.units[u]._replace(attacked=False) for u in frame.defenders}
            state = _count_attack(change(state, changes), frame.side, frame.target, -1)
        return replace(state, cursor=frames.without(state.cursor, BattleFrame))


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """§10.82, §10.84: OHL, OberOst, Foch or Allenby is in a hex for the combat phase that follows."""

    kind: ClassVar[str] = "marker-placed"
    marker: str
    hex: str

    def apply(self, state: State) -> State:
        if self.marker == FOCH:
            return replace(state, chit_state=replace(state.chit_state, foch_at=self.hex))
        if self.marker == ALLENBY:
            return with_near_east(state, allenby_at=self.hex)
        return replace(state, marker_at=self.hex)


@dataclass(frozen=True, slots=True)
class MarkerTakenBack:
    """§10.82: it may not be where it was put, so it counts as not placed, and is still there to be used."""

    kind: ClassVar[str] = "marker-taken-back"
    marker: str

    def apply(self, state: State) -> State:
        if self.marker == FOCH:
            return replace(state, chit_state=replace(state.chit_state, foch_at=""))
        if self.marker == ALLENBY:
            return with_near_east(state, allenby_at="")
        return replace(state, marker_at="")


@dataclass(frozen=True, slots=True)
class SecondAttacksFound:
    """§10.82: which units may attack again is settled as the combat phase ends, whatever the second attacks bring."""

    kind: ClassVar[str] = "second-attacks-found"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, second=self.units)


@dataclass(frozen=True, slots=True)
class MarkerRemoved:
    """§10.82, §6.32: it is out of play until the next strategic turn, Foch until the next turn, Allenby for good."""

    kind: ClassVar[str] = "marker-removed"
    marker: str

    def apply(self, state: State) -> State:
        state = replace(state, second=None)
        if self.marker == FOCH:
            return replace(state, chit_state=replace(state.chit_state, foch_at=""))
        if self.marker == ALLENBY:
            spent = moved_chits(state, {ALLENBY_EVENT: 1}, "allied.hand", "")
            return with_near_east(spent, allenby_at="")
        return replace(state, marker="", marker_at="")
