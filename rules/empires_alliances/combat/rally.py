"""§7.253, §13.86: demoralised units rally at the end of their side's segment."""

from __future__ import annotations

from rules.empires_alliances.facts.rally import Rallied
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import DEMORALISED, THIS_SEGMENT
from rules.empires_alliances.supply.feeding import is_supplied
from rules.empires_alliances.terrain.zones import in_ezoc


def rally(play: Play, _: PhaseFrame) -> None:
    """§7.253: first markers go from units in supply and out of enemy zones; then those of this segment are turned."""
    state, side = play.state, play.state.player
    mine = [u for u, now in state.units.items() if now.shaken and state.side_of(u) == side]
    over = tuple(
        u
        for u in mine
        if state.units[u].shaken == DEMORALISED and is_supplied(state, u) and not _is_watched(play, u, side)
    )
    turned = tuple(u for u in mine if state.units[u].shaken == THIS_SEGMENT)
    if over or turned:
        play.emit(Rallied(over, turned))


def _is_watched(play: Play, unit: str, side: str) -> bool:
    at = play.state.units[unit].at
    return at not in play.state.off_map and in_ezoc(play.state, at, side)
