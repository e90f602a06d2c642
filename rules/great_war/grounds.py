"""§21.11, §21.12: which hexes lie on which side of a scenario's lines, and where each group may be set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.great_war.board import Board
from rules.great_war.fronts import EAST, FRONTS, ITALY
from rules.great_war.nations import ALLIED, CENTRAL
from rules.great_war.scenarios import Group, Scenario
from rules.kernel.floods import connected

AT_ONCE = ("box", "dead", "removed", "aside")
"""Groups that nobody sets up: they lie in a box from the first."""
FOUGHT_OVER = ("RU", "GE", "AH", "RO")
"""The countries that the line in the east runs through; Serbia and Montenegro have borders for lines."""
SOURCES = {EAST: "RU"}
"""The word at the sources behind the Allied line of a front, where it is not the Western Allies' own."""


@dataclass(frozen=True, eq=False)
class Grounds:
    """The ground of both sides when a scenario begins."""

    board: Board
    card: Scenario

    def line(self, front: str) -> tuple[int, ...]:
        """§21.11: the Allied front line of a front as it is printed; empty where it is a border."""
        return tuple(self.board.index[h] for h in self.card.lines.get(front, ()))

    def side_of(self, country: str) -> str | None:
        """The side of a country when the scenario begins."""
        if country in self.card.central or country == "LU":
            return CENTRAL
        return ALLIED if country in self.card.allied else None

    def _is_fought_over(self, country: str) -> bool:
        return country in FOUGHT_OVER and self.side_of(country) is not None

    @cached_property
    def of(self) -> Mapping[str, frozenset[int]]:
        """The hexes of each side, all fronts together."""
        found: dict[str, set[int]] = {CENTRAL: set(), ALLIED: set()}
        for front in FRONTS:
            allied = self._behind(front)
            for i in self.board.by_front[front]:
                country = self.board.country[i]
                side = self.side_of(country)
                if side is not None:
                    if allied is not None and (front != EAST or self._is_fought_over(country)):
                        side = ALLIED if i in allied else CENTRAL
                    found[side].add(i)
        landed = {self.board.index[h] for g in self.card.groups if g.to == "hexes" and g.nation in self.card.allied
                  for h in g.hexes}  # fmt: skip
        return {CENTRAL: frozenset(found[CENTRAL] - landed), ALLIED: frozenset(found[ALLIED] | landed)}

    def _behind(self, front: str) -> frozenset[int] | None:
        """§21.12: the Allied line and all behind it, None for a front without a printed one."""
        line = self.line(front)
        if not line:
            return None
        board = self.board
        inside = board.by_front[front]
        if front == EAST:
            inside = frozenset(i for i in inside if self._is_fought_over(board.country[i]))
        barred = (frozenset(range(len(board.ids))) - inside) | frozenset(line)
        sources = [i for i in board.supply[SOURCES.get(front, "AL")] if i in inside and i not in barred]
        return frozenset(connected(board.lines, sources, barred) | set(line))

    @cached_property
    def contact(self) -> Mapping[str, frozenset[int]]:
        """§21.11: the hexes of each side that lie beside the other's ground."""
        found = {}
        for side, other in ((CENTRAL, ALLIED), (ALLIED, CENTRAL)):
            theirs = self.of[other]
            found[side] = frozenset(i for i in self.of[side] if any(b in theirs for b in self.board.lines[i]))
        return found

    def manned(self, side: str) -> tuple[int, ...]:
        """§21.24, §21.25: the hexes in which a side must set up combat units: the printed lines, and beside them.

        In the order of the lines, the west's first.
        """
        found: dict[int, None] = {}
        for front in FRONTS:
            line = self.line(front)
            if front == ITALY:
                # §21.34: only from 1916 on, and only ground that is not alpine.
                line = tuple(i for i in line if i not in self.board.alpine)
            for i in line:
                if side == ALLIED:
                    found[i] = None
                else:
                    found.update(dict.fromkeys(b for b in self.board.lines[i] if b in self.of[CENTRAL]))
        return tuple(found)

    @cached_property
    def areas(self) -> Mapping[Group, frozenset[int]]:
        """The areas of all groups that somebody sets up."""
        return {group: self.area(group) for group in self.card.groups if group.to not in AT_ONCE}

    def area(self, group: Group) -> frozenset[int]:
        """§21.12, §21.13: where the units of a group may be set up. ValueError for places that are not built yet."""
        side = CENTRAL if group.nation in self.card.central else ALLIED
        board, mine = self.board, self.of[side]
        match group.to:
            case "hexes":
                return frozenset(board.index[h] for h in group.hexes)
            case "around":
                near = {h for centre in group.hexes for h in board.lattice.within(centre, group.within)}
                return frozenset({board.index[h] for h in near} & mine)
            case "home":
                return board.by_country[group.nation] & mine
            case "serbian-border":
                border = board.by_country["SE"] | board.by_country["MN"]
                home = board.by_country[group.nation] & mine
                return frozenset(i for i in home if any(b in border for b in board.lines[i]))
            case "west" | "italy" | "east":
                found = board.by_front[group.to] & mine
                if group.to == ITALY and side == ALLIED and not self.line(ITALY):
                    found &= board.by_country[group.nation]
                if group.to == EAST:
                    found = frozenset(i for i in found if self._is_fought_over(board.country[i]))
                low, high = group.rows or (0, 99)
                return frozenset(i for i in found if low <= int(board.ids[i][1:3]) <= high)
            case _:
                raise ValueError(f"{group.to} cannot be set up yet")
