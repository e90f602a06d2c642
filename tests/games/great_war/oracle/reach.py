"""§8.0, §17.2: where a unit by itself goes on foot in Europe, and for how many points."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.games.great_war.oracle.ground import HOLLAND_AND_SWISS, barrier, fort_of, other, word

TWO = ("forest", "marsh", "desert", "difficult", "mountain", "mountain pass")
"""§8.1: terrain of two points."""
EMPIRES = ("GE", "AH", "RU")
IN_THE_EAST = ("SE", "RO", "BU", "GK", "TU", "MN", "RU")
"""§17.2: nations that stay on the eastern map."""
HEADQUARTERS_FREE, LATE = 7, "1917"
POLES = "ah-po"


class Walk:
    """§8.0: what one unit meets on its way."""

    def __init__(self, state: State, unit: str) -> None:
        self.state, self.board, self.unit = state, state.printed.board, unit
        self.counter, self.side = state.counter(unit), state.side(unit)
        self.start = self.board.index[state.units[unit].at]
        foe = other(self.side)
        stood = {self.board.index[h]: us for h, us in state.stacks.items() if state.side(us[0]) == foe}
        self.fighters = {i for i, us in stood.items() if any(state.counter(u).kind != "hq" for u in us)}
        self.met = {*stood} if self.counter.kind == "hq" else self.fighters
        """§7.22: hqs walk into no enemy at all, others into no combat unit."""

    def price(self, i: int, k: int, j: int) -> int | None:
        """§8.1, §12.0: the points of a step; None where there is no way."""
        board = self.board
        sky = self.state.weather["east" if board.front[i] == "east" else "west"]

        def barred(name: str) -> bool:
            return bool(barrier(board, name)[i][k])

        if barred("strait") or barred("sea") or (barred("lake") and sky != "snow"):
            return None
        if word(self.state, "surface", j) == "lake":
            return 1 if sky == "snow" else None
        if not board.land[j]:
            return None
        points = self._ground(word(self.state, "terrain", j), sky)
        if points is None:
            return None
        if barred("pass") and sky != "snow":
            points = 1
        if board.ids[j] in self.state.devastated:
            points = max(points, 2)
        return points + (barred("river") and not barred("haff") and sky == "wet")

    def _ground(self, terrain: str, sky: str) -> int | None:
        climbs = self.counter.kind == "mountain"
        if terrain == "alpine":
            return 2 if climbs else None
        if terrain in ("mountain", "mountain pass") and climbs:
            return 1
        return 2 if terrain in TWO or (terrain == "flood plain" and sky == "wet") else 1

    def may_enter(self, j: int) -> bool:
        """§7.22, §14.12, §17.2: past no enemy and no enemy fort, and only where the nation may be."""
        board = self.board
        if j in self.met or (self.side == CENTRAL and board.ids[j] in self.state.places.beaches):
            return False
        return not board.land[j] or (not fort_of(self.state, j, other(self.side)) and self._is_open(j))

    def _is_open(self, j: int) -> bool:
        """§17.2, §15.25: which countries and maps a nation keeps to."""
        board, nation = self.board, self.counter.nation
        country, front = board.country[j], board.front[j]
        at_war = country in self.state.sides or country == "LU" or (country == "AL" and self.state.balkans)
        if country in HOLLAND_AND_SWISS or not at_war:
            return False
        if self.counter.kind == "tank" and not (front == "west" or (nation == "GE" and front == "east")):
            return False
        if self.unit == POLES and (front != "east" or country not in EMPIRES):
            return False
        if (nation in IN_THE_EAST and front != "east") or (nation == "BE" and front != "west"):
            return False
        if (nation in ("BU", "GK") and country in EMPIRES) or (nation == "MN" and country != "MN"):
            return False
        date = self.state.printed.charts.turns[self.state.turn - 1].date
        if date[-4:] >= LATE:
            return True
        return not (front == "italy" and nation not in ("IT", "AH")) and not (front == "west" and nation == "AH")

    def beside_enemy(self, i: int) -> bool:
        """§8.3: beside an enemy combat unit with a way between."""
        board = self.board
        shut = [barrier(board, name) for name in ("sea", "lake", "strait")]
        return any(j in self.fighters and not any(bar[i][k] for bar in shut) for k, j in enumerate(board.neighbours[i]))

    def allowances(self) -> Iterator[tuple[int, bool]]:
        """§8.3, §8.4, §15.5: movement points, doubled in the west for most; cavalry doubles where it meets nobody.

        Each with whether the way keeps away from enemies."""
        points, board, turn = self.state.face(self.unit).ma, self.board, self.state.turn
        now, counter = self.state.units[self.unit], self.counter
        yield points, False
        if board.theatre[self.start] != "west":
            return
        if counter.kind == "hq":
            twice = turn >= HEADQUARTERS_FREE and board.front[self.start] == "west"
        else:
            free = counter.nation == "US" or (counter.turned == "shock" and now.back)
            twice = free or (counter.kind == "tank" and self.side == ALLIED) or not self.beside_enemy(self.start)
        if twice:
            yield 2 * points, False
        elif counter.kind == "cavalry":
            yield 2 * points, True

    def flood(self, points: int, *, apart: bool) -> dict[int, int]:
        """§8.1: the hexes within a number of points."""
        far, heap = {self.start: 0}, [(0, self.start)]
        while heap:
            spent, i = heapq.heappop(heap)
            for k, j in enumerate(self.board.neighbours[i]) if spent == far[i] else ():
                if j < 0 or not self.board.front[j] or (apart and self.beside_enemy(j)) or not self.may_enter(j):
                    continue
                price = self.price(i, k, j)
                if price is not None and spent + price <= points and spent + price < far.get(j, 99):
                    far[j] = spent + price
                    heapq.heappush(heap, (far[j], j))
        return far


def reach(state: State, unit: str) -> dict[int, int]:
    """§8.1, §8.2: the hexes that a unit comes to, with their cost; one hex it may always go."""
    walk = Walk(state, unit)
    found: dict[int, int] = {}
    for points, apart in walk.allowances():
        for i, cost in walk.flood(points, apart=apart).items():
            found[i] = min(found.get(i, 99), cost)
    for k, j in enumerate(walk.board.neighbours[walk.start]):
        if j >= 0 and walk.board.front[j] and walk.may_enter(j) and j not in found:
            price = walk.price(walk.start, k, j)
            if price is not None:
                found[j] = price
    del found[walk.start]
    return found
