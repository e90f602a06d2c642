"""§7.13, §15.81: where the Arab Northern Army is, which holds no hex but the one that it stands in."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.position.state import State
from rules.great_war.printed.counters import ARAB

NORTHERN_ARMY = "arab-northern-army"
"""§6.7: the chit that brings it."""


def arab_army(state: State) -> str:
    """§6.7: the unit; empty in a game that has none."""
    return next(iter(state.printed.by_nation.get("AB", ())), "")


def arabs_at(state: State) -> str:
    """§6.7: the hex in which it stands; empty while it is not in play."""
    unit = arab_army(state)
    return state.units[unit].at if unit and state.is_on_map(unit) else ""


def only_arabs(state: State, units: Iterable[str]) -> bool:
    """§7.13: whether nobody goes there but Arabs, who hold nothing that they leave."""
    return all(state.counter(u).untried == ARAB for u in units)


def arabs_have_risen(state: State) -> bool:
    """§6.7, §6.25: whether the Arab event has been played, be the army on the map or fallen."""
    return bool(state.chits["allied.play"].get(NORTHERN_ARMY))


NONE = frozenset[int]()


def raided_towns(state: State) -> frozenset[int]:
    """§6.25: the town that trains neither enter nor leave this turn; none without a raid."""
    raided = state.near_east.raided
    return frozenset((state.printed.board.index[raided],)) if raided else NONE
