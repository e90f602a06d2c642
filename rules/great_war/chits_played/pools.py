"""§6.1 Buying and drawing events: sealed declarations, one chit at a time, and the other side's pool."""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.chits_played.italian_entry import pick
from rules.great_war.chits_played.paying import NATION, payers
from rules.great_war.chits_played.settling import destination, settle
from rules.great_war.facts.chits import GONE, HAND, ChitDrawn, PurchaseDeclared, PurchasesPaid
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.facts.settling import DrawsLeft
from rules.great_war.play import Play
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, foe
from rules.kernel.procedure.orders import At, Choices, Order
from rules.kernel.procedure.steps import Ask

DRAWING_ORDER = (ALLIED, CENTRAL)
"""The Allies draw first, as they come first in all phases of the turn that are taken in order (§4.2)."""


def pool(state: State, side: str) -> tuple[str, ...]:
    """§6.0: every chit in a pool, each as often as it lies there, in the order in which chits are printed."""
    lot = state.chits[f"{side}.pool"]
    return tuple(id_ for id_ in state.printed.chits.events for _ in range(lot.get(id_, 0)))


def may_buy(state: State, side: str, from_: str) -> bool:
    """§6.11: whether a side has a point, and the pool a chit."""
    return bool(payers(state, side)) and bool(state.chits[f"{from_}.pool"])


# --- declaring (§6.11) ------------------------------------------------------------------------------------------------


def who_declares(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§6.11: both sides at once, each alone; a side that cannot buy is not asked."""
    declared = state.chit_state.declared
    return tuple(Ask(side, serial="") for side in DRAWING_ORDER if side not in declared and may_buy(state, side, side))


def buy(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.11: the side will draw; the other side learns it when both have declared."""
    play.emit(PurchaseDeclared(at.seat, chosen.name("nation")))


def decline(play: Play, at: At[State], _: Choices) -> None:
    """§6.11: the side draws nothing."""
    play.emit(PurchaseDeclared(at.seat, ""))


def in_pairs(state: State) -> bool:
    """§6.11: whether a point buys two events, as on six fronts."""
    return state.printed.variant.draws > 1


def declaring_words(at: At[State]) -> tuple[str, str]:
    """§6.11: what is asked."""
    alone = "Each side decides alone; then both decisions are shown."
    return ("Draw two events?", f"One point buys two. {alone}") if in_pairs(at.state) else ("Draw an event?", alone)


def _price(at: At[State]) -> str:
    """§6.11, §6.13: what a purchase costs and brings."""
    price = "It costs one resource point."
    if in_pairs(at.state):
        price = "One resource point buys two events, drawn one at a time."
    return f"{price} The other side learns of it when both have declared."


def _note(at: At[State]) -> str:
    return "two for a point" if in_pairs(at.state) else ""


BUY: Order[State] = Order("buy_event", "Draw an event", "6.11", buy, (NATION,), note=_note, help=_price)
DECLINE: Order[State] = Order("end_phase", "No draw", "6.11", decline)


def reveal(play: Play, _: PhaseFrame) -> None:
    """§6.11: both have declared: buyers pay and draw."""
    bought = {side: play.state.chit_state.declared.get(side, "") for side in DRAWING_ORDER}
    paying = {side: nation for side, nation in bought.items() if nation}
    if paying:
        play.emit(PurchasesPaid(paying))
    picked = ALLIED in paying and bool(play.state.chit_state.picked)
    if picked:
        pick(play)
    draw_all(play, [(side, side) for side in paying], picked=picked)


# --- drawing (§6.12, §6.13) -------------------------------------------------------------------------------------------


def draw_all(play: Play, buyers: Sequence[tuple[str, str]], *, picked: bool = False) -> None:
    """§6.11, §6.13: out of each pool what its buyer has paid for, one chit at a time. Where one needs an answer, the
    rest is drawn afterwards. ``picked``: the first of the Allies' has been taken without a draw (§20.2 No. 9)."""
    number = play.state.printed.variant.draws
    left = [(pool_, by) for pool_, by in buyers for _ in range(number - (picked and by == ALLIED))]
    while left and not play.state.chit_state.settling[0]:
        side, by = left.pop(0)
        if play.state.chits[f"{side}.pool"]:
            draw(play, side, by)
    if left:
        play.emit(DrawsLeft(tuple((*buyer, left.count(buyer)) for buyer in dict.fromkeys(left))))


def next_draw(state: State) -> tuple[str, str] | None:
    """§6.13: the pool that is drawn from next, of what has been paid for, and who draws; None if nothing is left."""
    return next(((side, by) for side, by, _ in state.chit_state.drawing if state.chits[f"{side}.pool"]), None)


def something_drawn(state: State) -> bool:
    """§6.12, §6.13: whether a chit waits for an answer, or to be drawn after such a one."""
    return bool(state.chit_state.settling[0]) or next_draw(state) is not None


def draw_on(play: Play, _: PhaseFrame) -> bool:
    """§6.13: when a chit is settled, the next is drawn. Says whether one was."""
    found = next_draw(play.state)
    if play.state.chit_state.settling[0] or found is None:
        return False
    draw(play, *found)
    return True


def draw(play: Play, side: str, by: str) -> None:
    """§6.13: one chit out of the pool of a side, settled before anything else is drawn."""
    state = play.state
    lot = pool(state, side)
    number, die = play.next_die(len(lot))
    chit = state.printed.chits.events[lot[die - 1]]
    to, void = destination(state, chit, by)
    play.emit(ChitDrawn(side, by, chit.id, to, void, number, die, len(lot)))
    unplayed = to == GONE and by != side and not chit.mandatory
    if not void and to != HAND and not unplayed:
        settle(play, chit)


# --- the other side's pool (§6.14) ------------------------------------------------------------------------------------


def sole_buyer(state: State) -> str:
    """§6.14: the side that alone has bought an event in this phase, or an empty string."""
    bought = [side for side in DRAWING_ORDER if state.chit_state.declared.get(side)]
    return bought[0] if len(bought) == 1 else ""


def may_reach_over(state: State) -> bool:
    """§6.14: whether one side alone has bought, and can buy out of the other's pool as well."""
    side = sole_buyer(state)
    return bool(side) and may_buy(state, side, foe(side))


def reaching_over(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§6.14: that side, once."""
    side = sole_buyer(state)
    return () if side in frame.done else (Ask(side, serial=""),)


def reaching_words(at: At[State]) -> tuple[str, str]:
    """§6.14: what is asked of the sole buyer."""
    offered = "Only you bought an event, so you may also buy one of the other side's."
    if in_pairs(at.state):
        offered = "Only you bought events, so you may also buy two of the other side's for another point."
    return "Draw from the other pool too?", offered


def buy_over(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.14: a point of its own for chits of the other side, as many as for its own pool."""
    play.emit(PurchasesPaid({at.seat: chosen.name("nation")}))
    play.emit(StepEnded(at.seat, play.state.phase.key))
    draw_all(play, [(foe(at.seat), at.seat)])


BUY_OVER: Order[State] = Order(
    "buy_event", "Draw from the other pool", "6.14", buy_over, (NATION,), note=_note,
    help="A mandatory event is played as usual. Any other event is shown and leaves the game.",
)  # fmt: skip
