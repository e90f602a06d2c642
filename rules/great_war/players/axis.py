"""Where a side seeks the decision: the part of the line before which the most lies that it needs to win."""

from __future__ import annotations

from collections.abc import Mapping

from rules.great_war.players.sight import Sight
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.floods import spread

VICTORY, CITY = 3.0, 1.5
"""What a hex that counts for victory draws an attack, and a city of Russia, which brings its revolution (§5.42)."""
FARTHEST = 14
"""Hexes from which a place draws an attack."""
LEAST_NEED = 3.0
"""The need of a hex, in defence factors, below which it matters little how few units are before it."""
STEADY = 1.25
"""How much more must lie before another part of the line for a battle to be broken off."""
REACH = 5
"""Hexes along the line on either side of the axis from which its battle is fought."""


def prizes(sight: Sight, theatre: str) -> Mapping[int, float]:
    """The places of the enemy's in a theatre that a side fights for."""
    board = sight.board
    found = dict.fromkeys(sight.aims & sight.enemys, VICTORY)
    if sight.side == CENTRAL:
        found |= {i: CITY for i in board.cities & board.by_country["RU"] & sight.enemys if i not in found}
    return {i: worth for i, worth in found.items() if sight.part[i] == theatre and i not in sight.closed}


def axis(sight: Sight, theatre: str, line: Mapping[int, float]) -> int | None:
    """The hex of a line that has the most places of worth before it, the shortest way to them, and few in the way.

    ``line``: what each of its hexes needs, which tells how strong the enemy is before it.
    """
    axes = sight.phase.axes
    if theatre not in axes:
        board, shut = sight.board, sight.closed
        draw = dict.fromkeys(sorted(line), 0.0)
        for place, worth in sorted(prizes(sight, theatre).items()):
            far = spread(board.lines, [place], lambda _, b: b not in shut)
            for i in draw:
                if (steps := far.get(i, FARTHEST)) < FARTHEST:
                    draw[i] += worth / (1 + steps)
        for i in draw:
            near = [line[b] for b in (i, *board.beside(i)) if b in line]
            draw[i] *= len(near) / (len(near) * LEAST_NEED + sum(near))
        if (found := max(draw, key=lambda i: (draw[i], -i), default=None)) is None:
            return None
        before = sight.phase.before.get(theatre, found)
        near_it = [i for i in (before, *board.beside(before)) if i in draw]
        kept = max(near_it, key=lambda i: (draw[i], -i), default=found)
        axes[theatre] = kept if draw[kept] * STEADY >= draw[found] else found
    return axes[theatre]


def sector(sight: Sight, theatre: str, line: Mapping[int, float]) -> frozenset[int]:
    """The hexes of a line from which the battle of its axis is fought."""
    at = axis(sight, theatre, line)
    if at is None:
        return frozenset()
    near = {at}
    for _ in range(REACH):
        near |= {b for a in near for b in sight.board.beside(a)}
    return frozenset(i for i in line if i in near)
