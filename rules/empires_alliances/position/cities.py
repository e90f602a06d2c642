"""§4.0: who stands in cities: what is counted there need be counted again only when someone comes or goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.position.state import State
from rules.kernel.incremental import Previous


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
