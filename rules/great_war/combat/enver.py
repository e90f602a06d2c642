"""§6.30N The Enver Offensive: on the turn on which it is drawn three units attack together in the Caucasus if they can
come to it; if none can, the three nearest march. Whoever does neither forfeits the match.

What can be done is weighed as the Central Powers begin to move in the Caucasus (``combat.enver_march``).
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.facts.offensives import OffensiveObeyed
from rules.great_war.play import Play
from rules.great_war.position.near_east_state import ATTACK
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import CAUCASUS
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.messages import JsonObject

ENVER = "enver-offensive"
UNITS = 3
"""§6.30: as many attack together, or march."""


def binds(state: State) -> bool:
    """§6.30: whether the offensive is ordered for this turn."""
    return state.record.lasting.get(ENVER) == state.turn


def is_due(state: State) -> bool:
    """§6.30: whether the attack is still to be made, which could be made."""
    return binds(state) and state.near_east.enver == ATTACK and not state.record.attacks.get(ENVER)


def was_passed_up(state: State) -> bool:
    """§6.30: whether the turn ends without the attack, or went by without the march."""
    return is_due(state) or (binds(state) and ENVER in state.record.passed_up)


def note_attack(play: Play, side: str, units: Iterable[str], target: str) -> None:
    """§6.30: an attack of three units in the Caucasus obeys as it is declared, whatever comes of it."""
    board = play.state.printed.board
    there = board.front[board.index[target]] == CAUCASUS
    if side == CENTRAL and there and len([*units]) >= UNITS and binds(play.state):
        play.emit(OffensiveObeyed(ENVER))


def warning() -> JsonObject:
    """§6.30: what the Central Powers must know before they end their attacks in the east."""
    text = "Enver Offensive: three of your units or more must attack together in the Caucasus on this turn."
    return {"text": f"{text} If you end your attacks without it, you lose the match.", "section": "6.30"}
