"""§10.0 Advancing railheads, §15.2 entrenchments, §15.22, §13.86."""

from __future__ import annotations

import pytest

from rules.empires_alliances.movement.digging import why_not_dig
from rules.empires_alliances.movement.railheads import heads_that_go_on, railheads_of, ways_on, why_not
from rules.empires_alliances.position.control import rail_side
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import POOL
from rules.empires_alliances.supply.feeding import is_supplied
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import held_by, phase
from tests.games.empires_alliances.shores import at_turn
from tests.games.empires_alliances.table import deployed, empty, passed_to, put, refused, told
from tests.thorough import at_least_one


def test_1_49_the_printed_railheads_are_where_lines_leave_the_country() -> None:
    state = deployed()
    printed = {hex_ for hexes in state.card.railheads.values() for hex_ in hexes}
    assert printed <= {*railheads_of(state, "central")}


def test_10_3_allied_railheads_lie_beside_those_of_the_central_powers() -> None:
    state = deployed()
    board = state.board
    central = {board.index(hex_) for hex_ in railheads_of(state, "central")}
    for hex_ in at_least_one(railheads_of(state, "allied")):
        beside = {b for b, _ in board.rails[board.index(hex_)]}
        assert beside & central or any(rail_side(state, board.lattice.ids[b]) == "" for b in beside)


def advancing(weather: str = "clear") -> State:
    """The Administrative Phase of the Central Powers after a corps has gone along the line from Aachen."""
    state = passed_to(put(empty(deployed()), {"ge-a7": "2548", "fr-a1": "2655"}), "central.attacks")
    state = replace(state, weather=(weather, weather))
    gone = put(state, {"ge-a7": "2449"})
    trodden = dict.fromkeys(("2449", "2349", "2350", "2351"), ("ge-a7",))
    control = dict.fromkeys(trodden, "central")
    forts = frozenset(fort for fort in state.forts if not fort.startswith("be-"))
    return told(replace(gone, trodden=trodden, control=control, forts=forts), "central", "end_phase")


def test_10_2_a_railhead_follows_a_supplied_ground_unit_along_its_line() -> None:
    """§7.251, §10.2: in the Administrative Phase."""
    state = advancing()
    assert state.phase.step == "central.railheads"
    assert "2548" in heads_that_go_on(state, "central")
    after = told(state, "central", "advance_railhead", head="2548", path=["2449"])
    assert rail_side(after, "2449") == "central"
    assert "2449" in after.railheads


def test_10_2_no_further_than_the_unit_has_been() -> None:
    state = advancing()
    nobody = replace(state, trodden={"2449": ("ge-a7",)})
    assert [*ways_on(nobody, "central", "2548")] == ["2449"]
    refusal = why_not(nobody, "central", "2449", "2349")
    assert refusal is not None
    assert refusal.code == "nobody-came"


@pytest.mark.parametrize(("at", "follows"), [("2449", True), (POOL, False)])
def test_10_2_a_railhead_follows_no_unit_that_has_been_lost(at: str, follows: bool) -> None:
    """docs/rulings."""
    state = put(replace(advancing(), trodden={"2449": ("ge-a7",)}), {"ge-a7": at})
    refusal = why_not(state, "central", "2548", "2449")
    assert (refusal is None) is follows
    assert follows or (refusal is not None and refusal.code == "nobody-came")


@pytest.mark.parametrize(("weather", "most"), [("clear", 3), ("mud", 2), ("snow", 1)])
def test_10_4_three_hexes_two_in_mud_and_one_in_snow(weather: str, most: int) -> None:
    state = advancing(weather)
    assert max(len(way) for way in ways_on(state, "central", "2548").values()) == most
    after = told(state, "central", "advance_railhead", head="2548", path=["2449"])
    assert all(len(way) <= most - 1 for way in ways_on(after, "central", "2449").values())


def test_10_2_not_where_the_enemy_watches_the_line() -> None:
    state = put(advancing(), {"be-3": "2250"})
    watched = why_not(state, "central", "2449", "2349")
    assert watched is not None
    assert watched.code == "watched"
    assert [*ways_on(state, "central", "2548")] == ["2449"]


def test_10_2_friends_do_not_open_a_line_that_the_enemy_watches() -> None:
    """A friendly unit negates an enemy zone for a path over land, and for nothing else."""
    state = put(advancing(), {"be-1": "2351", "ge-a8": "2350"})
    order = {"head": "2548", "path": ["2449", "2349", "2350"]}
    assert refused(state, "central", "advance_railhead", **order) == ("watched", "10.2")
    free = told(put(state, {"be-1": "2655"}), "central", "advance_railhead", **order)
    assert rail_side(free, "2350") == "central"


def test_10_2_rails_lead_to_the_source_and_no_way_over_land_takes_their_place() -> None:
    """The line is cut at Aachen; the corps in Brussels is fed over land even so."""
    taken = {**held_by("central", "BE"), "2629": "central"}
    places = {"ge-a7": "2351", "fr-a1": "2649", "ge-a8": "2629"}
    cut = told(
        at_turn(phase("central", places, taken=taken, rails=["2449", "2349", "2350"]), "1914-10", "central.attacks"),
        "central", "end_phase",
    )  # fmt: skip
    assert is_supplied(cut, "ge-a7")
    assert "2350" not in heads_that_go_on(cut, "central")
    assert refused(cut, "central", "advance_railhead", head="2350", path=["2351"]) == ("cut-off", "10.2")
    free = put(cut, {"fr-a1": "2655"})
    assert rail_side(told(free, "central", "advance_railhead", head="2350", path=["2351"]), "2351") == "central"


def october(unit: str = "ge-a1", at: str = "2426", **how: int) -> State:
    """A Movement Phase of October 1914 with a unit in a hex."""
    state = put(deployed(), {unit: at}, **how)
    return replace(state, turn=state.printed.turns["1914-10"].number)


def test_15_21_no_unit_entrenches_before_october_1914() -> None:
    state = deployed()
    assert refused(state, "central", "dig", units=["ge-a1"]) == ("no-trenches-yet", "15.21")


def test_15_21_infantry_in_supply_digs_for_all_its_movement_points() -> None:
    state = october(at="2325")
    after = told(state, "central", "dig", units=["ge-a1"])
    assert after.units["ge-a1"].trench == 1
    answer = refused(after, "central", "move", units=["ge-a1"], path=["2326"])
    assert answer == ("no-mp", "8.1")


@pytest.mark.parametrize(
    ("unit", "at", "how", "code"),
    [
        ("ge-cav1", "2325", {}, "no-infantry"),
        ("ge-art-8", "2325", {}, "no-infantry"),
        ("ge-a1", "2426", {}, "fort-there"),
        ("ge-a1", "2325", {"spent": 1}, "has-dug"),
        ("ge-a1", "2325", {"trench": 1}, "not-deeper-yet"),
        ("ge-a1", "2325", {"trench": 2}, "deep-enough"),
    ],
)
def test_15_21_to_15_23_who_may_not_dig(unit: str, at: str, how: dict[str, int], code: str) -> None:
    refusal = why_not_dig(october(unit, at, **how), unit)
    assert refusal is not None
    assert refusal.code == code


def test_13_85_a_demoralised_unit_that_must_leave_does_not_dig_instead() -> None:
    land = dict.fromkeys(("2453", "2353", "2352", "2452"), "central")
    state = phase("central", {"ge-a1": "2453", "fr-a1": "2454"}, "1915-05", taken=land)
    shaken = put(state, {"ge-a1": "2453"}, shaken=1)
    assert refused(shaken, "central", "dig", units=["ge-a1"]) == ("must-leave", "13.85")
    assert told(state, "central", "dig", units=["ge-a1"]).units["ge-a1"].trench == 1
    free = put(shaken, {"fr-a1": "2456"})
    assert told(free, "central", "dig", units=["ge-a1"]).units["ge-a1"].trench == 1, "nobody watches it"


def test_15_23_a_second_level_from_january_1916() -> None:
    state = october(at="2325", trench=1)
    later = replace(state, turn=state.printed.turns["1916-01"].number)
    assert told(later, "central", "dig", units=["ge-a1"]).units["ge-a1"].trench == 2


def test_15_21_out_of_supply_no_unit_digs() -> None:
    refusal = why_not_dig(october("ge-a1", "2653"), "ge-a1")
    assert refusal is not None
    assert refusal.code == "unsupplied"


def test_13_9_the_entrenchment_is_gone_when_its_unit_leaves() -> None:
    state = october(at="2325", trench=1)
    after = told(state, "central", "move", units=["ge-a1"], path=["2326"])
    assert after.units["ge-a1"].trench == 0


def test_7_231_entrenchments_and_forts_come_before_all_movement() -> None:
    state = october(at="2325")
    moved = told(state, "central", "move", units=["ge-a1"], path=["2326"])
    assert "dig" not in [offer["kind"] for offer in _offers(moved)]
    assert refused(moved, "central", "dig", units=["ge-a17"]) == ("too-late", "7.231")


def _offers(state: State) -> list[dict[str, object]]:
    from rules.empires_alliances.game import GAME

    return GAME.legal(state, "central")["offers"]  # type: ignore[return-value]


def test_15_22_a_fort_may_be_given_up_and_never_comes_back() -> None:
    state = deployed()
    after = told(state, "central", "remove_fort", hex="2850")
    assert "ge-fort-2850" not in after.forts
    assert refused(after, "central", "remove_fort", hex="2850") == ("no-fort", "15.22")
    assert refused(state, "central", "remove_fort", hex="2851") == ("not-your-fort", "15.22")


def test_13_86_units_rally_in_supply_and_out_of_enemy_zones_and_others_are_turned() -> None:
    state = passed_to(deployed(), "central.attacks")
    shaken = put(put(state, {"ge-a1": "2325"}, shaken=1), {"ge-a17": "2325"}, shaken=2)
    # 2424 lies on the border, beside a Russian corps.
    watched = put(put(shaken, {"ge-a20": "2424"}, shaken=1, bound=True), {"ru-2": "2423"})
    # Deep in Russia nobody watches it, and nothing feeds it.
    cut_off = put(watched, {"ge-a2": "1001"}, shaken=1)
    after = told(cut_off, "central", "end_phase")
    assert after.units["ge-a1"].shaken == 0
    assert after.units["ge-a17"].shaken == 1
    assert after.units["ge-a20"].shaken == 1
    assert after.units["ge-a2"].shaken == 1
    for unit in at_least_one(("ge-a20", "ge-a2")):
        # A marker of this segment is turned wherever its unit stands.
        again = told(put(cut_off, {unit: cut_off.units[unit].at}, shaken=2), "central", "end_phase")
        assert again.units[unit].shaken == 1


@pytest.mark.parametrize(
    ("weather", "west", "through_the_east"),
    [(("clear", "clear"), 3, True), (("clear", "mud"), 3, False), (("mud", "clear"), 2, False),
     (("clear", "snow"), 3, False), (("snow", "clear"), 1, False)],
)  # fmt: skip
def test_10_4_20_23_the_zones_that_a_railhead_goes_into_bind_it_and_the_worse_of_two(
    weather: tuple[str, str], west: int, through_the_east: bool
) -> None:
    """From 2729 in the east to Thorn in the west, and on in the west or back into the east (2429)."""
    taken = held_by("allied", "GE")
    before = phase("allied", {"ru-2": "2630"}, taken=taken, weather=weather)
    gone = dict.fromkeys(("2630", "2631", "2632", "2529", "2429"), ("ru-2",))
    state = told(replace(at_turn(before, "1914-10", "allied.attacks"), trodden=gone), "allied", "end_phase")
    ways = ways_on(state, "allied", "2729")
    assert max(len(way) for end, way in ways.items() if end in ("2630", "2631", "2632")) == west
    assert ("2429" in ways) is through_the_east
    order = {"head": "2729", "path": ["2630", "2529", "2429"]}
    if not through_the_east:
        assert refused(state, "allied", "advance_railhead", **order) == ("too-far", "10.4")
