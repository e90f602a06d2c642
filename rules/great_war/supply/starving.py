"""§11.1, §11.8: the units of a side that are not in regular supply, and whom an Attrition Phase eliminates."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from operator import is_
from typing import Any

from rules.great_war.position.control import blocked_hexes, controller, handed_over
from rules.great_war.position.kut import siege_of_kut
from rules.great_war.position.state import State
from rules.great_war.position.unit_index import Groups, Sort, by_nation, groups_at, places_of
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.supply.headquarters import all_headquarters
from rules.great_war.supply.near_east import hot_desert
from rules.great_war.supply.sources import class_of, felt_afar, sources_depend_on
from rules.great_war.supply.tracing import (
    IN,
    ITALIAN,
    MOUNTAIN,
    PLAIN,
    UNSUPPLIED,
    components_for,
    in_alps,
    lines_to_sources,
    supply_in,
    survives,
)
from rules.hexes.supply.components import Unbroken
from rules.hexes.supply.supply_lines import MAX_ROUND_EACH
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept


@kept
def starved_units(state: State, side: str) -> tuple[tuple[str, str], ...]:
    """§11.1: the units of a side that are not in regular supply, each with how it is supplied, by hex."""
    ids, index = state.printed.board.ids, state.printed.board.index

    def find(earlier: Previous[tuple[Any, ...], tuple[tuple[str, str], ...]] | None) -> tuple[tuple[str, str], ...]:
        hungry: dict[tuple[str, str], str] = {}
        looked: Iterable[tuple[Sort, frozenset[int]]]
        groups: Mapping[str, Groups]
        again = None if earlier is None else _fed_otherwise(state, side, earlier.source, source, earlier.value)
        if earlier is not None and again is not None:
            before = ((state.units[unit].at, unit, how) for unit, how in earlier.value)
            hungry = {(at, unit): how for at, unit, how in before if at in state.stacks and at not in again}
            groups = {hex_: groups_at(state, side, hex_) for hex_ in again}
            looked = ((sort, frozenset((index[hex_],))) for hex_ in again for sort in groups[hex_])
        else:
            groups, looked = by_nation(state, side), places_of(state, side).items()
        for sort, places in looked:
            for here, how in _find_unfed(state, sort, places):
                hungry.update(((ids[here], unit), how) for unit in groups[ids[here]][sort])
        return tuple((unit, hungry[hex_, unit]) for hex_, unit in sorted(hungry))

    whole = _whole_ground(state, side)
    source: tuple[Any, ...] = (
        state.stacks, all_headquarters(state), blocked_hexes(state, side), state.taken,
        state.destroyed, *sources_depend_on(state), *whole,
    )  # fmt: skip
    return state.memory.recall(("starved", side), source, find)


def _whole_ground(state: State, side: str) -> tuple[Unbroken, ...]:
    """§11.6: for each way of tracing in the Alps what is the same as long as no piece of the ground has fallen apart:
    looked at again only when what the ground comes from is another."""
    source = (blocked_hexes(state, side), state.sides, state.balkans, hot_desert(state))
    return state.memory.recall(
        ("whole ground", side), source, lambda _: tuple(components_for(state, side, alps).whole for alps in _ALPS[side])
    )


_ALPS = {CENTRAL: (PLAIN, MOUNTAIN), ALLIED: (PLAIN, MOUNTAIN, ITALIAN)}
"""§11.6: the ways in which units of a side trace."""


def _fed_otherwise(
    state: State, side: str, was: tuple[Any, ...], now: tuple[Any, ...], hungry: Iterable[tuple[str, str]]
) -> Collection[str] | None:
    """The hexes of a side whose units may be supplied in another way than when these were ``hungry``; None when any
    may. ``was`` and ``now`` are what ``starved_units`` comes from."""
    if not all(map(is_, was[4:], now[4:])):
        return None
    board, changed = state.printed.board, state.memory.changed("stacks", was[0], now[0])
    if now[1] is not was[1]:
        # A headquarters supplies its own hex and those beside it.
        hqs = {i for nation, places in now[1].items() for i in places ^ was[1][nation]}
        changed = changed.union(board.ids[i] for hq_ in hqs for i in (hq_, *board.lines[hq_]))
    if now[2] is was[2] and now[3] is was[3]:
        return changed
    lost = (now[2] - was[2]).union(board.index[h] for h in handed_over(state, was[3]) if controller(state, h) != side)
    if len(lost) > MAX_ROUND_EACH or not (felt_afar(board) | {board.index[h] for h in state.landings}).isdisjoint(lost):
        return None
    # No piece of the ground has fallen apart, so every town has its line still; and so has every unit that is not near.
    near = {board.ids[i] for hex_ in lost for i in board.about(hex_)}
    if lost and board.near_east is not None:
        # A headquarters there traces further.
        hqs_ = frozenset[int]().union(*now[1].values())
        near |= {board.ids[i] for hex_ in lost for i in hqs_.intersection(board.about_headquarters(hex_))}
    changed = changed.union(state.stacks.keys() & near) if near else changed
    # What was won, or left by the enemy, may feed units that had nothing.
    return changed.union(at for unit, _ in hungry if (at := state.units[unit].at) in state.stacks)


def _find_unfed(state: State, sort: Sort, places: frozenset[int]) -> Iterable[tuple[int, str]]:
    """§11.1: of these hexes of a nation's units those without regular supply, and what there is instead."""
    nation, kind = sort
    fed = lines_to_sources(state, class_of(state, nation), in_alps(nation, kind == "mountain"))
    # Most have a line that was found before and is still good: nothing else need be asked of them.
    for here in places.difference(fed.known()) | places & siege_of_kut(state):
        status = supply_in(state, nation, kind, here)
        if status != IN:
            yield here, status


def attrition_of(state: State) -> str:
    """§11.84: this very Attrition Phase, by the turn and the step."""
    return f"{state.turn}.{state.phase.key}"


def unsupplied_units(state: State) -> tuple[str, ...]:
    """§11.84: the units of both sides that an Attrition Phase eliminates, by hex."""
    gone = {
        u for side in SIDES for u, how in starved_units(state, side) if how == UNSUPPLIED and not survives(state, u)
    }
    if state.strategic_state.broke_out_in == attrition_of(state):
        gone -= {*state.strategic_state.broke_out}
    return tuple(u for u in state.on_map() if u in gone)
