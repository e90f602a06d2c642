"""§6.30N The order of the Enver Offensive: whom it binds, and which attacks obey it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.facts.offensives import OffensiveObeyed
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import CAUCASUS
from rules.great_war.printed.nations import CENTRAL

ENVER = "enver-offensive"
ORDERED_UNITS = 3
"""§6.30: as many attack together, or march."""


def binds(state: State) -> bool:
    """§6.30: whether the offensive is ordered for this turn."""
    return state.chit_state.lasting.get(ENVER) == state.turn


def note_attack(play: Play, side: str, units: Iterable[str], target: str) -> None:
    """§6.30: an attack of three units in the Caucasus obeys as it is declared, whatever comes of it; that in Van (§6.8)
    as well, if the order was drawn before."""
    board = play.state.printed.board
    there = board.front[board.index[target]] == CAUCASUS
    if side == CENTRAL and there and len([*units]) >= ORDERED_UNITS and binds(play.state):
        play.emit(OffensiveObeyed(ENVER))
