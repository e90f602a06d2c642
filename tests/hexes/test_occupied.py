"""Who stands where: every answer is what a look at all units finds, whatever has changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import pytest

from rules.hexes.occupied import Occupied, bring, change, exchange, place
from rules.kernel.facts import follow

POOL, DEAD, AFRICA = "pool", "dead", "africa"
HEXES = ("0101", "0102", "0203", "0304")


class Unit(NamedTuple):
    """A unit, and whether it is tired."""

    at: str
    tired: bool = False


@dataclass(frozen=True)
class State(Occupied):
    """Red and blue units; both sides may be in the box of Africa at once."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    turn: int = 1

    @property
    def off_map(self) -> tuple[str, ...]:
        """The boxes."""
        return POOL, DEAD, AFRICA

    def side(self, unit: str) -> str:
        """Whose a unit is."""
        return unit.split("-")[0]


UNITS = [f"{side}-{n}" for n in range(6) for side in ("red", "blue")]
START = State(units=dict.fromkeys(UNITS, Unit(POOL)))


def check(state: State) -> None:
    """All that the state tells, against its units alone."""
    here = {h: {u for u in UNITS if state.units[u].at == h} for h in (*HEXES, *state.off_map)}
    assert {h: {*units} for h, units in state.stacks.items()} == {h: here[h] for h in HEXES if here[h]}
    assert state.hexes == tuple(h for h in HEXES if here[h])
    assert state.boxes == {box: tuple(u for u in UNITS if u in here[box]) for box in state.off_map}
    assert state.in_box(AFRICA, "red") == tuple(u for u in UNITS if u in here[AFRICA] and u.startswith("red"))
    assert state.in_box(DEAD) == state.boxes[DEAD]
    assert [u for u in UNITS if state.is_on_map(u)] == [u for u in UNITS if u in {*state.on_map()}]
    for hex_ in HEXES:
        sides = {state.side(u) for u in here[hex_]}
        assert state.holder(hex_) == (sides.pop() if sides else None)
    for side in ("red", "blue"):
        assert [*state.on_map(side)] == [u for u in state.on_map() if state.side(u) == side]


def test_what_is_asked_of_a_position_follows_its_changes() -> None:
    rng, state = Random(3), START
    check(state)
    for _ in range(300):
        unit = rng.choice(UNITS)
        open_ = [h for h in HEXES if state.holder(h) in (None, state.side(unit))]
        to = rng.choice((*open_, DEAD, AFRICA, POOL))
        if not rng.randrange(4):
            after = change(state, {unit: state.units[unit]._replace(tired=True)})
        else:
            after = bring(state, {unit: Unit(to)}, to)
        state = follow(state, after)
        check(state)


def test_units_come_on_top_and_more_may_change_with_them() -> None:
    state = bring(START, {"red-1": Unit("0101"), "red-2": Unit("0101", True)}, "0101", turn=4)
    state = bring(state, {"red-3": Unit("0101")}, "0101")
    assert (state.stacks["0101"], state.turn, state.units["red-2"].tired) == (("red-3", "red-1", "red-2"), 4, True)
    state = bring(state, {"red-0": Unit("0101")}, "0101", lambda units: tuple(sorted(units)))
    assert state.stacks["0101"] == ("red-0", "red-1", "red-2", "red-3")
    assert START.stacks == {}, "the position before stays as it was"


def test_units_are_set_up_in_several_hexes_at_once_the_later_above() -> None:
    places = {"red-1": Unit("0101"), "blue-1": Unit("0203", True), "red-2": Unit("0101"), "red-3": Unit(AFRICA)}
    state = place(START, places)
    assert state.stacks == {"0101": ("red-2", "red-1"), "0203": ("blue-1",)}
    assert state.boxes[AFRICA] == ("red-3",)
    assert state.units["blue-1"] == Unit("0203", True)
    check(state)


def test_two_units_change_places_also_with_a_box() -> None:
    state = place(START, {"red-1": Unit("0101"), "red-2": Unit("0101"), "blue-1": Unit("0203")})
    after = exchange(state, "red-1", "red-3", {"red-1": Unit(POOL), "red-3": Unit("0101", True)}, turn=2)
    assert (after.stacks, after.turn) == ({"0101": ("red-2", "red-3"), "0203": ("blue-1",)}, 2)
    assert after.units["red-3"].tired
    check(after)


def test_nothing_to_change_gives_the_same_position() -> None:
    assert change(START, {}) is START


def test_an_unknown_unit_is_an_error() -> None:
    with pytest.raises(KeyError):
        START.is_on_map("green-1")
    with pytest.raises(KeyError):
        bring(START, {"green-1": Unit("0101")}, "0101")
