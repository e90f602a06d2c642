"""§20.1: what is known of pre-war events: who has drawn, chosen and played which, and what they changed for units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

GAMBIT = "allied-7"
"""§20.2 No. 7: Fisher's Gambit."""
MOLTKE = "central-10"
"""§20.3 No. 10: Von Moltke the Elder."""
NEUTRAL = ("BE", "LU")
"""§20.3 No. 10: the countries through which no unit marches."""


@dataclass(frozen=True, slots=True)
class PreWarState:
    """The part of the state that belongs to the option. ``wanted``: the match is played with it."""

    wanted: bool = False
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """§20.1: what each side has drawn. Its own secret for good."""
    announced: str = ""
    """§20.3: the event that the Central Powers have named before anyone chooses."""
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """§20.1: what each side will play; a secret until both have chosen."""
    revealed: bool = False
    played: tuple[str, ...] = ()
    """§20.11: what is in force: those chosen that no other undoes."""
    due: Mapping[str, str] = field(default_factory=dict)
    """§20.2, §20.3: units that come on another strategic turn than theirs."""
    owed: int = 0
    """§20.3: attack factors that Germany has still to give up."""

    disbanded: int = 0
    """§20.3 No. 5: attack factors of W units that Germany has still to remove from the game."""

    @property
    def baltic(self) -> bool:
        """§20.2 No. 7: whether the British have forced the Baltic, which is the Allies' sea then."""
        return GAMBIT in self.played

    @property
    def neutral(self) -> tuple[str, ...]:
        """§20.3 No. 10: countries that stay out of the war for good, though they are in it by custom."""
        return NEUTRAL if MOLTKE in self.played else ()

    def has(self, event: str) -> bool:
        """Whether an event is in force."""
        return event in self.played
