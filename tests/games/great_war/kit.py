"""Positions of the Great War on the printed boards, and a table to play them on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from rules.great_war.facts import Event
from rules.great_war.game import GAME
from rules.great_war.position.chit_state import ChitState
from rules.great_war.position.state import LATER, PhaseFrame, State, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT, LOT
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.great_war.setup.opening import opening_position
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from tests.games.chance import Dice

FAIR = {"west": "fair", "east": "fair"}
PLACES = PLANS[AUGUST_1914].variant("europe").places
"""The hexes that rules name."""


@cache
def before_set_up(scenario: str = "1915") -> State:
    """A scenario before its first decision."""
    return opening_position(scenario, AUGUST_1914, LOT)


@cache
def set_up() -> State:
    """May 1915 with both sides set up in one click each, before the Allied new units."""
    state = told(before_set_up(), ALLIED, "deal", lots(before_set_up()))
    for seat, kind in ((ALLIED, "end_phase"), (CENTRAL, "deal"), (CENTRAL, "end_phase")):
        state = told(state, seat, kind)
    return state


def lots(state: State, die: int = 1) -> Dice:
    """Dice for the lots of 1915: nineteen Russian units are not set up."""
    return Dice([die] * 19)


def position(stacks: Mapping[str, str], key: str = FIRST_MOVEMENT, **fields: Any) -> State:
    """A turn of May 1915 with nobody on the map but these units: hex to ids, the top first.

    ``fields`` are other fields of the state; Italy is at war and free to move, and nobody has typhus.
    """
    start = before_set_up()
    units = {u: UnitState(LATER) for u in start.units}
    at: dict[str, tuple[str, ...]] = {}
    for hex_, names in stacks.items():
        at[hex_] = tuple(name.removesuffix("*") for name in names.split())
        for name in names.split():
            units[name.removesuffix("*")] = UnitState(hex_, back=name.endswith("*"))
    # §11.33: a landing hex that nobody is in would be abandoned with the first command.
    landings = start.landings & at.keys()
    given: dict[str, Any] = {
        "weather": FAIR,
        "frozen": frozenset(),
        "chit_state": ChitState(),
        "landings": landings,
        **fields,
    }
    return replace(start, units=units, stacks=at, groups={}, cursor=(PhaseFrame(key),), **given)


def belgian_antwerp() -> dict[str, Any]:
    """Fields of a position in which Antwerp is still Belgian, with the hexes round it, and its fort whole."""
    start = before_set_up()
    board = start.printed.board
    belgian = {board.ids[i] for mark in ("A", "A+") for i in board.marked[mark]}
    whole = {"destroyed": start.destroyed - {PLACES.antwerp}, "spoiled": start.spoiled - {PLACES.antwerp}}
    return {"taken": start.taken - belgian, **whole}


def answer(state: State, seat: str, kind: str, dice: Dice | None = None, **arguments: Any) -> Any:
    """What ``decide`` says to a command. All the dice given must be rolled."""
    box = dice or Dice(())
    found = GAME.decide(state, seat, {"kind": kind, **arguments}, box)
    assert not box.left, f"not rolled: {box.left}"
    return found


def told(state: State, seat: str, kind: str, dice: Dice | None = None, **arguments: Any) -> State:
    """The state after a command that must be taken."""
    return told_with(state, seat, kind, dice, **arguments)[0]


def told_with(
    state: State, seat: str, kind: str, dice: Dice | None = None, **arguments: Any
) -> tuple[State, Sequence[Event]]:
    """The state after a command that must be taken, and its facts."""
    found = answer(state, seat, kind, dice, **arguments)
    assert not isinstance(found, Refusal), found
    after: State = found.states[-1]
    return after, found.events


def refused(state: State, seat: str, kind: str, **arguments: Any) -> Refusal:
    """The refusal of a command that must not be taken, and not because its test misspells an argument."""
    found = answer(state, seat, kind, **arguments)
    assert isinstance(found, Refusal), found.events
    assert not found.text.startswith("This command takes"), found
    return found


def moved(state: State, seat: str, units: str, path: str) -> State:
    """The state after a move that must be taken."""
    return told(state, seat, "move", units=units.split(), path=path.split())


def not_moved(state: State, seat: str, units: str, path: str) -> Refusal:
    """The refusal of a move."""
    return refused(state, seat, "move", units=units.split(), path=path.split())


def ways(state: State, seat: str, units: str) -> JsonObject:
    """Where these units are offered to go: end to cost."""
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": units.split()}}
    found = GAME.consult(state, seat, asked)
    assert not isinstance(found, Refusal), found
    costs: JsonObject = found["options"]["costs"]  # type: ignore[index, call-overload, assignment]
    return costs


def at(state: State, unit: str) -> str:
    """Where a unit is."""
    return state.units[unit].at


def at_random(state: State, rng: Random) -> tuple[State, JsonObject]:
    """A random command of a random side, and what becomes of it: every command that is offered must be taken."""
    deciders = GAME.deciders(state)
    seat = deciders[rng.randrange(len(deciders))]
    return _given(state, seat, GAME.random_command(state, seat, rng), rng)


def or_enough(state: State, rng: Random) -> tuple[State, JsonObject]:
    """As ``at_random``, but a side that may end its step does so."""
    deciders = GAME.deciders(state)
    seat = deciders[rng.randrange(len(deciders))]
    command = GAME.random_command(state, seat, rng)
    if state.battle is None:
        ending = GAME.decide(state, seat, {"kind": "end_phase"}, lambda draw, sides: 1)
        command = command if isinstance(ending, Refusal) else {"kind": "end_phase"}
    return _given(state, seat, command, rng)


def _given(state: State, seat: str, command: JsonObject, rng: Random) -> tuple[State, JsonObject]:
    answer = GAME.decide(state, seat, command, lambda draw, sides: rng.randrange(sides) + 1)
    assert not isinstance(answer, Refusal), (command, answer)
    return answer.states[-1], command
