"""SupplyLines of supply of some length, asked hex by hex. One is kept for as long as no enemy stands on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from rules.hexes.supply.components import Links
from rules.kernel.floods import disc

NOWHERE: frozenset[int] = frozenset()
MAX_ROUND_EACH = 12
"""Up to this number of changes lines are looked for round each; with more all of them are looked through."""


class Around:
    """The hexes from which a line of some length could run over a hex or to it, found once for a whole board."""

    __slots__ = ("_found", "_length", "_links")

    def __init__(self, links: Links, length: int) -> None:
        self._links, self._length = links, length
        self._found: dict[int, tuple[int, ...]] = {}

    def __call__(self, i: int) -> Collection[int]:
        """Those of one hex. ``links`` go both ways."""
        found = self._found.get(i)
        if found is None:
            # Kept for all matches, so as a tuple: it takes a quarter of a set's room.
            found = self._found[i] = tuple(disc(self._links, i, self._length, (), ()))
        return found


class SupplyLines:
    """Which hexes have a line of ``length`` steps at most to one of ``starts``, asked one by one.

    ``links`` leave out what is never traced into; ``shut`` are enemies; ``ends`` are traced into and not through.
    ``about`` gives the hexes from which a line could run over one, and may give others besides.
    """

    __slots__ = ("_about", "_ends", "_field", "_length", "_links", "_none", "_paths", "_shut", "starts")

    def __init__(
        self,
        links: Links,
        starts: frozenset[int],
        length: int,
        shut: frozenset[int],
        about: Callable[[int], Collection[int]],
        ends: frozenset[int] = NOWHERE,
        earlier: SupplyLines | None = None,
    ) -> None:
        self._links, self.starts, self._length, self._shut, self._ends = links, starts, length, shut, ends
        self._paths: dict[int, tuple[int, ...]] = {}
        self._none: set[int] = set()
        self._field: frozenset[int] | None = None
        self._about = about
        if earlier is not None and earlier._traces_alike(self):
            # A line stays good while no enemy has come into it and what it ended at still feeds.
            paths = self._paths = dict(earlier._paths)
            shifted = shut ^ earlier._shut
            other = starts ^ earlier.starts if starts is not earlier.starts else frozenset[int]()
            lost = (shifted & shut) | (other - starts)
            won = (shifted - shut) | (other & starts)
            for i in self._within(lost) if len(lost) <= MAX_ROUND_EACH else [*paths]:
                if not lost.isdisjoint(paths.get(i, ())):
                    del paths[i]
            # Where there was none, there is none while nothing near has become free or feeds now.
            if len(won) <= MAX_ROUND_EACH:
                self._none = earlier._none - self._within(won) if earlier._none else set()

    def _traces_alike(self, other: SupplyLines) -> bool:
        """Whether both look for the same lines, whoever is in their way and wherever they end."""
        return self._links is other._links and self._length == other._length and self._ends == other._ends

    def _within(self, hexes: Iterable[int]) -> set[int]:
        """All hexes from which a line could run over one of these, or to it."""
        return set[int]().union(*map(self._about, hexes))

    def __contains__(self, i: int) -> bool:
        """Whether a line runs from the hex."""
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
        if not isinstance(other, SupplyLines):
            return NotImplemented
        asked = {*self._paths, *self._none, *other._paths, *other._none}
        return all((i in self) == (i in other) for i in asked)

    __hash__ = None  # type: ignore[assignment]

    def known(self) -> Mapping[int, tuple[int, ...]]:
        """The lines that were found already, by the hex from which they run."""
        return self._paths

    def field(self) -> frozenset[int]:
        """All hexes that have a line, found from its other end once, whichever nations trace alike."""
        if self._field is None:
            found, front = {*self.starts}, {*self.starts}
            for _ in range(self._length):
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
        for _ in range(self._length):
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
