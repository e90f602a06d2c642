"""§20.2 No. 7 Fisher's Gambit: the fleet forces the Baltic, and what that costs. What follows from it is with the
chapters of supply, movement, sea movement, new units and points, which ask ``PreWarState.baltic``."""

from __future__ import annotations

from rules.great_war.facts.pre_war import BalticForced
from rules.great_war.play import Play
from rules.great_war.pre_war.terms import FEWER_SHIPS, MORE_SHIPS, MORE_U_BOATS

LEAST = 3
"""§20.2 No. 7: the points for the Central Powers, however well it goes."""
POINTS_AGAINST_MORE = 6
"""§20.3 Nos. 3 and 4: the points when Germany has built more for its navy. No die is rolled."""


def force_the_baltic(play: Play) -> None:
    """§20.2 No. 7: the British have landed, and their losses at sea are points of the Central Powers."""
    before = play.state.pre_war
    if not before.baltic:
        return
    if before.has(MORE_SHIPS) or before.has(MORE_U_BOATS):
        play.emit(BalticForced(play.state.places.pomerania, POINTS_AGAINST_MORE))
        return
    draw, die = play.next_die()
    play.emit(BalticForced(play.state.places.pomerania, losses(die, few=before.has(FEWER_SHIPS)), draw, die))


def losses(die: int, *, few: bool) -> int:
    """§20.2 No. 7, §20.3 No. 2: what the die comes to; a small German fleet sinks few ships."""
    return (die + 1) // 2 if few else max(LEAST, die)
