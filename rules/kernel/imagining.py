"""Positions imagined from what a side is shown: to try things out, or to look ahead, without knowing what is hidden.

A game makes a whole position from a view with what its side has noted, and from nothing else. What these tell is in it
as it is; what they hide is dealt, as it may well be. So the side sees the same in it, is asked the same and answered
the same as in the true one, and nothing that is found out by playing on can tell more than the side knew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from rules.kernel.game import Game
from rules.kernel.messages import JsonObject
from rules.kernel.players import Rng

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Imagination(Generic[S]):
    """The functions of a game that imagines, as ``Imagines`` says of each."""

    noted: Callable[[S, str], JsonObject | None]
    imagined: Callable[[Mapping[str, Any], Rng], S]
    dealt: Callable[[Mapping[str, Any], S], tuple[str, ...]]


@runtime_checkable
class Imagines(Protocol):
    """A game that can imagine its positions."""

    @property
    def imagines(self) -> bool:
        """Whether it does: a game with shared sides does if the game below does."""
        ...

    def note(self, state: Any, viewer: str) -> JsonObject | None:
        """What a viewer knows beside the view: what its units did in this phase, where the sequence stands. None for
        a viewer who plays no side, and where nothing of the game can be imagined yet. It is made only where a position
        is to be imagined, so that no move pays for it."""
        ...

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> Any:
        """A position of the scenario that nobody shares, made from ``recall_all`` as it was written.

        ValueError for the view of someone who plays no side.
        """
        ...

    def dealt(self, view: Mapping[str, Any], state: Any) -> tuple[str, ...]:
        """What was dealt in a position that was imagined from a view: the units on the map that the view hides."""
        ...


def imagining(game: Game[Any, Any]) -> Imagines | None:
    """The game, if it can imagine its positions."""
    return game if isinstance(game, Imagines) and game.imagines else None


def recall_all(game: Game[Any, Any], state: Any, viewer: str) -> JsonObject:
    """What a position is imagined from: the view of a viewer, with what was noted for it. TypeError for other games."""
    imagine = imagining(game)
    if imagine is None:
        raise TypeError(f"{game.id} does not imagine positions")
    return {**game.view(state, viewer), "noted": imagine.note(state, viewer)}
