"""§4.0: who stands in cities: what is counted there need be counted again only when someone comes or goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.position.state import State
from rules.kernel.incremental import Previous

Present = frozenset[tuple[str, str, str, str]]


def present_in_cities(state: State) -> Present:
    """The cities (by hex) in which someone stands, with his side, and what kinds of unit of which nations he has there;
    the same object while that stays the same, whoever they are."""
    units = units_in_cities(state)

    def find(_: Previous[tuple[Any, ...], Present] | None) -> Present:
        found = ((hex_, state.stack_side(hex_), state.counter(u)) for hex_, there in units.items() for u in there)
        return frozenset((hex_, side, counter.kind, counter.nation) for hex_, side, counter in found)

    return state.memory.recall("present in cities", (units, state.wars), find)


def units_in_cities(state: State) -> Mapping[str, tuple[str, ...]]:
    """By hex the units in each city that is occupied; the same object while they stay the same."""
    cities = state.printed.city_in

    def find(earlier: Previous[tuple[Any, ...], dict[str, tuple[str, ...]]] | None) -> dict[str, tuple[str, ...]]:
        if earlier is not None:
            changed = state.memory.changed("stacks", earlier.source[0], state.stacks)
            if cities.keys().isdisjoint(changed):
                return earlier.value
        return {hex_: state.stacks[hex_] for hex_ in cities if hex_ in state.stacks}

    return state.memory.recall("in cities", (state.stacks,), find)
