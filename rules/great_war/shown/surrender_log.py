"""What the log says of the boxes of the Near East, of Turkey's surrender and of victory there: all of it open."""

from __future__ import annotations

from rules.great_war.facts import reserve, revolutions, strategic, surrender
from rules.great_war.play import names_of
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.strategic_log import LineDraft
from rules.kernel.wording import quantity

EARNED = {
    surrender.BAGHDAD: "Baghdad has fallen in 1915",
    surrender.JERUSALEM: "Jerusalem has fallen before 1918",
    surrender.ALPINE: "the Alpine Corps has come to the Near East",
}


def tell_surrender(event: object, after: State) -> LineDraft | None:
    """The line of a fact, or None when it is none of these."""
    match event:
        case strategic.EffortMade():
            text = "The Central Powers begin their major effort: from now on they need three victory hexes to win."
            return LineDraft("effort", "18.4", CENTRAL, text)
        case surrender.ModifierEarned():
            text = f"For the rest of the match Turkey's surrender die is higher: {EARNED[event.name]}."
            return LineDraft("surrender", "5.62", ALLIED, text)
        case surrender.SurrenderRolled():
            sum_ = event.die + sum(number for _, _, number in event.modifiers)
            added = "; ".join(f"{text} +{number}" for text, _, number in event.modifiers)
            text = f"Turkish surrender roll {sum_}: Turkey {'surrenders' if event.happens else 'fights on'}."
            return LineDraft("surrender", "5.61", ALLIED, f"{text} {added}." if added else text, event.die)
        case revolutions.BrigadesLeft():
            leave = "leaves" if len(event.units) == 1 else "leave"
            text = f"{quantity(len(event.units), 'Russian brigade')} {leave} the game."
            return LineDraft("collapsed", "16.3", None, text)
        case strategic.HexesCounted():
            held = quantity(event.held, "victory hex", "victory hexes")
            text = f"The Central Powers hold {held}: they win, unless Turkey surrenders now."
            return LineDraft("victory", "18.4", CENTRAL, text)
        case reserve.ReserveRolled():
            text = f"The Turkish reserve should hold {quantity(event.required, 'division')}."
            return LineDraft("reserve", "5.38", CENTRAL, text, event.die)
        case reserve.ReserveSettled():
            return LineDraft("reserve", "5.38", CENTRAL, _line_of_settlement(event, after))
        case _:
            return None


def _line_of_settlement(event: reserve.ReserveSettled, after: State) -> str:
    """§5.38: who they are all can see in the box; from which stacks they came is not told."""
    if event.went:
        return f"From the Turkish reserve into the transit box: {names_of(after, event.went)}."
    return f"Into the Turkish reserve: {names_of(after, event.came)}."
