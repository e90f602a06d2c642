"""Fields, nations, seats and units as sentences name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.kernel.wording import listing
from rules.powers_1914.printed.board import Board
from rules.powers_1914.printed.pieces import GENERAL, SHIP, SIDE_NAMES, SIDES, Piece


@dataclass(frozen=True, slots=True)
class Names:
    """The names that are printed: of the fields, and by their ids of nations, their peoples and the generals."""

    board: Board
    nations: Mapping[str, str]
    articles: frozenset[str]
    """Nations that a sentence names with an article."""
    peoples: Mapping[str, str]
    generals: Mapping[str, str]
    pieces: Mapping[str, Piece]

    def place(self, area: str) -> str:
        """A field by its name, as in a list."""
        return self.board.name(area)

    def the_place(self, area: str) -> str:
        """A field within a sentence: "Champagne", "the North Sea"."""
        name = self.board.name(area)
        return f"the {name}" if self.board.is_sea(area) or self.board.areas[area].article else name

    def nation(self, nation: str) -> str:
        """A nation by its name, as in a list."""
        return self.nations[nation]

    def the_nation(self, nation: str) -> str:
        """A nation within a sentence: "Germany", "the Ottoman Empire"."""
        name = self.nations[nation]
        return f"the {name}" if nation in self.articles else name

    def seat(self, seat: str, side: str, nations: Iterable[str]) -> str:
        """A seat as people know it: by its nations; by its side where it plays them all or none is left."""
        names = [self.nations[n] for n in nations]
        return SIDE_NAMES[side] if seat in SIDES or not names else listing(names)

    def the_seat(self, seat: str, side: str, nations: Iterable[str]) -> str:
        """A seat within a sentence: "the Entente", "Russia and the United States"."""
        names = [self.the_nation(n) for n in nations]
        return f"the {SIDE_NAMES[side]}" if seat in SIDES or not names else listing(names)

    def unit(self, unit: str) -> str:
        """A unit as sentences name it: "German infantry", "Mackensen"."""
        p = self.pieces[unit]
        return self.generals[p.label] if p.kind == GENERAL else f"{self.peoples[p.nation]} {p.kind}"

    def units(self, units: Iterable[str]) -> str:
        """Several units as sentences name them: "3 German infantry and Mackensen"."""
        counts: dict[tuple[str, str], int] = {}
        for unit in units:
            p = self.pieces[unit]
            one = ("", self.generals[p.label]) if p.kind == GENERAL else (self.peoples[p.nation], p.kind)
            counts[one] = counts.get(one, 0) + 1
        parts, before = [], ""
        for (people, kind), n in counts.items():
            number = str(n) if n > 1 else ""
            name = f"{kind}s" if n > 1 and kind == SHIP else kind
            parts.append(" ".join(filter(None, (number, people if people != before else "", name))))
            before = people
        return listing(parts) if parts else "no units"

    def goods(self, units: Sequence[str]) -> str:
        """Units of a kind as those who buy them say: "infantry", "3 artillery", "a ship"."""
        kind = self.pieces[units[0]].kind
        if len(units) > 1:
            return f"{len(units)} {kind}{'s' if kind == SHIP else ''}"
        return f"a {kind}" if kind == SHIP else kind
