"""In ``make test`` most tests look at one stretch of a game (``stretch``); ``make soak`` plays whole games too."""

from __future__ import annotations

from tests.contract.hooks import Budget

ALONE = {
    "1915": Budget(playouts=16, looks=4),
    "campaign": Budget(playouts=4, looks=2, sampled=False),
    "1916": Budget(playouts=4, looks=2, sampled=False),
    "1917": Budget(playouts=4, looks=2, sampled=False),
    "1918": Budget(playouts=4, looks=2, sampled=False),
}
BUDGETS = ALONE | {f"{id_}-west-and-east": Budget(playouts=1, looks=1, sampled=False) for id_ in ALONE}
"""With two commanders a side the same rules are played: ``make soak`` shows that the layer above them holds."""
