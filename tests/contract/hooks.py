"""The hooks that each game brings: modules below ``tests.contract.games``, named as the game with underscores.

A small game has all of them in one object, ``HOOKS`` in a file of its name (``tests.contract.small``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

import pytest

from rules.kernel.game import Scenario
from rules.kernel.messages import Chance, JsonObject
from rules.kernel.teams.game import Teams
from tests.contract.catalogue import GAMES
from tests.contract.teams import Lifted
from tests.thorough import THOROUGH


class Invariants(Protocol):
    """``invariants``: what holds in every position of the game. Each raises AssertionError where it does not."""

    def check_position(self, state: Any) -> None:
        """After every command."""

    def check_fact(self, before: Any, event: Any, after: Any) -> None:
        """After every event."""


SAMPLE = 8
"""One game in this many is played in a sample, of the playouts an eighth of that, and always one."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much of the suites' time a scenario may take. At least one game of it is in every test that plays it."""

    playouts: int
    """Random games whose every position is checked against the invariants."""
    looks: int
    """Random games that any other test plays at most."""
    stride: int = 1
    """A test that looks at one position in n of a game looks at one in n times this."""
    whole: int = 1
    """How many times that stride where the suites are thorough: for long games, of which a sample plays a stretch."""
    sampled: bool = True
    """Whether it is among the scenarios of a sample."""

    def __post_init__(self) -> None:
        if min(self.playouts, self.looks, self.stride, self.whole) < 1:
            raise ValueError(f"a budget that leaves something out: {self}")

    def thorough(self) -> Budget:
        """What ``make soak`` plays of it."""
        return replace(self, stride=self.stride * self.whole)

    def sample(self, rarely: int) -> Budget:
        """What ``make test`` plays of it, and looks at ``rarely`` times less often."""
        return replace(
            self,
            playouts=max(1, self.playouts // (8 * SAMPLE)),
            looks=max(1, self.looks // SAMPLE),
            stride=rarely * self.stride,
        )


class Hidden(Protocol):
    """``hidden``: what a viewer may not know, and how it could be otherwise without their noticing."""

    HIDES: bool
    """Whether the game hides anything from anyone. Where it does, the suites demand to have compared a good deal."""

    def secrets(self, state: Any, viewer: str) -> frozenset[str]:
        """The words (ids, names) that would betray to a viewer what they may not know now."""

    def disguise(self, state: Any, viewer: str, rng: random.Random, spare: frozenset[str] | None = None) -> Any | None:
        """A position that must look the same to the viewer, hidden things exchanged and changed; None if nothing is.

        With a set to ``spare``, of things that stay what they are, commands may follow and must come to the same.
        """

    def involved(self, states: Sequence[Any], viewer: str) -> frozenset[str]:
        """What is hidden in the first of these states and comes to light, or has something happen to it, in a later."""

    def comparable(self, state: Any, seat: str, viewer: str) -> bool:
        """Whether commands of the seat can be given whatever is hidden from the viewer: their own always can."""

    def renaming(self, states: Sequence[Any], viewer: str, rng: random.Random) -> Mapping[str, str]:
        """An exchange of ids among things that stay hidden from the viewer through all of these states.

        Only things to which the rules do the same may be exchanged.
        """

    def renamed(self, state: Any, names: Mapping[str, str]) -> Any:
        """The state with ids exchanged."""

    def shuffled(self, state: Any, rng: random.Random) -> Any:
        """The same position come about in another order: whatever the state keeps in an order that means nothing."""

    def dice(self, events: Sequence[Any], before: Any, twin: Any, chance: Chance) -> Chance:
        """The dice by which a twin comes to the events of a command, where what a die means is hidden too."""

    def questions(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterator[JsonObject]:
        """Questions for ``consult`` that a planner at this seat might ask now."""


class Strangers(Protocol):
    """``strangers``: commands that no client of the game would send."""

    CODES: frozenset[str]
    """The codes that a refusal may bear."""
    SECTIONS: frozenset[str]
    """The sections that a refusal may name."""

    def unoffered(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterable[dict[str, Any]]:
        """Well-formed commands of the deciding seat that are against the rules because they are not offered."""

    def beside(self, state: Any, place: str) -> Sequence[str]:
        """The places next to one on the board, whoever may go there; none next to what is no place."""

    def astray(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterable[tuple[dict[str, Any], bool]]:
        """Commands of the deciding seat that go where the question may not offer it, and whether it does offer that."""


class Offers(Protocol):
    """``offers``: what the question put to a seat promises."""

    def offered(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterable[dict[str, Any]]:
        """Commands that must be taken, as a client would make them of the offers and the answers of ``consult``."""

    def options(self, scenario: Scenario, rng: random.Random) -> JsonObject:
        """Options for a new match, as a lobby would make them of those that the scenario lists."""


class Stretch(Protocol):
    """``stretch``, of a game that is too long to be played to its end in every test: which part of it is played."""

    def commands(self, scenario: str) -> int:
        """How many commands of it are played."""

    def start(self, game: Any, scenario: str, seed: int) -> Any:
        """The position from which the stretch of a seed begins. The same seed gives the same one."""

    def command(self, game: Any, state: Any, seat: str, rng: random.Random) -> JsonObject:
        """Some legal command, such that the stretch comes through many steps."""


def _module(game_id: str, name: str) -> Any:
    package = f"tests.contract.games.{game_id.replace('-', '_')}"
    try:
        found = getattr(import_module(package), "HOOKS", None) or import_module(f"{package}.{name}")
        return Lifted(game_id, found) if isinstance(GAMES.get(game_id), Teams) else found
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith(package):
            raise
        raise AssertionError(f"{game_id} is in the catalogue and has no {package}.{name}: see {__name__}") from error


def in_one_file(game_id: str) -> bool:
    """Whether the hooks are those of a small game. They are not read for it: every worker collects all tests."""
    found = find_spec(f"tests.contract.games.{game_id.replace('-', '_')}")
    return found is not None and found.submodule_search_locations is None


def invariants(game_id: str) -> Invariants:
    """The invariants of a game."""
    return cast(Invariants, _module(game_id, "invariants"))


def budget(game_id: str, scenario: str) -> Budget:
    """What ``budget.BUDGETS`` of the game says of the scenario. KeyError when it was left out."""
    whole = cast(Mapping[str, Budget], _module(game_id, "budget").BUDGETS)[scenario]
    # Of a stretch hardly anything would be left.
    return whole.thorough() if THOROUGH else whole.sample(9 if stretch(game_id) is None else 4)


def hidden(game_id: str) -> Hidden:
    """What the game hides."""
    return cast(Hidden, _module(game_id, "hidden"))


def offers(game_id: str) -> Offers:
    """The game's offers made into commands."""
    return cast(Offers, _module(game_id, "offers"))


def strangers(game_id: str) -> Strangers:
    """The game's hostile commands."""
    return cast(Strangers, _module(game_id, "strangers"))


def stretch(game_id: str) -> Stretch | None:
    """The part of a game that the suites play; None for a game that they play from its opening to its end."""
    name = f"tests.contract.games.{game_id.replace('-', '_')}.stretch"
    try:
        found = find_spec(name)
    except ModuleNotFoundError:
        # A game that is no part of the catalogue has no hooks at all.
        return None
    return None if found is None else cast(Stretch, import_module(name))


def leaks(game_id: str) -> Mapping[str, Callable[[pytest.MonkeyPatch], None]]:
    """Ways in which the game could tell what it hides: each makes it do so for one test."""
    return cast(Mapping[str, Callable[[pytest.MonkeyPatch], None]], _module(game_id, "leaks").LEAKS)
