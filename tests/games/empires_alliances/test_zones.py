"""§4.0, §5.0: control and zones of control."""

from __future__ import annotations

import pytest

from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import War
from rules.empires_alliances.terrain.zones import in_ezoc, projects
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.table import deployed, empty, put, told


def test_4_1_a_side_controls_its_countries_and_nobody_a_neutral_one() -> None:
    """§4.0, §4.1."""
    state = deployed()
    assert controller(state, "2655") == "allied"
    assert controller(state, "2347") == "central"
    assert controller(state, "2150") == "", "the Netherlands are neutral"


def test_4_2_a_hex_changes_hands_as_a_unit_enters_it() -> None:
    state = deployed()
    belgian = [h for h in state.board.lattice.around("2548") if state.board.country[state.board.index(h)] == "BE"]
    unit = state.stacks["2548"][0]
    to = next(h for h in belgian if h not in state.stacks)
    assert controller(state, to) == "allied"
    after = told(state, "central", "move", units=[unit], path=[to])
    assert controller(after, to) == "central"
    assert after.control == {to: "central"}


def test_4_2_all_hexes_of_a_march_change_hands() -> None:
    path = ["2453", "2454", "2455"]
    march = told(phase("central", {"ge-a1": "2552"}), "central", "move", units=["ge-a1"], path=path)
    assert march.control == dict.fromkeys(path, "central")


@pytest.mark.parametrize(
    ("unit", "does"),
    [("ge-a1", True), ("ge-cav1", True), ("ge-art-1", True), ("ge-siege-305", False), ("ge-cav1xx", True)],
)
def test_5_1_infantry_cavalry_and_field_artillery_project(unit: str, does: bool) -> None:
    state = put(empty(deployed()), {unit: "2849"})
    assert projects(state, unit) is does
    assert in_ezoc(state, "2850", "allied") is does


@pytest.mark.parametrize(
    ("how", "does"), [({"shaken": 1}, False), ({"unsupplied": 1}, True), ({"unsupplied": 2}, False)]
)
def test_13_85_and_14_6_a_unit_demoralised_or_at_level_2_projects_no_zone(how: dict[str, int], does: bool) -> None:
    state = put(empty(deployed()), {"ge-a1": "2849"}, **how)
    assert in_ezoc(state, "2850", "allied") is does


def test_14_63_a_fort_delays_it_by_a_level() -> None:
    state = put(empty(deployed()), {"ge-a1": "2850"}, unsupplied=2)
    assert in_ezoc(state, "2849", "allied"), "Metz has a fort"
    fallen = replace(state, forts=frozenset())
    assert in_ezoc(fallen, "2849", "allied"), "and it is a major city"


def test_5_1_no_zone_reaches_into_a_neutral_country() -> None:
    state = put(empty(deployed()), {"ge-a1": "2347"})
    near = state.board.lattice.around("2347")
    dutch = [hex_ for hex_ in near if state.board.country[state.board.index(hex_)] == "NL"]
    assert dutch
    assert not any(in_ezoc(state, hex_, "allied") for hex_ in dutch)


def test_5_1_no_zone_reaches_over_a_strait() -> None:
    state = put(empty(deployed()), {"it-1": "6243"})
    italian = replace(state, wars={**state.wars, "IT": War("allied", 1)})
    near = [hex_ for hex_ in state.board.lattice.around("6243") if state.board.is_hex(hex_)]
    assert "6244" in near
    assert {hex_ for hex_ in near if in_ezoc(italian, hex_, "central")} == {*near} - {"6244"}, "a strait parts Messina"
