"""Stacks after units have left their hexes and come to others: only those hexes are altered.

The facts of a hex game are made of these few changes: units come, are set up, change places, and hexes change hands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

from rules.hexes.by_hex import Placed, Stacks
from rules.kernel.tracked_dict import TrackedDict, with_changes

U = TypeVar("U", bound=Placed)
StackOrder = Callable[[tuple[str, ...]], tuple[str, ...]]
"""How the units of a hex lie when some have come on top."""


def as_they_come(units: tuple[str, ...]) -> tuple[str, ...]:
    """The order of a game that has no other."""
    return units


def left_behind(stacks: Stacks, leaving: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The units that stay in the hexes which these units (each with its hex) leave. KeyError where nobody is."""
    left: dict[str, tuple[str, ...]] = {}
    for unit, hex_ in leaving:
        left[hex_] = tuple(u for u in left.get(hex_, stacks[hex_]) if u != unit)
    return left


def restack(stacks: Stacks, other: Stacks) -> TrackedDict[str, tuple[str, ...]]:
    """Other stacks in some hexes; a hex with nobody left is no stack any more."""
    empty = (hex_ for hex_, units in other.items() if not units and hex_ in stacks)
    return with_changes(stacks, {hex_: units for hex_, units in other.items() if units}, empty)


def bring(
    units: Mapping[str, U],
    stacks: Stacks,
    coming: Mapping[str, U],
    to: str,
    boxes: Collection[str],
    order: StackOrder = as_they_come,
) -> tuple[TrackedDict[str, U], TrackedDict[str, tuple[str, ...]]]:
    """All units and stacks when some go from wherever they are to a hex, on top in their order, or to one of ``boxes``.

    ``coming`` has each of them as it is there.
    """
    places = ((unit, units[unit].at) for unit in coming)
    other = left_behind(stacks, (place for place in places if place[1] not in boxes))
    if to not in boxes:
        other[to] = order((*coming, *other.get(to, stacks.get(to, ()))))
    return with_changes(units, coming), restack(stacks, other)


def place(
    stacks: Stacks, places: Mapping[str, str], order: StackOrder = as_they_come
) -> TrackedDict[str, tuple[str, ...]]:
    """Stacks with units that come out of boxes, each into its hex, the later on top of the earlier."""
    coming: dict[str, list[str]] = {}
    for unit, hex_ in places.items():
        coming.setdefault(hex_, []).insert(0, unit)
    return with_changes(stacks, {hex_: order((*units, *stacks.get(hex_, ()))) for hex_, units in coming.items()})


def exchange(stacks: Stacks, one: tuple[str, str], other: tuple[str, str]) -> TrackedDict[str, tuple[str, ...]]:
    """Stacks in which two units, each with where it is, lie in each other's place. A place may be a box."""
    found: dict[str, tuple[str, ...]] = {}
    for (mine, at), (yours, there) in ((one, other), (other, one)):
        if at in stacks and at != there:
            found[at] = tuple(yours if unit == mine else unit for unit in stacks[at])
    return with_changes(stacks, found)


def taken_after(taken: frozenset[str], hexes: Iterable[str], is_away: Callable[[str], bool]) -> frozenset[str]:
    """The hexes that are not with their first owner, once these have passed to a side for which some are ``away``."""
    away = {hex_ for hex_ in hexes if is_away(hex_)}
    return taken.difference(hexes) | away
