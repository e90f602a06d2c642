"""The line that a side holds: its hexes, how hard the enemy leans on each, and how much stands there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.great_war.players.sight import Sight, Unit
from rules.kernel.floods import spread

SIGHT_OF_ENEMY = 4
"""Hexes from which an enemy stack can soon stand before ours: a line is held as far as that."""
SECOND_ROW = 0.3
"""What enemies two hexes away count, against those beside a hex."""
HOLDS = 2.2
"""Odds at which a hex should hold: below them an attack costs the attacker more than the defender."""
LEAST = 3.0
"""Defence factors that a hex of the line should have whoever is before it: a division."""
FAR = 999


@dataclass(frozen=True)
class Line:
    """The line of one side in one theatre. ``need`` and ``have`` are defence factors by hex."""

    sight: Sight
    theatre: str
    need: Mapping[int, float]

    @cached_property
    def have(self) -> Mapping[int, float]:
        """What stands in each hex of the line."""
        return {i: strength(self.sight.mine.get(i, ())) for i in self.need}

    @cached_property
    def pressure(self) -> float:
        """What is needed against what stands there, over the whole line."""
        return sum(self.need.values()) / max(1.0, sum(self.have.values()))

    @cached_property
    def neediest(self) -> tuple[int, ...]:
        """The third of the line that has least of what it needs; those with nobody first."""
        ranked = sorted(self.need, key=lambda i: (self.have[i] / self.need[i], self.sight.board.ids[i]))
        return tuple(ranked[: max(1, len(ranked) // 3)])

    @cached_property
    def field(self) -> Mapping[int, int]:
        """Hexes from every hex of ours to the neediest of the line, over ground of ours."""
        return distances(self.sight, self.neediest)

    @cached_property
    def way(self) -> Mapping[int, int]:
        """Hexes from every hex of ours to the nearest of the line."""
        return distances(self.sight, self.need)


def strength(units: Iterable[Unit]) -> float:
    """The defence factors of combat units."""
    return sum(u.defence for u in units if u.fights)


def distances(sight: Sight, goals: Iterable[int]) -> Mapping[int, int]:
    """Hexes from every hex of ours to the nearest goal, over ground of ours."""
    ours = sight.ours
    return spread(sight.board.lines, sorted(goals), lambda _, b: b in ours)


def line_of(sight: Sight, theatre: str) -> Line:
    """The line in a theatre: the hexes of ours that the enemy can soon stand before."""
    board, shut = sight.board, sight.closed
    key = ("line", theatre)
    if key in sight.memo:
        found: Line = sight.memo[key]
        return found
    armies = {
        i: sum(u.attack for u in units if u.fights) for i, units in sight.theirs.items() if _in(sight, i, theatre)
    }
    armies = {i: attack for i, attack in armies.items() if attack}
    blocked = shut | frozenset(sight.mine)
    steps = spread(board.lines, sorted(armies), lambda _, b: b not in blocked)
    near = {i for i, far in steps.items() if far <= SIGHT_OF_ENEMY}
    need: dict[int, float] = {}
    for i in sorted(sight.ours | frozenset(sight.mine)):
        if not _in(sight, i, theatre) or i in shut:
            continue
        beside = board.beside(i)
        first = sum(armies.get(b, 0) for b in beside)
        if not first and not any(b in near and b not in sight.ours for b in beside):
            continue
        second = {c for b in beside for c in board.beside(b)} - {*beside, i}
        threat = first + SECOND_ROW * sum(armies.get(c, 0) for c in second)
        need[i] = max(LEAST, threat / HOLDS)
    made = sight.memo[key] = Line(sight, theatre, need)
    return made


def _in(sight: Sight, i: int, theatre: str) -> bool:
    return sight.board.theatre[i] == theatre
