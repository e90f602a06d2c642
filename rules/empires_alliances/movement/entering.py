"""§1.68, §4.2, §6.3: what comes of units entering a hex, in movement, an overrun or an advance alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.empires_alliances.facts.aircraft import BaseLost
from rules.empires_alliances.facts.movement import GarrisonsFreed
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.restrictions.garrisons import freed_on_the_way, who_are_freed
from rules.empires_alliances.stacking import has_room


def drive_out(play: Play, hexes: Iterable[str], side: str) -> None:
    """§6.3: aircraft of the enemy's in hexes that ``side`` is about to enter lose their base.

    To be called before the fact that brings units there.
    """
    for hex_ in dict.fromkeys(hexes):
        units = aircraft_of(play.state, play.state.stacks.get(hex_, ()))
        if units and play.state.side_of(units[0]) == FOE[side]:
            flies = bool(bases_for(play.state, units[0], hex_, lost={*hexes}))
            play.emit(BaseLost(hex_, units, FOE[side], flies))


def free_garrisons(play: Play) -> None:
    """§1.68, §2.66, §17.46: whoever is in garrison or reserve until the enemy is near is free from then on."""
    _free(play, who_are_freed(play.state))


def free_those_passed(play: Play, units: Sequence[str], hexes: Iterable[str]) -> None:
    """§1.68, §2.66, §17.46: as above, of units that have gone through hexes, wherever they ended."""
    _free(play, freed_on_the_way(play.state, units, hexes))


def _free(play: Play, units: tuple[str, ...]) -> None:
    if units:
        play.emit(GarrisonsFreed(units))


def bases_for(state: State, unit: str, from_: str, within: int = 0, *, lost: Iterable[str] = ()) -> Sequence[str]:
    """§6.3, §16.41: the cities ``within`` that many hexes in which an aircraft could be based: controlled, with room.

    ``lost`` are about to be the enemy's. Eight hexes, unless said otherwise.
    """
    reach = within or state.printed.charts.stacking.air_flees
    side, gone = state.printed.nations[state.counter(unit).nation].power, {*lost, from_}
    owner = state.allegiance.get(side, "")
    board = state.board
    return [
        hex_
        for hex_ in sorted(board.lattice.within(from_, reach))
        if board.city[board.index(hex_)]
        and hex_ not in gone
        and controller(state, hex_) == owner
        and has_room(state, hex_, (unit,))
    ]


def aircraft_of(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """§3.13: the aircraft among units."""
    return tuple(unit for unit in units if state.counter(unit).kind == AIR)
