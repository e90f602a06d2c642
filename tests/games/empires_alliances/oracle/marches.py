"""§8.0, §20.2: how far a unit marches, and what it meets on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.empires_alliances.facts.movement import Marched
from rules.empires_alliances.position.state import State
from tests.games.empires_alliances.oracle.ground import FOES, held_against, hunger, weather, worse, zone_of

IN_ARGONNE = "2751"
ZONES = ((0, 1), (1, 2))
"""§20.1: each weather zone with the bit that says that a unit has been in it this turn."""
ARGONNE = ({"2751", "2851"}, {"2751", "2852"})
"""§22.11: the hexsides that are forest by that option, and not the hex."""


def allowance(state: State, unit: str, sky: str) -> int:
    """§8.2, §14.6, §20.2, §13.85: movement points in a weather, less for hunger, half for the shaken; one at least."""
    points = state.counter(unit).figures.movement
    if sky == "mud":
        points = 3 if points == 5 else points - 1
    if sky == "snow":
        points = (points + 1) // 2
    hungry = hunger(state, unit)
    if hungry == 1:
        points -= 1
    if hungry >= 2:
        points //= 2
    if state.units[unit].shaken:
        points //= 2
    return max(1, points)


def sky_so_far(state: State, units: Sequence[str]) -> str:
    """§20.2: the worst weather that units have been in this turn."""
    worst = "clear"
    for unit in units:
        for zone, bit in ZONES:
            if state.units[unit].entered & bit:
                worst = worse(worst, state.weather[zone])
    return worst


def terrain_between(state: State, start: str, end: str) -> str:
    """§8.1, §22.11: the terrain that a step is paid for."""
    if state.option("argonne"):
        if {start, end} in ARGONNE:
            return "forest"
        if end == IN_ARGONNE:
            return "clear"
    return state.board.terrain[state.board.index(end)]


def price(state: State, start: str, end: str, zone: frozenset[int]) -> int:
    """§8.1: the points of a step; one more from one hex of an enemy zone to another."""
    i, j = state.board.index(start), state.board.index(end)
    return state.printed.terrain[terrain_between(state, start, end)].mp + (1 if i in zone and j in zone else 0)


def wrong_march(state: State, fact: Marched) -> Iterator[str]:
    """§8.0: what is wrong with a march."""
    board, side = state.board, state.side_of(fact.units[0])
    zone, enemies = zone_of(state, FOES[side]), held_against(state, side)
    sky, cost = sky_so_far(state, fact.units), 0
    for start, end in zip(fact.path, fact.path[1:], strict=False):
        i, j = board.index(start), board.index(end)
        cost += price(state, start, end, zone)
        sky = worse(sky, weather(state, j))
        if state.units[fact.units[0]].shaken and j in zone:
            yield "13.85 the shaken go into no zone"
        if j in enemies:
            yield "8.0 into an enemy"
        if not board.passable[i][board.lattice.neighbours[i].index(j)]:
            yield "2.1 where nobody can go"
    left = min(allowance(state, unit, sky) - state.units[unit].spent for unit in fact.units)
    one_hex = len(fact.path) == 2 and all(not state.units[u].began and not state.units[u].spent for u in fact.units)
    if not one_hex and cost > left:
        yield f"8.2 too far: {cost} of {left}"
    if not one_hex and fact.cost != cost:
        yield f"8.1 the cost: {fact.cost}, not {cost}"
