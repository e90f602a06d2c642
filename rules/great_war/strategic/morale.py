"""§18.2 The sudden death by which the Central Powers win: French morale, shaken by every victory hex that falls."""

from __future__ import annotations

from rules.great_war.events.morale import MoraleTested
from rules.great_war.events.strategic import MatchEnded
from rules.great_war.nations import ALLIED, CENTRAL
from rules.great_war.play import Play
from rules.great_war.secrecy import has_mutinied
from rules.great_war.state import State
from rules.great_war.strategic.letters import in_play
from rules.great_war.strategic.us_entry import full_divisions
from rules.great_war.strategic.victory import winning_points

TIGER = "the-tiger"


def shake_france(play: Play) -> None:
    """§18.21, §18.23: a die for every victory hex of France that has just been captured, and what it comes to."""
    while play.state.ledger.captured and play.state.ended is None:
        state = play.state
        hex_ = state.ledger.captured[0]
        draw, die = play.next_die()
        modifiers = morale_modifiers(state)
        total = winning_points(state) + die + sum(number for _, number in modifiers)
        shattered = total >= state.printed.charts.victory.points and _is_shaken(state)
        play.emit(MoraleTested(hex_, modifiers, shattered, draw, die))
        if shattered:
            play.emit(MatchEnded(CENTRAL, "French morale is shattered.", "18.21"))


def _is_shaken(state: State) -> bool:
    """§18.21, §18.25: whether France can break: after the mutiny, known or concealed, and Russia's collapse."""
    return has_mutinied(state) and "RU" in state.ledger.collapsed


def morale_modifiers(state: State) -> tuple[tuple[str, int], ...]:
    """§18.23, §18.24, §6.34: what is added to the die."""
    ledger = state.ledger
    few = len(full_divisions(state)) < state.printed.charts.victory.us_divisions
    found = (
        ("earlier this turn", sum(turn == state.turn for turn in ledger.tested.values())),
        ("the Americans are still to come in force", 1 * bool(ledger.us_since and few)),
        ("the Tiger", -1 * in_play(state, ALLIED, TIGER)),
        ("victory hexes retaken", -len(ledger.retaken)),
    )
    return tuple((name, number) for name, number in found if number)
