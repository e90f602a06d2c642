"""Limits of a stack: how much a hex holds, what is too much, and the order by which an owner gives it up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.hexes.choosing import one_of
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf, Why
from rules.kernel.procedure.orders import At, Choices

C = TypeVar("C")
S = TypeVar("S")


@dataclass(frozen=True)
class Limit(Generic[C]):
    """At most ``most`` in a hex of what ``counts``: units, halves of corps, the divisions of one nation.

    ``most`` is a function of the hex where the ground says it. ``refusal`` is told of a stack that is over it.
    """

    counts: Callable[[C], int]
    most: int | Callable[[str], int]
    refusal: Refusal

    def room(self, hex_: str | None) -> int:
        """How much a hex holds. ValueError where the ground says it and no hex is named."""
        if isinstance(self.most, int):
            return self.most
        if hex_ is None:
            raise ValueError("this limit depends on the hex")
        return self.most(hex_)


class StackLimits(Generic[C]):
    """All limits of a game, the one that is told first in front. What a unit counts is found out once.

    ``counters`` has the printed counter of every unit: a limit asks that and nothing of the position.
    """

    __slots__ = ("_counts", "limits")

    def __init__(self, limits: Iterable[Limit[C]], counters: Mapping[str, C]) -> None:
        self.limits = tuple(limits)
        self._counts = {unit: tuple(limit.counts(c) for limit in self.limits) for unit, c in counters.items()}

    def why_not(self, units: Iterable[str], hex_: str | None = None) -> Refusal | None:
        """Why these units are too many together, None if they are not. KeyError for an unknown one."""
        for limit, total in zip(self.limits, self._totals(units), strict=False):
            if total > limit.room(hex_):
                return limit.refusal
        return None

    def over(self, units: Iterable[str], hex_: str | None = None) -> tuple[int, ...]:
        """By limit how much of what it counts is too much."""
        totals = self._totals(units) or (0,) * len(self.limits)
        return tuple(max(0, total - limit.room(hex_)) for limit, total in zip(self.limits, totals, strict=True))

    def surplus(self, units: Collection[str], hex_: str | None = None) -> tuple[str, ...]:
        """Those of some units that count for a limit which all of them together are over."""
        over = self.over(units, hex_)
        return tuple(
            unit for unit in units if any(much and count for much, count in zip(over, self._counts[unit], strict=True))
        )

    def _totals(self, units: Iterable[str]) -> tuple[int, ...]:
        """By limit what the units count; empty where there are none."""
        counts = self._counts
        return tuple(map(sum, zip(*[counts[unit] for unit in units], strict=True)))


@dataclass(frozen=True)
class Surplus(Generic[S]):
    """What its owner may give up where too much stands.

    ``hexes``: the crowded hexes that the seat clears now. ``units``: who of a hex may go. ``own``: a check of the
    seat's own units, as the game's other slots have it. ``refusal``: what is said of a unit that may not go.
    """

    hexes: Callable[[At[S]], Sequence[str]]
    units: Callable[[S, str], Iterable[str]]
    own: Callable[[At[S], Callable[[S, str], object]], Why]
    refusal: Callable[[At[S]], Refusal]

    def choosable(self, at: At[S]) -> tuple[str, ...]:
        """Who may go."""
        return tuple(unit for hex_ in self.hexes(at) for unit in self.units(at.state, hex_))

    def why(self, at: At[S]) -> Why:
        """Why a unit may not go."""

        def check(_: S, unit: str) -> None:
            if unit not in self.choosable(at):
                raise self.refusal(at).raised()

        return self.own(at, check)

    def options(self, at: At[S], _: Choices) -> OneOf:
        """The slot of the order: one who may go."""
        return one_of(lambda: self.choosable(at), self.why(at))
