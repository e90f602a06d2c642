"""How fast the rules are alone, along random games."""

from __future__ import annotations

import hashlib
import random
import time
from typing import Any

from app.programs.benching.budget import Figure, median, percentile
from rules.kernel import dice
from rules.kernel.game import Game
from rules.kernel.messages import Chance, Refusal

SUPPLY = {"kind": "overlay", "name": "supply"}


PASSES = 3
"""How often the same games are played. Of each command the least time counts: the one that other work on the machine
disturbed least, as ``timeit`` has it. A whole game lies between two times of a command, so nothing is warmer for it."""


def measure(game: Game[Any, Any], scenario: str, games: int) -> list[Figure]:
    """Play random games and time what a server asks of the rules at each move."""
    passes = [_timed(game, scenario, games) for _ in range(PASSES)]
    moves, questions, supplies = passes[0]
    least = [min(times) for times in zip(*(found[0] for found in passes), strict=True)]
    return [
        Figure(f"rules: decide, evolve and view of a command, least of {PASSES}, median", median(least), "ms", 0.2),
        Figure("rules: decide, evolve and view of a command in a single pass, median", median(moves), "ms"),
        Figure("rules: decide, evolve and view of a command in a single pass, p99", percentile(moves, 99), "ms"),
        Figure("rules: legal for a seat, median", median(questions), "ms", 5),
        Figure("rules: legal for a seat, p99", percentile(questions, 99), "ms", 5),
        Figure("rules: supply of a side (overlay), median", median(supplies), "ms", 5),
        Figure(
            "rules: commands of a random player, of the processor's time",
            _bot(game, scenario, games),
            "1/s",
            2000,
            True,
        ),
    ]


def _timed(game: Game[Any, Any], scenario: str, games: int) -> tuple[list[float], list[float], list[float]]:
    """Seconds of each command, of each question before it, and of the overlays among them, along the same games."""
    moves: list[float] = []
    questions: list[float] = []
    supplies: list[float] = []
    for number in range(games):
        rng, chance = _drawn(number)
        state = game.new_match(scenario, {})
        while deciders := game.deciders(state):
            seat = deciders[0]
            start = time.perf_counter()
            game.legal(state, seat)
            questions.append(time.perf_counter() - start)
            if len(moves) % 10 == 0:
                start = time.perf_counter()
                game.consult(state, seat, SUPPLY)
                supplies.append(time.perf_counter() - start)
            command = game.random_command(state, seat, rng)
            start = time.perf_counter()
            decided = game.decide(state, seat, command, chance)
            if isinstance(decided, Refusal):
                raise RuntimeError(f"the bot's command was refused: {decided.text}")
            state = decided.states[-1]
            game.view(state, seat)
            moves.append(time.perf_counter() - start)
    return moves, questions, supplies


def _bot(game: Game[Any, Any], scenario: str, games: int) -> float:
    """Commands a second: a legal command is found and decided, nothing else is asked."""
    used, commands = time.process_time(), 0
    for number in range(games):
        rng, chance = _drawn(number)
        state = game.new_match(scenario, {})
        while deciders := game.deciders(state):
            seat = deciders[0]
            decided = game.decide(state, seat, game.random_command(state, seat, rng), chance)
            if isinstance(decided, Refusal):
                raise RuntimeError(f"the bot's command was refused: {decided.text}")
            state = decided.states[-1]
            commands += 1
    return commands / (time.process_time() - used)


def _drawn(number: int) -> tuple[random.Random, Chance]:
    """What the game of that number draws from: the bot's choices and the dice."""
    secret = hashlib.sha256(f"bench/{number}".encode()).digest()
    return random.Random(f"bench/{number}"), dice.chance(dice.key(secret, "bench", {}))
