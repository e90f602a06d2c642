"""§3.3, §3.2.6: battles at sea: which ships go for which."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient
from rules.powers_1914.players import odds
from rules.powers_1914.players.attacks import march
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.pieces import GENERAL, SHIP


def sea_battle(table: BotView, client: SeatClient, refused: set[str]) -> JsonObject | None:
    """§3.3, §3.2: ships of one field go for enemy ships that are worth it."""
    habits, ship = table.habits, table.price(SHIP)
    for start in sorted(a for a in table.units if table.board.is_sea(a)):
        ships = table.own(start, SHIP)
        if not ships:
            continue
        chiefs = [u for u in table.own(start, GENERAL) if not table.leads(u.id)]
        for goal in sorted(_waters(table, start)):
            against = table.count(goal, table.enemy, SHIP)
            if not against or f"{start}>{goal}" in refused:
                continue
            levels = table.level(ships[0].nation, SHIP) - max(
                table.level(u.nation, SHIP) for u in table.units[goal] if u.kind == SHIP
            )
            edge = (
                levels
                + bool(chiefs)
                - any(u.kind == GENERAL and table.side_of(u.nation) == table.enemy for u in table.units[goal])
            )
            refused.add(f"{start}>{goal}")
            if odds.worth(len(ships), against, edge, habits.sea_prize, ship, ship) > habits.margin * 2:
                command = march(client, "move", tuple(u.id for u in (*ships, *chiefs[:1])), goal)
                if command is not None:
                    return command
    return None


def _waters(table: BotView, start: str) -> set[str]:
    near = set(table.board.seas[start])
    return {b for a in near for b in table.board.seas[a]} | near - {start}
