"""One scenario, and a random game of it takes about a second: every test has all the games that it asks for."""

from __future__ import annotations

from tests.contract.hooks import Budget

BUDGETS = {"campaign": Budget(playouts=200, looks=12)}
