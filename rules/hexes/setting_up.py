"""Set-up by hand: which unit goes where, two that change places, how many must stand somewhere, and what is left.

An area is where a unit may be set up, a quota how many of some units may or must stand in some hexes. What they are
is the game's; so are the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.hexes.choosing import one_of, one_of_fitting
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, Why
from rules.kernel.procedure.orders import At, Choices
from rules.kernel.wording import quantity

S = TypeVar("S")
P = TypeVar("P")

ALL_FIRST_WEIGHT = 10_000
"""The weight of a set-up in one click for programs that play at random, while units wait."""
MOST_NAMED = 3
"""As many hexes a refusal names; the rest it counts."""

Own = Callable[[At[S], Callable[[S, str], object]], Why]
"""A check of the seat's own units, as the game's other slots have it."""


def _nobody(_: str) -> bool:
    return False


def _everybody(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Area(Generic[P]):
    """Where units are set up, and the section that says so. ``title`` is what sentences call it, if anything."""

    hexes: Container[P]
    section: str
    title: str = ""

    def why_not(self, name: str, hex_: P) -> Refusal | None:
        """Why a unit of that name is not set up in a hex: it lies outside."""
        if hex_ in self.hexes:
            return None
        where = f"there, but in {self.title}" if self.title else "there"
        return Refusal("outside", self.section, f"{name} cannot be set up {where}.")


@dataclass(frozen=True, slots=True)
class Quota(Generic[P]):
    """In some hexes no more than ``most`` of those who count are set up, no fewer than ``least``, and no one it bars.

    ``text`` is the sentence of the rule, told of too many and of too few.
    """

    counts: Callable[[str], bool]
    hexes: Callable[[P], bool]
    section: str
    text: str
    least: int = 0
    most: int | None = None
    bars: Callable[[str], bool] = _nobody

    def there(self, places: Iterable[tuple[str, P]]) -> int:
        """How many of the units, each with its hex, count there."""
        return sum(self.counts(unit) and self.hexes(hex_) for unit, hex_ in places)

    def too_many(self, unit: str, hex_: P, places: Iterable[tuple[str, P]]) -> Refusal | None:
        """Why a unit cannot join those that are set up; it may be one of them, and come from elsewhere."""
        if not self.hexes(hex_):
            return None
        if not self.bars(unit):
            if self.most is None or not self.counts(unit):
                return None
            if self.there((other, place) for other, place in places if other != unit) < self.most:
                return None
        return Refusal("too-many-there", self.section, self.text)

    def too_few(self, places: Iterable[tuple[str, P]]) -> Refusal | None:
        """Why the set-up cannot end: fewer stand there than must."""
        return Refusal("too-few-there", self.section, self.text) if self.there(places) < self.least else None


@dataclass(frozen=True)
class SettingUp(Generic[S]):
    """How the units of a seat are set up by hand, as slots of its orders.

    ``units``: all of them; ``waiting`` and ``standing``: those that wait still, and those on the map. ``hexes``: where
    a unit might go; with ``fit`` every one of them is open to it, else ``check`` looks through them.
    """

    section: str
    own: Own[S]
    name: Callable[[S, str], str]
    """A unit in sentences."""
    units: Callable[[S, str], Iterable[str]]
    waiting: Callable[[S, str], Sequence[str]]
    standing: Callable[[S, str], Iterable[str]]
    check_unit: Callable[[S, str], object]
    """Refuses a unit that is not set up by hand."""
    hexes: Callable[[S, str], Iterable[str]]
    check: Callable[[S, str, str], object]
    """(state, unit, name of a hex from outside): refuses what is no hex, and one where the unit may not go."""
    fit: bool = False
    deed: str = "set up"
    done: str = "set up"
    """What is done with a unit, as sentences say it: that it is to be, and that it has been."""
    names: Callable[[S, Sequence[str]], str] | None = None
    """The units that are left, in words, where the refusal tells who they are."""

    def unit(self, at: At[S], _: Choices) -> OneOf:
        """The slot for a unit."""
        return one_of(lambda: self.units(at.state, at.seat), self.own(at, self.check_unit))

    def hex(self, at: At[S], chosen: Choices) -> OneOf:
        """The slot for the hex of the ``unit`` chosen before."""
        unit, state = chosen.name("unit"), at.state

        def why(name: str) -> Refusal | None:
            try:
                self.check(state, unit, name)
            except Refused as refused:
                return refused.refusal
            return None

        return (one_of if self.fit else one_of_fitting)(lambda: self.hexes(state, unit), why)

    def placed(self, at: At[S], _: Choices) -> OneOf:
        """The slot for a unit that is taken back."""

        def check(state: S, unit: str) -> None:
            if unit not in self.standing(state, at.seat):
                raise Refused("not-placed", self.section, f"{self.name(state, unit)} has not been {self.done}.")

        return one_of(lambda: self.standing(at.state, at.seat), self.own(at, check))

    def left(self, at: At[S], mine: Callable[[str], bool] = _everybody) -> str:
        """How many units are left, or of a commander's own (``mine``), for the note of the order that ends the set-up;
        empty when none is."""
        left = sum(map(mine, self.waiting(at.state, at.seat)))
        return f"{quantity(left, 'unit')} to {self.deed}" if left else ""

    def incomplete(self, at: At[S]) -> Refusal | None:
        """Why the set-up cannot end: units are left."""
        left = self.waiting(at.state, at.seat)
        if not left:
            return None
        named = f": {self.names(at.state, left)}" if self.names is not None else ""
        text = f"You have {quantity(len(left), 'unit')} left to {self.deed}{named}."
        return Refusal("not-all-placed", self.section, text)

    def weight(self, at: At[S]) -> int:
        """How often programs that play at random take the set-up in one click."""
        return ALL_FIRST_WEIGHT if self.waiting(at.state, at.seat) else 1


@dataclass(frozen=True)
class Exchange(Generic[S]):
    """Two units that take each other's place, as slots of an order. ``may``: whether the second can for the first."""

    section: str
    own: Own[S]
    units: Callable[[S, str], Iterable[str]]
    """(state, seat): all that could be one of the two."""
    may: Callable[[S, str, str], bool]

    def unit(self, at: At[S], _: Choices) -> OneOf:
        """The slot for the first."""
        return one_of(lambda: self.units(at.state, at.seat), self.own(at, lambda _, __: None))

    def other(self, at: At[S], chosen: Choices) -> OneOf:
        """The slot for the second, after the ``unit``."""
        unit = chosen.name("unit")

        def check(state: S, other: str) -> None:
            if not self.may(state, unit, other):
                raise Refused("no-exchange", self.section, "These two units cannot change places.")

        return one_of(
            lambda: [u for u in self.units(at.state, at.seat) if self.may(at.state, unit, u)], self.own(at, check)
        )


def find_unmanned(
    hexes: Iterable[str], stacks: Mapping[str, Sequence[str]], mans: Callable[[str, str], bool]
) -> tuple[str, ...]:
    """The hexes in which nobody stands who ``mans`` (unit, hex) them."""
    return tuple(hex_ for hex_ in hexes if not any(mans(unit, hex_) for unit in stacks.get(hex_, ())))


def must_be_manned(hexes: Sequence[str], names: Callable[[str], str], section: str, text: str) -> Refusal | None:
    """Why the set-up cannot end while some hexes are unmanned: the first of them by name, and how many more."""
    if not hexes:
        return None
    more = f" and {len(hexes) - MOST_NAMED} more" if len(hexes) > MOST_NAMED else ""
    return Refusal("unmanned", section, f"{text}: {', '.join(map(names, hexes[:MOST_NAMED]))}{more}.")
