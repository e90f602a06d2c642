"""§3.1: the steps of a turn by the keys that the cursor holds."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.procedure.phases import Phase, by_key, each
from rules.powers_1914.printed.pieces import SIDES

SETUP, EVENTS, PURCHASE, ACTION, END = "setup", "events", "purchase", "action", "end"
TOGETHER = (Phase(None, EVENTS), Phase(None, PURCHASE), Phase(None, END))

PHASES: Mapping[str, Phase] = by_key(each(SIDES, SETUP, ACTION), TOGETHER)
