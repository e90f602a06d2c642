"""§5.1, §11.8: the phases and the stages of an attack by the keys that the cursor holds, and the turns of events."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from rules.kernel.procedure.phases import Phase, by_key, each
from rules.schlieffens_war.printed.sides import SIDES

SETUP, REGROUP, MOVEMENT, COMBAT, ADMIN, END = "setup", "regroup", "movement", "combat", "admin", "end"

PHASES: Mapping[str, Phase] = by_key(each(SIDES, SETUP, REGROUP, MOVEMENT, COMBAT, ADMIN), (Phase(None, END),))

DEFENDERS, ODDS, CONCENTRIC, BOMBARD, RESOLVE = "defenders", "odds", "concentric", "bombard", "resolve"
DEFENDER_LOSSES, EXTRA_LOSS, ATTACKER_LOSSES = "defender_losses", "extra_loss", "attacker_losses"
AFTERMATH, EXTRA_EACH, ADVANCE = "aftermath", "extra_each", "advance"

BEFORE_ODDS = (DEFENDERS, ODDS)
BEFORE_RESULT = (*BEFORE_ODDS, CONCENTRIC, BOMBARD, RESOLVE)
STAGES = (*BEFORE_RESULT, DEFENDER_LOSSES, EXTRA_LOSS, ATTACKER_LOSSES, AFTERMATH, EXTRA_EACH, ADVANCE)
"""§11.8: the stages of an attack in their order, which the sequence (sequence.py) has from here."""

FOLLOWING: Mapping[str, str] = dict(pairwise(STAGES))
"""What comes next where a fact says only that a stage is over; where the way parts, ``StageReached`` names the next."""

LAST_TURN = 10
BEF_TURN = 3
SIXTH_ARMY_TURN = 7
WITHDRAWAL_TURN = 7
FIRST_REGROUP_TURN = 2
PLAN_XVII_TURN = 7
FINAL_EFFORT_TURNS = (9, 10)
