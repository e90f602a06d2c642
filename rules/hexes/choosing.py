"""What a player of a hex game may name: units of their own, hexes in play; and one or several of those that fit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from dataclasses import dataclass, field
from itertools import islice

from rules.kernel.messages import Json, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, OneOf, SomeOf, Why


def one_of(fit: Callable[[], Iterable[str]], why: Why) -> OneOf:
    """One of those that ``fit`` lists and ``why`` has nothing against."""
    return OneOf(Fitting(fit, why, fit=True), why=why)


def one_of_fitting(candidates: Callable[[], Iterable[str]], why: Why) -> OneOf:
    """One of the candidates that ``why`` has nothing against: each is judged when someone asks."""
    return OneOf(Fitting(candidates, why), why=why)


def some_of(fit: Callable[[], Iterable[str]], why: Why, none: Refusal | None = None) -> SomeOf:
    """One at least of those that ``fit`` lists and ``why`` has nothing against; ``none`` refuses an empty choice."""
    return SomeOf(Fitting(fit, why, fit=True), why=why, wrong_number=none)


@dataclass(frozen=True, slots=True)
class Together(SomeOf):
    """Units that one order takes together: all have the same ``heading``, such as a nation or an army, else ``mixed``
    refuses them. A program that plays at random adds fewer than ``most_added`` others of the same ``kind``."""

    names: Fitting
    heading: Callable[[str], object] = field(kw_only=True)
    kind: Callable[[str], object] = field(kw_only=True)
    mixed: Refusal = field(kw_only=True)
    most_added: int = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them, sometimes with others of its kind."""
        first = self.names.draw(rng)
        if first is None:
            return None
        kind = self.kind(first)
        kin = self.names.such(lambda unit: unit != first and self.kind(unit) == kind)
        return [first, *islice(kin, rng.randrange(self.most_added))]

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units, all with one heading."""
        units = SomeOf.read(self, raw, section)
        if len({self.heading(unit) for unit in units}) > 1:
            raise self.mixed.raised()
        return units


def own_unit(value: object, units: Container[str], is_own: Callable[[str], bool], section: str) -> str:
    """A unit of the player's own, from outside; another's is answered as if it did not exist."""
    if not isinstance(value, str) or value not in units or not is_own(value):
        raise Refused("not-your-unit", section, "That is not one of your units.")
    return value


def hex_in_play(value: object, is_in_play: Callable[[str], bool], section: str) -> str:
    """A hex on which units may stand, from outside."""
    if not isinstance(value, str) or not is_in_play(value):
        raise Refused("no-such-hex", section, "That hex is not in play.")
    return value


def hex_of(units: Collection[str], place: Callable[[str], str], on_map: Container[str], refusal: Refusal) -> str:
    """The one hex in which all of these units stand. Refused with ``refusal`` otherwise."""
    places = {place(unit) for unit in units}
    if len(places) != 1 or next(iter(places)) not in on_map:
        raise Refused(refusal.code, refusal.section, refusal.text)
    return places.pop()


def place_name(name: str, hex_: str) -> str:
    """A hex as sentences name it: with its town, if there is one."""
    return f"{name} ({hex_})" if name else hex_
