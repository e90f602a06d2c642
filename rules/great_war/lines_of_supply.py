"""§11.2: what lines of supply run over: the net of hexes joined to a nation's sources, and who is near enough to it.

An enemy's step changes two hexes of a thousand. So the net is mended where that is enough, and a unit's own line is
kept for as long as nobody stands on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rules.kernel.floods import connected

RADIUS = 4
"""§11.21, §11.22: hexes from a unit to a source or town."""
FEW, MANY = 12, 100
"""Up to this number changes of lines, and of a net, are mended one by one; with more all is found again."""
Links = Sequence[Sequence[int]]


class Net:
    """§11.22: the hexes from which a line of any length runs to a source.

    A flag for each hex of the atlas: a net holds two thousand hexes, five nations have one, and every match keeps them.
    """

    __slots__ = ("_flags",)

    def __init__(self, flags: bytes | bytearray) -> None:
        self._flags = bytes(flags)

    def __contains__(self, i: int) -> bool:
        return bool(self._flags[i])

    def __eq__(self, other: object) -> bool:
        """Whether it is the same hexes."""
        return self._flags == other._flags if isinstance(other, Net) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def among(self, hexes: Iterable[int]) -> frozenset[int]:
        """Those of some hexes that are in it."""
        flags = self._flags
        return frozenset(i for i in hexes if flags[i])

    def flags(self) -> bytearray:
        """A copy of its flags, to be altered."""
        return bytearray(self._flags)


def joined(links: Links, sources: Collection[int], shut: Collection[int]) -> Net:
    """§11.22: the hexes from which a line of any length runs to one of the sources."""
    flags = bytearray(len(links))
    for i in connected(links, sources, shut):
        flags[i] = 1
    return Net(flags)


def mended(
    net: Net,
    links: Links,
    sources: Collection[int],
    was: frozenset[int],
    now: frozenset[int],
    more: Collection[int] = (),
) -> Net:
    """The net for other shut hexes, and ``more`` sources than before: what ``joined`` finds, from the net before."""
    changed = was ^ now
    if len(changed) > MANY:
        return joined(links, sources, now)
    found = net.flags()
    for source in more:
        if not found[source]:
            _grow(found, links, source, now)
    for x in changed - now:
        if not found[x] and any(found[b] for b in links[x]):
            _grow(found, links, x, now)
    for y in changed & now:
        if not found[y]:
            continue
        found[y] = 0
        if not _holds(found, links, y):
            return joined(links, sources, now)
    mended_net = Net(found)
    return net if mended_net == net else mended_net


def _grow(net: bytearray, links: Links, start: int, shut: Collection[int]) -> None:
    net[start] = 1
    front = [start]
    while front:
        for b in links[front.pop()]:
            if not net[b] and b not in shut:
                net[b] = 1
                front.append(b)


def _holds(net: bytearray, links: Links, y: int) -> bool:
    """Whether the neighbours of a hex that are in the net are joined to each other without it.

    Nearly always they touch round it, or a few hexes on; only what hung on that hex alone is looked at whole.
    """
    left = {b for b in links[y] if net[b]}
    if len(left) < 2:
        return True
    start = left.pop()
    beside = [start]
    while beside and left:
        near = left.intersection(links[beside.pop()])
        left -= near
        beside += near
    if not left:
        return True
    seen, front = {start}, [start]
    while front:
        following: list[int] = []
        for a in front:
            for b in links[a]:
                if net[b] and b not in seen:
                    seen.add(b)
                    following.append(b)
                    left.discard(b)
                    if not left:
                        return True
        front = following
    return False


class Fed:
    """Which hexes have a line of four to one of ``starts``, asked one by one.

    ``links`` leave out what is never traced into; ``shut`` are enemies; ``ends`` are traced into and not through.
    """

    __slots__ = ("_discs", "_ends", "_field", "_links", "_none", "_paths", "_shut", "starts")

    def __init__(
        self,
        links: Links,
        starts: frozenset[int],
        shut: frozenset[int],
        ends: Collection[int] = (),
        earlier: Fed | None = None,
    ) -> None:
        self._links, self.starts, self._shut, self._ends = links, starts, shut, ends
        self._paths: dict[int, tuple[int, ...]] = {}
        self._none: set[int] = set()
        self._field: frozenset[int] | None = None
        self._discs: dict[int, frozenset[int]] = {}
        if earlier is not None and earlier._links is links:
            self._discs = earlier._discs
            # A line stays good while no enemy has come into it and what it ended at still feeds.
            paths = self._paths = dict(earlier._paths)
            shifted = shut ^ earlier._shut
            other = starts ^ earlier.starts if starts is not earlier.starts else frozenset[int]()
            lost = (shifted & shut) | (other - starts)
            won = (shifted - shut) | (other & starts)
            for i in self._within(lost) if len(lost) <= FEW else [*paths]:
                if not lost.isdisjoint(paths.get(i, ())):
                    del paths[i]
            # Where there was none, there is none while nothing near has become free or feeds now.
            if len(won) <= FEW:
                self._none = earlier._none - self._within(won) if earlier._none else set()

    def _within(self, hexes: Iterable[int]) -> frozenset[int]:
        """All hexes from which a line could run over one of these, or to it."""
        return frozenset[int]().union(*map(self._disc, hexes))

    def _disc(self, hex_: int) -> frozenset[int]:
        """Those of one hex: found a single time, since only the links matter."""
        found = self._discs.get(hex_)
        if found is None:
            seen, front = {hex_}, {hex_}
            for _ in range(RADIUS):
                front = {b for a in front for b in self._links[a]} - seen
                seen |= front
            found = self._discs[hex_] = frozenset(seen)
        return found

    def __contains__(self, i: int) -> bool:
        """§11.21: whether a line runs from the hex."""
        if i in self._paths:
            return True
        if i in self._none:
            return False
        path = self._find(i)
        if path:
            self._paths[i] = path
        else:
            self._none.add(i)
        return bool(path)

    def __eq__(self, other: object) -> bool:
        """Whether both answer alike, as far as either was asked."""
        if not isinstance(other, Fed):
            return NotImplemented
        asked = {*self._paths, *self._none, *other._paths, *other._none}
        return all((i in self) == (i in other) for i in asked)

    __hash__ = None  # type: ignore[assignment]

    def known(self) -> Mapping[int, tuple[int, ...]]:
        """The lines that were found already, by the hex from which they run."""
        return self._paths

    def field(self) -> frozenset[int]:
        """All hexes that have a line, found from its other end a single time, whichever nations trace alike."""
        if self._field is None:
            found, front = {*self.starts}, {*self.starts}
            for _ in range(RADIUS):
                going = {a for a in front if a in self.starts or a not in self._ends} if self._ends else front
                near = set[int]().union(*map(self._links.__getitem__, going))
                front = near.difference(found).difference(self._shut)
                found |= front
            self._field = frozenset(found)
        return self._field

    def _find(self, i: int) -> tuple[int, ...]:
        """The line from a hex, itself first; empty where there is none."""
        starts, links, shut, ends = self.starts, self._links, self._shut, self._ends
        if i in starts:
            return (i,)
        if i in shut:
            return ()
        before: dict[int, int] = {i: i}
        front = [i]
        for _ in range(RADIUS):
            following: list[int] = []
            for a in front:
                if a != i and a in ends:
                    continue
                for b in links[a]:
                    if b in before or b in shut:
                        continue
                    before[b] = a
                    if b in starts:
                        return _back(before, b)
                    following.append(b)
            front = following
        return ()


def _back(before: dict[int, int], end: int) -> tuple[int, ...]:
    path = [end]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return tuple(reversed(path))
