"""§13.8, §6.0: where the beaten go, and how many stand in a hex when a step is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.empires_alliances.facts.combat import Retreated
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.oracle.ground import FOES, fights_on, held_against, zone_of

AIRFIELDS = {"major": 2, "minor": 1}
"""§6.4: aircraft by kind of city."""


def wrong_retreat(state: State, fact: Retreated) -> Iterator[str]:
    """§13.8: into no enemy zone, over no sea, into no neutral country, to no enemies."""
    board, side = state.board, state.side_of(fact.units[0])
    zone = zone_of(state, FOES[side])
    for start, end in zip(fact.path, fact.path[1:], strict=False):
        i, j = board.index(start), board.index(end)
        k = board.lattice.neighbours[i].index(j)
        if j in zone:
            yield "13.8 into an enemy zone"
        if board.sea_sides[i][k] or not board.passable[i][k]:
            yield "13.8 where nobody can go"
        if not fights_on(state, j):
            yield "13.8 into a neutral country"
        if j in held_against(state, side):
            yield "13.8 to the enemy"


def fits(state: State, hex_: str, units: Sequence[str]) -> bool:
    """§6.0: three of the ranks, two field guns beside two of them and one beside three, one siege gun, one tank unit,
    and aircraft where a city has room."""
    kinds = Counter(state.counter(unit).kind for unit in units)
    ranks = kinds["infantry"] + kinds["stosstruppen"] + kinds["cavalry"]
    return (
        ranks <= 3
        and kinds["field-artillery"] <= (2 if ranks <= 2 else 1)
        and kinds["siege-artillery"] <= 1
        and kinds["tank"] <= 1
        and kinds["air"] <= AIRFIELDS.get(state.board.city[state.board.index(hex_)], 0)
    )


def overcrowded(state: State) -> Iterator[str]:
    """§6.0: the hexes with too many units."""
    return (f"6.0 too many in {hex_}" for hex_, units in state.stacks.items() if not fits(state, hex_, units))
