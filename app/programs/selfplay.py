"""``greatwar selfplay``: bots play whole games through the same door as people."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from app.programs.output import AsJson, find_game, print_json, progress
from app.verify import state_hash
from rules.catalogue import GAMES
from rules.kernel import dice
from rules.kernel.game import REFEREE, Game
from rules.kernel.messages import Refusal

MOST_COMMANDS = 100_000
"""A game that takes more than this does not end; it is reported as a fault of the rules or the bot."""


class BotError(Exception):
    """The bot's command was refused, or the game does not end."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played. ``hash`` is that of the final state."""

    game: int
    winner: str | None
    reason: str
    section: str
    turns: int | None
    commands: int
    events: int
    seconds: float
    hash: str


def play(game: Game[Any, Any], scenario: str, seed: str, number: int, most: int = MOST_COMMANDS) -> Played:
    """Play one game to its end; the same seed and number play the same game. ``BotError`` when that fails."""
    started = time.perf_counter()
    rng = random.Random(f"{seed}/{number}")
    secret = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    chance = dice.chance(dice.key(secret, f"selfplay-{number}", {}))
    state = game.new_match(scenario, {})
    commands = events = 0
    while deciders := game.deciders(state):
        seat = deciders[rng.randrange(len(deciders))]
        command = game.random_command(state, seat, rng)
        decided = game.decide(state, seat, command, chance)
        if isinstance(decided, Refusal):
            raise BotError(f"game {number}, command {commands}: {seat} {command} was refused: {decided.text}")
        for event in decided:
            state = game.evolve(state, event)
        commands += 1
        events += len(decided)
        if commands >= most:
            raise BotError(f"game {number} is not over after {commands} commands")
    outcome = game.outcome(state)
    if outcome is None:
        raise BotError(f"game {number}: nobody decides any more and nobody has won")
    turn = game.view(state, REFEREE).get("turn")
    return Played(
        game=number,
        winner=outcome.winner,
        reason=outcome.reason,
        section=outcome.section,
        turns=turn if isinstance(turn, int) else None,
        commands=commands,
        events=events,
        seconds=round(time.perf_counter() - started, 3),
        hash=state_hash(game.dump_state(state)),
    )


def _play_by_id(game: str, scenario: str, seed: str, number: int) -> Played:
    return play(GAMES[game], scenario, seed, number)


def play_all(game: Game[Any, Any], scenario: str, seed: str, games: int, jobs: int) -> Iterator[Played]:
    """Play several games, ``jobs`` of them at a time, and give each as it ends."""
    if jobs == 1:
        yield from (play(game, scenario, seed, number) for number in range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        running = [pool.submit(_play_by_id, game.id, scenario, seed, number) for number in range(games)]
        for done in as_completed(running):
            yield done.result()


def selfplay(
    game: Annotated[str, typer.Argument(help="Id of the game.")],
    scenario: Annotated[str, typer.Argument(help="Id of the scenario.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[str, typer.Option(help="The same seed plays the same games.")] = "1914",
    jobs: Annotated[int, typer.Option(min=1, help="Games at a time, a process each.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let random bots play whole games."""
    rules = find_game(dict(GAMES), game)
    if scenario not in [s.id for s in rules.scenarios]:
        raise typer.BadParameter(f"no scenario {scenario!r}; there are: {', '.join(s.id for s in rules.scenarios)}")
    played: list[Played] = []
    with progress(games, f"{games} games") as bar:
        for result in play_all(rules, scenario, seed, games, jobs):
            played.append(result)
            bar.update(1)
            if not as_json:
                who = result.winner or "a draw"
                typer.echo(
                    f"{result.game}: {who} ({result.reason}, §{result.section}), turn {result.turns}, "
                    f"{result.commands} commands, {result.events} events, {result.seconds} s, {result.hash[:12]}"
                )
    if as_json:
        played.sort(key=lambda p: p.game)
        print_json({"game": game, "scenario": scenario, "seed": seed, "games": [asdict(p) for p in played]})
