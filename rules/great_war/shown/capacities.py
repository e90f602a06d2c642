"""§9.1, §9.2, §9.5, §19.12: what trains and ships can still carry in Europe and in the Near East."""

from __future__ import annotations

from rules.great_war.movement.rails import left_of
from rules.great_war.movement.railways import has_come
from rules.great_war.position.state import State
from rules.great_war.printed.variants import Transport
from rules.hexes.viewers import sees_hidden
from rules.kernel.messages import Json, JsonObject

SOURCES = ("cursor", "sailed", "turn", "chits")
"""All that comes from: what has gone in this step, ships that were spent before it, and chits that bring trains."""


def capacities(state: State, viewer: str) -> list[Json]:
    """§9.11, §9.14, §9.23, §9.52: by capacity whose it is, its title, what is left of it and how much there is. One
    that has not come yet is not among them.

    §7.25, §9.34: what is left is its own side's to know. A headquarters counts double, so it would tell whether one
    went along below the top of a stack.
    """
    printed = state.printed

    def find(_: object) -> list[Json]:
        return [
            _capacity_shown(state, transport, sees_hidden(viewer, transport.side))
            for transport in printed.variant.transports
            if has_come(state, printed.charts.capacity[transport.id])
        ]

    # The cursor is another one at every march.
    return state.memory.recall(("capacities", viewer), (state.phase.used, state.sailed, state.chits), find)


def _capacity_shown(state: State, transport: Transport, known: bool) -> JsonObject:
    capacity = state.printed.charts.capacity[transport.id]
    return {
        "id": transport.id,
        "side": transport.side,
        "by": transport.by,
        "title": transport.title,
        "left": left_of(state, capacity) if known else None,
        "most": capacity.units,
    }
