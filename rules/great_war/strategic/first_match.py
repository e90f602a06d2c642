"""Our own: who wins a first match on one front, where §18.1 stands in the whole game: towns that the Central Powers
hold when its last turn is over (SOURCES.md)."""

from __future__ import annotations

from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.endings import MatchEnded
from rules.kernel.wording import quantity

SECTION = "18.1"


def towns_held(state: State) -> tuple[str, ...]:
    """The towns of the scenario that the Central Powers control, in its order."""
    index, mine = state.printed.board.index, controlled_hexes(state, CENTRAL)
    return state.memory.recall(
        "towns held", (mine,), lambda _: tuple(town for town in state.card.towns if index[town] in mine)
    )


def judge_towns(play: Play) -> None:
    """At the end of a turn: all towns decide at once; after the last turn as many as the scenario asks for."""
    state = play.state
    held, card = towns_held(state), state.card
    if len(held) == len(card.towns):
        play.emit(MatchEnded(CENTRAL, f"The Central Powers hold all {len(held)} towns.", SECTION))
    elif state.turn >= state.printed.variant.last:
        winner = CENTRAL if len(held) >= card.towns_needed else ALLIED
        reason = f"The Central Powers hold {quantity(len(held), 'town')}; {card.towns_needed} were needed."
        play.emit(MatchEnded(winner, reason, SECTION))
