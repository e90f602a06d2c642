"""§13.641, §14.6, §13.85, §16.3: what units are worth in combat, in quarters of a factor (§14.61 keeps fractions)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import TANK
from rules.empires_alliances.weather import is_frozen
from rules.empires_alliances.zones import supply_level

QUARTERS = 4
RIVER = "river"


def supplied_quarters(state: State, unit: str) -> int:
    """§14.6: how many quarters of its strength a unit has."""
    level = supply_level(state, unit)
    levels = state.printed.charts.unsupplied
    return levels[min(level, len(levels)) - 1].quarters if level else QUARTERS


def over_river(state: State, a: int, b: int) -> bool:
    """Charts 2.3, §20.23: whether an attack from a hex on its neighbour crosses a river that is not frozen."""
    board = state.board
    side = board.lattice.neighbours[a].index(b)
    return board.rivers[a][side] and not (board.freezing[a][side] and is_frozen(state, b))


def attack_quarters(state: State, unit: str, target: int) -> int:
    """§13.641, §14.6, §16.3, charts 2.3: the attack factor of a unit against a neighbouring hex, in quarters.

    A river takes a quarter, of tanks a half; want of supply a quarter or a half of what is left, fractions of a quarter
    in the defender's favour.
    """
    counter = state.counter(unit)
    quarters = counter.figures.attack * supplied_quarters(state, unit)
    if over_river(state, state.board.index(state.units[unit].at), target):
        printed = state.printed
        left = printed.charts.special.tank_river_quarters if counter.kind == TANK else printed.ground[RIVER].quarters
        quarters = quarters * left // QUARTERS
    return quarters


def defence_quarters(state: State, unit: str) -> int:
    """§13.641, §13.85, §14.6: the defence factor of a unit in quarters: halved and rounded down if demoralised, and
    then less for want of supply."""
    now = state.units[unit]
    factor = state.counter(unit).figures.defence
    if now.shaken:
        factor //= 2
    return factor * supplied_quarters(state, unit)


def attack_of(state: State, units: Iterable[str], target: int) -> int:
    """The attack factors of units against a hex, in quarters."""
    return sum(attack_quarters(state, unit, target) for unit in units)


def defence_of(state: State, units: Iterable[str]) -> int:
    """The defence factors of units, in quarters."""
    return sum(defence_quarters(state, unit) for unit in units)
