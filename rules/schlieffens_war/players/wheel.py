"""The bold wheel: the right wing marches on, masks what it need not storm, and guards the rails behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.schlieffens_war.players import common
from rules.schlieffens_war.players.character import Post
from rules.schlieffens_war.players.commander import Commander
from rules.schlieffens_war.players.sight import Piece, Table
from rules.schlieffens_war.sides import GERMAN

ROUTES: Mapping[str, tuple[tuple[int, str], ...]] = {
    "1": ((1, "1109"), (1, "1011"), (1, "1012"), (1, "1213"), (1, "1316"), (1, "1418"), (1, "1617"), (1, "1717"),
          (9, "1817")),
    "2": ((1, "1109"), (1, "1211"), (1, "1212"), (1, "1314"), (1, "1516"), (1, "1615"), (8, "1715"), (9, "1816")),
    "3": ((1, "1208"), (3, "1310"), (5, "1311"), (6, "1413"), (7, "1513"), (8, "1612"), (9, "1813"), (9, "1914")),
    "4": ((1, "1507"), (3, "1408"), (5, "1510"), (6, "1511"), (8, "1711"), (9, "1913"), (9, "1912")),
    "5": ((1, "1707"), (3, "1607"), (5, "1608"), (6, "1609"), (8, "1810"), (9, "1911"), (9, "2010")),
    "6": ((1, "1807"), (1, "1906")),
    "7": ((1, "2103"), (1, "2304")),
}  # fmt: skip
"""Where each army is to go in turn, and not before which turn: the centre waits for the wing to come round."""
RAIDS = ("0914", "0816", "1116", "0918", "0919", "1020", "1418", "1516", "1722", "1813", "1913", "2213", "2419")
"""Cities for the cavalry of the right wing, wherever nobody stands."""
ANTWERP, BRUSSELS = "0812", "1012"
SIEGES: Mapping[str, float] = {"1109": 15.0, "1211": 10.0, "1314": 7.0}
"""What Liège, Namur and Maubeuge are worth: no depot passes them while they hold out (§8.6)."""
MASK = "1012"
WING, LORRAINE = ("1", "2", "3", "4", "5"), ("5", "6", "7")
LORRAINE_FROM = 18
"""The northernmost row of the left wing's field."""
CENTRE_FROM = 15
"""The northernmost row of the centre."""
MOSELLE = 9
"""The column of the Moselle in Lorraine."""
CENTRE_MARCHES = 7
"""From this turn on the centre follows whom it has beaten."""


class Wheel:
    """The Germans as Schlieffen wished it: strong on the right, patient on the left."""

    def posts(self, table: Table) -> Sequence[Post]:
        """German cities that can be reached first (§4.3), then the mask of Antwerp and the cities behind the wing."""
        found = common.guards(table, sorted(table.printed.board.german_cities), 5)
        if table.holds(GERMAN, BRUSSELS) and not table.holds(GERMAN, ANTWERP):
            found.append(Post(MASK, 2, ("1",)))
        behind = [h for h in sorted(table.printed.board.victory_cities) if h not in (MASK, ANTWERP)]
        return [*found, *common.guards(table, behind, 5)]

    def line(self, table: Table) -> Sequence[Post]:
        """It holds no line."""
        return ()

    def goal(self, table: Table, corps: Piece) -> str:
        """The next place on the army's route; cavalry of the right wing goes for empty cities."""
        if corps.kind == "cavalry" and corps.army in ("1", "3") and table.turn > 2:
            free = [h for h in RAIDS if h not in table.foes]
            found = common.nearest_city(table, corps, free)
            if found is not None:
                return found
        return self._route(table, corps.army)

    def headquarters(self, table: Table, hq: Piece) -> str:
        """With its army."""
        return self._route(table, hq.army)

    @staticmethod
    def _route(table: Table, army: str) -> str:
        return common.first_open(table, [hex_ for turn, hex_ in ROUTES[army] if turn <= table.turn])

    def prize(self, table: Table, hex_: str) -> float:
        """Antwerp is not worth the storm while Paris is not in sight; the fortresses of Lorraine later."""
        if hex_ == ANTWERP:
            return 0.0
        if hex_ in SIEGES:
            return SIEGES[hex_]
        if table.printed.board.country[hex_] == "GE":
            return common.prize(table, hex_) + 1.0
        return common.prize(table, hex_) + (0.6 if self._right(table, hex_) else 0.0)

    def bonus(self, table: Table, hex_: str) -> float:
        """Nothing: only the French owe attacks."""
        return 0.0

    def least(self, table: Table) -> float:
        """It dares what does not cost more than it brings."""
        return 0.2

    def caution(self, table: Table) -> float:
        """Little."""
        return 0.8

    def city(self, table: Table, hex_: str) -> float:
        """A point is a point."""
        return common.city(table, hex_)

    def keeps(self, table: Table, hex_: str) -> bool:
        """Cities are not given up for a step."""
        return hex_ in table.printed.board.cities

    def follows(self, table: Table, hex_: str) -> bool:
        """Always on, but not out of Lorraine into a sack."""
        if hex_ in table.printed.board.cities or table.printed.board.country[hex_] == "GE":
            return True
        return self._right(table, hex_) and (table.turn >= CENTRE_MARCHES or table.ground.row(hex_) < CENTRE_FROM)

    def joins(self, table: Table, corps: Piece, target: str) -> bool:
        """The wing and the centre do not let themselves be drawn into Lorraine, nor those of Lorraine to the north."""
        south = table.ground.row(target) >= LORRAINE_FROM and not self._right(table, target)
        return corps.army in (LORRAINE if south else WING)

    @staticmethod
    def _right(table: Table, hex_: str) -> bool:
        """North-west of the Moselle, where the wheel turns."""
        return table.ground.row(hex_) < LORRAINE_FROM or table.ground.column(hex_) > MOSELLE


def wheel() -> Commander:
    """A player of the Germans."""
    return Commander(Wheel())
