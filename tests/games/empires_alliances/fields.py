"""Battlefields for the tests of combat: an empty board at a Combat Phase, with the units that a test puts there.

``T`` is a hex of France in the open, without rivers around it; ``WEST`` to ``SOUTH`` are beside it. ``R`` is such a hex
of Russia.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules.empires_alliances.position.frames import Fight, HexAttack
from rules.empires_alliances.position.state import State
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.table import deployed, empty, passed_to, put

T = "2462"
A, B, C = "2461", "2361", "2362"
"""Beside ``T``, one after the other."""
BEHIND = ("2463", "2562", "2561")
"""On the other side of it."""
GERMANS = ("ge-a1", "ge-a2", "ge-a3")
"""6-8-4 each."""
GUN, GUN2 = "ge-art-1", "ge-art-2"
"""3-3-3."""
FRENCH = ("fr-32", "fr-33", "fr-30")
"""4-6-4 each."""


@cache
def phase(step: str) -> State:
    """An empty board at a step of the first turn."""
    return empty(passed_to(deployed(), step))


def field(places: Mapping[str, str], step: str = "central.attacks", **changes: Any) -> State:
    """Units in hexes, at a step; ``changes`` are fields of the state."""
    before = phase(step)
    after = follow(before, replace(before, **changes)) if changes else before
    # The last to come is on top: so the first that is named is.
    return put(after, dict(reversed(places.items())))


def stood(units: Iterable[str], hex_: str) -> dict[str, str]:
    """Units in one hex."""
    return dict.fromkeys(units, hex_)


def duel(attackers: Iterable[str], defenders: Iterable[str], step: str = "central.attacks", **changes: Any) -> State:
    """Attackers in ``A`` and defenders in ``T``."""
    return field({**stood(attackers, A), **stood(defenders, T)}, step, **changes)


def attack(state: State, hex_: str = T) -> HexAttack:
    """The attack on a hex."""
    frame = state.lanes[hex_][0]
    assert isinstance(frame, HexAttack)
    return frame


def fight(state: State, hex_: str = T) -> Fight:
    """The fight for a hex."""
    frame = state.lanes[hex_][-1]
    assert isinstance(frame, Fight)
    return frame


def where(state: State, *units: str) -> list[str]:
    """Where units are."""
    return [state.units[u].at for u in units]
