"""§8.0 to §12.0, §15.2, §16.4, §22.8: the lines of the log on marches, journeys, works and flights."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.aircraft import BaseLost, Fled, FlightOver, Rebased, Sent, left_without_base
from rules.empires_alliances.facts.breakdown import BrokenDown, Recombined
from rules.empires_alliances.facts.movement import SHIP, TRAIN, GarrisonsFreed, Marched, Overrun, Travelled
from rules.empires_alliances.facts.railheads import RailheadMoved
from rules.empires_alliances.facts.rally import Rallied
from rules.empires_alliances.facts.stacking import GivenUp
from rules.empires_alliances.facts.works import Dug, FortRemoved
from rules.empires_alliances.movement.overrun import odds_in_words
from rules.empires_alliances.play import name_of, names_of, place_name
from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions.ban import power_of, printed_in
from rules.empires_alliances.shown.log_parts import hexes_of
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import quantity


def told_of_movement(before: State, event: Event, after: State) -> JsonObject | None:
    """What the log says of marches, journeys, works and flights; None for any other fact."""
    return _told_of_marches(before, event, after) or _told_of_works(before, event) or _told_of_flights(before, event)


def _told_of_marches(before: State, event: Event, after: State) -> JsonObject | None:
    """§8.0 to §12.0: marches, journeys, railheads, automatic victories and rallies."""
    match event:
        case Marched():
            text = f"{names_of(before, event.units)} to {place_name(before, event.path[-1])}."
            return {"section": "8.0", "text": text, "path": [*event.path]}
        case Travelled():
            return _journey(before, event)
        case RailheadMoved():
            to = place_name(before, event.path[-1])
            path: list[Json] = [event.head, *event.path]
            return {"section": "10.2", "text": f"The railhead advances to {to}.", "path": path}
        case GarrisonsFreed():
            section = printed_in(after, "1.68") if any(power_of(after, u) == "FR" for u in event.units) else "17.46"
            text = f"Released, since the enemy is near: {names_of(before, event.units)}."
            return {"section": section, "text": text, "hexes": hexes_of(before, event.units)}
        case Overrun():
            advance = f" {names_of(before, event.advance)} advanced." if event.advance else ""
            return {
                "section": "12.0",
                "text": f"Automatic victory in {place_name(before, event.hex)}, {odds_in_words(event.odds)}: "
                f"{names_of(before, event.lost)} eliminated.{advance}",
                "hexes": [event.hex],
            }
        case Rallied():
            parts = [f"rallied: {names_of(before, event.over)}" if event.over else ""]
            parts += [f"{quantity(len(event.turned), 'unit')} still demoralised" if event.turned else ""]
            text = "; ".join(filter(None, parts))
            return {"section": "7.253", "text": f"{text[:1].upper()}{text[1:]}."}
        case _:
            return None


def _told_of_works(before: State, event: Event) -> JsonObject | None:
    """§15.2, §22.8, §6.2: trenches and forts, corps in halves, and units that are given up."""
    match event:
        case Dug():
            section, text = _trenches(before, event.units)
            return {"section": section, "text": text, "hexes": hexes_of(before, event.units)}
        case FortRemoved():
            hex_ = before.printed.forts[event.fort].hex
            text = f"The fort of {place_name(before, hex_)} is given up."
            return {"section": "15.22", "text": text, "hexes": [hex_]}
        case BrokenDown():
            text = f"{name_of(before, event.corps)} breaks down into {names_of(before, event.halves)}."
            return {"section": "22.82", "text": text, "hexes": hexes_of(before, (event.corps,))}
        case Recombined():
            text = f"{names_of(before, event.halves)} join again: {name_of(before, event.corps)}."
            return {"section": "22.82", "text": text, "hexes": hexes_of(before, event.halves[:1])}
        case GivenUp():
            text = (
                f"{name_of(before, event.unit)} is given up in {place_name(before, event.hex)}: too many stack there."
            )
            return {"section": "6.2", "side": before.side_of(event.unit), "text": text, "hexes": [event.hex]}
        case _:
            return None


def _told_of_flights(before: State, event: Event) -> JsonObject | None:
    """§16.4, §6.3: aircraft that are sent, that move to another base, and that lose theirs."""
    match event:
        case Sent():
            text = f"{name_of(before, event.unit)} will support attacks on {place_name(before, event.hex)}."
            return {"section": "16.41", "text": text, "hexes": [event.hex]}
        case Rebased():
            text = f"{name_of(before, event.unit)} to {place_name(before, event.base)}."
            return {"section": "16.41", "text": text, "hexes": [event.base]}
        case BaseLost():
            flown = "may fly to another city" if event.flies else "lost with its base"
            text = f"{names_of(before, event.units)} in {place_name(before, event.hex)}: {flown}."
            return {"section": "6.3", "side": event.side, "text": text, "hexes": [event.hex]}
        case Fled():
            text = f"{name_of(before, event.unit)} flew to {place_name(before, event.base)}."
            return {"section": "6.3", "side": before.side_of(event.unit), "text": text, "hexes": [event.base]}
        case FlightOver():
            left = left_without_base(before)
            if not left:
                return None
            side = before.side_of(left[0])
            return {"section": "6.3", "side": side, "text": f"{names_of(before, left)}: lost with the base."}
        case _:
            return None


def _trenches(before: State, units: Iterable[str]) -> tuple[str, str]:
    """§15.21, §15.23: who has dug in, and who has dug deeper, with the section."""
    dug = tuple(units)
    deeper = tuple(u for u in dug if before.units[u].trench)
    first = tuple(u for u in dug if u not in deeper)
    parts = [f"Entrenched: {names_of(before, first)}." if first else ""]
    parts += [f"Entrenched at the second level: {names_of(before, deeper)}." if deeper else ""]
    return "15.21" if first else "15.23", " ".join(filter(None, parts))


def _journey(before: State, event: Travelled) -> JsonObject:
    """The line of a journey: where it led, and by what."""
    modes = [leg.mode for leg in event.legs]
    by = " and ".join(words for mode, words in ((TRAIN, "train"), (SHIP, "sea")) if mode in modes)
    hexes: list[Json] = [
        place
        for place in (event.start, *(place for leg in event.legs for place in leg.path))
        if before.board.is_hex(place)
    ]
    where = place_name(before, event.legs[-1].path[-1])
    if event.evacuated:
        text = f"{names_of(before, event.units)} evacuated to {where}: demoralised."
        return {"section": "11.8", "text": text, "path": hexes}
    text = f"{names_of(before, event.units)} to {where} by {by}."
    return {"section": "9.0" if TRAIN in modes else "11.0", "text": text, "path": hexes}
