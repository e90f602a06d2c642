"""An order: what players may tell their units to do, its slots, who may give it, and the rule that carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel import arguments, wire
from rules.kernel.lanes import without_lane
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.procedure.options import Chosen, Options

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class At(Generic[S]):
    """Where an order is given: the position, who gives it, and the frame, scope and lane of the step that asks for
    it."""

    state: S
    seat: str
    frame: Any = None
    scope: str = ""
    lane: str = ""


class Choices:
    """What was chosen in the slots so far, read and legal. Each reader raises TypeError for a slot of another kind."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Chosen]) -> None:
        self._values = values

    def name(self, slot: str) -> str:
        """A unit, a hex, a word."""
        value = self._values[slot]
        if not isinstance(value, str):
            raise TypeError(f"{slot} holds no name")
        return value

    def names(self, slot: str) -> tuple[str, ...]:
        """Units, or the places of a path."""
        value = self._values[slot]
        if not isinstance(value, tuple):
            raise TypeError(f"{slot} holds no names")
        return value

    def count(self, slot: str) -> int:
        """A number."""
        value = self._values[slot]
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{slot} holds no number")
        return value

    def groups(self, slot: str) -> Mapping[str, tuple[str, ...]]:
        """Units by the group that they were allotted to; a group that got none is not among them."""
        value = self._values[slot]
        if not isinstance(value, Mapping):
            raise TypeError(f"{slot} holds no groups")
        return value

    def flag(self, slot: str) -> bool:
        """Yes or no."""
        value = self._values[slot]
        if not isinstance(value, bool):
            raise TypeError(f"{slot} holds no flag")
        return value


NOTHING_CHOSEN = Choices({})
"""Before the first slot."""


def _nothing_grave(_: Any, __: Choices) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Slot(Generic[S]):
    """One argument of an order. ``options`` may depend on what was chosen in the slots before it.

    They must be made of what the seat may see: what a slot offers is told to it.
    """

    name: str
    shape: wire.Shape
    """How the client asks for it."""
    options: Callable[[At[S], Choices], Options]
    prompt: str = ""
    """What the player is asked here, where the shape does not say it."""
    asked: bool = False
    """Of a first slot: its options are too many to go out with every question, so the client asks for them."""
    place: str | Callable[[At[S]], str] = ""
    """The place of the map that it is about, where its options name none: where chosen units go. A function where the
    board says which it is."""
    grave: Callable[[At[S], Choices], str] = _nothing_grave
    """What comes of the order by what was chosen in the slots before, where the client must have the player say yes to
    that first; empty: nothing. Asked of slots whose options are asked for, so of none that is the first."""

    def told(self, at: At[S]) -> wire.Slot:
        """What the client knows of it before its options."""
        slot: wire.Slot = {"name": self.name, "shape": self.shape}
        if self.prompt:
            slot["prompt"] = self.prompt
        place = self.place if isinstance(self.place, str) else self.place(at)
        if place:
            slot["place"] = place
        return slot


def _always(_: Any) -> None:
    return None


def _no_limits(_: Any, __: Choices) -> None:
    return None


def _no_note(_: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Order(Generic[S]):
    """Something that a player may order in a step.

    ``carry_out(play, at, choices)`` is the rule; it may rely on everything that the slots and ``limits`` say.
    """

    kind: str
    label: str
    section: str | Callable[[At[S]], str]
    """Where the rulebook has it; a function where the position says that, as with what a card asks."""
    carry_out: Callable[[Any, At[S], Choices], None]
    slots: tuple[Slot[S], ...] = ()
    when: Callable[[At[S]], Refusal | None] = _always
    """Why it cannot be given now, or None. It is left out of the question unless ``greyed``."""
    greyed: bool = False
    """It stands in the question even when it cannot be given, with the reason."""
    limits: Callable[[At[S], Choices], None] = _no_limits
    """What several slots must keep together. Raises Refused."""
    note: Callable[[At[S]], str] = _no_note
    hand: Callable[[At[S]], JsonObject | None] | None = None
    """For an order with a hand of its own in the client: what that hand reads, in place of the slots. None: nothing to
    offer now. Made of the same functions as the slots, so that the offer promises what the slots take."""
    form: bool = False
    """The general order form can serve it too: its slots go out beside what its ``hand`` gives."""
    at_once: bool = False
    """It is given as soon as enough is chosen, and the client asks for no yes: for what is chosen time and again."""
    rare: bool = False
    """Few want it: the client lays its form open only when the player asks for it."""
    help: str | Callable[[At[S]], str] = ""
    """What the rules say of it that the prompts of its slots do not; a function where the position says that."""
    grave: str | Callable[[At[S]], str] = ""
    """What comes of it, where the client must have the player say yes to that first; a function where the position
    says that. Empty: nothing."""
    weight: int | Callable[[At[S]], int] = 1
    """How often programs that play at random give it beside the others."""

    def open(self, at: At[S]) -> bool:
        """Whether it can be given now: nothing forbids it, and its first slot has something to choose."""
        if self.when(at) is not None:
            return False
        return not self.slots or not self.slots[0].options(at, NOTHING_CHOSEN).empty()

    def cites(self, at: At[S]) -> str:
        """Its section in this position."""
        return self.section if isinstance(self.section, str) else self.section(at)

    def read(self, at: At[S], command: Mapping[str, object]) -> Choices:
        """What a command chose in the slots, legal in every part. Refused otherwise."""
        section = self.cites(at)
        arguments.only(without_lane(command), *(s.name for s in self.slots), section=section)
        values: dict[str, Chosen] = {}
        choices = Choices(values)
        for slot in self.slots:
            values[slot.name] = slot.options(at, choices).read(command.get(slot.name), section)
        self.limits(at, choices)
        return choices

    def warns(self, at: At[S]) -> str:
        """What the player must say yes to in this position, or an empty string."""
        return self.grave if isinstance(self.grave, str) else self.grave(at)

    def helps(self, at: At[S]) -> str:
        """What the rules say of it in this position, or an empty string."""
        return self.help if isinstance(self.help, str) else self.help(at)

    def weighs(self, at: At[S]) -> int:
        """Its weight in this position, at least 1."""
        return max(1, self.weight if isinstance(self.weight, int) else self.weight(at))
