"""§6.17, §6.47 Table options: event hands held out of view, and a French mutiny that is revealed when it is over."""

from __future__ import annotations

from collections.abc import Mapping

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED
from rules.hexes.viewers import sees_hidden
from rules.kernel.messages import Json, JsonObject

HANDS = "hands"
"""The name of the option."""
OPEN, HIDDEN, CONCEALED = "open", "hidden", "concealed"
"""Hands in full view; held out of view until played (§6.17); and with them a concealed mutiny (§6.47)."""
OPTION: JsonObject = {
    "id": HANDS,
    "kind": "choice",
    "title": "Event chits in hand",
    "help": "Hidden, only their owner sees them until they are played. A concealed mutiny of the French army is known"
    " to the Allies alone until it is over.",
    "default": OPEN,
    "choices": {
        OPEN: "Seen by everyone",
        HIDDEN: "Hidden",
        CONCEALED: "Hidden, and a French mutiny concealed",
    },
}
"""§6.17: as the lobby offers it."""
MUTINY = "french-mutiny"
MUTINY_TURNS = 3
"""§6.47: operational turns that it lasts, with that in which it is drawn."""


def read_option(options: Mapping[str, Json]) -> str:
    """The value of the option. ValueError for one that there is not."""
    value = options.get(HANDS, OPEN)
    if value not in (OPEN, HIDDEN, CONCEALED):
        raise ValueError(f"hands cannot be {value!r}")
    return str(value)


def sees_hand(state: State, viewer: str, side: str) -> bool:
    """§6.17: whether a viewer sees what events a side holds."""
    return state.hands == OPEN or sees_hidden(viewer, side)


def may_hold(state: State, side: str) -> bool:
    """§6.17: whether, as far as the other side can tell, a side holds an event that it could use.

    Where hands are hidden, a question that passed by itself would tell that nothing is held for it.
    """
    return state.hands != OPEN and any(state.chits[f"{side}.hand"].values())


def is_concealed(state: State) -> bool:
    """§6.47: whether the French have mutinied and only the Allies know."""
    return state.hands == CONCEALED and state.chits[f"{ALLIED}.hand"].get(MUTINY, 0) > 0


def has_mutinied(state: State) -> bool:
    """§18.21: whether the French have mutinied on an earlier turn, known to all or not."""
    known = state.chits[f"{ALLIED}.play"].get(MUTINY, 0) > 0
    drawn_now = state.chit_state.lasting.get(MUTINY) == state.turn + MUTINY_TURNS - 1
    return (known or is_concealed(state)) and not drawn_now
