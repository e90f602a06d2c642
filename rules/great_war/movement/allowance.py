"""§8.14 Movement allowances: doubled in the Western Theatre, with two exceptions from the end of 1914 on."""

from __future__ import annotations

from rules.great_war.position.control import beside_enemy
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EGYPT, WEST
from rules.great_war.printed.nations import ALLIED
from rules.great_war.turn.weather import weather_on
from rules.great_war.units.mounted import rides
from rules.great_war.units.shock import is_shock
from rules.kernel.kept import kept

OCTOBER_1914, JANUARY_1915 = 5, 7
"""§8.14: the turn after which allowances are doubled for some units only; that from which headquarters wear out."""


def allowance(state: State, unit: str, *, apart: bool = False) -> int:
    """§8.14: the MP of a unit in this phase; ``apart``: as long as cavalry keeps away from the enemy."""
    printed = state.face(unit).ma
    return 2 * printed if is_doubled(state, unit, apart=apart) else printed


def is_doubled(state: State, unit: str, *, apart: bool = False) -> bool:
    """§8.14, §8.14N: whether a unit's allowance is twice what is printed: in Egypt always, whatever the unit."""
    now, counter, board = state.units[unit], state.counter(unit), state.printed.board
    start = now.began or now.at
    here = board.index[start]
    if board.theatre[here] != WEST:
        return False
    if state.turn <= OCTOBER_1914 or board.front[here] == EGYPT:
        return True
    if counter.kind == "hq" and counter.nation != "US":
        return state.turn >= JANUARY_1915 and board.front[here] == WEST
    if counter.nation == "US" or is_shock(state, unit) or _with_tank(state, unit, start):
        return True
    if here not in beside_enemy(state, state.side(unit)):
        return True
    return rides(state, unit) and apart and not now.near


def _with_tank(state: State, unit: str, start: str) -> bool:
    """§8.14: an Allied tank unit, and those that were stacked with one when their movement began."""
    return state.side(unit) == ALLIED and start in _with_tanks(state)


@kept
def _with_tanks(state: State) -> frozenset[str]:
    """The places where Allied tank units are, or were when their movement began."""
    units, allied = state.units, (u for u in state.printed.tanks if state.sides.get(state.counter(u).nation) == ALLIED)
    return frozenset(units[u].began or units[u].at for u in allied)


def wears_out(state: State, unit: str) -> bool:
    """§8.14, §15.66: a headquarters on the Western Front map may go twice its printed allowance, and is depleted until
    there are shock troops or tanks."""
    board = state.printed.board
    if state.strategic_state.hqs_free or state.counter(unit).kind != "hq" or state.turn < JANUARY_1915:
        return False
    # Nobody walks from this map to another.
    return board.front[board.index[state.units[unit].at]] == WEST


def left_of(state: State, unit: str, *, apart: bool = False) -> int:
    """§8.12, §8.21: the MP that a unit has left."""
    left = allowance(state, unit, apart=apart) - state.units[unit].spent
    return left - _coming_in(state, unit) if unit in state.strategic_state.coming_in else left


def _coming_in(state: State, unit: str) -> int:
    """§13.25, §8.3: what a U.S. unit pays for the hex at the edge by which it comes in."""
    now, board = state.units[unit], state.printed.board
    here = board.index[now.began or now.at]
    terrain = state.printed.charts.terrain[board.terrain[here]]
    return terrain.cost(weather_on(state, board.front[here]), mountaineers=False) or 0
