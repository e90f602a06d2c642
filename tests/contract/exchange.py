"""Twins of units: who may take whose name, so that nobody who may not look can tell them apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence


def exchanged(
    units: Sequence[str], rng: random.Random, kind: Callable[[str], tuple[object, ...] | None]
) -> dict[str, str]:
    """New names for units, shuffled among those of one ``kind``; what has none keeps its own."""
    by_nature: dict[tuple[object, ...], list[str]] = {}
    for unit in units:
        of = kind(unit)
        if of is not None:
            by_nature.setdefault(of, []).append(unit)
    names: dict[str, str] = {}
    for group in by_nature.values():
        mixed = group[:]
        rng.shuffle(mixed)
        names.update((a, b) for a, b in zip(group, mixed, strict=True) if a != b)
    return names
