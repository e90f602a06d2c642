"""§13.641: strengths and odds. Everything counts in sixteenths of a factor, so that no fraction is lost (§14.61)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.position.afloat import afloat_among, is_afloat
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.combat_table import COLUMNS
from rules.empires_alliances.printed.counters import TANK
from rules.empires_alliances.terrain.weather import is_frozen
from rules.empires_alliances.terrain.zones import supply_level
from rules.hexes.odds import Odds

QUARTERS = 4
WHOLE = QUARTERS * QUARTERS
"""A factor in sixteenths: quarters are left of it by supply, and quarters of that across a river."""
ODDS = Odds(tuple(column.replace("-", ":") for column in COLUMNS), int(COLUMNS[0].split("-")[1]))
"""§13.641: fractions are dropped in favour of the defender."""
LEAST = ODDS.first_ratio
"""§13.641: the defender may have that many times the attacker's strength."""


def quarters_left(state: State, unit: str) -> int:
    """§14.6: the quarters of its strength that a unit has by its supply."""
    level = supply_level(state, unit)
    effects = state.printed.charts.unsupplied
    return effects[min(level, len(effects)) - 1].quarters if level else QUARTERS


def has_modifier(state: State, unit: str) -> bool:
    """§14.62: whether a special unit still adds to the die by its supply."""
    level = supply_level(state, unit)
    effects = state.printed.charts.unsupplied
    return not level or effects[min(level, len(effects)) - 1].modifiers


def crosses_river(state: State, from_: str, hex_: str) -> bool:
    """§20.23: whether an attack goes over a river that is not frozen."""
    board = state.board
    a, b = board.index(from_), board.index(hex_)
    side = board.lattice.neighbours[a].index(b)
    return board.rivers[a][side] and not (board.freezing[a][side] and is_frozen(state, b))


def attack_strength(state: State, unit: str, hex_: str) -> int:
    """§13.641, §14.6, §16.3, §20.23: what a unit attacks a neighbouring hex with, in sixteenths; from the sea it
    crosses no river."""
    counter = state.counter(unit)
    left = QUARTERS
    if not is_afloat(state, unit) and crosses_river(state, state.units[unit].at, hex_):
        special = state.printed.charts.special
        left = special.tank_river_quarters if counter.kind == TANK else state.printed.terrain["river"].quarters
    return counter.figures.attack * quarters_left(state, unit) * left


def defence_strength(state: State, unit: str) -> int:
    """§13.641, §13.85, §14.6: what a unit defends with, in sixteenths; a demoralised one is halved, rounded down."""
    factor = state.counter(unit).figures.defence
    if state.units[unit].shaken:
        factor //= 2
    return factor * quarters_left(state, unit) * QUARTERS


def attack_of(state: State, units: Iterable[str], hex_: str) -> int:
    """§13.641: what units attack a hex with together, in sixteenths."""
    return sum(attack_strength(state, unit, hex_) for unit in units)


def defence_of(state: State, units: Iterable[str]) -> int:
    """§13.641: what units defend with together, in sixteenths."""
    return sum(defence_strength(state, unit) for unit in units)


def naval_support(state: State, hex_: str, units: Iterable[str]) -> int:
    """§11.73: the factors of the Royal Navy in an attack of these units: where it lies, as many as invaders have."""
    if state.landing is None or state.landing.at != hex_:
        return 0
    return min(state.printed.charts.invasions.royal_navy, attack_factors(state, afloat_among(state, units)))


def is_allowed(attack: int, defence: int) -> bool:
    """§13.641: whether the odds are 1-5 at least."""
    return attack > 0 and attack * LEAST >= defence


def column_of(attack: int, defence: int) -> str:
    """§13.641: the column of these strengths; above 7-1 it is 7-1. ValueError below 1-5."""
    if not is_allowed(attack, defence):
        raise ValueError(f"{attack} to {defence} is less than {COLUMNS[0]}")
    return COLUMNS[min(ODDS.column_of(attack, defence), len(COLUMNS) - 1)]


def attack_factors(state: State, units: Iterable[str]) -> int:
    """§13.71: printed attack factors."""
    return sum(state.counter(unit).figures.attack for unit in units)


def defence_factors(state: State, units: Iterable[str]) -> int:
    """§13.71: printed defence factors."""
    return sum(state.counter(unit).figures.defence for unit in units)


def halves(state: State, unit: str) -> int:
    """§15.24: an infantry or cavalry unit in half corps; American divisions count as corps."""
    return 1 if state.counter(unit).half else 2


def kinds_among(state: State, units: Iterable[str], kinds: frozenset[str]) -> tuple[str, ...]:
    """Those of some units that are of these kinds."""
    return tuple(unit for unit in units if state.counter(unit).kind in kinds)


def with_modifiers(die: int, drm: int) -> str:
    """A die and what comes of it, as players read it: ``6``, ``6 − 1 = 5``."""
    return f"{die} {'+' if drm > 0 else '−'} {abs(drm)} = {die + drm}" if drm else str(die)


def in_factors(strength: int) -> str:
    """A strength as players read it: 22.75."""
    return f"{strength / WHOLE:.4g}"
