"""Commands without dice that can be sent to any fresh match, so that a client needs no rules to keep it busy."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from rules.kernel.game import Game
from rules.kernel.messages import JsonObject, Refusal


@dataclass(frozen=True, slots=True)
class Sent:
    """One command as it goes over the wire."""

    seat: str
    ask: str
    command: JsonObject


@dataclass(frozen=True, slots=True)
class Script:
    """The opening of a match: ``lead`` sets the armies up and is not timed, ``moves`` are what is.

    The moves run from the first to the last command of the kind that is the most frequent (in Schlieffen's War units
    of one hex marching), so that a figure is about what players send all day and not about a whole set-up at once.
    """

    lead: tuple[Sent, ...]
    moves: tuple[Sent, ...]


class _DieNeeded(Exception):
    """The game came to its first die."""


def _no_dice(_draw: int, _sides: int) -> int:
    raise _DieNeeded


def script(game: Game[Any, Any], scenario: str, most: int) -> Script:
    """The opening of a random game up to its first die, at most ``most`` commands."""
    state, rng = game.new_match(scenario, {}), random.Random(1914)
    sent: list[Sent] = []
    while len(sent) < most and (deciders := game.deciders(state)):
        seat = deciders[0]
        command = game.random_command(state, seat, rng)
        ask = game.ask(state, seat)
        try:
            decided = game.decide(state, seat, command, _no_dice)
        except _DieNeeded:
            break
        if isinstance(decided, Refusal):
            raise RuntimeError(f"the bot's command was refused: {decided.text}")
        sent.append(Sent(seat, ask, command))
        state = decided.states[-1]
    kinds = [s.command["kind"] for s in sent]
    usual = Counter(kinds).most_common(1)[0][0]
    first, last = kinds.index(usual), len(kinds) - kinds[::-1].index(usual)
    return Script(tuple(sent[:first]), tuple(sent[first:last]))
