"""§11.0, §12.2, §14.2: who is in supply in the Near East, by the plainest search there is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.games.great_war.oracle.ground import barrier, fort_of, other, word
from tests.games.great_war.oracle.near_east_positions import AROUND_KUT, FRONTS, KUT, PORTS, SINAI, controls
from tests.games.great_war.oracle.near_east_reach import HAMADAN, OFF_MAP, Walk
from tests.games.great_war.oracle.supply import FORTRESS, IN, UNSUPPLIED

LINE, HEADQUARTERS_LINE = 4, 6
"""§11.21."""
GATES, LAST_COLUMN = ("NE2913", "NE2711"), 13


Found = tuple[set[int], dict[int, int], dict[int, dict[int, int]]]
"""Open land, what is joined to the sources, and who has lines of either length."""


def found_before(state: State) -> dict[tuple[str, str], Found]:
    """What was found in a position, by side and nation: it is the same for all units of a nation."""
    found: dict[tuple[str, str], Found] = state.memo.setdefault("the second program's lines", {})
    return found


class Lines:
    """§11.2: the lines of supply of one unit."""

    def __init__(self, state: State, unit: str) -> None:
        self.state, self.board, self.counter = state, state.printed.board, state.counter(unit)
        self.unit, self.side = unit, state.side(unit)
        self.here = self.board.index.get(state.units[unit].at, OFF_MAP)
        of = (self.side, self.counter.nation)
        if of not in (known := found_before(state)):
            self.land = self._open_land()
            self.sources = {i for i in self.land if self._mine(i) and self._is_source(i)}
            self.net = self._spread(self.sources)
            towns = {i for i in self.net if self._mine(i) and self._hands_on(i)}
            starts = self.sources | towns
            lines = {most: self._spread(starts, most) for most in (LINE, HEADQUARTERS_LINE)}
            known[of] = (self.land, self.net, lines)
        self.land, self.net, self.lines = known[of]

    def _mine(self, i: int) -> bool:
        return controls(self.state, i) == self.side

    def _open_land(self) -> set[int]:
        """§11.6: land, and lakes, without enemies and their forts."""
        foe = other(self.side)
        theirs = {self.board.index[h] for h, units in self.state.stacks.items() if self.state.side(units[0]) == foe}
        lakes = [word(self.state, "surface", i) == "lake" for i in range(len(self.board.ids))]
        mine = [i for i, front in enumerate(self.board.front) if front in FRONTS and (self.board.land[i] or lakes[i])]
        return {i for i in mine if i not in theirs and not fort_of(self.state, i, foe)}

    def _is_source(self, i: int) -> bool:
        """§11.3: printed for the side and the nation, and not lost before (§11.71)."""
        hex_, nation = self.board.ids[i], self.counter.nation
        if hex_ in self.state.spoiled:
            return False
        printed = word(self.state, "supply", i)
        if self.side == CENTRAL:
            return printed == "CP"
        if word(self.state, "region", i) == "West of the canal":
            return True
        if nation == "RU":
            return printed == "RU" or (hex_ == HAMADAN and bool(self.state.near_east.expedition))
        return nation == "BR" and hex_ in PORTS

    def _is_hot(self, i: int) -> bool:
        """§12.2: desert of a front in heat."""
        zone = "caucasus" if self.board.front[i] == "caucasus" else "south"
        return self.board.terrain[i] == "desert" and self.state.weather[zone] == "hot"

    def _hands_on(self, i: int) -> bool:
        """§11.22, §11.53, §12.2: whether a town of the side is a secondary source."""
        if i not in self.board.towns or self._is_hot(i):
            return False
        hex_ = self.board.ids[i]
        if self.side == CENTRAL:
            return True
        if hex_ in SINAI:
            reached = self.state.near_east.pipeline
            return bool(reached) and SINAI.index(hex_) <= SINAI.index(reached)
        far = self.board.front[i] == "egypt" and int(hex_[-2:]) > LAST_COLUMN
        return not far or any(controls(self.state, self.board.index[gate]) == ALLIED for gate in GATES)

    def _spread(self, starts: Iterable[int], most: int = 999) -> dict[int, int]:
        """§11.6, §12.2: how far a line comes: past no enemy and over no sea; into hot desert and no further."""
        sea, strait = barrier(self.board, "sea"), barrier(self.board, "strait")
        found = dict.fromkeys(starts, 0)
        queue = deque(found)
        while queue:
            i = queue.popleft()
            if found[i] == most or (found[i] and self._is_hot(i)):
                continue
            for k, j in enumerate(self.board.neighbours[i]):
                if j in self.land and j not in found and not sea[i][k] and not strait[i][k]:
                    found[j] = found[i] + 1
                    queue.append(j)
        return found

    def supply_at(self, i: int) -> str:
        """§11.1, §11.85: how the unit would be supplied in another hex: lines are the same wherever it is."""
        self.here = i
        return self.supply()

    def supply(self) -> str:
        """§11.1: how the unit is supplied where it is."""
        hex_, state = self.board.ids[self.here], self.state
        if Walk(state, self.unit).besieged() and hex_ == KUT and self.side == ALLIED:
            return FORTRESS
        return IN if self._always() or self._by_line() or self._by_headquarters() else self._by_fort()

    def _always(self) -> bool:
        """§11.32, §11.33, §11.45, §11.53, §14.24: who needs no line, and who needs one of any length."""
        counter, hex_ = self.counter, self.board.ids[self.here]
        if counter.nation == "AB" or (counter.limits == "I/P" and self.board.country[self.here] == "PN"):
            return True
        if hex_ in SINAI and self.here in self.net:
            return True
        if self.side == CENTRAL and hex_ in AROUND_KUT:
            return True
        coasts = {"RU": ("black-sea", "caspian"), "TU": ("black-sea",)}.get(counter.nation, ())
        return any(self.here in self.board.coasts[coast] for coast in coasts)

    def _by_line(self) -> bool:
        most = HEADQUARTERS_LINE if self.counter.kind == "hq" else LINE
        return self.here in self.lines[most]

    def _by_headquarters(self) -> bool:
        """§11.22: in the hex of one of its nation's, or beside it, which has a line of any length."""
        for hex_, units in self.state.stacks.items():
            i = self.board.index[hex_]
            theirs = [
                u for u in units
                if self.state.counter(u).kind == "hq" and self.state.counter(u).nation == self.counter.nation
                and u != self.unit
            ]  # fmt: skip
            if theirs and i in self.net and self._beside(i) and (i == self.here or not self._is_hot(i)):
                return True
        return False

    def _beside(self, i: int) -> bool:
        sea, strait = barrier(self.board, "sea"), barrier(self.board, "strait")
        if i == self.here:
            return True
        sides = [k for k, j in enumerate(self.board.neighbours[i]) if j == self.here]
        return any(not sea[i][k] and not strait[i][k] for k in sides)

    def _by_fort(self) -> str:
        """§11.51, §14.21."""
        hex_ = self.board.ids[self.here]
        if hex_ == KUT and self.side == ALLIED and self.state.near_east.kut:
            return FORTRESS
        fort = word(self.state, "fortress", self.here) and hex_ not in self.state.destroyed
        return FORTRESS if fort and self.board.country[self.here] == self.counter.nation else UNSUPPLIED


def supply(state: State, unit: str) -> str:
    """§11.1: in supply, in a fortress alone, or out of supply."""
    return Lines(state, unit).supply()
