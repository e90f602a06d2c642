"""§8.2, §14.6, §20.2: movement points, and who may move at all."""

from __future__ import annotations

from rules.empires_alliances.play import name_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.charts import Weather
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.zones import supply_level
from rules.kernel.messages import Refusal

HALVES = 2


def in_weather(factor: int, weather: Weather) -> int:
    """§20.22, §20.23: a movement factor in a weather: mud takes one, or two of five; snow halves it, rounded up."""
    if weather.halved:
        return (factor + 1) // HALVES
    if weather.mf_lost and factor == 5:
        return weather.from_five
    return factor - weather.mf_lost


def allowance(state: State, unit: str, weather: Weather) -> int:
    """§8.2: the MP of a unit for a move in a weather, at least 1: weather first, then supply, then demoralisation."""
    factor = in_weather(state.counter(unit).figures.movement, weather)
    level = supply_level(state, unit)
    if level:
        effect = state.printed.charts.unsupplied[min(level, len(state.printed.charts.unsupplied)) - 1]
        factor = factor // HALVES if effect.halved else factor - effect.mf_lost
    if state.units[unit].shaken:
        factor //= HALVES
    return max(state.printed.charts.movement.least, factor)


def left_of(state: State, unit: str, weather: Weather) -> int:
    """§8.1: the MP that a unit has left for a move in a weather."""
    return max(0, allowance(state, unit, weather) - state.units[unit].spent)


def why_not_move(state: State, unit: str) -> Refusal | None:
    """§8.0, §12.2: why a unit cannot march now, its MP aside; None when it can."""
    now = state.units[unit]
    if now.at in state.off_map:
        return Refusal("not-on-map", "8.0", f"{name_of(state, unit)} is not on the map.")
    if state.counter(unit).kind == AIR:
        return Refusal("flies", "16.41", "Aircraft fly and do not march.")
    if now.bound:
        return Refusal("bound", "12.2", f"{name_of(state, unit)} cannot move again in this segment.")
    rule = state.turn_rule
    if rule is not None and rule.most_hexes and now.began:
        return Refusal("one-hex", "1.61", "On this turn a unit moves one hex at most.")
    for held in state.card.held:
        if unit in held.units and state.date.id < held.until:
            when = state.printed.turns[held.until].name
            return Refusal("held", "1.62", f"{name_of(state, unit)} may not move before {when}.")
    return None


def check_may_move(state: State, unit: str) -> None:
    """§8.0: refuse a unit that cannot march now."""
    refusal = why_not_move(state, unit)
    if refusal is not None:
        raise refusal.raised()
