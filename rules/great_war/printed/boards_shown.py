"""§3.12: the sheets of the fronts as the page of a match draws them."""

from __future__ import annotations

from rules.great_war.printed.data import FOLDER
from rules.great_war.printed.plans import EARLIER
from rules.great_war.printed.variants import EUROPE, VARIANTS, read_variant
from rules.kernel.game import Board

_EUROPE = read_variant(FOLDER / VARIANTS / f"{EUROPE}.toml")
BOARDS = tuple(Board(front.sheet, front.title, front.prefix, EARLIER) for front in _EUROPE.fronts.values())
"""Those of the game in Europe, in the order of their tabs."""
