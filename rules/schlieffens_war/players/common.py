"""What every character of this game weighs alike: cities, the two capitals' rules, garrisons against what is near."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.hexes.programs.measured import FAR_HEXES
from rules.schlieffens_war.players.character import Station
from rules.schlieffens_war.players.sight import Piece, TurnView
from rules.schlieffens_war.printed.phases import LAST_TURN
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN, foe

SUDDEN_DEATH = 40.0
"""§4.2, §4.3: what a city is worth that ends the game."""
OWN_CITY_BACK = 20.0
PLAN_XVII = 7
"""§4.4: attacks that the French owe by the end of turn 7."""
OWED = {1: 1, 2: 3, 3: 5, 4: 6, 5: 7, 6: 7, 7: 7}
"""How many of them a French player means to have made by each turn."""


def prize(table: TurnView, hex_: str) -> float:
    """What clearing a hex of the enemy is worth to either side."""
    board = table.printed.board
    ours = board.owner_at_start(hex_) == table.side
    if hex_ in board.paris:
        return SUDDEN_DEATH if table.turn < LAST_TURN or ours else 0.0
    if hex_ in board.german_cities:
        return OWN_CITY_BACK if table.side == GERMAN else SUDDEN_DEATH if table.turn < LAST_TURN else 0.0
    if hex_ in board.victory_cities:
        return table.habits.city
    return 0.6


def city(table: TurnView, hex_: str) -> float:
    """What walking into an enemy's empty city is worth: in MP of a march."""
    if hex_ in table.printed.board.paris or hex_ in table.printed.board.german_cities:
        return SUDDEN_DEATH
    habits = table.habits
    worth = habits.late_walk if table.turn >= habits.late else habits.walk
    return worth if hex_ in table.printed.board.victory_cities else 0.0


def plan_xvii(table: TurnView, hex_: str) -> float:
    """§4.4: what the mere attack on a hex of Germany is worth to the Entente now."""
    if table.side != ENTENTE or table.turn > len(OWED) or table.plan_xvii >= PLAN_XVII:
        return 0.0
    if table.printed.board.country[hex_] != "GE":
        return 0.0
    late = OWED[table.turn] - table.plan_xvii
    habits = table.habits
    return 0.8 if late <= 0 else 3 * habits.need if table.turn >= habits.last_call else habits.need


def first_open(table: TurnView, goals: Sequence[str]) -> str:
    """The first of some hexes that is not yet ours; the last when all are."""
    return next((h for h in goals if not table.holds(table.side, h)), goals[-1])


def enemy_march(table: TurnView, hex_: str) -> int:
    """MP to a hex from the nearest enemy corps."""
    field = table.measured.marches_to(hex_)
    return min((field.get(f.hex, FAR_HEXES) for f in table.foes.values() if f.corps), default=FAR_HEXES)


def guards(table: TurnView, cities: Iterable[str], near: int) -> list[Station]:
    """A corps for each of our cities that an enemy could march into, the nearest danger first."""
    found = []
    for hex_ in cities:
        if table.holds(table.side, hex_) and hex_ not in table.foes:
            far = enemy_march(table, hex_)
            if far <= near:
                found.append((far, hex_))
    return [Station(h, 1, reach=10) for _, h in sorted(found)]


def nearest_city(table: TurnView, piece: Piece, cities: Iterable[str]) -> str | None:
    """The nearest of some cities that the enemy controls."""
    wanted = [h for h in cities if table.holds(foe(table.side), h)]
    return min(wanted, key=lambda h: (table.measured.march(piece.hex, h), h), default=None)
