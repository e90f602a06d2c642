"""§3.13, decisions/0053: the commands that a side is divided into: its theatres, and in the combined game the Near East
for itself, since three commanders may share a side there.

What is in no command is the staff's. In the combined game the boxes beside the maps of the Near East are a command too.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.great_war.position.boxes import FRONTS_THERE
from rules.great_war.position.control import occupied_hexes
from rules.great_war.position.state import (
    ARABIA,
    AVAILABLE_THERE,
    DEAD_THERE,
    RESERVE,
    TRANSFER,
    TRANSIT,
    State,
)
from rules.great_war.printed.fronts import EAST, THEATRES, WEST, Front
from rules.great_war.printed.plans import PrintedGame
from rules.great_war.printed.variants import Variant
from rules.great_war.restrictions.before_november import stands_still
from rules.kernel.kept import kept
from rules.kernel.teams.commands import STAFF

IN_EGYPT, IN_THE_EAST = "egypt", "caucasus-iraq"
BESIDE = "near-east-boxes"
"""Those who lie in the boxes of the Near East."""
THERE: Mapping[str, str] = {WEST: IN_EGYPT, EAST: IN_THE_EAST}
"""§3.13: by theatre the command of its fronts in the Near East."""
NEAR_EAST = frozenset({*THERE.values(), BESIDE})
BOXES_THERE = frozenset({AVAILABLE_THERE, DEAD_THERE, TRANSIT, TRANSFER, ARABIA, RESERVE})
UNDER_WAY = (TRANSIT, TRANSFER, ARABIA)
"""§9.14, §9.16, §9.24: the boxes that trains leave."""


def commands(state: State) -> tuple[str, ...]:
    """All that there are in a variant."""
    return (*THEATRES, STAFF, *sorted(NEAR_EAST)) if state.printed.variant.combined else (*THEATRES, STAFF)


def command_at(state: State, at: str) -> str:
    """§3.13: the command of a hex or a box."""
    board = state.printed.board
    if state.printed.variant.combined and at in BOXES_THERE:
        return BESIDE
    here = board.index.get(at)
    front = "" if here is None else board.front[here]
    return command_of_front(state.printed, front) if front else STAFF


def command_of_front(printed: PrintedGame, front: str) -> str:
    """§3.13: the command of a front."""
    return command_in(printed.variant, printed.board.fronts[front])


def command_in(variant: Variant, front: Front) -> str:
    """§3.13: the command of a front of a variant."""
    return THERE[front.theatre] if variant.combined and front.id in FRONTS_THERE else front.theatre


def at_command_in(state: State, side: str, theatre: str) -> frozenset[str]:
    """§4.21, §19.62: the commands that a side moves or attacks with in a theatre. That of the Near East is asked only
    while the side has units on its fronts and there is war; everyone sees both."""
    if not state.printed.variant.combined or stands_still(state, side) or THERE[theatre] not in _present(state, side):
        return frozenset({theatre})
    return frozenset({theatre, THERE[theatre]})


def on_rails(state: State, side: str) -> frozenset[str]:
    """§9.0: the commands with units that trains and ships might carry: a commander with nobody to send has nothing to
    end either. Everyone sees whether a hex is held, and who lies in the boxes."""
    held = _present(state, side)
    if any(state.side(unit) == side for box in UNDER_WAY for unit in state.boxes[box]):
        held |= {command_at(state, TRANSIT)} - {STAFF}
    if stands_still(state, side):
        held -= NEAR_EAST
    return held or frozenset(THEATRES)


@kept
def _present(state: State, side: str) -> frozenset[str]:
    """The commands on whose fronts a side has units."""
    occupied, board = occupied_hexes(state, side), state.printed.board
    return frozenset(
        command_of_front(state.printed, f) for f in board.fronts if not occupied.isdisjoint(board.by_front[f])
    )
