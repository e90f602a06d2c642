"""The log: one plain sentence for each fact, with no more than each viewer may know."""

from __future__ import annotations

from collections.abc import Mapping

from rules.great_war.engine import ENGINE
from rules.great_war.facts import Event
from rules.great_war.facts.chits import HAND, ChitDrawn
from rules.great_war.facts.devastation import DevastationBegan, HexDevastated
from rules.great_war.facts.fortresses import FortressRolled
from rules.great_war.facts.hindenburg import LineBuilt
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
from rules.great_war.facts.setup import LotDrawn
from rules.great_war.facts.warfare import TransportRolled
from rules.great_war.facts.weather import NearEastWeatherDetermined, WeatherDetermined
from rules.great_war.play import name_of, names_of, place_name
from rules.great_war.position.near_east_state import ATTACK, MARCH, NOTHING
from rules.great_war.position.secrecy import sees_hand
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.theatre_names import title_of
from rules.great_war.sequence import TREE
from rules.great_war.shown.chit_log import tell_chits
from rules.great_war.shown.combat_log import combat_line
from rules.great_war.shown.log_lines import toll
from rules.great_war.shown.movement_log import MOVEMENT_LINES, Teller, Telling
from rules.great_war.shown.pre_war_log import before_the_war
from rules.great_war.shown.rear_log import tell_rear
from rules.great_war.shown.strategic_log import tell
from rules.great_war.shown.surrender_log import tell_surrender
from rules.hexes.viewers import sees_hidden
from rules.kernel.log_lines import die_of, log_line
from rules.kernel.messages import JsonObject
from rules.kernel.wording import listing

OF_A_TURN = frozenset(step.key for step in TREE.step("turn").leaves())
"""§4.1: the steps of which turns are made up; what comes before them is set-up."""


def narrate(before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
    """The line of ``event`` for ``viewer``, or None when there is nothing to tell."""
    telling = Telling(before, after, viewer)
    teller = LINES.get(type(event))
    if teller is not None:
        return teller(event, telling)
    return combat_line(before, event, after) or _told_openly(event, telling)


# --- the turn, its weather and what is dealt by lot ---------------------------------------------------------------


def _turn_began(event: TurnBegan, telling: Telling) -> JsonObject:
    """§4.1."""
    date = telling.after.printed.charts.turns[event.turn - 1].date
    return log_line("phase", "4.1", None, f"Turn {event.turn}, {date}.") | {"means": "turn", "turn": event.turn}


def _phase_began(event: PhaseBegan, telling: Telling) -> JsonObject | None:
    """§4.0: a strategic turn has steps in which often no side is asked: what happens there says so itself."""
    if not ENGINE.deciders(telling.after):
        return None
    step = TREE.step(event.key)
    title = title_of(telling.after.printed.variant, step.key, step.title)
    line = log_line("phase", step.section, step.side, f"{title}.")
    # No line says that the first turn of a match begins.
    return line | {"turn": telling.after.turn} if step.key in OF_A_TURN else line


def _weather(event: WeatherDetermined, telling: Telling) -> JsonObject:
    """§12.1."""
    western = WEST in telling.after.printed.variant.theatres
    elsewhere = f"{event.west} in the west and Italy, " if western else ""
    dice = [] if event.die is None else [die_of(event.die, "weather")]
    return log_line("weather", "12.1", None, f"Weather: {elsewhere}{event.east} in the east.", dice=dice)


def _near_east_weather(event: NearEastWeatherDetermined, _: Telling) -> JsonObject:
    """§12.12."""
    text = f"Weather: {event.south} in Egypt and Iraq, {event.caucasus} in the Caucasus."
    return log_line("weather", "12.12", None, text)


def _lot_drawn(event: LotDrawn, telling: Telling) -> JsonObject:
    """§21.24."""
    text = f"By lot, {name_of(telling.after, event.unit)} starts in the dead pile."
    die = die_of(event.die, "lot") | {"sides": event.sides}
    return log_line("lot", "21.24", telling.after.side(event.unit), text, dice=[die])


def _of_pre_war(event: Event, telling: Telling) -> JsonObject | None:
    return before_the_war(event, telling.after, telling.viewer)


# --- works (§14.0) ------------------------------------------------------------------------------------------------


def _devastation_began(event: DevastationBegan, telling: Telling) -> JsonObject:
    """§14.62."""
    after = telling.after
    places = sorted({after.units[u].at for u in event.units})
    text = f"Hexes are being devastated: {listing(place_name(after, h) for h in places)}."
    return log_line("devastated", "14.62", CENTRAL, text, hexes=[*places])


def _devastated(event: HexDevastated, telling: Telling) -> JsonObject:
    """§14.62."""
    who = telling.in_words([event.unit])
    text = f"{place_name(telling.after, event.hex)} is devastated; {who} withdraws."
    return log_line("devastated", "14.62", CENTRAL, text, hexes=[event.hex, event.to])


def _line_built(event: LineBuilt, telling: Telling) -> JsonObject:
    """§14.31."""
    text = f"The Hindenburg Line is built: {listing(place_name(telling.after, h) for h in event.hexes)}."
    return log_line("line-built", "14.31", CENTRAL, text, hexes=event.hexes)


# --- events (§6.0) ------------------------------------------------------------------------------------------------


def _enver(event: EnverWeighed, telling: Telling) -> JsonObject | None:
    """§6.30, §7.25: told to the Central Powers alone: what it comes to may depend on units below the tops of stacks."""
    if not sees_hidden(telling.viewer, CENTRAL):
        return None
    after = telling.after
    asked = {
        ATTACK: "three of your units or more must attack together in the Caucasus this turn.",
        MARCH: "no three units can come to an attack. The nearest three must march as far as they can towards enemies",
        NOTHING: "there is no unit to attack.",
    }
    where = dict.fromkeys(after.units[u].at for u in event.units)
    who = f": {names_of(after, event.units)}." if event.units else ""
    return log_line("events", "6.30", CENTRAL, f"Enver Offensive: {asked[event.duty]}{who}", hexes=[*where])


def _told_openly(event: Event, telling: Telling) -> JsonObject | None:
    """§4.3, §6.1: a line of the strategic turn or of the event chits, with its die. §6.17: of a hidden hand only that
    something was drawn for it; and who may not see the hand is told no die of its pool, even where the chit is open:
    chits are counted as they are printed, so the die would tell how many of those before it are left."""
    before, after, viewer = telling
    hidden = isinstance(event, ChitDrawn) and not sees_hand(after, viewer, event.side)
    if isinstance(event, ChitDrawn) and hidden and event.to == HAND:
        return log_line("events", "6.17", event.side, "An event is drawn and held.")
    told = tell(event, after) or tell_chits(event, after) or tell_surrender(event, after)
    told = told or tell_rear(event, after, telling.in_words)
    if told is None:
        return None
    line = log_line(told.kind, told.section, told.side, told.text, hexes=told.hexes)
    if told.die is not None and not hidden:
        line |= {"dice": [die_of(told.die, told.kind, told.sides)]}
    return line | toll(before, fallen) if (fallen := _destroyed_units(event)) else line


def _destroyed_units(event: Event) -> tuple[str, ...]:
    """§14.15, §5.22: the units that are destroyed in a strategic turn, which all can see in the dead pile."""
    match event:
        case FortressRolled():
            return event.units if event.surrenders else ()
        case TransportRolled():
            return (event.unit,) if event.sunk else ()
        case _:
            return ()


PRE_WAR = (
    PreWarDrawn, PreWarAnnounced, PreWarRevealed, TermsSet, ForcesReduced, EmbarkedLater, UnitDisbanded, BalticForced,
    BritainEntered,
)  # fmt: skip

LINES: Mapping[type, Teller] = {
    **MOVEMENT_LINES,
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    WeatherDetermined: _weather,
    NearEastWeatherDetermined: _near_east_weather,
    LotDrawn: _lot_drawn,
    **dict.fromkeys(PRE_WAR, _of_pre_war),
    DevastationBegan: _devastation_began,
    HexDevastated: _devastated,
    LineBuilt: _line_built,
    EnverWeighed: _enver,
}
"""The function that makes the line of each kind of fact. Combat, the strategic turn and the chits come after these."""
