"""The lines of the log, one a fact."""

from __future__ import annotations

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.procedure import StepBegan
from rules.empires_alliances.facts.setup import Dealt, Placed, TakenBack
from rules.empires_alliances.facts.weather import WeatherRolled, WeatherSet
from rules.empires_alliances.facts.works import DugIn
from rules.empires_alliances.play import name_of, place_name
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.ladder_charts import ZONES
from rules.empires_alliances.printed.steps import SET_UP
from rules.empires_alliances.procedure import END
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.sequence import TREE
from rules.empires_alliances.setup.stations import section_of
from rules.empires_alliances.shown.arrivals_log import told_of_arrivals
from rules.empires_alliances.shown.battles import told_of_combat
from rules.empires_alliances.shown.invasions import told_of_invasion
from rules.empires_alliances.shown.log_parts import die_shown
from rules.empires_alliances.shown.movement_log import told_of_movement
from rules.empires_alliances.shown.politics_log import told_of_politics
from rules.kernel.endings import MatchEnded
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import capital, quantity


def narrate(before: State, event: Event, after: State) -> JsonObject | None:
    """The line of a fact; None for one that tells players nothing."""
    told = (
        _told_of_procedure(before, event, after)
        or told_of_movement(before, event, after)
        or told_of_arrivals(before, event, after)
        or told_of_politics(before, event)
        or told_of_combat(before, event, after)
        or told_of_invasion(before, event)
    )
    return None if told is None else {"kind": event.kind, "section": "7.0", "side": before.active, **told}


def _told_of_procedure(before: State, event: Event, after: State) -> JsonObject | None:
    """What the log says of steps, weather, set-up and the end."""
    match event:
        case StepBegan():
            step = TREE.step(event.step)
            if event.turn != before.turn or before.phase.name == SET_UP:
                return {
                    "kind": "phase",
                    "side": step.side,
                    "text": f"{after.date.name}: {step.title}",
                    "turn": event.turn,
                }
            if event.step == END:
                return None
            return {"kind": "phase", "section": step.section, "side": step.side, "text": step.title}
        case WeatherRolled():
            text = f"Weather: die {event.die}. {_weather_in_words(event.weather)}"
            return {"section": "7.1", "side": None, "text": text, "dice": die_shown(event.die, event.sides, "weather")}
        case WeatherSet():
            return {"section": "3.66", "side": None, "text": f"Weather: {_weather_in_words(event.weather)}"}
        case Placed():
            hexes: list[Json] = [event.at] if after.board.is_hex(event.at) else []
            text = f"{name_of(after, event.unit)} is set up in {place_name(after, event.at)}."
            return {"section": _set_up_by(before), "text": text, "hexes": hexes}
        case TakenBack():
            return {"section": _set_up_by(before), "text": f"{name_of(before, event.unit)} is taken back."}
        case Dealt():
            text = f"{capital(quantity(len(event.places), 'unit'))} set up as proposed."
            return {"section": _set_up_by(before), "text": text}
        case DugIn():
            who = quantity(len(event.units), "unit")
            text = f"Beside the start line {who} of infantry begin entrenched at level {event.level}."
            return {"section": "3.4", "side": None, "text": text}
        case MatchEnded():
            return {"section": event.section, "side": None, "text": event.reason}
        case _:
            return None


def _set_up_by(state: State) -> str:
    """§1.4, §2.63, §2.65: the section by which units are set up: those of a scenario, or of a country that joins."""
    return section_of(state.top.nation) if isinstance(state.top, NationFrame) else printed_in(state, "1.4")


def _weather_in_words(weather: tuple[str, str]) -> str:
    """The weather of both zones in a sentence."""
    west, east = weather
    if west == east:
        return f"{west.title()} everywhere."
    return f"{west.title()} in the {ZONES[0]}, {east} in the {ZONES[1]}."
