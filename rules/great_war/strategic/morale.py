"""§18.2 The sudden death by which the Central Powers win: French morale, shaken by every victory hex that falls."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.facts.morale import MoraleTested
from rules.great_war.play import Play
from rules.great_war.position.letters import in_play
from rules.great_war.position.secrecy import has_mutinied
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.us_entry import full_divisions
from rules.great_war.strategic.victory import winning_points
from rules.kernel.endings import MatchEnded

TIGER = "the-tiger"


def shake_france(play: Play) -> None:
    """§18.21, §18.23: a die for every victory hex of France that has just been captured, and what it comes to."""
    while (hexes := hexes_that_count(play.state, play.state.strategic_state.captured)) and play.state.ended is None:
        state, hex_ = play.state, hexes[0]
        draw, die = play.next_die()
        modifiers = morale_modifiers(state)
        total = winning_points(state) + die + sum(number for _, number in modifiers)
        shattered = total >= state.printed.charts.victory.points and _is_shaken(state)
        play.emit(MoraleTested(hex_, modifiers, shattered, draw, die))
        if shattered:
            play.emit(MatchEnded(CENTRAL, "French morale is shattered.", "18.21"))


def hexes_that_count(state: State, hexes: Iterable[str]) -> tuple[str, ...]:
    """§18.12: those of the victory hexes that count for more than §18.11; the edge of the map in France does not."""
    board = state.printed.board
    return tuple(h for h in hexes if board.index[h] not in board.edges)


def _is_shaken(state: State) -> bool:
    """§18.21, §18.25: whether France can break: after the mutiny, known or concealed, and Russia's collapse."""
    return has_mutinied(state) and "RU" in state.strategic_state.collapsed


def morale_modifiers(state: State) -> tuple[tuple[str, int], ...]:
    """§18.23, §18.24, §6.34: what is added to the die."""
    strategic_state = state.strategic_state
    few = len(full_divisions(state)) < state.printed.charts.victory.us_divisions
    found = (
        ("earlier this turn", sum(turn == state.turn for turn in strategic_state.tested.values())),
        ("the Americans are still to come in force", 1 * bool(strategic_state.us_since and few)),
        ("the Tiger", -1 * in_play(state, ALLIED, TIGER)),
        ("victory hexes retaken", -len(hexes_that_count(state, strategic_state.retaken))),
    )
    return tuple((name, number) for name, number in found if number)
