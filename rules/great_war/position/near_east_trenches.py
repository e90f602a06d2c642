"""§6.35, §6.36, §14.5 The trenches of the Near East: where they are, and what an Allied unit destroys by entering."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.position.near_east_state import UNTOUCHED
from rules.great_war.position.state import State


def gaza_line(state: State) -> tuple[str, ...]:
    """§6.35: its two hexes; none in Europe."""
    places = state.printed.near_east
    return () if places is None else places.gaza_line


def ruined_by(state: State, hexes: Iterable[str]) -> tuple[tuple[str, ...], bool]:
    """§6.35, §6.36, §14.53: the trenches that are gone when Allied units have entered these hexes, and whether the
    Gaza line can be dug no more, since they came before it was."""
    entered = {*hexes}
    spoiled = state.near_east.gaza == UNTOUCHED and not entered.isdisjoint(gaza_line(state))
    return tuple(sorted(state.near_east.trenches & entered)), spoiled
