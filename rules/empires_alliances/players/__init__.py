"""Programs that play Empires & Alliances with a purpose, knowing what is printed and what a person in their seat sees.

``sight`` reads the view; ``marching``, ``attacking``, ``fighting``, ``arriving`` and ``plans`` answer the questions of
the sequence; ``general`` asks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.empires_alliances.players.general import General
from rules.empires_alliances.players.habits import RECRUIT as RECRUIT_HABITS
from rules.kernel.players import RECRUIT, PlayerMaker, Program

PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType({"general": Program(General, RECRUIT_HABITS)})
"""By name: ``greatwar selfplay`` seats them so."""

OPPONENTS: Mapping[str, Mapping[str, str]] = MappingProxyType({RECRUIT: {"central": "general", "allied": "general"}})
"""Which of them plays against people: by strength and side."""
