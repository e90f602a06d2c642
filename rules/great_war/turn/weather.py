"""§12.1 Weather: what the turn record tracks say, and the die for variable weather in the west."""

from __future__ import annotations

from rules.great_war.facts.weather import NearEastWeatherDetermined, WeatherDetermined
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.charts import VARIABLE, WEATHER
from rules.great_war.printed.fronts import CAUCASUS, SOUTH, WEST

FAIR, WET, SNOW = "fair", "wet", "snow"


def determine(play: Play, _: object) -> bool:
    """§12.11 to §12.13: the weather of the turn by zone; an even die makes variable weather fair, an odd one wet."""
    if play.state.weather:
        return False
    turn, variant = play.state.printed.charts.turns[play.state.turn - 1], play.state.printed.variant
    if variant.europe:
        if WEST not in variant.theatres:
            # A first match in the east: nobody asks what the weather is elsewhere.
            play.emit(WeatherDetermined(turn.east, turn.east))
        elif turn.west != VARIABLE:
            play.emit(WeatherDetermined(turn.west, turn.east))
        else:
            draw, die = play.next_die()
            play.emit(WeatherDetermined(WET if die % 2 else FAIR, turn.east, draw, die))
    if variant.near_east and turn.further:
        play.emit(NearEastWeatherDetermined(turn.further[SOUTH], turn.further[CAUCASUS]))
    return True


def weather_on(state: State, front: str) -> str:
    """§12.12, §12.0: the weather of a front, fair before it is determined. §6.8: in Van it is that of the track."""
    zone = state.printed.board.fronts[front].weather
    if state.near_east.rising and zone not in state.weather:
        return state.printed.charts.turns[state.turn - 1].further.get(zone, FAIR)
    return state.weather.get(zone, FAIR)


def steps_from(state: State, i: int) -> tuple[int, ...]:
    """§8.34: the land to which units can go in one step as the weather is: in snow over frozen lakes too."""
    board = state.printed.board
    return board.steps(i, weather_on(state, board.front[i]) == SNOW)


def weather_places(state: State) -> tuple[int, ...]:
    """The places in ``WEATHER`` of the weathers of the board's zones, in their order, as its prices are kept."""
    return tuple([WEATHER.index(state.weather.get(zone, FAIR)) for zone in state.printed.board.zones])
