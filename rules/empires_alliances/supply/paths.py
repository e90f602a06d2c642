"""§14.2, §20.2, §22.7: paths over land, from units to sources and to rails."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from rules.empires_alliances.position.control import is_neutral, taken_from_neutrals
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import Board
from rules.empires_alliances.terrain.argonne import terrain_of
from rules.empires_alliances.terrain.weather import freezes, is_frozen, worse
from rules.empires_alliances.terrain.zones import fort_in, ground_unit_hexes, lie_as_bits, occupied_hexes, zone
from rules.kernel.bit_floods import Links
from rules.kernel.floods import flood, trace
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.lattice import OFF_BOARD

HALF_HEXES = 2
"""A hex of a path, in halves (§22.7)."""
EVERYWHERE = -1


@kept
def closed_hexes(state: State, side: str) -> frozenset[int]:
    """§14.2, §5.3: hexes that no overland path enters: the enemy's, and those they watch without a friendly unit."""
    hostile, enemy, own = zone(state, FOE[side]), occupied_hexes(state, FOE[side]), ground_unit_hexes(state, side)
    return state.memory.recall(("closed", side), (hostile, enemy, own), lambda _: enemy | (hostile - own))


def closed_bits(state: State, side: str) -> int:
    """§14.2, §5.3: ``closed_hexes`` as bits."""
    foe = lie_as_bits(state, FOE[side])
    return foe.held | (foe.zone & ~lie_as_bits(state, side).ground)


@kept
def stretches(state: State) -> tuple[tuple[int, int], ...]:
    """§20.2, §20.23: half hexes of an overland path that goes ``EVERYWHERE``, and of one that stays in a zone where it
    may be longer so."""
    weathers = [state.printed.charts.weathers[word] for word in state.weather]
    shortest = HALF_HEXES * worse(*weathers).overland
    inside = ((n, HALF_HEXES * weather.overland) for n, weather in enumerate(weathers))
    return ((EVERYWHERE, shortest), *(pair for pair in inside if pair[1] > shortest))


@kept
def limits_of_paths(state: State, side: str) -> tuple[object, ...]:
    """All that paths over land depend on, beside where they begin and end; the same objects while that is the same."""
    dug = (state.stacks, state.units, state.forts, zone(state, FOE[side])) if state.option("supply-paths") else ()
    return (closed_hexes(state, side), _links(state), state.weather, *dug)


def hex_price(state: State, side: str, b: int) -> int:
    """§22.7: half hexes that entering a hex counts: one whole hex, more in rough ground and in enemy zones."""
    if not state.option("supply-paths"):
        return HALF_HEXES
    price = HALF_HEXES + state.printed.terrain[terrain_of(state, b)].half_hexes
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
    for zone_only, most in stretches(state):
        for i, length in flood_back(state, side, begins, most, zone_only).items():
            if length < found.get(i, most + 1):
                found[i] = length
    return found


def supplied_bits(state: State, side: str, targets: int, word: str) -> int:
    """§14.2: as ``reached_from``, without the lengths: sets of hexes as bits. It is asked after every move.

    ``word`` names the targets among those that are asked for.
    """
    board, layout = state.board, state.board.bits
    if state.option("supply-paths"):
        return layout.bits(reached_from(state, side, layout.hexes(targets)))
    links, shut = _bit_links(state), closed_bits(state, side)

    def find(earlier: Previous[tuple[Any, ...], int] | None) -> int:
        # Paths enter a closed hex and do not go on: one that was not reached may close or open as it will.
        if earlier is not None and earlier.source[1:] == others and not (earlier.source[0] ^ shut) & earlier.value:
            return earlier.value
        found, begins = targets, targets & ~shut
        for zone_only, most in stretches(state):
            beyond = 0 if zone_only == EVERYWHERE else board.zone_bits[1 - zone_only]
            found |= layout.flood(links, begins & ~beyond, most // HALF_HEXES, shut | beyond)
        return found

    others = (targets, links, state.weather)
    return state.memory.recall(("supplied ground", word, side), (shut, *others), find)


def flood_back(state: State, side: str, begins: Collection[int], most: int, zone_only: int) -> dict[int, int]:
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


def _bit_links(state: State) -> Links:
    """§14.2: backwards over each side: what a path leads into, and from where."""
    links = _links(state)

    def find(_: Previous[tuple[Any, ...], Links] | None) -> Links:
        steps = {(b, a) for b, row in enumerate(links) for a, _ in row}
        return state.board.bits.links(lambda b, a: (b, a) in steps)

    return state.memory.recall("supply bits", (links,), find)


@kept
def _links(state: State) -> tuple[tuple[tuple[int, int], ...], ...]:
    """§14.2: for each hex the neighbours from which a path leads into it, and what that counts; every hex alike."""
    board = state.board

    def find(_: Previous[tuple[Any, ...], tuple[tuple[tuple[int, int], ...], ...]] | None) -> Any:
        dry, lakes = _links_in_peace(board)
        found = [*dry]
        for b in lakes:
            around = (a for a in board.lattice.neighbours[b] if a != OFF_BOARD)
            found[b] = tuple((a, HALF_HEXES) for a in around if can_pass(state, a, b))
        for b in board.land:
            if is_neutral(state, b):
                found[b] = ()
        return tuple(found)

    return state.memory.recall("supply links", (state.wars, freezes(state), taken_from_neutrals(state)), find)


@cache
def _links_in_peace(board: Board) -> tuple[tuple[tuple[tuple[int, int], ...], ...], frozenset[int]]:
    """§14.2: what leads into each hex if nobody is neutral and no lake frozen; and the hexes beside lakes."""
    around, lakes = board.lattice.neighbours, set[int]()
    found: list[list[tuple[int, int]]] = [[] for _ in around]
    for a, beside in enumerate(around):
        for side, b in enumerate(beside):
            if b == OFF_BOARD or not board.passable[a][side]:
                continue
            if board.lake_sides[a][side]:
                lakes.add(b)
            else:
                found[b].append((a, HALF_HEXES))
    return tuple(map(tuple, found)), frozenset(lakes)


def reached_by(state: State, side: str, start: int) -> dict[int, int]:
    """§14.2: the hexes to which a path leads from a unit's hex, with its length in half hexes; its own among them."""
    board, shut = state.board, closed_hexes(state, side)
    found: dict[int, int] = {start: 0}
    for zone_only, most in stretches(state):

        def cost(a: int, _: int, b: int, only: int = zone_only) -> int | None:
            if b in shut or (only not in (EVERYWHERE, board.zone[b])):
                return None
            return hex_price(state, side, b) if can_pass(state, a, b) else None

        for i, length in flood(board.lattice.neighbours, [start], cost, most, least=HALF_HEXES).cost.items():
            if length < found.get(i, most + 1):
                found[i] = length
    return found
