"""§3.12: the sheets of the fronts as the page of a match draws them."""

from __future__ import annotations

from rules.great_war.printed.data import FOLDER
from rules.great_war.printed.plans import EARLIER
from rules.great_war.printed.variants import COMBINED, EUROPE, NEAR_EAST, SERBIA, VARIANTS, read_variant
from rules.kernel.game import Board


def boards_of(variant: str, earlier: tuple[str, ...] = ()) -> tuple[Board, ...]:
    """Those of a variant, in the order of their tabs; those of ``earlier`` plans have drawings of their own."""
    fronts = read_variant(FOLDER / VARIANTS / f"{variant}.toml").fronts
    return tuple(Board(front.sheet, front.title, front.prefix, front.letters, earlier) for front in fronts.values())


BOARDS = boards_of(EUROPE, EARLIER)
"""Those of the game in Europe."""
BOARDS_OF_THE_NEAR_EAST = boards_of(NEAR_EAST)
BOARDS_OF_BOTH = boards_of(COMBINED)
"""§19.12: those of both, for the combined game."""
BOARDS_OF_SERBIA = boards_of(SERBIA)
"""The Eastern Front alone, for the first match."""
