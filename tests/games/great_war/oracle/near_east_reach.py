"""§8.0, §17.2: where a unit by itself goes on foot in the Near East, and for how many points."""

from __future__ import annotations

import heapq

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.games.great_war.oracle.ground import barrier, fort_of, other, word
from tests.games.great_war.oracle.near_east_positions import AROUND_KUT, KUT

MOUNTAINS = ("mountain", "mountain pass")
TWO = ("forest", "marsh", "desert", "difficult", *MOUNTAINS)
"""§8.32: terrain of two points; mountain units pay one in the mountains."""
HAMADAN = "NI2436"
SMALL = ("BN", "BD")
MOST_IN_EGYPT = 3
OFF_MAP = -1
"""Where a unit in a box is."""


class Walk:
    """§8.0: what one unit meets on its way."""

    def __init__(self, state: State, unit: str) -> None:
        self.state, self.board, self.counter = state, state.printed.board, state.counter(unit)
        self.side, self.hq = state.side(unit), self.counter.kind == "hq"
        self.start = self.board.index.get(state.units[unit].at, OFF_MAP)
        self.shown = {self.board.index[hex_]: units for hex_, units in state.stacks.items()}
        self.theirs = {i for i, units in self.shown.items() if state.side(units[0]) != self.side}
        self.met = {i for i in self.theirs if self.hq or any(state.counter(u).kind != "hq" for u in self.shown[i])}
        """§8.22: headquarters go into no enemy at all, others into no combat unit."""

    # --- who may go where (§17.2, §17.3, §17.4) ---------------------------------------------------------------------

    def stays(self) -> bool:
        """§5.46, §14.23: Russians after the treaty, Armenians too and no Persians; the Allies in besieged Kut."""
        shut_in = self.side == ALLIED and self.besieged() and self.board.ids[self.start] == KUT
        return shut_in or (self.counter.people in ("RU", "AM") and bool(self.state.strategic_state.treaty))

    def besieged(self) -> bool:
        """§14.22: whether any of the Central Powers is beside Allied units in Kut."""
        state = self.state

        def held(hex_: str, side: str) -> bool:
            return hex_ in state.stacks and state.side(state.stacks[hex_][0]) == side

        return held(KUT, ALLIED) and any(held(hex_, CENTRAL) for hex_ in AROUND_KUT)

    def may_enter(self, j: int) -> bool:
        """§8.22, §8.24: past no enemy unit and no fort of theirs, and only where the unit may operate."""
        if not self.board.land[j]:
            return True
        if j in self.met or fort_of(self.state, j, other(self.side)):
            return False
        if self.board.ids[j] == HAMADAN and not self.state.near_east.expedition:
            return False
        return self._allies(j) if self.side == ALLIED else self._central_powers(j)

    def _allies(self, j: int) -> bool:
        counter, front, country = self.counter, self.board.front[j], self.board.country[j]
        if self.board.ids[j] == KUT and self.besieged():
            return False
        if counter.limits == "C/P":
            return front == "caucasus" and country == "PN"
        if counter.limits == "I/P":
            return front == "iraq" and country == "PN"
        if counter.people == "AM":
            return front == "caucasus" and country != "PN"
        if counter.nation == "AB":
            return front == "egypt" and country == "TU"
        if counter.nation == "RU":
            persia = self.state.near_east.expedition == "out" and not counter.limits
            return front == "caucasus" or (front == "iraq" and persia and self.board.front[self.start] == "iraq")
        if counter.nation == "FR":
            return front == "egypt"
        if counter.size == "CO":
            return word(self.state, "region", j) == "West of the canal"
        return front in ("egypt", "iraq")

    def _central_powers(self, j: int) -> bool:
        state, counter, board = self.state, self.counter, self.board
        country, turk = board.country[j], counter.people == "TU"
        if counter.limits == "I/P":
            return board.front[j] == "iraq" and country == "PN" and not self._near_peaceful_russians(j)
        from_egypt = self.start != OFF_MAP and board.country[self.start] == "EG"
        if turk and country == "EG" and not from_egypt:
            there = [u for i, units in self.shown.items() if board.country[i] == "EG" for u in units]
            return sum(state.counter(u).nation == "TU" for u in there) < MOST_IN_EGYPT
        waits = state.printed.variant.combined and not state.turkey
        if counter.nation == "GE" and counter.size not in SMALL and waits and country == "TU":
            return False
        return turk or not self._near_peaceful_russians(j)

    def _near_peaceful_russians(self, j: int) -> bool:
        """§5.46, §14.11: beside Russian units or forts in Russia after the treaty, over land or a lake."""
        if not self.state.strategic_state.treaty:
            return False
        sea, strait = barrier(self.board, "sea"), barrier(self.board, "strait")
        beside = [i for k, i in enumerate(self.board.neighbours[j]) if i >= 0 and not sea[j][k] and not strait[j][k]]

        def russian(i: int) -> bool:
            units = any(self.state.counter(u).nation == "RU" for u in self.shown.get(i, ()))
            return self.board.country[i] == "RU" and (units or bool(fort_of(self.state, i, ALLIED)))

        return any(map(russian, (j, *beside)))

    def halts(self, j: int) -> bool:
        """§6.3: whether aircraft hold a unit of the Central Powers up there: difficult ground beside the British."""
        interdicted = self.state.chit_state.lasting.get("air-interdiction") == self.state.turn
        if self.side == ALLIED or not interdicted or self.board.front[j] != "egypt":
            return False
        near = (i for i in self.board.neighbours[j] if i >= 0)
        british = any(self.state.counter(u).nation == "BR" for i in near for u in self.shown.get(i, ()))
        return british and word(self.state, "terrain", j) == "difficult"

    # --- what it costs (§8.3, §12.2) --------------------------------------------------------------------------------

    def price(self, i: int, k: int, j: int) -> int | None:
        """§8.3: the points of a step; None where there is no way. Rain and snow are the Caucasus's alone."""
        sky = self.state.weather["caucasus"] if self.board.front[i] == "caucasus" else "fair"

        def barred(name: str) -> bool:
            return bool(barrier(self.board, name)[i][k])

        if barred("sea") or barred("strait") or (barred("lake") and sky != "snow"):
            return None
        if not self.board.land[j]:
            return 1 if word(self.state, "surface", j) == "lake" and sky == "snow" else None
        terrain, climbs, wet = word(self.state, "terrain", j), self.counter.kind == "mountain", sky == "wet"
        if terrain == "alpine" and not climbs:
            return None
        slow = terrain == "alpine" or (terrain in TWO and not (climbs and terrain in MOUNTAINS))
        return (2 if slow or (terrain == "flood plain" and wet) else 1) + (barred("river") and wet)

    def reach(self) -> dict[int, int]:
        """§8.12, §8.13, §8.14: the hexes within its points, which are doubled in Egypt; and one hex in any case."""
        board, far, heap = self.board, {self.start: 0}, [(0, self.start)]
        points = self.state.face(self.unit).ma * (2 if board.front[self.start] == "egypt" else 1)
        while heap:
            spent, i = heapq.heappop(heap)
            if spent != far[i] or (i != self.start and self.halts(i)):
                continue
            for k, j in enumerate(board.neighbours[i]):
                if j < 0 or not board.front[j] or not self.may_enter(j):
                    continue
                price = self.price(i, k, j)
                if price is None or (spent + price > points and i != self.start):
                    continue
                if spent + price < far.get(j, 99):
                    far[j] = spent + price
                    heapq.heappush(heap, (far[j], j) if far[j] < points else (far[j], self.start))
        del far[self.start]
        return far

    @property
    def unit(self) -> str:
        """The unit."""
        return self.counter.id


def reach(state: State, unit: str) -> dict[int, int]:
    """§8.1, §8.2: the hexes that a unit comes to, with their cost."""
    return Walk(state, unit).reach()
