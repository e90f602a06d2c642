"""Which nations have units where: kept from state to state, since a move changes two hexes of five hundred."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.great_war.state import State
from rules.kernel.memory import Earlier

Sort = tuple[str, str]
"""Nation and kind: "hq", "mountain", or "infantry" for all others, since supply tells no more of them apart."""
Groups = Mapping[Sort, tuple[str, ...]]


def by_nation(state: State, side: str) -> Mapping[str, Groups]:
    """The units of a side in each hex that it occupies, by nation and kind."""

    def make(hex_: str) -> Groups:
        units = state.stacks.get(hex_)
        if units is None or state.side(units[0]) != side:
            return {}
        found: dict[Sort, tuple[str, ...]] = {}
        for unit in units:
            counter = state.counter(unit)
            kind = counter.kind if counter.kind in ("hq", "mountain") else "infantry"
            found[counter.nation, kind] = (*found.get((counter.nation, kind), ()), unit)
        return found

    # Neither places nor movement points matter, only who stands together: so this follows the stacks alone.
    def find(earlier: Earlier[tuple[Any, ...], Mapping[str, Groups]] | None) -> Mapping[str, Groups]:
        if earlier is None or earlier.source[1] is not state.sides:
            return {hex_: groups for hex_ in state.hexes if (groups := make(hex_))}
        was = earlier.value
        made = {hex_: make(hex_) for hex_ in state.memory.changed("stacks", earlier.source[0], state.stacks)}
        if all(was.get(hex_, {}) == groups for hex_, groups in made.items()):
            return was
        found = {**was, **made}
        return {hex_: found[hex_] for hex_ in state.hexes if found.get(hex_)}

    return state.memory.recall(("by nation", side), (state.stacks, state.sides), find)


def places_of(state: State, side: str) -> Mapping[Sort, frozenset[int]]:
    """By nation and kind the hexes in which a side has such units."""
    groups, index = by_nation(state, side), state.printed.board.index

    def find(earlier: Earlier[tuple[Any, ...], Mapping[Sort, frozenset[int]]] | None) -> Mapping[Sort, frozenset[int]]:
        was: Mapping[str, Groups] = {} if earlier is None else earlier.source[0]
        left: dict[Sort, set[int]] = {}
        come: dict[Sort, set[int]] = {}
        for hex_ in state.memory.changed(("by nation", side), was, groups):
            for sort in was.get(hex_, ()):
                left.setdefault(sort, set()).add(index[hex_])
            for sort in groups.get(hex_, ()):
                come.setdefault(sort, set()).add(index[hex_])
        found = {} if earlier is None else dict(earlier.value)
        for sort in {**left, **come}:
            found[sort] = (found.get(sort, frozenset()) - left.get(sort, set())) | come.get(sort, set())
        return {sort: found[sort] for sort in sorted(found) if found[sort]}

    return state.memory.recall(("places", side), (groups,), find)
