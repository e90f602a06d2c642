"""How a decision unfolds: each fact is applied as it is found, so that later checks see its effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rules.kernel.messages import Chance

S = TypeVar("S")
E = TypeVar("E")


class Unfolding(Generic[S, E]):
    """A growing tuple of events and the state after them.

    ``emit`` is the only way forward: what is decided is exactly what ``evolve`` will do again on replay.
    """

    __slots__ = ("_chance", "_evolve", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, E], S], chance: Chance) -> None:
        self.state = state
        self.events: list[E] = []
        self._evolve = evolve
        self._chance = chance

    def emit(self, event: E) -> None:
        """Record a fact and apply it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def roll(self, draw: int, sides: int = 6) -> int:
        """The die of the running number ``draw``; the event that uses it must carry that number."""
        return self._chance(draw, sides)
