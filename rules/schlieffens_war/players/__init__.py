"""Programs that play Schlieffen's War with a purpose, knowing what is printed and what a person in their seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.kernel.players import OFFICER, RECRUIT, PlayerMaker, Program
from rules.schlieffens_war.players.habits import DRIVE, RIPOSTE
from rules.schlieffens_war.players.habits import RECRUIT as RECRUIT_HABITS
from rules.schlieffens_war.players.marne import marne
from rules.schlieffens_war.players.steady import steady
from rules.schlieffens_war.players.wheel import drive, wheel

_RECRUITS = (("wheel", wheel), ("marne", marne), ("steady", steady))
_BOLDER = {"drive": Program(drive, DRIVE), "riposte": Program(marne, RIPOSTE)}
PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType(
    {name: Program(play, RECRUIT_HABITS) for name, play in _RECRUITS} | _BOLDER
)
"""By name: ``greatwar selfplay`` seats them so."""

OPPONENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {RECRUIT: {"german": "wheel", "entente": "marne"}, OFFICER: {"german": "drive", "entente": "riposte"}}
)
"""Which of them plays against people: by strength and side."""
