"""Which nations have units where: kept from state to state, since a move changes two hexes of five hundred."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.great_war.position.state import State
from rules.kernel.incremental import Previous
from rules.kernel.tracked_dict import with_changes

Sort = tuple[str, str]
"""Nation and kind, as what is printed sorts them for supply."""
Groups = Mapping[Sort, tuple[str, ...]]


def groups_at(state: State, side: str, hex_: str) -> Groups:
    """The units of a side in a hex, by nation and kind."""
    units = state.stacks.get(hex_)
    if units is None or state.side(units[0]) != side:
        return {}
    sorts, found = state.printed.sorts, dict[Sort, tuple[str, ...]]()
    for unit in units:
        sort = sorts[unit]
        found[sort] = (*found.get(sort, ()), unit)
    return found


def by_nation(state: State, side: str) -> Mapping[str, Groups]:
    """The units of a side in each hex that it occupies, in no order of hexes, by nation and kind."""

    # Neither places nor movement points matter, only which units are together: so this follows the stacks alone.
    def find(earlier: Previous[tuple[Any, ...], Mapping[str, Groups]] | None) -> Mapping[str, Groups]:
        if earlier is None or earlier.source[1] is not state.sides:
            return with_changes({}, {hex_: groups for hex_ in state.hexes if (groups := groups_at(state, side, hex_))})
        was = earlier.value
        changed = state.memory.changed("stacks", earlier.source[0], state.stacks)
        made = {hex_: groups_at(state, side, hex_) for hex_ in changed}
        made = {hex_: groups for hex_, groups in made.items() if was.get(hex_, {}) != groups}
        if not made:
            return was
        gone = [hex_ for hex_, groups in made.items() if not groups]
        return with_changes(was, {hex_: groups for hex_, groups in made.items() if groups}, gone)

    return state.memory.recall(("by nation", side), (state.stacks, state.sides), find)


def places_of(state: State, side: str) -> Mapping[Sort, frozenset[int]]:
    """By nation and kind the hexes in which a side has such units."""
    groups, index = by_nation(state, side), state.printed.board.index

    def find(earlier: Previous[tuple[Any, ...], Mapping[Sort, frozenset[int]]] | None) -> Mapping[Sort, frozenset[int]]:
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
