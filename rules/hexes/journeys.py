"""Journeys by rail: where lines lead that nobody bars, over as few hexes of the enemy's as can be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from rules.kernel.messages import Json, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, SomeOf, refused_by


class Journeys:
    """Every hex that trains reach from one, and over how many hexes of the enemy's."""

    __slots__ = ("_before", "cost")

    def __init__(self, cost: Mapping[int, int], before: Mapping[int, int]) -> None:
        self.cost = cost
        self._before = before

    def path(self, to: int) -> tuple[int, ...]:
        """The hexes to one, the start left out."""
        way = [to]
        while way[-1] in self._before:
            way.append(self._before[way[-1]])
        return tuple(reversed(way[:-1]))

    def onward(self, gate: int, entries: Iterable[int], further: Journeys) -> Journeys:
        """With those that go on elsewhere: from ``gate`` to any of the ``entries`` at which ``further`` begins."""
        return Journeys(
            {**self.cost, **further.cost}, {**self._before, **dict.fromkeys(entries, gate), **further._before}
        )


def journeys_from(
    links: Sequence[Sequence[int]],
    starts: Iterable[int],
    mine: AbstractSet[int],
    shut: AbstractSet[int],
    last: Collection[int],
    cost: int = 0,
) -> Journeys:
    """All that is reached, by the fewest hexes that are not ``mine``; hexes of ``last`` are entered and not left.

    ``cost``: of the hexes of the enemy's that were crossed before the ``starts``.
    """
    begun = dict.fromkeys(starts, cost)
    found, before = dict(begun), dict[int, int]()
    queue, abroad = deque(begun), list[int]()
    home = mine - shut
    while queue:
        a = queue.popleft()
        if a not in last or a in begun:
            for b in links[a]:
                # Whoever comes first comes over the fewest: those abroad wait until nobody is left at home.
                if b in found:
                    continue
                if b in home:
                    found[b], before[b] = found[a], a
                    queue.append(b)
                elif b not in shut and b not in mine:
                    found[b], before[b] = found[a] + 1, a
                    abroad.append(b)
        if not queue:
            queue, abroad = deque(abroad), []
    return Journeys(found, before)


@dataclass(frozen=True, slots=True)
class Passengers(SomeOf):
    """Units of one hex that go together. ``place`` says where one is, ``there`` who is in a hex; ``apart`` refuses
    units of several hexes, ``together`` what they are too much for."""

    names: Fitting
    place: Callable[[str], str] = field(kw_only=True)
    there: Callable[[str], Iterable[str]] = field(kw_only=True)
    apart: Refusal = field(kw_only=True)
    together: Callable[[tuple[str, ...]], object] = field(default=lambda _: None, kw_only=True)
    """Raises Refused for units that may each go and not all of them."""

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units, all in one hex."""
        units = SomeOf.read(self, raw, section)
        if len({self.place(unit) for unit in units}) > 1:
            raise Refused(self.apart.code, self.apart.section, self.apart.text)
        self.together(units)
        return units

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them, sometimes with another of its hex."""
        first = self.names.draw(rng)
        if first is None:
            return None
        if not rng.randrange(2):
            return [first]
        beside = [unit for unit in self.there(self.place(first)) if unit != first and unit in self.names]
        if beside and refused_by(lambda _: self.together((first, beside[0])))(first) is None:
            return [first, beside[0]]
        return [first]
