"""§6.6 Fog of war: which faces each side sees, and what may pass automatically without telling what is below."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from rules.hexes.fog import faces_of, the_top
from rules.kernel.kept import kept
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.position.unit_index import by_hex
from rules.schlieffens_war.printed.sides import foe


@kept
def visible_units(state: State, viewer: str) -> frozenset[str]:
    """§6.6: the units on the map whose faces a viewer sees: all of the viewer's own, the top one of every other stack.

    Under a depot on top the first unit that can fight is seen as well: nothing may cover that one up.
    In a battle both sides also see who attacks and who takes part in the defence, while it lasts.
    """
    faces = by_hex(state, ("faces", viewer), lambda _, units: faces_shown(state, units, viewer))
    return frozenset(chain(units_in_attack(state), *faces.values()))


def is_visible(state: State, unit: str, viewer: str) -> bool:
    """§6.6: whether a unit is among those that ``visible_units`` lists."""
    return unit in faces_shown(state, state.stacks.get(state.units[unit].at, ()), viewer) or unit in units_in_attack(
        state
    )


def faces_shown(state: State, units: tuple[str, ...], viewer: str) -> tuple[str, ...]:
    """The units of one stack whose faces a viewer sees, battles aside."""
    return faces_of(units, state.counter(units[0]).side, viewer, lambda us: _left_open(state, us)) if units else units


def _left_open(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """§6.6: the top unit, and under a depot the first that is none."""
    if state.counter(units[0]).kind != "depot":
        return the_top(units)
    return (units[0], *[u for u in units if state.counter(u).kind != "depot"][:1])


def units_in_attack(state: State) -> tuple[str, ...]:
    """Who attacks and who takes part in the defence."""
    battle = state.battle
    return (*battle.attackers, *battle.defenders) if battle is not None else ()


def all_open(state: State, hexes: Iterable[str]) -> bool:
    """§6.6: whether the other side sees every unit in these hexes.

    Where it does not, a phase that passed by itself would tell that nobody below can do anything in it.
    """
    return all(
        state.stacks[h] == faces_shown(state, state.stacks[h], foe(state.counter(state.stacks[h][0]).side))
        for h in hexes
    )
