"""The Entente that falls back to the Marne: it attacks in Lorraine, gives ground before the wing, and turns about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.schlieffens_war.players import common
from rules.schlieffens_war.players.character import Post
from rules.schlieffens_war.players.commander import Commander
from rules.schlieffens_war.players.sight import Piece, Table
from rules.schlieffens_war.sides import ENTENTE

LINES: Mapping[str, tuple[tuple[int, tuple[str, ...]], ...]] = {
    "1": ((1, ("2304", "2206", "2205", "2504")), (6, ("2207", "2306", "2307"))),
    "2": ((1, ("2006", "2106", "2007")), (6, ("2007", "2107", "2008"))),
    "3": ((1, ("1709", "1710", "1809")), (5, ("1608", "1709")), (7, ("1809", "1810", "1710")),
          (8, ("1910", "1809", "1810"))),
    "4": ((1, ("1711", "1710", "1910")), (4, ("1610", "1611", "1710")), (5, ("1510", "1610", "1511")),
          (7, ("1611", "1711")), (8, ("1811", "1812")), (9, ("1912", "1911", "1913"))),
    "5": ((1, ("1512", "1611")), (3, ("1413", "1312")), (5, ("1312", "1313", "1413")), (7, ("1515", "1514", "1614")),
          (8, ("1714", "1715", "1716")), (9, ("1914", "1915", "1815"))),
    "6": ((7, ("2018", "1817", "1917", "1918")),),
    "BEF": ((1, ("1314", "1315")), (7, ("1516", "1517")), (8, ("1716", "1816")), (9, ("1916", "1917"))),
    "BEL": ((1, ("0812", "1012", "1011")), (5, ("0812",))),
}  # fmt: skip
"""From which turn on each army holds which hexes."""
MAUBEUGE = "1314"
GIVEN_UP = frozenset({"0914", "1012", "1116", "1212", "1418", "1516", "1813", "1913"})
"""Cities that are not garrisoned on the way back to the Marne."""
RETREATS = 6
RIGHT_WING = ("1", "2")
TURNS_ABOUT = 9
"""§11.24: the turn of the great counter-attack."""
FRONTIER_FORTS = ("1809", "2008", "2307", "2605")
NANCY = "2007"
PARIS = ("2018", "2017")
ANTWERP = "0812"


class Marne:
    """The Entente as Joffre led it."""

    def posts(self, table: Table) -> Sequence[Post]:
        """Paris (§4.2), the fortresses of the east, Antwerp, open cities behind the line."""
        found: list[Post] = []
        for hex_ in PARIS:
            far = common.enemy_march(table, hex_)
            if far <= 25:
                found.append(Post(hex_, 2 if far <= 10 else 1, ("6", "5", "4")))
        if table.holds(ENTENTE, NANCY):
            found.append(Post(NANCY, 2, ("2",), reach=6, strong=True))
        for hex_ in FRONTIER_FORTS:
            if table.holds(ENTENTE, hex_) and common.enemy_march(table, hex_) <= 7:
                found.append(Post(hex_, 1, ("1", "2", "3"), reach=8))
        if table.holds(ENTENTE, ANTWERP) and common.enemy_march(table, ANTWERP) <= 8:
            found.append(Post(ANTWERP, 1, ("BEL",)))
        return [*found, *common.guards(table, self._open_cities(table), 5)]

    def line(self, table: Table) -> Sequence[Post]:
        """The hexes of this turn's line, where the enemy is nearest first: one corps each, then another."""
        found: list[Post] = []
        line = [(common.enemy_march(table, h), h, army) for army in LINES for h in self._line(army, table.turn)]
        for corps in (1, 2) if table.turn < TURNS_ABOUT else (1,):
            found += [Post(h, corps, (army,), reach=12) for _, h, army in sorted(line) if h not in table.foes]
        return found

    @staticmethod
    def _open_cities(table: Table) -> list[str]:
        """Cities that are guarded; once the retreat begins, what lies before the Marne is let go."""
        gone = {*FRONTIER_FORTS, NANCY, MAUBEUGE} | (GIVEN_UP if table.turn >= RETREATS else frozenset())
        return sorted(table.printed.board.victory_cities - gone)

    @staticmethod
    def _line(army: str, turn: int) -> tuple[str, ...]:
        return [hexes for first, hexes in LINES[army] if first <= max(turn, LINES[army][0][0])][-1]

    def goal(self, table: Table, corps: Piece) -> str:
        """The place on its army's line where fewest stand; from turn 9 on the nearest lost city."""
        if table.turn >= TURNS_ABOUT:
            lost = common.nearest_city(table, corps, table.printed.board.victory_cities)
            if lost is not None and table.ground.march(corps.hex, lost) <= 8:
                return lost
        line = self._line(corps.army, table.turn)
        return line[sum(map(ord, corps.id)) % len(line)]

    def headquarters(self, table: Table, hq: Piece) -> str:
        """Behind the line; that of the 2nd Army in Nancy."""
        if hq.army == "2" and table.holds(ENTENTE, NANCY):
            return NANCY
        return self._line(hq.army, table.turn)[0]

    def prize(self, table: Table, hex_: str) -> float:
        """As anybody."""
        return common.prize(table, hex_)

    def bonus(self, table: Table, hex_: str) -> float:
        """§4.4: what is owed has to be paid."""
        return common.plan_xvii(table, hex_)

    def least(self, table: Table) -> float:
        """Careful on the way back, bold on the Marne."""
        return 0.2 if table.turn >= TURNS_ABOUT else 0.7

    def caution(self, table: Table) -> float:
        """Great while it falls back."""
        return 1.2 if table.turn >= TURNS_ABOUT else 2.5

    def city(self, table: Table, hex_: str) -> float:
        """A lost city that stands empty is worth a march."""
        return common.city(table, hex_)

    def keeps(self, table: Table, hex_: str) -> bool:
        """Paris, the eastern fortresses and what lies on the Marne."""
        return hex_ in PARIS or hex_ in FRONTIER_FORTS or hex_ == NANCY or table.turn >= TURNS_ABOUT

    def joins(self, table: Table, corps: Piece, target: str) -> bool:
        """Plan XVII is for the right wing; the others keep to their line until it turns about."""
        called = corps.army in RIGHT_WING or (corps.army == "3" and table.turn >= common.LAST_CALL)
        return called or table.turn >= TURNS_ABOUT or table.printed.board.country[target] != "GE"

    def follows(self, table: Table, hex_: str) -> bool:
        """Into cities; into open ground only when the retreat is over."""
        return hex_ in table.printed.board.cities or table.turn >= TURNS_ABOUT


def marne() -> Commander:
    """A player of the Entente."""
    return Commander(Marne())
