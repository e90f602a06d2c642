"""§7.25 Fog of war: which faces each side sees."""

from __future__ import annotations

from rules.great_war.position.state import LATER, State, UnitState
from rules.great_war.printed.nations import CENTRAL
from rules.hexes.fog import faces_of, the_top
from rules.kernel.fast_replace import replace

OPEN_COUNTRIES = ("GE", "AH")
"""§7.25: where the Central Powers look into Allied stacks at all times, as they do in Russian Poland."""


def faces_shown(state: State, hex_: str, viewer: str) -> tuple[str, ...]:
    """§7.25: the units of a stack whose faces a viewer sees: all of their own, of others the one on top.

    The Central Powers see all in Germany, Austria-Hungary and Russian Poland.
    """
    units = state.stacks.get(hex_, ())
    if not units or (viewer == CENTRAL and lies_open(state, hex_)):
        return units
    return faces_of(units, state.side(units[0]), viewer, the_top)


def as_seen(state: State, viewer: str) -> State:
    """§7.25: the position without the enemy units whose faces a side does not see."""
    gone: dict[str, UnitState] = {}
    stacks: dict[str, tuple[str, ...]] = {}
    for hex_, stack in state.stacks.items():
        shown = faces_shown(state, hex_, viewer)
        stacks[hex_] = shown
        gone.update({u: UnitState(LATER) for u in stack if u not in shown})
    return replace(state, units={**state.units, **gone}, stacks=stacks)


def in_battle(state: State) -> tuple[str, ...]:
    """§7.25: the units of an attack under way, which both sides see."""
    battle = state.battle
    return (*battle.attackers, *battle.defenders) if battle is not None else ()


def lies_open(state: State, hex_: str) -> bool:
    """§7.25: whether a hex belongs to Germany, Austria-Hungary or Russian Poland."""
    board = state.printed.board
    i = board.index[hex_]
    return board.country[i] in OPEN_COUNTRIES or i in board.russian_poland


def is_visible(state: State, unit: str, viewer: str) -> bool:
    """§7.25: whether a viewer sees the face of a unit on the map. Boxes are open to all."""
    at = state.units[unit].at
    return at not in state.stacks or unit in faces_shown(state, at, viewer) or unit in in_battle(state)
