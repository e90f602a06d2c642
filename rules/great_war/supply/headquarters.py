"""§11.22, §15.61: where the headquarters are that hand supply on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.great_war.position.state import State
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept


def headquarters(state: State, nation: str) -> frozenset[int]:
    """The hexes of a nation's headquarters."""
    return all_headquarters(state)[nation]


@kept
def all_headquarters(state: State) -> Mapping[str, frozenset[int]]:
    """The hexes of every nation's headquarters."""
    index, units = state.printed.board.index, state.units

    def find(earlier: Previous[tuple[Any, ...], Mapping[str, frozenset[int]]] | None) -> Mapping[str, frozenset[int]]:
        was: Mapping[str, frozenset[int]] = earlier.value if earlier is not None else {}
        found: dict[str, frozenset[int]] = {}
        nations: Iterable[str] = state.sides
        if earlier is not None and earlier.source[1] is state.sides:
            changed = state.memory.changed("units", earlier.source[0], units)
            moved = changed & state.printed.headquarters
            nations, found = {state.counter(u).nation for u in moved} & was.keys(), {**was}
        for nation in nations:
            places = frozenset(index[units[u].at] for u in headquarters_units(state)[nation] if units[u].at in index)
            found[nation] = was[nation] if was.get(nation) == places else places
        return was if found == was else found

    return state.memory.recall("headquarters", (units, state.sides), find)


@kept
def headquarters_units(state: State) -> Mapping[str, tuple[str, ...]]:
    """The headquarters of every nation, wherever they are."""

    def find(_: object) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = dict.fromkeys(state.sides, ())
        for counter in state.printed.counters.values():
            if counter.kind == "hq" and counter.nation in found:
                found[counter.nation] = (*found[counter.nation], counter.id)
        return found

    return state.memory.recall("headquarters by nation", (state.sides,), find)


def other_headquarters(state: State, nation: str, here: int) -> Collection[int]:
    """The hexes of a nation's headquarters but for one in a hex: that hex is among them where another lies there."""
    there = state.stacks.get(state.printed.board.ids[here], ())
    several = sum(state.printed.sorts[u] == (nation, "hq") for u in there) > 1
    return headquarters(state, nation) if several else headquarters(state, nation) - {here}
