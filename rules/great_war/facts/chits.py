"""The Event Phase: purchases, chits that are drawn, and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.great_war.position.changes import (
    battle_of,
    in_battle,
    moved_chits,
    pay,
    relocate,
    with_near_east,
    with_strategic_state,
)
from rules.great_war.position.secrecy import MUTINY, MUTINY_TURNS
from rules.great_war.position.state import AVAILABLE, OUT, State
from rules.great_war.printed.chits import BRUSILOV, STAYS
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace

HAND, PLAY, BACK, GONE = "hand", "play", "pool", "out"
"""Where a chit goes that is drawn: out of the game, back to its pool, or to its side's hand or table."""


def with_chit_state(state: State, **fields: Any) -> State:
    """§6.0: what the chits keep, with some fields exchanged."""
    return replace(state, chit_state=replace(state.chit_state, **fields))


@dataclass(frozen=True, slots=True)
class PurchaseDeclared:
    """§6.11: a side has said, for itself alone, whether it draws; ``nation`` pays, and is empty for no purchase."""

    kind: ClassVar[str] = "purchase"
    side: str
    nation: str
    picked: str = ""
    """§20.2 No. 9: the chit that it takes out of its pool without a draw."""

    def apply(self, state: State) -> State:
        declared = {**state.chit_state.declared, self.side: self.nation}
        return with_chit_state(state, declared=declared, picked=self.picked or state.chit_state.picked)


@dataclass(frozen=True, slots=True)
class PurchasesPaid:
    """§6.11: both have declared: the resource points of those who draw are spent."""

    kind: ClassVar[str] = "purchases"
    payers: Mapping[str, str]

    def apply(self, state: State) -> State:
        return pay(state, dict.fromkeys(self.payers.values(), -1))


@dataclass(frozen=True, slots=True)
class ChitPicked:
    """§20.2 No. 9: the Italian entry is taken out of the Allied pool, and played."""

    kind: ClassVar[str] = "chit-picked"
    side: str
    chit: str

    def apply(self, state: State) -> State:
        return moved_chits(with_chit_state(state, picked=""), {self.chit: 1}, f"{self.side}.pool", "")


@dataclass(frozen=True, slots=True)
class ChitDrawn:
    """§6.12: a chit is drawn out of the pool of ``side``, and where it goes.

    ``by`` drew it: not its own side when it was bought under §6.14. ``void``: it counts as a No Event.
    """

    kind: ClassVar[str] = "chit-drawn"
    side: str
    by: str
    chit: str
    to: str
    void: bool
    draw: int
    die: int
    sides: int

    def apply(self, state: State) -> State:
        state = _one_fewer(count_die(state, self.draw), self.side, self.by)
        if self.to == BACK:
            return state
        if self.to == HAND and self.chit == MUTINY:
            # §6.47: concealed. One fact alone, as for any event that is held: another would tell of it.
            state = with_chit_state(state, lasting={**state.chit_state.lasting, MUTINY: state.turn + MUTINY_TURNS - 1})
        return moved_chits(
            state, {self.chit: 1}, f"{self.side}.pool", "" if self.to == GONE else f"{self.side}.{self.to}"
        )


def _one_fewer(state: State, side: str, by: str) -> State:
    """§6.13: of the draws that have been paid for and wait, this one is made."""
    if not state.chit_state.drawing:
        return state
    left = tuple(
        (pool, drawer, number - ((pool, drawer) == (side, by))) for pool, drawer, number in state.chit_state.drawing
    )
    return with_chit_state(state, drawing=tuple(entry for entry in left if entry[2]))


@dataclass(frozen=True, slots=True)
class EventPlayed:
    """§6.12: a chit is played out of the hand and stays in play."""

    kind: ClassVar[str] = "event-played"
    side: str
    chit: str

    def apply(self, state: State) -> State:
        if self.chit == BRUSILOV:
            state = with_chit_state(state, used={**state.chit_state.used, self.chit: state.turn})
        return moved_chits(state, {self.chit: 1}, f"{self.side}.hand", f"{self.side}.play")


@dataclass(frozen=True, slots=True)
class CombatEventUsed:
    """§6.13: a side announces an event for the attack under way. A type of gas is used up for both sides."""

    kind: ClassVar[str] = "event-used"
    side: str
    chit: str

    def apply(self, state: State) -> State:
        printed = state.printed.chits.events[self.chit]
        frame = battle_of(state)
        state = in_battle(state, replace(frame, chits=(*frame.chits, self.chit)))
        if state.chits[f"{self.side}.hand"].get(self.chit):
            to = f"{self.side}.play" if printed.after == STAYS else ""
            state = moved_chits(state, {self.chit: 1}, f"{self.side}.hand", to)
        gas = (*state.chit_state.gas, printed.gas) if printed.gas else state.chit_state.gas
        return with_chit_state(state, gas=gas, used={**state.chit_state.used, printed.effect: state.turn})


@dataclass(frozen=True, slots=True)
class ReactionPlayed:
    """§6.39 to §6.41: an event keeps the attackers from advancing, or (looting) from going on a second hex."""

    kind: ClassVar[str] = "reaction"
    side: str
    chit: str

    def apply(self, state: State) -> State:
        frame = battle_of(state)
        if state.printed.chits.events[self.chit].effect == "german-looting":
            frame = replace(frame, looted=True)
        else:
            frame = replace(frame, may_advance=False)
        return moved_chits(in_battle(state, frame), {self.chit: 1}, f"{self.side}.hand", "")


@dataclass(frozen=True, slots=True)
class EventUnits:
    """§6.4, §6.6: units that an event brings lie in the Available Units Box."""

    kind: ClassVar[str] = "event-units"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return relocate(state, self.units, AVAILABLE)


@dataclass(frozen=True, slots=True)
class EventRemoved:
    """§6.12: units leave the game wherever they are."""

    kind: ClassVar[str] = "event-removed"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        # §6.46: those that were away for the Libyan Revolt do not come back.
        away = tuple((unit, letter) for unit, letter in state.near_east.away if unit not in self.units)
        if away != state.near_east.away:
            state = with_near_east(state, away=away)
        return relocate(state, self.units, OUT)


@dataclass(frozen=True, slots=True)
class EventLasts:
    """§6.47: an effect works up to the end of an operational turn."""

    kind: ClassVar[str] = "event-lasts"
    effect: str
    last: int

    def apply(self, state: State) -> State:
        return with_chit_state(state, lasting={**state.chit_state.lasting, self.effect: self.last})


@dataclass(frozen=True, slots=True)
class MutinyRevealed:
    """§6.47: a mutiny that was concealed is over, and everyone is told."""

    kind: ClassVar[str] = "mutiny-revealed"

    def apply(self, state: State) -> State:
        return moved_chits(state, {MUTINY: 1}, "allied.hand", "allied.play")


@dataclass(frozen=True, slots=True)
class TelegramPublished:
    """§6.56: the United States will join the Allies on a strategic turn."""

    kind: ClassVar[str] = "telegram"
    letter: str

    def apply(self, state: State) -> State:
        return with_strategic_state(state, us_entry=self.letter)


@dataclass(frozen=True, slots=True)
class JutlandFought:
    """§6.50: the die for the battle, its winner and the victory points."""

    kind: ClassVar[str] = "jutland"
    winner: str
    victory: int
    draw: int
    die: int

    def apply(self, state: State) -> State:
        chit_state = state.chit_state
        return count_die(
            with_chit_state(state, jutland=self.winner, victory=chit_state.victory + self.victory), self.draw
        )


@dataclass(frozen=True, slots=True)
class FleetMutinied:
    """§6.51: the High Seas Fleet mutinies and costs a victory point; a fleet that has won does not."""

    kind: ClassVar[str] = "naval-mutiny"
    victory: int

    def apply(self, state: State) -> State:
        return with_chit_state(state, victory=state.chit_state.victory + self.victory)


WINNERS = {CENTRAL: 2, ALLIED: -1, "draw": 0}
"""§6.50: what a battle of Jutland is worth to the Central Powers."""
