"""What can be measured of a match turn by turn, from what a viewpoint was told alone: the lines of its log, its views.

A gauge is never given a state, so a chart can tell nobody more than the log and the board told already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.kernel.messages import JsonObject

Lost = Mapping[str, Mapping[str, int]]
"""By whom, and of which kind, how many."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that a view shows: ``values`` by each side that it is about."""

    title: str
    section: str
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Lead:
    """The side that would win if the match were counted now. ``by``: how many points the other needs for anything
    better; ``at_once``: the most that it can hope to gain in one turn; ``a_turn``: in each turn besides."""

    side: str
    by: int
    at_once: int
    a_turn: int


def _nothing(_: JsonObject) -> None:
    return None


def _none_lost(_: JsonObject) -> Lost:
    return {}


def _no_figures(_: JsonObject) -> tuple[Figure, ...]:
    return ()


def _itself(_: JsonObject, owner: str) -> str:
    return owner


@dataclass(frozen=True, slots=True)
class Gauge:
    """How a game is measured; one that says nothing is not.

    ``turn(line)``: the turn that a line of the log opens, or None. ``standing(view)``: always the same figures in the
    same order. ``lost(line)``: what a line tells to be lost, by owner and kind, and ``side(view, owner)`` the side
    of an owner. ``dice``: the sides of the dice that are thrown; what has another number of sides is a lot and says
    nothing of anyone's luck. ``fight(line)``: place and name of a battle that a line begins, both empty where it
    ends, or None. ``ahead(view)``: the side that would win if the match were counted now, empty for nobody; None where
    what is shown does not say. ``lead(view)``: the same with its margin, None where nobody leads or it cannot be told.
    """

    turn: Callable[[JsonObject], int | None] = _nothing
    standing: Callable[[JsonObject], tuple[Figure, ...]] = _no_figures
    lost: Callable[[JsonObject], Lost] = _none_lost
    losses: tuple[str, str] = ("Losses", "")
    """What is counted by ``lost``, and its section."""
    side: Callable[[JsonObject, str], str] = _itself
    fight: Callable[[JsonObject], tuple[str, str] | None] = _nothing
    dice: tuple[int, ...] = (6,)
    ahead: Callable[[JsonObject], str | None] = _nothing
    lead: Callable[[JsonObject], Lead | None] = _nothing


UNMEASURED = Gauge()


def is_late(view: JsonObject) -> bool:
    """Whether half of the scenario's turns are over: before, points say little."""
    turn, turns = view.get("turn"), view.get("turns")
    if not isinstance(turn, int) or not isinstance(turns, int):
        return False
    over = first_turn(view) - 1
    return 2 * (turn - over) > turns - over


def first_turn(view: JsonObject) -> int:
    """The number of the scenario's first turn: the first of all where a view says nothing of it."""
    first = view.get("first_turn")
    return first if isinstance(first, int) else 1


def is_lost(view: JsonObject, side: str, gauge: Gauge) -> bool:
    """Whether a side has lost by what a view shows: too little time is left to make up for the other's lead."""
    lead, turn, turns = gauge.lead(view), view.get("turn"), view.get("turns")
    if lead is None or lead.side == side or not isinstance(turn, int) or not isinstance(turns, int):
        return False
    return lead.by > lead.at_once + lead.a_turn * (turns - turn)
