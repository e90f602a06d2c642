"""§8.0 Operational movement: its orders, which units may still move, and how the phase ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.great_war.facts.movement import HeadquartersDepleted, UnitsMoved
from rules.great_war.facts.near_east_events import UnitsStopped
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.movement.allowance import wears_out
from rules.great_war.movement.eligibility import check_may_move, out_of_place, why_not_move
from rules.great_war.movement.marker import PLACE_MARKER
from rules.great_war.movement.out_of_reach import ON_ICE, UNFED, check_path, why_not_near
from rules.great_war.movement.reach import (
    Group,
    can_step,
    ends_of,
    feeds_after,
    goes_nowhere,
    group_of,
    no_dice,
    random_way,
    ways_of,
)
from rules.great_war.play import NO_UNITS, Play, own, place_name
from rules.great_war.position.control import beside_enemy
from rules.great_war.position.state import State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import CENTRAL, SIDES, foe
from rules.great_war.printed.theatre_names import theatre_in_text
from rules.great_war.restrictions.after_surrender import what_is_lost
from rules.great_war.restrictions.civil_war import why_not_stacked
from rules.great_war.restrictions.event_bans import halts
from rules.great_war.restrictions.national import MAX_AUSTRIAN_UNITS, too_far_north
from rules.great_war.stacking import GIVE_UP, crowded_hexes, is_mixed
from rules.hexes import marching
from rules.hexes.marching import Ables, Marches, movers_among, reasons_among, who_may_move
from rules.kernel.kept import kept
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

ALONE_ONE_IN = 3
"""Programs at random move one unit alone in that many moves; in the others the rest of its hex comes along."""
WALKS, LISTED = 4, 10
"""The ways that they try out, and in one of how many moves they do not: there any end is as likely as another."""
HEXES_TRIED = 30
"""The hexes that they look into for units that have somewhere to go."""


# --- who moves where (§4.21, §8.11) -----------------------------------------------------------------------------------


def movers(state: State, frame: object) -> tuple[Ask, ...]:
    """§8.11: both sides at once, each in its theatre, the western first; until each has ended its moves."""
    phase, played = state.phase, state.printed.variant.theatres
    western = mover_in(state, WEST, phase.key)
    return tuple(ask for ask in _ASKS[western] if ask.seat not in phase.done and ask.scope in played)


_ASKS = {side: (Ask(side, WEST, serial=""), Ask(foe(side), EAST, serial="")) for side in SIDES}
"""By the side that moves in the west: the other moves in the east at the same time."""


# --- moving -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Movers(SomeOf):
    """Units of one hex that move together."""

    state: State = field(kw_only=True)
    seat: str = field(kw_only=True)
    theatre: str = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them, or all that can go with it, if there is somewhere to go."""
        state = self.state
        for _ in range(HEXES_TRIED):
            hex_ = state.hexes[rng.randrange(len(state.hexes))]
            able = _able_in(state, hex_, self.seat, self.theatre)
            group = self._some_of(able, rng) if able else None
            if group is not None:
                return group
        # Few are left that may move: now all of them are looked for.
        mine = [found.movers for found in _may_move(state, self.seat, self.theatre).values() if found.movers]
        for _ in range(min(HEXES_TRIED, len(mine))):
            group = self._some_of(mine[rng.randrange(len(mine))], rng)
            if group is not None:
                return group
        return None

    def _some_of(self, able: tuple[str, ...], rng: Rng) -> list[Json] | None:
        """One of these units of a hex, or all that can go with it; None if these can go nowhere."""
        units = self.state.units
        unit = able[rng.randrange(len(able))]
        alike = [u for u in able if units[u].began == units[unit].began] if rng.randrange(ALONE_ONE_IN) else [unit]
        group = group_of(self.state, alike, self.seat, self.theatre)
        return None if not can_step(self.state, group) and goes_nowhere(self.state, group) else [*alike]


def may_move(state: State, unit: str, theatre: str) -> bool:
    """§8.11: whether a unit can be told to move now."""
    return why_not_move(state, unit, theatre) is None


def _able_in(state: State, hex_: str, side: str, theatre: str) -> tuple[str, ...]:
    """§8.11: the units of a side that can still move out of an occupied hex of a theatre."""
    units, board = state.stacks[hex_], state.printed.board
    if state.side(units[0]) != side or (hex_ in board.index and board.theatre[board.index[hex_]] != theatre):
        return ()
    return tuple(u for u in units if may_move(state, u, theatre))


@kept
def _may_move(state: State, side: str, theatre: str) -> Ables:
    """By occupied hex what is said of a side's units in a theatre."""
    board = state.printed.board

    def judge(hex_: str, units: tuple[str, ...]) -> tuple[str, ...]:
        return units if state.side(units[0]) == side and board.theatre[board.index[hex_]] == theatre else ()

    gone = (state.strategic_state.collapsed, state.strategic_state.treaty, state.devastating)
    whole = (state.phase.key, state.sides, state.frozen, gone, state.turn, theatre)
    return who_may_move(
        state, board.ids, ("may-move", side), judge, lambda unit: why_not_move(state, unit, theatre),
        marks=(beside_enemy(state, side), out_of_place(state, side)), whole=whole,
    )  # fmt: skip


@kept
def able(state: State, side: str, theatre: str) -> tuple[str, ...]:
    """§8.11: the units of a side that can still move in a theatre, by hex."""
    return movers_among(_may_move(state, side, theatre))


def _movers(at: At[State], _: Choices) -> Movers:
    """§8.16: which units may still move."""
    why = own(at, lambda state, unit: check_may_move(state, unit, at.scope))
    fit = Fitting(lambda: able(at.state, at.seat, at.scope), why, fit=True)
    return Movers(fit, why=why, wrong_number=NO_UNITS, state=at.state, seat=at.seat, theatre=at.scope)


@kept
def check_march(state: State, group: Group, path: tuple[str, ...]) -> int:
    """§8.1, §8.26, §8.34: the MP of a whole march. Refused where it breaks a rule, ends on a lake, or leaves its units
    out of supply."""
    cost = check_path(state, group, path)
    board = state.printed.board
    if not board.land[board.index[path[-1]]]:
        raise ON_ICE.raised()
    if not feeds_after(state, group, [board.index[h] for h in path]):
        raise UNFED.raised()
    return cost


@kept
def _try_march(state: State, group: Group, path: tuple[str, ...]) -> Play:
    """§8.1: the march played out on a copy, so that supply can be judged afterwards. Kept with the position, where the
    same order is often judged more than once."""
    trial = Play(state, no_dice)
    _carry(trial, group, path, check_march(state, group, path))
    return trial


def _ways(at: At[State], chosen: Choices) -> Marches:
    """§8.1 to §8.4: where the units may go."""
    state, group = at.state, group_of(at.state, chosen.names("units"), at.seat, at.scope)
    ids = state.printed.board.ids

    def check(path: tuple[str, ...]) -> None:
        if path[-1] == group.at:
            raise Refused("no-move", "8.1", "The move ends where it began.")
        check_march(state, group, path)

    def ends() -> Mapping[str, marching.March]:
        found = sorted(ends_of(state, group, ways_of(state, group)), key=lambda end: ids[end[0]])
        return {ids[i]: marching.March([ids[j] for j in march.way], march.cost) for i, march in found}

    def why_not_there(ends: Mapping[str, object]) -> Mapping[str, Refusal]:
        index = state.printed.board.index
        return why_not_near(state, group, ways_of(state, group), [index[hex_] for hex_ in ends])

    return Marches(
        check, ends, why_not_there, lambda rng: _some_way(state, group, rng), lambda: goes_nowhere(state, group)
    )


def _some_way(state: State, group: Group, rng: Rng) -> Sequence[str]:
    """A way at random, two times in three as far as the enemy; now and then one of those shown."""
    ids, to_enemy = state.printed.board.ids, rng.randrange(3) > 0
    path = random_way(state, group, rng, WALKS, to_enemy=to_enemy) if rng.randrange(LISTED) else ()
    if not path:
        ends = [*ends_of(state, group, ways_of(state, group))]
        path = ends[rng.randrange(len(ends))][1].way if ends else ()
    return [ids[i] for i in path]


def move(play: Play, at: At[State], chosen: Choices) -> None:
    """§8.1, §8.14: move units of one hex along a path; headquarters that went too far are depleted."""
    path = chosen.names("path")
    group = group_of(play.state, chosen.names("units"), at.seat, at.scope)
    play.adopt(_try_march(play.state, group, path))
    worn = tuple(
        u
        for u in group.units
        if wears_out(play.state, u)
        and play.state.units[u].spent > play.state.face(u).ma
        and not play.state.units[u].back
    )
    if worn:
        play.emit(HeadquartersDepleted(worn))
    if play.state.printed.board.index[path[-1]] in halts(play.state, at.seat):
        play.emit(UnitsStopped(group.units))


def _carry(play: Play, group: Group, path: Sequence[str], cost: int) -> None:
    board, near = play.state.printed.board, beside_enemy(play.state, group.side)
    touched = any(board.index[h] in near for h in path)
    riders = tuple(u for u in group.units if touched and play.state.counter(u).kind == "cavalry")
    play.overrun(path, group.side)
    play.emit(UnitsMoved(group.side, group.units, (group.at, *path), cost, riders))
    play.take(path, group.side, group.units)


def last_to_leave(at: At[State], chosen: Choices) -> str:
    """§16.62C: what is lost when these units go; empty for nothing."""
    return what_is_lost(at.state, chosen.names("units"))


MOVE: Order[State] = Order(
    "move", "Move", "8.1", move,
    (Slot("units", "units", _movers, "Choose units to move"),
     Slot("path", "path", _ways, "Choose where they go", grave=last_to_leave)),
    weight=60,
)  # fmt: skip


# --- the end of the phase ---------------------------------------------------------------------------------------------


def _why_crowded(at: At[State]) -> Refusal | None:
    """§8.23: no phase ends in violation of the limits."""
    return why_not_end_movement(at, lambda _: True)


def why_not_end_movement(at: At[State], mine: Callable[[str], bool]) -> Refusal | None:
    """§8.23, §17.31: what units must still do before the phase ends: those of one of several commanders, or all."""
    stacks = at.state.stacks
    found = [h for h in crowded_hexes(at.state, at.seat) if must_part(at, h) and any(mine(u) for u in stacks[h])]
    if not found:
        held = at.seat == CENTRAL and at.scope == EAST and any(mine(u) for u in too_far_north(at.state))
        return GO_SOUTH if held and _can_go_south(at.state) else None
    where = place_name(at.state, found[0])
    if is_mixed(at.state, stacks[found[0]]):
        return Refusal(
            "stands-alone",
            "16.11",
            f"Units of a collapsed nation cannot stack with any others: separate them in {where}.",
        )
    if why_not_stacked(at.state, stacks[found[0]]) is not None:
        text = f"Civil war in Russia: no two Russian units may be in one hex. Separate them in {where}."
        return Refusal("civil-war", "6.48", text)
    return Refusal("overstacked", "8.23", f"Too many units in {where}: move or eliminate some.")


GO_SOUTH = Refusal(
    "go-south", "17.31", "Only four Austro-Hungarian units may stay north of row 48: move others south if they can go."
)


def _can_go_south(state: State) -> bool:
    """§17.31: whether more than four Austrians of the north have not gone south in this phase, and one of them still
    can: end its move in a row further south than it began."""
    board, rows = state.printed.board, {}
    for unit in too_far_north(state):
        now = state.units[unit]
        row = board.row[board.index[now.began or now.at]]
        if board.row[board.index[now.at]] >= row:
            rows[unit] = row
    if len(rows) <= MAX_AUSTRIAN_UNITS:
        return False
    for unit, row in rows.items():
        if not may_move(state, unit, EAST):
            continue
        group = group_of(state, [unit], CENTRAL, EAST)
        if any(board.row[i] < row for i, _ in ends_of(state, group, ways_of(state, group))):
            return True
    return False


def must_part(at: At[State], hex_: str) -> bool:
    """§16.11: stacks with units of a collapsed nation part at the first opportunity: when some of them can go."""
    state, units = at.state, at.state.stacks[hex_]
    if not is_mixed(state, units):
        return True
    if any(state.units[u].began for u in units):
        return True
    able = [u for u in units if may_move(state, u, at.scope)]
    return any(not goes_nowhere(state, group_of(state, [u], at.seat, at.scope)) for u in able)


def end_movement(play: Play, at: At[State], _: Choices) -> None:
    """§8.11: the side has moved what it wants to move."""
    play.emit(StepEnded(at.seat, play.state.phase.key))


END: Order[State] = Order(
    "end_phase", "Done moving", "8.11", end_movement, when=_why_crowded, greyed=True, weight=2,
    hand=lambda _: {"slots": [], "warns": True},
)  # fmt: skip
ORDERS = (MOVE, PLACE_MARKER, GIVE_UP, END)


TAP = "Tap a stack, then where it goes."


def words(at: At[State]) -> tuple[str, str]:
    """§4.21: where the side moves, and that the other moves elsewhere at the same time, as long as it does."""
    other, variant = EAST if at.scope == WEST else WEST, at.state.printed.variant
    if other not in variant.theatres:
        return "Move your units", TAP
    here, there = (theatre_in_text(variant, theatre) for theatre in (at.scope, other))
    phase = at.state.phase
    moves_too = mover_in(at.state, other, phase.key) not in phase.done
    return f"Move your units in {here}", f"Your opponent moves in {there}." if moves_too else TAP


def why_not(at: At[State]) -> JsonObject:
    """§8.11: why the other units in the theatre may not move."""
    return reasons_among(at.state, ("may-move", at.seat), _may_move(at.state, at.seat, at.scope))
