"""How fast the rules are alone, along random games, in processor time: what others do on the machine counts little."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from app.programs.benching.budget import Figure, median, percentile
from app.programs.benching.yardstick import Yardstick, beside, least_of
from app.programs.serve import collect_rarely
from rules.kernel import dice
from rules.kernel.game import Game
from rules.kernel.messages import Chance, JsonObject, Refusal

SUPPLY = {"kind": "overlay", "name": "supply"}


PASSES = 3
"""How often the same games are played. Of each command the least time counts: the one that other work on the machine
disturbed least, as ``timeit`` has it. A whole game lies between two times of a command, so nothing is warmer for it."""
NO_COMMAND_LIMIT = 1_000_000
"""More commands than any game has."""
COMMANDS_PER_LOOP = 10
"""The fixed loop is timed once in that many commands."""
QUARTERS = 4
MIN_ALIKE_PER_QUARTER = 15
"""Commands of one sort in a quarter of them, below which nothing is compared."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is played at random: a scenario, a number of commands from its opening on, and the budget of one in ms; and
    the kind of command that players send all day (empty for the most frequent at the opening). ``sent`` is the scenario
    whose opening a server is sent, if that is another one: where a die comes before the first move."""

    scenario: str
    commands: int = NO_COMMAND_LIMIT
    budget: float = 0.2
    usual: str = ""
    options: JsonObject = field(default_factory=dict)
    sent: str = ""


STRETCHES = {
    "great-war": Stretch("1917", 1200, 0.3, "move"),
    "empires-alliances": Stretch("campaign", 1500, 0.3, "move", sent="1918"),
}
"""Games of which a part is played: a war of The Great War in Europe has four thousand commands and many turns alike."""


def stretch_of(game: Game[Any, Any]) -> Stretch:
    """What is measured of a game."""
    return STRETCHES.get(game.id, Stretch(game.scenarios[0].id))


def measure(game: Game[Any, Any], stretch: Stretch, games: int) -> list[Figure]:
    """Play random games and time what a server asks of the rules at each move."""
    with _as_served():
        passes, bot = [_time_commands(game, stretch, games) for _ in range(PASSES)], _bot(game, stretch, games)
    first = passes[0]
    least = [min(times) for times in zip(*(found.moves for found in passes), strict=True)]
    name = f"rules of {game.id}, {stretch.scenario}:"
    of_all = [
        Figure(
            f"{name} decide, evolve and view of a command, least of {PASSES}, median",
            median(least),
            "ms",
            stretch.budget,
        ),
        Figure(f"{name} commands of the last quarter against those of the first, medians", _late(least), "times", 1.25),
        *_late_alike(name, least, first.sorts),
    ]
    of_one = [
        Figure(f"{name} decide, evolve and view of a command in a single pass, median", median(first.moves), "ms"),
        Figure(f"{name} decide, evolve and view of a command in a single pass, p99", percentile(first.moves, 99), "ms"),
        Figure(f"{name} legal for a seat, median", median(first.questions), "ms", 5),
        Figure(f"{name} legal for a seat, p99", percentile(first.questions, 99), "ms", 5),
        Figure(f"{name} first view of a position just loaded, median", median(first.cold), "ms"),
    ]
    if first.supplies:
        of_one.append(Figure(f"{name} supply of a side (overlay), median", median(first.supplies), "ms", 5))
    return [
        *beside(of_all, least_of(found.yardstick for found in passes)),
        *beside(of_one, first.yardstick.ms),
        *bot,
    ]


@contextlib.contextmanager
def _as_served() -> Iterator[None]:
    """Garbage is looked for as a server does it: how often is part of what a command costs."""
    before = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _late(times: list[float]) -> float:
    """What a late command costs in early ones."""
    quarter = len(times) // QUARTERS
    return median(times[-quarter:]) / median(times[:quarter])


def _late_alike(name: str, times: list[float], sorts: list[str]) -> Iterator[Figure]:
    """The same among commands that bring the same about: late in a game there may be others than early."""
    for sort in sorted({*sorts}, key=lambda each: (-sorts.count(each), each)):
        alike = [spent for spent, what in zip(times, sorts, strict=True) if what == sort]
        if len(alike) >= MIN_ALIKE_PER_QUARTER * QUARTERS:
            yield Figure(
                f"{name} the last quarter of those that come to '{sort}' against the first", _late(alike), "times", 1.25
            )


@dataclass(slots=True)
class _Times:
    """Seconds of each command, of each question before it, and now and then of the overlay and of a loaded position's
    first view, along the same games; and what comes about by each command: the kinds of its events. ``yardstick`` is
    the fixed loop between them."""

    moves: list[float] = field(default_factory=list)
    questions: list[float] = field(default_factory=list)
    supplies: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    sorts: list[str] = field(default_factory=list)
    yardstick: Yardstick = field(default_factory=Yardstick)


def _time_commands(game: Game[Any, Any], stretch: Stretch, games: int) -> _Times:
    """Play the games, a view after each command."""
    times = _Times()
    for number in range(games):
        rng, chance = _chances_of(number)
        state = game.new_match(stretch.scenario, stretch.options)
        for n in range(stretch.commands):
            deciders = game.deciders(state)
            if not deciders:
                break
            if not n % COMMANDS_PER_LOOP:
                times.yardstick.take()
            seat = deciders[0]
            start = time.process_time()
            game.legal(state, seat)
            times.questions.append(time.process_time() - start)
            if not n % 10:
                start = time.process_time()
                answer = game.consult(state, seat, SUPPLY)
                if not isinstance(answer, Refusal):
                    times.supplies.append(time.process_time() - start)
            if not n % 100:
                loaded = game.load_state(game.dump_state(state))
                start = time.process_time()
                game.view(loaded, seat)
                times.cold.append(time.process_time() - start)
            command = game.random_command(state, seat, rng)
            start = time.process_time()
            decided = game.decide(state, seat, command, chance)
            if isinstance(decided, Refusal):
                raise RuntimeError(f"the bot's command was refused: {decided.text}")
            state = decided.states[-1]
            game.view(state, seat)
            times.moves.append(time.process_time() - start)
            times.sorts.append(", ".join(dict.fromkeys(event.kind for event in decided.events)))
    return times


def _bot(game: Game[Any, Any], stretch: Stretch, games: int) -> list[Figure]:
    """Commands a second: a legal command is found and decided, nothing else is asked."""
    used, commands, yardstick = time.process_time(), 0, Yardstick()
    for number in range(games):
        rng, chance = _chances_of(number)
        state = game.new_match(stretch.scenario, stretch.options)
        for n in range(stretch.commands):
            deciders = game.deciders(state)
            if not deciders:
                break
            if not n % COMMANDS_PER_LOOP:
                before = time.process_time()
                yardstick.take()
                used += time.process_time() - before
            seat = deciders[0]
            decided = game.decide(state, seat, game.random_command(state, seat, rng), chance)
            if isinstance(decided, Refusal):
                raise RuntimeError(f"the bot's command was refused: {decided.text}")
            state = decided.states[-1]
            commands += 1
    rate = commands / (time.process_time() - used)
    name = f"rules of {game.id}, {stretch.scenario}: commands of a random player"
    return beside([Figure(name, rate, "1/s", 2000, True)], yardstick.ms)


def _chances_of(number: int) -> tuple[random.Random, Chance]:
    """What the game of that number draws from: the bot's choices and the dice."""
    secret = hashlib.sha256(f"bench/{number}".encode()).digest()
    return random.Random(f"bench/{number}"), dice.chance(dice.key(secret, "bench", {}))
