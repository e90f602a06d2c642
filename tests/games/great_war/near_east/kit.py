"""Positions of the Near East alone, reached by commands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from rules.great_war.game import GAME, start_match
from rules.great_war.movement.reach import no_dice
from rules.great_war.play import Play
from rules.great_war.position.changes import relocate
from rules.great_war.position.state import LATER, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import LEAVING
from rules.great_war.printed.plans import AUGUST_1914
from rules.kernel.messages import Refusal
from tests.games.great_war.kit import told

MAY_1915 = "near-east-1915"


@cache
def before_set_up(scenario: str = MAY_1915) -> State:
    """A beginning, May 1915 if none is named, before its first decision."""
    return start_match(scenario, AUGUST_1914)


@cache
def set_up(scenario: str = MAY_1915) -> State:
    """The same with both sides set up in one click each."""
    state = before_set_up(scenario)
    for kind in ("deal", "end_phase"):
        state = told(state, ALLIED, kind)
    state = sent_west(state)
    for kind in ("deal", "end_phase"):
        state = told(state, CENTRAL, kind)
    return state


def sent_west(state: State) -> State:
    """§21.63: in January 1918 the first of those that may be named leave for the west."""
    while state.phase.key == LEAVING:
        state = told(state, ALLIED, "withdraw", unit=named(state)[0])
    return state


def named(state: State) -> list[str]:
    """§21.63: the units that may be named to leave."""
    offers: Any = GAME.legal(state, ALLIED)["offers"]
    found: list[str] = next(offer for offer in offers if offer["kind"] == "withdraw")["slots"][0]["options"]["of"]
    return found


@cache
def to_movement() -> State:
    """The first movement of May 1915, in which nobody has moved yet."""
    state = set_up()
    for seat in (ALLIED, CENTRAL):
        state = told(state, seat, "end_phase")
    return state


def placed(state: State, stacks: dict[str, str]) -> State:
    """These units, hex by hex, where they are said to stand: each has entered its hex, with all that this brings."""
    for hex_, names in stacks.items():
        units = names.split()
        play = Play(relocate(state, units, LATER), no_dice)
        play.enter([hex_], state.side(units[0]))
        state = relocate(play.state, units, hex_)
    return state


def until(state: State, key: str) -> State:
    """The step of that key, with nothing done before by either side; every die is a one."""
    while state.phase.key != key:
        state = ended(state)
    return state


def ended(state: State) -> State:
    """One side has ended its step; every die is a one."""
    found = GAME.decide(state, GAME.deciders(state)[0], {"kind": "end_phase"}, lambda draw, sides: 1)
    assert not isinstance(found, Refusal), found
    after: State = found.states[-1]
    return after


@cache
def to_trains() -> State:
    """The Central Powers' strategic movement of May 1915; nobody has moved."""
    return until(to_movement(), "central.rail")


def stood(state: State) -> Counter[tuple[str, str]]:
    """Units on the map by front and nation."""
    board = state.printed.board
    units = (u for side in (ALLIED, CENTRAL) for u in state.on_map(side))
    return Counter((board.front[board.index[state.units[u].at]], state.counter(u).nation) for u in units)
