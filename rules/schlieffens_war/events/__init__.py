"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.kernel.facts import Fact, Kinds, by_kind
from rules.schlieffens_war.events import (
    battle,
    combat,
    heavy_artillery,
    morale,
    movement,
    procedure,
    regrouping,
    setup,
    stacking,
    supply,
    victory,
)
from rules.schlieffens_war.state import State
from rules.schlieffens_war.versions import FACTS

Event: TypeAlias = Fact[State]

EVENTS: Kinds[State] = by_kind(
    battle,
    combat,
    heavy_artillery,
    morale,
    movement,
    procedure,
    regrouping,
    setup,
    stacking,
    supply,
    victory,
    older=FACTS,
)
"""By kind, as stored events are written and read."""
