"""What makes one player differ from another: where it wants to be, what it guards, how much it dares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.schlieffens_war.players.sight import Piece, TurnView


@dataclass(frozen=True, slots=True)
class Station:
    """A hex to be held by this many corps, those of ``armies`` first. The first posts of a list are filled first."""

    hex: str
    corps: int
    armies: tuple[str, ...] = ()
    reach: int = 99
    """Corps that are further off than that many MP are not called."""
    strong: bool = False
    """Whether the best of those at hand are to hold it, not the weakest."""


class Character(Protocol):
    """A way to play one side."""

    def posts(self, table: TurnView) -> Sequence[Station]:
        """What is to be held this turn, the most pressing first."""
        ...

    def line(self, table: TurnView) -> Sequence[Station]:
        """What is to be held with those whom no attack needs."""
        ...

    def goal(self, table: TurnView, corps: Piece) -> str:
        """Where a corps without a post marches."""
        ...

    def headquarters(self, table: TurnView, hq: Piece) -> str:
        """Where an HQ would like to be, its corps aside."""
        ...

    def prize(self, table: TurnView, hex_: str) -> float:
        """What clearing a hex of the enemy is worth, in steps."""
        ...

    def bonus(self, table: TurnView, hex_: str) -> float:
        """What the mere attack on it is worth (§4.4)."""
        ...

    def least(self, table: TurnView) -> float:
        """What an attack must promise to be made, in steps."""
        ...

    def caution(self, table: TurnView) -> float:
        """How much a hex costs that the enemy could attack with twice its strength."""
        ...

    def city(self, table: TurnView, hex_: str) -> float:
        """What walking into an empty city is worth."""
        ...

    def keeps(self, table: TurnView, hex_: str) -> bool:
        """Whether a beaten stack rather loses steps than this hex."""
        ...

    def joins(self, table: TurnView, corps: Piece, target: str) -> bool:
        """Whether a corps may be moved up for an attack on that hex."""
        ...

    def follows(self, table: TurnView, hex_: str) -> bool:
        """Whether to advance into a hex that the enemy left (§11.22)."""
        ...
