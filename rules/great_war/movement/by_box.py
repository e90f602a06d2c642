"""§9.13, §9.16, §9.24 Strategic movement by a box off the maps: what transit, Arabia and transfer have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

from rules.great_war.movement.rails import ONE_HEX, rail_towns, units_waiting
from rules.great_war.play import NO_UNITS, hex_in_play, own
from rules.great_war.position.state import State
from rules.great_war.printed.variants import RAIL
from rules.hexes.choosing import one_of_fitting
from rules.hexes.journeys import Passengers
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import Fitting, OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices

Candidates = Callable[[State, str], Iterable[str]]
"""(state, side): the units that may be chosen from."""
Stays = Callable[[State, str], Refusal | None]
"""(state, unit): why it does not go; None where it can."""
Goes = Callable[[State, tuple[str, ...]], object]
"""(state, units): raises Refused where they cannot go together."""


def in_towns(state: State, side: str) -> Iterable[str]:
    """§9.31: units that wait for a train."""
    return units_waiting(state, side, RAIL)


def in_box(box: str, state: State, side: str) -> Iterable[str]:
    """The units of a side in a box."""
    return (u for u in state.boxes[box] if state.sides.get(state.counter(u).nation) == side)


def travellers(candidates: Candidates, stays: Stays, goes: Goes, at: At[State], _: Choices) -> Passengers:
    """§9.31: units of one hex or one box that go together."""

    def check(state: State, unit: str) -> None:
        refusal = stays(state, unit)
        if refusal is not None:
            raise refusal.raised()

    why, state = own(at, check), at.state
    return Passengers(
        Fitting(lambda: candidates(state, at.seat), why), why=why, wrong_number=NO_UNITS, apart=ONE_HEX,
        place=lambda unit: state.units[unit].at,
        there=lambda place: state.stacks[place] if place in state.stacks else state.boxes[place],
        together=partial(goes, state),
    )  # fmt: skip


def towns_among(state: State, inside: Collection[int], arrive: Callable[[str], object]) -> OneOf:
    """§9.31: the towns with a railway among some hexes, with why units do not ``arrive`` in each."""
    found = state.printed.board.names([i for i in rail_towns(state) if i in inside])
    return one_of_fitting(lambda: found, refused_by(lambda name: arrive(hex_in_play(state, name))))
