"""§6.10 The Paris Gun: where it may stand, and how it is lost."""

from __future__ import annotations

from rules.great_war.facts.paris_gun import GUN, GunLost, GunPlaced
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.supply.tracing import is_supplied_hex
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

RANGE_HEXES = 8
"""§6.10: hexes from any of Paris."""
NO_GUN = Refusal("no-gun", "6.10", "You do not hold the Paris Gun.")


@kept
def emplacements(state: State) -> tuple[str, ...]:
    """§6.10: the supplied hexes of the Central Powers within eight hexes of Paris, by number."""
    board, mine = state.printed.board, controlled_hexes(state, CENTRAL)
    near = {
        board.index[h] for p in board.places.paris for h in board.lattice.within(p, RANGE_HEXES) if h in board.index
    }
    found = (i for i in near & mine if board.land[i] and is_supplied_hex(state, "GE", i))
    return tuple(sorted(board.ids[i] for i in found))


def _hexes(at: At[State], _: Choices) -> OneOf:
    return OneOf(emplacements(at.state))


def place(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.10: it does not move any more."""
    play.emit(GunPlaced(chosen.name("hex")))


PLACE_GUN: Order[State] = Order(
    "place_gun", "Place the Paris Gun", "6.10", place, (Slot("hex", "hex", _hexes, "Within eight hexes of Paris"),),
    when=lambda at: None if at.state.chits["central.hand"].get(GUN) else NO_GUN,
    help="It counts as a victory hex until Allied units enter its hex.",
)  # fmt: skip


def lose(play: Play) -> None:
    """§6.10: gone the instant that Allied units are in its hex."""
    state = play.state
    if not state.chit_state.gun:
        return
    lost = state.printed.board.index[state.chit_state.gun] in controlled_hexes(state, ALLIED)
    if lost or state.holder(state.chit_state.gun) == ALLIED:
        play.emit(GunLost())
