"""§13.81 to §13.84, §18.41, §18.43: why units that retreat may not go to a hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.empires_alliances.attacks.targets import enemy_fort_in
from rules.empires_alliances.position.control import is_neutral
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.restrictions.ban import TO_RETREAT
from rules.empires_alliances.restrictions.bans import why_entry_forbidden
from rules.empires_alliances.restrictions.endings import why_not_leave_watch
from rules.empires_alliances.restrictions.western_allies import are_apart
from rules.empires_alliances.stacking import has_room
from rules.empires_alliances.supply.paths import can_pass
from rules.empires_alliances.terrain.zones import ground_unit_hexes, zone
from rules.kernel.messages import Refusal

CODE = "wrong-retreat"
TWO_HEXES = Refusal(CODE, "13.84", "Units retreat one hex, and a second one only where the first has no room.")
"""§13.84: why units do not take another way to a hex where they may end."""


def refused_around(state: State, units: Sequence[str], ends: Mapping[str, object]) -> Mapping[str, Refusal]:
    """§13.81 to §13.84: why units of one hex may not go to each of the hexes beside it that are none of the ends."""
    around = state.board.lattice.around(state.units[units[0]].at)
    return {h: why_not_back(state, units, h) for h in around if state.board.is_hex(h) and h not in ends}


def why_not_back(state: State, units: Sequence[str], hex_: str) -> Refusal:
    """§13.81 to §13.84: why units of one hex do not retreat into another one, which is none of those where they may."""
    from_ = state.units[units[0]].at
    if hex_ not in state.board.lattice.around(from_) or not state.board.is_hex(hex_):
        return Refusal(CODE, "13.81", "Units must retreat to a hex next to their own.")
    return _why_eliminated(state, units, from_, hex_) or _why_another_first(state, units, from_, hex_)


def _why_eliminated(state: State, units: Sequence[str], from_: str, hex_: str) -> Refusal | None:
    """§13.83: why units would be eliminated by going there; None when they would not."""
    board, side = state.board, state.side_of(units[0])
    a, b = board.index(from_), board.index(hex_)
    if b in ground_unit_hexes(state, FOE[side]):
        return Refusal(CODE, "13.83", "Enemy units are there.")
    if enemy_fort_in(state, hex_, side) is not None:
        return Refusal(CODE, "13.651", "An enemy fort is there.")
    if is_neutral(state, b):
        return Refusal(CODE, "13.83", "Units cannot retreat into a neutral country.")
    if (a, b) in board.rail_links:
        return Refusal(CODE, "2.8", "Only trains cross that hexside.")
    if not can_pass(state, a, b):
        return Refusal(CODE, "13.83", "Units cannot retreat across the sea or a lake that is not frozen.")
    if b in zone(state, FOE[side]):
        return Refusal(CODE, "13.83", "It is in an enemy zone of control.")
    return None


def _why_another_first(state: State, units: Sequence[str], from_: str, hex_: str) -> Refusal:
    """§13.82, §13.84, §18.33, §18.41, §18.43: why units go elsewhere first. What comes first in the rulings is told."""
    if not all(has_room(state, hex_, (unit,)) for unit in units):
        return Refusal(CODE, "13.84", "There is no room, and units enter a full hex only where none has room.")
    if not has_room(state, hex_, units):
        return Refusal(CODE, "13.84", "There is not room for all of them: they may split up.")
    closed = (why_entry_forbidden(state, unit, state.board.index(hex_), TO_RETREAT) for unit in units)
    ban = next((refusal for refusal in closed if refusal is not None), None)
    if ban is not None:
        return Refusal(CODE, ban.section, ban.text)
    if are_apart(state, hex_, (*units, *state.stacks.get(hex_, ()))):
        return Refusal(
            CODE, "18.41", "British and French units may retreat into the same hex only if no other hex is left."
        )
    watch = why_not_leave_watch(state, units, hex_)
    if watch is not None:
        return Refusal(CODE, watch.section, watch.text)
    return Refusal(CODE, "13.82", "Their line of supply would be longer there than it is now.")
