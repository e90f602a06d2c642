"""§6.7 Command."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from rules.hexes.kept_floods import flood_over
from rules.kernel.floods import disc
from rules.kernel.kept import kept
from rules.kernel.lattice import Lattice
from rules.schlieffens_war.position.state import OUT_OF_SUPPLY, State
from rules.schlieffens_war.printed.sides import ENTENTE, GE, GERMAN, foe
from rules.schlieffens_war.supply import hqs_on_map, supplied_german_cities
from rules.schlieffens_war.zoc import occupied_hexes, unnegated_zones


def command_radius(state: State, hq: str) -> int:
    """§6.7, §2.7: an HQ's radius is its combat factor; its reverse side, out of supply, has half of it, rounded up."""
    full = state.counter(hq).radius
    return -(-full // 2) if state.units[hq].supply == OUT_OF_SUPPLY else full


@kept
def hq_hexes(state: State, nation: str) -> frozenset[int]:
    """§6.7, §7.5: the hexes (as indexes) within the radius of an HQ of a nation.

    Terrain does not count. The line may end in a hostile zone but not run on through it, unless friends stand there.
    """
    side = GERMAN if nation == GE else ENTENTE
    ends, closed = unnegated_zones(state, side), occupied_hexes(state, foe(side))
    hqs = [(hq, at, command_radius(state, hq)) for hq, at in hqs_on_map(state, nation)]

    def find() -> frozenset[int]:
        return frozenset().union(*(_disc(state, f"command.disc.{hq}", at, r, closed, ends) for hq, at, r in hqs))

    lattice = state.printed.board.lattice
    within = _rounds(lattice, tuple((at, radius) for _, at, radius in hqs))
    return flood_over(state, lattice.neighbours, f"command.{nation}", tuple(hqs), closed, ends, find, within=within)


def _disc(
    state: State, name: str, at: int, radius: int, closed: frozenset[int], ends: frozenset[int]
) -> frozenset[int]:
    """§6.7: the hexes within the radius of one HQ. Most lie behind the lines, where nothing cuts the radius short."""
    lattice = state.printed.board.lattice
    whole = _rounds(lattice, ((at, radius),))

    def find() -> Collection[int]:
        if whole.isdisjoint(closed) and whole.isdisjoint(ends):
            return whole
        return disc(lattice.neighbours, at, radius, closed, ends)

    return flood_over(state, lattice.neighbours, name, (at, radius), closed, ends, find, within=whole)


@lru_cache(maxsize=4096)
def _rounds(lattice: Lattice, centres: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """All hexes within a radius of any of some (hex, radius), whoever stands there."""
    return frozenset().union(*(disc(lattice.neighbours, at, radius, (), ()) for at, radius in centres))


@kept
def commanded_hexes(state: State, nation: str) -> frozenset[int]:
    """§6.7: every hex (as an index) in which units of a nation are in command; for the Germans also supplied cities."""
    found = hq_hexes(state, nation)
    if nation != GE:
        return found
    cities, index = supplied_german_cities(state), state.printed.board.lattice.index
    return state.memory.recall("command.german", (found, cities), lambda _: found | {index[h] for h in cities})


def is_commanded(state: State, hex_: str, nation: str) -> bool:
    """§6.7: whether units of a nation in this hex are in command (army numbers do not matter)."""
    return state.printed.board.lattice.index[hex_] in commanded_hexes(state, nation)


def in_command(state: State, unit: str) -> bool:
    """§6.7: whether a unit on the map is in command of an HQ of its own nation, or of a German city."""
    return is_commanded(state, state.units[unit].at, state.counter(unit).nation)
