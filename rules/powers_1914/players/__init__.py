"""Programs that play Powers of 1914 with a purpose. They see what a person there sees, and the board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.kernel.players import OFFICER, RECRUIT, PlayerMaker, Program
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.players.habits import OFFICER as OFFICER_HABITS
from rules.powers_1914.players.habits import RECRUIT as RECRUIT_HABITS

PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType(
    {"greedy": Program(Greedy, RECRUIT_HABITS), "bold": Program(Greedy, OFFICER_HABITS)}
)
"""By the name that selfplay knows them by."""

OPPONENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {RECRUIT: {"central": "greedy", "entente": "greedy"}, OFFICER: {"central": "bold", "entente": "bold"}}
)
"""Which of them plays against people: by strength and side."""
