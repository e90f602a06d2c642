"""§7.1, §20.0 Weather."""

from __future__ import annotations

from rules.empires_alliances.facts.weather import WeatherRolled, WeatherSet
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.charts import Weather
from rules.empires_alliances.printed.ladder_charts import DIE, MONTHS


def weather_in(state: State, index: int) -> Weather:
    """§20.1: the weather in a hex."""
    return state.printed.charts.weathers[state.weather[state.board.zone[index]]]


def is_frozen(state: State, index: int) -> bool:
    """§20.23: whether lakes and rivers that can freeze are frozen on the sides of a hex."""
    return weather_in(state, index).freezes


def freezes(state: State) -> tuple[bool, ...]:
    """§20.23: whether they are frozen, west and east: no other weather changes where units can go."""
    return tuple(state.printed.charts.weathers[word].freezes for word in state.weather)


def worse(one: Weather, other: Weather) -> Weather:
    """§20.23: of two weathers the one whose effects bind a move or path through both: clear, mud, snow."""
    return max(one, other, key=lambda w: (-w.overland, w.halved))


def determine_weather(play: Play, _: PhaseFrame) -> None:
    """§7.1, §20.1: one die for both zones. §3.66: on some turns the card has the weather."""
    state = play.state
    rule = state.turn_rule
    if rule is not None and rule.weather:
        play.emit(WeatherSet((rule.weather, rule.weather)))
        return
    draw, die = play.next_die(len(DIE))
    play.emit(WeatherRolled(draw, die, state.printed.weather[MONTHS[state.date.month - 1]][die - 1]))
