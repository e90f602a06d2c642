"""Eleven scenarios share the time of one: some two minutes of one core for all suites.

The tables of two seats and the small war have the most playouts. The others differ in who commands what: as six seats
look at a position from seven sides, fewer positions will do. A sample takes Classic 2 with six seats, and the
small war.
"""

from __future__ import annotations

from rules.powers_1914.game import GAME
from tests.contract.hooks import Budget

MORE = {
    "classic-1": Budget(playouts=6, looks=1, stride=3, sampled=False),
    "classic-2": Budget(playouts=4, looks=1, stride=3, sampled=False),
    "austria-russia": Budget(playouts=15, looks=2),
}
BUDGETS = {
    s.id: MORE.get(s.id, Budget(playouts=2, looks=1, stride=6, sampled=s.id == "classic-2-6")) for s in GAME.scenarios
}
