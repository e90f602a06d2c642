"""What draws on limited things, each whole and by one way: units that are fed by cities, passengers on few trains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

Way = tuple[str, ...]
"""All that someone draws on at once: a source, or a port, a fleet and a source beyond the sea."""

NO_WAYS: Mapping[str, Way] = MappingProxyType({})


def allot(
    sizes: Mapping[str, int],
    ways: Mapping[str, Sequence[Way]],
    room: Mapping[str, int],
    named: Mapping[str, Way] = NO_WAYS,
) -> dict[str, Way]:
    """By name the way of all that find room, in the order of ``sizes``, which goes from the most to the least urgent.

    ``sizes``: how much each draws, of everything on its way. ``ways``: those that each could take, the best first; they
    are kept to while there is room. ``room``: how much there is; what is left out has no limit. ``named`` are settled
    already and stay. ValueError when these exceed the room.

    The large come before the small, and nobody who has found room loses it to one who comes later: they are moved only.
    Among those of one size no other choice would serve more. Of several sizes each gives way alone, so that a large one
    that would need two small ones to go is left out: to find the most then is a problem that has no quick answer.
    """
    table = _Dealt(sizes, ways, room)
    for name, way in named.items():
        if not table.fits(name, way):
            raise ValueError(f"{name} finds no room on {way}")
        table.put(name, way)
    table.fixed = frozenset(named)
    waiting = [name for name in sizes if name not in named]
    for size in sorted({sizes[name] for name in waiting}, reverse=True):
        table.begin()
        for name in waiting:
            if sizes[name] == size:
                table.find(name)
    return {name: table.way[name] for name in sizes if name in table.way}


class _Dealt:
    """Who draws on what, as it grows."""

    def __init__(self, sizes: Mapping[str, int], ways: Mapping[str, Sequence[Way]], room: Mapping[str, int]) -> None:
        self.sizes, self.ways = sizes, ways
        self.left = dict(room)
        self.users: dict[str, dict[str, None]] = defaultdict(dict)
        self.way: dict[str, Way] = {}
        self.fixed: frozenset[str] = frozenset()
        self.tried: set[tuple[Way, int]] = set()

    def fits(self, name: str, way: Way) -> bool:
        """Whether there is room for one all along a way."""
        return not self._full(name, way)

    def _full(self, name: str, way: Way) -> list[str]:
        size = self.sizes[name]
        return [thing for thing in way if self.left.get(thing, size) < size]

    def put(self, name: str, way: Way) -> None:
        """One more on a way."""
        self._draw(name, way, self.sizes[name])
        self.way[name] = way
        for thing in way:
            self.users[thing][name] = None

    def lift(self, name: str) -> Way:
        """One off its way, which is given back."""
        way = self.way.pop(name)
        self._draw(name, way, -self.sizes[name])
        for thing in way:
            del self.users[thing][name]
        return way

    def _draw(self, name: str, way: Way, size: int) -> None:
        for thing in way:
            if thing in self.left:
                self.left[thing] -= size

    def begin(self) -> None:
        """Those of the next size are looked at: ways on which nobody could give way before may be asked for again."""
        self.tried.clear()

    def find(self, name: str) -> bool:
        """Room for one, if others can be moved on to make it; they are where they were if not.

        Ways that were asked for in vain stay ``tried`` until ``begin``: where one of a size found no room, none will.
        """
        asked: set[tuple[Way, int]] = set()
        seeking = [(name, self._moves(name, asked))]
        moved: list[tuple[str, str, Way]] = []
        while seeking:
            who, moves = seeking[-1]
            way, other = next(moves, (None, None))
            if way is None:
                seeking.pop()
                if moved:
                    self._put_back(*moved.pop())
            elif other is None:
                self.put(who, way)
                return True
            else:
                was = self.lift(other)
                if self.fits(who, way):
                    self.put(who, way)
                    moved.append((who, other, was))
                    seeking.append((other, self._moves(other, asked)))
                else:
                    self.put(other, was)
        self.tried |= asked
        return False

    def _put_back(self, who: str, other: str, was: Way) -> None:
        self.lift(who)
        self.put(other, was)

    def _moves(self, name: str, asked: set[tuple[Way, int]]) -> Iterator[tuple[Way, str | None]]:
        """A way with room for one; else each way with each who might leave it."""
        full: list[tuple[Way, list[str]]] = []
        for way in self.ways[name]:
            lacking = self._full(name, way)
            if not lacking:
                yield way, None
                return
            full.append((way, lacking))
        for way, lacking in full:
            key = (way, self.sizes[name])
            if key not in asked and key not in self.tried:
                asked.add(key)
                yield from ((way, other) for other in self._in_the_way(lacking) if other not in self.fixed)

    def _in_the_way(self, lacking: Sequence[str]) -> list[str]:
        """Those who draw on all that is lacking: one of them alone can make room."""
        first, *others = (self.users[thing] for thing in lacking)
        return [name for name in first if all(name in users for users in others)]
