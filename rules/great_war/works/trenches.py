"""§14.4 Trenches: what defenders subtract, by nation and strategic turn."""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.position.control import forts
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EAST, ITALY, WEST
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.units.cooperation import with_sud
from rules.great_war.units.mounted import rides

BRITISH_CAVALRY_UNTIL = "D"
"""§15.54: until this strategic turn British cavalry in Europe is free of the restrictions on cavalry."""
NEAR_EAST_DRM = -1
"""§14.53: what trenches of the Near East give."""
DUG = (WEST, ITALY, EAST)
"""§14.47, §14.51: the fronts with trenches of this kind; in the Near East British cavalry is free always (§15.54)."""


def is_hampered(state: State, unit: str) -> bool:
    """§15.54, §15.54N: cavalry that neither uses trenches nor attacks infantry alone: all but the early British."""
    if not rides(state, unit) or state.counter(unit).nation != "BR":
        return rides(state, unit)
    here = state.printed.board.index.get(state.units[unit].at)
    return state.strategic >= BRITISH_CAVALRY_UNTIL and (here is None or state.printed.board.front[here] in DUG)


def cavalry_digs(state: State) -> tuple[str, ...]:
    """§15.54: the nations whose cavalry uses trenches of Europe: the early British."""
    return ("BR",) if state.strategic < BRITISH_CAVALRY_UNTIL else ()


def trenches_now(state: State) -> dict[str, int]:
    """§14.42: the modifiers of the nations at war that dig by now."""
    found = {nation: _of_nation(state, nation, side) for nation, side in state.sides.items()}
    return {nation: drm for nation, drm in found.items() if drm}


def trench_drm(state: State, units: Sequence[str]) -> int:
    """§14.42, §14.44, §14.46, §14.41, §14.47: the modifier of the defenders of a hex: the worst of their nations'; 0
    with cavalry."""
    fighters = [u for u in units if state.counter(u).is_combat]
    if not fighters or any(is_hampered(state, u) for u in fighters):
        return 0
    return max(drm_of(state, u) for u in fighters)


def drm_against(state: State, units: Sequence[str], target: str) -> int:
    """§14.12, §14.42: the modifier in a hex under attack; a fort by itself digs as its country does."""
    board = state.printed.board
    i = board.index[target]
    if board.front[i] not in DUG:
        return _drm_there(state, units, target)
    if any(state.counter(u).is_combat for u in units):
        return trench_drm(state, units)
    if target in state.hindenburg:
        return _of_nation(state, "GE", CENTRAL)
    nation = board.country[i]
    side = state.sides.get(nation)
    return _of_nation(state, nation, side) if side is not None and i in forts(state, side) else 0


def _drm_there(state: State, units: Sequence[str], target: str) -> int:
    """§14.51 to §14.53, §15.54: of the Central Powers in a hex with trenches of the Near East; 0 with cavalry, and for
    Allied units always."""
    fighters = [u for u in units if state.counter(u).is_combat]
    if target not in state.near_east.trenches or not fighters:
        return 0
    good = all(state.side(u) == CENTRAL and not is_hampered(state, u) for u in fighters)
    return NEAR_EAST_DRM if good else 0


def drm_of(state: State, unit: str) -> int:
    """§14.43, §14.44, §14.45: of one unit. Beside the German army of the south all Central Powers dig as Germans."""
    nation = state.counter(unit).nation
    nation = "GE" if with_sud(state, unit) else nation
    return _of_nation(state, nation, state.side(unit))


def _of_nation(state: State, nation: str, side: str) -> int:
    for id_, trench in state.printed.charts.trenches.items():
        if nation in trench.nations and trench.side == side:
            return group_drm(state, id_)
    return 0


def group_drm(state: State, group: str) -> int:
    """§14.42, §21.26: as the scenario has it, until a strategic turn has been taken in the match."""
    if state.strategic <= state.card.started and group in state.card.trenches:
        return state.card.trenches[group]
    return state.printed.charts.trenches[group].drm(state.strategic)
