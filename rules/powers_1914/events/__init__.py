"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.kernel.facts import Fact, Kinds, by_kind
from rules.powers_1914.events import (
    action_cards,
    artillery,
    battle,
    conquest,
    event_cards,
    money,
    movement,
    navy,
    neutrals,
    preparation,
    procedure,
    production,
    victory,
)
from rules.powers_1914.state import State
from rules.powers_1914.versions import FACTS

Event: TypeAlias = Fact[State]

EVENTS: Kinds[State] = by_kind(
    action_cards,
    artillery,
    battle,
    conquest,
    event_cards,
    money,
    movement,
    navy,
    neutrals,
    preparation,
    procedure,
    production,
    victory,
    older=FACTS,
)
"""By kind, as stored events are written and read."""
