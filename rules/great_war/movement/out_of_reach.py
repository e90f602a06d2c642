"""§8.1 to §8.4: a path as it was sent, step by step, and why a group cannot go where it does not reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.great_war.movement.eligibility import HELD_UP
from rules.great_war.movement.reach import (
    Group,
    Ways,
    enemy_hexes,
    not_for_reds,
    obstacles,
    passable_steps,
    why_not_over_holland,
)
from rules.great_war.position import control
from rules.great_war.position.control import barred_hexes, beside_enemy, closed_hexes
from rules.great_war.position.state import State
from rules.great_war.restrictions.event_bans import TYPHUS, cut_off, halts
from rules.great_war.restrictions.national import off_limits_of, over_cap, why_off_limits
from rules.great_war.restrictions.shut_land import why_shut
from rules.hexes.marching import steps_along
from rules.kernel.messages import Refusal, Refused

AMONG_OTHERS = Refusal("stands-alone", "15.93", "The Red Army neither joins other Allied units nor moves through them.")
UNFED = Refusal("unsupplied", "8.26", "The units would be out of supply there.")
ON_ICE = Refusal("on-ice", "8.34", "Units cannot end their move on a frozen lake.")
TOO_FAR = Refusal("too-far", "8.21", "Not enough MP.")


def check_path(state: State, group: Group, path: Sequence[str]) -> int:
    """§8.1 to §8.4: the MP of this very path. Refused where it breaks a rule; supply at its end is another check."""
    board, rows = state.printed.board, passable_steps(state, group).rows
    shut, near = obstacles(state, group), beside_enemy(state, group.side)
    spent, touched, ends = 0, False, halts(state, group.side)
    for a, _, b in steps_along(path, board.index[group.at], board.index, board.neighbours, "8.1"):
        if spent and a in ends:
            raise HELD_UP.raised()
        cost = 0 if b in shut else next((cost for c, cost in rows[a] if c == b), 0)
        if not cost:
            raise _entry_refusal(state, group, a, b).raised()
        spent += cost
        touched = touched or b in near
    stranded = why_not_over_holland(state, group, [board.index[h] for h in path])
    if stranded is not None:
        raise stranded.raised()
    most = group.left if touched else group.apart
    if spent > most and not (group.fresh and len(path) == 1):
        raise Refused("too-far", "8.21", f"The move costs {spent} MP and the units have {max(0, most)}.")
    return spent


def not_open(state: State, side: str, b: int) -> Refusal:
    """§17.11, §17.4, §17.31, §6.52, §5.46, §20.2: why a side's units may not move into barred land."""
    shut = why_shut(state, side, b)
    if shut is not None:
        return shut
    if b in control.beside_russians(state):
        text = "The war in Russia is over: no unit may move next to Russian units or forts there."
        return Refusal("at-peace", "5.46", text)
    return Refusal("map-edge", "20.2", "The Allies never enter the hexes at the edge of Germany on this map.")


def _entry_refusal(state: State, group: Group, a: int, b: int) -> Refusal:
    """§8.22, §8.24, §8.32, §17.0: why the group may not go from one hex into the next, MP aside."""
    board = state.printed.board
    if b in enemy_hexes(state, group):
        if b in closed_hexes(state, group.side):
            return Refusal("enemy-there", "8.22", "Enemy combat units or an intact enemy fort are there.")
        return Refusal("enemy-there", "15.63", "Headquarters cannot enter a hex with an enemy headquarters.")
    if b in barred_hexes(state, group.side):
        return not_open(state, group.side, b)
    if b in cut_off(state, board.index[group.at]):
        return TYPHUS
    for area, refusal in over_cap(state, group.units):
        if b in area:
            return refusal
    if b in not_for_reds(state, group.units):
        return AMONG_OTHERS
    if b in off_limits_of(state, group.units):
        return why_off_limits(state, group.units, b)
    if b in board.alpine:
        return Refusal("alpine", "8.32", "Only mountain units may enter alpine hexes.")
    if (never := why_shut(state, group.side, b)) is not None:
        return never
    return Refusal("closed", "8.24", "Units cannot cross the sea, lakes that are not frozen, or the edge of the map.")


def why_not_near(state: State, group: Group, ways: Ways, allowed: Iterable[int]) -> dict[str, Refusal]:
    """Why the group cannot end in each hex beside what it reaches."""
    board, rows, shut = state.printed.board, passable_steps(state, group).rows, obstacles(state, group)
    open_ = {*allowed}
    found: dict[str, Refusal] = {}
    start = board.index[group.at]
    for a in (start, *ways.cost):
        steps = {b for b, _ in rows[a] if b not in shut}
        for b in board.neighbours[a]:
            if b < 0 or b == start or b in open_ or board.ids[b] in found:
                continue
            if b not in steps:
                found[board.ids[b]] = _entry_refusal(state, group, a, b)
            elif b in ways.cost:
                found[board.ids[b]] = why_not_over_holland(state, group, ways.way(b)) or (
                    UNFED if board.land[b] else ON_ICE
                )
            else:
                found[board.ids[b]] = TOO_FAR
    return dict(sorted(found.items()))
