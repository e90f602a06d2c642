"""§21.11: front lines as the scenarios print them: single hexes, and two hexes with the straight row between them."""

from __future__ import annotations

from rules.kernel.lattice import Grain

GRAIN = Grain("odd")
"""§3.11: on all sheets odd rows lie half a hex further along the columns."""


def straight_row(a: str, b: str) -> tuple[str, ...]:
    """The row of hexes from ``a`` to ``b``, both counted. ValueError when they do not lie in one."""
    (xa, ya), (xb, yb) = _place(a), _place(b)
    dx, dy = xb - xa, yb - ya
    steps = abs(dy) + max(0, abs(dx) - abs(dy)) // 2
    if steps == 0:
        return (a,)
    if dx % steps or dy % steps or abs(dx // steps) + abs(dy // steps) != 2:
        raise ValueError(f"{a}-{b} is not a straight row of hexes")
    return tuple(_number(xa + n * dx // steps, ya + n * dy // steps) for n in range(steps + 1))


def hexes_of(line: str) -> tuple[str, ...]:
    """The hexes of a line such as ``6811-6612, 6311``, in order, each once."""
    found: dict[str, None] = {}
    for part in line.replace(" ", "").split(","):
        a, _, b = part.partition("-")
        found |= dict.fromkeys(straight_row(a, b or a))
    return tuple(found)


def _place(hex_: str) -> tuple[int, int]:
    row = int(hex_[:2])
    return GRAIN.doubled_x(row, int(hex_[2:])), row


def _number(x: int, row: int) -> str:
    return f"{row:02d}{(x - row % 2) // 2:02d}"
