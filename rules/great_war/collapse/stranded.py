"""§16.62C What Turkey's surrender leaves of the Germans in the Near East: they go home by Constantinople, or not at
all."""

from __future__ import annotations

from rules.great_war.facts.revolutions import GermansStranded
from rules.great_war.play import Play
from rules.great_war.restrictions.after_surrender import cut_off, way_home_is_open


def strand(play: Play) -> None:
    """§16.62C: the instant in which Constantinople holds no unit of the Central Powers; alone there is no such way, and
    the match is over."""
    if not play.state.printed.variant.combined:
        return
    if not way_home_is_open(play.state) and (units := tuple(cut_off(play.state))):
        play.emit(GermansStranded(units))
