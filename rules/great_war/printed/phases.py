"""§4.2: the steps of the sequence by the keys that the cursor holds, as facts and chapters name them."""

from __future__ import annotations

from itertools import pairwise

from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL

PRE_WAR_DRAW, PRE_WAR_PLANS, PRE_WAR_CHOICE = PRE_WAR = "pre-war.draw", "pre-war.plans", "pre-war.choice"
LOT, ALLIED_SETUP, CENTRAL_SETUP = "allied.lot", "allied.set-up", "central.set-up"
LEAVING = "allied.leaving"
"""§21.63: which British units are not there any more."""
SETUPS = {ALLIED_SETUP: ALLIED, CENTRAL_SETUP: CENTRAL}
EVENTS, NEW_UNITS = "events", "new-units"
"""Phases that a first match does without."""
ARRIVALS = ("allied.new-units", "central.new-units")
ALLIED_RAIL, CENTRAL_RAIL = RAILS = ("allied.rail", "central.rail")
DECLARE_EVENTS, OTHER_POOL, INFLUENZA = "declare-events", "other-pool", "influenza"
TRANSFERS, EMERGENCY = "transfers", "emergency"
"""§5.17, §5.18: a step, and what the Near East alone leaves out of it."""
RESERVE_STEP, SURRENDER_STEP = "reserve", "turkish-surrender"
SETTLE_OWN, SETTLE_OTHER, CHANCES = "settle-own", "settle-other", "chances"
EVENT_PHASE = (DECLARE_EVENTS, SETTLE_OWN, OTHER_POOL, SETTLE_OTHER, INFLUENZA, CHANCES)
INITIATIVE_ANSWER = "initiative-answer"
"""§5.87: the Allies may cancel an initiative that was taken while new units came in."""
WEATHER_STEP = "weather"
FIRST_MOVEMENT, SECOND_MOVEMENT = MOVEMENTS = ("first-movement", "second-movement")
FIRST, SECOND = "first", "second"
HALVES = (FIRST, SECOND)
ATTACKS = {f"{half}.{theatre}.attacks": (half, theatre) for half in HALVES for theatre in (WEST, EAST)}
"""The steps in which a side attacks in a theatre."""
AGAINS = {f"{half}.{theatre}.again": (half, theatre) for half in HALVES for theatre in (WEST, EAST)}
"""The steps in which units near OHL or OberOst attack once more (§10.8)."""
FIGHTS = {**ATTACKS, **AGAINS}
COMBAT_TITLE, AGAIN_TITLE = "Combat", "Second attacks"
"""What they are called before the name of their theatre."""
CAVALRY, SUPPORT, COUNTER_SUPPORT, RESOLVE = "cavalry-retreat", "attacker-support", "defender-support", "resolve"
ATTACKER_AIR, DEFENDER_AIR = "attacker-air", "defender-air"
ATTACKER_EVENTS, DEFENDER_EVENTS = "attacker-events", "defender-events"
REACTION = "reaction"
NO_HEADQUARTERS = "none"
"""§10.46: the answer that no headquarters supports."""
ATTACKER_LOSSES, DEFENDER_LOSSES, ADVANCE, GO_ON = "attacker-losses", "defender-losses", "advance", "go-on"
STAGES = (
    CAVALRY, SUPPORT, COUNTER_SUPPORT, ATTACKER_AIR, DEFENDER_AIR, ATTACKER_EVENTS, DEFENDER_EVENTS, RESOLVE,
    ATTACKER_LOSSES, DEFENDER_LOSSES, REACTION, ADVANCE, GO_ON,
)  # fmt: skip
"""§10.3: the stages of an attack in their order."""
FOLLOWING = dict(pairwise(STAGES))
RAID, CAPTURE, ARABS = "raid", "capture", "arabs"
ATTRITIONS = tuple(f"{half}.attrition" for half in HALVES)
WITHDRAWALS = tuple(f"{half}.{WEST}.withdrawal" for half in HALVES)
"""§14.62: the steps in which Germany gives up hexes that it has devastated."""
COMBAT = {
    **FIGHTS,
    **dict(zip(WITHDRAWALS, ((half, WEST) for half in HALVES), strict=True)),
    **dict(zip(ATTRITIONS, ((half, EAST) for half in HALVES), strict=True)),
}
"""§10.0: all steps of the two Combat Phases: the half of the turn, and the theatre."""
RECORD = "record"
RETURN, PIPELINE = "return", "pipeline"
DECLARE_INITIATIVE, CHOOSE_MARKER = "declare-initiative", "choose-marker"
"""§5.82, §5.88: the steps in which the initiative and its marker are chosen."""
