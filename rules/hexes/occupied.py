"""Where units stand: the part of a position that hex games have in common, and how it changes.

A unit is in a hex of the map, in a stack, or in a box beside it. Both ways round are kept: ``units`` has each unit's
place, ``stacks`` the units of each occupied hex; what else is asked is found from the state before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

from rules.hexes import stacks as in_stacks
from rules.hexes.by_hex import Placed, Stacks
from rules.hexes.positions import Boxes, hexes_by_number, units_in_boxes
from rules.hexes.stacks import StackOrder, as_they_come
from rules.kernel.fast_replace import replace
from rules.kernel.incremental import Remembering
from rules.kernel.tracked_dict import with_changes


class Occupied(Remembering):
    """A base for frozen states with units in stacks, the top first, and in boxes. No unit is ever added or gone.

    A game says which places are boxes, and whose a unit is.
    """

    units: Mapping[str, Any]
    """Unit to how it is (``Placed``), in the order of the counter sheet."""
    stacks: Stacks

    @property
    def off_map(self) -> Collection[str]:
        """The boxes: every place of a unit that is no hex."""
        raise NotImplementedError

    def side(self, unit: str) -> str:
        """Whose a unit is. Units of one hex are of one side."""
        raise NotImplementedError

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """The occupied hexes by number. Whatever lists units goes by it: ``stacks`` keeps the order of their coming."""
        return hexes_by_number(self)

    @cached_property
    def boxes(self) -> Boxes:
        """The units in every box, in the order of the counter sheet; the same object while nobody there changes."""
        return units_in_boxes(self, self.off_map)

    def in_box(self, box: str, side: str | None = None) -> tuple[str, ...]:
        """The units in a box, of one side or of both, in the order of the counter sheet."""
        units = self.boxes[box]
        return units if side is None else tuple(u for u in units if self.side(u) == side)

    def holder(self, hex_: str) -> str | None:
        """The side that has units in a hex."""
        units = self.stacks.get(hex_)
        return self.side(units[0]) if units else None

    def on_map(self, side: str | None = None) -> Iterator[str]:
        """The units on the map, of one side or of both, by hex and from the top down."""
        for hex_ in self.hexes:
            units = self.stacks[hex_]
            if side is None or self.side(units[0]) == side:
                yield from units

    def is_on_map(self, unit: str) -> bool:
        """Whether a unit stands in a hex. KeyError for an unknown one."""
        return self.units[unit].at not in self.off_map


S = TypeVar("S", bound=Occupied)


def change(state: S, changes: Mapping[str, Placed]) -> S:
    """Units in a new condition, where they are."""
    return _with(state, units=with_changes(state.units, changes)) if changes else state


def bring(state: S, coming: Mapping[str, Placed], to: str, order: StackOrder = as_they_come, **besides: Any) -> S:
    """Units go from wherever they are to a hex, on top in their order, or to a box, and are there as ``coming`` says.

    ``order``: how the units of the hex lie then. ``besides``: what else of the state is exchanged.
    """
    units, stacks = in_stacks.bring(state.units, state.stacks, coming, to, state.off_map, order)
    return _with(state, units=units, stacks=stacks, **besides)


def place(state: S, coming: Mapping[str, Placed], order: StackOrder = as_they_come) -> S:
    """Units come out of boxes, each into its hex, the later on top of the earlier, or into another box."""
    there = {unit: now.at for unit, now in coming.items() if now.at not in state.off_map}
    stacks = in_stacks.place(state.stacks, there, order)
    return _with(state, units=with_changes(state.units, coming), stacks=stacks)


def exchange(state: S, one: str, other: str, now: Mapping[str, Placed], **besides: Any) -> S:
    """Two units lie in each other's place, be it a hex or a box, and are there as ``now`` says."""
    at = state.units
    stacks = in_stacks.exchange(state.stacks, (one, at[one].at), (other, at[other].at))
    return _with(state, units=with_changes(at, now), stacks=stacks, **besides)


def _with(state: S, **changes: Any) -> S:
    # Which dataclass it is only the game knows. What a fact asks of the state amid its changes is found already.
    after = cast(S, replace(cast(Any, state), **changes))
    after.follow(state)
    return after
