"""§22.52: Plan 17, where the option is played: the French attack twice in each half of August 1914."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.empires_alliances.attacking import strongest_guns
from rules.empires_alliances.combat.eligibility import able_beside, defenders_in
from rules.empires_alliances.play import Duty, place_name
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.combat_table import COLUMNS
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.areas import Area
from rules.empires_alliances.restrictions.ban import AUGUST_1, AUGUST_2, power_of
from rules.empires_alliances.strength import attack_of, column_of, defence_of, is_allowed
from rules.hexes.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.wording import quantity

FRENCH = "FR"
ATTACKED = "plan-17"
"""Deeds: ``plan-17.1914-08-1.2850``, a hex that was attacked as the plan asks."""


def binds(state: State, side: str) -> bool:
    """§22.52: whether the plan asks for attacks of a side on this turn."""
    return bool(state.option("plan-17")) and side == ALLIED and state.date.id in (AUGUST_1, AUGUST_2)


def deed_of(state: State, hex_: str, attackers: Iterable[str], column: str) -> str:
    """§22.52: what is remembered of an attack that counts: French units take part, at even odds or better."""
    plan = state.printed.optional_rules.plan_17
    if not binds(state, state.player) or not _counts(state, hex_):
        return ""
    if COLUMNS.index(column) < COLUMNS.index(plan.odds) or not _has_french(state, attackers):
        return ""
    return f"{_prefix(state)}{hex_}"


def attacks_due(state: State, side: str) -> Iterator[Duty]:
    """§22.52: why the French cannot end the phase: attacks that are due can still be made (docs/rulings)."""
    if not binds(state, side):
        return
    due = state.printed.optional_rules.plan_17.attacks - sum(deed.startswith(_prefix(state)) for deed in state.deeds)
    for hex_ in open_hexes(state, side) if due > 0 else ():
        text = (
            f"Plan 17: French units must still attack {quantity(due, 'hex', 'hexes')} at 1-1 or better, for instance "
            f"{place_name(state, hex_)}."
        )
        yield Duty(able_beside(state, side)[hex_], Refusal("plan-17", "22.52", text))


@kept
def open_hexes(state: State, side: str) -> tuple[str, ...]:
    """§22.52: the hexes that count and can still be attacked: with all who may attack them the odds are 1-1."""
    return tuple(hex_ for hex_, units in able_beside(state, side).items() if _is_open(state, hex_, units))


def _is_open(state: State, hex_: str, units: tuple[str, ...]) -> bool:
    if f"{_prefix(state)}{hex_}" in state.deeds or not _counts(state, hex_) or not _has_french(state, units):
        return False
    guns = strongest_guns(state, hex_, units)
    together = [unit for unit in units if unit in guns or state.counter(unit).kind in RANKS]
    attack, defence = attack_of(state, together, hex_), defence_of(state, defenders_in(state, hex_))
    if not is_allowed(attack, defence):
        return False
    return COLUMNS.index(column_of(attack, defence)) >= COLUMNS.index(state.printed.optional_rules.plan_17.odds)


def _prefix(state: State) -> str:
    return f"{ATTACKED}.{state.date.id}."


def _counts(state: State, hex_: str) -> bool:
    """§22.52: whether a hex is one of those that the plan names, in German hands."""
    return state.board.index(hex_) in _named(state) and controller(state, hex_) == CENTRAL


def _named(state: State) -> Area:
    """§22.52: south of Metz in the first half of August, anywhere south of row 25 in the second, both inclusive."""
    board, plan = state.board, state.printed.optional_rules.plan_17
    row = board.row[board.index(plan.from_hex)] if state.date.id == AUGUST_1 else int(plan.second_from_row)
    return areas.western_front(state.printed) & areas.south_of(board, row - 1)


def _has_french(state: State, units: Iterable[str]) -> bool:
    return any(power_of(state, unit) == FRENCH for unit in units)
