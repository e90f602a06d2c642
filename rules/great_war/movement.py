"""§8.0 Operational movement: its orders, who may still move, and how the phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from rules.great_war.allowance import wears_out
from rules.great_war.control import beside_enemy
from rules.great_war.events.movement import HeadquartersDepleted, UnitsMoved
from rules.great_war.events.procedure import StepEnded
from rules.great_war.fronts import EAST, THEATRE_NAMES, WEST
from rules.great_war.keeping import kept
from rules.great_war.marker import PLACE_MARKER
from rules.great_war.nations import CENTRAL, SIDES, foe
from rules.great_war.phases import FIRST_MOVEMENT
from rules.great_war.play import NO_UNITS, Play, own, place_name
from rules.great_war.reach import (
    Group,
    can_step,
    check_may_move,
    check_path,
    ends_of,
    goes_nowhere,
    group_of,
    out_of_place,
    stays_because,
    wandered,
    ways_of,
    why_not_near,
)
from rules.great_war.restrictions import AUSTRIANS, row_of, too_far_north
from rules.great_war.stacking import GIVE_UP, crowded, mixed
from rules.great_war.state import State
from rules.great_war.supply import UNSUPPLIED, supply_of
from rules.hexes.by_hex import by_hex
from rules.kernel import wire
from rules.kernel.altering import Altered, renewed
from rules.kernel.game import Rng
from rules.kernel.memory import Earlier
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Fitting, SomeOf, read_path
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

GROUPS = 3
"""Programs at random move one unit alone in that many moves; in the others the rest of its hex comes along."""
WALKS, LISTED = 4, 10
"""The ways that they try out, and in one of how many moves they do not: there any end is as likely as another."""
HEXES_TRIED = 30
"""The hexes that they look into for units that have somewhere to go."""


# --- who moves where (§4.21, §8.11) -----------------------------------------------------------------------------------


def mover_in(state: State, theatre: str, key: str) -> str:
    """§4.2: the side that moves in a theatre: first by initiative, then the other."""
    first = state.west if theatre == WEST else foe(state.west)
    return first if key == FIRST_MOVEMENT else foe(first)


def theatre_of(state: State, side: str, key: str) -> str:
    """§4.21: where a side moves in a Mutual Movement Phase."""
    return WEST if mover_in(state, WEST, key) == side else EAST


def movers(state: State, frame: object) -> tuple[Ask, ...]:
    """§8.11: both sides at once, each in its theatre, the western first; until each has ended its moves."""
    phase = state.phase
    western = mover_in(state, WEST, phase.key)
    return tuple(ask for ask in _ASKS[western] if ask.seat not in phase.done)


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
        # Few are left who may move: now all of them are looked for.
        mine = [found.able for found in _may_move(state, self.seat, self.theatre).values() if found.able]
        for _ in range(min(HEXES_TRIED, len(mine))):
            group = self._some_of(mine[rng.randrange(len(mine))], rng)
            if group is not None:
                return group
        return None

    def _some_of(self, able: tuple[str, ...], rng: Rng) -> list[Json] | None:
        """One of these units of a hex, or all that can go with it; None if these can go nowhere."""
        units = self.state.units
        unit = able[rng.randrange(len(able))]
        alike = [u for u in able if units[u].began == units[unit].began] if rng.randrange(GROUPS) else [unit]
        group = group_of(self.state, alike, self.seat, self.theatre)
        return None if not can_step(self.state, group) and goes_nowhere(self.state, group) else [*alike]


def may_move(state: State, unit: str, theatre: str) -> bool:
    """§8.11: whether a unit can be told to move now."""
    return stays_because(state, unit, theatre) is None


def _able_in(state: State, hex_: str, side: str, theatre: str) -> tuple[str, ...]:
    """§8.11: the units of a side that can still move out of an occupied hex of a theatre."""
    units, board = state.stacks[hex_], state.printed.board
    if state.side(units[0]) != side or board.theatre[board.index[hex_]] != theatre:
        return ()
    return tuple(u for u in units if may_move(state, u, theatre))


class _MayMove(NamedTuple):
    """What is said of the units of one hex: who may still move, and why others may not."""

    able: tuple[str, ...]
    why: JsonObject


NOT_HERE = _MayMove((), {})


@kept
def _may_move(state: State, side: str, theatre: str) -> dict[str, _MayMove]:
    """By occupied hex."""
    board = state.printed.board

    def make(hex_: str, units: tuple[str, ...]) -> _MayMove:
        if state.side(units[0]) != side or board.theatre[board.index[hex_]] != theatre:
            return NOT_HERE
        refusals = {u: stays_because(state, u, theatre) for u in units}
        why: JsonObject = {u: refusal.json() for u, refusal in refusals.items() if refusal is not None}
        return _MayMove(tuple(u for u, refusal in refusals.items() if refusal is None), why)

    gone = (state.ledger.collapsed, state.ledger.treaty, state.razing)
    whole = (state.phase.key, state.sides, state.frozen, gone, state.turn, theatre)
    marks = (beside_enemy(state, side), out_of_place(state, side))
    return by_hex(state, board.ids, ("may-move", side), make, marks=marks, whole=whole)


@kept
def able(state: State, side: str, theatre: str) -> tuple[str, ...]:
    """§8.11: the units of a side that can still move in a theatre, by hex."""
    return tuple(chain.from_iterable([found.able for found in _may_move(state, side, theatre).values()]))


def _movers(at: At[State], _: Choices) -> Movers:
    """§8.16: who may still move."""
    why = own(at, lambda state, unit: check_may_move(state, unit, at.scope))
    fit = Fitting(lambda: able(at.state, at.seat, at.scope), why, fit=True)
    return Movers(fit, why=why, wrong_number=NO_UNITS, state=at.state, seat=at.seat, theatre=at.scope)


@dataclass(frozen=True, slots=True)
class Marches:
    """§8.1: the ways of a group. Any that keeps the rules is taken; the cheapest to each hex are shown."""

    state: State
    group: Group

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The hexes in turn."""
        path = read_path(raw, section)
        if not path or path[-1] == self.group.at:
            raise Refused("no-move", "8.1", "The move ends where it began.")
        check_end(self.state, self.group, path)
        return path

    def wire(self) -> wire.Path:
        """``{"ways": {end: path}, "costs": {end: cost}, "refused": {end: refusal}}``."""
        ways, ids = ways_of(self.state, self.group), self.state.printed.board.ids
        ends = sorted(ends_of(self.state, self.group, ways), key=lambda i: ids[i])
        refused = why_not_near(self.state, self.group, ways, ends)
        return {
            "ways": {ids[i]: [ids[j] for j in ways.way(i)] for i in ends},
            "costs": {ids[i]: ways.cost[i] for i in ends},
            "refused": {hex_: refusal.shape() for hex_, refusal in refused.items()},
        }

    def pick(self, rng: Rng) -> list[Json] | None:
        """A way at random, two times in three as far as the enemy; now and then one of those shown."""
        state, group, ids = self.state, self.group, self.state.printed.board.ids
        to_enemy = rng.randrange(3) > 0
        path = wandered(state, group, rng, WALKS, to_enemy=to_enemy) if rng.randrange(LISTED) else ()
        if not path:
            ways = ways_of(state, group)
            ends = [*ends_of(state, group, ways)]
            path = ways.way(ends[rng.randrange(len(ends))]) if ends else ()
        return [ids[i] for i in path] or None

    def empty(self) -> bool:
        """Whether the group can go nowhere."""
        return goes_nowhere(self.state, self.group)


def check_end(state: State, group: Group, path: tuple[str, ...]) -> None:
    """§8.26, §8.34: refuse a move that breaks a rule, ends on a lake, or is out of supply as things stand after it."""
    after = _tried(state, group, path).state
    if not state.printed.board.land[state.printed.board.index[path[-1]]]:
        raise Refused("on-ice", "8.34", "Nobody stays on a frozen lake.")
    if any(supply_of(after, u) == UNSUPPLIED for u in group.units):
        raise Refused("unsupplied", "8.26", "The units would be out of supply there.")


@kept
def _tried(state: State, group: Group, path: tuple[str, ...]) -> Play:
    """§8.1: what comes of a move: whether it leaves the units in supply is seen after it, and then it has happened."""
    trial = Play(state, _no_dice)
    _carry(trial, group, path, check_path(state, group, path))
    return trial


def _no_dice(draw: int, sides: int) -> int:
    raise AssertionError("nobody rolls for a move")


def _ways(at: At[State], chosen: Choices) -> Marches:
    """§8.1 to §8.4: where the units may go."""
    return Marches(at.state, group_of(at.state, chosen.names("units"), at.seat, at.scope))


def move(play: Play, at: At[State], chosen: Choices) -> None:
    """§8.1, §8.14: move units of one hex along a path; headquarters that went too far are depleted."""
    path = chosen.names("path")
    group = group_of(play.state, chosen.names("units"), at.seat, at.scope)
    play.adopt(_tried(play.state, group, path))
    worn = tuple(
        u
        for u in group.units
        if wears_out(play.state, u)
        and play.state.units[u].spent > play.state.face(u).ma
        and not play.state.units[u].back
    )
    if worn:
        play.emit(HeadquartersDepleted(worn))


def _carry(play: Play, group: Group, path: Sequence[str], cost: int) -> None:
    board, near = play.state.printed.board, beside_enemy(play.state, group.side)
    touched = any(board.index[h] in near for h in path)
    riders = tuple(u for u in group.units if touched and play.state.counter(u).kind == "cavalry")
    play.emit(UnitsMoved(group.side, group.units, (group.at, *path), cost, riders))
    play.enter(path, group.side)


MOVE: Order[State] = Order(
    "move", "Move", "8.1", move,
    (Slot("units", "units", _movers, "Choose units to move"), Slot("path", "path", _ways, "Choose where they go")),
    weight=60,
)  # fmt: skip


# --- the end of the phase ---------------------------------------------------------------------------------------------


def _crowded(at: At[State]) -> Refusal | None:
    """§8.23: nobody ends the phase in violation of the limits."""
    found = [h for h in crowded(at.state, at.seat) if must_part(at, h)]
    if not found:
        return GO_SOUTH if at.seat == CENTRAL and at.scope == EAST and _can_go_south(at.state) else None
    if mixed(at.state, at.state.stacks[found[0]]):
        where = place_name(at.state, found[0])
        return Refusal(
            "stands-alone", "16.11", f"Units of a collapsed nation stack with no others: part them in {where}."
        )
    where = place_name(at.state, found[0])
    return Refusal("overstacked", "8.23", f"Too many units in {where}: move or eliminate some.")


GO_SOUTH = Refusal(
    "go-south", "17.31", "Austro-Hungarian units beyond four go south of row 48: move those that can go that way."
)


def _can_go_south(state: State) -> bool:
    """§17.31: whether more than four Austrians of the north have not gone south in this phase, and one of them still
    can: end its move in a row further south than it began."""
    ids, rows = state.printed.board.ids, {}
    for unit in too_far_north(state):
        row = row_of(state.units[unit].began or state.units[unit].at)
        if row_of(state.units[unit].at) >= row:
            rows[unit] = row
    if len(rows) <= AUSTRIANS:
        return False
    for unit, row in rows.items():
        if not may_move(state, unit, EAST):
            continue
        group = group_of(state, [unit], CENTRAL, EAST)
        if any(row_of(ids[i]) < row for i in ends_of(state, group, ways_of(state, group))):
            return True
    return False


def must_part(at: At[State], hex_: str) -> bool:
    """§16.11: stacks with units of a collapsed nation part at the first opportunity: when some of them can go."""
    state, units = at.state, at.state.stacks[hex_]
    if not mixed(state, units):
        return True
    if any(state.units[u].began for u in units):
        return True
    able = [u for u in units if may_move(state, u, at.scope)]
    return any(not Marches(state, group_of(state, [u], at.seat, at.scope)).empty() for u in able)


def end_movement(play: Play, at: At[State], _: Choices) -> None:
    """§8.11: the side has moved what it wants to move."""
    play.emit(StepEnded(at.seat, play.state.phase.key))


END: Order[State] = Order(
    "end_phase", "Done moving", "8.11", end_movement, when=_crowded, greyed=True, weight=2,
    hand=lambda _: {"slots": [], "warns": True},
)  # fmt: skip
ORDERS = (MOVE, PLACE_MARKER, GIVE_UP, END)


def words(at: At[State]) -> tuple[str, str]:
    """§4.21: where the side moves, and that the other moves elsewhere at the same time."""
    other = EAST if at.scope == WEST else WEST
    return f"Move your units in the {THEATRE_NAMES[at.scope]}", f"Your opponent moves in the {THEATRE_NAMES[other]}."


def why_not(at: At[State]) -> JsonObject:
    """§8.11: why the other units in the theatre may not move."""
    state, seat = at.state, at.seat
    said = _may_move(state, seat, at.scope)

    def find(earlier: Earlier[tuple[Any, ...], JsonObject] | None) -> JsonObject:
        # Listed by hex each time: an order that came of what was before could tell of it.
        why: JsonObject = {}
        for reasons in [reasons for _, reasons in said.values() if reasons]:
            why.update(reasons)
        if earlier is None:
            return Altered(why)
        was = earlier.source[0]
        changed = state.memory.changed(("may-move", seat), was, said)
        return renewed(
            earlier.value, why, {u for h in changed for one in (was, said) for u in one.get(h, NOT_HERE).why}
        )

    return state.memory.recall(("why not", seat), (said,), find)
