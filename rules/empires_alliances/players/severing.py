"""§1.71, §14.2: how cities of the enemy that count could be cut off, so that they count half: by whom who goes where,
and by which attacks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules.empires_alliances.players.sight import FOE, Sight, is_rank
from rules.empires_alliances.printed.counters import FIELD

OVERLAND = {"clear": 5, "mud": 4, "snow": 3}
"""§14.2, §20.2: hexes that a path over land may be long, by the weather."""
MOST_STEPS = 4
"""Hexes to be taken or cleared to cut off one city that it looks for at most."""
MOST_LOOKS = 400
"""Positions that it looks at for one city."""


class Cut(NamedTuple):
    """What cuts a city off: hexes to go to, and hexes that have to be cleared by attacks."""

    city: int
    go_to: tuple[int, ...]
    clear: tuple[int, ...]


@dataclass(frozen=True)
class Occupation:
    """Who stands where, as one side sees it that wants to cut off the other's cities: what is, or what could be."""

    ours: frozenset[int]
    """Our hexes."""
    watching: frozenset[int]
    """Those of them from which a zone reaches (§5.1)."""
    theirs: frozenset[int]

    def with_one_in(self, i: int) -> Occupation:
        """The same with infantry or cavalry of ours in a hex."""
        return Occupation(self.ours | {i}, self.watching | {i}, self.theirs - {i})

    def without(self, i: int) -> Occupation:
        """The same with a hex of the enemy's empty."""
        return Occupation(self.ours, self.watching, self.theirs - {i})

    def left(self, i: int) -> Occupation:
        """The same with nobody of ours in a hex any more."""
        return Occupation(self.ours - {i}, self.watching - {i}, self.theirs)

    def zone(self, sight: Sight) -> frozenset[int]:
        """§5.1: the hexes in our zones."""
        return frozenset(b for i in self.watching for b in sight.around(i))


def ground_of(sight: Sight) -> Occupation:
    """How it lies now."""
    watching = frozenset(
        i for i in sight.mine if any((is_rank(u) or u["kind"] == FIELD) and not u["shaken"] for u in sight.stacks[i])
    )
    return Occupation(sight.mine, watching, sight.theirs)


@dataclass
class Lines:
    """§14.2: the enemy's paths of supply, near enough to say which city a move of ours would cut off."""

    sight: Sight
    ground: Occupation

    @cached_property
    def zone(self) -> frozenset[int]:
        """§5.1: the hexes in our zones."""
        return self.ground.zone(self.sight)

    def is_shut(self, i: int) -> bool:
        """§14.2: whether no path over land goes through a hex: ours, or in our zone with none of theirs in it."""
        return i in self.ground.ours or (i in self.zone and i not in self.ground.theirs)

    def _carries(self, i: int) -> bool:
        """§14.2: whether their trains run through a hex, whoever stands there."""
        board, foe = self.sight.printed.board, FOE[self.sight.side]
        return i in board.on_rail and i not in self.zone and i not in self.ground.ours and self.sight.side_of(i) == foe

    def _feeds(self, i: int) -> bool:
        """§14.4: whether a hex is a city at home that our units and zones do not wholly surround."""
        sight, board = self.sight, self.sight.printed.board
        if not board.city[i] or i in self.ground.ours:
            return False
        war = sight.view["wars"].get(getattr(sight.printed.nations.get(board.country[i]), "power", ""))
        if war is None or war["side"] != FOE[sight.side] or sight.side_of(i) != FOE[sight.side]:
            return False
        return any(b not in self.zone and b not in self.ground.ours for b in sight.around(i))

    def way_out(self, city: int) -> tuple[int, ...] | None:
        """A path by which a city is fed, from the hex beside it on; None if there is none. Empty: it feeds itself, or
        stands on a line."""
        if self._feeds(city) or self._reaches_source(city):
            return ()
        most = min(OVERLAND[word] for word in self.sight.view["weather"].values())
        before: dict[int, int] = {city: city}
        front = [city]
        for _ in range(most):
            after: list[int] = []
            for a in front:
                for b in self.sight.around(a):
                    if b in before or self.is_shut(b):
                        continue
                    before[b] = a
                    if self._feeds(b) or self._reaches_source(b):
                        way = [b]
                        while before[way[-1]] != city:
                            way.append(before[way[-1]])
                        return tuple(reversed(way))
                    after.append(b)
            front = after
        return None

    def _reaches_source(self, start: int) -> bool:
        """§14.2: whether trains run from a hex to a city that feeds."""
        if not self._carries(start):
            return False
        rails = self.sight.printed.board.rail_neighbours
        seen, front = {start}, [start]
        while front:
            a = front.pop()
            if self._feeds(a):
                return True
            for b in rails[a]:
                if b not in seen and self._carries(b):
                    seen.add(b)
                    front.append(b)
        return False

    def is_cut_off(self, city: int) -> bool:
        """§1.71: whether a city of theirs can trace no path."""
        return self.way_out(city) is None


@dataclass
class Search:
    """Looks for what cuts one city off: whoever can go somewhere shuts a hex of the path that is left, or an attack
    clears one."""

    sight: Sight
    city: int
    ends: Collection[int]
    """Hexes that someone of ours could go to."""
    beside: Collection[int]
    """Hexes of theirs that could be attacked."""
    fits: Callable[[tuple[int, ...]], Occupation | None]
    """How it would lie with someone in each of these hexes; None where not that many can go."""

    def __post_init__(self) -> None:
        self._looks = 0

    def find(self) -> Cut | None:
        """The cut with the fewest attacks, and of those the one with the fewest moves."""
        for clears in (0, 1, 2):
            for steps in range(clears, MOST_STEPS + 1):
                found = self._deeper((), (), steps, clears)
                if found is not None:
                    return found
        return None

    def _deeper(self, go_to: tuple[int, ...], clear: tuple[int, ...], steps: int, clears: int) -> Cut | None:
        self._looks += 1
        if self._looks > MOST_LOOKS:
            return None
        ground = self.fits(go_to)
        if ground is None:
            return None
        for i in clear:
            ground = ground.without(i)
        lines = Lines(self.sight, ground)
        way = lines.way_out(self.city)
        if way is None:
            return Cut(self.city, go_to, clear)
        if not steps:
            return None
        for step, is_attack in self._answers(lines, way, clears):
            if step in go_to or step in clear:
                continue
            found = (
                self._deeper(go_to, (*clear, step), steps - 1, clears - 1)
                if is_attack
                else self._deeper((*go_to, step), clear, steps - 1, clears)
            )
            if found is not None:
                return found
        return None

    def _answers(self, lines: Lines, way: tuple[int, ...], clears: int) -> Iterator[tuple[int, bool]]:
        """What could shut a path: places to go to, and then hexes to clear."""
        sight = self.sight
        if way:
            open_ = [i for i in way if i not in lines.ground.theirs]
        else:
            open_ = [b for b in sight.around(self.city) if b not in lines.zone and b not in lines.ground.ours][:1]
            open_ = open_ or [self.city]
        places = {p for i in open_ for p in (i, *sight.around(i)) if p in self.ends and p not in lines.ground.ours}
        shuts = {p: sum(p == i or i in sight.around(p) for i in open_) for p in places}
        for p in sorted(places, key=lambda p: (-shuts[p], p)):
            yield p, False
        if clears:
            for i in way:
                if i in lines.ground.theirs and i in self.beside:
                    yield i, True
