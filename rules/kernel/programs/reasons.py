"""Why a program would give an order, as data: sentences with their sections, and what it would do otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.kernel.messages import JsonObject

MOST_OTHERS = 2
"""How many other orders a player is told of."""


class Reason(NamedTuple):
    """A sentence for the player, and the section of the rules that it is about; empty where it is about none."""

    text: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """An order with what speaks for it. ``odds``: of an attack, as the player reads them, such as ``3:1``. ``worth``:
    what the program took it to be worth, in its own measure, such as ``1.8 steps``; empty where it weighed nothing."""

    command: JsonObject
    reasons: tuple[Reason, ...] = ()
    odds: str = ""
    worth: str = ""


@dataclass(slots=True)
class Notebook:
    """What a program notes down while it decides, for a player who asked it for advice.

    It decides the same with a notebook as without one.
    """

    reasons: list[Reason] = field(default_factory=list)
    """For the order that it gives."""
    odds: str = ""
    worth: str = ""
    others: list[Course] = field(default_factory=list)
    """Orders that it weighed besides, the better ones first."""
    rejected: list[Course] = field(default_factory=list)
    """Orders that it weighed and found not worth giving, the better ones first: no advice, but what it thought."""

    def because(self, reasons: Iterable[Reason], odds: str = "", worth: str = "") -> None:
        """Note what speaks for the order that is about to be given; said twice, it is noted once."""
        self.reasons += [reason for reason in reasons if reason not in self.reasons]
        self.odds, self.worth = odds or self.odds, worth or self.worth

    def weighed(self, course: Course) -> None:
        """Note another order that could be given as well."""
        self.others.append(course)

    def reject(self, course: Course) -> None:
        """Note an order that is not worth giving."""
        self.rejected.append(course)


def usual(command: Mapping[str, object], known: Mapping[str, Reason]) -> Iterable[Reason]:
    """What always speaks for an order of its kind."""
    reason = known.get(str(command["kind"]))
    return () if reason is None else (reason,)
