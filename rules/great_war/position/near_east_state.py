"""§5.38, §15.82 and others: what is kept of the Near East. Matches of Europe store nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.kernel import codec

OUT_IN_PERSIA, HOME = "out", "home"
"""§17.21: how far the Russian expedition to Persia is."""


@dataclass(frozen=True, slots=True)
class NearEastState:
    """Its tracks and markers."""

    settled: bool = field(default=False, metadata=codec.LATER)
    """§5.87: an event of the Allies has settled the initiative for good."""
    allenby_at: str = field(default="", metadata=codec.LATER)
    """§6.32: the hex in which Allenby was placed for the combat phase that follows."""
    owed: tuple[int, int] = field(default=(0, 0), metadata=codec.LATER)
    """§6.46, §6.64: attack factors that the Allies have still to withdraw, and how many of them of cavalry."""
    away: tuple[tuple[str, str], ...] = field(default=(), metadata=codec.LATER)
    """§6.46: units that have left, and the strategic turn on which each is back."""
    civil_war: int = field(default=0, metadata=codec.LATER)
    """§6.48: the operational turn on which it broke out in Russia."""
    stopped: tuple[str, ...] = field(default=(), metadata=codec.LATER)
    """§6.3: units that were held up from the air on this turn."""
    required: int = 0
    """§5.38: divisions that the Turkish Required Reserve asks for."""
    tried: Mapping[str, str] = field(default_factory=dict)
    """§15.82: units whose strength is known, with what it is."""
    kut: bool = field(default=False, metadata=codec.LATER)
    """§14.21: an Allied unit has been in Kut, so that its fort is there for the Allies."""
    pipeline: str = field(default="", metadata=codec.LATER)
    """§11.53: the town of the Sinai coast that the pipeline has reached."""
    expedition: str = field(default="", metadata=codec.LATER)
    """§17.21: whether the Russian expedition to Persia is out or home again; empty before it is sent."""
    earned: tuple[str, ...] = field(default=(), metadata=codec.LATER)
    """§5.62: modifiers of Turkey's surrender that are kept whatever happens later."""
    seasoned: frozenset[str] = field(default=frozenset(), metadata=codec.LATER)
    """§13.29: units that have come back from the dead pile: the region printed on them binds them no more."""
    effort: bool = field(default=False, metadata=codec.LATER)
    """§18.4: the shock divisions of the Central Powers' major effort have come onto a map."""


NOTHING_YET = NearEastState()
"""One object, so that nothing of it is stored while nothing has happened."""
