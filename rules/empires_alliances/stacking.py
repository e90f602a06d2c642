"""§6.0 Stacking: how many units a hex holds, and what becomes of those that are too many when a phase ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rules.empires_alliances.facts.stacking import GivenUp
from rules.empires_alliances.play import Play, own
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import LARGE_CITY, SMALL_CITY
from rules.empires_alliances.printed.counters import AIR, FIELD, RANKS, SIEGE, TANK, Counter
from rules.empires_alliances.printed.data import PLANS, Printed
from rules.hexes.positions import hexes_where
from rules.hexes.stacking import Limit, StackLimits, Surplus
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

ROOM = Refusal("has-room", "6.2", "Giving up that unit would leave the hex as full as before.")


def why_too_many(state: State, hex_: str, units: Iterable[str]) -> Refusal | None:
    """§6.1, §6.3: why units may not stay together in a hex at the end of a phase; None when they may."""
    return _limits(state.plan).why_not(units, hex_)


def surplus(state: State, hex_: str, units: Iterable[str]) -> int:
    """§6.1, §6.2: how many of some units have to go, if they are chosen well."""
    ranks, guns, both, *others = _limits(state.plan).over(units, hex_)
    return max(ranks + guns, both) + sum(others)


@cache
def _limits(plan: str) -> StackLimits[Counter]:
    """§6.1, §6.3: infantry and cavalry, guns of which the second takes the room of one of them, aircraft at cities."""
    table = PLANS[plan]
    limit = table.charts.stacking
    ranks = Refusal("overstacked", "6.1", f"At most {limit.units} infantry or cavalry units may stack in a hex.")
    guns = Refusal(
        "overstacked", "6.1",
        "A hex holds one field artillery unit, or two together with at most two infantry or cavalry units.",
    )  # fmt: skip
    heavy = Refusal("overstacked", "6.1", "A hex holds one siege artillery unit and one tank unit.")
    air = Refusal("overstacked", "6.3", "Two aircraft may be based in a major city, and one in a minor one.")
    both = limit.second_artillery_up_to + limit.artillery + 1
    found: tuple[Limit[Counter], ...] = (
        Limit(lambda c: c.kind in RANKS, limit.units, ranks),
        Limit(lambda c: c.kind == FIELD, limit.artillery + 1, guns),
        Limit(lambda c: c.kind == FIELD or c.kind in RANKS, both, guns),
        Limit(lambda c: c.kind == SIEGE, limit.siege, heavy),
        Limit(lambda c: c.kind == TANK, limit.tanks, heavy),
        Limit(lambda c: c.kind == AIR, lambda hex_: _air_in(table, hex_), air),
    )
    return StackLimits(found, table.units)


def air_limit(state: State, hex_: str) -> int:
    """§6.3: how many aircraft may be based in a hex."""
    return _air_in(state.printed, hex_)


def _air_in(table: Printed, hex_: str) -> int:
    limit = table.charts.stacking
    city = table.board.city[table.board.index(hex_)]
    return {LARGE_CITY: limit.air_in_major, SMALL_CITY: limit.air_in_minor}.get(city, 0)


def has_room(state: State, hex_: str, units: Sequence[str]) -> bool:
    """§6.1: whether units could stay in a hex beside those who are there."""
    there = tuple(u for u in state.stacks.get(hex_, ()) if u not in units)
    return why_too_many(state, hex_, (*there, *units)) is None


def crowded_hexes(state: State, side: str) -> tuple[str, ...]:
    """§6.2: the hexes in which the side has too many units, by number."""
    found = hexes_where(state, "crowded", lambda hex_, units: why_too_many(state, hex_, units) is not None)
    return tuple(h for h in found if state.stack_side(h) == side)


def expendable(state: State, hex_: str) -> tuple[str, ...]:
    """§6.2: who may be given up in a hex now: without that unit fewer are too many."""
    units = state.stacks[hex_]
    over = surplus(state, hex_, units)
    return tuple(u for u in units if surplus(state, hex_, [v for v in units if v != u]) < over)


def asks_overstacked(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§6.2: the phasing side, and when it is done the other, as long as either has too many units in a hex."""
    for side in (state.player, FOE[state.player]):
        if crowded_hexes(state, side):
            return (Ask(side, serial=sum(len(state.stacks[h]) for h in crowded_hexes(state, side))),)
    return ()


def passes_to_foe(state: State) -> bool:
    """§6.2: whether the other side gives up units now: it has too many somewhere, and the phasing side nowhere."""
    return not crowded_hexes(state, state.player) and bool(crowded_hexes(state, FOE[state.player]))


SURPLUS: Surplus[State] = Surplus(lambda at: crowded_hexes(at.state, at.seat), expendable, own, lambda _: ROOM)


def give_up(play: Play, at: At[State], chosen: Choices) -> None:
    """§6.2: a unit is eliminated."""
    unit = chosen.name("unit")
    given_up = GivenUp(unit, play.state.units[unit].at)
    after = given_up.apply(play.state)
    # What the other side has given up leads back to the phasing side, which goes on.
    passes = passes_to_foe(after) if at.seat == after.player else not crowded_hexes(after, at.seat)
    play.emit(replace(given_up, passes=passes))


GIVE_UP: Order[State] = Order(
    "give_up", "Give a unit up", "6.2", give_up,
    (Slot("unit", "unit", SURPLUS.options, "Choose a unit to eliminate"),),
)  # fmt: skip
