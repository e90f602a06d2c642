"""§6.7 Command."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from rules.hexes.kept_floods import flooded
from rules.kernel.floods import disc
from rules.kernel.lattice import Lattice
from rules.schlieffens_war.sides import ENTENTE, GE, GERMAN, foe
from rules.schlieffens_war.state import OUT_OF_SUPPLY, State
from rules.schlieffens_war.supply import hqs_on_map, supplied_german_cities
from rules.schlieffens_war.zoc import occupied, unnegated


def command_radius(state: State, hq: str) -> int:
    """§6.7, §2.7: an HQ's radius is its combat factor; its reverse side, out of supply, has half of it, rounded up."""
    full = state.counter(hq).radius
    return -(-full // 2) if state.units[hq].supply == OUT_OF_SUPPLY else full


def hq_hexes(state: State, nation: str) -> frozenset[str]:
    """§6.7, §7.5: the hexes within the radius of an HQ of a nation.

    Terrain does not count. The line may end in a hostile zone but not run on through it, unless friends stand there.
    """
    kept: frozenset[str] | None = state.memo.get(f"command.{nation}")
    if kept is None:
        ids, indexes = state.printed.board.lattice.ids, hq_indexes(state, nation)
        kept = state.memory.recall(f"command.ids.{nation}", (indexes,), lambda _: frozenset(ids[i] for i in indexes))
        state.memo[f"command.{nation}"] = kept
    return kept


def hq_indexes(state: State, nation: str) -> frozenset[int]:
    """§6.7: what ``hq_hexes`` says, as indexes."""
    name = f"command.indexes.{nation}"
    kept: frozenset[int] | None = state.memo.get(name)
    if kept is not None:
        return kept
    side = GERMAN if nation == GE else ENTENTE
    ends, closed = unnegated(state, side), occupied(state, foe(side))
    hqs = [(hq, at, command_radius(state, hq)) for hq, at in hqs_on_map(state, nation)]

    def find() -> frozenset[int]:
        return frozenset().union(*(_disc(state, f"command.disc.{hq}", at, r, closed, ends) for hq, at, r in hqs))

    lattice = state.printed.board.lattice
    within = _rounds(lattice, tuple((at, radius) for _, at, radius in hqs))
    return flooded(state, lattice.neighbours, name, tuple(hqs), closed, ends, find, within=within)


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

    return flooded(state, lattice.neighbours, name, (at, radius), closed, ends, find, within=whole)


@lru_cache(maxsize=4096)
def _rounds(lattice: Lattice, centres: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """All hexes within a radius of any of some (hex, radius), whoever stands there."""
    return frozenset().union(*(disc(lattice.neighbours, at, radius, (), ()) for at, radius in centres))


def commanded_indexes(state: State, nation: str) -> frozenset[int]:
    """§6.7: what ``commanded_hexes`` says, as indexes."""
    found = hq_indexes(state, nation)
    if nation != GE:
        return found
    cities, index = supplied_german_cities(state), state.printed.board.lattice.index
    return state.memory.recall("command.german", (found, cities), lambda _: found | {index[h] for h in cities})


def commanded_hexes(state: State, nation: str) -> frozenset[str]:
    """§6.7: every hex in which units of a nation are in command; for the Germans also their supplied cities."""
    found = hq_hexes(state, nation)
    return found | supplied_german_cities(state) if nation == GE else found


def is_commanded(state: State, hex_: str, nation: str) -> bool:
    """§6.7: whether units of a nation in this hex are in command (army numbers do not matter)."""
    if hex_ in hq_hexes(state, nation):
        return True
    return nation == GE and hex_ in state.printed.board.german_cities and hex_ in supplied_german_cities(state)


def in_command(state: State, unit: str) -> bool:
    """§6.7: whether a unit on the map is in command of an HQ of its own nation, or of a German city."""
    return is_commanded(state, state.units[unit].at, state.counter(unit).nation)
