"""§20.2 No. 9 Automatic Italian Entry: in January and February 1915 the Allies may take the chit without a draw."""

from __future__ import annotations

from rules.great_war.chits_played.paying import NATION
from rules.great_war.chits_played.settling import settle
from rules.great_war.facts.chits import ChitPicked, PurchaseDeclared
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import ITALIAN_ENTRY
from rules.great_war.printed.nations import ALLIED
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order

ITALY, ITALIAN_TURN = "italian-entry", "Jan/Feb 1915"
NOT_AT_WILL = Refusal("not-at-will", "20.2", "The Italian entry is drawn by lot.")


def why_not_pick(at: At[State]) -> Refusal | None:
    """§20.2 No. 9: the Allies, in January and February 1915, while the chit is in their pool."""
    state = at.state
    now = state.printed.charts.turns[state.turn - 1].date == ITALIAN_TURN
    open_ = at.seat == ALLIED and state.pre_war.has(ITALIAN_ENTRY) and state.chits["allied.pool"].get(ITALY, 0)
    return None if now and open_ else NOT_AT_WILL


def buy_entry(play: Play, at: At[State], chosen: Choices) -> None:
    """§20.2 No. 9: the side will take this chit; the other side learns it when both have declared."""
    play.emit(PurchaseDeclared(at.seat, chosen.name("nation"), ITALY))


def _price(at: At[State]) -> str:
    """§20.2 No. 9, §6.11: on six fronts the point buys a second event, which is drawn."""
    price = "You take it from your pool without drawing. It costs one resource point."
    if at.state.printed.variant.draws > 1:
        price = "You take it from your pool without drawing, as the first of the two events that a point buys."
    return price


BUY_ENTRY: Order[State] = Order(
    "buy_italian_entry", "Take the Italian entry", "20.2", buy_entry, (NATION,), when=why_not_pick,
    help=_price,
)  # fmt: skip


def pick(play: Play) -> None:
    """§20.2 No. 9, §6.54: it is played as if it had been drawn."""
    chit = play.state.printed.chits.events[play.state.chit_state.picked]
    play.emit(ChitPicked(ALLIED, chit.id))
    settle(play, chit)
