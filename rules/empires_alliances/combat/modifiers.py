"""§13.642: what is added to the die of an attack, and what is taken from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.empires_alliances.attacks.attackers import is_weary
from rules.empires_alliances.attacks.strength import halves, has_modifier, kinds_among
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import RANKS, SIEGE, STOSSTRUPPEN, TANK
from rules.empires_alliances.restrictions.western_allies import are_apart
from rules.empires_alliances.terrain.argonne import comes_through, terrain_attacked
from rules.empires_alliances.terrain.zones import fort_in
from rules.hexes.odds import Modifier, total


def modifiers_of(
    state: State, hex_: str, attackers: Sequence[str], targets: Sequence[str], air: Sequence[str] = ()
) -> tuple[Modifier, ...]:
    """§13.642: all of an attack on some of the units in a hex, above 0 for the attacker."""
    found = (
        *_of_attackers(state, hex_, attackers, air),
        *_of_countries(state, hex_, attackers, targets),
        *_for_terrain(state, hex_, attackers),
        *_of_works(state, hex_, targets),
    )
    return tuple(modifier for modifier in found if modifier[2])


def net_of(state: State, modifiers: Iterable[Modifier]) -> int:
    """§13.642: all together, 3 at most either way."""
    cap = state.printed.charts.combat.drm_cap
    return max(-cap, min(cap, total(modifiers)))


def units_that_add(state: State, units: Iterable[str], kind: str) -> tuple[str, ...]:
    """§14.62: the special units of a kind that still add to the die."""
    return tuple(u for u in kinds_among(state, units, frozenset((kind,))) if has_modifier(state, u))


def tanks_used(state: State, hex_: str, units: Sequence[str]) -> tuple[str, ...]:
    """§16.3, §22.11: the tanks that add to the die of an attack of these units: the ground allows it."""
    if not state.printed.terrain[terrain_attacked(state, hex_, units)].tank_drm:
        return ()
    return tuple(tank for tank in units_that_add(state, units, TANK) if not comes_through(state, tank, hex_))


def stosstruppen_used(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """§16.1: the Stosstruppen that add to the die of an attack."""
    return units_that_add(state, units, STOSSTRUPPEN)


def _of_attackers(state: State, hex_: str, attackers: Sequence[str], air: Sequence[str]) -> tuple[Modifier, ...]:
    special = state.printed.charts.special
    fort = fort_in(state, hex_)
    siege = (
        min(len(units_that_add(state, attackers, SIEGE)), state.printed.forts[fort].level) if fort is not None else 0
    )
    return (
        ("Stosstruppen", "16.1", min(len(stosstruppen_used(state, attackers)), special.stosstruppen_cap)),
        ("siege artillery", "16.2", siege),
        ("tanks", "16.3", min(len(tanks_used(state, hex_, attackers)), special.tank_cap)),
        ("aircraft", "16.42", min(sum(has_modifier(state, u) for u in air), special.air_cap)),
    )


def _of_countries(
    state: State, hex_: str, attackers: Sequence[str], targets: Sequence[str]
) -> tuple[Modifier, ...]:  # fmt: skip
    combat = state.printed.charts.combat
    weary = any(is_weary(state, u) for u in targets)
    return (
        ("low morale", "21.33", combat.low_morale_drm * weary),
        ("British and French together", "18.42", combat.allies_apart_drm * are_apart(state, hex_, attackers)),
    )


def _for_terrain(state: State, hex_: str, attackers: Sequence[str]) -> tuple[Modifier, ...]:
    board, ground = state.board, state.printed.terrain
    city, terrain = board.city[board.index(hex_)], terrain_attacked(state, hex_, attackers)
    return (
        (terrain, "2.1", -ground[terrain].drm),
        (f"{city} city", "2.1", -ground[city].drm if city else 0),
    )


def _of_works(state: State, hex_: str, targets: Sequence[str]) -> tuple[Modifier, ...]:
    combat, fort = state.printed.charts.combat, fort_in(state, hex_)
    level = state.printed.forts[fort].level if fort is not None else 0
    return (
        ("fort", "15.12", -level * combat.fort_level_drm),
        ("entrenchment", "15.24", -trench_level(state, targets) * combat.trench_level_drm),
    )


def trench_level(state: State, targets: Iterable[str]) -> int:
    """§15.24: the level behind which half of the corps that defend in an attack are entrenched at least."""
    ranks = kinds_among(state, targets, RANKS)
    whole = sum(halves(state, unit) for unit in ranks)
    levels = sorted({state.units[unit].trench for unit in ranks}, reverse=True)
    for level in levels:
        behind = sum(halves(state, unit) for unit in ranks if state.units[unit].trench >= level)
        if 2 * behind >= whole:
            return level
    return 0
