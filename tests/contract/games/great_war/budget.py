"""In ``make test`` most tests look at one stretch of a game (``stretch``); ``make soak`` plays whole games too.

A whole game costs fifty times a stretch, and there are 33 scenarios. So every suite plays one game of each, and they
begin in turns where stretches begin, and have in turns the options that there are: what one scenario leaves out in
a suite the next has. With two cores all of it takes a few hours.
"""

from __future__ import annotations

from tests.contract.hooks import Budget

ALONE = {
    "1915": Budget(playouts=8, looks=2, whole=3),
    "serbia-1914": Budget(playouts=2, looks=2, whole=1, sampled=False),
    "campaign": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "1916": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "1917": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "1918": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "near-east-1917": Budget(playouts=4, looks=1, whole=2),
    "near-east-campaign": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "near-east-1915": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "near-east-1916": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "near-east-1918": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "combined-1917": Budget(playouts=3, looks=1, stride=3, whole=3),
    "combined-campaign": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "combined-1915": Budget(playouts=3, looks=1, whole=3, sampled=False),
    "combined-1916": Budget(playouts=3, looks=1, whole=3, sampled=False),
}
ON_SIX_FRONTS = [id_ for id_ in ALONE if id_.startswith("combined-")]
SHARED = [
    *(f"{id_}-west-and-east" for id_ in ALONE if id_ != "serbia-1914"),
    *(f"{id_}-west-east-near-east" for id_ in ON_SIX_FRONTS),
]
BUDGETS = ALONE | {id_: Budget(playouts=1, looks=1, whole=3, sampled=False) for id_ in SHARED}
"""With two commanders a side, or three, the same rules are played: ``make soak`` shows that the layer above them
holds."""
