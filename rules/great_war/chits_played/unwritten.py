"""§6.0 The effects that are still to be written, in one list: such a chit stays in the hand and says why.

A chapter that writes one takes it out of here, and a test holds the list to the chits there are.
"""

from __future__ import annotations

from rules.great_war.state import State
from rules.kernel.messages import Refusal

UNWRITTEN = {
    "shock-troops": "15.4",
    "allied-air-tactics": "15.1",
    "central-air-tactics": "15.1",
}
"""By effect, the section without which it cannot be played."""


def unwritten(state: State, chit: str) -> Refusal | None:
    """§6.0: why an event cannot be played yet, or None."""
    event = state.printed.chits.events[chit]
    section = UNWRITTEN.get(event.effect)
    if section is None:
        return None
    return Refusal("not-built", section, f"{event.title} cannot be played yet: section {section} is missing.")
