"""§14.2, §20.2, §22.7: paths over land, from units to sources and to rails."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.empires_alliances.position.control import is_neutral
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.weather import is_frozen, worse
from rules.empires_alliances.zones import fort_in, ground_held, occupied_hexes, zone
from rules.hexes.kept import kept
from rules.kernel.floods import flood, trace
from rules.kernel.incremental import Previous
from rules.kernel.lattice import OFF_BOARD

HALF_HEXES = 2
"""A hex of a path, in halves (§22.7)."""
EVERYWHERE = -1


@kept
def closed_hexes(state: State, side: str) -> frozenset[int]:
    """§14.2, §5.3: hexes that no overland path enters: the enemy's, and those they watch without a friendly unit."""
    hostile, enemy, own = zone(state, FOE[side]), occupied_hexes(state, FOE[side]), ground_held(state, side)
    return state.memory.recall(("closed", side), (hostile, enemy, own), lambda _: enemy | (hostile - own))


@kept
def lengths(state: State) -> Mapping[int, int]:
    """§20.2, §20.23: half hexes of an overland path that stays in a zone, and of one that goes ``EVERYWHERE``."""
    weathers = [state.printed.charts.weathers[word] for word in state.weather]
    found = {n: HALF_HEXES * weather.overland for n, weather in enumerate(weathers)}
    return {**found, EVERYWHERE: HALF_HEXES * worse(*weathers).overland}


def hex_price(state: State, side: str, b: int) -> int:
    """§22.7: half hexes that entering a hex counts: one whole hex, more in rough ground and in enemy zones."""
    if not state.option("supply-paths"):
        return HALF_HEXES
    price = HALF_HEXES + state.printed.ground[state.board.terrain[b]].half_hexes
    if b in zone(state, FOE[side]) and not _is_dug_in(state, b):
        price += 1
    return price


def _is_dug_in(state: State, b: int) -> bool:
    """§22.7: whether a friendly entrenched unit or fort takes away what an enemy zone adds."""
    hex_ = state.board.lattice.ids[b]
    return fort_in(state, hex_) is not None or any(state.units[u].trench for u in state.stacks.get(hex_, ()))


def can_pass(state: State, a: int, b: int) -> bool:
    """§14.2, §2.8: whether a path over land leads from a hex into its neighbour, enemies aside."""
    board = state.board
    side = board.lattice.neighbours[a].index(b)
    if not board.passable[a][side] or is_neutral(state, b):
        return False
    return not board.lake_sides[a][side] or is_frozen(state, b)


def reached_from(state: State, side: str, targets: Collection[int]) -> dict[int, int]:
    """§14.2: the hexes whose units could trace a path to one of the targets, with its length in half hexes.

    A unit's own hex is not counted and may be watched; the hexes entered decide the weather (§20.23).
    """
    shut = closed_hexes(state, side)
    begins = [i for i in targets if i not in shut]
    found: dict[int, int] = dict.fromkeys(targets, 0)
    limits = lengths(state)
    zones = [0, 1] if limits[0] != limits[1] else []
    for zone_only in (EVERYWHERE, *zones):
        most = limits[zone_only]
        if zone_only != EVERYWHERE and most == limits[EVERYWHERE]:
            continue
        for i, length in flooded(state, side, begins, most, zone_only).items():
            if length < found.get(i, most + 1):
                found[i] = length
    return found


def flooded(state: State, side: str, begins: Collection[int], most: int, zone_only: int) -> dict[int, int]:
    """§14.2: one flood backwards from targets, in half hexes: hexes that are shut are entered and not left."""
    board, shut = state.board, closed_hexes(state, side)
    inside = [i for i in begins if zone_only == EVERYWHERE or board.zone[i] == zone_only]
    ends = shut if zone_only == EVERYWHERE else shut | board.in_zone[1 - zone_only]
    if not state.option("supply-paths"):
        return trace(_links(state), inside, most, (), ends)

    def cost(b: int, _: int, a: int) -> int | None:
        # Backwards: a unit in ``a`` would enter ``b``.
        return hex_price(state, side, b) if can_pass(state, a, b) else None

    return flood(board.lattice.neighbours, inside, cost, most, ends.__contains__, least=HALF_HEXES).cost


def _links(state: State) -> tuple[tuple[tuple[int, int], ...], ...]:
    """§14.2: for each hex the neighbours from which a path leads into it, and what that counts; every hex alike."""
    board = state.board

    def find(_: Previous[tuple[Any, ...], tuple[tuple[tuple[int, int], ...], ...]] | None) -> Any:
        return tuple(
            tuple((a, HALF_HEXES) for a in around if a != OFF_BOARD and can_pass(state, a, b))
            for b, around in enumerate(board.lattice.neighbours)
        )

    outside = frozenset(h for h in state.control if board.country[board.index(h)] not in state.allegiance)
    return state.memory.recall("supply links", (state.wars, state.weather, outside), find)


def reached_by(state: State, side: str, start: int) -> dict[int, int]:
    """§14.2: the hexes to which a path leads from a unit's hex, with its length in half hexes; its own among them."""
    board, shut, limits = state.board, closed_hexes(state, side), lengths(state)
    found: dict[int, int] = {start: 0}
    zones = [0, 1] if limits[0] != limits[1] else []
    for zone_only in (EVERYWHERE, *zones):
        most = limits[zone_only]
        if zone_only != EVERYWHERE and most == limits[EVERYWHERE]:
            continue

        def cost(a: int, _: int, b: int, only: int = zone_only) -> int | None:
            if b in shut or (only not in (EVERYWHERE, board.zone[b])):
                return None
            return hex_price(state, side, b) if can_pass(state, a, b) else None

        for i, length in flood(board.lattice.neighbours, [start], cost, most, least=HALF_HEXES).cost.items():
            if length < found.get(i, most + 1):
                found[i] = length
    return found
