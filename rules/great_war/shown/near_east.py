"""What everyone sees of the Near East's markers and tracks."""

from __future__ import annotations

from rules.great_war.position.kut import besieged
from rules.great_war.position.state import State
from rules.kernel.messages import JsonObject


def near_east(state: State) -> JsonObject:
    """§14.21, §14.22: whether Kut has its fort, and whether it is besieged."""
    return {"kut": {"fort": state.near_east.kut, "besieged": bool(besieged(state))}}
