"""§6.30N The Enver Offensive: on the turn on which it is drawn three units attack together in the Caucasus if they can
come to it; if none can, the three nearest march. Whoever does neither forfeits the match.

What can be done is weighed as the Central Powers begin to move in the Caucasus (``combat.enver_march``).
"""

from __future__ import annotations

from rules.great_war.position.near_east_state import ATTACK
from rules.great_war.position.state import State
from rules.great_war.restrictions.enver_order import ENVER, binds
from rules.kernel.messages import JsonObject


def is_due(state: State) -> bool:
    """§6.30: whether the attack is still to be made, which could be made."""
    return binds(state) and state.near_east.enver == ATTACK and not state.chit_state.attacks.get(ENVER)


def was_passed_up(state: State) -> bool:
    """§6.30: whether the turn ends without the attack, or went by without the march."""
    return is_due(state) or (binds(state) and ENVER in state.chit_state.passed_up)


def warning() -> JsonObject:
    """§6.30: what the Central Powers must know before they end their attacks in the east."""
    text = "Enver Offensive: three of your units or more must attack together in the Caucasus this turn."
    return {"text": f"{text} If you end your attacks without it, you lose the match.", "section": "6.30"}
