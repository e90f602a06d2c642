"""§3.12: the sheets of the fronts as the page of a match draws them."""

from __future__ import annotations

from rules.great_war.printed.fronts import EUROPE
from rules.great_war.printed.plans import EARLIER
from rules.kernel.game import Board

BOARDS = tuple(Board(front.sheet, front.title, front.theatre[:1].upper(), EARLIER) for front in EUROPE.values())
"""Those of the game in Europe, in the order of their tabs."""
