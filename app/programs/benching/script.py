"""Commands without dice that can be sent to any fresh match, so that a client needs no rules to keep it busy."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from rules.kernel import lanes
from rules.kernel.game import Game
from rules.kernel.messages import Json, JsonObject, Refusal


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
    options: JsonObject = field(default_factory=dict)
    """Those of the match to which it is sent."""


class _DieNeeded(Exception):
    """The game came to its first die."""


def _no_dice(_draw: int, _sides: int) -> int:
    raise _DieNeeded


MAX_TRIES = 40
"""Commands that a bot may think of before it is taken to have no other without a die."""
MAX_LEAD = 1000
"""Commands without one of the kind after which none is taken to come: units can be set up and taken back for ever."""


def script(
    game: Game[Any, Any], scenario: str, most: int, kind: str = "", options: Mapping[str, Json] = MappingProxyType({})
) -> Script:
    """The opening of a random game without a die: at most ``most`` commands, of this kind wherever one can be had; with
    no kind given the most frequent one counts. ValueError where the game has no such opening."""
    positions: list[Any] = [game.new_match(scenario, options)]
    sent: list[Sent] = []
    rng, back = random.Random(1914), 0
    while sum(not kind or s.command["kind"] == kind for s in sent) < most and game.deciders(positions[-1]):
        if len(sent) > MAX_LEAD and all(s.command["kind"] != kind for s in sent):
            break
        found = _without_dice(game, positions[-1], kind, rng)
        if found is not None:
            sent.append(found[0])
            positions.append(found[1])
        elif sent and sent[-1].command["kind"] != kind and back < MAX_TRIES:
            # What was said last leaves only dice, as an event that has been ordered and is drawn next.
            sent.pop()
            positions.pop()
            back += 1
        else:
            break
    kinds = [s.command["kind"] for s in sent]
    if not kinds or (kind and kind not in kinds):
        raise ValueError(f"{game.id} {scenario}: no {kind or 'command'} can be sent before the first die")
    usual = kind or Counter(kinds).most_common(1)[0][0]
    first, last = kinds.index(usual), len(kinds) - kinds[::-1].index(usual)
    return Script(tuple(sent[:first]), tuple(sent[first:last]), {**options})


def _without_dice(game: Game[Any, Any], state: Any, kind: str, rng: random.Random) -> tuple[Sent, Any] | None:
    """A random command that no die is rolled for, of a kind if there is one, and the position after it."""
    seat, other = game.deciders(state)[0], None
    for _ in range(MAX_TRIES):
        command = game.random_command(state, seat, rng)
        if other is not None and command["kind"] != kind:
            continue
        try:
            decided = game.decide(state, seat, command, _no_dice)
        except _DieNeeded:
            continue
        if isinstance(decided, Refusal):
            raise RuntimeError(f"the bot's command was refused: {decided.text}")
        found = Sent(seat, lanes.ask_of(game, state, seat, command), command), decided.states[-1]
        if not kind or command["kind"] == kind:
            return found
        other = found
    return other
