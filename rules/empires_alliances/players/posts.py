"""§1.7, §2.7, §3.7: the captured cities in which a program leaves someone, while a count of points is near."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from rules.empires_alliances.players.sight import Sight, Unit
from rules.empires_alliances.printed.counters import FOOT
from rules.empires_alliances.printed.places import MAJOR
from rules.empires_alliances.printed.scenarios import EACH_MAJOR, Count
from rules.empires_alliances.printed.sides import CENTRAL

NEAR = 1
"""Turns before a count in which the cities are manned."""


@dataclass(frozen=True, slots=True)
class Posts:
    """Hexes that bring us points only if one of ours stands there, and whose unit it must be."""

    hexes: Collection[int] = frozenset()
    nations: Collection[str] = field(default=())

    def counts(self, unit: Unit) -> bool:
        """§1.71, §3.71: whether a unit occupies a city as the count wants it: infantry does in all of them."""
        return unit["kind"] in FOOT and (not self.nations or unit["nation"] in self.nations)


def posts_of(sight: Sight) -> Posts:
    """What is to be manned now; nothing while no count is near."""
    counts = sight.printed.scenarios[sight.view["scenario"]].counts
    for count in _due(sight, counts.values()):
        tables = counts[count.like] if count.like else count
        named = {*tables.gains} if sight.side == CENTRAL else {*tables.keeps, *tables.loses}
        cities = sight.printed.places.cities.values()
        listed = (c for c in cities if c.hex and (c.name in named or (EACH_MAJOR in named and c.kind == MAJOR)))
        hexes = (sight.printed.board.index(c.hex) for c in listed)
        taken = frozenset(i for i in hexes if sight.taken.get(sight.printed.board.lattice.ids[i]) == sight.side)
        return Posts(taken, tables.gained_by if sight.side == CENTRAL else ())
    return Posts()


def _due(sight: Sight, counts: Iterable[Count]) -> Iterator[Count]:
    """The counts of this turn and the next."""
    now = int(sight.view["turn"]) - 1
    near = {turn.id for turn in sight.printed.calendar[now : now + 1 + NEAR]}
    return (count for count in counts if count.turn in near)
