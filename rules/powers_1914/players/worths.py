"""What fields and countries are worth, in coins: what they still bring, and what the end counts (§3.5, §3.13.3)."""

from __future__ import annotations

from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.pieces import ARMS, CENTRAL


def coin(table: BotView, neutral: bool = False) -> int:
    """What a field is worth for each of its coins."""
    habits = table.habits
    counts = 0 if neutral and table.side != CENTRAL else habits.last if table.final else habits.counted
    return min(table.left - 1, habits.horizon) + counts


def field(table: BotView, area: str) -> int:
    """What it is worth to either side to hold a field that its foe has now; a capital brings its country along."""
    place = table.board.areas[area]
    home = table.nations[place.owner]
    worth = place.coins * coin(table, home["status"] in ("neutral", "attacked"))
    if place.capital and home["status"] != "fallen" and home["side"] == table.holder(area):
        worth += country(table, area)
    return worth


def country(table: BotView, capital: str) -> int:
    """What falls with a capital: the other fields' coins and all units elsewhere (§3.10.2), or its share of them."""
    nation = table.board.areas[capital].owner
    coins = sum(table.board.areas[a].coins for a, flag in table.control.items() if flag == nation and a != capital)
    units = sum(
        table.price(u.kind)
        for area, there in table.units.items()
        for u in there
        if area != capital and u.nation == nation and u.kind in ARMS
    )
    standing = [c for c in table.board.capitals[nation] if table.side_of(nation) == table.holder(c)]
    return (coins * coin(table) + units) // max(1, len(standing))


def field_kept(table: BotView, area: str) -> int:
    """What keeping a friendly field is worth, a capital for its country."""
    place = table.board.areas[area]
    worth = place.coins * coin(table)
    if place.capital and table.nations[place.owner]["side"] == table.side:
        worth += country(table, area)
    return worth
