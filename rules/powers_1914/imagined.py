"""§2.2, §3.14: a whole position made from what a side is shown: what its seats know, and the unseen cards dealt.

All is open but the other side's hand, what that put away unseen (§3.14.9), and so what is left in the deck. How many
cards lie where is open. Whoever imagines knows these numbers, what both sides have kept, and the cards of its own side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.codec import dump, load
from rules.kernel.messages import Json, JsonObject
from rules.kernel.players import Rng
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.data import Setting
from rules.powers_1914.printed.plans import PLANS

OPEN = (
    "version", "scenario", "turn", "cursor", "units", "seats", "nations", "control", "works", "money", "modern",
    "gas", "captured", "levies", "kept", "tactics", "recruits", "discard", "drawn", "assaulted", "shelled",
    "challenged", "capturing", "done", "revolution", "fight", "draws", "ended", "plan", "battles",
)  # fmt: skip
"""What of a position all may know. A half fight is never stored: both dice of a fight are thrown by one command."""
LOTS = ("hands", "buried")
"""Cards that only their own side may read; of the other's it knows how many there are."""
DECK = "deck"
HELD = ("join", "rising")
"""§3.14.7, §3.14.9: the effects of cards that stay in a hand unseen; all others are read out when they are drawn."""


def note(state: State, viewer: str) -> JsonObject | None:
    """What a seat may know of a position: of the other side's cards their number. None for one who plays no side."""
    own = state.seats.get(viewer)
    if own is None:
        return None
    found: JsonObject = {name: dump(getattr(state, name)) for name in OPEN}
    for lot in LOTS:
        cards: Mapping[str, tuple[str, ...]] = getattr(state, lot)
        found[lot] = {side: [*lying] if side == own else len(lying) for side, lying in cards.items()}
    return found


def imagine(view: Mapping[str, Any], rng: Rng) -> State:
    """A position that looks to the seat as the true one does. ValueError for a view that is no seat's."""
    if view["noted"] is None:
        raise ValueError("only what a side is shown can be imagined whole")
    told: dict[str, Any] = {**view["noted"]}
    setting = PLANS[told["plan"]].settings[told["scenario"]]
    unseen = _unseen(told, setting)
    effects = PLANS[told["plan"]].cards
    holdable = [card for card in unseen if effects[card].effect in HELD]
    for lot in LOTS:
        told[lot] = {side: _deal_cards(cards, holdable, rng) for side, cards in told[lot].items()}
    gone = {card for lot in LOTS for cards in told[lot].values() for card in cards}
    told[DECK] = [card for card in unseen if card not in gone]
    return load(State, told)


def dealt(view: Mapping[str, Any], state: State) -> tuple[str, ...]:
    """The cards that the other side may hold or have put away in an imagined position, in the order of the deck."""
    lots = view["noted"]
    theirs = {
        card
        for lot in LOTS
        for side, cards in getattr(state, lot).items()
        if isinstance(lots[lot][side], int)
        for card in cards
    }
    return tuple(card for card in state.setting.deck if card in theirs)


def _unseen(told: Mapping[str, Any], setting: Setting) -> list[str]:
    """The cards of which the seat does not know where they lie."""
    lots: list[Sequence[Json] | int] = [told["discard"], *told["kept"].values()]
    lots += [cards for lot in LOTS for cards in told[lot].values()]
    known = {card for cards in lots if not isinstance(cards, int) for card in cards}
    return [card for card in setting.deck if card not in known]


def _deal_cards(cards: Sequence[str] | int, holdable: list[str], rng: Rng) -> list[str]:
    """The cards of a lot: as they are where they are known, else as many out of those that could lie there."""
    if not isinstance(cards, int):
        return [*cards]
    return [holdable.pop(rng.randrange(len(holdable))) for _ in range(cards)]
