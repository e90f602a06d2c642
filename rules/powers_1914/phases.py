"""§3.1: the steps of a turn by the keys that the cursor holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.powers_1914.pieces import SIDES

SETUP, EVENTS, PURCHASE, ACTION, END = "setup", "events", "purchase", "action", "end"


class Phase(NamedTuple):
    """Whose step it is, or None where both sides or neither act, and of which kind."""

    side: str | None
    name: str


PHASES: Mapping[str, Phase] = {f"{side}.{name}": Phase(side, name) for side in SIDES for name in (SETUP, ACTION)} | {
    name: Phase(None, name) for name in (EVENTS, PURCHASE, END)
}
