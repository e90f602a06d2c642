"""§15.22, §7.231: what comes before all moves of a Movement Phase, and forts that are given up."""

from __future__ import annotations

from typing import Any

from rules.empires_alliances.facts.works import FortRemoved
from rules.empires_alliances.play import Play, one_of
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.terrain.zones import fort_in
from rules.kernel.incremental import Previous
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot


def why_not_before_moves(state: State, side: str, what: str) -> Refusal | None:
    """§15.21, §15.22, §22.82, §7.231: why it is too late for what comes before all moves: units of the side have moved.
    ``what`` says what it is."""
    if any(state.side_of(unit) == side for unit in _that_began(state)):
        return Refusal("too-late", "7.231", f"Your units have already moved: {what} before any unit moves.")
    return None


def _that_began(state: State) -> frozenset[str]:
    """The units of which it is noted where they began to move."""
    units = state.units

    def find(earlier: Previous[tuple[Any, ...], frozenset[str]] | None) -> frozenset[str]:
        if earlier is None:
            return frozenset(unit for unit, now in units.items() if now.began)
        changed = state.memory.changed("units", earlier.source[0], units)
        return (earlier.value - changed) | {unit for unit in changed if units[unit].began}

    return state.memory.recall("that began", (units,), find)


def check_fort(state: State, side: str, hex_: object) -> None:
    """§15.22: refuse a hex without a fort that the side may give up."""
    if not isinstance(hex_, str) or hex_ not in state.printed.fort_at or fort_in(state, hex_) is None:
        raise Refused("no-fort", "15.22", "There is no fort there.")
    if controller(state, hex_) != side:
        raise Refused("not-your-fort", "15.22", "That fort is not yours.")


def _forts(at: At[State], _: Choices) -> OneOf:
    state = at.state

    def own_forts() -> list[str]:
        standing = sorted(state.printed.forts[fort].hex for fort in state.forts)
        return [hex_ for hex_ in standing if controller(state, hex_) == at.seat]

    return one_of(own_forts, refused_by(lambda hex_: check_fort(state, at.seat, hex_)))


def remove_fort(play: Play, _: At[State], chosen: Choices) -> None:
    """§15.22: a fort is given up for good."""
    play.emit(FortRemoved(play.state.printed.fort_at[chosen.name("hex")]))


def _too_late(at: At[State]) -> Refusal | None:
    """§15.22: why it is too late to give up a fort."""
    return why_not_before_moves(at.state, at.seat, "forts are given up")


REMOVE_FORT: Order[State] = Order(
    "remove_fort", "Give up a fort", "15.22", remove_fort, (Slot("hex", "hex", _forts, "Choose a fort to give up"),),
    when=_too_late, grave="The fort is gone for good.",
)  # fmt: skip
