"""Which units of one part of the war are free to go in a phase of movement, where they can go, and what is where by
then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.great_war.players import posts
from rules.great_war.players.front import FAR, Line, line_of, strength
from rules.great_war.players.reasons import Purpose
from rules.great_war.players.sight import PARTS_OF_THE_NEAR_EAST, Sight, Unit, room
from rules.kernel.players import SeatClient

STRANGE = 4
"""Movement points that a unit counts as farther away among another nation, and cavalry from a hex of its own."""
NEAR = 3
"""Hexes from the line within which a place behind it that counts for victory is not left empty."""


@dataclass
class Muster:
    """One phase of movement in one part of the war as it is planned."""

    client: SeatClient
    sight: Sight
    part: str
    offered: frozenset[str]
    moves: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    why: dict[tuple[int, int], Purpose] = field(default_factory=dict)
    """What each move is for; that of the first unit, where several go."""
    _ends: dict[tuple[object, ...], Mapping[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.line: Line = line_of(self.sight, self.part)
        self.there: dict[int, list[Unit]] = {i: [*units] for i, units in self.sight.mine.items()}
        self.free: list[Unit] = []
        self._part_with()

    def _part_with(self) -> None:
        """The units that their hex can spare: all behind the line, and what a hex of it has beyond need."""
        unsupplied = self.sight.view["unsupplied"]
        for i, units in sorted(self.sight.mine.items()):
            able = [u for u in units if u.id in self.offered and u.fights]
            if not able or self.sight.part[i] != self.part:
                continue
            if i not in self.line.need:
                self.free += (
                    able[1:] if i in self.sight.aims and len(able) == len(units) and self._needs_unit(i) else able
                )
                continue
            left = strength(units)
            for unit in sorted(able, key=lambda u: (-u.attack, u.id)):
                if unit.id in unsupplied or left - unit.defence >= self.line.share[i]:
                    left -= unit.defence
                    self.free.append(unit)

    def _needs_unit(self, i: int) -> bool:
        """Whether a place behind the line is near enough to it to need a unit. In the Near East posts say so."""
        return self.part not in PARTS_OF_THE_NEAR_EAST and self.line.way.get(i, FAR) <= NEAR

    def ends(self, unit: Unit) -> Mapping[str, int]:
        """The hexes that a unit may be told to go to now, with what it costs. §11.1, §12.2: in the Near East only those
        that supply reaches."""
        if self.part not in PARTS_OF_THE_NEAR_EAST:
            return self.reach(unit)
        index, fed = self.sight.board.index, posts.fed_hexes(self.sight)
        return {name: cost for name, cost in self.reach(unit).items() if index[name] in fed}

    def reach(self, unit: Unit) -> Mapping[str, int]:
        """The same, whatever becomes of the unit there."""
        key = (unit.at, unit.nation, unit.kind, unit.ma, unit.turned, unit.drm)
        if key not in self._ends:
            try:
                self._ends[key] = self.client.options("move", "path", units=[unit.id])["costs"]
            except ValueError:
                self._ends[key] = {}
        return self._ends[key]

    def send(self, unit: Unit, to: int, why: str, at: int | None = None) -> None:
        """Note a move down, and count the unit at its end. ``why``: the code of its purpose, which is about the hex
        ``at``, else about where it goes."""
        self.why.setdefault((unit.at, to), Purpose(why, to if at is None else at))
        self.moves.setdefault((unit.at, to), []).append(unit.id)
        self.there[unit.at].remove(unit)
        self.there.setdefault(to, []).append(unit)
        self.free.remove(unit)

    def fits(self, unit: Unit, to: int) -> bool:
        """§7.23, §7.24: whether a hex has room for a unit, among units of its nation or of few others."""
        standing = self.there.get(to, [])
        if not unit.counts:
            return all(u.kind != unit.kind for u in standing)
        if unit.nation == "BU" and sum(u.nation == "BU" for u in standing) >= self.sight.charts.stacking.BU:
            return False
        if unit.nation == "US" and sum(u.nation == "US" for u in standing) >= self.sight.charts.stacking.US:
            return False
        return room(standing) > 0

    def _candidates(self, to: int) -> Iterator[tuple[float, str, Unit]]:
        name = self.sight.board.ids[to]
        nations = {u.nation for u in self.there.get(to, ())}
        for unit in self.free:
            if unit.at == to:
                yield -1.0, unit.id, unit
            elif self.fits(unit, to) and name in (ends := self.ends(unit)):
                strange = STRANGE if nations and unit.nation not in nations else 0
                rider = STRANGE if unit.kind == "cavalry" and not nations else 0
                yield ends[name] + strange + rider + self._too_good(unit, to), unit.id, unit

    def _too_good(self, unit: Unit, to: int) -> float:
        """In the Near East the weakest keep what is hardly threatened."""
        quiet = self.part in PARTS_OF_THE_NEAR_EAST and self.line.need.get(to, FAR) <= posts.LEAST
        return unit.attack if quiet else 0

    def best_for(self, to: int) -> Unit | None:
        """The nearest free unit that can come to a hex."""
        return min(self._candidates(to), default=(0, "", None), key=lambda c: c[:2])[2]
