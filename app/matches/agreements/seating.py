"""Who sits at a match, and a fact about an agreement in words: what the kinds of agreement share."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.game import Game
from rules.kernel.messages import JsonObject

SETTLED = "house.settled"
"""The match ends by what the players do beside it."""
_BEFORE = r"(?:^|(?<=\basked )|(?<=\bgave )|(?<= of )|(?<= and ))"
"""Where a title stands in a sentence of the house."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at the match: ``titles`` and ``sides`` by seat, in order, and the seats of whoever gives the order."""

    titles: Mapping[str, str]
    sides: Mapping[str, str]
    mine: Collection[str]
    silent: Collection[str] = ()
    """Seats for which everyone has been waiting too long (app/matches/agreements/handing_over.py)."""
    dice: Collection[str] = ()
    """Where dice stand: seats that were told of a die since the position to which the match would go back."""

    def allies(self, seat: str) -> tuple[str, ...]:
        """The seats of a seat's side, itself included."""
        return tuple(s for s in self.sides if self.sides[s] == self.sides[seat])

    def foe(self, seat: str) -> str | None:
        """The other side, if there is just one."""
        others = dict.fromkeys(side for side in self.sides.values() if side != self.sides[seat])
        return next(iter(others)) if len(others) == 1 else None

    def others(self, *seats: str) -> tuple[str, ...]:
        """All seats but these and those of whoever gives the order."""
        return tuple(s for s in self.sides if s not in seats and s not in self.mine)


@dataclass(frozen=True, slots=True)
class Said:
    """A fact of the house, in words for everyone or only for some seats."""

    payload: JsonObject
    text: str
    to: tuple[str, ...] | None = None


def in_words(game: Game[Any, Any], sentence: str) -> str:
    """A sentence of the house as people are told it: a seat is called what sentences call it (``Seat.in_text``), such
    as "the Central Powers", where the sentence has its title.

    A fact that ends a match keeps its reason as it always stood: what is told of it may change, what proves it may not.
    """
    called = {s.title: s.in_text for scenario in game.scenarios for s in scenario.seats if s.in_text != s.title}
    if called:
        titles = "|".join(re.escape(title) for title in sorted(called, key=len, reverse=True))
        sentence = re.sub(rf"{_BEFORE}({titles})\b", lambda found: called[found[1]], sentence)
    return sentence[:1].upper() + sentence[1:]


def end_match(winner: str, reason: str) -> Said:
    """The fact that ends the match; ``winner`` is a side, or empty for a draw."""
    return Said({"kind": SETTLED, "winner": winner, "reason": reason}, reason)
