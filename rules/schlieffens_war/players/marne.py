"""The Entente that falls back to the Marne: it attacks in Lorraine, gives ground before the wing, and turns about."""

from __future__ import annotations

from collections.abc import Sequence

from rules.schlieffens_war.players import common
from rules.schlieffens_war.players.campaigns import MARNE
from rules.schlieffens_war.players.character import Station
from rules.schlieffens_war.players.commander import Commander
from rules.schlieffens_war.players.habits import RECRUIT, Habits
from rules.schlieffens_war.players.sight import Piece, TurnView
from rules.schlieffens_war.players.steady import Steady
from rules.schlieffens_war.printed.sides import ENTENTE

RETREATS = 6
RIGHT_WING = ("1", "2")
TURNS_ABOUT = 9
"""§11.24: the turn of the great counter-attack."""


class Marne:
    """The Entente as Joffre led it."""

    def posts(self, table: TurnView) -> Sequence[Station]:
        """Paris (§4.2), the fortresses of the east, Antwerp, open cities behind the line."""
        found: list[Station] = []
        for hex_ in MARNE.paris:
            far = common.enemy_march(table, hex_)
            if far <= 25:
                found.append(Station(hex_, 2 if far <= 10 else 1, ("6", "5", "4")))
        if table.holds(ENTENTE, MARNE.nancy):
            found.append(Station(MARNE.nancy, 2, ("2",), reach=6, strong=True))
        for hex_ in MARNE.frontier_forts:
            if table.holds(ENTENTE, hex_) and common.enemy_march(table, hex_) <= 7:
                found.append(Station(hex_, 1, ("1", "2", "3"), reach=8))
        if table.holds(ENTENTE, MARNE.antwerp) and common.enemy_march(table, MARNE.antwerp) <= 8:
            found.append(Station(MARNE.antwerp, 1, ("BEL",)))
        return [*found, *common.guards(table, self._open_cities(table), table.habits.guard)]

    def line(self, table: TurnView) -> Sequence[Station]:
        """The hexes of this turn's line, where the enemy is nearest first: one corps each, then another."""
        found: list[Station] = []
        line = [(common.enemy_march(table, h), h, army) for army in MARNE.lines for h in self._line(army, table.turn)]
        for corps in (1, 2) if table.turn < TURNS_ABOUT else (1,):
            found += [Station(h, corps, (army,), reach=12) for _, h, army in sorted(line) if h not in table.foes]
        return found

    @staticmethod
    def _open_cities(table: TurnView) -> list[str]:
        """Cities that are guarded; once the retreat begins, what lies before the Marne is let go."""
        gone = {*MARNE.frontier_forts, MARNE.nancy, MARNE.maubeuge} | (
            MARNE.given_up if table.turn >= RETREATS else frozenset()
        )
        return sorted(table.printed.board.victory_cities - gone)

    @staticmethod
    def _line(army: str, turn: int) -> tuple[str, ...]:
        return [hexes for first, hexes in MARNE.lines[army] if first <= max(turn, MARNE.lines[army][0][0])][-1]

    def goal(self, table: TurnView, corps: Piece) -> str:
        """The place on its army's line where fewest stand; from turn 9 on the nearest lost city."""
        if table.turn >= TURNS_ABOUT:
            lost = common.nearest_city(table, corps, table.printed.board.victory_cities)
            if lost is not None and table.measured.march(corps.hex, lost) <= 8:
                return lost
        line = self._line(corps.army, table.turn)
        return line[sum(map(ord, corps.id)) % len(line)]

    def headquarters(self, table: TurnView, hq: Piece) -> str:
        """Behind the line; that of the 2nd Army in Nancy."""
        if hq.army == "2" and table.holds(ENTENTE, MARNE.nancy):
            return MARNE.nancy
        return self._line(hq.army, table.turn)[0]

    def prize(self, table: TurnView, hex_: str) -> float:
        """As anyone."""
        return common.prize(table, hex_)

    def bonus(self, table: TurnView, hex_: str) -> float:
        """§4.4: what is owed has to be paid."""
        return common.plan_xvii(table, hex_)

    def least(self, table: TurnView) -> float:
        """Careful on the way back, bold on the Marne."""
        return 0.2 if table.turn >= TURNS_ABOUT else 0.7

    def caution(self, table: TurnView) -> float:
        """Great while it falls back."""
        return 1.2 if table.turn >= TURNS_ABOUT else 2.5

    def city(self, table: TurnView, hex_: str) -> float:
        """A lost city that stands empty is worth a march."""
        return common.city(table, hex_)

    def keeps(self, table: TurnView, hex_: str) -> bool:
        """Paris, the eastern fortresses and what lies on the Marne."""
        return hex_ in MARNE.paris or hex_ in MARNE.frontier_forts or hex_ == MARNE.nancy or table.turn >= TURNS_ABOUT

    def joins(self, table: TurnView, corps: Piece, target: str) -> bool:
        """Plan XVII is for the right wing; the others keep to their line until it turns about."""
        called = corps.army in RIGHT_WING or (corps.army == "3" and table.turn >= table.habits.last_call)
        return called or table.turn >= TURNS_ABOUT or table.printed.board.country[target] != "GE"

    def follows(self, table: TurnView, hex_: str) -> bool:
        """Into cities; into open ground only when the retreat is over."""
        return hex_ in table.printed.board.cities or table.turn >= TURNS_ABOUT


def marne(habits: Habits = RECRUIT) -> Commander:
    """A player of the Entente; it has no plan for the Germans."""
    return Commander(Marne(), habits, ENTENTE, Steady())
