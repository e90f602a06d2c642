"""How the sides of a match are shared: posts, and the layouts that have them (decisions/0028)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.game import Scenario, Seat

STRANGER = "stranger"
"""The side of whoever sits at no seat of the match: no game has it, so every game refuses its orders."""


@dataclass(frozen=True, slots=True)
class Post:
    """A seat of a side and what it commands; ``chief`` is the commander in chief of the side, one in each."""

    seat: Seat
    commands: frozenset[str] = frozenset()
    chief: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A scenario of this layer: ``scenario`` of the game below, its sides shared by these posts."""

    scenario: Scenario
    below: str
    posts: tuple[Post, ...]

    def post(self, seat: str) -> Post:
        """The post of a seat; a stranger's has neither side nor commands."""
        return next((p for p in self.posts if p.seat.id == seat), Post(Seat(seat, seat, STRANGER, STRANGER)))

    def of_side(self, side: str) -> tuple[Post, ...]:
        """The posts of a side."""
        return tuple(p for p in self.posts if p.seat.side == side)

    def chief(self, side: str) -> str:
        """The seat of a side's commander in chief."""
        return next(p.seat.id for p in self.of_side(side) if p.chief)
