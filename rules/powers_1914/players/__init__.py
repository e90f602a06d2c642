"""Programs that play Powers of 1914 with a purpose. They see what a person there sees, and the board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.kernel.players import PlayerMaker
from rules.powers_1914.players.greedy import Greedy

PLAYERS: Mapping[str, PlayerMaker] = MappingProxyType({"greedy": Greedy})
"""By the name that selfplay knows them by."""
