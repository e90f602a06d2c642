"""What has to hold for a modifier, a commitment or aid: the words that files may use. The rules say what each means."""

from __future__ import annotations

BRITAIN_CONQUERED = "britain-conquered"
WHEN = (
    "",
    "italy-allied",
    "straits-taken",
    "moscow-or-petrograd",
    "petrograd",
    "southern-route",
    "m-or-d-before",
    "central-declared-on-netherlands",
    "five-british-corps-in-the-middle-east",
    "own-major-city-in-enemy-hands",
    "american-unit-in-france",
    "more-british-corps",
    "central-power",
)
"""Always; §2.68e; §19.31; §19.32; §21.3; §2.65c; §2.67b; charts of ours; §2.67b; §19.11."""
UNTIL = ("", "russia-conquered", "ottomans-conquered")
"""§2.67: until when a country pays points to a box."""
ENTRY_WHEN = (
    "",
    "central-major-city-in-allied-hands",
    "allied-major-city-in-central-hands",
    "joined-central",
    "joined-allied",
    "city-in-central-hands",
    "city-in-allied-hands",
    "allied-unit-in",
    "submarine-warfare",
    "declared-on-netherlands",
)
"""§22.2."""
MARKS = ("allies-declared-on-netherlands",)
"""§2.65d, §2.7: deeds that count in the points."""
