"""Programs that play Empires & Alliances with a purpose, knowing what is printed and what a person in their seat sees.

``sight`` reads the view; ``marching``, ``attacking``, ``fighting``, ``arriving`` and ``plans`` answer the questions of
the sequence; ``general`` asks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from rules.empires_alliances.players.general import General
from rules.empires_alliances.players.habits import RECRUIT as RECRUIT_HABITS
from rules.empires_alliances.players.habits import SICKLE, STEAMROLLER
from rules.empires_alliances.players.staff import Staff, StaffHabits
from rules.kernel.players import OFFICER, RECRUIT, PlayerMaker, Program
from rules.kernel.programs.search import Rules

PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType(
    {
        "general": Program(General, RECRUIT_HABITS),
        "sickle": Program(General, SICKLE),
        "steamroller": Program(General, STEAMROLLER),
    }
)
"""By name: ``greatwar selfplay`` seats them so, but for the one that looks ahead."""
PLANNER: Final = "planner"

OPPONENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        RECRUIT: {"central": "general", "allied": "general"},
        OFFICER: {"central": "sickle", "allied": "steamroller"},
    }
)
"""Which of them plays against people: by strength and side."""


def players_of(rules: Rules) -> Mapping[str, PlayerMaker]:
    """All of them, the one among them that looks ahead by these rules."""
    return MappingProxyType({**PLAYERS, PLANNER: Program(partial(Staff, rules), StaffHabits(), looks_ahead=True)})
