"""§11.0: who is in supply, by the plainest search there is: in Europe, of the sides as they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.games.great_war.oracle.ground import barrier, controls, fort_of, home, marked, other, word

IN, UNSUPPLIED, FORTRESS = "in", "out", "fortress"
LINE = 4
"""§11.21: hexes of a line."""
RUHR = ("W6830", "W6831", "W6729", "W6730")
CAPITALS = ("E5102", "E4304", "E3606", "E3310", "E1328", "E1819")
GERMAN_PORTS = ("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")
KOENIGSBERG, BUCHAREST, CONSTANTINOPLE = "E5514", "E2423", "E1328"
MIDDLE_SEA = ("W2022", "W2230")
BLACK_SEA = ("E1726", "E2027", "E2328", "E3031")
BRITISH_GROUND = ("W6707", "W6709")
VALONA, SALONIKA = "E1210", "E1116"
ROUEN, ANTWERP = "W5603", "W6819"
SCHELDT = ("W6718", "W6719", "W6820", "W6919")
NAMED = (*RUHR, *CAPITALS, *BRITISH_GROUND, BUCHAREST, VALONA)
OVERSEAS = ("BR", "FR", "IT", "BE", "US")


class Lines:
    """§11.2: the lines of supply of one unit."""

    def __init__(self, state: State, unit: str) -> None:
        self.state, self.board = state, state.printed.board
        counter = state.counter(unit)
        self.unit, self.nation, self.kind = unit, counter.nation, counter.kind
        self.side = state.side(unit)
        self.start = self.board.index[state.units[unit].at]
        board, foe = self.board, other(self.side)
        self.enemies = {board.index[h] for h, us in state.stacks.items() if state.side(us[0]) == foe}
        self.shut = self.enemies | {i for i in marked(board, "fortress") if fort_of(state, i, foe)}
        named = {board.index[hex_] for hex_ in (*NAMED, *state.landings) if hex_ in board.index}
        self.sources = {i for i in marked(board, "edge") | named | board.towns if self._is_source(i)}
        self.reached = dict[tuple[int, bool], bool]()

    # --- the map ------------------------------------------------------------------------------------------------------

    def beside(self, i: int, *, alpine: bool) -> Iterator[int]:
        """§11.2, §11.6: where a line goes on from a hex: over no sea, into no neutral country, past no enemy; over
        lakes; into the Alps for mountain units alone, and out of them for nobody else."""
        board = self.board
        sea, strait = barrier(board, "sea"), barrier(board, "strait")
        if board.terrain[i] == "alpine" and not alpine:
            return
        for k, j in enumerate(board.neighbours[i]):
            if j < 0 or j in self.shut or sea[i][k] or strait[i][k]:
                continue
            if word(self.state, "surface", j) == "lake":
                yield j
            if not board.land[j] or home(self.state, board.country[j]) is None:
                continue
            if board.terrain[j] == "alpine" and not alpine:
                continue
            yield j

    def _ends_here(self, i: int) -> bool:
        """§11.6: an Italian line into the Austrian Alps goes no further."""
        board = self.board
        return self.nation == "IT" and board.terrain[i] == "alpine" and board.country[i] == "AH"

    def line(self, start: int, longest: int | None, *, alpine: bool, from_unit: bool) -> dict[int, int]:
        """The hexes that a line comes to, with its length."""
        far, row = {start: 0}, deque([start])
        while row:
            i = row.popleft()
            if longest is not None and far[i] >= longest:
                continue
            if self._ends_here(i) and not (from_unit and i == self.start):
                continue
            for j in self.beside(i, alpine=alpine):
                if j not in far:
                    far[j] = far[i] + 1
                    row.append(j)
        return far

    def comes_to_source(self, start: int, *, alpine: bool) -> bool:
        """§11.22: whether a line of any length leads from a hex to a source."""
        key = start, alpine
        if key not in self.reached:
            self.reached[key] = not self.sources.isdisjoint(self.line(start, None, alpine=alpine, from_unit=False))
        return self.reached[key]

    # --- the sources --------------------------------------------------------------------------------------------------

    def _is_source(self, i: int) -> bool:
        """§11.3: held hexes that feed the unit's nation by themselves."""
        if controls(self.state, i) != self.side or i in self.shut:
            return False
        hex_ = self.board.ids[i]
        if self.nation == "BR" and hex_ in BRITISH_GROUND:
            return True
        return self._central(i, hex_) if self.side == CENTRAL else self._allied(i, hex_)

    def _central(self, i: int, hex_: str) -> bool:
        """§11.32: the edge in Germany and Austria-Hungary, the Ruhr, capitals."""
        board, edge = self.board, bool(word(self.state, "edge", i))
        country, front = board.country[i], board.front[i]
        if front == "west":
            return (edge and country == "GE") or hex_ in RUHR
        if front == "italy":
            return edge and country == "AH" and board.terrain[i] != "alpine"
        rim = edge and hex_[3:] == "01" and 35 <= int(hex_[1:3]) <= 57
        return front == "east" and (rim or hex_ in CAPITALS)

    def _allied(self, i: int, hex_: str) -> bool:
        """§11.33, §11.52: the edge in France, Italy, Russia and Greece, towns of Serbia, and landings."""
        board, edge, landings = self.board, bool(word(self.state, "edge", i)), self.state.landings
        country, front = board.country[i], board.front[i]
        row, column = int(hex_[-4:-2]), int(hex_[-2:])
        if front == "west":
            return edge and country == "FR"
        if front == "italy":
            return edge and country == "IT" and board.terrain[i] != "alpine"
        if front != "east":
            return False
        if self.nation in ("RU", "RO") and ((edge and column == 34 and 30 <= row <= 70) or hex_ == BUCHAREST):
            return True
        if self.nation == "GK" and edge and row == 10 and 12 <= column <= 16:
            return True
        if self.nation == "SE" and ((i in board.towns and country == "SE") or (hex_ == SALONIKA and hex_ in landings)):
            return True
        return (self.nation == "IT" and hex_ == VALONA) or (self.nation in OVERSEAS and hex_ in landings)

    # --- who feeds it -------------------------------------------------------------------------------------------------

    def by_land(self) -> bool:
        """§11.21, §11.22: four hexes to a source, or to a held town from which a line leads to one."""
        alpine = self.kind == "mountain"
        near = self.line(self.start, LINE, alpine=alpine, from_unit=True)
        if self.sources & near.keys():
            return True
        towns = {i for i in self.board.towns if controls(self.state, i) == self.side and i not in self.shut}
        return any(self.comes_to_source(i, alpine=alpine) for i in towns & near.keys())

    def by_headquarters(self) -> bool:
        """§11.4: a headquarters of the nation in the hex or beside it that is fed itself, over any distance."""
        near = {self.start, *self.beside(self.start, alpine=self.kind == "mountain")}
        state, board = self.state, self.board
        return any(
            self.comes_to_source(i, alpine=False)
            for i in near
            for unit in state.stacks.get(board.ids[i], ())
            if unit != self.unit and state.counter(unit).kind == "hq" and state.counter(unit).nation == self.nation
        )

    def by_sea(self) -> bool:
        """§11.5: ports, and Montenegrins at home."""
        state, board, hex_ = self.state, self.board, self.board.ids[self.start]
        near = self.line(self.start, LINE, alpine=self.kind == "mountain", from_unit=True)
        if self.nation == "GE":
            port = board.index[KOENIGSBERG]
            open_port = controls(state, port) == self.side and port not in self.shut
            return hex_ in GERMAN_PORTS or (open_port and port in near)
        if self.side == CENTRAL:
            return False
        straits = controls(state, board.index[CONSTANTINOPLE]) == ALLIED
        if hex_ in MIDDLE_SEA or (straits and hex_ in BLACK_SEA):
            return True
        western = {i for i in board.ports if board.front[i] == "west" and self._open_port(i)}
        if self.start in western:
            return True
        if self.nation in ("BR", "BE"):
            held = {i for i in western if controls(state, i) == ALLIED and i not in self.shut}
            if held & near.keys():
                return True
        return self.nation == "MN" and board.country[self.start] == "MN"

    def _open_port(self, i: int) -> bool:
        """§11.53: Rouen and Antwerp are open while the Allies hold both banks of the river."""
        board, state = self.board, self.state
        if board.ids[i] == ROUEN:
            return all(controls(state, j) == ALLIED for j in board.marked.get("R", ()))
        if board.ids[i] == ANTWERP:
            held = all(controls(state, j) == ALLIED for j in board.marked.get("A", ()))
            return held and not any(board.index[h] in self.enemies for h in SCHELDT)
        return True


def supply(state: State, unit: str) -> str:
    """§11.1, §11.9: in supply, in a fortress of the nation's own, or out."""
    lines = Lines(state, unit)
    if lines.by_land() or lines.by_headquarters() or lines.by_sea():
        return IN
    board = state.printed.board
    stands = word(state, "fortress", lines.start) and board.ids[lines.start] not in state.destroyed
    return FORTRESS if stands and board.country[lines.start] == lines.nation else UNSUPPLIED
