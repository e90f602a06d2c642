"""§18.1, §8.1: empty places that count for victory, and that the enemy could walk into next."""

from __future__ import annotations

from collections.abc import Mapping

from rules.great_war.movement.allowance import allowance
from rules.great_war.movement.reach import price
from rules.great_war.position.control import barred_hexes, closed_hexes, controlled_hexes
from rules.great_war.position.fog_of_war import as_seen
from rules.great_war.position.state import State
from rules.great_war.printed.nations import CENTRAL, foe
from rules.great_war.printed.variants import TOWNS
from rules.great_war.restrictions import first_turns
from rules.great_war.restrictions.national import off_limits_of
from rules.great_war.strategic.victory import may_be_lost
from rules.kernel.fast_replace import replace
from rules.kernel.floods import flood


def open_cities(state: State, side: str, theatre: str, turn: int) -> Mapping[str, int]:
    """Those of a side in a theatre that the enemy's units in sight could enter on a turn, with the MP that it takes
    them, the nearest first.

    Unseen units count for nothing, and supply and limits of number are not looked at: it is a warning. After
    the last turn no unit moves.
    """
    board, enemy = state.printed.board, foe(side)
    if turn > state.printed.variant.last:
        return {}
    known = replace(as_seen(state, side), turn=turn)
    counted = {i for i in _hexes_that_count(state, side) if board.theatre[i] == theatre} - closed_hexes(known, enemy)
    if not counted:
        return {}
    found: dict[int, int] = {}
    for (nation, budget, mountain), starts in _marchers(known, enemy, theatre).items():
        shut = closed_hexes(known, enemy) | barred_hexes(known, enemy) | off_limits_of(known, (nation,))

        def step(a: int, way: int, b: int, shut: frozenset[int] = shut, mountain: bool = mountain) -> int | None:
            return (price(known, mountain, a, way) or None) if b not in shut else None

        reach = flood(board.neighbours, starts, step, budget, least=1)
        for i in counted & set(reach.cost):
            found[i] = min(reach.cost[i], found.get(i, budget))
    return {board.ids[i]: found[i] for i in sorted(found, key=lambda i: (found[i], board.ids[i]))}


def _hexes_that_count(state: State, side: str) -> frozenset[int]:
    """§18.11, §18.13: what a side controls that counts: victory hexes for both, and cities of the Central Powers. Where
    the map ends no warning is given of every hex."""
    board = state.printed.board
    if state.printed.variant.victory == TOWNS:
        # What the Central Powers have of their own counts for nothing there; a town counts for whoever has it.
        return frozenset(board.index[town] for town in state.card.towns) & controlled_hexes(state, side)
    counts = board.victory | may_be_lost(state) if side == CENTRAL else board.victory
    return (counts & controlled_hexes(state, side)) - (board.edges - board.cities)


def _marchers(known: State, enemy: str, theatre: str) -> Mapping[tuple[str, int, bool], list[int]]:
    """Where the enemy's units in sight stand that can march, by a unit of their nation, MP and whether in mountains."""
    board = known.printed.board
    found: dict[tuple[str, int, bool], list[int]] = {}
    of_nation: dict[str, str] = {}
    for unit in known.on_map(enemy):
        counter, here = known.counter(unit), board.index[known.units[unit].at]
        if board.theatre[here] != theatre or not counter.is_combat or first_turns.why_not_move(known, unit) is not None:
            continue
        budget = allowance(known, unit)
        if budget:
            like = of_nation.setdefault(counter.nation, unit)
            found.setdefault((like, budget, counter.kind == "mountain"), []).append(here)
    return found
