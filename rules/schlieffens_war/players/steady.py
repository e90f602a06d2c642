"""A plain player for either side: it marches to the nearest city that the other side holds, and stands by its own."""

from __future__ import annotations

from collections.abc import Sequence

from rules.schlieffens_war.players import common
from rules.schlieffens_war.players.campaigns import HARD
from rules.schlieffens_war.players.character import Station
from rules.schlieffens_war.players.commander import Commander
from rules.schlieffens_war.players.habits import RECRUIT, Habits
from rules.schlieffens_war.players.sight import Piece, TurnView
from rules.schlieffens_war.printed.sides import GERMAN

NEAR = 6
"""MP from which an enemy makes a city worth a guard."""
PARIS_IN_SIGHT = 14


class Steady:
    """No plan but the map: points, and no city left open."""

    def posts(self, table: TurnView) -> Sequence[Station]:
        """Cities that end the game first, then those that count a point."""
        board = table.printed.board
        if table.side == GERMAN:
            return common.guards(table, sorted(board.german_cities), NEAR + 3)
        paris = [Station(h, 1) for h in sorted(board.paris) if common.enemy_march(table, h) <= PARIS_IN_SIGHT]
        return [*paris, *common.guards(table, sorted(board.victory_cities), NEAR)]

    def line(self, table: TurnView) -> Sequence[Station]:
        """The Entente puts a second corps into each city that is near the enemy; the Germans guard what they took."""
        cities = sorted(table.printed.board.victory_cities)
        if table.side == GERMAN:
            return common.guards(table, cities, NEAR - 2)
        return [Station(p.hex, 2, p.armies, p.reach) for p in common.guards(table, cities, NEAR)]

    def goal(self, table: TurnView, corps: Piece) -> str:
        """The nearest city of the other side; for the Entente the nearest of its own that the enemy is close to."""
        board = table.printed.board
        if table.side == GERMAN:
            free = board.victory_cities - HARD
            return common.nearest_city(table, corps, free) or sorted(board.paris)[0]
        own = [h for h in board.victory_cities | board.paris if table.holds(table.side, h)]
        lost = common.nearest_city(table, corps, board.victory_cities)
        if lost is not None and table.measured.march(corps.hex, lost) <= corps.ma:
            return lost
        return min(
            own, key=lambda h: (common.enemy_march(table, h) + table.measured.march(corps.hex, h), h), default=corps.hex
        )

    def headquarters(self, table: TurnView, hq: Piece) -> str:
        """Where its corps would go."""
        return self.goal(table, hq)

    def prize(self, table: TurnView, hex_: str) -> float:
        """As anyone; girdle fortresses are left for later."""
        return 1.0 if hex_ in HARD and table.side == GERMAN else common.prize(table, hex_)

    def bonus(self, table: TurnView, hex_: str) -> float:
        """§4.4."""
        return common.plan_xvii(table, hex_)

    def least(self, table: TurnView) -> float:
        """It wants a little more than even terms."""
        return 0.4

    def caution(self, table: TurnView) -> float:
        """Some."""
        return 1.5

    def city(self, table: TurnView, hex_: str) -> float:
        """A point is a point."""
        return common.city(table, hex_)

    def keeps(self, table: TurnView, hex_: str) -> bool:
        """Cities."""
        return hex_ in table.printed.board.cities

    def joins(self, table: TurnView, corps: Piece, target: str) -> bool:
        """Whoever is near."""
        return True

    def follows(self, table: TurnView, hex_: str) -> bool:
        """Into cities, and wherever the attacker has the upper hand anyway."""
        return hex_ in table.printed.board.cities or table.side == GERMAN


def steady(habits: Habits = RECRUIT) -> Commander:
    """A player of either side."""
    return Commander(Steady(), habits)
