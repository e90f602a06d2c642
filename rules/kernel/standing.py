"""Standing orders: small decisions that a player answers beforehand, for when they come up (decisions/0033).

A game lists the kinds of its small decisions (``Game.standing``) and works out an answer from the orders of a seat
(``Game.answer_ahead``). It looks through that seat's own eyes: its view and the question put to it, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.messages import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be chosen, in words that go on from the title of what it belongs to."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Condition:
    """When an order holds: one of the choices, of which the first is no condition at all."""

    key: str
    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class StandingKind:
    """A small decision that can be answered beforehand.

    ``steps``: the steps (``legal``'s ``step``) whose questions it answers. ``sides``: who is ever asked; empty for
    everyone. ``sensible``: the answer that the page proposes and docs/asynchronous.md measures, if any is.
    """

    key: str
    title: str
    section: str
    steps: tuple[str, ...]
    answers: tuple[Choice, ...]
    conditions: tuple[Condition, ...] = ()
    sides: tuple[str, ...] = ()
    sensible: str = ""

    def told(self) -> JsonObject:
        """The kind as it stands on the wire."""
        conditions: list[Json] = [
            {"key": c.key, "title": c.title, "choices": _choices_json(c.choices)} for c in self.conditions
        ]
        return {
            "key": self.key,
            "title": self.title,
            "section": self.section,
            "steps": [*self.steps],
            "answers": _choices_json(self.answers),
            "conditions": conditions,
            "sensible": self.sensible,
        }

    def wrong(self, order: StandingOrder) -> str | None:
        """Why an order is none of this kind; None when it is."""
        if order.answer not in {a.key for a in self.answers}:
            return "That does not answer this question."
        for key, value in order.conditions.items():
            condition = next((c for c in self.conditions if c.key == key), None)
            if condition is None or value not in {c.key for c in condition.choices}:
                return "There is no such condition."
        return None


def _choices_json(choices: Iterable[Choice]) -> list[Json]:
    return [{"key": c.key, "text": c.text} for c in choices]


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What a seat answers to a kind of decision; a condition that is left out is none."""

    kind: str
    answer: str
    conditions: Mapping[str, str] = field(default_factory=dict)

    def on(self, condition: str, default: str) -> str:
        """What is said of a condition."""
        return self.conditions.get(condition, default)


Orders = Mapping[str, StandingOrder]
"""The orders of a seat, by kind."""


def of_side(kinds: Iterable[StandingKind], side: str) -> tuple[StandingKind, ...]:
    """The kinds of decision that a side is ever asked."""
    return tuple(k for k in kinds if not k.sides or side in k.sides)


def sensible(kinds: Iterable[StandingKind]) -> Orders:
    """The orders that are proposed, without conditions."""
    return {k.key: StandingOrder(k.key, k.sensible) for k in kinds if k.sensible}


@dataclass(frozen=True)
class SeatView:
    """What a standing order is answered from: the view of its seat and the question put to it.

    A game whose policies need more, as what is printed, has a class of its own that begins with these.
    """

    view: Mapping[str, Any]
    legal: Mapping[str, Any]

    @property
    def step(self) -> str:
        """The step of the question."""
        return str(self.legal["step"])

    def offer(self, kind: str) -> Mapping[str, Any] | None:
        """An order that may be given now."""
        return next((o for o in self.legal["offers"] if o["kind"] == kind and not o.get("refusal")), None)

    def first(self, kind: str) -> list[str]:
        """What may be chosen first in an order; empty where it may not be given."""
        offer = self.offer(kind)
        return [] if offer is None else [*offer["slots"][0]["options"]["of"]]


class NothingAhead:
    """A game without small decisions: everything is asked when it comes."""

    def standing(self, _scenario: str, _options: Mapping[str, object]) -> tuple[StandingKind, ...]:
        """None."""
        return ()

    def answer_ahead(self, _state: object, _seat: str, _orders: Orders) -> JsonObject | None:
        """The seat has to be asked."""
        return None
