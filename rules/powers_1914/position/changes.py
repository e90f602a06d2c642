"""How a state becomes another one: the few changes that all events are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel.fast_replace import replace
from rules.kernel.frames import exchange_frame
from rules.powers_1914.position.frames import BattleFrame
from rules.powers_1914.position.state import NationState, State, UnitState
from rules.powers_1914.printed.pieces import INFANTRY


def put_units(state: State, units: Iterable[str], area: str) -> State:
    """Units are in a field (or the pool), fresh."""
    return replace(state, units={**state.units, **dict.fromkeys(units, UnitState(area))})


def spend(state: State, unit: str) -> State:
    """§3.3.12, §3.3.14: a unit has done its deed for this turn."""
    return replace(state, units={**state.units, unit: state.units[unit]._replace(spent=True)})


def remove(state: State, units: Iterable[str]) -> State:
    """Units leave the map, and with it the battle in which they attacked."""
    gone = frozenset(units)
    if not gone:
        return state
    state = replace(state, units={u: s for u, s in state.units.items() if u not in gone})
    frame = state.battle
    if frame is None or not gone & set(frame.attackers):
        return state
    return with_battle(state, replace(frame, attackers=tuple(u for u in frame.attackers if u not in gone)))


def capture(state: State, captor: str, unit: str, gained: str, area: str, beside: UnitState) -> State:
    """§3.3.11: infantry is counted, guns and ships change to the captor's colour, ``beside`` one of its units."""
    if not captor:
        return state
    if state.piece(unit).kind == INFANTRY:
        return replace(state, captured={**state.captured, captor: state.captured[captor] + 1})
    if not gained:
        return state
    state = replace(state, units={**state.units, gained: UnitState(area, True, beside.came, beside.start)})
    frame = state.battle
    if frame is not None and frame.side == captor and frame.area == area:
        return with_battle(state, replace(frame, attackers=(*frame.attackers, gained)))
    return state


def pay(state: State, seat: str, amount: int) -> State:
    """A seat has so much less money."""
    return replace(state, money={**state.money, seat: state.money[seat] - amount})


def flag(state: State, flags: Mapping[str, str]) -> State:
    """§3.5: other flags in some fields; their works go with them."""
    works = dict(state.works)
    for area, nation in flags.items():
        if area in works:
            works[area] = tuple(w._replace(nation=nation) for w in works[area])
    return replace(state, control={**state.control, **flags}, works=works)


def change_nation(state: State, nation: str, now: NationState) -> State:
    """A nation's status changes."""
    return replace(state, nations={**state.nations, nation: now})


def battle_frame(state: State) -> BattleFrame:
    """The battle under way. ValueError when there is none: such an event was never decided."""
    if state.battle is None:
        raise ValueError("no battle is under way")
    return state.battle


def with_battle(state: State, frame: BattleFrame) -> State:
    """The battle under way as it is now."""
    return replace(state, cursor=exchange_frame(state.cursor, frame))
