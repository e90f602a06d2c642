"""The log: one plain sentence for each fact, with no more than each viewer may know."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.engine import ENGINE
from rules.great_war.facts import Event
from rules.great_war.facts.boxes import UnitsBoxed
from rules.great_war.facts.chits import HAND, ChitDrawn
from rules.great_war.facts.devastation import DevastationBegan, HexDevastated
from rules.great_war.facts.fortresses import FortressRolled
from rules.great_war.facts.hindenburg import LineBuilt
from rules.great_war.facts.movement import HeadquartersDepleted, HeadquartersOverrun, HexesTaken, UnitsMoved
from rules.great_war.facts.near_east_events import HeadquartersBombed, UnitsStopped
from rules.great_war.facts.offensives import EnverWeighed
from rules.great_war.facts.pre_war import (
    BalticForced,
    BritainEntered,
    EmbarkedLater,
    ForcesReduced,
    PreWarAnnounced,
    PreWarDrawn,
    PreWarRevealed,
    TermsSet,
    UnitDisbanded,
)
from rules.great_war.facts.procedure import PhaseBegan, TurnBegan
from rules.great_war.facts.resources import HeadquartersRestored
from rules.great_war.facts.revolutions import GermansStranded
from rules.great_war.facts.setup import LotDrawn
from rules.great_war.facts.stacking import UnitGivenUp
from rules.great_war.facts.supply import BrokeOut, UnsuppliedEliminated
from rules.great_war.facts.transport import CavalryConverted, UnitsArrived, UnitsTransported
from rules.great_war.facts.warfare import TransportRolled
from rules.great_war.facts.weather import NearEastWeatherDetermined, WeatherDetermined
from rules.great_war.new_units.regions import BOX_NAMES
from rules.great_war.play import name_of, names_of, place_name
from rules.great_war.position.fog_of_war import is_visible
from rules.great_war.position.near_east_state import ATTACK, MARCH, NOTHING
from rules.great_war.position.secrecy import sees_hand
from rules.great_war.position.state import ARABIA, TRANSFER, State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import SETUPS
from rules.great_war.printed.theatre_names import title_of
from rules.great_war.sequence import TREE
from rules.great_war.shown.chit_log import tell_chits
from rules.great_war.shown.combat_log import combat_line
from rules.great_war.shown.log_lines import toll
from rules.great_war.shown.pre_war_log import before_the_war
from rules.great_war.shown.rear_log import tell_rear
from rules.great_war.shown.strategic_log import LineDraft, tell
from rules.great_war.shown.surrender_log import tell_surrender
from rules.hexes.fog import known_of
from rules.hexes.viewers import sees_hidden
from rules.kernel.log_lines import die_of, log_line, way_of
from rules.kernel.messages import JsonObject
from rules.kernel.wording import capital, listing, quantity

PEOPLE = {CENTRAL: "the Central Powers", ALLIED: "the Allies"}


def narrate(before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
    """The line of ``event`` for ``viewer``, or None when there is nothing to tell."""
    match event:
        case UnitsMoved():
            return _line_of_move(before, event, after, viewer)
        case UnitsBoxed():
            text = f"In {BOX_NAMES[event.box]}: {_in_words(after, event.units, viewer)}."
            return log_line("arrived", "13.29", event.side, text)
        case UnitsArrived():
            return _line_of_arrival(event, after, viewer)
        case UnitsTransported():
            return _line_of_transport(event, after, viewer)
        case CavalryConverted():
            if before.phase.key in SETUPS:
                return None
            known = [u for u in event.units if is_visible(after, u, viewer)]
            if not known:
                return None
            return log_line("converted", "15.55", event.side, f"Converted to infantry: {names_of(after, known)}.")
        case HexesTaken():
            return _line_of_capture(event, after)
        case HeadquartersOverrun():
            text = f"{names_of(after, event.units)} overrun in {place_name(after, event.hex)}."
            return log_line("lost", "8.22", after.side(event.units[0]), text, hexes=[event.hex]) | toll(
                before, event.units
            )
        case HeadquartersDepleted():
            known = [u for u in event.units if is_visible(after, u, viewer)]
            if not known:
                return None
            return log_line("depleted", "8.14", after.side(known[0]), f"{names_of(after, known)} depleted on the way.")
        case HeadquartersBombed():
            if not is_visible(after, event.unit, viewer):
                return None
            text = f"{name_of(after, event.unit)} depleted from the air."
            return log_line("depleted", "6.44", after.side(event.unit), text)
        case UnitsStopped():
            return log_line(
                "depleted",
                "6.3",
                after.side(event.units[0]),
                f"Held up: {_in_words(after, event.units, viewer)}.",
            )
        case HeadquartersRestored():
            # Which of the others were depleted on the way only their own side knows.
            known = [u for u in event.units if is_visible(after, u, viewer)]
            if not known:
                return None
            text = f"{quantity(len(known), 'headquarters recovers its', 'headquarters recover their')} support."
            return log_line("restored", "5.14", None, text)
        case DevastationBegan():
            places = sorted({after.units[u].at for u in event.units})
            text = f"Hexes are being devastated: {listing(place_name(after, h) for h in places)}."
            return log_line("devastated", "14.62", CENTRAL, text, hexes=[*places])
        case HexDevastated():
            text = f"{place_name(after, event.hex)} is devastated; {_in_words(after, [event.unit], viewer)} withdraws."
            return log_line("devastated", "14.62", CENTRAL, text, hexes=[event.hex, event.to])
        case UnitGivenUp():
            text = f"{name_of(after, event.unit)} eliminated: too many units in the hex."
            line = log_line("lost", "7.22", after.side(event.unit), text, hexes=[before.units[event.unit].at])
            return line | toll(before, [event.unit])
        case UnsuppliedEliminated():
            return _attrition(before, event, after)
        case GermansStranded():
            text = f"Cut off in the Near East and eliminated: {names_of(after, event.units)}."
            places = sorted({h for u in event.units if (h := before.units[u].at) in before.stacks})
            return log_line("lost", "16.62", CENTRAL, text, hexes=places) | toll(before, event.units)
        case WeatherDetermined():
            elsewhere = f"{event.west} in the west and Italy, " if WEST in after.printed.variant.theatres else ""
            text = f"Weather: {elsewhere}{event.east} in the east."
            return log_line(
                "weather", "12.1", None, text, dice=[] if event.die is None else [die_of(event.die, "weather")]
            )
        case NearEastWeatherDetermined():
            text = f"Weather: {event.south} in Egypt and Iraq, {event.caucasus} in the Caucasus."
            return log_line("weather", "12.12", None, text)
        case PreWarDrawn() | PreWarAnnounced() | PreWarRevealed() | TermsSet() | ForcesReduced():
            return before_the_war(event, after, viewer)
        case EmbarkedLater() | UnitDisbanded() | BalticForced() | BritainEntered():
            return before_the_war(event, after, viewer)
        case LotDrawn():
            text = f"By lot, {name_of(after, event.unit)} starts in the dead pile."
            die = die_of(event.die, "lot") | {"sides": event.sides}
            return log_line("lot", "21.24", after.side(event.unit), text, dice=[die])
        case BrokeOut():
            where = after.units[event.units[0]].at
            who = _in_words(after, event.units, viewer)
            text = f"{who} in {place_name(after, where)} break out under Scheffer-Boyadel."
            return log_line("broke-out", "11.86", CENTRAL, capital(text), hexes=[where])
        case LineBuilt():
            text = f"The Hindenburg Line is built: {listing(place_name(after, h) for h in event.hexes)}."
            return log_line("line-built", "14.31", CENTRAL, text, hexes=event.hexes)
        case EnverWeighed():
            return _enver(event, after, viewer)
        case TurnBegan():
            date = after.printed.charts.turns[event.turn - 1].date
            return log_line("phase", "4.1", None, f"Turn {event.turn}, {date}.") | {"means": "turn", "turn": event.turn}
        case PhaseBegan():
            # A strategic turn has steps in which often no side is asked: what happens there says so itself.
            if not ENGINE.deciders(after):
                return None
            step = TREE.step(event.key)
            title = title_of(after.printed.variant, step.key, step.title)
            return log_line("phase", step.section, step.side, f"{title}.")
        case _:
            return combat_line(before, event, after) or _told_openly(before, event, after, viewer)


def _told_openly(before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
    """§4.3, §6.1: a line of the strategic turn or of the event chits, with its die. §6.17: of a hidden hand only that
    something was drawn for it; and who may not see the hand is told no die of its pool, even where the chit is open:
    chits are counted as they are printed, so the die would tell how many of those before it are left."""
    hidden = isinstance(event, ChitDrawn) and not sees_hand(after, viewer, event.side)
    if isinstance(event, ChitDrawn) and hidden and event.to == HAND:
        return log_line("events", "6.17", event.side, "An event is drawn and held.")
    told = tell(event, after) or tell_chits(event, after) or tell_surrender(event, after)
    told = told or _told_of_the_rear(event, after, viewer)
    if told is None:
        return None
    line = log_line(told.kind, told.section, told.side, told.text, hexes=told.hexes)
    if told.die is not None and not hidden:
        line |= {"dice": [die_of(told.die, told.kind, told.sides)]}
    return line | toll(before, fallen) if (fallen := _destroyed_units(event)) else line


def _told_of_the_rear(event: Event, after: State, viewer: str) -> LineDraft | None:
    return tell_rear(event, after, lambda units: _in_words(after, units, viewer))


def _destroyed_units(event: Event) -> tuple[str, ...]:
    """§14.15, §5.22: the units that are destroyed in a strategic turn, which all can see in the dead pile."""
    match event:
        case FortressRolled():
            return event.units if event.surrenders else ()
        case TransportRolled():
            return (event.unit,) if event.sunk else ()
        case _:
            return ()


def _in_words(state: State, units: Iterable[str], viewer: str) -> str:
    """Units as a viewer may hear of them: by name those whose faces the viewer sees, the others by number."""
    known, more = known_of(units, lambda u: is_visible(state, u, viewer))
    if not known:
        return quantity(more, "concealed unit")
    return listing([*(name_of(state, u) for u in known), *([quantity(more, "other")] if more else [])])


def _line_of_move(before: State, event: UnitsMoved, after: State, viewer: str) -> JsonObject:
    """§8.1: who is on top at either end is named, what lies below is counted."""
    del before
    text = f"{_in_words(after, event.units, viewer)} moved from {place_name(after, event.path[0])} to "
    text = f"{capital(text)}{place_name(after, event.path[-1])}."
    line = log_line("moved", "8.1", event.side, text, hexes=[event.path[0], event.path[-1]])
    return line | way_of(event.path, len(event.units))


def _line_of_arrival(event: UnitsArrived, after: State, viewer: str) -> JsonObject:
    """§13.11: who is on top of the stack is named, what lies below is counted."""
    text = f"New units in {place_name(after, event.hex)}: {_in_words(after, event.units, viewer)}."
    return log_line("arrived", "13.3" if event.by_hq else "13.11", event.side, text, hexes=[event.hex])


def _line_of_transport(event: UnitsTransported, after: State, viewer: str) -> JsonObject:
    """§9.1: as with a move, by rail or by sea."""
    how, section = ("by sea", "9.51") if event.by == "sea" else ("by rail", "9.31")
    if {event.start, event.to} & BOX_NAMES.keys():
        section = "9.16" if event.start == ARABIA else "9.24" if TRANSFER in (event.start, event.to) else "9.13"
    text = f"{_in_words(after, event.units, viewer)} went {how} from {_place(after, event.start)} to "
    text = f"{capital(text)}{_place(after, event.to)}."
    hexes = [h for h in (event.start, event.to) if h not in BOX_NAMES]
    line = log_line("transported", section, event.side, text, hexes=hexes)
    return line | {"count": len(event.units)}


def _enver(event: EnverWeighed, after: State, viewer: str) -> JsonObject | None:
    """§6.30, §7.25: told to the Central Powers alone: what it comes to may depend on units below the tops of stacks."""
    if not sees_hidden(viewer, CENTRAL):
        return None
    asked = {
        ATTACK: "three of your units or more must attack together in the Caucasus on this turn.",
        MARCH: "no three units can come to an attack. The nearest three must march as far as they can towards enemies",
        NOTHING: "there is no unit to attack.",
    }
    where = dict.fromkeys(after.units[u].at for u in event.units)
    who = f": {names_of(after, event.units)}." if event.units else ""
    return log_line("events", "6.30", CENTRAL, f"Enver Offensive: {asked[event.duty]}{who}", hexes=[*where])


def _place(state: State, at: str) -> str:
    """A hex or one of the boxes as sentences name it."""
    return BOX_NAMES.get(at) or place_name(state, at)


def _line_of_capture(event: HexesTaken, after: State) -> JsonObject | None:
    board = after.printed.board
    towns = [h for h in event.hexes if board.index[h] in board.towns]
    if not towns and not event.forts:
        return None
    named = [place_name(after, h) for h in dict.fromkeys([*towns, *event.forts])]
    text = f"{listing(named)} {'falls' if len(named) == 1 else 'fall'} to {PEOPLE[event.side]}."
    return log_line("taken", "7.13", event.side, text, hexes=[*dict.fromkeys([*towns, *event.forts])])


def _attrition(before: State, event: UnsuppliedEliminated, after: State) -> JsonObject:
    where = list(dict.fromkeys(before.units[u].at for u in event.units))
    lost = {h: [u for u in event.units if before.units[u].at == h] for h in where}
    parts = [f"{names_of(after, units)} in {place_name(after, h)}" for h, units in lost.items()]
    line = log_line("lost", "11.84", None, f"Out of supply and eliminated: {'; '.join(parts)}.", hexes=where)
    return line | toll(before, event.units)
