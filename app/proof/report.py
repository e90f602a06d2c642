"""What a check of an export found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.kernel.messages import JsonObject


@dataclass(frozen=True, slots=True)
class Noted:
    """What a player wrote down during the match: the commitment, words by seat, links in hex or their beginnings."""

    commitment: str | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    links: Sequence[str] = ()


@dataclass(slots=True)
class Report:
    """What was checked and what was wrong. ``doubts`` says what this program could not prove, and why."""

    match: str
    events: int = 0
    dice: int = 0
    commands: int = 0
    decided: int = 0
    """Commands that were decided again and led to the same events."""
    faults: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults

    @property
    def proved(self) -> bool:
        """Whether nothing was wrong and nothing was left to be believed."""
        return self.good and not self.doubts

    def json(self) -> JsonObject:
        """For programs."""
        return {
            "match": self.match,
            "good": self.good,
            "proved": self.proved,
            "events": self.events,
            "dice": self.dice,
            "commands": self.commands,
            "decided": self.decided,
            "faults": [*self.faults],
            "notes": [*self.doubts],
        }
