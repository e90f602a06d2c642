"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.kernel.facts import Fact, Kinds, by_kind, chapters_of
from rules.powers_1914.position.state import State
from rules.powers_1914.position.versions import FACTS

Event: TypeAlias = Fact[State]

FACT_KINDS: Kinds[State] = by_kind(*chapters_of(__name__), older=FACTS)
"""By kind, as stored events are written and read."""
