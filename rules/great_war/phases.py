"""§4.2: the steps of the sequence by the keys that the cursor holds, as facts and chapters name them."""

from __future__ import annotations

from rules.great_war.fronts import EAST, WEST
from rules.great_war.nations import ALLIED, CENTRAL

LOT, ALLIED_SETUP, CENTRAL_SETUP = "allied.lot", "allied.set-up", "central.set-up"
SETUPS = {ALLIED_SETUP: ALLIED, CENTRAL_SETUP: CENTRAL}
WEATHER_STEP = "weather"
FIRST_MOVEMENT, SECOND_MOVEMENT = MOVEMENTS = ("first-movement", "second-movement")
FIRST, SECOND = "first", "second"
HALVES = (FIRST, SECOND)
ATTACKS = {f"{half}.{theatre}.attacks": (half, theatre) for half in HALVES for theatre in (WEST, EAST)}
"""The steps in which a side attacks in a theatre."""
ATTRITIONS = tuple(f"{half}.attrition" for half in HALVES)
RECORD = "record"
