"""§5.1: the phases by the keys that the cursor holds, and the turns on which something happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.schlieffens_war.data import SIDES

SETUP, REGROUP, MOVEMENT, COMBAT, ADMIN, END = "setup", "regroup", "movement", "combat", "admin", "end"


class Phase(NamedTuple):
    """Whose phase it is, or None between the player turns, and of which kind."""

    side: str | None
    name: str


PHASES: Mapping[str, Phase] = {
    f"{side}.{name}": Phase(side, name) for side in SIDES for name in (SETUP, REGROUP, MOVEMENT, COMBAT, ADMIN)
} | {END: Phase(None, END)}

LAST_TURN = 10
BEF_TURN = 3
SIXTH_ARMY_TURN = 7
WITHDRAWAL_TURN = 7
FIRST_REGROUP_TURN = 2
PLAN_XVII_TURN = 7
FINAL_EFFORT_TURNS = (9, 10)
