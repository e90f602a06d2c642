"""How a decision unfolds: each fact is applied as it is found, so that later checks see its effect."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from rules.kernel.facts import Fact, evolve
from rules.kernel.messages import Chance, Decided


class Counting(Protocol):
    """What a state must know for dice: how many were rolled so far, and whether the match is over."""

    @property
    def draws(self) -> int:
        """The running number of the next die."""
        ...

    @property
    def ended(self) -> tuple[str, str, str] | None:
        """(winner, reason, section), or None while it goes on."""
        ...


S = TypeVar("S", bound=Counting)


class DecisionBuilder(Generic[S]):
    """A growing list of facts and the state after them.

    ``emit`` is the only way forward: what is decided is exactly what ``evolve`` will do again on replay.
    """

    __slots__ = ("_chance", "_passed", "events", "state")

    def __init__(self, state: S, chance: Chance) -> None:
        self.state = state
        self.events: list[Fact[S]] = []
        self._passed: list[S] = []
        self._chance = chance

    def emit(self, event: Fact[S]) -> None:
        """Record a fact and apply it."""
        self.events.append(event)
        self.state = evolve(self.state, event)
        self._passed.append(self.state)

    def adopt(self, trial: DecisionBuilder[S]) -> None:
        """Adopt a trial that started from this state: its facts need not be applied again."""
        self.events += trial.events
        self._passed += trial._passed
        self.state = trial.state

    def decided(self) -> Decided[S, Any]:
        """All that was emitted, with the state after each fact."""
        return Decided(tuple(self.events), tuple(self._passed))

    def next_die(self, sides: int = 6) -> tuple[int, int]:
        """(running number, die) of the next roll; the event that uses it must carry the number and count it."""
        draw = self.state.draws
        return draw, self._chance(draw, sides)
