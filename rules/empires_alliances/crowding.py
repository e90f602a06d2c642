"""§6.2: units that are given up where too many stack when a phase ends."""

from __future__ import annotations

from collections.abc import Sequence

from rules.empires_alliances.facts.stacking import GivenUp
from rules.empires_alliances.play import Play, one_of, own
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import AIR, FIELD, SIEGE, TANK
from rules.empires_alliances.stacking import RANKS, air_limit, too_many
from rules.hexes.positions import hexes_where
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

ROOM = Refusal("has-room", "6.2", "Without that unit the hex would hold as many too many as before.")


def crowded(state: State, side: str) -> tuple[str, ...]:
    """§6.2: the hexes in which the side has too many units, by number."""

    def fits(units: tuple[str, ...]) -> bool:
        return too_many(state, state.units[units[0]].at, units) is not None

    return tuple(h for h in hexes_where(state, "crowded", fits) if state.stack_side(h) == side)


def surplus(state: State, hex_: str, units: Sequence[str]) -> int:
    """§6.1, §6.3: how many of some units have to go, if they are chosen well."""
    limit = state.printed.charts.stacking
    kinds = [state.counter(unit).kind for unit in units]
    ranks, guns = sum(kind in RANKS for kind in kinds), kinds.count(FIELD)
    of_both = min(
        ranks - kept + max(0, guns - limit.artillery - (kept <= limit.second_artillery_up_to))
        for kept in range(min(ranks, limit.units) + 1)
    )
    rest = ((SIEGE, limit.siege), (TANK, limit.tanks), (AIR, air_limit(state, hex_)))
    return of_both + sum(max(0, kinds.count(kind) - most) for kind, most in rest)


def expendable(state: State, side: str) -> tuple[str, ...]:
    """§6.2: the units of which one may be given up now: without it a hex holds less too many."""
    found = []
    for hex_ in crowded(state, side):
        units = state.stacks[hex_]
        over = surplus(state, hex_, units)
        found += [u for u in units if surplus(state, hex_, [v for v in units if v != u]) < over]
    return tuple(found)


def asks_overstacked(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§6.2: the phasing side, and when it is done the other, as long as either has too many units in a hex."""
    for side in (state.player, FOE[state.player]):
        if crowded(state, side):
            return (Ask(side, serial=len(expendable(state, side))),)
    return ()


def _expendable(at: At[State], _: Choices) -> OneOf:
    """§6.2: units where too many are."""
    units = expendable(at.state, at.seat)

    def check(_: State, unit: str) -> None:
        if unit not in units:
            raise ROOM.raised()

    return one_of(lambda: units, own(at, check))


def give_up(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.2: a unit is eliminated."""
    unit = chosen.name("unit")
    play.emit(GivenUp(unit, play.state.units[unit].at))


GIVE_UP: Order[State] = Order(
    "give_up", "Give a unit up", "6.2", give_up,
    (Slot("unit", "unit", _expendable, "Choose a unit to eliminate"),),
)  # fmt: skip
