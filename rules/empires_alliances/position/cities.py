"""§4.0: who stands in cities: what is counted there need be counted again only when someone comes or goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.empires_alliances.position.state import State
from rules.kernel.incremental import Previous, changed_keys
from rules.kernel.tracked_dict import TrackedDict, with_changes

Present = frozenset[tuple[str, str, str, str]]


def present_in_cities(state: State) -> Present:
    """The cities (by hex) in which someone stands, with the side, and what kinds of unit of which nations it has there;
    the same object while that stays the same, whoever they are."""
    units = units_in_cities(state)

    def find(earlier: Previous[tuple[Any, ...], Present] | None) -> Present:
        if earlier is None or earlier.source[1] is not state.wars:
            return frozenset(_present(state, units))
        changed = changed_keys(earlier.source[0], units)
        was = {one for one in earlier.value if one[0] in changed}
        now = {*_present(state, units.keys() & changed)}
        return earlier.value if now == was else (earlier.value - was) | now

    return state.memory.recall("present in cities", (units, state.wars), find)


def _present(state: State, hexes: Iterable[str]) -> Iterator[tuple[str, str, str, str]]:
    for hex_ in hexes:
        side = state.stack_side(hex_)
        for unit in state.stacks[hex_]:
            counter = state.counter(unit)
            yield hex_, side, counter.kind, counter.nation


def units_in_cities(state: State) -> Mapping[str, tuple[str, ...]]:
    """By hex the units in each city that is occupied; the same object while they stay the same. Its order tells
    nothing."""
    cities, stacks = state.printed.city_in, state.stacks

    def find(earlier: Previous[tuple[Any, ...], Mapping[str, tuple[str, ...]]] | None) -> Mapping[str, tuple[str, ...]]:
        if earlier is None:
            return TrackedDict({hex_: stacks[hex_] for hex_ in cities if hex_ in stacks})
        changed = cities.keys() & state.memory.changed("stacks", earlier.source[0], stacks)
        if not changed:
            return earlier.value
        there = {hex_: stacks[hex_] for hex_ in changed if hex_ in stacks}
        return with_changes(earlier.value, there, (changed - there.keys()) & earlier.value.keys())

    return state.memory.recall("in cities", (stacks,), find)
