"""§1.61, §1.62, §1.64, §1.68, §2.66, §17.45: what keeps a unit where it is."""

from __future__ import annotations

from collections.abc import Callable

from rules.empires_alliances.play import name_of
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions.ban import power_of
from rules.hexes.kept import kept
from rules.kernel.messages import Refusal

GARRISON_HEXES = 3


@kept
def _city_garrisons(state: State) -> frozenset[str]:
    """§1.61: the units that set up in a city of their own."""
    return frozenset(u for group in state.card.groups.values() if group.city for u in group.units)


def _stays_home(state: State, unit: str) -> Refusal | None:
    """§1.61: why a unit of a city stays there in the first turn."""
    rule = state.turn_rule
    if rule is None or not rule.most_hexes or unit not in _city_garrisons(state):
        return None
    board, at = state.board, state.units[unit].at
    if at in state.off_map:
        return None
    near = board.lattice.within(at, GARRISON_HEXES)
    if any(board.index(h) in board.land and controller(state, h) not in ("", state.side_of(unit)) for h in near):
        return None
    return Refusal("garrison", "1.61", f"{name_of(state, unit)} stays in its city: the enemy is over three hexes away.")


def _not_released(state: State, unit: str) -> Refusal | None:
    """§1.68, §2.66, §17.45: why a garrison may not move yet."""
    release = state.printed.releases.get(unit)
    if release is None or state.date.id >= release.turn or state.units[unit].at in state.off_map:
        return None
    city = state.printed.places.cities[release.of]
    for hex_ in state.board.lattice.within(city.hex, release.within):
        if any(power_of(state, u) == release.enemy for u in state.stacks.get(hex_, ())):
            return None
    when = state.printed.turns[release.turn].name
    return Refusal(
        "garrison", "1.68", f"{name_of(state, unit)} stays in {release.of} until {when}, or until the enemy is near."
    )


def _held(state: State, unit: str) -> Refusal | None:
    """§1.62: why some units may not move before a turn."""
    for held in state.card.held:
        if unit in held.units and state.date.id < held.until:
            when = state.printed.turns[held.until].name
            return Refusal("held", "1.62", f"{name_of(state, unit)} may not move before {when}.")
    return None


def _in_caucasus(state: State, unit: str) -> Refusal | None:
    """§2.51, §1.64: why Russians stay in the Caucasus."""
    if unit not in state.card.stays_in_box:
        return None
    return Refusal("stays-in-box", "1.64", f"{name_of(state, unit)} stays in the Caucasus: the Ottomans are neutral.")


STAYING: tuple[Callable[[State, str], Refusal | None], ...] = (_held, _not_released, _stays_home, _in_caucasus)
"""What keeps a unit where it is, each with its section."""


def may_move(state: State, unit: str) -> Refusal | None:
    """§1.61, §1.62, §1.64, §1.68, §2.66, §17.45: who forbids a unit to move at all; None when nobody does."""
    for staying in STAYING:
        refusal = staying(state, unit)
        if refusal is not None:
            return refusal
    return None
