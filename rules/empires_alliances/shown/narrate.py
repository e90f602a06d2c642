"""The lines of the log, one a fact."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.aircraft import BaseLost, Fled, FlightOver, Rebased, Sent, left_without_base
from rules.empires_alliances.facts.arrivals import Added, Arrived, PointsLapsed, PointsMade, Rebuilt, Withdrawn
from rules.empires_alliances.facts.breakdown import BrokenDown, Recombined
from rules.empires_alliances.facts.morale import DesertionRolled, MoraleDieRolled, WearinessApplied, WearinessRolled
from rules.empires_alliances.facts.movement import SHIP, TRAIN, GarrisonsFreed, Marched, Overrun, Travelled
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
from rules.empires_alliances.facts.procedure import StepBegan
from rules.empires_alliances.facts.railheads import RailheadMoved
from rules.empires_alliances.facts.rally import Rallied
from rules.empires_alliances.facts.setup import Dealt, Placed, TakenBack
from rules.empires_alliances.facts.stacking import GivenUp
from rules.empires_alliances.facts.supply import LevelsRose, Relieved, ShipsKept, Starved
from rules.empires_alliances.facts.weather import WeatherRolled, WeatherSet
from rules.empires_alliances.facts.works import Dug, DugIn, FortRemoved
from rules.empires_alliances.movement.overrun import odds_in_words
from rules.empires_alliances.play import name_of, names_of, place_name
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.board import POOL
from rules.empires_alliances.printed.ladder_charts import ZONES
from rules.empires_alliances.printed.steps import SET_UP
from rules.empires_alliances.procedure import END
from rules.empires_alliances.restrictions.ban import power_of, printed_in
from rules.empires_alliances.sequence import NAMES, TREE
from rules.empires_alliances.shown.battles import told_of_combat
from rules.empires_alliances.shown.invasions import told_of_invasion
from rules.hexes.odds import Modifier, as_list
from rules.kernel.endings import MatchEnded
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import listing, quantity


def narrate(before: State, event: Event, after: State) -> JsonObject | None:
    """The line of a fact; None for one that tells players nothing."""
    line: JsonObject = {"kind": event.kind, "section": "7.0", "side": before.active}
    match event:
        case StepBegan():
            step = TREE.step(event.step)
            if event.turn != before.turn or before.phase.name == SET_UP:
                return {
                    **line,
                    "kind": "phase",
                    "side": step.side,
                    "text": f"{after.date.name}: {step.title}",
                    "turn": event.turn,
                }
            if event.step == END:
                return None
            return {**line, "kind": "phase", "section": step.section, "side": step.side, "text": step.title}
        case WeatherRolled():
            dice: list[Json] = [{"die": event.die, "sides": event.sides, "for": "weather"}]
            return {
                **line,
                "section": "7.1",
                "side": None,
                "text": f"Weather: die {event.die}. {_weather_in_words(event.weather)}",
                "dice": dice,
            }
        case WeatherSet():
            return {**line, "section": "3.66", "side": None, "text": f"Weather: {_weather_in_words(event.weather)}"}
        case Placed():
            hexes: list[Json] = [event.at] if after.board.is_hex(event.at) else []
            text = f"{name_of(after, event.unit)} is set up in {place_name(after, event.at)}."
            return {**line, "section": printed_in(after, "1.4"), "text": text, "hexes": hexes}
        case TakenBack():
            return {
                **line,
                "section": printed_in(after, "1.4"),
                "text": f"{name_of(before, event.unit)} is taken back.",
            }
        case Dealt():
            return {
                **line,
                "section": printed_in(after, "1.4"),
                "text": f"{quantity(len(event.places), 'unit')} set up as proposed.",
            }
        case DugIn():
            who = quantity(len(event.units), "unit")
            text = f"Beside the start line {who} of infantry begin entrenched at level {event.level}."
            return {**line, "section": "3.4", "side": None, "text": text}
        case Marched():
            text = f"{names_of(before, event.units)} to {place_name(before, event.path[-1])}."
            return {**line, "section": "8.0", "text": text, "path": [*event.path]}
        case PointsMade():
            made = ", ".join(
                f"{_purse(before, purse)} {_points(points)}" for purse, points in event.made.items() if any(points)
            )
            text = f"Replacement points: {made or 'none'}."
            return {**line, "section": "17.23", "text": text, "points": _reasons(event)}
        case PointsLapsed():
            text = f"More points than may be kept lapse: {listing(_purse(before, p) for p in event.purses)}."
            return {**line, "section": "17.21", "text": text}
        case Added():
            where = "the Replacement Pool" if event.to == POOL else "reserve"
            return {**line, "section": "17.41", "text": f"{names_of(before, event.units)} go to {where}."}
        case Arrived():
            text = f"{name_of(before, event.unit)} arrives in {place_name(before, event.at)}."
            if event.gone:
                text = f"{text[:-1]} in place of {name_of(before, event.gone)}."
            return {**line, "section": "17.12", "text": text, "hexes": _hexes(after, [event.unit])}
        case Rebuilt():
            text = f"{name_of(before, event.counter)} is rebuilt in {place_name(before, event.at)}."
            return {**line, "section": "17.24", "text": text, "hexes": _hexes(after, [event.counter])}
        case Withdrawn():
            text = f"Withdrawn: {names_of(before, event.units)}."
            return {**line, "section": "17.44", "text": text, "hexes": _hexes(before, event.units)}
        case WearinessRolled():
            rolled = _die_shown(event.die, event.sides, "weariness")
            return {**line, **_weary(before, event.nation, event.result, event.total, event.modifiers), "dice": rolled}
        case WearinessApplied():
            return {**line, **_weary(before, event.nation, event.result, event.total, event.modifiers)}
        case MoraleDieRolled():
            common = _die_shown(event.die, event.sides, "weariness")
            return {**line, "section": "22.10", "side": None, "text": f"One die for all: {event.die}.", "dice": common}
        case DesertionRolled():
            roll = _die_shown(event.die, event.sides, "desertion")
            text = f"{name_of(before, event.unit)} {'deserts' if event.lost else 'stays'}: die {event.die}."
            found = _hexes(before, [event.unit])
            return {**line, "section": "21.34", "text": text, "hexes": found, "dice": roll}
        case Conquered():
            fallen = before.printed.nations[event.nation].name
            text = f"{fallen} sues for peace." if event.surrendered else f"{fallen} is conquered."
            section = "21.35" if event.surrendered else "18.2"
            return {**line, "section": section, "side": before.wars[event.nation].side, "text": text}
        case EntryRolled():
            name, rolled = before.printed.nations[event.nation].name, _die_shown(event.die, event.sides, "entry")
            what = f"it joins the {NAMES[event.side]}" if event.side else "it stays neutral"
            text = f"{name}: die {event.die}, in all {event.total}: {what}."
            reasons = as_list(event.modifiers, "drm")
            return {**line, "section": "22.2", "side": None, "text": text, "modifiers": reasons, "dice": rolled}
        case WarDeclared():
            text = f"The {NAMES[event.side]} declare war on {before.printed.nations[event.nation].name}."
            return {**line, "section": "18.11", "side": event.side, "text": text}
        case Entered():
            text = f"{before.printed.nations[event.nation].name} joins the {NAMES[event.side]}."
            section = "18.11" if event.declared else "2.63"
            return {**line, "section": section, "side": event.side, "text": text}
        case Deployed():
            adjective, side = before.printed.nations[event.nation].adjective, before.allegiance[event.nation]
            return {**line, "section": "2.63", "side": side, "text": f"The {adjective} forces are deployed."}
        case Committed():
            text = f"{names_of(before, event.units)} committed to the {place_name(before, event.box)}."
            return {**line, "section": "2.67", "text": text, "hexes": _hexes(before, event.units)}
        case Recalled():
            text = f"{name_of(before, event.unit)} comes back to {place_name(before, event.at)}."
            return {**line, "section": "2.67", "text": text, "hexes": [event.at]}
        case ForcesRemoved():
            adjective = before.printed.nations[event.nation].adjective
            text = f"{quantity(len(event.units), f'{adjective} unit')} leave the war."
            return {**line, "section": "18.21", "text": text}
        case GarrisonsShort():
            text = f"No garrison in {listing(event.cities)}: {_purse(before, event.purse)} loses points for it."
            return {**line, "section": "18.32", "text": text}
        case LevelsRose():
            who = ", ".join(f"{name_of(before, u)} ({level})" for u, level in event.levels.items())
            return {**line, "section": "14.1", "text": f"Out of supply: {who}.", "hexes": _hexes(before, event.levels)}
        case Starved():
            text = f"Starved: {names_of(before, event.units)}."
            return {**line, "section": "14.1", "text": text, "hexes": _hexes(before, event.units)}
        case Relieved():
            text = f"In supply again: {names_of(before, event.units)}."
            return {**line, "section": "14.1", "text": text, "hexes": _hexes(before, event.units)}
        case ShipsKept():
            country = before.printed.nations[event.country].adjective
            return {**line, "section": "14.53", "text": f"{event.corps} corps of {country} ships are kept for supply."}
        case RailheadMoved():
            to = place_name(before, event.path[-1])
            path: list[Json] = [event.head, *event.path]
            return {**line, "section": "10.2", "text": f"The railhead advances to {to}.", "path": path}
        case Rallied():
            parts = [f"rallied: {names_of(before, event.over)}" if event.over else ""]
            parts += [f"{quantity(len(event.turned), 'unit')} still demoralised" if event.turned else ""]
            text = "; ".join(filter(None, parts))
            return {**line, "section": "7.253", "text": f"{text[:1].upper()}{text[1:]}."}
        case Dug():
            section, text = _trenches(before, event.units)
            return {**line, "section": section, "text": text, "hexes": _hexes(before, event.units)}
        case GarrisonsFreed():
            section = printed_in(after, "1.68") if any(power_of(after, u) == "FR" for u in event.units) else "17.46"
            text = f"Released, since the enemy is near: {names_of(before, event.units)}."
            return {**line, "section": section, "text": text, "hexes": _hexes(before, event.units)}
        case BrokenDown():
            text = f"{name_of(before, event.corps)} breaks down into {names_of(before, event.halves)}."
            return {**line, "section": "22.82", "text": text, "hexes": [before.units[event.corps].at]}
        case Recombined():
            text = f"{names_of(before, event.halves)} join again: {name_of(before, event.corps)}."
            return {**line, "section": "22.82", "text": text, "hexes": [before.units[event.halves[0]].at]}
        case FortRemoved():
            hex_ = before.printed.forts[event.fort].hex
            text = f"The fort of {place_name(before, hex_)} is given up."
            return {**line, "section": "15.22", "text": text, "hexes": [hex_]}
        case GivenUp():
            text = (
                f"{name_of(before, event.unit)} is given up in {place_name(before, event.hex)}: too many stack there."
            )
            return {**line, "section": "6.2", "side": before.side_of(event.unit), "text": text, "hexes": [event.hex]}
        case Travelled():
            return _journey(line, before, event)
        case Overrun():
            advance = f" {names_of(before, event.advance)} advanced." if event.advance else ""
            return {
                **line,
                "section": "12.0",
                "text": f"Automatic victory in {place_name(before, event.hex)}, {odds_in_words(event.odds)}: "
                f"{names_of(before, event.lost)} eliminated.{advance}",
                "hexes": [event.hex],
            }
        case Sent():
            text = f"{name_of(before, event.unit)} will support attacks on {place_name(before, event.hex)}."
            return {**line, "section": "16.41", "text": text, "hexes": [event.hex]}
        case Rebased():
            text = f"{name_of(before, event.unit)} to {place_name(before, event.base)}."
            return {**line, "section": "16.41", "text": text, "hexes": [event.base]}
        case BaseLost():
            flown = "may fly to another city" if event.flies else "lost with its base"
            text = f"{names_of(before, event.units)} in {place_name(before, event.hex)}: {flown}."
            return {**line, "section": "6.3", "side": event.side, "text": text, "hexes": [event.hex]}
        case Fled():
            text = f"{name_of(before, event.unit)} flew to {place_name(before, event.base)}."
            return {**line, "section": "6.3", "side": before.side_of(event.unit), "text": text, "hexes": [event.base]}
        case FlightOver():
            left = left_without_base(before)
            if not left:
                return None
            side = before.side_of(left[0])
            return {**line, "section": "6.3", "side": side, "text": f"{names_of(before, left)}: lost with the base."}
        case MatchEnded():
            return {**line, "section": event.section, "side": None, "text": event.reason}
        case _:
            told = told_of_combat(before, event, after) or told_of_invasion(before, event)
            return None if told is None else {**line, "kind": event.kind, **told}


def _die_shown(die: int, sides: int, purpose: str) -> list[Json]:
    """A die of a line."""
    return [{"die": die, "sides": sides, "for": purpose}]


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


def _purse(state: State, purse: str) -> str:
    """Whose points they are: a country, or the Commonwealth (§3.52)."""
    nation = state.printed.nations.get(purse)
    return nation.name if nation is not None else "Commonwealth"


def _points(points: Points) -> str:
    """Points of each kind, as far as there are any."""
    named = zip(points, ("infantry", "artillery", "tank"), strict=True)
    return " and ".join(f"{n} {kind}" for n, kind in named if n)


def _reasons(event: PointsMade) -> JsonObject:
    """By purse the gains and losses behind its points."""
    return {
        purse: [
            {"text": text, "section": section, "infantry": a, "artillery": b, "tank": c}
            for text, section, a, b, c in rows
        ]
        for purse, rows in event.why.items()
    }


def _trenches(before: State, units: Iterable[str]) -> tuple[str, str]:
    """§15.21, §15.23: who has dug in, and who has dug deeper, with the section."""
    dug = tuple(units)
    deeper = tuple(u for u in dug if before.units[u].trench)
    first = tuple(u for u in dug if u not in deeper)
    parts = [f"Entrenched: {names_of(before, first)}." if first else ""]
    parts += [f"Entrenched at the second level: {names_of(before, deeper)}." if deeper else ""]
    return "15.21" if first else "15.23", " ".join(filter(None, parts))


def _hexes(state: State, units: Iterable[str]) -> list[Json]:
    """Where units stand, each hex once."""
    return [*dict.fromkeys(state.units[u].at for u in units if state.board.is_hex(state.units[u].at))]


def _journey(line: JsonObject, before: State, event: Travelled) -> JsonObject:
    """The line of a journey: where it led, and by what."""
    modes = [leg.mode for leg in event.legs]
    by = " and ".join(words for mode, words in ((TRAIN, "train"), (SHIP, "sea")) if mode in modes)
    hexes: list[Json] = [
        place
        for place in (event.start, *(place for leg in event.legs for place in leg.path))
        if before.board.is_hex(place)
    ]
    where = place_name(before, event.legs[-1].path[-1])
    text = f"{names_of(before, event.units)} to {where} by {by}."
    return {**line, "section": "9.0" if TRAIN in modes else "11.0", "text": text, "path": hexes}


def _weather_in_words(weather: tuple[str, str]) -> str:
    """The weather of both zones in a sentence."""
    west, east = weather
    if west == east:
        return f"{west.title()} everywhere."
    return f"{west.title()} in the {ZONES[0]}, {east} in the {ZONES[1]}."
