"""Positions of the campaign for tests of its political rules."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State, War
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.table import DIE, deployed


def before_arrivals(turn: str, side: str, state: State | None = None, **options: str) -> State:
    """The campaign as a side's Reinforcement Phase of a turn is about to begin; armies stand as in August 1914."""
    state = deployed("campaign") if state is None else state
    number = state.printed.turns[turn].number
    after = replace(state, turn=number, used={}, cursor=(PhaseFrame(f"{side}.arrivals"),))
    return follow(state, replace(after, options={**state.options, **options}))


def settled(state: State, dice: Iterable[int] = ()) -> State:
    """What follows by itself."""
    faces = iter(dice)
    play = Play(state, lambda _, __: next(faces, DIE))
    ENGINE.settle(play)
    return play.state


def arriving(turn: str, side: str, state: State | None = None, dice: Iterable[int] = (), **options: str) -> State:
    """The campaign in a side's Reinforcement Phase of a turn, as far as it goes by itself."""
    return settled(before_arrivals(turn, side, state, **options), dice)


def held(state: State, side: str, *hexes: str) -> State:
    """The position with these hexes in the hands of a side."""
    return follow(state, replace(state, control={**state.control, **dict.fromkeys(hexes, side)}))


def in_the_war(state: State, **sides: str) -> State:
    """The position with more countries at war, by side, none of their units on the map."""
    return follow(state, replace(state, wars={**state.wars, **{n: War(side, 1) for n, side in sides.items()}}))
