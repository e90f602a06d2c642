"""Positions of a strategic turn, and single rules of it played on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.great_war.facts import Event
from rules.great_war.play import Play
from rules.great_war.position.state import AVAILABLE, DEAD, State
from rules.kernel.fast_replace import replace
from tests.games.chance import Dice
from tests.games.great_war.kit import before_set_up, position


def strategic(
    letter: str,
    stacks: Mapping[str, str] | None = None,
    key: str = "income",
    strategic_state: Any = None,
    **fields: Any,
) -> State:
    """The strategic turn of that letter in a game of 1915, with nobody on the map but these units."""
    turns = before_set_up().printed.charts.turns
    state = position(stacks or {}, key, turn=next(t.number for t in turns if t.then == letter), **fields)
    return replace(
        state,
        strategic=letter,
        strategic_state=replace(state.strategic_state, **{"turn": letter, **(strategic_state or {})}),
    )


def played(rule: Callable[[Play, Any], Any], state: State, *dice: int) -> tuple[State, list[Event]]:
    """The state after a rule, and its facts. All the dice must be rolled."""
    box = Dice(dice)
    play = Play(state, box)
    rule(play, state.phase)
    assert not box.left, f"not rolled: {box.left}"
    return play.state, [*play.events]


def put(state: State, box: str, *units: str, back: bool = False) -> State:
    """These units in a box."""
    there = {u: state.units[u]._replace(at=box, back=back) for u in units}
    return replace(state, units={**state.units, **there})


def buried(state: State, *units: str, back: bool = False) -> State:
    """These units in the dead pile."""
    return put(state, DEAD, *units, back=back)


def boxed(state: State, *units: str) -> State:
    """These units in the Available Units Box."""
    return put(state, AVAILABLE, *units)


def holding(state: State, *chits: str) -> State:
    """These chits in play on their sides."""
    places = {name: dict(there) for name, there in state.chits.items()}
    for chit in chits:
        there = places[f"{state.printed.chits.events[chit].side}.play"]
        there[chit] = there.get(chit, 0) + 1
    return replace(state, chits=places)


def without(state: State, *chits: str) -> State:
    """None of these chits in play."""
    places = {name: {c: n for c, n in there.items() if c not in chits} for name, there in state.chits.items()}
    return replace(state, chits=places)
