"""The hooks of The Ford: what holds in it, and what it hides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from examples import the_ford
from examples.the_ford import ENGINE, GAME, LATTICE, START, STRENGTHS, State
from rules.hexes.plain import side_of
from rules.hexes.viewers import sees_hidden
from tests.contract.hooks import Budget
from tests.contract.small import Path, SmallGame

UNITS = [f"{side}-{n}" for side in START for n in range(1, len(STRENGTHS) + 1)]


def check_position(state: State) -> None:
    """One unit a hex, on the map; each side has dealt each strength once, or none; no other unit is beaten."""
    assert set(state.at) <= set(UNITS)
    assert set(state.at.values()) <= set(LATTICE.ids)
    assert max(Counter(state.at.values()).values(), default=0) <= 1, "two units in a hex"
    for side in START:
        dealt = sorted(strength for unit, strength in state.strength.items() if side_of(unit) == side)
        assert dealt in ([], [*STRENGTHS]), f"{side} has {dealt}"
    assert state.beaten is None or state.beaten in state.at


def concealed(state: State, viewer: str) -> Iterator[Sequence[Path]]:
    """Section 1: the strengths that a side has dealt, as far as no fight has shown them."""
    for side in START:
        if not sees_hidden(viewer, side):
            hidden = sorted(u for u in state.strength if side_of(u) == side and u not in state.shown and u in state.at)
            yield [("strength", unit) for unit in hidden]


def strengths_in_view(patch: pytest.MonkeyPatch) -> None:
    """Section 1: everyone sees every strength."""
    patch.setattr(the_ford, "sees_hidden", lambda viewer, side: True)


def units_by_strength(patch: pytest.MonkeyPatch) -> None:
    """Section 1: the weakest are listed first."""

    def units(self: State, side: str) -> tuple[str, ...]:
        mine = (u for u in self.at if side_of(u) == side)
        return tuple(sorted(mine, key=lambda u: (self.strength.get(u, 0), self.at[u])))

    patch.setattr(State, "units", units)


def strengths_in_lines(patch: pytest.MonkeyPatch) -> None:
    """Section 1: the line of a move has the strength of the unit."""
    narrate = the_ford.TheFord.narrate

    def told(game: the_ford.TheFord, before: State, event: the_ford.Event, after: State, viewer: str) -> object:
        line = narrate(game, before, event, after, viewer)
        if line is None or not isinstance(event, the_ford.Moved):
            return line
        return {**line, "text": f"{line['text']} It has {before.strength[event.unit]}."}

    patch.setattr(the_ford.TheFord, "narrate", told)


def the_deal_in_lines(patch: pytest.MonkeyPatch) -> None:
    """Section 1: the line of a deal has what was dealt."""
    narrate = the_ford.TheFord.narrate

    def told(game: the_ford.TheFord, before: State, event: the_ford.Event, after: State, viewer: str) -> object:
        line = narrate(game, before, event, after, viewer)
        return {**(line or {}), "text": str(event.strength)} if isinstance(event, the_ford.Deployed) else line

    patch.setattr(the_ford.TheFord, "narrate", told)


HOOKS = SmallGame(
    GAME,
    ENGINE,
    {"ford": Budget(playouts=40, looks=6)},
    concealed,
    (*UNITS, *LATTICE.ids),
    check_position,
    at=lambda state, name: state.at.get(name),
    around=lambda state, place: LATTICE.around(place) if place in LATTICE.index else (),
    codes=frozenset({"has-moved", "no-way-back", "out-of-reach"}),
    LEAKS={
        leak.__name__: leak for leak in (strengths_in_view, strengths_in_lines, the_deal_in_lines, units_by_strength)
    },
)
