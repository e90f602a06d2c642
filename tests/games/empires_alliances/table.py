"""A table of Empires & Alliances for tests: matches that are set up, commands that are taken or refused, dice told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.changes import relocate
from rules.empires_alliances.position.state import State, UnitState
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided, Refusal
from rules.kernel.tracked_dict import with_changes

DUTIES = ("second-army", "plan-17")
DIE = 1
"""What dice show unless a test says otherwise."""


@cache
def opened(scenario: str = "1914") -> State:
    """A match in which nothing is set up."""
    return GAME.new_match(scenario, {})


@cache
def deployed(scenario: str = "1914") -> State:
    """A match of which both sides have set up in one click; its first player segment has begun."""
    state = opened(scenario)
    for seat in ("allied", "central"):
        state = told(told(state, seat, "set_up_all"), seat, "end_set_up")
    return state


def decided(state: State, seat: str, kind: str, dice: Iterable[int] = (), **slots: Any) -> Any:
    """What comes of a command: what was decided, or the refusal. Dice fall as told, and then show ``DIE``."""
    faces = iter(dice)
    return GAME.decide(state, seat, {"kind": kind, **slots}, lambda _, __: next(faces, DIE))


def told(state: State, seat: str, kind: str, dice: Iterable[int] = (), **slots: Any) -> State:
    """The position after a command that is taken."""
    answer = decided(state, seat, kind, dice, **slots)
    assert isinstance(answer, Decided), answer
    for event in answer.events:
        state = GAME.evolve(state, event)
    return state


def refused(state: State, seat: str, kind: str, **slots: Any) -> tuple[str, str]:
    """Code and section of the refusal of a command."""
    answer = decided(state, seat, kind, **slots)
    assert isinstance(answer, Refusal), [event.kind for event in answer.events]
    return answer.code, answer.section


def passed_to(state: State, step: str) -> State:
    """On to a step, whoever is asked before it ending what they are asked about.

    The plans of August that ask for something are dropped: to end its phases one would have to move the Second Army
    (§22.6) and to attack with the French (§22.52).
    """
    state = follow(state, replace(state, options={k: v for k, v in state.options.items() if k not in DUTIES}))
    for _ in range(200):
        if state.phase.step == step:
            return state
        seat = GAME.deciders(state)[0]
        kinds = [offer["kind"] for offer in GAME.legal(state, seat)["offers"]]  # type: ignore[union-attr,index,call-overload]
        state = told(state, seat, next(str(kind) for kind in kinds if str(kind).startswith("end_")))
    raise AssertionError(f"{step} never came")


def empty(state: State) -> State:
    """The same position with nobody on the map."""
    units = with_changes(state.units, {u: UnitState("later") for u in state.units})
    return replace(state, units=units, stacks={})


def sent(state: State, air: Iterable[str], hex_: str) -> State:
    """§16.41: aircraft that were sent against a hex in the Movement Phase."""
    changed = {unit: state.units[unit]._replace(sent=hex_) for unit in air}
    return follow(state, replace(state, units=with_changes(state.units, changed)))


def put(state: State, places: Mapping[str, str], **how: Any) -> State:
    """Units where a test wants them, in a condition."""
    after = state
    for unit, at in places.items():
        after = follow(after, relocate(after, [unit], at))
    changed = {u: after.units[u]._replace(**how) for u in places}
    return follow(after, replace(after, units=with_changes(after.units, changed)))
