"""The games of a league: who meets whom on which side, each played once whatever interrupts it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import orjson

from app.programs.leagues.variants import Variant
from app.programs.selfplay import Played, play
from app.proof.version import programs_version, rules_version
from rules.catalogue import GAMES
from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject

KEY_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Setting:
    """What all games of a league have in common. ``rules`` and ``programs`` are their versions; games are broken off
    after ``last_turn``."""

    game: str
    scenario: str
    seed: str
    options: JsonObject
    rules: str
    programs: str
    last_turn: int | None = None


def make_setting(
    game: Game[Any, Any], scenario: str, seed: str, options: JsonObject, last_turn: int | None = None
) -> Setting:
    """The setting by the rules and programs that are here now."""
    return Setting(game.id, scenario, seed, options, rules_version(game), programs_version(game), last_turn)


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played: by side who plays there, and the number of its dice."""

    players: Mapping[str, Variant]
    number: int

    def key(self, of: Setting) -> str:
        """What makes it this game and no other: rules, programs and constants too."""
        parts: list[Json] = [of.game, of.scenario, of.seed, of.options, of.rules, of.programs, self.number]
        parts += [[side, who.name, who.sides[side]] for side, who in self.players.items()]
        parts += [] if of.last_turn is None else [of.last_turn]
        return hashlib.sha256(orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)).hexdigest()[:KEY_DIGITS]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; ``winner`` is a side, None for a draw.

    ``lead``: in a league of games that are broken off, by how much the first side was ahead in what the game counts
    first.
    """

    key: str
    players: Mapping[str, str]
    number: int
    winner: str | None
    reason: str
    section: str
    turns: int | None
    commands: int
    seconds: float
    hash: str
    lead: int | None = None


def fixtures(sides: Sequence[str], variants: Sequence[Variant], games: int, against: str | None) -> list[Fixture]:
    """Everyone against everyone, or all against one, on both sides with the same dice; the first games of all first."""
    found = []
    for number in range(games):
        for one, other in combinations(variants, 2):
            if against is None or against in (one.name, other.name):
                for pair in ((one, other), (other, one)):
                    seated = dict(zip(sides, pair, strict=True))
                    if all(side in who.sides for side, who in seated.items()):
                        found.append(Fixture(seated, number))
    return found


def play_league(of: Setting, left: Sequence[Fixture], jobs: int) -> Iterator[Result]:
    """Play these games, some at a time in processes of their own, and give each as it ends."""
    if jobs == 1:
        yield from (_play(of, fixture) for fixture in left)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            for done in as_completed([pool.submit(_play, of, fixture) for fixture in left]):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play(of: Setting, fixture: Fixture) -> Result:
    game = GAMES[of.game]
    # The programs of both may have the same name, so each is called by its player and side.
    names = {side: f"{who.name}/{side}" for side, who in fixture.players.items()}
    makers = {names[side]: who.maker(game, side) for side, who in fixture.players.items()}
    try:
        played = play(
            game,
            of.scenario,
            of.seed,
            fixture.number,
            players=names,
            options=of.options,
            last_turn=of.last_turn,
            variants=makers,
        )
    except Exception as error:
        # A program that fails ends the league; the games before it are in the record.
        error.add_note(f"in the game {fixture.number} of {' against '.join(names.values())}")
        raise
    return Result(
        key=fixture.key(of),
        players={side: who.name for side, who in fixture.players.items()},
        number=fixture.number,
        winner=played.winner,
        reason=played.reason,
        section=played.section,
        turns=played.turns,
        commands=played.commands,
        seconds=played.seconds,
        hash=played.hash,
        lead=None if of.last_turn is None else lead_of(played, [*fixture.players]),
    )


def lead_of(played: Played, sides: Sequence[str]) -> int:
    """By how much the first side is ahead of the second in the first figure of the last position, in which a game ends
    that is over by then: its last turn has been played."""
    values = played.end.figures[0].values
    return values.get(sides[0], 0) - values.get(sides[1], 0)
