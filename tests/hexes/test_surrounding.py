"""From how many sides an attack comes."""

from __future__ import annotations

import pytest

from rules.hexes.surrounding import is_concentric


@pytest.mark.parametrize(
    ("sides", "concentric"),
    [
        ((), False), ((3,), False), ((0, 1), False), ((0, 2), False), ((0, 1, 2), False), ((5, 0, 1), False),
        ((0, 3), True), ((1, 4), True), ((5, 2), True), ((0, 2, 4), True), ((1, 3, 5), True), ((0, 1, 3), True),
        ((0, 1, 2, 3), True),
    ],
)  # fmt: skip
def test_opposite_sides_every_other_one_or_four(sides: tuple[int, ...], concentric: bool) -> None:
    assert is_concentric(sides) is concentric
