"""§14.1, §14.63: levels rise in the Supply Phase and go in the Administrative Phase."""

from __future__ import annotations

from rules.empires_alliances.facts.supply import LevelsRose, Relieved, Starved
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.supply.feeding import is_supplied, starving_units
from rules.empires_alliances.terrain.zones import is_sheltered

LAST_LEVEL = 2
"""§14.1: the level after which a unit is eliminated; one more in a fort or major city (§14.63)."""


def levels_rise(play: Play, _: PhaseFrame) -> None:
    """§14.1, §7.22: each unit out of supply rises a level, and is eliminated after the last."""
    side = play.state.player
    without = [u for u in play.state.units if u in starving_units(play.state, side)]
    lost = tuple(u for u in without if play.state.units[u].unsupplied >= _last(play.state, u))
    rising = {u: play.state.units[u].unsupplied + 1 for u in without if u not in lost}
    if lost:
        play.emit(Starved(lost))
    if rising:
        play.emit(LevelsRose(rising))


def _last(state: State, unit: str) -> int:
    at = state.units[unit].at
    return LAST_LEVEL + (at not in state.off_map and is_sheltered(state, at))


def relieve(play: Play, _: PhaseFrame) -> None:
    """§14.1, §7.252: units with a marker that can trace a path now lose it."""
    state, side = play.state, play.state.player
    again = tuple(
        u for u, now in state.units.items() if now.unsupplied and state.side_of(u) == side and is_supplied(state, u)
    )
    if again:
        play.emit(Relieved(again))
