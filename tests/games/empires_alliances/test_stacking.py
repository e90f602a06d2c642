"""§6.0: what a hex holds, and a set-up in one click that keeps to it."""

from __future__ import annotations

from itertools import product

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.changes import relocate
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import AIR, CAVALRY, FIELD, INFANTRY, SIEGE, TANK
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.setup.areas import units_waiting
from rules.empires_alliances.setup.auto_setup import deal
from rules.empires_alliances.setup.orders import SET_UP_ALL
from rules.empires_alliances.setup.placing import places_for
from rules.empires_alliances.stacking import why_too_many
from rules.kernel.messages import Refused
from rules.kernel.procedure.options import Options
from rules.kernel.procedure.orders import At, Choices


def opened() -> State:
    """1914, before anyone has set up a unit."""
    return GAME.new_match("1914", {})


OPENED = opened()
FIELD_OF_NOBODY = "2347"


def some(kind: str, number: int) -> tuple[str, ...]:
    """That many units of a kind."""
    return tuple(u.id for u in OPENED.printed.units.values() if u.kind == kind)[:number]


@pytest.mark.parametrize("cavalry", [0, 1])
def test_6_1_a_hex_holds_three_of_the_line_and_guns_beside_them(cavalry: int) -> None:
    for foot, guns, siege, tanks in product(range(5), range(4), range(3), range(3)):
        units = (*some(INFANTRY, foot), *some(CAVALRY, cavalry), *some(FIELD, guns), *some(SIEGE, siege))
        units += some(TANK, tanks)
        line = foot + cavalry
        may = line <= 3 and guns <= (2 if line <= 2 else 1) and siege <= 1 and tanks <= 1
        refusal = why_too_many(OPENED, FIELD_OF_NOBODY, units)
        assert (refusal is None) == may, (foot, guns, siege, tanks)
        assert refusal is None or refusal.section == "6.1"


@pytest.mark.parametrize(("city", "most"), [("Paris", 2), ("Dijon", 1), ("", 0)])
def test_6_3_aircraft_are_based_in_cities(city: str, most: int) -> None:
    hex_ = OPENED.printed.places.cities[city].hex if city else FIELD_OF_NOBODY
    for number in range(4):
        refusal = why_too_many(OPENED, hex_, some(AIR, number))
        assert (refusal is None) == (number <= most), number
        assert refusal is None or refusal.section == "6.3"


def fits(state: State) -> bool:
    """Whether every stack is within its limits."""
    return all(why_too_many(state, hex_, units) is None for hex_, units in state.stacks.items())


def test_1_4_all_units_are_dealt_into_their_areas_within_stacking() -> None:
    found = deal(OPENED, ALLIED)
    assert found.keys() == {*units_waiting(OPENED, ALLIED)}
    state = OPENED
    for unit, place in found.items():
        assert place in places_for(state, unit)
        state = relocate(state, [unit], place)
    assert fits(state)


def test_1_4_those_that_stand_already_stay_even_where_they_leave_others_no_room() -> None:
    """Three corps of the 7th Army have filled Strassburg, in which the fortress corps alone can begin."""
    army, strassburg, garrison = ("ge-a14", "ge-a15", "ge-r14"), "3148", "ge-f1"
    state = relocate(OPENED, army, strassburg)
    found = deal(state, CENTRAL)
    assert {*units_waiting(state, CENTRAL)} - found.keys() == {garrison}
    for unit, place in found.items():
        state = relocate(state, [unit], place)
    assert fits(state)
    assert state.stacks[strassburg][-3:] == army
    assert units_waiting(state, CENTRAL) == (garrison,)
    assert deal(state, CENTRAL) == {}
    refusal = SET_UP_ALL.when(At(state, CENTRAL))
    assert refusal is not None
    assert refusal.code == "no-room"
    state = relocate(state, army[:1], "3249")
    assert SET_UP_ALL.when(At(state, CENTRAL)) is None
    assert deal(state, CENTRAL) == {garrison: strassburg}


def options_of(order: str, state: State, slot: int, **chosen: str) -> Options:
    """What may be chosen in a slot of an order of the set-up."""
    at = At(state, ALLIED)
    found = next(o for o in GAME.engine.here(state).step.orders if o.kind == order)
    return found.slots[slot].options(at, Choices(chosen))


def test_1_4_a_unit_is_placed_in_its_area_and_taken_back() -> None:
    unit = "fr-a7"
    hex_ = places_for(OPENED, unit)[0]
    assert options_of("place", OPENED, 1, unit=unit).read(hex_, "1.4") == hex_
    with pytest.raises(Refused, match="may not be set up there"):
        options_of("place", OPENED, 1, unit=unit).read(FIELD_OF_NOBODY, "1.4")
    with pytest.raises(Refused, match="has not been set up"):
        options_of("take_back", OPENED, 0).read(unit, "1.4")
    stands = relocate(OPENED, [unit], hex_)
    assert options_of("take_back", stands, 0).read(unit, "1.4") == unit
    with pytest.raises(Refused) as caught:
        options_of("place", stands, 1, unit=unit).read(hex_, "1.4")
    assert caught.value.refusal.code == "there-already"
