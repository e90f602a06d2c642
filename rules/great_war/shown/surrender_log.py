"""What the log says of the boxes of the Near East, of Turkey's surrender and of who wins there: all of it open."""

from __future__ import annotations

from rules.great_war.facts import strategic, surrender
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.strategic_log import LineDraft

EARNED = {
    surrender.BAGHDAD: "Baghdad has fallen in 1915",
    surrender.JERUSALEM: "Jerusalem has fallen before 1918",
    surrender.ALPINE: "the Alpine Corps has come to the Near East",
}


def tell_surrender(event: object, _: State) -> LineDraft | None:
    """The line of a fact, or None when it is none of these."""
    match event:
        case strategic.EffortMade():
            text = "The Central Powers begin their major effort: from now on only three victory hexes win for them."
            return LineDraft("effort", "18.4", CENTRAL, text)
        case surrender.ModifierEarned():
            text = f"For good, whatever comes later, the die for Turkey's surrender is higher: {EARNED[event.name]}."
            return LineDraft("surrender", "5.62", ALLIED, text)
        case _:
            return None
