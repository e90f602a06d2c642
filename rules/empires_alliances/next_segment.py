"""§7.2, decisions/0040: a side's next Movement Phase, as if it began on the current position: what its orders are
drafted on."""

from __future__ import annotations

from rules.empires_alliances.facts.procedure import MOVEMENT, StepBegan
from rules.empires_alliances.facts.weather import WeatherSet
from rules.empires_alliances.invasions.invaders import list_invaders
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.ladder_charts import MONTHS
from rules.empires_alliances.printed.sides import CENTRAL, SIDES
from rules.empires_alliances.printed.steps import MOVE, SET_UP, key_of
from rules.empires_alliances.procedure import goes_on
from rules.kernel.drafting import no_die
from rules.kernel.fast_replace import replace


def next_segment(state: State, side: str) -> State | None:
    """§7.2: the position with the side's next Movement Phase begun now.

    What is still to be fought, moved and brought up before it is left out. The weather of another month is the
    likeliest (§20.1); orders that do not fit what is rolled then are named. None in set-up, while anything interrupts
    the sequence, and after the last turn.
    """
    if state.ended is not None or side not in SIDES or state.active is None or state.phase.name == SET_UP:
        return None
    if state.top is not state.phase:
        return None
    if state.active == CENTRAL and side != CENTRAL:
        return _moving(state, side, state.turn)
    return _in_next_turn(state, side)


def _in_next_turn(state: State, side: str) -> State | None:
    if not goes_on(state):
        return None
    found = _moving(state, side, state.turn + 1)
    weather = _likeliest(found)
    play = Play(found, no_die)
    if found.weather != weather:
        play.emit(WeatherSet(weather))
    return play.state


def _likeliest(state: State) -> tuple[str, str]:
    """§20.1, §1.6: what a month's rules say, else what most dice give; of two alike the present one, else the first."""
    rule = state.turn_rule
    if rule is not None and rule.weather:
        return rule.weather, rule.weather
    rows = state.printed.weather[MONTHS[state.date.month - 1]]
    return max(rows, key=lambda row: (rows.count(row), row == state.weather))


def _moving(state: State, side: str, turn: int) -> State:
    play = Play(replace(state, lanes={}), no_die)
    play.emit(StepBegan(key_of(side, MOVE), turn, MOVEMENT))
    list_invaders(play, play.state.phase)
    return play.state
