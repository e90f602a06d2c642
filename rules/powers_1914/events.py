"""The facts of a match. Each knows how to apply itself to a state; nothing here judges or rolls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from rules.powers_1914.data import INFANTRY, flies, piece
from rules.powers_1914.state import (
    POOL,
    BattleFrame,
    ChallengeFrame,
    DutyFrame,
    Fight,
    FlagFrame,
    Frame,
    Modifier,
    NationState,
    PhaseFrame,
    State,
    Throw,
    UnitState,
    Works,
)


class Event(Protocol):
    """A fact: ``kind`` names it in files, ``apply`` gives the state after it."""

    kind: ClassVar[str]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        ...


# --- set-up (§2) --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitsPlaced:
    """§2.4: units came from the pool to a field."""

    kind: ClassVar[str] = "placed"
    units: tuple[str, ...]
    area: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _put(state, self.units, self.area)


@dataclass(frozen=True, slots=True)
class UnitsTakenBack:
    """§2.4: units went back to the pool."""

    kind: ClassVar[str] = "taken-back"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _put(state, self.units, POOL)


# --- the turn (§3.1) ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """§3.1: the match came to a step; with the event cards a new turn begins and what lasts one turn is wiped."""

    kind: ClassVar[str] = "phase-began"
    key: str
    turn: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = replace(state, turn=self.turn, cursor=(PhaseFrame(self.key),), done=(), fight=None)
        if self.key.endswith(".action"):
            return replace(state, assaulted=(), challenged=())
        if self.key != "events":
            return state
        fresh = {u: UnitState(s.at) if s.spent or s.came else s for u, s in state.units.items()}
        return replace(state, units=fresh, drawn=(), tactics=dict.fromkeys(state.tactics, ()), recruits={})


@dataclass(frozen=True, slots=True)
class SeatDone:
    """§3.1.4: a seat finished its part of the step."""

    kind: ClassVar[str] = "seat-done"
    seat: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, done=(*state.done, self.seat))


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """§3.13: the match is over."""

    kind: ClassVar[str] = "ended"
    winner: str
    reason: str
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, ended=(self.winner, self.reason, self.section), cursor=state.cursor[:1])


# --- money (§3.5) -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoneyReceived:
    """§3.1.2, §3.5: what each seat received."""

    kind: ClassVar[str] = "income"
    amounts: Mapping[str, int]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, money={s: m + self.amounts.get(s, 0) for s, m in state.money.items()})


@dataclass(frozen=True, slots=True)
class MoneyGiven:
    """§3.5: allies put their money together."""

    kind: ClassVar[str] = "given"
    seat: str
    to: str
    amount: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _pay(_pay(state, self.seat, self.amount), self.to, -self.amount)


# --- purchases (§3.6 to §3.9) -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitsBought:
    """§3.1.3: new units in a field; infantry counts against the number of its city."""

    kind: ClassVar[str] = "bought"
    seat: str
    units: tuple[str, ...]
    area: str
    cost: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = _pay(_put(state, self.units, self.area), self.seat, self.cost)
        if piece(self.units[0]).kind != INFANTRY:
            return state
        recruits = {**state.recruits, self.area: state.recruits.get(self.area, 0) + len(self.units)}
        return replace(state, recruits=recruits)


@dataclass(frozen=True, slots=True)
class WorksBuilt:
    """§3.6, §3.8: a new factory or shipyard; it works for the nation that holds the ground."""

    kind: ClassVar[str] = "built"
    seat: str
    works: str
    area: str
    nation: str
    cost: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        there = (*state.works.get(self.area, ()), Works(self.works, self.nation))
        return _pay(replace(state, works={**state.works, self.area: there}), self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class Modernised:
    """§3.9: a type of a nation's units was modernised to a level."""

    kind: ClassVar[str] = "modernised"
    seat: str
    nation: str
    arm: str
    level: int
    cost: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        modern = {**state.modern, f"{self.nation}.{self.arm}": self.level}
        return _pay(replace(state, modern=modern), self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class WorksChanged:
    """§3.6, §3.8: a factory or shipyard was taken over by a nation, or torn down when ``nation`` is empty."""

    kind: ClassVar[str] = "works-changed"
    works: str
    area: str
    nation: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        there = tuple(
            w._replace(nation=self.nation) if w.kind == self.works else w
            for w in state.works[self.area]
            if self.nation or w.kind != self.works
        )
        works = {a: w for a, w in state.works.items() if a != self.area}
        return replace(state, works={**works, self.area: there} if there else works)


# --- movement (§3.2) ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitsMoved:
    """§3.2: units went along a path (the field they stood in first); aircraft go back to where they started."""

    kind: ClassVar[str] = "moved"
    units: tuple[str, ...]
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        there, back, base = self.path[-1], self.path[-2], self.path[0]
        moved = {u: UnitState(there, True, base if flies(u) else back) for u in self.units}
        return replace(state, units={**state.units, **moved})


@dataclass(frozen=True, slots=True)
class UnitsWithdrew:
    """§3.3.3: attackers went back, each one field the way it had come."""

    kind: ClassVar[str] = "withdrew"
    units: tuple[str, ...]
    area: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        back = {u: UnitState(state.units[u].came, True) for u in self.units}
        return replace(state, units={**state.units, **back})


@dataclass(frozen=True, slots=True)
class UnitsRaised:
    """Units came onto the map without being bought, for the reason that ``section`` gives."""

    kind: ClassVar[str] = "raised"
    units: tuple[str, ...]
    area: str
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _put(state, self.units, self.area)


@dataclass(frozen=True, slots=True)
class UnitsRemoved:
    """Units left the map for the reason that ``section`` gives."""

    kind: ClassVar[str] = "removed"
    units: tuple[str, ...]
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _remove(state, self.units)


@dataclass(frozen=True, slots=True)
class UnitSpent:
    """§3.3.12, §3.3.14: a unit has done its deed for this turn without moving."""

    kind: ClassVar[str] = "spent"
    unit: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, units={**state.units, self.unit: state.units[self.unit]._replace(spent=True)})


# --- battle (§3.3) ------------------------------------------------------------------------------------------------


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

    def apply(self, state: State) -> State:
        """The state after this fact."""
        frame = BattleFrame(self.area, self.side, self.seat, self.units, self.raid, self.rising)
        assaulted = (*state.assaulted, self.area) if self.land else state.assaulted
        return replace(state, cursor=(*state.cursor, frame), assaulted=assaulted, fight=None)


@dataclass(frozen=True, slots=True)
class BattleJoined:
    """§3.3.2: units that came up while the battle goes on."""

    kind: ClassVar[str] = "reinforced"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        frame = _battle(state)
        raid = frame.raid and all(flies(u) for u in self.units)
        return _with_battle(state, replace(frame, attackers=(*frame.attackers, *self.units), raid=raid))


@dataclass(frozen=True, slots=True)
class FightRolled:
    """§3.3.4: the die of one unit in a single fight with all that changes it. ``role`` is attacker or defender."""

    kind: ClassVar[str] = "fight"
    area: str
    role: str
    unit: str
    draw: int
    die: int
    modifiers: tuple[Modifier, ...]
    total: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        throw = Throw(self.unit, self.die, self.modifiers, self.total)
        if self.role == "attacker":
            fight = Fight(self.area, throw)
        else:
            if state.fight is None:
                raise ValueError("a defender's die without an attacker's")
            fight = replace(state.fight, defender=throw)
        return replace(state, fight=fight, draws=self.draw + 1)


@dataclass(frozen=True, slots=True)
class FightDecided:
    """§3.3.4, §3.3.11: who won a single fight and who left the map; ``gained`` is a captured unit in its new colour."""

    kind: ClassVar[str] = "decided"
    result: str
    lost: tuple[str, ...]
    captor: str
    """The side that captured, or empty."""
    gained: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        if state.fight is None:
            raise ValueError("no fight to decide")
        at = state.units[self.lost[0]].at
        came = ""
        frame = state.battle
        if frame is not None:
            state = _with_battle(state, replace(frame, rounds=frame.rounds + 1))
            came = state.units[state.fight.attacker.unit].came if state.fight else ""
        state = replace(state, fight=replace(state.fight, result=self.result, lost=self.lost) if state.fight else None)
        return _captured(_remove(state, self.lost), self.captor, self.lost[-1], self.gained, at, came)


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """§3.3: the battle for a field is over. ``result`` is won, lost or stopped."""

    kind: ClassVar[str] = "battle-ended"
    area: str
    result: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _without(state, BattleFrame)


@dataclass(frozen=True, slots=True)
class ShotRolled:
    """§3.3.12: a gun shot into a neighbouring field; it throws out ``target`` from the score ``needed`` on."""

    kind: ClassVar[str] = "shot"
    unit: str
    area: str
    target: str
    draw: int
    die: int
    needed: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = UnitSpent(self.unit).apply(replace(state, draws=self.draw + 1))
        return _remove(state, (self.target,)) if self.die >= self.needed else state


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
        """The state after this fact."""
        guns = iter(self.gained)
        state = _remove(state, self.units)
        if not self.capture:
            return state
        for unit in self.units:
            gained = next(guns, "") if piece(unit).kind != INFANTRY else ""
            state = _captured(state, self.side, unit, gained, self.area, "")
        return state


@dataclass(frozen=True, slots=True)
class ChallengeMade:
    """§3.3.14: a ship or gun asks one on a neighbouring field to fight."""

    kind: ClassVar[str] = "challenge"
    attacker: str
    target: str
    seat: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        frame = ChallengeFrame(self.attacker, self.target, self.seat)
        state = replace(UnitSpent(self.attacker).apply(state), challenged=(*state.challenged, self.attacker))
        return replace(state, cursor=(*state.cursor, frame))


@dataclass(frozen=True, slots=True)
class ChallengeAnswered:
    """§3.3.14: the one asked fights, or does not."""

    kind: ClassVar[str] = "answered"
    attacker: str
    target: str
    accepted: bool

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _without(state, ChallengeFrame)


@dataclass(frozen=True, slots=True)
class StanceSet:
    """§3.3.11: what a seat's defenders try from now on."""

    kind: ClassVar[str] = "stance"
    seat: str
    capture: bool

    def apply(self, state: State) -> State:
        """The state after this fact."""
        others = state.captors - {self.seat}
        return replace(state, captors=others | {self.seat} if self.capture else others)


# --- conquest (§3.10) ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AreaTaken:
    """§3.5, §3.10: another flag in a field; its works are the new owner's."""

    kind: ClassVar[str] = "taken"
    area: str
    nation: str
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _flag(state, {self.area: self.nation})


@dataclass(frozen=True, slots=True)
class NationFell:
    """§3.10.1, §3.10.2: a country was conquered: its units go, its flags pass on."""

    kind: ClassVar[str] = "fell"
    nation: str
    conqueror: str
    transfers: Mapping[str, str]
    units: tuple[str, ...]
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = _flag(_remove(state, self.units), self.transfers)
        return _nation(state, self.nation, state.nations[self.nation]._replace(fallen=True))


@dataclass(frozen=True, slots=True)
class NationFreed:
    """§3.10.4: a country is free again, and modernised as it was."""

    kind: ClassVar[str] = "freed"
    nation: str
    transfers: Mapping[str, str]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        state = _flag(state, self.transfers)
        return _nation(state, self.nation, state.nations[self.nation]._replace(fallen=False))


@dataclass(frozen=True, slots=True)
class FlagAsked:
    """§5.1: allies took a field together and have to say whose it is."""

    kind: ClassVar[str] = "flag-asked"
    area: str
    nations: tuple[str, ...]
    seat: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, cursor=(*state.cursor, FlagFrame(self.area, self.nations, self.seat)))


@dataclass(frozen=True, slots=True)
class FlagChosen:
    """§5.1: they said it."""

    kind: ClassVar[str] = "flag-chosen"
    area: str
    nation: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        cursor = tuple(f for f in state.cursor if not (isinstance(f, FlagFrame) and f.area == self.area))
        return replace(state, cursor=cursor)


@dataclass(frozen=True, slots=True)
class NationJoined:
    """§3.12, §3.14: a nation takes a side and a seat plays it."""

    kind: ClassVar[str] = "joined"
    nation: str
    side: str
    seat: str
    status: str
    section: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _nation(state, self.nation, NationState(self.side, self.seat, self.status))


# --- cards (§3.14, §3.15) -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """§3.14: a side drew a card: die ``die`` of ``sides`` left in the deck. ``kept`` when it stays in hand unseen."""

    kind: ClassVar[str] = "drawn"
    side: str
    card: str
    draw: int
    die: int
    sides: int
    kept: bool

    def apply(self, state: State) -> State:
        """The state after this fact."""
        deck = tuple(c for c in state.deck if c != self.card)
        state = replace(state, deck=deck, drawn=(*state.drawn, self.side), draws=self.draw + 1)
        if self.kept:
            return replace(state, hands={**state.hands, self.side: (*state.hands[self.side], self.card)})
        return replace(state, discard=(*state.discard, self.card))


@dataclass(frozen=True, slots=True)
class CardUsed:
    """§3.14.7, §3.14.9: a card from the hand was paid for."""

    kind: ClassVar[str] = "card-used"
    side: str
    seat: str
    card: str
    cost: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        left = tuple(c for c in state.hands[self.side] if c != self.card)
        kept = {**state.kept, self.side: (*state.kept[self.side], self.card)}
        return _pay(replace(state, hands={**state.hands, self.side: left}, kept=kept), self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class CardBuried:
    """§3.14.9: a card that was not used went away unseen."""

    kind: ClassVar[str] = "card-buried"
    side: str
    card: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        left = tuple(c for c in state.hands[self.side] if c != self.card)
        buried = {**state.buried, self.side: (*state.buried[self.side], self.card)}
        return replace(state, hands={**state.hands, self.side: left}, buried=buried)


@dataclass(frozen=True, slots=True)
class DutyAsked:
    """§3.14: a card asks something of a side."""

    kind: ClassVar[str] = "duty"
    duty: DutyFrame

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, cursor=(*state.cursor, self.duty))


@dataclass(frozen=True, slots=True)
class DutyLeft:
    """§3.14: so many units are still owed."""

    kind: ClassVar[str] = "duty-left"
    count: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        cursor = tuple(replace(f, count=self.count) if isinstance(f, DutyFrame) else f for f in state.cursor)
        return replace(state, cursor=cursor)


@dataclass(frozen=True, slots=True)
class DutyDone:
    """§3.14: it has been done."""

    kind: ClassVar[str] = "duty-done"
    card: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _without(state, DutyFrame)


@dataclass(frozen=True, slots=True)
class ColoniesPaid:
    """§3.14.8: a seat paid the colonies."""

    kind: ClassVar[str] = "colonies-paid"
    seat: str
    cost: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return _pay(state, self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class LevyImposed:
    """§3.14.8: the colonies were not paid: so much less income every turn."""

    kind: ClassVar[str] = "levy"
    side: str
    amount: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, levies={**state.levies, self.side: state.levies[self.side] + self.amount})


@dataclass(frozen=True, slots=True)
class RevolutionBegan:
    """§3.14.3: revolution in Russia up to and with the turn ``until``."""

    kind: ClassVar[str] = "revolution"
    until: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, revolution=self.until)


@dataclass(frozen=True, slots=True)
class TacticPlayed:
    """§3.15.1: a tactical card lies in a field for this turn."""

    kind: ClassVar[str] = "tactic"
    side: str
    area: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, tactics={**state.tactics, self.side: (*state.tactics[self.side], self.area)})


@dataclass(frozen=True, slots=True)
class GasUsed:
    """§3.15.2: a unit let gas drift into a neighbouring field; ``lost`` land units went."""

    kind: ClassVar[str] = "gas"
    side: str
    unit: str
    area: str
    draw: int
    die: int
    lost: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        gas = {**state.gas, self.side: state.gas[self.side] - 1}
        return _remove(replace(state, gas=gas, draws=self.draw + 1), self.lost)


EVENTS: tuple[type[Event], ...] = (
    UnitsPlaced, UnitsTakenBack, PhaseBegan, SeatDone, MatchEnded, MoneyReceived, MoneyGiven, UnitsBought, WorksBuilt,
    Modernised, WorksChanged, UnitsMoved, UnitsWithdrew, UnitsRaised, UnitsRemoved, UnitSpent, BattleBegan,
    BattleJoined, FightRolled, FightDecided, BattleEnded, ShotRolled, UnitsSunk, ChallengeMade, ChallengeAnswered,
    StanceSet, AreaTaken, NationFell, NationFreed, FlagAsked, FlagChosen, NationJoined, CardDrawn, CardUsed,
    CardBuried, DutyAsked, DutyLeft, DutyDone, ColoniesPaid, LevyImposed, RevolutionBegan, TacticPlayed, GasUsed,
)  # fmt: skip


# --- how a state changes ------------------------------------------------------------------------------------------


def _put(state: State, units: Iterable[str], area: str) -> State:
    return replace(state, units={**state.units, **dict.fromkeys(units, UnitState(area))})


def _remove(state: State, units: Iterable[str]) -> State:
    """Units leave the map, and with it the battle in which they attacked."""
    gone = frozenset(units)
    if not gone:
        return state
    state = replace(state, units={u: s for u, s in state.units.items() if u not in gone})
    frame = state.battle
    if frame is None or not gone & set(frame.attackers):
        return state
    return _with_battle(state, replace(frame, attackers=tuple(u for u in frame.attackers if u not in gone)))


def _captured(state: State, captor: str, unit: str, gained: str, area: str, came: str) -> State:
    """§3.3.11: infantry is counted, guns and ships go over to the captor in his colour."""
    if not captor:
        return state
    if piece(unit).kind == INFANTRY:
        return replace(state, captured={**state.captured, captor: state.captured[captor] + 1})
    if not gained:
        return state
    state = replace(state, units={**state.units, gained: UnitState(area, True, came)})
    frame = state.battle
    if frame is not None and frame.side == captor and frame.area == area:
        return _with_battle(state, replace(frame, attackers=(*frame.attackers, gained)))
    return state


def _pay(state: State, seat: str, amount: int) -> State:
    return replace(state, money={**state.money, seat: state.money[seat] - amount})


def _flag(state: State, flags: Mapping[str, str]) -> State:
    works = dict(state.works)
    for area, nation in flags.items():
        if area in works:
            works[area] = tuple(w._replace(nation=nation) for w in works[area])
    return replace(state, control={**state.control, **flags}, works=works)


def _nation(state: State, nation: str, now: NationState) -> State:
    return replace(state, nations={**state.nations, nation: now})


def _without(state: State, cls: type[Frame]) -> State:
    return replace(state, cursor=tuple(f for f in state.cursor if not isinstance(f, cls)))


def _battle(state: State) -> BattleFrame:
    """The battle under way. ValueError when there is none: such an event was never decided."""
    if state.battle is None:
        raise ValueError("no battle is under way")
    return state.battle


def _with_battle(state: State, frame: BattleFrame) -> State:
    return replace(state, cursor=tuple(frame if isinstance(f, BattleFrame) else f for f in state.cursor))
