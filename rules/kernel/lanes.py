"""Lanes: a seat may be asked several things at once, each in a lane of its own (decisions/0051).

A lane is a word; the empty one is where the sequence of play itself stands. A command says with ``lane`` in which it is
given; without that it answers the first question of its seat.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeGuard, cast, runtime_checkable

from rules.kernel.game import Game
from rules.kernel.messages import JsonObject, Refused
from rules.kernel.players import Rng
from rules.kernel.standing import Orders

LANE = "lane"
"""The member of a command and of a question that says in which lane it stands."""


@runtime_checkable
class Laned(Protocol):
    """A game that may ask a seat in several lanes."""

    def lanes(self, state: Any, seat: str) -> tuple[str, ...]:
        """The lanes in which a seat is asked now, the first question's first."""
        ...

    def ask_in(self, state: Any, seat: str, lane: str) -> str:
        """The name of the question put to a seat in a lane; that by which it waits where nothing is asked of it."""
        ...

    def legal_in(self, state: Any, seat: str, lane: str) -> JsonObject:
        """That question."""
        ...

    def random_in(self, state: Any, seat: str, lane: str, rng: Rng) -> JsonObject:
        """Some legal command of a seat that is asked in a lane."""
        ...

    def answer_in(self, state: Any, seat: str, lane: str, orders: Orders) -> JsonObject | None:
        """The command that standing orders give in a lane, or None."""
        ...


def _is_laned(game: Game[Any, Any]) -> TypeGuard[Laned]:
    """Whether a game may ask in several lanes. To look at its protocol takes 7 millionths of a second, and
    a move asks ten times."""
    return _looked_at(cast("Hashable", game))


@lru_cache(maxsize=64)
def _looked_at(game: Hashable) -> bool:
    return isinstance(game, Laned)


def lanes(game: Game[Any, Any], state: Any, seat: str) -> tuple[str, ...]:
    """The lanes in which a seat is asked now; none where it has nothing to decide."""
    if _is_laned(game):
        return game.lanes(state, seat)
    return ("",) if seat in game.deciders(state) else ()


def ask_in(game: Game[Any, Any], state: Any, seat: str, lane: str) -> str:
    """The name of the question put to a seat in a lane."""
    return game.ask_in(state, seat, lane) if _is_laned(game) else game.ask(state, seat)


def legal_in(game: Game[Any, Any], state: Any, seat: str, lane: str) -> JsonObject:
    """The question put to a seat in a lane."""
    return game.legal_in(state, seat, lane) if _is_laned(game) else game.legal(state, seat)


def random_in(game: Game[Any, Any], state: Any, seat: str, lane: str, rng: Rng) -> JsonObject:
    """Some legal command of a seat in a lane."""
    return game.random_in(state, seat, lane, rng) if _is_laned(game) else game.random_command(state, seat, rng)


def answer_in(game: Game[Any, Any], state: Any, seat: str, lane: str, orders: Orders) -> JsonObject | None:
    """What standing orders answer in a lane."""
    if _is_laned(game):
        return game.answer_in(state, seat, lane, orders)
    return game.answer_ahead(state, seat, orders)


def asks(game: Game[Any, Any], state: Any, seat: str) -> tuple[str, ...]:
    """The names of all questions put to a seat, one at least: that by which it waits."""
    mine = lanes(game, state, seat)
    return tuple(ask_in(game, state, seat, lane) for lane in mine) or (game.ask(state, seat),)


def ask_of(game: Game[Any, Any], state: Any, seat: str, command: Mapping[str, object]) -> str:
    """The name of the question that a command answers: that of its lane, or the first where it names none of the
    seat's."""
    lane = command.get(LANE)
    if isinstance(lane, str) and lane in lanes(game, state, seat):
        return ask_in(game, state, seat, lane)
    return game.ask(state, seat)


def legal_of(game: Game[Any, Any], state: Any, seat: str, command: Mapping[str, object]) -> JsonObject:
    """The question that a command answers."""
    lane = command.get(LANE)
    if isinstance(lane, str) and lane in lanes(game, state, seat):
        return legal_in(game, state, seat, lane)
    return game.legal(state, seat)


def lane_named(mine: Sequence[str], command: Mapping[str, object], section: str) -> str:
    """In which of its lanes a seat gives a command: that named, else the first. Refused for one that is not there."""
    lane = command.get(LANE, mine[0] if mine else "")
    if not isinstance(lane, str):
        raise Refused("malformed", section, "Name the lane in words.")
    if mine and lane not in mine:
        raise Refused("no-lane", section, "Nothing is asked of you there.")
    return lane


def without_lane(command: Mapping[str, object]) -> dict[str, object]:
    """What else a command says."""
    return {name: value for name, value in command.items() if name != LANE}


def in_lane(command: JsonObject, mine: Sequence[str], lane: str) -> JsonObject:
    """A command that says in which lane it is given, where a seat has others than the empty one."""
    return {**command, LANE: lane} if any(mine) else command


def with_lanes(questions: Sequence[tuple[str, JsonObject]]) -> JsonObject:
    """The first of a seat's questions with the others, each with its lane where there are any."""
    (lane, first), *others = questions
    if not others and not lane:
        return first
    found = {**first, LANE: lane}
    return found if not others else {**found, "lanes": [{**question, LANE: name} for name, question in others]}
