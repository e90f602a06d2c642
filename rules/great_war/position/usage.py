"""The words under which ``PhaseFrame.used`` counts what a step has used up, besides the names of capacities.

States are stored with these words; nothing else makes or reads them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.great_war.position.state import PhaseFrame

PLACED = "placed"
"""§6.52: all units that have come in a New Units Phase."""
TO_THE_COAST = "to-the-coast"
"""§20.2 No. 7: units that trains carried to the coast on the first turn."""
RESERVE_DICE = "reserve-dice"
"""§5.38: dice that have been rolled for the Turkish reserve on this strategic turn."""


def brought_to(nation: str, hex_: str) -> str:
    """§13.3: units that headquarters of a nation brought to a hex."""
    return f"{nation} {hex_}"


def brought_by_headquarters(frame: PhaseFrame, nation: str) -> Iterator[tuple[str, int]]:
    """§13.3: how many units headquarters of a nation have brought in a step, by hex."""
    for word, units in frame.used.items():
        of, _, hex_ = word.partition(" ")
        if of == nation and hex_:
            yield hex_, units
