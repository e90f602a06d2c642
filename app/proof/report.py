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
    voided: Sequence[str] = ()
    """Commitments of rounds of sealing that were void."""


@dataclass(slots=True)
class Report:
    """What was checked and what was wrong. ``doubts`` says what this program could not prove, and why."""

    match: str
    events: int = 0
    dice: int = 0
    commands: int = 0
    decided: int = 0
    """Commands that were decided again and led to the same events."""
    opening: bool = True
    """Whether the opening position is the one that this program makes."""
    voided: int = 0
    """Rounds of sealing that were void before the match began."""
    sealed_again: str = ""
    """Who had them made void, in a sentence that is told though all is well."""
    ahead: str = ""
    """Whose words were open before the server committed itself, in a sentence that is told though all is well."""
    faults: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults

    @property
    def undecided(self) -> bool:
        """Whether the opening or a command was not made again here: whoever made the file may have made that up."""
        return self.decided < self.commands or not self.opening

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
            "undecided": self.undecided,
            "voided": self.voided,
            "sealed_again": self.sealed_again,
            "ahead": self.ahead,
            "faults": [*self.faults],
            "notes": [*self.doubts],
        }
