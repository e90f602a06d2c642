"""§7.0: a position from what a side is shown. Nothing is hidden from anyone, so it is the position itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.position.state import FOE, State
from rules.kernel.codec import dump, load
from rules.kernel.messages import JsonObject
from rules.kernel.players import Rng


def note(state: State, viewer: str) -> JsonObject | None:
    """§7.0: the whole position, for either side. Whoever looks on plays no side, and has nothing to try out."""
    body = dump(state)
    return body if viewer in FOE and isinstance(body, dict) else None


def imagine(view: Mapping[str, Any], _: Rng) -> State:
    """§7.0: the position as it lies on the table: nothing is hidden, so nothing is dealt.

    ValueError for a view that is no side's.
    """
    if view["noted"] is None:
        raise ValueError("only what a side is shown can be imagined whole")
    return load(State, view["noted"])


def dealt(view: Mapping[str, Any], state: State) -> tuple[str, ...]:
    """§7.0: nothing."""
    return ()
