"""Programs that play Powers of 1914 with a purpose. They see what a person there sees, and the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from rules.kernel.players import OFFICER, RECRUIT, STAFF, PlayerMaker, Program
from rules.kernel.programs.search import Rules
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.players.habits import OFFICER as OFFICER_HABITS
from rules.powers_1914.players.habits import RECRUIT as RECRUIT_HABITS
from rules.powers_1914.players.staff import Staff, StaffHabits

PLANNER: Final = "planner"
PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType(
    {"greedy": Program(Greedy, RECRUIT_HABITS), "bold": Program(Greedy, OFFICER_HABITS)}
)
"""By the name that selfplay knows them by, but for those that look ahead."""

OPPONENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        RECRUIT: {"central": "greedy", "entente": "greedy"},
        OFFICER: {"central": "bold", "entente": "bold"},
        STAFF: {"central": PLANNER, "entente": PLANNER},
    }
)
"""Which of them plays against people: by strength and side."""
EVERYWHERE: Final = frozenset({RECRUIT, OFFICER})
"""The strengths that are offered in every scenario."""
STAFFED: Final = frozenset({"austria-russia"})
"""The scenarios in which the staff has been shown to be stronger than the officer (docs/balance.md)."""


def players_of(rules: Rules) -> Mapping[str, PlayerMaker]:
    """All of them, those among them that look ahead by these rules."""
    return MappingProxyType({**PLAYERS, PLANNER: Program(partial(Staff, rules), StaffHabits(), looks_ahead=True)})


def strengths_in(scenario: str) -> frozenset[str]:
    """The strengths that are offered there."""
    return EVERYWHERE | {STAFF} if scenario in STAFFED else EVERYWHERE
