"""From how many sides a hex is attacked."""

from __future__ import annotations

from collections.abc import Collection

from rules.kernel.lattice import SIDES

AROUND = len(SIDES)
MIN_HEXSIDES_ALL_ROUND = 4


def is_concentric(sides: Collection[int]) -> bool:
    """Whether an attack over these sides of a hex comes from all round: two opposite, every other one, or any four."""
    found = {*sides}
    if len(found) >= MIN_HEXSIDES_ALL_ROUND or any((side + AROUND // 2) % AROUND in found for side in found):
        return True
    return any({side, (side + 2) % AROUND, (side + 4) % AROUND} <= found for side in found)
