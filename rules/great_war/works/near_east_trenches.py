"""§6.36 Near East trenches: the Central Powers dig them where Turks stand, as they draw the event or at any later
time."""

from __future__ import annotations

from rules.great_war.facts.near_east_trenches import TrenchesDug
from rules.great_war.facts.spending import EventSpent
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.restrictions.near_east import is_there
from rules.great_war.supply.tracing import IN, supply_of
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

TURKISH = "TU"
NOWHERE_TO_DIG = ("mountain", "marsh", "alpine")
"""§6.36: grounds without trenches; cities have none either."""
EFFECT = "near-east-trenches"
NONE_HELD = Refusal("no-trenches", "6.36", "You do not hold the trenches of the Near East.")
UNFIT = Refusal(
    "no-site", "6.36",
    "Trenches are dug where a supplied Turkish unit is, but not in cities, mountains, swamps or alpine hexes.",
)  # fmt: skip
NO_SITE = Refusal("no-site", "6.36", "No supplied Turkish unit is where trenches can be dug.")


@kept
def sites(state: State) -> tuple[str, ...]:
    """§6.36: where trenches may be dug now: hexes with a supplied Turkish unit, by number."""
    return tuple(hex_ for hex_ in state.hexes if _takes_trenches(state, hex_) and _is_manned(state, hex_))


def _takes_trenches(state: State, hex_: str) -> bool:
    board = state.printed.board
    i = board.index[hex_]
    bad = board.terrain[i] in NOWHERE_TO_DIG or i in board.alpine or i in board.cities
    return is_there(state, hex_) and not bad and hex_ not in state.near_east.trenches


def _is_manned(state: State, hex_: str) -> bool:
    mine = (u for u in state.stacks[hex_] if state.counter(u).people == TURKISH)
    return any(supply_of(state, u) == IN for u in mine)


def trenches_held(state: State) -> tuple[str, ...]:
    """§6.36: the chits in the hand of the Central Powers that bring trenches."""
    events = state.printed.chits.events
    return tuple(c for c, number in state.chits[f"{CENTRAL}.hand"].items() if number and events[c].effect == EFFECT)


def why_not(at: At[State]) -> Refusal | None:
    """§6.36, §6.12: why no trenches can be dug now, or None. No step is named, so it may be the other side's."""
    if at.seat != CENTRAL or not trenches_held(at.state):
        return NONE_HELD
    return None if sites(at.state) else NO_SITE


def dig(play: Play, hex_: str) -> None:
    """§6.36: one of the chits is spent on a hex of ``sites``."""
    chit = trenches_held(play.state)[0]
    play.emit(EventSpent(CENTRAL, chit))
    play.emit(TrenchesDug(chit, (hex_,)))


def _hexes(at: At[State], _: Choices) -> OneOf:
    return OneOf(sites(at.state), why=lambda _: UNFIT)


DIG: Order[State] = Order(
    "dig_trenches", "Dig trenches", "6.36", lambda play, _, chosen: dig(play, chosen.name("hex")),
    (Slot("hex", "hex", _hexes, "Choose a hex with Turks in supply"),), when=why_not,
    hand=lambda _: {"any_time": True}, form=True,
    help="Attacks on Central Powers units there get −1 on the die until an Allied unit enters the hex.",
)  # fmt: skip
