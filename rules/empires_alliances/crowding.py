"""§6.2: units that are given up where too many stack when a phase ends."""

from __future__ import annotations

from rules.empires_alliances.facts.stacking import GivenUp
from rules.empires_alliances.play import Play, own
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.stacking import surplus, too_many
from rules.hexes.positions import hexes_where
from rules.hexes.stacking import Surplus
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

ROOM = Refusal("has-room", "6.2", "Without that unit the hex would be as full as before.")


def crowded(state: State, side: str) -> tuple[str, ...]:
    """§6.2: the hexes in which the side has too many units, by number."""
    found = hexes_where(state, "crowded", lambda hex_, units: too_many(state, hex_, units) is not None)
    return tuple(h for h in found if state.stack_side(h) == side)


def expendable(state: State, hex_: str) -> tuple[str, ...]:
    """§6.2: who may be given up in a hex now: without that unit fewer are too many."""
    units = state.stacks[hex_]
    over = surplus(state, hex_, units)
    return tuple(u for u in units if surplus(state, hex_, [v for v in units if v != u]) < over)


def asks_overstacked(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§6.2: the phasing side, and when it is done the other, as long as either has too many units in a hex."""
    for side in (state.player, FOE[state.player]):
        if crowded(state, side):
            return (Ask(side, serial=sum(len(state.stacks[h]) for h in crowded(state, side))),)
    return ()


SURPLUS: Surplus[State] = Surplus(lambda at: crowded(at.state, at.seat), expendable, own, lambda _: ROOM)


def give_up(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.2: a unit is eliminated."""
    unit = chosen.name("unit")
    play.emit(GivenUp(unit, play.state.units[unit].at))


GIVE_UP: Order[State] = Order(
    "give_up", "Give a unit up", "6.2", give_up,
    (Slot("unit", "unit", SURPLUS.options, "Choose a unit to eliminate"),),
)  # fmt: skip
