"""§15.82: untried units show their strength: as an attack is declared that they are in, or as they perish untried."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.facts.untried import StrengthShown
from rules.great_war.play import Play
from rules.great_war.printed.counters import ARMENIAN
from rules.great_war.units.untried import lines_left, untried_among


def show_strengths(play: Play, units: Iterable[str]) -> None:
    """§15.82: each untried unit that is committed shows one of the strengths that are left. The attack stands already,
    and cannot be called off."""
    for unit in untried_among(play.state, units):
        lines = lines_left(play.state, play.state.counter(unit).untried)
        draw, die = play.next_die(len(lines))
        play.emit(StrengthShown(unit, lines[die - 1], draw, die, len(lines)))


def show_the_fallen(play: Play, units: Iterable[str]) -> None:
    """§15.83: an Armenian unit lies in the dead pile with its strength up, though it may never have fought."""
    show_strengths(play, [u for u in units if play.state.counter(u).untried == ARMENIAN])
