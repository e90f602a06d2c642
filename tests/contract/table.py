"""Random games for the contract suites: look-outs see every command of one, and a failure says where it was."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from rules.kernel import dice
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.messages import Chance, Json, JsonObject, Refusal
from tests.contract import hooks
from tests.contract.catalogue import GAMES
from tests.thorough import THOROUGH

SECRET = bytes(range(dice.SECRET_BYTES))
MOST_COMMANDS = 5000
"""No game goes on for so long; a walk that does has met a dead end that repeats itself."""

CASES = [
    (game, scenario.id)
    for game in sorted(GAMES)
    for scenario in GAMES[game].scenarios
    if THOROUGH or hooks.budget(game, scenario.id).sampled
]
every_scenario = pytest.mark.parametrize(("game_id", "scenario"), CASES, ids=["-".join(case) for case in CASES])
MOST_GAMES = 6
"""At most this number of games are played where the first ones end too early to show enough."""
CHUNK = 10
"""This many playouts make a test."""


COMMON = 5000
"""The seed of the random game at which the tests of a sample look: a process plays it only once."""


def games_from(seeds: Sequence[int], *, afresh: bool = False) -> pytest.MarkDecorator:
    """Every scenario with these seeds, as many of them as its budget allows.

    In a sample the first is ``COMMON``, but if the test plays ``afresh`` since it needs states at which nobody looked.
    """
    chosen = seeds if THOROUGH or afresh else (COMMON, *seeds[1:])
    params = [
        pytest.param(game_id, scenario, seed, id=f"{game_id}-{scenario}-{seed}")
        for game_id, scenario in CASES
        for seed in chosen[: hooks.budget(game_id, scenario).looks]
    ]
    return pytest.mark.parametrize(("game_id", "scenario", "seed"), params)


def _playouts() -> pytest.MarkDecorator:
    params = []
    for game_id, scenario in CASES:
        count = hooks.budget(game_id, scenario).playouts
        for first in range(0, count, CHUNK):
            seeds = range(first, min(first + CHUNK, count))
            params.append(pytest.param(game_id, scenario, seeds, id=f"{game_id}-{scenario}-{first}"))
    return pytest.mark.parametrize(("game_id", "scenario", "seeds"), params)


playouts = _playouts()
"""Every scenario with the seeds of its playouts, ten to a test."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One command and what came of it: ``states`` are before the first event, between, and after the last."""

    number: int
    seat: str
    command: JsonObject
    events: tuple[Any, ...]
    states: tuple[Any, ...]

    @property
    def before(self) -> Any:
        """The position in which it was given."""
        return self.states[0]

    @property
    def after(self) -> Any:
        """The position to which it led."""
        return self.states[-1]

    def facts(self) -> Iterator[tuple[Any, Any, Any]]:
        """(state before, event, state after) of each event."""
        return zip(self.states, self.events, self.states[1:], strict=False)


def one_in(n: int, game_id: str, scenario: str) -> Callable[[Decision], bool]:
    """Picks one decision in n, or fewer where the scenario's budget is small; the first is always picked."""
    step = n * hooks.budget(game_id, scenario).stride
    return lambda decision: decision.number % step == 0


LookOut = Callable[[Decision], None]


def chance_of(seed: int) -> Chance:
    """The dice of the random game of that seed."""
    return dice.chance(dice.key(SECRET, f"contract-{seed}", {}))


def bytes_of(data: Json) -> bytes:
    """JSON as bytes, members in the order in which they stand: what the wire would carry."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def viewers(game: Game[Any, Any], scenario: str) -> tuple[str, ...]:
    """The seats, and who looks on."""
    seats = next(s.seats for s in game.scenarios if s.id == scenario)
    return (*(s.id for s in seats), SPECTATOR)


def start_of(game: Game[Any, Any], scenario: str, seed: int) -> Any:
    """The position in which the random game of a seed begins."""
    stretch = hooks.stretch(game.id)
    return game.new_match(scenario, {}) if stretch is None else stretch.start(game, scenario, seed)


def has_played(game: Game[Any, Any], state: Any) -> bool:
    """Whether a random game has gone as far as it must: to its outcome, if the suites play that long."""
    return game.outcome(state) is not None or (hooks.stretch(game.id) is not None and not THOROUGH)


def decisions(
    game: Game[Any, Any],
    scenario: str,
    seed: int,
    options: JsonObject | None = None,
    *,
    whole: bool = False,
    number: int = 0,
) -> Iterator[Decision]:
    """A random game from the opening to its outcome; of a game that is too long for that a stretch, but if ``whole``.

    Every command is one that the game's own random player gives, or ends a step of a long game sooner than it would.
    ``number``: another game with the dice of that seed.
    """
    rng, chance = random.Random(f"{seed}-{number}" if number else seed), chance_of(seed)
    stretch = hooks.stretch(game.id)
    state = game.new_match(scenario, options or {}) if whole or options else start_of(game, scenario, seed)
    give = stretch.command if stretch else lambda played, *of: played.random_command(*of)
    for count in range(MOST_COMMANDS):
        deciders = game.deciders(state)
        if not deciders or (stretch and not whole and count >= stretch.commands(scenario)):
            return
        seat = deciders[rng.randrange(len(deciders))]
        command = give(game, state, seat, rng)
        answer = game.decide(state, seat, command, chance)
        if isinstance(answer, Refusal):
            raise AssertionError(f"command {count} was offered and refused: {bytes_of(command).decode()}: {answer}")
        states = [state]
        for event in answer:
            states.append(game.evolve(states[-1], event))
        yield Decision(count, seat, command, answer.events, tuple(states))
        state = states[-1]
    raise AssertionError(f"no outcome after {MOST_COMMANDS} commands")


SHORT = 40
"""In a stretch this part of what a whole game must come to will do."""
LONG = 250
"""A whole game of this many commands must come to all that a suite demands, a shorter one to its part of that."""


def at_least(game_id: str, scenario: str, number: int) -> int:
    """How much must come of a game at least, if it is ``number`` in a long one that is played to its end."""
    if hooks.stretch(game_id) is not None:
        return number if THOROUGH else max(1, number // SHORT)
    # A sample looks at fewer positions of a whole game (``hooks.budget``).
    return max(1, number * min(length(game_id, scenario), LONG) // (LONG if THOROUGH else 3 * LONG))


@cache
def length(game_id: str, scenario: str) -> int:
    """The commands of a random game."""
    if not THOROUGH:
        return len(common_game(game_id, scenario))
    return sum(1 for _ in decisions(GAMES[game_id], scenario, COMMON))


@cache
def common_game(game_id: str, scenario: str) -> tuple[Decision, ...]:
    """The random game of the common seed, every position of it."""
    return tuple(decisions(GAMES[game_id], scenario, COMMON))


def examine(
    game: Game[Any, Any],
    scenario: str,
    seed: int,
    *look_outs: LookOut,
    options: JsonObject | None = None,
    whole: bool = False,
    enough: Callable[[], bool] = lambda: True,
) -> Any:
    """Play a random game before look-outs and give its last state; what they raise says where in the game it was.

    Where it comes to its end, or a stretch to its own, before there was ``enough`` to see, another one follows.
    """
    state = None
    for number in range(MOST_GAMES):
        state = _examine(game, scenario, seed, look_outs, options, whole=whole, number=number)
        if enough():
            break
    return state


def _examine(
    game: Game[Any, Any],
    scenario: str,
    seed: int,
    look_outs: Sequence[LookOut],
    options: JsonObject | None,
    *,
    whole: bool,
    number: int,
) -> Any:
    decision: Decision | None = None
    state = None
    # The games of a soak are too long to be kept.
    common = seed == COMMON and not THOROUGH and not options and not number and GAMES.get(game.id) is game
    try:
        for decision in (
            common_game(game.id, scenario)
            if common
            else decisions(game, scenario, seed, options, whole=whole, number=number)
        ):
            for look in look_outs:
                look(decision)
            state = decision.after
    except Exception as error:
        where = "before its first command"
        if decision is not None:
            where = f"at or after command {decision.number} by {decision.seat}: {bytes_of(decision.command).decode()}"
        error.add_note(f"{game.id}/{scenario}, seed {seed}, game {number}, options {options}, {where}")
        raise
    return state
