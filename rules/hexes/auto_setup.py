"""A set-up in one click as it grows: units over hexes, as evenly as there is room, and moved on where there is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


class DealtUnits(Generic[P]):
    """Which units have been dealt where. A game says where there is room, and may count more in ``counted``."""

    def __init__(self) -> None:
        self.places: dict[str, P] = {}
        """Unit to its hex, in the order in which they were dealt."""
        self.at: dict[P, list[str]] = {}
        """The units of each hex that has had any."""
        self.number: dict[P, int] = defaultdict(int)

    def has_room(self, unit: str, hex_: P) -> bool:
        """Whether a unit may be put into a hex beside those that are there."""
        raise NotImplementedError

    def counted(self, unit: str, hex_: P, more: int) -> None:
        """One unit more or less there, for whatever the game counts."""

    def put(self, unit: str, hex_: P) -> None:
        """A unit in a hex."""
        self.counted(unit, hex_, 1)
        self.number[hex_] += 1
        self.places[unit] = hex_
        self.at.setdefault(hex_, []).append(unit)

    def lift(self, unit: str) -> P:
        """A unit out of its hex again, which is given back."""
        hex_ = self.places.pop(unit)
        self.at[hex_].remove(unit)
        self.number[hex_] -= 1
        self.counted(unit, hex_, -1)
        return hex_

    def spread(self, units: Iterable[str], hexes: Sequence[P]) -> list[str]:
        """Units over hexes in turn, as evenly as there is room; those left over."""
        left = []
        for unit in units:
            # The emptiest first, and among these the first: what comes after one with room is not looked at.
            here = next((h for h in sorted(hexes, key=self.number.__getitem__) if self.has_room(unit, h)), None)
            if here is None:
                left.append(unit)
            else:
                self.put(unit, here)
        return left

    def settle(self, areas: Mapping[str, Sequence[P]], units: Iterable[str] | None = None) -> list[str]:
        """Units each into one of its hexes, the emptiest first; those left over.

        Where a unit finds no room, another of ``areas`` gives way to it and finds room elsewhere, perhaps by the same
        means: one is left over when no chain of such moves helps. Without ``units`` all of ``areas`` are settled, those
        that have the fewest hexes first.
        """
        listed = sorted(areas, key=lambda unit: len(areas[unit])) if units is None else [*units]
        return [unit for unit in listed if not self._found_room(unit, areas)]

    def _found_room(self, unit: str, areas: Mapping[str, Sequence[P]]) -> bool:
        asked: set[tuple[str, P]] = set()
        seeking = [(unit, self._moves(unit, areas, asked))]
        moved: list[tuple[str, str, P]] = []
        while seeking:
            who, moves = seeking[-1]
            found = next(moves, None)
            if found is None:
                seeking.pop()
                if moved:
                    self._put_back(*moved.pop())
                continue
            hex_, other = found
            if other is None:
                self.put(who, hex_)
                return True
            was = self.lift(other)
            if self.has_room(who, hex_):
                self.put(who, hex_)
                moved.append((who, other, was))
                seeking.append((other, self._moves(other, areas, asked)))
            else:
                self.put(other, was)
        return False

    def _put_back(self, came: str, other: str, was: P) -> None:
        self.lift(came)
        self.put(other, was)

    def _moves(
        self, unit: str, areas: Mapping[str, Sequence[P]], asked: set[tuple[str, P]]
    ) -> Iterator[tuple[P, str | None]]:
        """A hex with room for a unit; else each of its hexes with each who might leave it."""
        hexes = sorted(areas[unit], key=self.number.__getitem__)
        free = next((hex_ for hex_ in hexes if self.has_room(unit, hex_)), None)
        if free is not None:
            yield free, None
            return
        for hex_ in hexes:
            if (unit, hex_) not in asked:
                asked.add((unit, hex_))
                yield from ((hex_, other) for other in [*self.at.get(hex_, ())] if other in areas)
