"""§21.12: a legal set-up that makes sense, in one click: nations in sectors of their own, reserves behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rules.great_war.fronts import EAST, ITALY, WEST
from rules.great_war.grounds import Grounds
from rules.great_war.scenarios import Group, Limit
from rules.great_war.stacking import BESIDES
from rules.great_war.state import State
from rules.great_war.supply import supplied

LETTERS = {WEST: "W", ITALY: "W", EAST: "E"}
FIXED = ("hexes", "around")
"""Groups whose hexes the scenario names: they are dealt first, for others look where their headquarters lie."""


def dealt(state: State, grounds: Grounds, side: str, groups: Mapping[str, Group]) -> dict[str, str]:
    """Every unit of ``groups`` with its hex."""
    table = _Table(state, grounds, side)
    by_group: dict[int, list[str]] = {}
    listed: dict[int, Group] = {}
    for unit, group in groups.items():
        by_group.setdefault(id(group), []).append(unit)
        listed[id(group)] = group
    areas = {key: grounds.areas[group] for key, group in listed.items()}
    front = set(grounds.manned(side))
    keys = sorted(listed, key=lambda key: (listed[key].to not in FIXED, len(areas[key] & front) or 999))
    for key in keys:
        if listed[key].to in FIXED:
            for unit in by_group[key]:
                table.spread([unit], sorted(areas[key]))
    staffs = [key for key in keys if listed[key].to not in FIXED and any(not _fights(state, u) for u in by_group[key])]
    for key in keys:
        if listed[key].to not in FIXED:
            table.claim(listed[key].nation, areas[key], near_staff=True)
    for key in keys:
        if listed[key].to not in FIXED:
            table.claim(listed[key].nation, areas[key], near_staff=False)
    for key in keys:
        if listed[key].to not in FIXED:
            table.man([u for u in by_group[key] if _fights(state, u)], listed[key].nation, areas[key])
    for key in staffs:
        table.staff([u for u in by_group[key] if not _fights(state, u)], listed[key].nation, areas[key])
    return table.places


def _fights(state: State, unit: str) -> bool:
    return state.counter(unit).is_combat


class _Table:
    """The set-up of a side as it grows."""

    def __init__(self, state: State, grounds: Grounds, side: str) -> None:
        self.state, self.grounds, self.side = state, grounds, side
        self.board = state.printed.board
        self.places: dict[str, str] = {}
        self.at: dict[int, list[str]] = {}
        self.claims: dict[int, str] = {}
        self.counted: Counter[int] = Counter()
        self.front = grounds.manned(side)

    def has_room(self, unit: str, i: int) -> bool:
        """§7.23, §21.25: stacking, and how many of the nation may stand there."""
        counter, there = self.state.counter(unit), [self.state.counter(u) for u in self.at.get(i, ())]
        if counter.kind in BESIDES:
            return all(c.kind != counter.kind for c in there) and not self.limited(counter.nation, i)
        limits = self.state.printed.charts.stacking
        return sum(c.kind not in BESIDES for c in there) < limits.units and not self.limited(counter.nation, i)

    def limited(self, nation: str, i: int) -> bool:
        """§21.25: whether a limit on the nation is reached there."""
        return any(self.counted[n] >= (limit.most or 0) for n, limit in self._limits(nation, i))

    def _limits(self, nation: str, i: int) -> Iterator[tuple[int, Limit]]:
        """The limits on how many of a nation stand there, with their places on the scenario's list."""
        here = self.board.ids[i]
        for n, limit in enumerate(self.state.card.limits):
            low, high = limit.rows or (0, 99)
            inside = here[0] == LETTERS[limit.front] and low <= int(here[1:3]) <= high
            if limit.most is not None and limit.nation == nation and inside:
                yield n, limit

    def put(self, unit: str, i: int) -> None:
        """A unit in a hex."""
        for n, _ in self._limits(self.state.counter(unit).nation, i):
            self.counted[n] += 1
        self.places[unit] = self.board.ids[i]
        self.at.setdefault(i, []).append(unit)

    def spread(self, units: Sequence[str], hexes: Sequence[int]) -> list[str]:
        """Units over hexes in turn, as evenly as there is room; those left over."""
        left = []
        for unit in units:
            open_ = [i for i in hexes if self.has_room(unit, i)]
            if open_:
                self.put(unit, min(open_, key=lambda i: (len(self.at.get(i, ())), hexes.index(i))))
            else:
                left.append(unit)
        return left

    def claim(self, nation: str, area: frozenset[int], *, near_staff: bool) -> None:
        """The hexes of the front that a nation mans: first round its headquarters, then what nobody has."""
        staffs = {
            self.board.index[h] for u, h in self.places.items()
            if self.state.counter(u).nation == nation and not self.state.counter(u).is_combat
        }  # fmt: skip
        for i in self.front:
            if i in area and i not in self.claims and (
                not near_staff or i in staffs or any(b in staffs for b in self.board.lines[i])
            ):  # fmt: skip
                self.claims[i] = nation

    def man(self, units: Sequence[str], nation: str, area: frozenset[int]) -> None:
        """The front with the strongest first, cavalry and what is left over behind it."""
        strong = sorted(units, key=lambda u: (-self._strength(u), u))
        foot = [u for u in strong if self.state.counter(u).kind != "cavalry"]
        mounted = [u for u in strong if self.state.counter(u).kind == "cavalry"]
        mine = [i for i in self.front if self.claims.get(i) == nation and i in area] or self._borders(nation, area)
        empty = [i for i in mine if not self.at.get(i)]
        first = max(0, len(empty) - len(foot))
        line = foot + mounted[:first]
        left = self.spread(line, mine)
        behind = self._behind(mine, area, nation)
        left = self.spread([*left, *mounted[first:]], behind)
        left = self.spread(left, sorted(area & supplied(self.state, nation, False), key=lambda i: self.board.ids[i]))
        if left:
            raise ValueError(f"{left[0]} finds no room")

    def staff(self, units: Sequence[str], nation: str, area: frozenset[int]) -> None:
        """Headquarters behind the front at even distances."""
        mine = [i for i in self.front if self.claims.get(i) == nation and i in area] or self._borders(nation, area)
        for n, unit in enumerate(units):
            middle = mine[(2 * n + 1) * len(mine) // (2 * len(units))]
            near = [b for b in self._behind([middle], area, nation) if self.has_room(unit, b)]
            others = [i for i in mine if self.has_room(unit, i)] + [i for i in sorted(area) if self.has_room(unit, i)]
            self.put(unit, (near or others)[0])

    def _strength(self, unit: str) -> int:
        face = self.state.face(unit)
        return face.attack + face.defence

    def _borders(self, nation: str, area: frozenset[int]) -> list[int]:
        """§21.24: where an area has no printed line: its hexes beside the enemy's ground, if they are in supply."""
        fed = area & supplied(self.state, nation, False)
        found = fed & self.grounds.contact[self.side] or fed or area
        return sorted(found, key=lambda i: self.board.ids[i])

    def _behind(self, front: Sequence[int], area: frozenset[int], nation: str) -> list[int]:
        """The hexes behind some of the front that no other nation has and that are in supply, in their order."""
        line, fed = set(self.front) | set(front), supplied(self.state, nation, False)
        found = dict.fromkeys(b for i in front for b in self.board.lines[i] if b in area and b in fed and b not in line)
        return [i for i in found if all(self.state.counter(u).nation == nation for u in self.at.get(i, ()))]
