"""§15.8 Untried units: who is one, which strengths may be theirs, and when they are shown.

Nothing of it is drawn before it is shown, so there is nothing that anyone could know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product
from typing import NamedTuple

from rules.great_war.facts.untried import StrengthShown
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.counters import ARMENIAN
from rules.kernel.fast_replace import replace


class Between(NamedTuple):
    """A figure that untried units leave open."""

    least: int
    mean: int
    most: int


def is_untried(state: State, unit: str) -> bool:
    """§15.82: whether nobody knows how strong a unit is."""
    return bool(state.counter(unit).untried) and unit not in state.near_east.tried


def untried_among(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """§15.82: those of some units that are untried, in their order."""
    return tuple(u for u in units if is_untried(state, u))


def lines_left(state: State, kind: str) -> tuple[str, ...]:
    """§15.82: the strengths that are still among the units off the map, each as often as it is there."""
    left = list(state.printed.charts.untried[kind])
    for unit, line in state.near_east.tried.items():
        if state.counter(unit).untried == kind:
            left.remove(line)
    return tuple(left)


def between(state: State, units: Iterable[str], figure: Callable[[State], int]) -> Between:
    """§15.82: what a figure may be, for all strengths that the untried of some units may show; its mean is rounded."""
    found = [figure(shown) for shown in _as_they_may_be(state, untried_among(state, units))]
    return Between(min(found), round(sum(found) / len(found)), max(found))


def _as_they_may_be(state: State, units: tuple[str, ...]) -> Iterator[State]:
    """The position with every strength that these units may show, each as likely as any other."""
    if not units:
        yield state
        return
    by_kind: dict[str, list[str]] = {}
    for unit in units:
        by_kind.setdefault(state.counter(unit).untried, []).append(unit)
    lots = [permutations(lines_left(state, kind), len(those)) for kind, those in by_kind.items()]
    order = [unit for those in by_kind.values() for unit in those]
    for dealt in product(*lots):
        lines = [line for lot in dealt for line in lot]
        tried = {**state.near_east.tried, **dict(zip(order, lines, strict=True))}
        yield replace(state, near_east=replace(state.near_east, tried=tried))


# --- the commitment ---------------------------------------------------------------------------------------------------


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
