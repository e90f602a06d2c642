"""§3.13 The end: a side is beaten, or the turn after the last event card is over and the conquests are counted."""

from __future__ import annotations

from rules.powers_1914.conquest.conquest import is_beaten
from rules.powers_1914.facts.victory import MatchEnded
from rules.powers_1914.position.state import State
from rules.powers_1914.position.tally import conquests
from rules.powers_1914.printed.pieces import CENTRAL, ENTENTE, SIDE_NAMES, SIDES, foe


def beaten_verdict(state: State) -> MatchEnded | None:
    """§3.13.2: a side all of whose nations are conquered has lost at once."""
    for side in SIDES:
        if is_beaten(state, side):
            return MatchEnded(foe(side), f"All nations of the {SIDE_NAMES[side]} are conquered.", "3.13.2")
    return None


def is_last_turn(state: State) -> bool:
    """§3.13.1: the turn that begins with the last event card is the last one."""
    return not state.deck


def count_verdict(state: State) -> MatchEnded:
    """§3.13.3: the worth of what each side has conquered; a tie is the defenders'."""
    ours, theirs = conquests(state, CENTRAL), conquests(state, ENTENTE)
    winner = CENTRAL if ours > theirs else ENTENTE
    reason = f"Conquests are worth {ours} to the Central Powers and {theirs} to the Entente."
    return MatchEnded(winner, reason, "3.13.3")


def turns(state: State) -> int:
    """§3.13.1: how many turns a whole match has: one without event cards, then two cards each."""
    return 1 + (len(state.setting.deck) + 1) // 2
