"""§5.5, §14.15 Fortress Surrender Phase."""

from __future__ import annotations

from rules.great_war.facts.fortresses import FortressRolled
from rules.great_war.play import Play
from rules.great_war.position.control import forts
from rules.great_war.position.kut import is_walled, kut
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, SIDES, foe
from rules.great_war.supply.tracing import IN, is_supplied_hex, supply_of
from rules.great_war.units.untried import show_the_fallen

AFTER = "C"
"""§14.15: forts surrender on later strategic turns only."""
SURRENDERS = (4, 5, 6)
INTRINSIC = 1
"""§14.11: the unit that every intact fort has."""


def besieged_forts(state: State) -> tuple[str, ...]:
    """§14.15, §14.15N: the forts on Fortress Supply alone with as many enemy units beside them as units within, or
    more; Kut among them, which has no unit of its own (§14.23, docs/rulings)."""
    board = state.printed.board
    found = [
        board.ids[i]
        for side in SIDES
        for i in forts(state, side)
        # §14.31: the Hindenburg Line gives no Fortress Supply, wherever it was built.
        if board.ids[i] not in state.hindenburg and _cut_off(state, i) and _is_outnumbered(state, i, side, INTRINSIC)
    ]
    found += [board.ids[i] for i in kut(board) if _kut_may_fall(state, i)]
    return tuple(sorted(found))


def _cut_off(state: State, i: int) -> bool:
    board = state.printed.board
    if is_supplied_hex(state, board.country[i], i):
        return False
    return all(supply_of(state, u) != IN for u in state.stacks.get(board.ids[i], ()))


def _kut_may_fall(state: State, i: int) -> bool:
    """§14.21, §14.23: besieged, or cut off; nobody surrenders in an empty one."""
    units = state.stacks.get(state.printed.board.ids[i], ())
    if not units or not is_walled(state, i, state.side(units[0])):
        return False
    return all(supply_of(state, u) != IN for u in units) and _is_outnumbered(state, i, ALLIED, 0)


def _is_outnumbered(state: State, i: int, side: str, intrinsic: int) -> bool:
    board = state.printed.board
    within = len(state.stacks.get(board.ids[i], ())) + intrinsic
    around = (board.ids[n] for n in board.lines[i])
    beside = sum(len(state.stacks[h]) for h in around if state.holder(h) == foe(side))
    return beside >= within


def roll_fortresses(play: Play, _: object) -> None:
    """§14.15: a die for each; on a four, five or six all within are destroyed. §15.83: Armenians among them lie in the
    dead pile with their strength up."""
    if play.state.strategic_state.turn <= AFTER:
        return
    for hex_ in besieged_forts(play.state):
        draw, die = play.next_die()
        units = play.state.stacks.get(hex_, ())
        play.emit(FortressRolled(hex_, units, die in SURRENDERS, draw, die))
        if die in SURRENDERS:
            show_the_fallen(play, units)
