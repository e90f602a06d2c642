"""Where a line is best held: the fewest hexes between the enemy and home, against the ground that is given up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.flows import Flow

ENEMY, HOME = -1, -2
"""The two ends of the flow: everything that is the enemy's, and everything that is safely behind."""
MUCH = 1e6


def held_line(
    ground: Mapping[int, float],
    front: frozenset[int],
    home: frozenset[int],
    cost: Callable[[int], float],
    beside: Callable[[int], tuple[int, ...]],
) -> frozenset[int]:
    """The hexes of the line between the enemy and home for which the men and the ground that is given up cost least.

    ``ground``: hexes of ours, with what each is worth that is left to the enemy. ``front``: those that lie beside the
    enemy. ``home``: those that the enemy must never reach. ``cost``: what it takes to hold a hex.
    """
    flow: Flow[int] = Flow()
    flow.join(ENEMY, HOME, 0.0)
    for i, worth in ground.items():
        inner, outer = 2 * i, 2 * i + 1
        flow.join(inner, outer, cost(i))
        flow.join(outer, HOME, MUCH if i in home else worth)
        if i in front:
            flow.join(ENEMY, inner, MUCH)
        for b in beside(i):
            if b in ground:
                flow.join(outer, 2 * b, MUCH)
    lost = flow.cut(ENEMY, HOME)
    return frozenset(i for i in ground if 2 * i in lost and 2 * i + 1 not in lost)
