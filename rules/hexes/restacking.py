"""Stacks after units have left their hexes and come to others: only those hexes are altered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel.altering import Altered, altered

Stacks = Mapping[str, tuple[str, ...]]


def left_behind(stacks: Stacks, leaving: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The units that stay in the hexes which these units (each with its hex) leave. KeyError where nobody is."""
    left: dict[str, tuple[str, ...]] = {}
    for unit, hex_ in leaving:
        left[hex_] = tuple(u for u in left.get(hex_, stacks[hex_]) if u != unit)
    return left


def restacked(stacks: Stacks, other: Stacks) -> Altered[str, tuple[str, ...]]:
    """Other stacks in some hexes; a hex with nobody left is no stack any more."""
    empty = (hex_ for hex_, units in other.items() if not units and hex_ in stacks)
    return altered(stacks, {hex_: units for hex_, units in other.items() if units}, empty)
