"""What a viewer sees of a stack: its own units whole, of others what the game leaves open, and their number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from rules.hexes.viewers import sees_hidden
from rules.kernel.messages import Json, JsonObject

Units = tuple[str, ...]


def faces_of(units: Units, side: str, viewer: str, left_open: Callable[[Units], Units]) -> Units:
    """The units of a stack of a side whose faces a viewer sees; of another's stack what is ``left_open``."""
    return units if not units or sees_hidden(viewer, side) else left_open(units)


def the_top(units: Units) -> Units:
    """What most games leave open."""
    return units[:1]


def stack_seen(
    hex_: str, units: Units, side: str, shown: Collection[str], fighting: Collection[str], face: Callable[[str], Json]
) -> list[Json]:
    """A stack as a view lists it, the top first: the faces that are shown or fight, the others concealed."""
    return [
        face(unit) if unit in shown or unit in fighting else hidden_unit(hex_, depth, side)
        for depth, unit in enumerate(units)
    ]


def hidden_unit(hex_: str, depth: int, side: str) -> JsonObject:
    """A unit whose face is hidden: its handle is its place, so that it says nothing and cannot be followed."""
    return {"id": f"?{hex_}.{depth}", "side": side, "concealed": True}


def known_of(units: Iterable[str], knows: Callable[[str], bool]) -> tuple[list[str], int]:
    """The units that a line of the log names for a viewer, and how many more it counts."""
    listed = [*units]
    known = [unit for unit in listed if knows(unit)]
    return known, len(listed) - len(known)
