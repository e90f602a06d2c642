"""§4.0 Hex control."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept


def controller(state: State, hex_: str) -> str:
    """§4.0 to §4.2: the side that controls a hex; empty for sea and for a neutral country."""
    found = state.control.get(hex_)
    if found is not None:
        return found
    return state.allegiance.get(state.board.country[state.board.index(hex_)], "")


def city_controller(state: State, name: str) -> str:
    """§4.0: the side that controls a city; one beside the hexes belongs to its country (§2.3, §2.4)."""
    city = state.printed.places.cities[name]
    return controller(state, city.hex) if city.hex else state.allegiance.get(city.country, "")


@kept
def cities_of(state: State, side: str) -> frozenset[str]:
    """§4.0: the cities that a side controls, by name; the same object while they stay the same."""
    printed = state.printed

    def find(earlier: Previous[tuple[Any, ...], frozenset[str]] | None) -> frozenset[str]:
        if earlier is not None and earlier.source[1] is state.wars:
            changed = state.memory.changed("control", earlier.source[0], state.control)
            if printed.city_in.keys().isdisjoint(changed):
                return earlier.value
        return frozenset(name for name in printed.places.cities if city_controller(state, name) == side)

    return state.memory.recall(("cities", side), (state.control, state.wars), find)


def lines_held(state: State, side: str) -> frozenset[str]:
    """§9.0, §11.1: the rail hexes and ports that a side controls."""
    board, taken = state.board, state.control
    found: set[str] = set()
    for country, owner in state.allegiance.items():
        if owner == side:
            found |= board.lines.get(country, frozenset())
    found.difference_update(taken)
    found.update(hex_ for hex_, owner in taken.items() if owner == side and hex_ in board.on_lines)
    return frozenset(found)


def is_neutral(state: State, index: int) -> bool:
    """§18.11: whether a land hex lies in a country that is neutral."""
    return state.board.country[index] not in state.allegiance and state.board.lattice.ids[index] not in state.control


def taken_from_neutrals(state: State) -> frozenset[str]:
    """§18.1, §2.64: hexes of countries at war with nobody that a side holds even so."""

    def of(hexes: Iterable[str]) -> set[str]:
        board = state.board
        return {h for h in hexes if board.country[board.index(h)] not in state.allegiance}

    def find(earlier: Previous[tuple[Any, ...], frozenset[str]] | None) -> frozenset[str]:
        if earlier is None or earlier.source[1] is not state.wars:
            return frozenset(of(state.control))
        changed = state.memory.changed("control", earlier.source[0], state.control)
        now = of(changed & state.control.keys())
        return earlier.value if not changed & earlier.value and not now else (earlier.value - changed) | now

    return state.memory.recall("taken from neutrals", (state.control, state.wars), find)


def passed_rails(state: State, side: str) -> frozenset[int]:
    """§10.0: the rail hexes (as indexes) of which ``rail_side`` is this side."""
    board = state.board
    taken = {CENTRAL: state.central_rails, ALLIED: state.allied_rails - state.central_rails}

    def find(_: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        own = (i for i in board.on_rail if state.allegiance.get(board.country[i], "") == side)
        others = (hexes for whose, hexes in taken.items() if whose != side)
        index = board.lattice.index
        gone = {index[hex_] for hexes in others for hex_ in hexes}
        return frozenset(own).difference(gone).union(index[hex_] for hex_ in taken[side])

    return state.memory.recall(("passed rails", side), (state.wars, state.central_rails, state.allied_rails), find)


def rail_side(state: State, hex_: str) -> str:
    """§10.0 (docs/rulings): the side whose railhead has passed a rail hex last; empty in a neutral country."""
    if hex_ in state.central_rails:
        return CENTRAL
    if hex_ in state.allied_rails:
        return ALLIED
    return state.allegiance.get(state.board.country[state.board.index(hex_)], "")
