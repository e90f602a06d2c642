"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.versions import FACTS
from rules.kernel.endings import MatchEnded
from rules.kernel.facts import Fact, Kinds, by_kind, chapters_of

Event: TypeAlias = Fact[State]

FACT_KINDS: Kinds[State] = by_kind(*chapters_of(__name__), older=FACTS, also=(MatchEnded,))
"""By kind, as stored events are written and read."""
