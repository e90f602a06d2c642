"""§10.0 Movement, with what §7.1 and §9.6 add to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from rules.kernel import wire
from rules.kernel.floods import Reach, flood
from rules.kernel.game import Rng
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Fitting, Flag, SomeOf, read_path
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot
from rules.kernel.wording import counted
from rules.schlieffens_war.board import RIVER_COST, Board
from rules.schlieffens_war.by_hex import by_hex
from rules.schlieffens_war.chain_of_command import commanded_indexes, in_command
from rules.schlieffens_war.events.movement import ForcedMarchRolled, UnitsMoved
from rules.schlieffens_war.morale import has_elan, is_fatigued
from rules.schlieffens_war.phases import BEF_TURN
from rules.schlieffens_war.play import (
    NO_UNITS,
    Play,
    close_phase,
    hex_in_play,
    listed,
    name_of,
    own,
    refused_by,
    together,
)
from rules.schlieffens_war.sides import BE, BR, GERMAN, NATIONS, foe
from rules.schlieffens_war.stacking import check_may_share, is_overstacked, may_share
from rules.schlieffens_war.state import IN_SUPPLY, State, is_on_map
from rules.schlieffens_war.zoc import in_ezoc, occupied, zone

FORCED_MARCH_MP = 2


def halved(value: int) -> int:
    """§8.7: half, rounded up."""
    return -(-value // 2)


def allowance(state: State, unit: str) -> int:
    """§2.9, §8.7, §8.9, §9.6: MP for this phase: the printed MA, halved out of regular supply and again by fatigue."""
    ma = state.counter(unit).ma
    if state.units[unit].supply != IN_SUPPLY:
        ma = halved(ma)
    return halved(ma) if is_fatigued(state, unit) else ma


def check_may_move(state: State, unit: str) -> None:
    """§10.0: refuse a unit that cannot move (any more) in this phase."""
    printed = state.counter(unit)
    if not is_on_map(state, unit):
        raise Refused("not-on-map", "10.0", f"{name_of(state, unit)} is not on the map.")
    if not printed.is_mobile:
        raise Refused("cannot-move", "2.5", f"{name_of(state, unit)} is a fort and never moves.")
    if printed.nation == BR and state.turn <= BEF_TURN:
        raise Refused("bef-lands", "9.2", "The BEF has just landed and may not move before turn 4.")
    if is_stopped(state, unit):
        raise Refused("stopped", "7.1", f"{name_of(state, unit)} entered an enemy zone of control and stops there.")


def _stays_because(state: State, unit: str) -> Refusal | None:
    """§10.0: why a unit cannot move (any more), or that it has nothing left to move with."""
    refusal = refused_by(lambda u: check_may_move(state, u))(unit)
    if refusal is None and not can_go_on(state, unit):
        return Refusal("spent", "10.0", f"{name_of(state, unit)} has spent its MP.")
    return refusal


def is_stopped(state: State, unit: str) -> bool:
    """§7.1: whether the unit has entered an enemy zone of control in this phase and ends its movement there."""
    now = state.units[unit]
    return now.spent > 0 and in_ezoc(state, now.at, state.counter(unit).side)


def left_of(state: State, unit: str) -> int:
    """§2.9, §10.6: the MP that the unit has left in this phase; a forced march has added two."""
    now = state.units[unit]
    return allowance(state, unit) + (FORCED_MARCH_MP if now.marched else 0) - now.spent


def can_go_on(state: State, unit: str) -> bool:
    """§7.1, §10.0, §10.6: whether the unit has MP left, those of a forced march included, and may spend them."""
    if is_stopped(state, unit):
        return False
    return left_of(state, unit) > 0 or forced_march_refusal(state, unit) is None


def forced_march_refusal(state: State, unit: str) -> Refusal | None:
    """§10.6: why a unit may not force march, or None when it may.

    The two MP may be added at any point of its movement in this phase; no zone may lie where that movement began.
    """
    printed, now = state.counter(unit), state.units[unit]
    if printed.kind not in ("infantry", "cavalry", "hq"):
        return Refusal("no-forced-march", "10.6", "Only corps and HQs make forced marches.")
    if now.marched:
        return Refusal("has-marched", "10.6", f"{name_of(state, unit)} has already made its forced march.")
    if now.supply != IN_SUPPLY:
        return Refusal("out-of-supply", "10.6", f"{name_of(state, unit)} is not in regular supply.")
    if not in_command(state, unit):
        return Refusal("out-of-command", "6.7", f"{name_of(state, unit)} is not in command.")
    if is_fatigued(state, unit):
        return Refusal("fatigued", "10.6", f"{name_of(state, unit)} is fatigued.")
    if in_ezoc(state, now.began or now.at, printed.side):
        return Refusal("in-ezoc", "10.6", f"{name_of(state, unit)} began its movement in an enemy zone of control.")
    return None


def step_cost(board: Board, a: int, side: int, b: int) -> int:
    """§10.4, §10.5: MP from ``a`` into its neighbour ``b``; a river costs nothing into or out of a city."""
    river = board.river[a][side] and not board.is_city[a] and not board.is_city[b]
    return board.entry[b] + (RIVER_COST if river else 0)


@dataclass(frozen=True, slots=True)
class Group:
    """Units that move as one: the MP left to the slowest, and to it if all force march (None when any unit may not)."""

    units: tuple[str, ...]
    at: str
    side: str
    left: int
    forced_left: int | None
    by_rail: bool
    belgian: bool

    @property
    def furthest(self) -> int:
        """The most MP that the group could spend."""
        return self.left if self.forced_left is None else self.forced_left


def group_of(state: State, units: Sequence[str]) -> Group:
    """The group of these units, each checked to be able to move. Refused otherwise."""
    name = f"group.{' '.join(units)}"
    kept: Group | None = state.memo.get(name)
    if kept is None:
        kept = state.memo[name] = _group_of(state, units)
    return kept


def _group_of(state: State, units: Sequence[str]) -> Group:
    at = together(state, units)
    for unit in units:
        check_may_move(state, unit)
    depots = [u for u in units if state.counter(u).kind == "depot"]
    if depots and len(depots) != len(units):
        raise Refused(
            "depot-by-rail", "10.7", "A depot moves along the rails by itself: move the other units separately."
        )
    left = min(left_of(state, u) for u in units)
    fresh = [u for u in units if not state.units[u].marched]
    may_force = bool(fresh) and all(forced_march_refusal(state, u) is None for u in fresh)
    furthest = min(left_of(state, u) + (FORCED_MARCH_MP if u in fresh else 0) for u in units)
    return Group(
        units=tuple(units),
        at=at,
        side=state.counter(units[0]).side,
        left=left,
        forced_left=furthest if may_force and furthest > left else None,
        by_rail=bool(depots),
        belgian=any(state.counter(u).nation == BE for u in units),
    )


def entry_refusal(state: State, group: Group, a: int, side: int, b: int) -> Refusal | None:
    """§10.3, §10.4, §10.7, §10.8, §7.1: why the group may not go from ``a`` over that side into ``b``, MP aside."""
    bd = state.printed.board
    if not bd.open_side(a, side):
        return Refusal("closed", "10.4", "Units never enter sea, marsh or neutral territory.")
    if b in occupied(state, foe(group.side)):
        return Refusal("enemy-there", "10.3", "Enemy units stand there.")
    if group.by_rail and not bd.rail[a][side]:
        return Refusal("depot-by-rail", "10.7", "A depot moves along rail lines only.")
    if group.belgian and bd.lattice.ids[b] not in bd.belgian_area:
        return Refusal("belgian-area", "10.8", "Belgian units must stay in Belgium or within two hexes of it.")
    hostile = zone(state, foe(group.side))
    if a in hostile and b in hostile:
        return Refusal("ezoc-to-ezoc", "7.1", "A unit may not go straight from one enemy zone of control to another.")
    return None


def reach_of(state: State, group: Group) -> Reach:
    """§10.1: every hex within the group's MP (a forced march included), with the cheapest way."""
    bd = state.printed.board
    hostile = zone(state, foe(group.side))
    enemy = occupied(state, foe(group.side))
    entry, river, city, open_side = bd.entry, bd.river, bd.is_city, bd.open_side
    area = bd.belgian_area if group.belgian else None
    ids = bd.lattice.ids

    def cost(a: int, side: int, b: int) -> int | None:
        if b in enemy or (b in hostile and a in hostile) or not open_side(a, side):
            return None
        if area is not None and ids[b] not in area:
            return None
        if group.by_rail:
            return 1 if bd.rail[a][side] else None
        return entry[b] + (RIVER_COST if river[a][side] and not city[a] and not city[b] else 0)

    return flood(bd.lattice.neighbours, [bd.lattice.index[group.at]], cost, group.furthest, hostile.__contains__)


def check_path(state: State, group: Group, path: Sequence[str]) -> int:
    """§10.1 to §10.7: the MP of this very path. Refused where it breaks a rule."""
    bd = state.printed.board
    spent = 0
    a = bd.lattice.index[group.at]
    hostile = zone(state, foe(group.side))
    for n, hex_ in enumerate(path):
        b = bd.lattice.index[hex_]
        if b not in bd.lattice.neighbours[a]:
            raise Refused("skips-hexes", "10.1", "A move goes from one hex to a neighbouring hex.")
        if n and a in hostile:
            raise Refused("stopped", "7.1", "The move must end where it first enters an enemy zone of control.")
        side = bd.lattice.neighbours[a].index(b)
        refusal = entry_refusal(state, group, a, side, b)
        if refusal is not None:
            raise Refused(refusal.code, refusal.section, refusal.text)
        spent += 1 if group.by_rail else step_cost(state.printed.board, a, side, b)
        a = b
    return spent


# --- the order (§10.1, §10.6) -------------------------------------------------------------------------------------

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
        return self.state.counter(unit).is_mobile and _stays_because(self.state, unit) is None

    def _with(self, unit: str) -> list[str]:
        by_rail = self.state.counter(unit).kind == "depot"
        stack = self.state.stacks[self.state.units[unit].at]
        return [u for u in stack if (self.state.counter(u).kind == "depot") == by_rail and self._can_go_on(u)]


def _movers(at: At[State], _: Choices) -> Movers:
    """§10.0: who may still move. One that has spent its MP is refused with its way, which costs too much."""
    why = own(at, check_may_move)
    movers = Fitting(lambda: movers_of(at.state, at.seat), why, fit=True)
    return Movers(movers, why=why, wrong_number=NO_UNITS, state=at.state, seat=at.seat)


@dataclass(frozen=True, slots=True)
class Marches:
    """§10.1: the ways of a group. Any that keeps the rules is taken; the cheapest to each hex are shown."""

    state: State
    group: Group

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The hexes in turn."""
        path = read_path(raw, section)
        check_path(self.state, self.group, [hex_in_play(self.state, h) for h in path])
        if path[-1] == self.group.at:
            raise Refused("no-move", "10.1", "The move ends where it began.")
        check_may_share(self.state, self.group.units, path[-1])
        return path

    def wire(self) -> wire.Path:
        """``{"ways": {end: path}, "costs": {end: cost}, "refused": {end: refusal}}``."""
        reach = reach_of(self.state, self.group)
        ends = _ends(self.state, self.group, reach)
        return {
            "ways": {hex_: [*_path(self.state, reach, i)] for hex_, i in ends.items()},
            "costs": {hex_: reach.cost[i] for hex_, i in ends.items()},
            "refused": _refused_near(self.state, self.group, reach, ends),
        }

    def pick(self, rng: Rng) -> list[Json] | None:
        """A way to one of the hexes, one time in two to where it meets the enemy, if it can."""
        reach, ids = reach_of(self.state, self.group), self.state.printed.board.lattice.ids
        start = self.state.printed.board.lattice.index[self.group.at]
        ends = [i for i in reach.cost if i != start]
        if rng.randrange(2):
            hostile = zone(self.state, foe(self.group.side))
            ends = [i for i in ends if i in hostile] or ends
        while ends:
            end = ends.pop(rng.randrange(len(ends)))
            if all(may_share(self.state, u, ids[end]) for u in self.group.units):
                return [*_path(self.state, reach, end)]
        return None

    def empty(self) -> bool:
        """Whether the group can go nowhere."""
        return not _ends(self.state, self.group, reach_of(self.state, self.group))


def _ends(state: State, group: Group, reach: Reach) -> dict[str, int]:
    """§10.1, §6.3: the hexes in reach in which the group may stay, as indexes."""
    ids = state.printed.board.lattice.ids
    found = {ids[i]: i for i in reach.cost if ids[i] != group.at}
    return {h: i for h, i in found.items() if all(may_share(state, u, h) for u in group.units)}


def _path(state: State, reach: Reach, end: int) -> Sequence[str]:
    return [state.printed.board.lattice.ids[i] for i in reach.path(end)[1:]]


def _ways(at: At[State], chosen: Choices) -> Marches:
    """§10.1 to §10.8: where the units may go."""
    return Marches(at.state, group_of(at.state, chosen.names("units")))


def _hurry(at: At[State], chosen: Choices) -> Flag:
    """§10.6, §10.7: whether the way needs a forced march, and whether the units may make one."""
    units, state = chosen.names("units"), at.state
    group = group_of(state, units)
    cost = check_path(state, group, chosen.names("path"))
    return Flag(
        refusal=_forced_march_refusal(state, group, cost),
        needed=_too_far(cost, group.left) if cost > group.left else None,
    )


def _too_far(cost: int, most: int) -> Refusal:
    return Refusal("too-far", "10.7", f"The move costs {cost} MP and the units have {most}.")


def _forced_march_refusal(state: State, group: Group, cost: int) -> Refusal | None:
    """§10.6: why a way of that cost is no forced march. All make it or have made it, and one makes it now."""
    refusals = {u: forced_march_refusal(state, u) for u in group.units}
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
    if not spared(play.state, at.seat):
        for unit in marching:
            draw, die = play.next_die()
            play.emit(ForcedMarchRolled(unit, draw, die, play.state.printed.charts.attrition[die - 1]))


MOVE: Order[State] = Order(
    "move", "Move", "10.1", move,
    (Slot("units", "units", _movers), Slot("path", "path", _ways), Slot("forced", "flag", _hurry)),
    hand=lambda at: listed("units", _movers(at, NOTHING_CHOSEN)), weight=116,
)  # fmt: skip


def spared(state: State, side: str) -> bool:
    """§3.1, §10.2, §10.6: on turn 1 marching neither tires nor wears the Germans."""
    return side == GERMAN and state.turn == 1


def is_tiring(state: State, unit: str, spent: int) -> bool:
    """§10.2: more than half of the MA (rounded up) tires a unit."""
    return spent > halved(allowance(state, unit))


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
        elif (now.marched or is_tiring(state, unit, now.spent)) and not spared(state, side):
            tired.append(unit)
    play.change_morale(tired, -1, "10.2")
    play.change_morale(rested, +1, "10.2")
    close_phase(play, at, chosen)


END: Order[State] = Order(
    "end_phase", "Done moving", "5.0", end_of_movement, greyed=True, weight=3,
    note=lambda at: f"{counted(stacks_unmoved(at.state, at.seat), 'stack')} unmoved",
    hand=lambda _: {"warns": True},
)  # fmt: skip


# --- who may move -------------------------------------------------------------------------------------------------


class _MayMove(NamedTuple):
    """What is said of the units of one hex: who may still move, why others may not, whether any has not begun to."""

    movers: tuple[str, ...]
    why: JsonObject
    waiting: bool


def movers_of(state: State, seat: str) -> tuple[str, ...]:
    """§10.0: the units that may still move, by hex."""
    kept: tuple[str, ...] | None = state.memo.get(f"movers.{seat}")
    if kept is None:
        kept = tuple(u for found in _may_move(state, seat).values() if found is not None for u in found.movers)
        state.memo[f"movers.{seat}"] = kept
    return kept


def why_not(at: At[State]) -> JsonObject:
    """§10.0: why the other mobile units may not move."""
    why: JsonObject = {}
    for found in _may_move(at.state, at.seat).values():
        if found is not None:
            why.update(found.why)
    return why


def stacks_unmoved(state: State, seat: str) -> int:
    """How many hexes hold mobile units of the seat that have not moved in this phase."""
    return sum(1 for found in _may_move(state, seat).values() if found is not None and found.waiting)


def _may_move(state: State, seat: str) -> dict[str, _MayMove | None]:
    """By hex; None for those of the other side."""

    def make(_: str, units: tuple[str, ...]) -> _MayMove | None:
        return _offers_of(state, units) if state.counter(units[0]).side == seat else None

    command = tuple(commanded_indexes(state, nation) for nation in NATIONS[seat])
    return by_hex(state, ("may-move", seat), make, marks=(zone(state, foe(seat)), *command), whole=(state.turn,))


def _offers_of(state: State, units: Sequence[str]) -> _MayMove:
    movers: list[str] = []
    why: JsonObject = {}
    for unit in units:
        if not state.counter(unit).is_mobile:
            continue
        refusal = _stays_because(state, unit)
        if refusal is None:
            movers.append(unit)
        else:
            why[unit] = refusal.json()
    waiting = any(state.counter(u).is_mobile and not state.units[u].spent for u in units)
    return _MayMove(tuple(movers), why, waiting)


def consult_move(state: State, seat: str, units: Sequence[str]) -> JsonObject:
    """Where a group could go: cost, path, what it does to its morale, and why near hexes are shut."""
    group = group_of(state, units)
    reach = reach_of(state, group)
    hexes: JsonObject = {}
    tiring_from = min(
        (halved(allowance(state, u)) - state.units[u].spent for u in units if state.counter(u).is_corps), default=10_000
    )
    free = spared(state, seat)
    for hex_, i in _ends(state, group, reach).items():
        cost = reach.cost[i]
        band = "forced" if cost > group.left else "free" if free or cost <= tiring_from else "tiring"
        notes: list[JsonObject] = []
        if is_overstacked(state, (*state.stacks.get(hex_, ()), *units)):
            notes.append(
                {
                    "text": "Too many units here: the surplus must leave when the phase ends.",
                    "section": "6.5",
                }
            )
        hexes[hex_] = {
            "cost": cost,
            "path": [*_path(state, reach, i)],
            "band": band,
            "stops": in_ezoc(state, hex_, seat),
            "notes": [*notes],
        }
    return {
        "units": [*units],
        "from": group.at,
        "allowance": group.left,
        "forced": group.forced_left,
        "hexes": hexes,
        "refused": cast(JsonObject, _refused_near(state, group, reach, hexes)),
        "elan": all(has_elan(state, u) for u in units if state.counter(u).is_corps),
    }


def _refused_near(state: State, group: Group, reach: Reach, allowed: Collection[str]) -> dict[str, wire.RefusalJson]:
    bd = state.printed.board
    found: dict[str, wire.RefusalJson] = {}
    for hex_ in sorted(bd.lattice.within(group.at, group.furthest + 1)):
        if hex_ in allowed or hex_ == group.at:
            continue
        b = bd.lattice.index[hex_]
        reason = Refusal("too-far", "10.7", "Not enough MP, or no route.")
        if not bd.playable[b]:
            reason = Refusal("closed", "10.4", "Units never enter sea, marsh or neutral territory.")
        elif b in reach.cost:
            reason = Refusal("other-nation", "6.3", "Units of different nations may not stack together.")
        else:
            for a in bd.lattice.neighbours[b]:
                if a in reach.cost and (a == bd.lattice.index[group.at] or a not in zone(state, foe(group.side))):
                    refusal = entry_refusal(state, group, a, bd.lattice.neighbours[a].index(b), b)
                    if refusal is not None:
                        reason = refusal
                        break
        found[hex_] = reason.shape()
    return found
