"""Programs that play the Great War with a purpose, knowing what is printed and what a person in their seat sees.

``sight`` reads the view; ``front``, ``odds`` and ``schemes`` judge it; ``marching``, ``attacking``, ``fighting``,
``arriving``, ``spending`` and ``strategy`` answer the questions of the sequence; ``general`` asks them. A movement is
planned on a ``muster``, by ``holding``, ``massing``, ``forward``, ``rear`` and ``headquarters``. ``habits`` has what
one program weighs otherwise than another.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.great_war.players.general import General
from rules.great_war.players.habits import OFFICER as OFFICER_HABITS
from rules.great_war.players.habits import RECRUIT as RECRUIT_HABITS
from rules.kernel.players import OFFICER, RECRUIT, PlayerMaker, Program

PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType(
    {"general": Program(General, RECRUIT_HABITS), "marshal": Program(General, OFFICER_HABITS)}
)
"""By name: ``greatwar selfplay`` seats them so."""

OPPONENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        RECRUIT: {"central": "general", "allied": "general"},
        OFFICER: {"central": "marshal", "allied": "marshal"},
    }
)
"""Which of them plays against people: by strength and side."""
