"""§6.7 Command."""

from __future__ import annotations

from rules.kernel.floods import disc
from rules.schlieffens_war.data import GE, foe
from rules.schlieffens_war.state import OUT_OF_SUPPLY, State, board, counter
from rules.schlieffens_war.supply import supplied_german_cities
from rules.schlieffens_war.zoc import occupied, unnegated


def command_radius(state: State, hq: str) -> int:
    """§6.7, §2.7: an HQ's radius is its combat factor; its reverse side, out of supply, has half of it, rounded up."""
    full = counter(hq).radius
    return -(-full // 2) if state.units[hq].supply == OUT_OF_SUPPLY else full


def hq_hexes(state: State, nation: str) -> frozenset[str]:
    """§6.7, §7.5: the hexes within the radius of an HQ of a nation.

    Terrain does not count. The line may end in a hostile zone but not run on through it, unless friends stand there.
    """
    kept: frozenset[str] | None = state.memo.get(f"command.{nation}")
    if kept is None:
        found: set[int] = set()
        for hq, unit in state.units.items():
            if counter(hq).kind == "hq" and counter(hq).nation == nation and unit.at in state.stacks:
                found |= _radius(state, hq, unit.at)
        kept = frozenset(board().lattice.ids[i] for i in found)
        state.memo[f"command.{nation}"] = kept
    return kept


def commanded_hexes(state: State, nation: str) -> frozenset[str]:
    """§6.7: every hex in which units of a nation are in command; for the Germans also their supplied cities."""
    found = hq_hexes(state, nation)
    return found | supplied_german_cities(state) if nation == GE else found


def is_commanded(state: State, hex_: str, nation: str) -> bool:
    """§6.7: whether units of a nation in this hex are in command (army numbers do not matter)."""
    if hex_ in hq_hexes(state, nation):
        return True
    return nation == GE and hex_ in board().german_cities and hex_ in supplied_german_cities(state)


def in_command(state: State, unit: str) -> bool:
    """§6.7: whether a unit on the map is in command of an HQ of its own nation, or of a German city."""
    return is_commanded(state, state.units[unit].at, counter(unit).nation)


def _radius(state: State, hq: str, at: str) -> set[int]:
    lattice, side = board().lattice, counter(hq).side
    ends, closed = unnegated(state, side), occupied(state, foe(side))
    return disc(lattice.neighbours, lattice.index[at], command_radius(state, hq), closed, ends)
