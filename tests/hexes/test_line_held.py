"""Where a program holds its line: the least cut between the enemy and home, checked against trying every line."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations

import pytest

from rules.hexes.programs.front import held_line

WIDE, DEEP = 4, 3


def beside(i: int) -> tuple[int, ...]:
    """The neighbours in a small field of squares; the enemy is above its first row, home is its last."""
    row, column = divmod(i, WIDE)
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return tuple(r * WIDE + c for r, c in near if 0 <= r < DEEP and 0 <= c < WIDE)


def price(
    line: frozenset[int], ground: Mapping[int, float], front: frozenset[int], home: frozenset[int], men: list[float]
) -> float | None:
    """What a line costs, with the ground before it; None when the enemy gets home."""
    lost, waiting = set[int](), [i for i in front if i not in line]
    while waiting:
        i = waiting.pop()
        if i not in lost:
            lost.add(i)
            waiting += [b for b in beside(i) if b in ground and b not in line]
    return None if lost & home else sum(men[i] for i in line) + sum(ground[i] for i in lost)


@pytest.mark.parametrize("seed", range(12))
def test_no_line_costs_less(seed: int) -> None:
    """Every set of hexes is tried as a line: none costs less than the one that is found."""
    rng = random.Random(seed)
    ground = {i: rng.choice((0.0, 0.5, 1.0, 6.0)) for i in range(WIDE * DEEP) if rng.random() < 0.9}
    front = frozenset(i for i in ground if i < WIDE)
    home = frozenset(i for i in ground if i >= WIDE * (DEEP - 1))
    men = [rng.choice((1.0, 1.5, 2.5)) for _ in range(WIDE * DEEP)]
    tried = (frozenset(line) for k in range(len(ground) + 1) for line in combinations(ground, k))
    prices = [cost for line in tried if (cost := price(line, ground, front, home, men)) is not None]
    found = price(held_line(ground, front, home, lambda i: men[i], beside), ground, front, home, men)
    assert found == pytest.approx(min(prices))


def test_a_salient_is_given_up_and_a_prize_in_it_is_held() -> None:
    """Hexes that cost a man each are worth less than that, so only home is held; a prize at the tip is held as well."""
    salient = [0, 1, 2, 3]
    ground = dict.fromkeys(salient, 0.2)

    def near(i: int) -> tuple[int, ...]:
        return tuple(b for b in (i - 1, i + 1) if b in ground)

    def line() -> frozenset[int]:
        return held_line(ground, frozenset(salient), frozenset({3}), lambda _: 1.0, near)

    assert line() == {3}
    ground[0] = 10.0
    assert line() == {0, 3}
