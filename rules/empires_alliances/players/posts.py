"""§1.7, §2.7, §3.7: the cities that count before long, and the captured ones in which a program leaves someone then."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.empires_alliances.printed.counters import FOOT
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.printed.places import MAJOR
from rules.empires_alliances.printed.scenarios import EACH_MAJOR, Count
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL

NEAR = 1
"""Turns before a count in which it is played for."""
TABLES = {CENTRAL: ("gains",), ALLIED: ("keeps", "loses")}
"""The tables with cities in which units of a side make a difference."""


@dataclass(frozen=True, slots=True)
class Posts:
    """Hexes that count only if a side has someone there, and of which countries, if any are named."""

    hexes: Collection[int] = frozenset()
    nations: Collection[str] = ()

    def counts(self, unit: Mapping[str, Any]) -> bool:
        """§1.71, §3.71: whether a unit occupies a city as the count wants it: infantry does in all of them."""
        return unit["kind"] in FOOT and (not self.nations or unit["nation"] in self.nations)


def posts_of(view: Mapping[str, Any], printed: Printed, side: str) -> Posts:
    """The cities that a side has to man for the next count; none while no count is near."""
    for count in _due(view, printed):
        hexes = _hexes_of(printed, count, TABLES[side])
        return Posts(hexes, count.gained_by if side == CENTRAL else ())
    return Posts()


def next_counted(view: Mapping[str, Any], printed: Printed) -> frozenset[int]:
    """The hexes of the cities that the next count names, on either side, however far it is."""
    count = _next_count(view, printed)
    return _hexes_of(printed, count, ("gains", "keeps", "loses")) if count is not None else frozenset()


def _next_count(view: Mapping[str, Any], printed: Printed) -> Count | None:
    """The next count with the tables that it uses, however far it is."""
    counts, now = printed.scenarios[view["scenario"]].counts, int(view["turn"]) - 1
    later = {turn.id: number for number, turn in enumerate(printed.calendar) if number >= now}
    coming = sorted((later[count.turn], id_) for id_, count in counts.items() if count.turn in later)
    if not coming:
        return None
    count = counts[coming[0][1]]
    return counts[count.like] if count.like else count


def counted_for(view: Mapping[str, Any], printed: Printed) -> tuple[frozenset[int], frozenset[int]]:
    """§1.71, §3.71: the cities of the next count that bring points if the Central Powers take them, and if they keep
    them; none where nothing is counted any more."""
    count = _next_count(view, printed)
    if count is None:
        return frozenset(), frozenset()
    return _hexes_of(printed, count, ("gains",)), _hexes_of(printed, count, ("keeps",))


def _hexes_of(printed: Printed, count: Count, tables: Iterable[str]) -> frozenset[int]:
    """The hexes of the cities that some tables of a count name, all major ones where they stand for each of them."""
    named = {name for table in tables for name in getattr(count, table)}
    cities = (c for c in printed.places.cities.values() if c.hex and c.name not in count.except_)
    listed = (c for c in cities if c.name in named or (EACH_MAJOR in named and c.kind == MAJOR))
    return frozenset(printed.board.index(c.hex) for c in listed)


def _due(view: Mapping[str, Any], printed: Printed) -> Iterator[Count]:
    """The counts of this turn and the next, with the tables that they use."""
    counts, now = printed.scenarios[view["scenario"]].counts, int(view["turn"]) - 1
    near = {turn.id for turn in printed.calendar[now : now + 1 + NEAR]}
    return (counts[count.like] if count.like else count for count in counts.values() if count.turn in near)
