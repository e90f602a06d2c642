"""Event cards: drawn, used, buried, and what they ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kernel.fast_replace import replace
from rules.kernel.frames import without
from rules.powers_1914.position.changes import pay
from rules.powers_1914.position.frames import DutyFrame
from rules.powers_1914.position.state import State


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """§3.14: a side drew a card: die ``die`` of ``sides`` left in the deck. ``held`` when it stays in hand unseen."""

    kind: ClassVar[str] = "drawn"
    side: str
    card: str
    draw: int
    die: int
    sides: int
    held: bool

    def apply(self, state: State) -> State:
        deck = tuple(c for c in state.deck if c != self.card)
        state = replace(state, deck=deck, drawn=(*state.drawn, self.side), draws=self.draw + 1)
        if self.held:
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
        left = tuple(c for c in state.hands[self.side] if c != self.card)
        kept = {**state.kept, self.side: (*state.kept[self.side], self.card)}
        return pay(replace(state, hands={**state.hands, self.side: left}, kept=kept), self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class CardBuried:
    """§3.14.9: a card that was not used went away unseen."""

    kind: ClassVar[str] = "card-buried"
    side: str
    card: str

    def apply(self, state: State) -> State:
        left = tuple(c for c in state.hands[self.side] if c != self.card)
        buried = {**state.buried, self.side: (*state.buried[self.side], self.card)}
        return replace(state, hands={**state.hands, self.side: left}, buried=buried)


@dataclass(frozen=True, slots=True)
class DutyAsked:
    """§3.14: a card asks something of a side."""

    kind: ClassVar[str] = "duty"
    duty: DutyFrame

    def apply(self, state: State) -> State:
        return replace(state, cursor=(*state.cursor, self.duty))


@dataclass(frozen=True, slots=True)
class DutyLeft:
    """§3.14: units that are still owed."""

    kind: ClassVar[str] = "duty-left"
    count: int

    def apply(self, state: State) -> State:
        cursor = tuple(replace(f, count=self.count) if isinstance(f, DutyFrame) else f for f in state.cursor)
        return replace(state, cursor=cursor)


@dataclass(frozen=True, slots=True)
class DutyDone:
    """§3.14: it has been done."""

    kind: ClassVar[str] = "duty-done"
    card: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=without(state.cursor, DutyFrame))


@dataclass(frozen=True, slots=True)
class ColoniesPaid:
    """§3.14.8: a seat paid the colonies."""

    kind: ClassVar[str] = "colonies-paid"
    seat: str
    cost: int

    def apply(self, state: State) -> State:
        return pay(state, self.seat, self.cost)


@dataclass(frozen=True, slots=True)
class LevyImposed:
    """§3.14.8: the colonies were not paid: so much less income every turn."""

    kind: ClassVar[str] = "levy"
    side: str
    amount: int

    def apply(self, state: State) -> State:
        return replace(state, levies={**state.levies, self.side: state.levies[self.side] + self.amount})


@dataclass(frozen=True, slots=True)
class RevolutionBegan:
    """§3.14.3: revolution in Russia up to and with the turn ``until``."""

    kind: ClassVar[str] = "revolution"
    until: int

    def apply(self, state: State) -> State:
        return replace(state, revolution=self.until)
