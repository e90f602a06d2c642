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


def commanded_hexes(state: State, nation: str) -> frozenset[str]:
    """§6.7, §7.5: the hexes in which units of a nation are in command of one of its HQs, or of a German city.

    Terrain does not count. The line may end in a hostile zone but not run on through it, unless friends stand there.
    """
    kept: frozenset[str] | None = state.memo.get(f"command.{nation}")
    if kept is not None:
        return kept
    found: set[str] = set()
    for hq, unit in state.units.items():
        if counter(hq).kind == "hq" and counter(hq).nation == nation and unit.at in state.stacks:
            found |= _radius(state, hq, unit.at)
    if nation == GE:
        found |= supplied_german_cities(state)
    result = frozenset(found)
    state.memo[f"command.{nation}"] = result
    return result


def commanders(state: State, hex_: str, nation: str) -> list[str]:
    """The HQs of the nation that have the hex in their radius."""
    return [
        hq
        for hq, unit in state.units.items()
        if counter(hq).kind == "hq" and counter(hq).nation == nation and unit.at in state.stacks
        and hex_ in _radius(state, hq, unit.at)
    ]  # fmt: skip


def in_command(state: State, unit: str) -> bool:
    """§6.7: whether a unit on the map is in command of an HQ of its own nation (army numbers do not matter)."""
    return state.units[unit].at in commanded_hexes(state, counter(unit).nation)


def _radius(state: State, hq: str, at: str) -> set[str]:
    lattice = board().lattice
    side = counter(hq).side
    blocked, closed = unnegated(state, side), occupied(state, foe(side))

    found = disc(lattice.neighbours, lattice.index[at], command_radius(state, hq), closed, blocked)
    return {lattice.ids[i] for i in found}
