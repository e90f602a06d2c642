"""What goes in and out of the rules: commands are requests, events are facts, refusals are typed.

Shapes are plain JSON values, so that the same object serves the wire, the database and the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar, cast

from rules.kernel.wire import OutcomeJson, RefusalJson

S = TypeVar("S")
E = TypeVar("E")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]

Command: TypeAlias = Mapping[str, object]
"""A request as it came from outside: a ``kind`` and arguments, nothing of it verified yet."""

Chance: TypeAlias = Callable[[int, int], int]
"""``chance(draw, sides) -> 1..sides``: the die for the running number ``draw``, always the same one."""


def as_json(shape: Mapping[str, object]) -> JsonObject:
    """One of these shapes as plain JSON, which it is; the checker cannot see that."""
    return cast("JsonObject", shape)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command is not allowed. Closed vocabulary in ``code``; ``section`` is the rulebook's number.

    ``text`` is one sentence for a player. It never reveals what the rules hide from that player. ``units`` are those
    that must do something first, where the sentence names them.
    """

    code: str
    section: str
    text: str
    units: tuple[str, ...] = ()

    @classmethod
    def of_shape(cls, told: RefusalJson) -> Refusal:
        """Read what ``shape`` made of it."""
        return cls(told["code"], told["section"], told["text"], tuple(told.get("units", ())))

    def shape(self) -> RefusalJson:
        """The refusal as it stands on the wire."""
        told: RefusalJson = {"code": self.code, "section": self.section, "text": self.text}
        if self.units:
            told["units"] = [*self.units]
        return told

    def json(self) -> JsonObject:
        """The same as plain JSON."""
        return as_json(self.shape())

    def raised(self, section: str = "") -> Refused:
        """The same to be raised, under another section if the rule that refuses here has one of its own."""
        return Refused(self.code, section or self.section, self.text, self.units)


class Refused(Exception):
    """Carries a refusal out of a rule's check to the one place that answers it (``decide``)."""

    def __init__(self, code: str, section: str, text: str, units: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.refusal = Refusal(code, section, text, units)


@dataclass(frozen=True, slots=True)
class Decided(Generic[S, E]):
    """What follows from a command: its facts in order, and the state after each of them.

    The states are those that ``decide`` passed through on its way, so that nobody has to apply the facts again. Whoever
    checks a match trusts neither: it decides, and then applies the facts itself.
    """

    events: tuple[E, ...]
    states: tuple[S, ...]

    def __iter__(self) -> Iterator[E]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def facts(self, before: S) -> Iterator[tuple[S, E, S]]:
        """(state before, event, state after) of each fact; ``before`` is the state that was decided on."""
        return zip((before, *self.states), self.events, self.states, strict=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. ``winner`` is a side, or None for a draw; ``section`` the rule that ended it.

    All seats of the winning side (``Seat.side``) have won.
    """

    winner: str | None
    reason: str
    section: str

    def json(self) -> JsonObject:
        """The outcome as it stands on the wire."""
        told: OutcomeJson = {"winner": self.winner, "reason": self.reason, "section": self.section}
        return as_json(told)
