"""§5.11, §5.35, §5.37, §13.23: what each map's box and dead pile is for, in the combined game."""

from __future__ import annotations

import pytest

from rules.great_war.facts.replacements import UnitReturned
from rules.great_war.facts.resources import UnitsArrived as NewUnits
from rules.great_war.new_units.orders import entries_for, why_not
from rules.great_war.position.boxes import pile_of
from rules.great_war.position.changes import dead, relocate
from rules.great_war.position.state import AVAILABLE, AVAILABLE_THERE, DEAD, DEAD_THERE
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.great_war.combined.kit import done, refusal, set_up, until


def test_5_11_new_units_lie_beside_their_own_maps() -> None:
    """§5.11: by the order of appearance."""
    state = set_up("combined-1915")
    europe = next(u for u in state.boxes["later"] if state.printed.arrivals[u].map == "europe")
    there = next(u for u in state.boxes["later"] if state.printed.arrivals[u].map == "near-east")
    after = NewUnits((europe, there)).apply(state)
    assert (after.units[europe].at, after.units[there].at) == (AVAILABLE, AVAILABLE_THERE)


def test_5_35_the_dead_lie_where_they_fell_but_for_germans() -> None:
    """§5.35, §5.37: rebuilt units lie in the box of the same map; Germans fall to Europe from everywhere."""
    state = set_up("combined-1917")
    board = state.printed.board
    there = next(u for u in state.on_map(ALLIED) if board.front[board.index[state.units[u].at]] == "iraq")
    west = next(u for u in state.on_map(ALLIED) if board.front[board.index[state.units[u].at]] == "west")
    german = relocate(state, ["ge-601bn"], "NE2711")
    assert pile_of(german, "ge-601bn") == DEAD
    after = dead(state, [there, west])
    assert (after.units[there].at, after.units[west].at) == (DEAD_THERE, DEAD)
    for unit, box in ((there, AVAILABLE_THERE), (west, AVAILABLE)):
        assert UnitReturned(unit, 1, False).apply(after).units[unit].at == box


def test_5_35_both_piles_are_offered_and_paid_for() -> None:
    """§5.31, §5.35: by the nation's own points; the British dead of Iraq come back to the box there."""
    state = until("combined-1915", "replacement")
    state = replace(state, points={**state.points, "BR": 2, "TU": 2})
    dead_turk = next(u for u in state.boxes[DEAD_THERE] if u.startswith("tu-"))
    after = done(state, CENTRAL, {"kind": "replace", "unit": dead_turk, "points": 1})
    assert after.units[dead_turk].at == AVAILABLE_THERE
    assert dead_turk in after.returned


def test_13_23_units_come_in_on_their_own_maps() -> None:
    """§13.23: by hand, those that were never offered too."""
    state = set_up("combined-1915")
    board = state.printed.board
    there = {"caucasus", "egypt", "iraq"}
    british = next(u for u in state.boxes[AVAILABLE] if u.startswith("br-") and not state.counter(u).limits)
    assert {board.front[i] for i in entries_for(state, british)}.isdisjoint(there)
    found = refusal(state, ALLIED, {"kind": "place", "units": [british], "hex": "NE4206"})
    assert found.section == "13.23"
    placed = done(state, ALLIED, {"kind": "place", "units": [british], "hex": "W6707"})
    assert placed.units[british].at == "W6707"
    back = relocate(state, ["br-10in"], AVAILABLE_THERE)
    assert {board.front[i] for i in entries_for(back, "br-10in")} <= there
    assert why_not(back, "br-10in") is None
    assert refusal(back, ALLIED, {"kind": "place", "units": ["br-10in"], "hex": "W6707"}).section in ("13.23", "17.2")
    assert done(back, ALLIED, {"kind": "place", "units": ["br-10in"], "hex": "NE4206"}).units["br-10in"].at == "NE4206"


def test_13_23_three_divisions_come_to_egypt_out_of_europe() -> None:
    """§13.23: the 42nd Territorial, the Anzacs and the New Zealanders; to Iraq they do not come."""
    state = relocate(set_up("combined-1915"), ["br-42t"], AVAILABLE)
    assert done(state, ALLIED, {"kind": "place", "units": ["br-42t"], "hex": "NE4206"}).units["br-42t"].at == "NE4206"
    assert refusal(state, ALLIED, {"kind": "place", "units": ["br-42t"], "hex": "NI2252"}).section == "13.23"


@pytest.mark.parametrize("unit", ["br-42t", "br-1as", "br-nz"])
def test_3_26_and_to_europe_out_of_the_near_east(unit: str) -> None:
    """§3.26, §5.36 (docs/rulings): one that fell in Egypt may come back in Europe, or in Egypt; not to Iraq."""
    fallen = dead(relocate(set_up("combined-1915"), [unit], "NE4206"), [unit])
    assert fallen.units[unit].at == DEAD_THERE
    state = relocate(fallen, [unit], AVAILABLE_THERE)
    for hex_ in ("W6707", "NE4206"):
        assert done(state, ALLIED, {"kind": "place", "units": [unit], "hex": hex_}).units[unit].at == hex_
    assert refusal(state, ALLIED, {"kind": "place", "units": [unit], "hex": "NI2252"}).section == "13.23"


def test_13_29_turks_in_their_box_go_on_to_the_reserve() -> None:
    """§13.29: as the Central Powers' New Units Phase begins; it asks for the right box."""
    state = set_up("combined-1915")
    due = [u for u in state.boxes[AVAILABLE_THERE] if u.startswith("tu-")]
    after = done(state, ALLIED, {"kind": "end_phase"})
    assert due
    assert {after.units[u].at for u in due} == {"reserve"}
