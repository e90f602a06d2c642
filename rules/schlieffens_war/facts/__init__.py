"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.kernel.endings import MatchEnded
from rules.kernel.facts import Fact, Kinds, by_kind, chapters_of
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.position.versions import FACTS

Event: TypeAlias = Fact[State]

FACT_KINDS: Kinds[State] = by_kind(*chapters_of(__name__), older=FACTS, also=(MatchEnded,))
"""By kind, as stored events are written and read."""
