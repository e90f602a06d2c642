"""§5.38, §15.82 and others: what is kept of the Near East. Matches of Europe store nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.kernel import codec


@dataclass(frozen=True, slots=True)
class NearEastState:
    """Its tracks and markers."""

    settled: bool = field(default=False, metadata=codec.LATER)
    """§5.87: an event of the Allies has settled the initiative for good."""
    civil_war: int = field(default=0, metadata=codec.LATER)
    """§6.48: the operational turn on which it broke out in Russia."""
    stopped: tuple[str, ...] = field(default=(), metadata=codec.LATER)
    """§6.3: units that were held up from the air on this turn."""
    required: int = 0
    """§5.38: divisions that the Turkish Required Reserve asks for."""
    tried: Mapping[str, str] = field(default_factory=dict)
    """§15.82: units whose strength is known, with what it is."""


NOTHING_YET = NearEastState()
"""One object, so that nothing of it is stored while nothing has happened."""
