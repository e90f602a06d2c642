"""Where units are, each answer found from that of the state before: a move changes two hexes of a hundred."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import chain
from operator import is_not
from typing import Any, Protocol

from rules.hexes.by_hex import Placed, Stacked, Stacks, touched_hexes
from rules.kernel.incremental import Memory, Previous
from rules.kernel.lattice import OFF_BOARD

Boxes = Mapping[str, tuple[str, ...]]
"""Box to the units in it, in the order of the counter sheet."""


class UnitsOnMap(Protocol):
    """A state with units in stacks on a map, and others in boxes beside it."""

    @property
    def stacks(self) -> Stacks:
        """Hex to units, the top first."""
        ...

    @property
    def units(self) -> Mapping[str, Placed]:
        """Unit to how it is, in the order of the counter sheet: always the same units."""
        ...

    @property
    def memory(self) -> Memory:
        """What was found for this line of states."""
        ...


def hexes_by_number(state: UnitsOnMap) -> tuple[str, ...]:
    """The occupied hexes by number. Whatever lists units goes by it: ``stacks`` keep the order of their coming."""

    def find(earlier: Previous[tuple[Stacks], tuple[str, ...]] | None) -> tuple[str, ...]:
        if earlier is None:
            return tuple(sorted(state.stacks))
        was, found = earlier.source[0], [*earlier.value]
        for hex_ in state.memory.changed("stacks", was, state.stacks):
            if hex_ not in was:
                insort(found, hex_)
            elif hex_ not in state.stacks:
                del found[bisect_left(found, hex_)]
        return tuple(found)

    return state.memory.recall("hexes", (state.stacks,), find)


def units_in_boxes(state: UnitsOnMap, boxes: Collection[str]) -> Boxes:
    """The units in each of these places beside the map; the same object while nobody there comes, goes or changes."""

    def find(earlier: Previous[tuple[Mapping[str, Placed]], Boxes] | None) -> Boxes:
        if earlier is not None:
            return _update_boxes(state, boxes, earlier.source[0], earlier.value)
        found: dict[str, list[str]] = {box: [] for box in boxes}
        for unit, now in state.units.items():
            if now.at in boxes:
                found[now.at].append(unit)
        return {box: tuple(units) for box, units in found.items()}

    return state.memory.recall("boxes", (state.units,), find)


def _update_boxes(state: UnitsOnMap, boxes: Collection[str], was: Mapping[str, Placed], before: Boxes) -> Boxes:
    """What is in the boxes, from what was in them when the units were as they ``was``."""
    now = state.units
    lying = [u for u in state.memory.changed("units", was, now) if now[u].at in boxes or was[u].at in boxes]
    if not lying:
        return before
    sheet: Mapping[str, int] = state.memory.recall("sheet", (), lambda _: {unit: n for n, unit in enumerate(now)})
    found = dict(before)
    for box in dict.fromkeys(at for u in lying for at in (was[u].at, now[u].at) if at in boxes):
        units = [u for u in before[box] if now[u].at == box]
        for unit in lying:
            if now[unit].at == box != was[unit].at:
                insort(units, unit, key=sheet.__getitem__)
        found[box] = tuple(units)
    return found


def hexes_standing_in(
    state: UnitsOnMap,
    index: Mapping[str, int],
    name: Hashable,
    fits: Callable[[tuple[str, ...]], bool],
    whole: tuple[object, ...] = (),
) -> frozenset[int]:
    """The occupied hexes, as indexes, of which ``fits(units)`` says so: those of a side, those with a headquarters.

    ``fits`` may look at who the units are, and at what stands in ``whole``; at nothing else of the state.
    """

    def find(earlier: Previous[tuple[Any, ...], frozenset[int]] | None) -> frozenset[int]:
        stacks = state.stacks
        if earlier is None or any(map(is_not, earlier.source[1:], whole)):
            return frozenset(index[hex_] for hex_, units in stacks.items() if fits(units))
        changed = state.memory.changed("stacks", earlier.source[0], stacks)
        now = {index[hex_] for hex_ in changed if hex_ in stacks and fits(stacks[hex_])}
        return renewed_where(earlier.value, {index[hex_] for hex_ in changed}, now)

    return state.memory.recall(name, (state.stacks, *whole), find)


def hexes_where(
    state: UnitsOnMap, name: Hashable, fits: Callable[[str, tuple[str, ...]], bool], whole: tuple[object, ...] = ()
) -> tuple[str, ...]:
    """As ``hexes_standing_in``, by number: hexes that hold too many, say. ``fits(hex, units)`` may look at what is
    printed there too. Two ``whole`` that are equal count as one."""

    def find(earlier: Previous[tuple[Any, ...], tuple[str, ...]] | None) -> tuple[str, ...]:
        stacks = state.stacks
        if earlier is None or earlier.source[1:] != whole:
            return tuple(sorted(hex_ for hex_, units in stacks.items() if fits(hex_, units)))
        touched = state.memory.changed("stacks", earlier.source[0], stacks)
        now = {hex_ for hex_ in touched if hex_ in stacks and fits(hex_, stacks[hex_])}
        return tuple(sorted({*earlier.value} - touched | now))

    return state.memory.recall(name, (state.stacks, *whole), find)


def units_where(
    state: Stacked[Placed], name: Hashable, fits: Callable[[str], bool], whole: tuple[object, ...] = ()
) -> tuple[str, ...]:
    """The units on the map of which ``fits(unit)`` says so, by hex and from the top down.

    ``fits`` may look at what is printed on a unit, at its condition, and at what stands in ``whole``; at nothing else
    of the state. Two ``whole`` that are equal count as one.
    """

    def find(earlier: Previous[tuple[Any, ...], dict[str, tuple[str, ...]]] | None) -> dict[str, tuple[str, ...]]:
        stacks = state.stacks
        found: dict[str, tuple[str, ...]]
        if earlier is None or earlier.source[2:] != whole:
            found, touched = {}, {*stacks}
        else:
            found, touched = {**earlier.value}, touched_hexes(state, earlier.source[0], earlier.source[1])
        before = len(found)
        for hex_ in touched:
            units = tuple([unit for unit in stacks.get(hex_, ()) if fits(unit)])
            if units:
                found[hex_] = units
            elif found.pop(hex_, None):
                before -= 1
        # They stand by number: a newcomer stands last as yet.
        return dict(sorted(found.items())) if len(found) > before else found

    by_hex = state.memory.recall(("units by hex", name), (state.stacks, state.units, *whole), find)
    return state.memory.recall(name, (by_hex,), lambda _: tuple(chain.from_iterable(by_hex.values())))


def renewed_where(was: frozenset[int], looked: set[int], found: set[int]) -> frozenset[int]:
    """A set of hexes with what was found where one looked; the very same set when that changes nothing."""
    return was if was & looked == found else (was - looked) | found


def beside_any(
    beside: Sequence[Sequence[int]],
    now: frozenset[int],
    before: frozenset[int] = frozenset(),
    was: frozenset[int] = frozenset(),
) -> frozenset[int]:
    """The hexes beside any of ``now``, from those (``was``) beside any of ``before``: zones, and whoever is in touch.

    ``beside`` leads both ways. Only around hexes that differ is anything looked at.
    """
    begun = {b for a in now - before for b in beside[a]} - was - {OFF_BOARD}
    left = {b for a in before - now for b in beside[a] if b != OFF_BOARD}
    over = {b for b in left if now.isdisjoint(beside[b])}
    return (was - over) | begun if over or begun else was
