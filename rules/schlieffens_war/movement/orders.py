"""§5.3, §10.0 The Movement Phase: its orders, who may still move, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from rules.hexes.marching import Ables, March, Marches, movers_among, reasons_among, who_may_move
from rules.kernel.floods import Reach
from rules.kernel.kept import kept
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, Flag, SomeOf
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot
from rules.kernel.wording import quantity
from rules.schlieffens_war.command import commanded_hexes
from rules.schlieffens_war.facts.movement import ForcedMarchRolled, UnitsMoved
from rules.schlieffens_war.movement.allowance import (
    check_may_move,
    is_tiring,
    left_of,
    marching_is_free,
    why_not_force_march,
    why_not_move,
)
from rules.schlieffens_war.movement.reach import Group, check_path, ends_of, group_of, path_to, reach_of, refused_near
from rules.schlieffens_war.play import (
    NO_UNITS,
    Play,
    close_phase,
    hex_in_play,
    names_offer,
    own,
)
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import NATIONS, foe
from rules.schlieffens_war.stacking import check_may_share, may_share
from rules.schlieffens_war.zoc import zone

GROUPS = 3
"""Programs at random move one unit alone in that many moves; in the others the rest of its hex comes along."""


@dataclass(frozen=True, slots=True)
class Movers(SomeOf):
    """Units of one hex that move together."""

    state: State = field(kw_only=True)
    seat: str = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them, or all that can go with it. They are tried one by one: to list them all would take longer."""
        mine = [u for u in self.state.on_map(self.seat) if self.state.counter(u).is_mobile]
        while mine:
            unit = mine.pop(rng.randrange(len(mine)))
            if self._can_go_on(unit):
                return [*self._with(unit)] if rng.randrange(GROUPS) else [unit]
        return None

    def _can_go_on(self, unit: str) -> bool:
        return self.state.counter(unit).is_mobile and why_not_move(self.state, unit) is None

    def _with(self, unit: str) -> list[str]:
        by_rail = self.state.counter(unit).kind == "depot"
        stack = self.state.stacks[self.state.units[unit].at]
        return [u for u in stack if (self.state.counter(u).kind == "depot") == by_rail and self._can_go_on(u)]


def _movers(at: At[State], _: Choices) -> Movers:
    """§10.0: who may still move. One that has spent its MP is refused with its way, which costs too much."""
    why = own(at, check_may_move)
    movers = Fitting(lambda: movers_of(at.state, at.seat), why, fit=True)
    return Movers(movers, why=why, wrong_number=NO_UNITS, state=at.state, seat=at.seat)


def _ways(at: At[State], chosen: Choices) -> Marches:
    """§10.1 to §10.8: where the units may go."""
    state, group = at.state, group_of(at.state, chosen.names("units"))

    def check(path: tuple[str, ...]) -> None:
        check_path(state, group, [hex_in_play(state, h) for h in path])
        if path[-1] == group.at:
            raise Refused("no-move", "10.1", "The move ends where it began.")
        check_may_share(state, group.units, path[-1])

    @cache
    def reach() -> Reach:
        return reach_of(state, group)

    def ends() -> Mapping[str, March]:
        found = ends_of(state, group, reach()).items()
        return {hex_: March(path_to(state, reach(), i), reach().cost[i]) for hex_, i in found}

    return Marches(
        check=check,
        ends=ends,
        refused=lambda ends: refused_near(state, group, reach(), ends),
        chance=lambda rng: _some_way(state, group, rng),
        nowhere=lambda: not ends_of(state, group, reach()),
    )


def _some_way(state: State, group: Group, rng: Rng) -> Sequence[str] | None:
    """A way to one of the hexes, one time in two to where it meets the enemy, if it can."""
    reach, ids = reach_of(state, group), state.printed.board.lattice.ids
    start = state.printed.board.lattice.index[group.at]
    ends = [i for i in reach.cost if i != start]
    if rng.randrange(2):
        hostile = zone(state, foe(group.side))
        ends = [i for i in ends if i in hostile] or ends
    while ends:
        end = ends.pop(rng.randrange(len(ends)))
        if all(may_share(state, u, ids[end]) for u in group.units):
            return path_to(state, reach, end)
    return None


def _hurry(at: At[State], chosen: Choices) -> Flag:
    """§10.6, §10.7: whether the way needs a forced march, and whether the units may make one."""
    units, state = chosen.names("units"), at.state
    group = group_of(state, units)
    cost = check_path(state, group, chosen.names("path"))
    return Flag(
        refusal=_why_no_forced_march(state, group, cost),
        needed=_too_far(cost, group.left) if cost > group.left else None,
    )


def _too_far(cost: int, most: int) -> Refusal:
    return Refusal("too-far", "10.7", f"The move costs {cost} MP and the units have {most}.")


def _why_no_forced_march(state: State, group: Group, cost: int) -> Refusal | None:
    """§10.6: why a way of that cost is no forced march. All make it or have made it, and one makes it now."""
    refusals = {u: why_not_force_march(state, u) for u in group.units}
    for unit, refusal in refusals.items():
        if refusal is not None and (not state.units[unit].marched or None not in refusals.values()):
            return refusal
    if cost <= group.left:
        return Refusal("needless", "10.6", "The move needs no forced march.")
    return _too_far(cost, group.furthest) if cost > group.furthest else None


def move(play: Play, at: At[State], chosen: Choices) -> None:
    """§10.1, §10.6: move units of one hex along a path, by forced march if asked and needed.

    Of a stack only those march hard whose own MP are less than the way costs.
    """
    units, path = chosen.names("units"), chosen.names("path")
    group = group_of(play.state, units)
    cost = check_path(play.state, group, path)
    marching = tuple(u for u in units if cost > left_of(play.state, u)) if chosen.flag("forced") else ()
    play.emit(UnitsMoved(units, (group.at, *path), cost, marching))
    play.enter(path, at.seat)
    if not marching_is_free(play.state, at.seat):
        for unit in marching:
            draw, die = play.next_die()
            play.emit(ForcedMarchRolled(unit, draw, die, play.state.printed.charts.attrition[die - 1]))


MOVE: Order[State] = Order(
    "move", "Move", "10.1", move,
    (Slot("units", "units", _movers), Slot("path", "path", _ways), Slot("forced", "flag", _hurry)),
    hand=lambda at: names_offer("units", _movers(at, NOTHING_CHOSEN)), weight=116,
)  # fmt: skip


# --- the end of the phase (§5.3) ----------------------------------------------------------------------------------


def end_of_movement(play: Play, at: At[State], chosen: Choices) -> None:
    """§5.3, §9.6, §10.2, §10.6: corps that marched far or hard lose a level, those that stood still gain one."""
    state, side = play.state, at.seat
    tired, rested = [], []
    for unit in state.on_map(side):
        now = state.units[unit]
        if not state.counter(unit).is_corps:
            continue
        if now.spent == 0:
            rested.append(unit)
        elif (now.marched or is_tiring(state, unit, now.spent)) and not marching_is_free(state, side):
            tired.append(unit)
    play.change_morale(tired, -1, "10.2")
    play.change_morale(rested, +1, "10.2")
    close_phase(play, at, chosen)


END: Order[State] = Order(
    "end_phase", "Done moving", "5.0", end_of_movement, greyed=True, weight=3,
    note=lambda at: stacks_unmoved(at.state, at.seat),
    hand=lambda _: {"warns": True},
)  # fmt: skip


# --- who may move -------------------------------------------------------------------------------------------------


@kept
def movers_of(state: State, seat: str) -> tuple[str, ...]:
    """§10.0: the units that may still move, by hex."""
    return movers_among(_may_move(state, seat))


def why_not(at: At[State]) -> JsonObject:
    """§10.0: why the other mobile units may not move."""
    return reasons_among(at.state, ("may-move", at.seat), _may_move(at.state, at.seat))


def stacks_unmoved(state: State, seat: str) -> str:
    """How many hexes hold units of the seat that may still move and have not moved in this phase."""
    return _unmoved(sum(able.waiting for able in _may_move(state, seat).values()))


def stacks_unmoved_of(state: State, seat: str, mine: Callable[[str], bool]) -> str:
    """The same of a commander's own units."""
    able = (unit for able in _may_move(state, seat).values() if able.waiting for unit in able.movers)
    return _unmoved(len({state.units[unit].at for unit in able if mine(unit) and not state.units[unit].spent}))


def _unmoved(stacks: int) -> str:
    return f"{quantity(stacks, 'stack')} unmoved"


def _may_move(state: State, seat: str) -> Ables:
    """By hex what is said of the seat's mobile units."""
    counters = state.printed.counters

    def judged(_: str, units: tuple[str, ...]) -> list[str]:
        return [u for u in units if counters[u].is_mobile] if counters[units[0]].side == seat else []

    command = tuple(commanded_hexes(state, nation) for nation in NATIONS[seat])
    return who_may_move(
        state, state.printed.board.lattice.ids, ("may-move", seat), judged, lambda unit: why_not_move(state, unit),
        marks=(zone(state, foe(seat)), *command), whole=(state.turn,),
    )  # fmt: skip


# --- the question -------------------------------------------------------------------------------------------------


def words(at: At[State]) -> tuple[str, str]:
    """§10.2, §10.6: what the player is asked, and what marching costs this turn."""
    if marching_is_free(at.state, at.seat):
        return "Choose units to move", "On turn 1 your units march without attrition or loss of morale."
    return "Choose units to move", "Up to half of a unit's MA is free; more costs a corps a level of morale."
