"""Battles: begun, joined, fought pair by pair, left and ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rules.kernel.codec import LATER
from rules.kernel.fast_replace import replace
from rules.kernel.frames import without
from rules.powers_1914.position.changes import battle_frame, capture, remove, spend, with_battle
from rules.powers_1914.position.frames import BattleFrame
from rules.powers_1914.position.state import Fight, Modifier, State, Throw, UnitState
from rules.powers_1914.printed.pieces import AIRCRAFT, SHIP, TROOPS


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """§3.3: units attack a field."""

    kind: ClassVar[str] = "battle"
    area: str
    side: str
    seat: str
    units: tuple[str, ...]
    raid: bool
    rising: bool
    land: bool
    number: int = field(default=0, metadata=LATER)
    """Which battle for the field it is in this turn, from 1; 0 in facts from before battles were counted."""

    def apply(self, state: State) -> State:
        frame = BattleFrame(self.area, self.side, self.seat, self.units, self.raid, self.rising, number=self.number)
        assaulted = (*state.assaulted, self.area) if self.land else state.assaulted
        battles = (*state.battles, self.area) if self.number else state.battles
        return replace(state, cursor=(*state.cursor, frame), assaulted=assaulted, battles=battles, fight=None)


@dataclass(frozen=True, slots=True)
class BattleJoined:
    """§3.3.2: units that came up while the battle goes on."""

    kind: ClassVar[str] = "reinforced"
    units: tuple[str, ...]
    land: bool = field(default=False, metadata=LATER)
    """§3.3.1: the first land units that fight in the field in this step: until now only aircraft did."""

    def apply(self, state: State) -> State:
        frame = battle_frame(state)
        if self.land:
            state = replace(state, assaulted=(*state.assaulted, frame.area))
        raid = frame.raid and all(state.printed.flies(u) for u in self.units)
        return with_battle(state, replace(frame, attackers=(*frame.attackers, *self.units), raid=raid))


@dataclass(frozen=True, slots=True)
class HelpDeclined:
    """§3.3.2: an ally brings up no units, or no more, to this battle."""

    kind: ClassVar[str] = "help-declined"
    seat: str

    def apply(self, state: State) -> State:
        frame = battle_frame(state)
        return with_battle(state, replace(frame, declined=(*frame.declined, self.seat)))


@dataclass(frozen=True, slots=True)
class FightRolled:
    """§3.3.4: the die of one unit in a single fight with all that changes it. ``role`` is attacker or defender.

    §3.3.15: who has attacked moves no more in that turn. Most have moved anyway, but not those that rose on the spot.
    """

    kind: ClassVar[str] = "fight"
    area: str
    role: str
    unit: str
    draw: int
    die: int
    modifiers: tuple[Modifier, ...]
    total: int

    def apply(self, state: State) -> State:
        throw = Throw(self.unit, self.die, self.modifiers, self.total)
        if self.role == "attacker":
            fight = Fight(self.area, throw)
            state = state if state.units[self.unit].spent else spend(state, self.unit)
        else:
            if state.fight is None:
                raise ValueError("a defender's die without an attacker's")
            fight = replace(state.fight, defender=throw)
        return replace(state, fight=fight, draws=self.draw + 1)


@dataclass(frozen=True, slots=True)
class FightDecided:
    """§3.3.4, §3.3.11: which unit won a single fight and which left the map; ``gained`` is a captured unit in its new
    colour."""

    kind: ClassVar[str] = "decided"
    result: str
    lost: tuple[str, ...]
    captor: str
    """The side that captured, or empty."""
    gained: str

    def apply(self, state: State) -> State:
        fight, frame = state.fight, state.battle
        if fight is None:
            raise ValueError("no fight to decide")
        at = state.units[self.lost[0]].at
        beside = UnitState(at)
        if frame is not None:
            state = with_battle(state, replace(frame, rounds=frame.rounds + 1))
            if frame.side == self.captor:
                beside = _beside(state, frame, fight.attacker.unit)
        state = replace(state, fight=replace(fight, result=self.result, lost=self.lost))
        return capture(remove(state, self.lost), self.captor, self.lost[-1], self.gained, at, beside)


def _beside(state: State, frame: BattleFrame, captor: str) -> UnitState:
    """§3.3.11, §3.3.3: whose way back a captured gun or ship shares: its captor's, or that of another attacker if the
    captor flies.
    """
    grounded = (u for u in frame.attackers if state.piece(u).kind in (SHIP, *TROOPS))
    keeper = captor if state.piece(captor).kind != AIRCRAFT else next(grounded, captor)
    return state.units[keeper]


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """§3.3: the battle for a field is over. ``result`` is won, lost or stopped."""

    kind: ClassVar[str] = "battle-ended"
    area: str
    result: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=without(state.cursor, BattleFrame))


@dataclass(frozen=True, slots=True)
class UnitsWithdrew:
    """§3.3.3: attackers went back, each one field the way it had come."""

    kind: ClassVar[str] = "withdrew"
    units: tuple[str, ...]
    area: str

    def apply(self, state: State) -> State:
        back = {u: UnitState(state.units[u].came, True) for u in self.units}
        return replace(state, units={**state.units, **back})


@dataclass(frozen=True, slots=True)
class StanceSet:
    """§3.3.11: what a seat's defenders try from now on."""

    kind: ClassVar[str] = "stance"
    seat: str
    capture: bool

    def apply(self, state: State) -> State:
        others = state.capturing - {self.seat}
        return replace(state, capturing=others | {self.seat} if self.capture else others)
