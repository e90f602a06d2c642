"""One scenario, and a random game of it takes about a second: every test has all the games that it asks for.

With shared sides the same rules are played: a few games show that the layer above them holds.
"""

from __future__ import annotations

from tests.contract.hooks import Budget

BUDGETS = {
    "campaign": Budget(playouts=200, looks=12),
    "campaign-teams": Budget(playouts=20, looks=4, stride=4),
    "campaign-german-team": Budget(playouts=10, looks=2, stride=2, sampled=False),
    "campaign-entente-team": Budget(playouts=10, looks=2, stride=2, sampled=False),
}
