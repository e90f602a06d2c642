"""§17.1 The entry of the Ottoman Empire, which is no event: in October 1914, or when it thinks that it will win."""

from __future__ import annotations

from rules.great_war.facts.strategic import TurkeyEntered
from rules.great_war.play import Play
from rules.great_war.pre_war.terms import HESITANT_TURKEY
from rules.great_war.restrictions.first_turns import OCTOBER
from rules.great_war.strategic.victory import points
from rules.great_war.units.peoples import TURKS

CONVINCED_POINTS = 10
"""§20.2 No. 8: the points of the Central Powers for which a hesitant Turkey joins them."""


def turkey_enters(play: Play) -> None:
    """§17.1, §20.2: the Ottoman Empire joins the Central Powers. On six fronts its units stand there from the first."""
    state = play.state
    if TURKS not in state.printed.variant.nations or state.groups:
        return
    if TURKS in state.sides and not state.near_east.neutral:
        return
    due = points(state) >= CONVINCED_POINTS if state.pre_war.has(HESITANT_TURKEY) else state.turn >= OCTOBER
    if due:
        play.emit(TurkeyEntered())
