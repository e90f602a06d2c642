"""Leaks that the game could have: each put in must be found by the suites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rules.great_war import game as doors
from rules.great_war.position.state import State
from rules.great_war.shown import units_shown as sights
from rules.great_war.shown.narrate import narrate
from rules.kernel.game import REFEREE


def stacks_in_the_open(patch: pytest.MonkeyPatch) -> None:
    """§7.25: everyone sees every face."""
    patch.setattr(sights, "faces_shown", lambda state, hex_, _viewer: state.stacks.get(hex_, ()))


def names_of_all_who_move(patch: pytest.MonkeyPatch) -> None:
    """§7.25: the log names the units below the top."""

    def told(before: Any, event: Any, after: Any, _viewer: str) -> Any:
        return narrate(before, event, after, REFEREE)

    patch.setattr(doors, "narrate", told)


def lists_by_coming(patch: pytest.MonkeyPatch) -> None:
    """Lists go in the order in which hexes were filled."""
    patch.setattr(State, "hexes", property(lambda state: tuple(state.stacks)))


LEAKS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    leak.__name__: leak for leak in (stacks_in_the_open, names_of_all_who_move, lists_by_coming)
}
