"""§7.1, §10.1 to §10.8: where units that move together can go, and what it costs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.hexes.marching import steps_along
from rules.kernel.floods import Reach, flood
from rules.kernel.kept import kept
from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.schlieffens_war.morale import has_elan
from rules.schlieffens_war.movement.allowance import (
    FORCED_MARCH_MP,
    allowance,
    check_may_move,
    halve,
    left_of,
    marching_is_free,
    why_not_force_march,
)
from rules.schlieffens_war.play import (
    together,
)
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.board import RIVER_COST, Board
from rules.schlieffens_war.printed.sides import BE, foe
from rules.schlieffens_war.stacking import is_overstacked, may_share
from rules.schlieffens_war.zoc import in_ezoc, occupied_hexes, zone

LEAST_COST = 1
"""§10.4: no step costs less."""


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
    return _group_of(state, tuple(units))


@kept
def _group_of(state: State, units: tuple[str, ...]) -> Group:
    at = together(state, units)
    for unit in units:
        check_may_move(state, unit)
    depots = [u for u in units if state.counter(u).kind == "depot"]
    if depots and len(depots) != len(units):
        raise Refused("depot-by-rail", "10.7", "A depot moves alone along the rails: move the other units separately.")
    left = min(left_of(state, u) for u in units)
    fresh = [u for u in units if not state.units[u].marched]
    may_force = bool(fresh) and all(why_not_force_march(state, u) is None for u in fresh)
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


def why_not_enter(state: State, group: Group, a: int, side: int, b: int) -> Refusal | None:
    """§10.3, §10.4, §10.7, §10.8, §7.1: why the group may not go from ``a`` over that side into ``b``, MP aside."""
    bd = state.printed.board
    if not bd.open_side(a, side):
        return Refusal("closed", "10.4", "Units cannot enter sea, marsh or neutral territory.")
    if b in occupied_hexes(state, foe(group.side)):
        return Refusal("enemy-there", "10.3", "Enemy units are there.")
    if group.by_rail and not bd.rail[a][side]:
        return Refusal("depot-by-rail", "10.7", "A depot can move only along rail lines.")
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
    enemy = occupied_hexes(state, foe(group.side))
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

    start = bd.lattice.index[group.at]
    return flood(bd.lattice.neighbours, [start], cost, group.furthest, hostile.__contains__, least=LEAST_COST)


def check_path(state: State, group: Group, path: Sequence[str]) -> int:
    """§10.1 to §10.7: the MP of this very path. Refused where it breaks a rule."""
    name = f"way.{' '.join(group.units)}.{' '.join(path)}"
    kept: int | None = state.memo.get(name)
    if kept is None:
        kept = state.memo[name] = _cost_of(state, group, path)
    return kept


def _cost_of(state: State, group: Group, path: Sequence[str]) -> int:
    bd = state.printed.board
    spent, lattice = 0, bd.lattice
    hostile = zone(state, foe(group.side))
    steps = steps_along(path, lattice.index[group.at], lattice.index, lattice.neighbours, "10.1")
    for n, (a, side, b) in enumerate(steps):
        if n and a in hostile:
            raise Refused("stopped", "7.1", "The move must end where it first enters an enemy zone of control.")
        refusal = why_not_enter(state, group, a, side, b)
        if refusal is not None:
            raise refusal.raised()
        spent += 1 if group.by_rail else step_cost(bd, a, side, b)
    return spent


def ends_of(state: State, group: Group, reach: Reach) -> dict[str, int]:
    """§10.1, §6.3: the hexes in reach in which the group may stay, as indexes."""
    ids = state.printed.board.lattice.ids
    found = {ids[i]: i for i in reach.cost if ids[i] != group.at}
    return {h: i for h, i in found.items() if all(may_share(state, u, h) for u in group.units)}


def path_to(state: State, reach: Reach, end: int) -> Sequence[str]:
    """§10.1: the cheapest way to a hex, the one that it begins in left out."""
    return [state.printed.board.lattice.ids[i] for i in reach.path(end)[1:]]


def consult_move(state: State, seat: str, units: Sequence[str]) -> JsonObject:
    """Where a group could go: cost, path, what it does to its morale, and why near hexes are shut."""
    group = group_of(state, units)
    reach = reach_of(state, group)
    hexes: JsonObject = {}
    tiring_from = min(
        (halve(allowance(state, u)) - state.units[u].spent for u in units if state.counter(u).is_corps), default=10_000
    )
    free = marching_is_free(state, seat)
    march_note: list[JsonObject] = [] if free else [{"text": _hard(state), "section": "10.6"}]
    for hex_, i in ends_of(state, group, reach).items():
        cost = reach.cost[i]
        band = "forced" if cost > group.left else "free" if free or cost <= tiring_from else "tiring"
        notes: list[JsonObject] = [*march_note] if band == "forced" else []
        if is_overstacked(state, (*state.stacks.get(hex_, ()), *units)):
            notes.append(
                {
                    "text": "Too many units here: the surplus must leave when the phase ends.",
                    "section": "6.5",
                }
            )
        hexes[hex_] = {
            "cost": cost,
            "path": [*path_to(state, reach, i)],
            "band": band,
            "stops": in_ezoc(state, hex_, seat),
            "notes": [*notes],
        }
    return {
        "units": [*units],
        "from": group.at,
        "allowance": group.left,
        "forced": group.forced_left,
        "spared": free,
        "hexes": hexes,
        "refused": {hex_: why.json() for hex_, why in refused_near(state, group, reach, hexes).items()},
        "elan": all(has_elan(state, u) for u in units if state.counter(u).is_corps),
    }


def _hard(state: State) -> str:
    """§10.6, §10.2: what a forced march may cost."""
    faces = [str(die) for die, steps in enumerate(state.printed.charts.attrition, 1) if steps]
    return (
        f"Each unit that needs it rolls a die and loses a step on {' or '.join(faces)}; corps lose a level of morale."
    )


def refused_near(state: State, group: Group, reach: Reach, allowed: Collection[str]) -> dict[str, Refusal]:
    """Why the group cannot stay in each of the hexes near it that are not ``allowed``."""
    bd = state.printed.board
    found: dict[str, Refusal] = {}
    for hex_ in sorted(bd.lattice.within(group.at, group.furthest + 1)):
        if hex_ in allowed or hex_ == group.at:
            continue
        b = bd.lattice.index[hex_]
        reason = Refusal("too-far", "10.7", "Not enough MP, or no route.")
        if not bd.playable[b]:
            reason = Refusal("closed", "10.4", "Units cannot enter sea, marsh or neutral territory.")
        elif b in reach.cost:
            reason = Refusal("other-nation", "6.3", "Units of different nations may not stack together.")
        else:
            for a in bd.lattice.neighbours[b]:
                if a in reach.cost and (a == bd.lattice.index[group.at] or a not in zone(state, foe(group.side))):
                    refusal = why_not_enter(state, group, a, bd.lattice.neighbours[a].index(b), b)
                    if refusal is not None:
                        reason = refusal
                        break
        found[hex_] = reason
    return found
