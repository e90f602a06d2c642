"""What a recorded game is to show: an ending of the rulebook, or the beginning of a long game, and who plays it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, cast

from rules.kernel.game import Game
from rules.kernel.messages import JsonObject


class Player(Protocol):
    """Whoever plays a seat."""

    def command(self, state: Any) -> JsonObject:
        """What to do now."""
        ...


@dataclass
class Gambler:
    """A game's own random player."""

    game: Game[Any, Any]
    seat: str
    rng: random.Random

    def command(self, state: Any) -> JsonObject:
        """Something legal."""
        return self.game.random_command(state, self.seat, self.rng)


@dataclass
class Brisk:
    """A random player who sets up in one click and ends most steps at once, where the rules let them.

    ``set_up``: the kind of the order that sets up. ``ends``: those of the orders that end a step. ``patience``: the
    chance to give another order instead.
    """

    game: Game[Any, Any]
    seat: str
    rng: random.Random
    patience: float
    set_up: str
    ends: tuple[str, ...] = ("end_phase",)

    def command(self, state: Any) -> JsonObject:
        """Something legal; most often the end of the step."""
        offers: Any = self.game.legal(state, self.seat)["offers"]
        kinds = {offer["kind"] for offer in offers if offer["refusal"] is None}
        end = next((kind for kind in self.ends if kind in kinds), None)
        if end is not None and self.rng.random() > self.patience:
            return {"kind": end}
        if self.set_up in kinds and end is None:
            return {"kind": self.set_up}
        return self.game.random_command(state, self.seat, self.rng)


@dataclass(frozen=True)
class Ending:
    """One ending: its file's name, how it is told, what the outcome must be, and who plays which seat.

    ``fits`` may ask for more of the last state than section and winner. Of a game that is too long to be kept
    whole only its first ``commands`` are recorded, after which it goes on: then section and winner are empty.
    """

    name: str
    title: str
    scenario: str
    section: str
    winner: str | None
    players: Callable[[random.Random], Mapping[str, Player]]
    fits: Callable[[Any], bool] = lambda _state: True
    options: JsonObject = field(default_factory=dict)
    commands: int = 0


def gamblers(game: Game[Any, Any], scenario: str) -> Callable[[random.Random], Mapping[str, Player]]:
    """Random players on all seats of a scenario."""
    seats = next(s.seats for s in game.scenarios if s.id == scenario)
    return lambda rng: {seat.id: Gambler(game, seat.id, rng) for seat in seats}


class Hooks(Protocol):
    """What a game's module in this package says, named as the game with underscores."""

    def endings(self) -> list[Ending]:
        """Every ending that is recorded."""
        ...

    def headline(self, view: Any) -> str:
        """How the match stands at the beginning of a turn, from the referee's view."""
        ...


def hooks(game_id: str) -> Hooks:
    """The endings of a game. ModuleNotFoundError when it has none."""
    return cast(Hooks, import_module(f"tests.golden.{game_id.replace('-', '_')}"))
