"""§13.63, decisions/0051: attacks that are open at once, where a side has a commander in each theatre.

Commanders fight their battles side by side, each of them one after the other. Two that might touch are fought one after
the other too: so no result, no retreat and no advance of one changes the other.
"""

from __future__ import annotations

from rules.empires_alliances.play import place_name
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.theatres import theatre_of
from rules.empires_alliances.printed.steps import ATTACKS
from rules.kernel.messages import Refusal

NEAR_HEXES = 5
"""Hexes within which an attack may touch another: one to its attackers, two for each retreat (§13.84)."""


def goes_on_beside(state: State) -> bool:
    """§13.1: whether the Combat Phase goes on while attacks are open: with several commanders, until they have ended
    it."""
    top = state.top
    return bool(state.theatres) and isinstance(top, PhaseFrame) and top.name == ATTACKS and not top.closing


def why_not_yet(state: State, hex_: str) -> Refusal | None:
    """§13.63: why a hex cannot be attacked while other attacks are open; None when it can."""
    for other in sorted(state.lanes):
        if theatre_of(state, other) == theatre_of(state, hex_):
            text = f"The attack on {place_name(state, other)} is still open. It comes first."
            return Refusal("attack-open", "13.63", text)
        if state.board.lattice.distance(other, hex_) <= NEAR_HEXES:
            text = f"The attack on {place_name(state, other)}, close by, is still open. It comes first."
            return Refusal("attack-open", "13.63", text)
    return None
