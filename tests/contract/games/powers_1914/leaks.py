"""Leaks that the game could have: each put in must be found by the suites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rules.kernel.game import REFEREE
from rules.powers_1914 import game as doors
from rules.powers_1914.shown import view as sights
from rules.powers_1914.shown.narrate import narrate


def hands_in_the_open(patch: pytest.MonkeyPatch) -> None:
    """§3.14.9: everyone reads the cards in every hand."""
    side = sights._side
    patch.setattr(sights, "_side", lambda state, its, _viewer: side(state, its, REFEREE))


def cards_named_when_put_away(patch: pytest.MonkeyPatch) -> None:
    """§3.14.9: the log says which card was drawn and put away unseen."""

    def told(before: Any, event: Any, after: Any, _viewer: str) -> Any:
        return narrate(before, event, after, REFEREE)

    patch.setattr(doors, "narrate", told)


LEAKS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    leak.__name__: leak for leak in (hands_in_the_open, cards_named_when_put_away)
}
