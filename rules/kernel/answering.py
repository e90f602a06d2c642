"""Slots with sums and groups, answered from what stands on the wire: for standing orders and programs.

What units of a slot come to, and what binds them, is told as a need (decisions/0052): ``weights`` by unit, ``least``,
``most``, and ``limits``, each of which counts ``these`` up and ``than`` down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

from rules.kernel.messages import Json

MOST_TRIED = 12
"""Units of which all choices are tried."""


def is_allowed(need: Mapping[str, Any], names: Collection[str]) -> bool:
    """Whether units together are what a need asks for."""
    total = sum(need["weights"].get(name, 0) for name in names)
    if not need["least"] <= total or (need["most"] is not None and total > need["most"]):
        return False
    return all(
        sum((name in limit["these"]) - (name in limit["than"]) for name in names) <= limit["most"]
        for limit in need["limits"]
    )


def give_out(options: Mapping[str, Any], rank: Callable[[str], object]) -> dict[str, list[Json]]:
    """Units of an allotment given to its groups, as many as may, each to the first by ``rank`` that can have it."""
    groups = sorted(options["groups"], key=lambda group: (rank(group), group))
    given: dict[str, list[Json]] = {}
    for unit in options["of"]:
        for group in groups:
            names = [*given.get(group, ()), unit]
            if is_allowed(options["groups"][group], [str(name) for name in names]):
                given[group] = names
                break
    return given


def cheapest(
    options: Mapping[str, Any],
    spared: Callable[[str], object] = lambda _: False,
    worth: Callable[[str], float] = lambda _: 0.0,
) -> list[Json]:
    """Units of a slot with a sum that are ``worth`` least, and of those come to least; of those the fewest ``spared``
    ones, then the fewest at all.

    What the slot proposes where there are too many units to try all choices.
    """
    need, names = options["need"], [str(name) for name in options["of"]]
    if len(names) > MOST_TRIED:
        return [*options["proposed"]]
    fitting = (
        chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size) if is_allowed(need, chosen)
    )
    found = min(fitting, key=lambda c: (sum(map(worth, c)), _price(need, c, spared)), default=None)
    return [*options["proposed"]] if found is None else [*found]


def _price(need: Mapping[str, Any], chosen: Sequence[str], spared: Callable[[str], object]) -> tuple[int, int, int]:
    total = sum(need["weights"].get(name, 0) for name in chosen)
    return total, sum(1 for name in chosen if spared(name)), len(chosen)
