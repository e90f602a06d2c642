"""Floods in which every step costs the same, over all hexes at once: a set of hexes is one number, a bit a hex.

The bits lie so that the neighbour over one side is always as many bits away. A step over a side is then a shift of the
whole set, and a flood over thousands of hexes takes as long as some dozens of shifts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress

from rules.kernel.lattice import OFF_BOARD

Links = tuple[int, ...]
"""By side the hexes, as bits, that may be left over it."""

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Places along the row, and rows, to the neighbour over each side, in a row that is laid out askew."""
_ONE = ord("1")
_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


class BitLayout:
    """Where the bit of each hex lies. ``neighbours[i][side]``: an index, or ``OFF_BOARD``; side + 3 lies opposite.

    Hexes hang together, but for some that have no neighbour at all. ValueError when they do not.
    """

    __slots__ = ("_at", "_neighbours", "_none", "_places", "_shift", "_shifts")

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        found = _laid_out(neighbours)
        first, width = min(x for x, _ in found.values()), 2 + max(x for x, _ in found.values())
        width -= first
        top = min(row for _, row in found.values())
        places = {i: (row - top) * width + x - first for i, (x, row) in found.items()}
        end = max(places.values()) + 1
        for i in range(len(neighbours)):
            if i not in places:
                places[i], end = end, end + 1
        self._neighbours = neighbours
        self._shifts = tuple(x + row * width for x, row in _STEPS)
        # Places are counted as digits are read: from the highest bit down.
        self._places = tuple(end - 1 - places[i] for i in range(len(neighbours)))
        self._shift = tuple(end - 1 - place for place in self._places)
        self._none = b"0" * end
        at = [OFF_BOARD] * end
        for i, place in enumerate(self._places):
            at[place] = i
        self._at = tuple(at)

    def bits(self, hexes: Iterable[int]) -> int:
        """A set of hexes as a number."""
        places, digits = self._places, bytearray(self._none)
        for i in hexes:
            digits[places[i]] = _ONE
        return int(digits, 2)

    def renewed(self, bits: int, looked: Iterable[int], found: Iterable[int]) -> int:
        """A set with what was found where one looked: a few hexes are altered, whatever the size of the set."""
        shift, there = self._shift, 0
        for i in looked:
            there |= 1 << shift[i]
        bits &= ~there
        for i in found:
            bits |= 1 << shift[i]
        return bits

    def has(self, bits: int, hex_: int) -> bool:
        """Whether a hex is in a set."""
        return bits >> self._shift[hex_] & 1 == 1

    def hexes(self, bits: int) -> frozenset[int]:
        """The hexes of a number."""
        digits = f"{bits:0{len(self._at)}b}".encode().translate(_DIGITS)
        return frozenset(compress(self._at, digits))

    def links(self, leads: Callable[[int, int], bool]) -> Links:
        """All steps from a hex to a neighbour that lead there."""
        over: list[list[int]] = [[] for _ in _STEPS]
        for a, around in enumerate(self._neighbours):
            for side, b in enumerate(around):
                if b != OFF_BOARD and leads(a, b):
                    over[side].append(a)
        return tuple(map(self.bits, over))

    def flood(self, links: Links, begins: int, steps: int, ends: int) -> int:
        """What is reached in that many steps: into ``ends`` but not on from them; ``begins`` are always left."""
        reached = front = begins
        ways = [(leave, shift) for leave, shift in zip(links, self._shifts, strict=True) if leave]
        for _ in range(steps):
            new = 0
            for leave, shift in ways:
                leaving = front & leave
                new |= leaving << shift if shift > 0 else leaving >> -shift
            new &= ~reached
            if not new:
                break
            reached |= new
            front = new & ~ends
        return reached


def _laid_out(neighbours: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    """A place along its row, and a row, for each hex that has a neighbour."""
    connected = [i for i, around in enumerate(neighbours) if any(b != OFF_BOARD for b in around)]
    found: dict[int, tuple[int, int]] = {connected[0]: (0, 0)} if connected else {}
    front = [*found]
    while front:
        a = front.pop()
        x, row = found[a]
        for b, (along, down) in zip(neighbours[a], _STEPS, strict=True):
            if b != OFF_BOARD and b not in found:
                found[b] = (x + along, row + down)
                front.append(b)
    if len(found) < len(connected):
        raise ValueError("the hexes of this board do not all hang together")
    return found
