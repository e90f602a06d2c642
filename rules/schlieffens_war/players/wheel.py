"""The bold wheel: the right wing marches on, masks what it need not storm, and guards the rails behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.schlieffens_war.players import common
from rules.schlieffens_war.players.campaigns import DRIVE, WHEEL, Wheeling
from rules.schlieffens_war.players.character import Station
from rules.schlieffens_war.players.commander import Commander
from rules.schlieffens_war.players.habits import DRIVE as DRIVE_HABITS
from rules.schlieffens_war.players.habits import RECRUIT, Habits
from rules.schlieffens_war.players.sight import Piece, TurnView
from rules.schlieffens_war.players.steady import Steady
from rules.schlieffens_war.printed.sides import GERMAN

WING, LORRAINE = ("1", "2", "3", "4", "5"), ("5", "6", "7")
LORRAINE_FROM = 18
"""The northernmost row of the left wing's field."""
CENTRE_FROM = 15
"""The northernmost row of the centre."""
MOSELLE = 9
"""The column of the Moselle in Lorraine."""
CENTRE_MARCHES = 7
"""From this turn on the centre follows whom it has beaten."""


@dataclass(frozen=True)
class Wheel:
    """The Germans as Schlieffen wished it: strong on the right, patient on the left."""

    plan: Wheeling = WHEEL

    def posts(self, table: TurnView) -> Sequence[Station]:
        """German cities that can be reached first (§4.3), then the mask of Antwerp and the cities behind the wing."""
        found = common.guards(table, sorted(table.printed.board.german_cities), 5)
        if table.holds(GERMAN, self.plan.brussels) and not table.holds(GERMAN, self.plan.antwerp):
            found.append(Station(self.plan.brussels, 2, ("1",)))
        masked = (self.plan.brussels, self.plan.antwerp)
        behind = [h for h in sorted(table.printed.board.victory_cities) if h not in masked]
        return [*found, *common.guards(table, behind, table.habits.guard)]

    def line(self, table: TurnView) -> Sequence[Station]:
        """It holds no line."""
        return ()

    def goal(self, table: TurnView, corps: Piece) -> str:
        """The next place on the army's route; cavalry of the right wing goes for empty cities."""
        if corps.kind == "cavalry" and corps.army in ("1", "3") and table.turn > 2:
            free = [h for h in self.plan.raids if h not in table.foes]
            found = common.nearest_city(table, corps, free)
            if found is not None:
                return found
        return self._route(table, corps.army)

    def headquarters(self, table: TurnView, hq: Piece) -> str:
        """With its army."""
        return self._route(table, hq.army)

    def _route(self, table: TurnView, army: str) -> str:
        return common.first_open(
            table, [hex_ for turn, hex_ in self.plan.routes[army] if turn <= table.turn + table.habits.sooner]
        )

    def prize(self, table: TurnView, hex_: str) -> float:
        """Antwerp is not worth the storm while Paris is not in sight; the fortresses of Lorraine later."""
        if hex_ == self.plan.antwerp:
            return 0.0
        if hex_ in self.plan.sieges:
            return self.plan.sieges[hex_]
        if table.printed.board.country[hex_] == "GE":
            return common.prize(table, hex_) + 1.0
        return common.prize(table, hex_) + (0.6 if self._right(table, hex_) else 0.0)

    def bonus(self, table: TurnView, hex_: str) -> float:
        """Nothing: only the French owe attacks."""
        return 0.0

    def least(self, table: TurnView) -> float:
        """It dares what does not cost more than it brings."""
        return 0.2

    def caution(self, table: TurnView) -> float:
        """Little."""
        return 0.8

    def city(self, table: TurnView, hex_: str) -> float:
        """A point is a point."""
        return common.city(table, hex_)

    def keeps(self, table: TurnView, hex_: str) -> bool:
        """Cities are not given up for a step."""
        return hex_ in table.printed.board.cities

    def follows(self, table: TurnView, hex_: str) -> bool:
        """Always on, but not out of Lorraine into a sack."""
        if hex_ in table.printed.board.cities or table.printed.board.country[hex_] == "GE":
            return True
        return self._right(table, hex_) and (
            table.turn + table.habits.sooner >= CENTRE_MARCHES or table.measured.row(hex_) < CENTRE_FROM
        )

    def joins(self, table: TurnView, corps: Piece, target: str) -> bool:
        """The wing and the centre do not let themselves be drawn into Lorraine, nor those of Lorraine to the north."""
        south = table.measured.row(target) >= LORRAINE_FROM and not self._right(table, target)
        return corps.army in (LORRAINE if south else WING)

    @staticmethod
    def _right(table: TurnView, hex_: str) -> bool:
        """North-west of the Moselle, where the wheel turns."""
        return table.measured.row(hex_) < LORRAINE_FROM or table.measured.column(hex_) > MOSELLE


def wheel(habits: Habits = RECRUIT) -> Commander:
    """A player of the Germans; it has no plan for the Entente."""
    return Commander(Wheel(), habits, GERMAN, Steady())


def drive(habits: Habits = DRIVE_HABITS) -> Commander:
    """The same with the siege of Lorraine besides; it has no plan for the Entente."""
    return Commander(Wheel(DRIVE), habits, GERMAN, Steady())
