"""Units of a small game, each with a side in its name and a hex: what a position knows of them, and what is shown.

``static/panels/plain-game.js`` draws what ``told`` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.kernel.endings import Ending
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.procedure.options import OneOf


class PlainUnits(Ending):
    """A position with ``at``, from unit to hex, and ``done``, the units that have nothing left to do in the step."""

    __slots__ = ()

    at: Mapping[str, str]
    done: frozenset[str]

    def units(self, side: str) -> tuple[str, ...]:
        """The side's units on the board, by hex."""
        return tuple(sorted((u for u in self.at if side_of(u) == side), key=lambda u: (self.at[u], u)))

    def holds(self, side: str) -> frozenset[str]:
        """The hexes that the side's units stand in."""
        return frozenset(self.at[u] for u in self.units(side))

    def fresh(self, side: str) -> tuple[str, ...]:
        """The side's units that have done nothing yet in this step."""
        return tuple(u for u in self.units(side) if u not in self.done)


def side_of(unit: str) -> str:
    """Whose a unit is: ``red`` of ``red-1``."""
    return unit.rpartition("-")[0]


def choose_unmoved(state: PlainUnits, side: str, section: str) -> OneOf:
    """The side's units that may move; those that have moved are told so."""
    moved = Refusal("has-moved", section, "This unit has already moved.")
    return OneOf(state.fresh(side), {u: moved for u in state.units(side) if u in state.done})


def units_in_view(
    state: PlainUnits, sides: Iterable[str], title: Callable[[str], str], more: Callable[[str], Mapping[str, Any]]
) -> JsonObject:
    """The units for a view, by side and hex, each with what the game tells ``more`` of it."""
    return {
        unit: {"name": title(unit), "side": side, "hex": state.at[unit], "done": unit in state.done, **more(unit)}
        for side in sides
        for unit in state.units(side)
    }
