"""A seat's orders in advance, tried on a position only as far as they could be taken back (decisions/0030).

A draft must tell nobody more than giving an order and taking it back would. So no die is thrown in a trial, and an
order that rolls one, shows something hidden or passes the decision on is not carried out in it, nor is what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Protocol, TypeAlias, runtime_checkable

from rules.kernel import lanes
from rules.kernel.game import Game
from rules.kernel.messages import Command, Decided, JsonObject, Refusal

Status: TypeAlias = Literal["fits", "refused", "not_tried"]
FITS: Final = "fits"
REFUSED: Final = "refused"
NOT_TRIED: Final = "not_tried"

SETTLES = "It cannot be taken back once given, so it waits until you send the draft."
"""The same of dice, of hidden things and of a decision that passes on: which of them it is may itself be hidden."""
AFTER = "It follows an order that cannot be taken back."
WAITS = "You have nothing to decide now."
ELSEWHERE = "It is an order for another phase or decision."


class DieAsked(Exception):
    """A trial came to a die."""


def no_die(_draw: int, _sides: int) -> int:
    """The dice of a trial. Raises DieAsked."""
    raise DieAsked


def matter_of(ask: str) -> str:
    """What a question is about, of its name: without the numbers that count turns and answers.

    The same orders fit when the same phase comes again.
    """
    return ".".join(part for part in ask.split(".") if not part.isdigit())


@dataclass(frozen=True, slots=True)
class Drafted:
    """A command to come, and the name of the question that it answers."""

    ask: str
    command: JsonObject
    least: str = ""
    """The odds below which it is left out when the plan is given, in a game that tells them; empty for any."""


ENDS_STEP: Final = "end_phase"
"""The order by which a step is ended, in every game. A set-up, or arrivals, may end by an order of their own."""


def gone_by(game: Game[Any, Any], state: Any, seat: str, orders: Sequence[Drafted]) -> int:
    """How many orders at the front of a plan only end steps that have gone by, as on a standing order: what its seat is
    asked now, the one behind them answers."""
    for place, one in enumerate(orders):
        if matter_of(lanes.ask_of(game, state, seat, one.command)) == matter_of(one.ask):
            return place
        if one.command.get("kind") != ENDS_STEP:
            break
    return 0


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a drafted command: its lines if it fits, why not otherwise."""

    status: Status
    why: str = ""
    refusal: Refusal | None = None
    lines: tuple[JsonObject, ...] = ()
    settles: bool = False
    """Whether it was not tried because it cannot be taken back; sent, it is given anyway."""
    passed: bool = False
    """Whether those after it were tried anyway, on what the game lets plans go on with."""
    later: bool = False
    """Whether it follows such an order."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A draft tried: what came of each command, and the position after those that fit."""

    state: Any
    tried: tuple[Tried, ...] = ()
    barred: bool = False
    """Whether a command of it cannot be taken back: none after it is tried."""
    later: bool = False
    """Whether a command of it cannot be taken back, and the position is what the game lets plans go on with."""


@runtime_checkable
class LooksAhead(Protocol):
    """A game that can say what a seat's next turn would begin with, for drafts that are written while others move."""

    def next_turn_position(self, state: Any, seat: str) -> Any | None:
        """The position as if the seat's next turn had begun now. None where there is none, or nobody can tell.

        It is made of what the seat may know: two positions that it cannot tell apart lead to two such.
        """
        ...


@runtime_checkable
class PlansOn(Protocol):
    """A game in which a plan goes on after an order that cannot be taken back (decisions/0055)."""

    def onward(self, state: Any, seat: str, command: Command) -> Any | None:
        """Where what follows such an order is tried, though nobody knows what comes of it. None where it cannot be.

        It is made of the order and of what the seat may know, never of what the order would show.
        """
        ...


@runtime_checkable
class DemandsOdds(Protocol):
    """A game in which an attack of a plan may demand odds (decisions/0055)."""

    def odds(self, state: Any) -> tuple[str, ...]:
        """Those that may be demanded, the worst first."""
        ...

    def below(self, state: Any, seat: str, command: Command, least: str) -> Refusal | None:
        """Why an attack is left out that demands these odds; None where it has them, by what the seat may know."""
        ...


def next_turn_position(game: Game[Any, Any], state: Any, seat: str) -> Any | None:
    """Where a seat's draft is tried that has nothing to decide now; None if it can only wait."""
    if seat in game.deciders(state) or not isinstance(game, LooksAhead):
        return None
    return game.next_turn_position(state, seat)


def attempt(game: Game[Any, Any], state: Any, seat: str, command: JsonObject) -> Decided[Any, Any] | Refusal | None:
    """What a command leads to, or why it is refused; None if that can be known only by giving it."""
    try:
        decided = game.decide(state, seat, command, no_die)
    except DieAsked:
        return None
    if isinstance(decided, Decided) and any(game.bars_undo(event) for event in decided):
        return None
    return decided


def try_next(game: Game[Any, Any], trial: Trial, seat: str, viewpoint: str, drafted: Drafted) -> Trial:
    """With one more command. One that is refused is left out, and those after it are tried without it."""
    state = trial.state
    if trial.barred:
        return replace(trial, tried=(*trial.tried, Tried(NOT_TRIED, AFTER)))
    if seat not in game.deciders(state):
        return replace(trial, tried=(*trial.tried, Tried(NOT_TRIED, WAITS)))
    if matter_of(drafted.ask) != matter_of(lanes.ask_of(game, state, seat, drafted.command)):
        return replace(trial, tried=(*trial.tried, Tried(NOT_TRIED, ELSEWHERE)))
    found = attempt(game, state, seat, drafted.command)
    if found is None:
        onto = game.onward(state, seat, drafted.command) if isinstance(game, PlansOn) else None
        tried = (*trial.tried, Tried(NOT_TRIED, SETTLES, settles=True, passed=onto is not None, later=trial.later))
        return replace(trial, tried=tried, barred=True) if onto is None else Trial(onto, tried, later=True)
    if isinstance(found, Refusal):
        return replace(trial, tried=(*trial.tried, Tried(REFUSED, found.text, found, later=trial.later)))
    told = (game.narrate(before, event, after, viewpoint) for before, event, after in found.facts(state))
    lines = tuple(line for line in told if line is not None)
    return Trial(found.states[-1], (*trial.tried, Tried(FITS, lines=lines, later=trial.later)), later=trial.later)
