"""Operational movement: the line is filled where it is thinnest, the rest gathers where an attack promises most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.great_war.fronts import WEST
from rules.great_war.players import schemes
from rules.great_war.players.line import (
    EASY,
    FAR,
    LAST_OF_1914,
    Line,
    line_of,
    on_the_march,
    pressing,
    strength,
    wanted,
)
from rules.great_war.players.sight import PARIS, Sight, Unit, room
from rules.kernel.floods import spread
from rules.kernel.players import Chair

STRANGE = 4
"""Movement points that a unit counts as farther away among another nation, and cavalry from a hex of its own."""
OPEN_ROAD, A_CORPS = 3, 3
"""§8.14: while armies still march in 1914, hexes that men go beyond the others into empty country, and how many."""
DAYS_AHEAD, AN_ARMY = 8, 4
"""§8.14: hexes that armies march beyond their neighbours in 1914, and the divisions of one on a road: with four in a
hex the attackers are on table B (§10.33)."""
BRAVE = 2.5
"""Odds against which a stack on the march may come to stand."""
QUIET = 0.5
"""How much better off a hex counts that has no enemy beside it."""


@dataclass(frozen=True, slots=True)
class Move:
    """Units of one hex and the hex to which they go."""

    units: tuple[str, ...]
    to: str


@dataclass
class March:
    """One phase of movement in one theatre as it is planned: who is still free, and what stands where by then."""

    chair: Chair
    sight: Sight
    theatre: str
    offered: frozenset[str]
    moves: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    _ends: dict[tuple[object, ...], Mapping[str, int]] = field(default_factory=dict)
    _abreast: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.line: Line = line_of(self.sight, self.theatre)
        self.there: dict[int, list[Unit]] = {i: [*units] for i, units in self.sight.mine.items()}
        self.free: list[Unit] = []

    def plan(self) -> list[Move]:
        """The moves of the phase, in an order in which they can be given."""
        self._part_with()
        self._fill()
        self._patch()
        self._rescue()
        if pressing(self.sight, self.theatre):
            self._entrain()
        if self.sight.turn <= LAST_OF_1914:
            self._mass(schemes.sieges(self.sight, self.line, self.there))
            self._advance()
            self._step_forward()
        self._gather()
        self._step_forward()
        self._entrain()
        self._march_up()
        self._headquarters()
        ids = self.sight.board.ids
        return [Move(tuple(units), ids[to]) for (_, to), units in sorted(self.moves.items(), key=lambda m: m[0])]

    # --- who is free ------------------------------------------------------------------------------------------------

    def _part_with(self) -> None:
        """The units that their hex can spare: all that stand behind the line, and what a hex of it has beyond need."""
        unsupplied = self.sight.view["unsupplied"]
        for i, units in sorted(self.sight.mine.items()):
            able = [u for u in units if u.id in self.offered and u.fights]
            if not able:
                continue
            if i not in self.line.need:
                self.free += able[1:] if i in self.sight.aims and len(able) == len(units) and self._exposed(i) else able
                continue
            left = strength(units)
            for unit in sorted(able, key=lambda u: (-u.attack, u.id)):
                if unit.id in unsupplied or left - unit.defence >= self.line.share[i]:
                    left -= unit.defence
                    self.free.append(unit)

    def _exposed(self, i: int) -> bool:
        """Whether a place behind the line is near enough to it to need somebody."""
        return self.line.way.get(i, FAR) <= 3

    # --- where they can go ------------------------------------------------------------------------------------------

    def ends(self, unit: Unit) -> Mapping[str, int]:
        """The hexes that a unit may be told to go to now, with what it costs."""
        key = (unit.at, unit.nation, unit.kind, unit.ma, unit.turned, unit.drm)
        if key not in self._ends:
            try:
                self._ends[key] = self.chair.options("move", "path", units=[unit.id])["costs"]
            except ValueError:
                self._ends[key] = {}
        return self._ends[key]

    def send(self, unit: Unit, to: int) -> None:
        """Note a move down, and count the unit at its end."""
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
                yield ends[name] + strange + rider, unit.id, unit

    def best_for(self, to: int) -> Unit | None:
        """The nearest free unit that can come to a hex."""
        return min(self._candidates(to), default=(0, "", None), key=lambda c: c[:2])[2]

    # --- the line ---------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        """The neediest hex of the line first, each with the nearest unit that is free, until nobody comes."""
        short = {i: strength(self.there.get(i, ())) / need for i, need in self.line.share.items()}
        short = {i: ratio for i, ratio in short.items() if ratio < 1}
        while short:
            i = min(short, key=lambda h: (short[h] + (QUIET if self._quiet(h) else 0), -self.line.need[h], h))
            unit = self.best_for(i)
            if unit is None:
                del short[i]
                continue
            if unit.at == i:
                self.free.remove(unit)
            else:
                self.send(unit, i)
            short[i] = self._kept(i) / self.line.share[i]
            if short[i] >= 1:
                del short[i]

    def _quiet(self, i: int) -> bool:
        """Whether no enemy stands beside a hex."""
        return not any(b in self.sight.theirs for b in self.sight.board.beside(i))

    def _patch(self) -> None:
        """A hex of the line with nobody in it is manned from a neighbour that has several, whatever these need."""
        for i in sorted(self.line.need):
            if any(u.fights for u in self.there.get(i, ())):
                continue
            name = self.sight.board.ids[i]
            found = []
            beside = self.sight.board.beside
            for h in sorted({*beside(i)} | {c for b in beside(i) for c in beside(b)}):
                able = [u for u in self.there.get(h, ()) if u.at == h and u.fights and u.id in self.offered]
                if len(able) > 1:
                    unit = min(able, key=lambda u: (u.defence, u.id))
                    if name in self.ends(unit) and self.fits(unit, i):
                        found.append((-len(able), h, unit))
            if found:
                unit = min(found, key=lambda f: f[:2])[2]
                if unit not in self.free:
                    self.free.append(unit)
                self.send(unit, i)

    def _kept(self, i: int) -> float:
        free = {u.id for u in self.free}
        return sum(u.defence for u in self.there.get(i, ()) if u.fights and u.id not in free)

    # --- attacks ----------------------------------------------------------------------------------------------------

    def _gather(self) -> None:
        """What is left over goes to the hexes from which the best attacks can be made."""
        self._mass(schemes.best(self.sight, self.line, self.there))

    def _mass(self, plans: Iterable[schemes.Scheme]) -> None:
        """Whoever is free, to the hexes from which attacks are to be made, as many as there is room for."""
        for scheme in plans:
            for i in scheme.origins:
                while room(self.there.get(i, ())) > 0:
                    unit = self.best_for(i)
                    if unit is None:
                        break
                    if unit.at == i:
                        self.free.remove(unit)
                    else:
                        self.send(unit, i)
            if not self.free:
                return

    # --- the march of 1914 --------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """§8.14: in 1914 whole German stacks march on Paris abreast, through country that nobody holds."""
        board, shut = self.sight.board, self.sight.closed
        if self.theatre != WEST or not on_the_march(self.sight):
            return
        toward = spread(board.lines, [board.index[h] for h in PARIS], lambda _, b: b not in shut)
        abreast = self._within(DAYS_AHEAD)
        for at in sorted({u.at for u in self.free}, key=lambda i: (toward.get(i, FAR), i)):
            corps = [u for u in self.free if u.at == at]
            leader = min(corps, key=lambda u: (u.ma, u.id))
            found = [
                (not self._prize(i), self._crowded(i), toward.get(i, FAR), cost, i)
                for name, cost in self.ends(leader).items()
                if (i := board.index[name]) in self.sight.enemys and i in abreast and i not in self.sight.closed
                and (self._prize(i) or toward.get(i, FAR) < toward.get(at, FAR)) and self._stands(i, corps)
            ]  # fmt: skip
            if found:
                to = min(found)[4]
                for unit in corps:
                    if (
                        len(self.there.get(to, ())) < AN_ARMY
                        and self.fits(unit, to)
                        and board.ids[to] in self.ends(unit)
                    ):
                        self.send(unit, to)

    def _prize(self, i: int) -> bool:
        """Whether a hex counts for victory and nobody has come to it yet."""
        return i in self.sight.aims and not self.there.get(i)

    def _crowded(self, i: int) -> bool:
        """Whether an army is in a hex already, so that the next takes the road beside it."""
        return len(self.there.get(i, ())) >= AN_ARMY

    def _stands(self, i: int, corps: Sequence[Unit]) -> bool:
        """Whether a stack can meet the enemies beside a hex, were these to fall upon it."""
        beside = (self.sight.theirs.get(b, ()) for b in self.sight.board.beside(i))
        return sum(u.attack for units in beside for u in units) <= BRAVE * strength([*corps, *self.there.get(i, ())])

    # --- forward ----------------------------------------------------------------------------------------------------

    def _step_forward(self) -> None:
        """Ground of the enemy that nobody holds is taken by units that are free, nearest to what counts for victory."""
        prizes = {i for i in self.sight.aims if i in self.sight.enemys and self.sight.board.theatre[i] == self.theatre}
        if not prizes or not self.free:
            return
        board, closed = self.sight.board, self.sight.closed
        toward = schemes.toward(self.sight)
        early = self.sight.turn <= LAST_OF_1914
        stack, self._abreast = (A_CORPS if early else 1), self._within(OPEN_ROAD if early else 1)
        taken: Counter[int] = Counter()
        for unit in sorted(self.free, key=lambda u: (toward.get(u.at, FAR), u.id)):
            here = toward.get(unit.at, FAR)
            found = [
                (toward.get(i, FAR), cost, i)
                for name, cost in self.ends(unit).items()
                if (i := board.index[name]) in self.sight.enemys and i not in closed
                and taken[i] < stack and self.fits(unit, i)
                and toward.get(i, FAR) < here and self._safe(i, unit)
            ]  # fmt: skip
            if found:
                to = min(found)[2]
                taken[to] += 1
                self.send(unit, to)

    def _within(self, steps: int) -> frozenset[int]:
        """The hexes that lie within that many of men of this side."""
        found = frozenset(self.sight.mine)
        for _ in range(steps):
            found |= {b for a in found for b in self.sight.board.beside(a)}
        return found

    def _safe(self, i: int, unit: Unit) -> bool:
        """Whether one unit may stand so far forward: beside men of its side, with one weak enemy stack near at most."""
        if i not in self._abreast:
            return False
        beside = [self.sight.theirs[b] for b in self.sight.board.beside(i) if b in self.sight.theirs]
        return len(beside) <= 1 and sum(u.attack for units in beside for u in units) <= 2 * unit.defence

    # --- from the rear ----------------------------------------------------------------------------------------------

    def _march_up(self) -> None:
        """Who is behind the line and has found nothing to do goes nearer to where men are wanted."""
        index, field = self.sight.board.index, self.line.field
        for unit in [*self.free]:
            if unit.at in self.line.need:
                continue
            here = field.get(unit.at, FAR)
            found = [
                (field.get(index[name], FAR), cost, index[name])
                for name, cost in self.ends(unit).items()
                if field.get(index[name], FAR) < here
                and self.fits(unit, index[name])
                and index[name] in self.sight.ours
            ]
            if found:
                self.send(unit, min(found)[2])

    def _rescue(self) -> None:
        """§11.8: units out of supply go back to where they have some, which is all that they may do."""
        index, unsupplied = self.sight.board.index, self.sight.view["unsupplied"]
        for unit in [u for u in self.free if u.id in unsupplied]:
            found = [(cost, index[n]) for n, cost in self.ends(unit).items() if self.fits(unit, index[n])]
            if found:
                self.send(unit, min(found)[1])

    def _entrain(self) -> None:
        """§9.31: Germans whom this theatre can spare go to a town, and by train to the other."""
        if wanted(self.sight) == self.theatre or self.line.pressure > EASY:
            return
        board = self.sight.board
        for unit in [u for u in self.free if u.nation == "GE" and u.at not in board.towns]:
            found = [
                (cost, i)
                for name, cost in self.ends(unit).items()
                if (i := board.index[name]) in board.towns and i in self.sight.ours and i not in self.line.need
                and self.fits(unit, i)
            ]  # fmt: skip
            if found:
                self.send(unit, min(found)[1])

    # --- headquarters -----------------------------------------------------------------------------------------------

    def _headquarters(self) -> None:
        """§15.6: headquarters stand with the line, apart from each other, where the most units of theirs are."""
        staffs = [u for units in self.sight.mine.values() for u in units if not u.fights]
        at = {u.id: u.at for u in staffs}
        for hq in sorted(staffs, key=lambda u: u.id):
            if hq.id not in self.offered or self._of_use(hq, at):
                continue
            best = max(self._places(hq, at), default=None)
            if best is not None and best[0] > self._worth(hq, hq.at, at):
                self.moves.setdefault((hq.at, best[2]), []).append(hq.id)
                at[hq.id] = best[2]

    def _of_use(self, hq: Unit, at: Mapping[str, int]) -> bool:
        return hq.at in self.line.need and self._worth(hq, hq.at, at) > 0

    def _places(self, hq: Unit, at: Mapping[str, int]) -> Iterator[tuple[float, int, int]]:
        index = self.sight.board.index
        for name, cost in self.ends(hq).items():
            i = index[name]
            if any(u.fights for u in self.there.get(i, ())) and i not in at.values():
                yield self._worth(hq, i, at), -cost, i

    def _worth(self, hq: Unit, i: int, at: Mapping[str, int]) -> float:
        """The units of its nation that a headquarters could support, less for others near by and the way to go."""
        around = (i, *self.sight.board.beside(i))
        own = sum(
            u.nation == hq.nation and u.fights for h in around for u in self.there.get(h, ()) if h in self.line.need
        )
        others = sum(place in around for unit, place in at.items() if unit != hq.id)
        return own - 4 * others - self.line.way.get(i, 20) / 2
