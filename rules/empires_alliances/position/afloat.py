"""§11.72: units at sea before the hex that they invade. They stand on no hex until they land."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import AT_SEA


def is_afloat(state: State, unit: str) -> bool:
    """Whether a unit waits at sea."""
    return state.units[unit].at == AT_SEA


def afloat_among(state: State, units: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that wait at sea."""
    return tuple(u for u in units if is_afloat(state, u))


def invaders_of(state: State, hex_: str) -> tuple[str, ...]:
    """The units that wait at sea before a hex."""
    return tuple(u for u in state.boxes[AT_SEA] if state.units[u].sent == hex_)


def invaded_hexes(state: State) -> tuple[str, ...]:
    """The hexes before which units wait, by number."""
    if not state.boxes[AT_SEA]:
        return ()
    return tuple(sorted({state.units[u].sent for u in state.boxes[AT_SEA]}))


def has_landed(state: State, unit: str) -> bool:
    """§11.72: whether a unit has come ashore in this segment without a fight, and does nothing else in it."""
    now = state.units[unit]
    return now.bound and now.carried != "" and now.sent == now.at


def was_aborted(state: State, unit: str) -> bool:
    """§2.68e: whether a unit has sailed in this segment and is back in its port without having been ashore elsewhere.
    It moves no more, and may attack like any other."""
    now = state.units[unit]
    return now.carried == "sea" and now.began == now.at and not now.entered
