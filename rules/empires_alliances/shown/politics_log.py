"""§2.6, §18.0, §21.0: the lines of the log on who is at war, and the morale of nations."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.morale import DesertionRolled, MoraleDieRolled, WearinessApplied, WearinessRolled
from rules.empires_alliances.facts.politics import (
    Committed,
    Conquered,
    Deployed,
    Entered,
    EntryRolled,
    ForcesRemoved,
    GarrisonsShort,
    Recalled,
    WarDeclared,
)
from rules.empires_alliances.play import name_of, names_of, place_name, verb_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.sequence import NAMES
from rules.empires_alliances.setup.stations import section_of
from rules.empires_alliances.shown.log_parts import die_shown, hexes_of, purse_in_words
from rules.hexes.odds import Modifier, as_list
from rules.kernel.messages import JsonObject
from rules.kernel.wording import capital, listing, quantity


def told_of_politics(before: State, event: Event) -> JsonObject | None:
    """What the log says of wars and of the morale of nations; None for any other fact."""
    match event:
        case WearinessRolled():
            rolled = die_shown(event.die, event.sides, "weariness")
            return {**_weary(before, event.nation, event.result, event.total, event.modifiers), "dice": rolled}
        case WearinessApplied():
            return _weary(before, event.nation, event.result, event.total, event.modifiers)
        case MoraleDieRolled():
            common = die_shown(event.die, event.sides, "weariness")
            return {"section": "22.10", "side": None, "text": f"One die for all: {event.die}.", "dice": common}
        case DesertionRolled():
            roll = die_shown(event.die, event.sides, "desertion")
            text = f"{name_of(before, event.unit)} {'deserts' if event.lost else 'stays'}: die {event.die}."
            found = hexes_of(before, [event.unit])
            return {"section": "21.34", "text": text, "hexes": found, "dice": roll}
        case Conquered():
            fallen = capital(before.printed.nations[event.nation].in_words)
            text = f"{fallen} sues for peace." if event.surrendered else f"{fallen} is conquered."
            section = "21.35" if event.surrendered else "18.2"
            return {"section": section, "side": before.wars[event.nation].side, "text": text}
        case EntryRolled():
            name, rolled = before.printed.nations[event.nation].name, die_shown(event.die, event.sides, "entry")
            what = f"it joins the {NAMES[event.side]}" if event.side else "it stays neutral"
            text = f"{name}: die {event.die}, in all {event.total}: {what}."
            reasons = as_list(event.modifiers, "drm")
            return {"section": "22.2", "side": None, "text": text, "modifiers": reasons, "dice": rolled}
        case WarDeclared():
            text = f"The {NAMES[event.side]} declare war on {before.printed.nations[event.nation].in_words}."
            return {"section": "18.11", "side": event.side, "text": text}
        case Entered():
            text = f"{capital(before.printed.nations[event.nation].in_words)} joins the {NAMES[event.side]}."
            section = "18.11" if event.declared else "2.63"
            return {"section": section, "side": event.side, "text": text}
        case Deployed():
            adjective, side = before.printed.nations[event.nation].adjective, before.allegiance[event.nation]
            text = f"The {adjective} forces are deployed."
            return {"section": section_of(event.nation), "side": side, "text": text}
        case Committed():
            text = f"{names_of(before, event.units)} committed to {place_name(before, event.box)}."
            return {"section": "2.67", "text": text, "hexes": hexes_of(before, event.units)}
        case Recalled():
            text = f"{name_of(before, event.unit)} comes back to {place_name(before, event.at)}."
            return {"section": "2.67", "text": text, "hexes": [event.at]}
        case ForcesRemoved():
            adjective = before.printed.nations[event.nation].adjective
            leave = verb_of(event.units, "leaves", "leave")
            text = f"{capital(quantity(len(event.units), f'{adjective} unit'))} {leave} the war."
            return {"section": "18.21", "text": text}
        case GarrisonsShort():
            points = quantity(len(event.cities), "infantry point")
            text = f"No garrison in {listing(event.cities)}: {purse_in_words(before, event.purse)} loses {points}."
            return {"section": "18.32", "text": text}
        case _:
            return None


def _weary(state: State, nation: str, result: str, total: int, modifiers: Iterable[Modifier]) -> JsonObject:
    """§21.2: what a check of morale came to."""
    text = f"{state.printed.nations[nation].name}: {WEARY[result]} ({total})."
    side = state.allegiance[nation]
    return {"section": "21.2", "side": side, "text": text, "modifiers": as_list(modifiers, "drm")}


WEARY = {
    "NE": "no effect",
    "R10": "replacements reduced by 10 per cent",
    "R20": "replacements reduced by 20 per cent",
    "R30": "replacements reduced by 30 per cent",
    "M": "low morale",
    "D": "desertions",
    "S": "it sues for peace",
}
"""§21.3: results of a morale check in words."""
