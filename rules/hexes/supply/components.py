"""The ground over which lines of supply run, in pieces: a line of any length joins two hexes of one piece.

An enemy's step shuts one hex and opens another. Nations that trace alike share the ground, whatever their sources are;
so what a step joins or parts is looked for once, and beside those two hexes first.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Container, Iterable, Iterator, Sequence

MAX_MENDED_HEXES = 100
"""Up to this number of hexes that open or shut, pieces are mended one by one; with more all are found again."""
MAX_NUMBERS = 1_000
"""Numbers are not used a second time: before there are more of them, all pieces are found again."""
Links = Sequence[Sequence[int]]


class Unbroken:
    """A stretch of the ground's history in which no piece falls apart. It is what it is: two are never equal."""

    __slots__ = ()


class SupplyComponents:
    """Which hexes of the board are joined, for one side.

    Each hex has a ``number``, 0 where it is shut or no line ever runs. Two numbers are of one piece when ``pieces`` has
    the same for both: so pieces that are joined need not be gone through. Which numbers they are means nothing.
    ``whole`` is the same object as in a ground before as long as no piece has fallen apart since.
    """

    __slots__ = ("_links", "_numbers", "_pieces", "whole")

    def __init__(self, links: Links, numbers: array[int], pieces: list[int], whole: Unbroken) -> None:
        self._links, self._numbers, self._pieces, self.whole = links, numbers, pieces, whole

    def piece(self, i: int) -> int:
        """Of which piece a hex is; 0 for none."""
        return self._pieces[self._numbers[i]]

    def pieces(self, hexes: Iterable[int]) -> set[int]:
        """The components that these hexes belong to."""
        numbers, pieces = self._numbers, self._pieces
        return {pieces[numbers[i]] for i in hexes}

    def beside(self, i: int) -> set[int]:
        """The pieces that touch a hex."""
        return self.pieces(self._links[i]) - {0}

    def among(self, hexes: Iterable[int], pieces: Container[int]) -> frozenset[int]:
        """Those of some hexes that are of certain pieces."""
        numbers, good = self._numbers, {n for n, piece in enumerate(self._pieces) if piece in pieces}
        return frozenset([i for i in hexes if numbers[i] in good])

    def __eq__(self, other: object) -> bool:
        """Whether the same hexes are joined."""
        if not isinstance(other, SupplyComponents):
            return NotImplemented
        mine, others = ([g.piece(i) for i in range(len(g._numbers))] for g in (self, other))
        pairs = {*zip(mine, others, strict=True), (0, 0)}
        return len(pairs) == len({*mine, 0}) == len({*others, 0})

    __hash__ = None  # type: ignore[assignment]

    def mended(self, was: frozenset[int], now: frozenset[int]) -> SupplyComponents:
        """The ground when other hexes are shut: what ``part`` finds, from what this has of it."""
        changed = was ^ now
        if len(changed) > MAX_MENDED_HEXES or len(self._pieces) > MAX_NUMBERS:
            return part(self._links, now)
        found = SupplyComponents(self._links, self._numbers[:], self._pieces[:], self.whole)
        for x in changed - now:
            found._open(x)
        for y in changed & now:
            found._shut_hex(y)
        return found

    def _open(self, x: int) -> None:
        """All pieces round a hex become one over it."""
        if not self._links[x]:
            return
        near = self.beside(x)
        into = self._numbers[x] = min(near) if near else self._another()
        if len(near) > 1:
            self._pieces = [into if piece in near else piece for piece in self._pieces]

    def _shut_hex(self, y: int) -> None:
        """A piece may fall apart without a hex: the shorter parts get numbers of their own.

        Nearly always the neighbours of the hex touch round it.
        """
        numbers, links = self._numbers, self._links
        numbers[y] = 0
        left = {b for b in links[y] if numbers[b]}
        lots: list[_Frontier] = []
        while left:
            beside = [left.pop()]
            for a in beside:
                near = left.intersection(links[a])
                left -= near
                beside += near
            lots.append(_Frontier({*beside}, beside))
        for part in _cut_off(numbers, links, lots):
            number, self.whole = self._another(), Unbroken()
            for i in part:
                numbers[i] = number

    def _another(self) -> int:
        """A number that no hex has had."""
        self._pieces.append(len(self._pieces))
        return len(self._pieces) - 1


def _cut_off(numbers: Sequence[int], links: Links, lots: list[_Frontier]) -> Iterator[set[int]]:
    """The hexes that are joined to each of some lots, if these are not joined to each other; but for one of the longer
    ones. All are looked for at the same time, a hex further in turn: so a short one is known before the long one has
    been gone through."""
    while len(lots) > 1:
        for lot in lots:
            met = lot.step(numbers, links, lots)
            if met is not None:
                lot.seen |= met.seen
                lot.front += met.front
                lots.remove(met)
                break
            if not lot.front:
                yield lot.seen
                lots.remove(lot)
                break


class _Frontier:
    """Hexes that are joined to one another: all that were ``seen``, and the ``front`` from which it goes on."""

    __slots__ = ("front", "seen")

    def __init__(self, seen: set[int], front: list[int]) -> None:
        self.seen = seen
        self.front = front

    def step(self, numbers: Sequence[int], links: Links, lots: Iterable[_Frontier]) -> _Frontier | None:
        """Go on by one hex everywhere; another lot, if this comes to it."""
        following: list[int] = []
        for a in self.front:
            for b in links[a]:
                if numbers[b] and b not in self.seen:
                    self.seen.add(b)
                    following.append(b)
        self.front = following
        return next((lot for lot in lots if lot is not self and not lot.seen.isdisjoint(following)), None)


def part(links: Links, shut: Container[int]) -> SupplyComponents:
    """The ground with these hexes shut."""
    left = bytearray(1 if row and i not in shut else 0 for i, row in enumerate(links))
    numbers, last = array("H", bytes(2 * len(left))), 0
    start = left.find(1)
    while start >= 0:
        last += 1
        left[start], numbers[start] = 0, last
        front = [start]
        while front:
            for b in links[front.pop()]:
                if left[b]:
                    left[b], numbers[b] = 0, last
                    front.append(b)
        start = left.find(1, start)
    return SupplyComponents(links, numbers, [*range(last + 1)], Unbroken())


class Net:
    """The hexes from which a line of any length runs to one of the sources, and these themselves."""

    __slots__ = ("_ground", "_pieces", "_sources")

    def __init__(self, ground: SupplyComponents, sources: Collection[int]) -> None:
        self._ground, self._sources = ground, frozenset(sources)
        found = ground.pieces(self._sources)
        if 0 in found:
            # A line begins even in a source that it could not run through.
            found = found.union(*(ground.beside(source) for source in sources if not ground.piece(source))) - {0}
        self._pieces = frozenset(found)

    def __contains__(self, i: int) -> bool:
        return self._ground.piece(i) in self._pieces or i in self._sources

    def among(self, hexes: Collection[int]) -> frozenset[int]:
        """Those of some hexes that are in it."""
        return self._ground.among(hexes, self._pieces) | self._sources.intersection(hexes)
