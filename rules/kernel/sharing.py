"""How the sides of a game are shared: posts, layouts, and what a game says of its commands (decisions/0028)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.game import Scenario, Seat
from rules.kernel.messages import Command
from rules.kernel.quotas import Capacity

S = TypeVar("S")

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


def _no_capacities(_state: Any, _side: str) -> tuple[Capacity, ...]:
    return ()


def _everybody(_state: Any, _side: str) -> frozenset[str] | None:
    return None


def _no_less(state: Any, _side: str, _kept: Mapping[str, int]) -> Any:
    return state


def _no_deed(_state: Any, _command: Command) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Sharing(Generic[S]):
    """What a game says of its commands.

    ``command_of(state, thing)``: the side and the command of a unit, None for what is no unit. ``units(state, side)``:
    those of a side that can still be given to a commander. ``leader(state, side)``:
    the unit whose commander answers the decision of that side now; None where each commander acts for himself.
    ``chiefs``: orders that only the commander in chief gives, with whatever units. ``joint``: orders that name units of
    others too, as the order of a stack; one of your own must be among them. ``common``: orders that every commander
    gives with whatever units, while there is something left of what they use. ``end``: the order that ends a phase.
    ``capacities(state, side)``: what of the side's the commander in chief can share out. ``less(state, side, kept)``:
    the position with so much less left of each, by which a commander is asked from whom that is kept.
    ``acting(state, side)``: the commands that have something to do in the step; the others are not asked, except the
    commander in chief. None for all. It must be known to everybody. ``deed(state, command)``: an order that commanders
    give together in words, as "an attack on Nancy". None where units of others must be handed over first. ``deeds_in``:
    the steps (``legal``'s ``step``) in which there are such orders.
    """

    command_of: Callable[[S, str], tuple[str, str] | None]
    units: Callable[[S, str], tuple[str, ...]]
    leader: Callable[[S, str], str | None]
    chiefs: frozenset[str]
    joint: frozenset[str]
    end: str = "end_phase"
    section: str = ""
    capacities: Callable[[S, str], tuple[Capacity, ...]] = _no_capacities
    less: Callable[[S, str, Mapping[str, int]], S] = _no_less
    acting: Callable[[S, str], frozenset[str] | None] = _everybody
    common: frozenset[str] = frozenset()
    deed: Callable[[S, Command], str | None] = _no_deed
    deeds_in: tuple[str, ...] = ()
