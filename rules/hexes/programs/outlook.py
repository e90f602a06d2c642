"""What an attack may be expected to bring: a table's results, weighed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import inf
from typing import NamedTuple


class Outlook(NamedTuple):
    """The mean of what both sides lose, in steps, and how likely the hex is to be empty afterwards."""

    ours: float
    theirs: float
    cleared: float


def stands(_: int) -> float:
    """A defender who never goes unless all of it is lost."""
    return 0.0


def expected_outlook(
    losses: Collection[tuple[int, int]], theirs: int, ours: float = inf, leaves: Callable[[int], float] = stands
) -> Outlook:
    """The mean over equally likely losses of attacker and defender, of whose steps nobody loses more than there are.

    ``leaves`` says how likely a defender is to go who is not wiped out by a loss.
    """
    mine = lost = cleared = 0.0
    for attacker, defender in losses:
        mine += min(ours, attacker)
        lost += min(theirs, defender)
        cleared += 1 if defender >= theirs else leaves(defender)
    return Outlook(mine / len(losses), lost / len(losses), cleared / len(losses))
