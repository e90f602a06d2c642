"""§6.0, §6.17: where the event chits lie, and who may know it: what the server keeps in a table of its own."""

from __future__ import annotations

from rules.great_war.position.secrecy import sees_hand
from rules.great_war.position.state import State
from rules.kernel.pools import Lots

OPEN_PLACES = ("play",)
"""§6.17: once played, an event is in full view."""


def lots(state: State) -> Lots:
    """§6.0: every chit that is in the game, in its pool, in a hand or in play; those that have left it lie nowhere."""
    return state.chits


def lots_seen(state: State, viewer: str) -> Lots:
    """§6.17: what is in play is open. Whoever sees a hand may know the pool too: all that was drawn lay before them.

    Of the other side's hidden hand neither is told, since what is missing in the pool would be in the hand.
    """
    found = {}
    for name, lot in state.chits.items():
        side, _, place = name.partition(".")
        if place in OPEN_PLACES or sees_hand(state, viewer, side):
            found[name] = lot
    return found
