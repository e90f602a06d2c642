"""§8.0 Ground movement, §20.2 weather on the march, §6.1 stacking."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.allowance import allowance
from rules.empires_alliances.movement.journeys import ways_of
from rules.empires_alliances.movement.on_foot import group_of, is_farther, step_cost
from rules.empires_alliances.movement.out_of_reach import refused_near
from rules.empires_alliances.position.state import State
from rules.empires_alliances.stacking import why_too_many
from rules.kernel.messages import Refusal
from tests.games.empires_alliances.moving import ends, held_by, phase
from tests.games.empires_alliances.table import put, refused, told

POSEN = "2633"
WEST, EAST = "2630", "2629"
"""Thorn, west of the weather line, and the hex east of it."""


def test_8_1_terrain_takes_mp() -> None:
    state = phase("central", {"ge-a1": "2551"})
    assert ends(state, "ge-a1")["2552"] == 1
    assert ends(state, "ge-a1")["2550"] == 2  # forest


def test_8_1_a_march_goes_as_far_as_its_mp() -> None:
    state = phase("central", {"ge-a1": "2634"})
    path = ["2633", "2632", "2631", "2630"]
    assert told(state, "central", "move", units=["ge-a1"], path=path).units["ge-a1"].spent == 4
    assert refused(state, "central", "move", units=["ge-a1"], path=[*path, "2629"]) == ("too-far", "8.1")


def test_8_2_mud_and_snow_and_want_of_supply_slow_units() -> None:
    on = ["2633", "2632", "2631", "2630"]
    for weather, last in (("clear", "2630"), ("mud", "2631"), ("snow", "2632")):
        state = phase("central", {"ge-a1": "2634"}, weather=(weather, weather))
        # It has been railed already, so it goes on foot.
        state = put(state, {"ge-a1": "2634"}, carried="rail")
        assert last in ends(state, "ge-a1")
        assert not {*on[on.index(last) + 1 :]} & ends(state, "ge-a1").keys()
    hungry = put(phase("central", {}), {"ge-a1": "2634"}, carried="rail", unsupplied=1)
    assert "2631" in ends(hungry, "ge-a1")
    assert "2630" not in ends(hungry, "ge-a1")


@pytest.mark.parametrize(
    ("unit", "how", "clear", "mud", "snow"),
    [
        ("ge-a1", {}, 4, 3, 2),
        ("ge-cav1", {}, 5, 3, 3),
        ("ah-1", {}, 3, 2, 2),
        ("ge-cav1", {"unsupplied": 1}, 4, 2, 2),
        ("ge-cav1", {"unsupplied": 2}, 2, 1, 1),
        ("ge-cav1", {"shaken": 1}, 2, 1, 1),
        ("ah-1", {"shaken": 1}, 1, 1, 1),
        ("ge-cav1", {"unsupplied": 1, "shaken": 1}, 2, 1, 1),
        ("ge-a1", {"unsupplied": 2, "shaken": 1}, 1, 1, 1),
    ],
)
def test_8_2_20_22_mud_takes_two_of_five_and_snow_alone_halves_upwards(
    unit: str, how: dict[str, int], clear: int, mud: int, snow: int
) -> None:
    """First the weather, then want of supply and demoralisation, which halve downwards; one MP is always left."""
    state = put(phase("central", {}), {unit: "2634"}, **how)
    weathers = state.printed.charts.weathers
    assert [allowance(state, unit, weathers[word]) for word in ("clear", "mud", "snow")] == [clear, mud, snow]


@pytest.mark.parametrize(("level", "last"), [(1, "2629"), (2, "2630"), (3, "2631")])
def test_14_63_in_a_major_city_want_of_supply_slows_a_turn_later(level: int, last: str) -> None:
    """Posen: at level 2 a unit has lost one of its four MP, as it would elsewhere at level 1."""
    state = put(phase("central", {}), {"ge-a1": POSEN}, carried="rail", unsupplied=level)
    on = ["2632", "2631", "2630", "2629"]
    assert last in ends(state, "ge-a1")
    assert not {*on[on.index(last) + 1 :]} & ends(state, "ge-a1").keys()


def test_8_3_from_one_zone_of_control_to_another_costs_one_more() -> None:
    state = phase("central", {"ge-a1": "2453", "fr-a1": "2553"})
    assert ends(state, "ge-a1")["2454"] == 2
    assert told(state, "central", "move", units=["ge-a1"], path=["2454"]).units["ge-a1"].spent == 2
    free = phase("central", {"ge-a1": "2452", "fr-a1": "2553"})
    assert ends(free, "ge-a1")["2453"] == 1


def test_8_4_one_hex_is_always_possible() -> None:
    state = put(phase("central", {"ge-a1": "2551"}), {"ge-a1": "2551"}, shaken=1)
    hungry = put(state, {"ge-a1": "2551"}, shaken=1, unsupplied=2)
    assert ends(hungry, "ge-a1")["2550"] == 1


@pytest.mark.parametrize(("at", "to", "farther"), [("1110", "1109", True), ("1007", "1008", False)])
def test_8_4_but_not_away_from_supply_without_the_mp(at: str, to: str, farther: bool) -> None:
    """A hungry unit of one MP enters a forest nearer to its sources, and none that lies further away."""
    hungry = put(phase("allied", {"ru-1": at}), {"ru-1": at}, shaken=1, unsupplied=2)
    group, board = group_of(hungry, ["ru-1"]), hungry.board
    assert group.left(hungry, hungry.printed.charts.weathers["clear"]) == 1
    assert step_cost(hungry, "allied", board.index(at), board.index(to)) == 2
    assert is_farther(hungry, group, board.index(at), board.index(to)) is farther
    assert (to in ends(hungry, "ru-1")) is not farther
    if farther:
        assert refused(hungry, "allied", "move", units=["ru-1"], path=[to]) == ("away-from-supply", "8.4")
    else:
        assert told(hungry, "allied", "move", units=["ru-1"], path=[to]).units["ru-1"].at == to


def test_20_23_the_hexes_entered_decide_and_the_worse_zone_binds_the_whole_move() -> None:
    state = phase("central", {"ge-a1": WEST, "ge-a2": EAST}, weather=("clear", "snow"))
    # Two MP if a hex of the east is entered, four in the west alone; where the move begins does not count.
    assert refused(state, "central", "move", units=["ge-a1"], path=["2631", "2630", "2629"]) == ("too-far", "8.1")
    assert told(state, "central", "move", units=["ge-a1"], path=["2629"]).units["ge-a1"].spent == 1
    west = told(state, "central", "move", units=["ge-a2"], path=["2630", "2631", "2632", "2633"])
    assert west.units["ge-a2"].spent == 4


def test_20_23_a_zone_that_was_entered_binds_what_follows() -> None:
    state = phase("central", {"ge-a1": WEST}, weather=("clear", "snow"))
    there = told(state, "central", "move", units=["ge-a1"], path=["2629"])
    back = told(there, "central", "move", units=["ge-a1"], path=["2630"])
    assert refused(back, "central", "move", units=["ge-a1"], path=["2631"]) == ("no-mp", "8.1")


def test_20_23_lakes_are_crossed_when_they_freeze() -> None:
    for weather, code in (("clear", "lake"), ("snow", "")):
        state = phase("allied", {"ru-1": "1110"}, weather=("clear", weather))
        if code:
            assert refused(state, "allied", "move", units=["ru-1"], path=["1111"]) == (code, "20.23")
        else:
            assert told(state, "allied", "move", units=["ru-1"], path=["1111"]).units["ru-1"].at == "1111"


def test_6_1_the_examples_of_stacking() -> None:
    state = phase("allied", {})
    siege = next(u for u, c in state.printed.units.items() if c.kind == "siege-artillery" and c.nation == "FR")
    guns = [u for u, c in state.printed.units.items() if c.kind == "field-artillery" and c.nation == "GB"][:2]
    full = ["gb-1", "gb-2", "gb-3", guns[0], siege, "gb-tank-1"]
    assert why_too_many(state, "2453", full) is None
    assert why_too_many(state, "2453", ["gb-1", "gb-cav1", *guns, siege, "gb-tank-1"]) is None
    assert why_too_many(state, "2453", [*full, guns[1]]) is not None
    assert why_too_many(state, "2453", [*full, "fr-a1"]) is not None


def test_8_0_units_of_one_hex_move_together() -> None:
    state = phase("central", {"ge-a1": "2634", "ge-a2": "2634", "ge-a3": "2633"})
    assert refused(state, "central", "move", units=["ge-a1", "ge-a3"], path=["2632"]) == ("not-together", "8.0")
    after = told(state, "central", "move", units=["ge-a1", "ge-a2"], path=["2633"])
    assert after.units["ge-a2"].at == "2633"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ([], ("malformed", "8.0")),
        (["2634"], ("no-move", "8.0")),
        (["2633", "2633"], ("skips-hexes", "8.0")),
        (["2633", "2634"], ("no-move", "8.0")),
        (["2440"], ("skips-hexes", "8.0")),
        (["2633", "2632", "2631", "2630", "2629"], ("too-far", "8.1")),
        (["train"], ("on-board", "9.1")),
        (["train", "train", "2635"], ("no-such-hex", "2.0")),
        (["ship", "2635"], ("no-port", "11.1")),
        (["nowhere"], ("no-such-hex", "2.0")),
        (["3447"], ("always-neutral", "2.2")),
        (["-1"], ("no-such-hex", "2.0")),
        (["britain"], ("no-such-hex", "2.0")),
        (["train", "britain"], ("no-such-hex", "2.0")),
    ],
)
def test_8_0_paths_that_are_none(path: list[str], answer: tuple[str, str]) -> None:
    state = phase("central", {"ge-a1": "2634"})
    assert refused(state, "central", "move", units=["ge-a1"], path=path) == answer


@pytest.mark.parametrize(
    ("units", "answer"),
    [
        ([], ("nothing-chosen", "8.0")),
        (["ge-a1", "ge-a1"], ("malformed", "8.0")),
        (["ge-a1", "ge-a2"], ("not-together", "8.0")),
        (["ge-a3"], ("not-on-map", "8.0")),
        (["fr-a1"], ("not-your-unit", "3.0")),
        (["nobody"], ("not-your-unit", "3.0")),
    ],
)
def test_8_0_units_that_do_not_march(units: list[str], answer: tuple[str, str]) -> None:
    state = phase("central", {"ge-a1": "2634", "ge-a2": "2635", "fr-a1": "2655"})
    assert refused(state, "central", "move", units=units, path=["2633"]) == answer


def test_every_way_that_is_offered_is_taken_for_what_it_costs() -> None:
    """§8.0 to §11.9: what a question promises, an order keeps."""
    state = phase("allied", {"fr-a1": "2655", "gb-1": "britain", "ru-1": "2623"}, weather=("clear", "mud"))
    ids = state.board.lattice.ids
    for unit in ("fr-a1", "gb-1", "ru-1"):
        group = group_of(state, [unit])
        ways = ways_of(state, group)
        assert ways.best
        for i, way in [*ways.best.items()][::7] + [*ways.others.items()][::3]:
            words = way.words(ids, state.board.index(group.at))
            after = told(state, "allied", "move", units=[unit], path=words)
            assert after.units[unit].at == ids[i]
            assert after.units[unit].spent == way.cost


def test_planners_are_told_of_legs_costs_and_capacities() -> None:
    state = phase("allied", {"fr-a1": "2655"})
    ask = {"kind": "move", "units": ["fr-a1"], "path": ["train", "2357", "ship", "2159"]}
    one = GAME.consult(state, "allied", ask)
    assert not isinstance(one, Refusal)
    assert [leg["mode"] for leg in one["legs"]] == ["train", "ship"]  # type: ignore[union-attr,index,call-overload]
    assert one["uses"] == [
        {"how": "rail", "nation": "FR", "halves": 2, "left": 22},
        {"how": "sea", "nation": "FR", "halves": 2, "left": 4},
    ]
    assert isinstance(GAME.consult(state, "central", ask), Refusal)


def test_9_52_planners_are_told_what_is_left_for_units_like_these() -> None:
    """Bulgaria rails three corps of its own and six with those of a power that is joined to it by rail."""
    places = {"bu-1": "5328", "bu-2": "5328", "ah-1": "5328"}
    taken = held_by("central", "SE")
    state = phase("central", places, at_war={"BU": "central"}, taken=taken, rails=taken)

    def left(state: State, unit: str) -> int:
        answer: Any = GAME.consult(state, "central", {"kind": "move", "units": [unit], "path": ["train", "5525"]})
        return next(int(use["left"]) for use in answer["uses"] if use["nation"] == "BU")

    assert (left(state, "bu-1"), left(state, "ah-1")) == (5, 10)
    gone = told(state, "central", "move", units=["bu-1"], path=["train", "5525"])
    assert (left(gone, "bu-2"), left(gone, "ah-1")) == (4, 9)


def test_9_1_8_4_units_that_move_together_pay_what_each_would_pay_alone() -> None:
    """A gun with its last MP gets off its train for nothing, and goes its one hex for what it has; the corps beside it
    pays in full."""
    tired = told(phase("central", {"ge-siege-305": "2631", "ge-a1": "2633"}), "central", "move",
                 units=["ge-siege-305"], path=["2632", "2633"])  # fmt: skip
    units = ["ge-siege-305", "ge-a1"]
    railed = told(tired, "central", "move", units=units, path=["train", "2640"])
    assert railed.units["ge-a1"].spent == 2
    assert railed.units["ge-siege-305"].at == "2640"
    assert refused(railed, "central", "move", units=["ge-siege-305"], path=["2641"]) == ("no-mp", "8.1")
    assert refused(tired, "central", "move", units=units, path=["train", "2640", "2641"]) == ("too-far", "8.1")
    ways = ways_of(tired, group_of(tired, units)).best
    assert ways[tired.board.index("2640")].cost == 2

    state = phase("central", {"ge-siege-305": "2551", "ge-cav1": "2551"}, weather=("snow", "clear"))
    hungry = put(state, {"ge-siege-305": "2551"}, unsupplied=1)
    gone = told(hungry, "central", "move", units=["ge-siege-305", "ge-cav1"], path=["2550"])
    assert gone.units["ge-cav1"].spent == 2, "forest"


def near(state: State, unit: str) -> dict[str, str]:
    """The sections that keep a unit from the hexes near it."""
    group = group_of(state, [unit])
    found = {hex_: why.section for hex_, why in refused_near(state, group, ways_of(state, group)).items()}
    assert group.at not in found, "it is there already"
    return found


def test_8_0_8_1_each_hex_near_a_unit_says_why_it_cannot_go_there() -> None:
    tired = put(phase("allied", {}), {"fr-a1": "2360"}, carried="rail", began="2462", spent=2)
    assert near(tired, "fr-a1")["2357"] == "8.1", "Le Havre is on the coast, and only too far"
    watched = phase("allied", {"fr-a1": "2553", "ge-a1": "2552"})
    assert near(watched, "fr-a1")["2552"] == "8.0", "an enemy is there"
    strait = put(phase("central", {}), {"ge-a1": "2125"}, carried="both", began="2226", spent=3)
    assert near(strait, "ge-a1")["2126"] == "8.0", "there is sea between"


@pytest.mark.parametrize(("scenario", "section"), [("1914", "1.61"), ("campaign", "2.61")])
def test_1_61_in_august_1_hexes_further_away_are_closed_by_its_rule(scenario: str, section: str) -> None:
    state = phase("central", {"ah-1": "3428"}, "1914-08-1", scenario=scenario)
    away = {h for h in state.board.lattice.within("3428", 2) if state.board.lattice.distance("3428", h) == 2}
    found = near(state, "ah-1")
    assert {found[h] for h in away if h in found} == {section}


def test_8_4_a_hungry_unit_is_told_that_it_would_go_away_from_supply() -> None:
    """Level 2 leaves one MP of two in snow: too few for a forest that lies further from the sources."""
    state = put(phase("central", {}, weather=("snow", "snow")), {"ge-a1": "2750"}, unsupplied=2, carried="rail")
    assert near(state, "ge-a1")["2751"] == "8.4"
    fed = put(phase("central", {}, weather=("snow", "snow")), {"ge-a1": "2750"}, carried="rail")
    assert "2751" not in near(fed, "ge-a1"), "one hex is always possible"
