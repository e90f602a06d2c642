"""§11.8: ground on which an army is cut off once the enemy comes forward from both sides of its way home."""

from __future__ import annotations

from collections.abc import Callable, Set

from rules.great_war.players.sight import SIDE_OF, Sight
from rules.kernel.floods import spread


def pockets(sight: Sight, ground: Set[int], home: Set[int]) -> frozenset[int]:
    """The foreign ground of a side from which the way home leads through a neck that the enemy can close.

    A way is safe that stays so far from every enemy army that none bars it after its advances (``mouth``). What lies
    no farther beside a safe way than an enemy may stand is the line along it, and no pocket.
    """
    advances = sight.habits.mouth
    if not advances or sight.turn < sight.habits.mouth_from:
        return frozenset()
    board, shut = sight.board, sight.closed
    armies = [i for i, units in sorted(sight.theirs.items()) if any(u.fights and u.attack for u in units)]
    near = spread(board.lines, armies, lambda _, b: b not in shut)
    barred = advances + 1
    # What is its own needs no way that is safe: it is fed where it stands, and would not be given up for one.
    own = {i for i in ground if SIDE_OF.get(board.country[i]) == sight.side}
    open_ = {i for i in ground if near.get(i, barred + 1) > barred} | own
    safe = spread(board.lines, sorted(home & open_), _within(open_))
    beside = set(safe)
    for _ in range(barred):
        beside |= {b for i in beside for b in board.beside(i) if b in ground}
    return frozenset(ground - beside)


def _within(ground: Set[int]) -> Callable[[int, int], bool]:
    """The ways that stay on some ground."""
    return lambda _, b: b in ground
