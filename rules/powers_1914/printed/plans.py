"""Plans of this game (decisions/0023): folders with all that is printed, read and checked."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.plans import Plans
from rules.powers_1914.printed.data import Files, Printed
from rules.powers_1914.printed.misprints import check

FOLDER = Path(__file__).resolve().parents[3] / "scenarios" / "powers-1914"
AS_PRINTED = "powers-1914"
"""The plan of the game as it is printed."""


def read(folder: Path) -> Printed:
    """A plan from its folder. ValueError where it is misprinted or a file is missing."""
    try:
        found = Files(folder).printed()
        check(found)
    except (LookupError, TypeError, ValueError, OSError) as error:
        raise ValueError(f"{folder.name} is no plan of Powers of 1914: {error!r}") from error
    return found


PLANS: Plans[Printed] = Plans(read, {AS_PRINTED: FOLDER})
