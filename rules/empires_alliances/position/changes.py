"""How a state becomes another one: the few changes that all events are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.empires_alliances.position.control import rail_side
from rules.empires_alliances.position.state import State, UnitState
from rules.empires_alliances.printed.board import OUT, POOL
from rules.empires_alliances.printed.sides import CENTRAL
from rules.hexes.occupied import bring, change
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace

ITALIAN_CITY_TAKEN = "italian-city-taken"
"""§22.31: the deed that opens Italy to the British and French."""


def relocate(state: State, units: Iterable[str], to: str) -> State:
    """Units go from wherever they are to a hex, a box or a bin; an entrenchment stays behind (docs/rulings, §13.9)."""
    coming = {unit: state.units[unit]._replace(at=to, trench=0) for unit in units}
    return bring(state, coming, to)


def eliminate(state: State, units: Iterable[str], to: str = POOL) -> State:
    """§17.24: units are lost: into the Replacement Pool, or for good; nothing of their condition stays."""
    lost = tuple(units)
    after = relocate(state, lost, to)
    return change(after, {unit: UnitState(to) for unit in lost})


def remove(state: State, units: Iterable[str]) -> State:
    """§17.35, §17.43, §18.21: units are gone for good."""
    return eliminate(state, units, OUT)


def take_control(state: State, hexes: Iterable[str], side: str) -> State:
    """§4.2: ``side`` controls these hexes from now on."""
    control, deeds = state.control, state.deeds
    for hex_ in hexes:
        country = state.board.country[state.board.index(hex_)]
        owner = None if state.allegiance.get(country) == side else side
        if control.get(hex_) != owner:
            # Most marches go through land of the side's own, and change nothing.
            control = {**control}
            if owner is None:
                del control[hex_]
            else:
                control[hex_] = owner
        if country == "IT" and side == CENTRAL and state.board.city[state.board.index(hex_)]:
            # §22.31: from now on British and French may come to Italy's help. A town is no city.
            deeds = deeds | {ITALIAN_CITY_TAKEN}
    if control is state.control and deeds == state.deeds:
        return state
    return follow(state, replace(state, control=control, deeds=deeds))


def enter(state: State, units: Sequence[str], hexes: Sequence[str]) -> State:
    """§4.2, §10.2: what comes of units' entering hexes in turn: control, and rails over which railheads may follow."""
    side = state.side_of(units[0])
    return tread(take_control(state, hexes, side), {hex_: tuple(units) for hex_ in hexes}, side)


def tread(state: State, units: Mapping[str, tuple[str, ...]], side: str) -> State:
    """§10.2: units that began the segment in a hex or entered it, noted where a line runs that is not their side's."""
    on_rail, index = state.board.on_rail, state.board.lattice.index
    new = {hex_: who for hex_, who in units.items() if index[hex_] in on_rail and rail_side(state, hex_) != side}
    if not new:
        return state
    trodden = {hex_: tuple(dict.fromkeys((*state.trodden.get(hex_, ()), *who))) for hex_, who in new.items()}
    return replace(state, trodden={**state.trodden, **trodden})


def count_die(state: State, draw: int) -> State:
    """The die of the number ``draw`` has been rolled."""
    return replace(state, draws=draw + 1)
