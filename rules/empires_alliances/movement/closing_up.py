"""§22.52: Plan 17 in the Movement Phase: the French close up for the attacks that it asks for, and stay for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.empires_alliances.attacks.plan_17 import attacks_owed, enough, is_even, is_wanted, open_hexes, within_reach
from rules.empires_alliances.attacks.targets import able_beside
from rules.empires_alliances.movement.allowance import why_not_move
from rules.empires_alliances.movement.on_foot import Group, group_of
from rules.empires_alliances.movement.ways import Ways, free_ways, free_ways_on_foot
from rules.empires_alliances.play import Duty, name_of, place_name
from rules.empires_alliances.position.changes import relocate
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.printed.sides import ALLIED
from rules.empires_alliances.printed.steps import MOVE, key_of
from rules.empires_alliances.restrictions.ban import power_of
from rules.empires_alliances.stacking import has_room
from rules.empires_alliances.terrain.zones import reaches
from rules.kernel.facts import follow
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

FRENCH = "FR"
Plan = tuple["FrenchMarch", ...]


class FrenchMarch(NamedTuple):
    """A French unit that goes to ``end``, beside a ``target`` of the plan."""

    unit: str
    end: str
    target: str


def _asks(state: State, side: str) -> int:
    """§22.52: how many hexes are owed in a Movement Phase of the side."""
    return attacks_owed(state, side) if side == ALLIED and state.phase.step == key_of(ALLIED, MOVE) else 0


# --- who could close up -----------------------------------------------------------------------------------------------


def moves_to_close_up(state: State, without: frozenset[str] = frozenset()) -> Plan:
    """§22.52: moves on foot after which one hex more could be attacked at even odds than now; none where nobody can
    bring that about, or nothing more is owed. ``without`` some units."""
    return _find_moves(state, without)


@kept
def _find_moves(state: State, without: frozenset[str]) -> Plan:
    before = within_reach(state, ALLIED)
    if before >= _asks(state, ALLIED):
        return ()
    taken = {*without}
    for hex_ in open_hexes(state, ALLIED):
        taken.update(enough(state, hex_, able_beside(state, ALLIED)[hex_]) or ())
        break
    for target in _targets(state):
        plan = _closing_on(state, target, taken)
        if plan and within_reach(_after(state, plan), ALLIED) > before:
            return plan
    return ()


def _targets(state: State) -> tuple[str, ...]:
    """§22.52: the wanted hexes that Germans hold and that cannot be attacked at even odds yet."""
    open_ = frozenset(open_hexes(state, ALLIED))
    held = (h for h in state.stacks if state.stack_side(h) == FOE[ALLIED] and h not in open_)
    return tuple(sorted(h for h in held if state.board.is_hex(h) and is_wanted(state, h)))


def _closing_on(state: State, target: str, taken: set[str]) -> Plan:
    """§22.52: French infantry and cavalry that go to a hex, the strongest first, until the odds are even."""
    board, index = state.board, state.board.index
    beside = [h for h in board.lattice.around(target) if board.is_hex(h) and reaches(state, index(h), index(target))]
    plan: list[FrenchMarch] = []
    after = state
    for unit in sorted(_near(state, target, taken), key=lambda u: (-state.counter(u).figures.attack, u)):
        ends = free_ways_on_foot(state, group_of(state, [unit]))
        end = next((h for h in beside if index(h) in ends and has_room(after, h, (unit,))), None)
        if end is None:
            continue
        plan.append(FrenchMarch(unit, end, target))
        after = follow(after, relocate(after, (unit,), end))
        able = able_beside(after, ALLIED).get(target, ())
        if is_even(after, target, tuple(u for u in able if u not in taken)):
            return tuple(plan)
    return ()


def _near(state: State, target: str, taken: set[str]) -> Iterator[str]:
    """French infantry and cavalry that could come beside a hex on foot."""
    distance = state.board.lattice.distance
    for unit in state.on_map(ALLIED):
        if unit in taken or power_of(state, unit) != FRENCH or state.counter(unit).kind not in RANKS:
            continue
        away = distance(state.units[unit].at, target)
        if 1 < away <= 1 + state.counter(unit).figures.movement and why_not_move(state, unit) is None:
            yield unit


def _after(state: State, plan: Plan) -> State:
    for step in plan:
        state = follow(state, relocate(state, (step.unit,), step.end))
    return state


# --- what is forbidden ------------------------------------------------------------------------------------------------


def is_promised(state: State, units: Sequence[str]) -> bool:
    """§22.52: whether the plan needs some of these units where they are, or near there."""
    side = state.side_of(units[0])
    if not _asks(state, side):
        return False
    moving = frozenset(units)
    return within_reach(state, side, moving) < within_reach(state, side) or _is_needed(state, moving)


def _is_needed(state: State, moving: frozenset[str]) -> bool:
    """§22.52: whether nobody could close up without these."""
    plan = moves_to_close_up(state)
    return any(step.unit in moving for step in plan) and not moves_to_close_up(state, moving)


def _keeps(state: State, units: Sequence[str], end: int) -> bool:
    """§22.52: whether the plan can be followed as far as before once units stand in a hex."""
    moving, hex_ = frozenset(units), state.board.lattice.ids[end]
    before = within_reach(state, ALLIED)
    if _is_needed(state, moving):
        return any(step.unit in moving and step.end == hex_ for step in moves_to_close_up(state))
    return within_reach(follow(state, relocate(state, units, hex_)), ALLIED) >= before


def why_not_end_in(state: State, units: Sequence[str], end: int) -> Refusal | None:
    """§22.52: why units may not end a journey in a hex: fewer of the plan's attacks would be possible after it."""
    if not is_promised(state, units) or _keeps(state, units, end):
        return None
    text = "Plan 17: after this move the French could not attack as many hexes at 1-1 or better as they must."
    return Refusal("plan-17", "22.52", text)


def promised_ways(state: State, group: Group) -> Ways | None:
    """§22.52: the ways of a group by which the plan can still be followed; None where all of them do."""
    return _ways(state, group) if is_promised(state, group.units) else None


@kept
def _ways(state: State, group: Group) -> Ways:
    free, found = free_ways(state, group), Ways()
    found.best = {i: way for i, way in free.best.items() if _keeps(state, group.units, i)}
    found.others = {i: way for i, way in free.others.items() if i in found.best}
    return found


def close_up(state: State, side: str) -> Iterator[Duty]:
    """§22.52: the French go where they can attack as many hexes as the plan asks for, if they can."""
    if not _asks(state, side):
        return
    for step in moves_to_close_up(state):
        text = (
            f"Plan 17: the French must be able to attack two hexes at 1-1 or better. {name_of(state, step.unit)} can "
            f"go up to {place_name(state, step.target)}."
        )
        yield Duty((step.unit,), Refusal("plan-17", "22.52", text))
