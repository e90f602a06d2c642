"""§8.2, §14.6, §20.2: movement points, and who may move at all."""

from __future__ import annotations

from rules.empires_alliances.play import name_of
from rules.empires_alliances.position.afloat import has_landed, is_afloat, was_aborted
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.charts import Weather
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.restrictions.garrisons import ever_kept, why_move_forbidden
from rules.empires_alliances.terrain.weather import worse
from rules.empires_alliances.terrain.zones import supply_level
from rules.hexes.positions import units_where
from rules.kernel.messages import Refusal

HALVES = 2
ZONE_BITS = (1, 2)
"""§20.1: the bits of ``UnitState.entered``, west and east."""


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
    """§8.1, §20.23: the MP that a unit has left for a move in a weather; zones that it has entered already bind it."""
    now = state.units[unit]
    for zone, bit in enumerate(ZONE_BITS):
        if now.entered & bit:
            weather = worse(weather, state.printed.charts.weathers[state.weather[zone]])
    return max(0, allowance(state, unit, weather) - now.spent)


def weathers_now(state: State) -> tuple[Weather, ...]:
    """§20.1: the weather of each zone."""
    west, east = state.weather
    weathers = state.printed.charts.weathers
    return (weathers[west],) if west == east else (weathers[west], weathers[east])


def why_not_move_on(state: State, unit: str) -> Refusal | None:
    """§2.68e, §8.1, §11.72, §12.2, §1.61: why a unit has moved enough in this phase. It looks at the unit alone."""
    now = state.units[unit]
    aborted = was_aborted(state, unit)
    if now.bound or aborted:
        section = "11.72" if has_landed(state, unit) else "2.68" if aborted else "12.2"
        return Refusal("bound", section, f"{name_of(state, unit)} cannot move again this segment.")
    rule = state.turn_rule
    if rule is not None and rule.most_hexes and now.began:
        return Refusal("one-hex", printed_in(state, "1.61"), "This turn a unit can move at most one hex.")
    if (now.began or now.spent) and not any(left_of(state, unit, weather) for weather in weathers_now(state)):
        return Refusal("no-mp", "8.1", f"{name_of(state, unit)} has no MP left.")
    return None


def why_not_move(state: State, unit: str) -> Refusal | None:
    """§8.0, §12.2 and what keeps units where they are: why a unit cannot move now; None when it can."""
    now = state.units[unit]
    if is_afloat(state, unit):
        return Refusal("bound", "11.72", f"{name_of(state, unit)} is at sea to invade, and goes nowhere else.")
    if now.at in state.off_map and now.at not in state.board.boxes:
        return Refusal("not-on-map", "8.0", f"{name_of(state, unit)} is not on the map.")
    if state.counter(unit).kind == AIR:
        return Refusal("flies", "16.41", "Aircraft do not march. Send them to support an attack, or to a new base.")
    refusal = why_not_move_on(state, unit) or why_move_forbidden(state, unit)
    if refusal is not None:
        return refusal
    if now.at in state.board.boxes and not state.board.boxes[now.at]["ports"]:
        return Refusal("no-way-out", "2.5", "There is no way out of that box.")
    return None


def able_on_map(state: State, side: str) -> list[str]:
    """§8.0: the side's units on the map that can move now, by hex."""

    def fits(unit: str) -> bool:
        flies = state.counter(unit).kind == AIR
        return not flies and state.side_of(unit) == side and why_not_move_on(state, unit) is None

    able = units_where(state, ("able", side), fits, (state.turn, state.weather, state.forts, state.wars))
    bound = ever_kept(state)
    return [u for u in able if u not in bound or why_move_forbidden(state, u) is None]


def check_may_move(state: State, unit: str) -> None:
    """§8.0: refuse a unit that cannot move now."""
    refusal = why_not_move(state, unit)
    if refusal is not None:
        raise refusal.raised()
