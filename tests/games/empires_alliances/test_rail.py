"""§9.0 Rail movement."""

from __future__ import annotations

import pytest

from rules.empires_alliances.movement import trains
from rules.empires_alliances.movement.journeys import ways_of
from rules.empires_alliances.movement.on_foot import group_of, half_corps
from rules.empires_alliances.position.state import State
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.empires_alliances.moving import ends, held_by, phase
from tests.games.empires_alliances.table import decided, put, refused, told

POSEN, LEIPZIG, LODZ, THORN = "2633", "2640", "2929", "2630"
ESSEN, KONIGSBERG, COLOGNE, WARSAW = "2346", "2227", "2547", "2827"
MOSCOW, SMOLENSK = "2303", "2511"


def by_train(state: State, side: str, unit: str, *words: str) -> State:
    """The position after a unit has gone."""
    return told(state, side, "move", units=[unit], path=[*words])


def no_train(state: State, side: str, unit: str, *words: str) -> tuple[str, str]:
    """Why it does not go."""
    return refused(state, side, "move", units=[unit], path=[*words])


def test_9_0_trains_run_over_friendly_rails_and_not_beyond_the_railhead() -> None:
    state = phase("central", {"ge-a1": POSEN})
    assert no_train(state, "central", "ge-a1", "train", LODZ) == ("rail-not-friendly", "9.0")
    # Land alone is not enough, nor the line alone: both must be the side's (docs/rulings).
    conquered = phase("central", {"ge-a1": POSEN}, taken=held_by("central", "RU"))
    assert no_train(conquered, "central", "ge-a1", "train", LODZ) == ("rail-not-friendly", "9.0")
    relaid = phase("central", {"ge-a1": POSEN}, taken=held_by("central", "RU"), rails=held_by("central", "RU"))
    assert by_train(relaid, "central", "ge-a1", "train", LODZ).units["ge-a1"].at == LODZ


def test_9_0_a_refusal_says_whether_the_railhead_or_control_is_missing_or_the_land_is_neutral() -> None:
    state = phase("central", {"ge-a1": POSEN}, taken={"2632": "allied"}, scenario="campaign")

    def says(to: str) -> str:
        answer = decided(state, "central", "move", units=["ge-a1"], path=["train", to])
        assert isinstance(answer, Refusal)
        return answer.text

    assert says(LODZ) == "That line is not friendly: it is beyond the railhead."
    assert says("2632") == "That line is not friendly: you do not control it."
    assert says("2148") == "Units cannot enter a neutral country."


def test_9_0_what_is_taken_in_this_phase_carries_no_trains_yet() -> None:
    state = phase("central", {"ge-a1": THORN, "ge-a2": POSEN}, rails=held_by("central", "RU"))
    state = by_train(state, "central", "ge-a1", "2629")
    assert state.control["2629"] == "central"
    assert no_train(state, "central", "ge-a2", "train", "2629") == ("rail-taken", "9.0")


def test_9_1_a_train_takes_an_mp_to_get_on_and_one_to_get_off_if_there_is_one() -> None:
    state = phase("central", {"ge-a1": POSEN})
    rode = by_train(state, "central", "ge-a1", "train", LEIPZIG)
    assert rode.units["ge-a1"].spent == 2
    walked = by_train(state, "central", "ge-a1", "2632", "2631", "2630", "train", LEIPZIG)
    assert walked.units["ge-a1"].spent == 4
    assert walked.units["ge-a1"].at == LEIPZIG
    assert no_train(walked, "central", "ge-a1", "2641") == ("no-mp", "8.1")
    assert no_train(state, "central", "ge-a1", "2632", "2631", "2630", "2629", "train", LEIPZIG)[0] == "too-far"


def test_9_1_without_an_mp_left_nobody_gets_on() -> None:
    """One MP takes a corps to the line, and leaves none for the train."""
    state = put(phase("central", {}), {"ge-a1": "2532"}, spent=3, began="2531")
    assert POSEN in ends(state, "ge-a1")
    assert LEIPZIG not in ends(state, "ge-a1")
    assert no_train(state, "central", "ge-a1", POSEN, "train", LEIPZIG) == ("too-far", "9.1")
    earlier = put(state, {"ge-a1": "2532"}, spent=2, began="2531")
    assert LEIPZIG in ends(earlier, "ge-a1")


def test_9_1_a_unit_marches_before_and_after_its_train() -> None:
    state = phase("central", {"ge-a1": POSEN})
    after = by_train(state, "central", "ge-a1", "2632", "train", LEIPZIG, "2641")
    assert (after.units["ge-a1"].at, after.units["ge-a1"].spent) == ("2641", 4)


def test_9_1_a_unit_takes_the_train_once_in_a_phase() -> None:
    state = phase("central", {"ge-a1": POSEN})
    assert no_train(state, "central", "ge-a1", "train", LEIPZIG, "train", POSEN)[0] == "no-move"
    assert no_train(state, "central", "ge-a1", "train", LEIPZIG, "train", THORN) == ("carried-already", "9.1")
    rode = by_train(state, "central", "ge-a1", "train", LEIPZIG)
    assert no_train(rode, "central", "ge-a1", "train", THORN) == ("carried-already", "9.1")


def test_9_1_there_must_be_a_line() -> None:
    state = phase("central", {"ge-a1": POSEN})
    assert no_train(state, "central", "ge-a1", "train", "2530") == ("no-rails", "9.0")


def test_9_2_no_train_in_an_enemy_zone_of_control_though_friends_stand_there() -> None:
    state = phase("central", {"ge-a1": THORN, "ge-a2": THORN, "ru-1": "2629"})
    assert no_train(state, "central", "ge-a1", "train", LEIPZIG) == ("rail-zone", "9.2")
    away = phase("central", {"ge-a1": LEIPZIG, "ge-a2": THORN, "ru-1": "2629"})
    assert no_train(away, "central", "ge-a1", "train", THORN) == ("rail-zone", "9.2")


@pytest.mark.parametrize(
    ("turn", "weather", "far"),
    [("1914-10", "clear", True), ("1914-10", "mud", True), ("1914-12", "snow", False), ("1914-08-2", "clear", False)],
)
def test_9_1_9_3_1_62_thirty_hexes_and_less_in_snow_and_in_august(turn: str, weather: str, far: bool) -> None:
    """From Cologne to Warsaw are 25 hexes."""
    state = phase(
        "central", {"ge-a1": COLOGNE}, turn, weather=(weather, weather),
        taken=held_by("central", "RU"), rails=held_by("central", "RU"),
    )  # fmt: skip
    if far:
        assert by_train(state, "central", "ge-a1", "train", WARSAW).units["ge-a1"].at == WARSAW
    else:
        assert no_train(state, "central", "ge-a1", "train", WARSAW) == ("rail-too-far", "9.1")


def test_20_23_snow_in_one_zone_binds_a_train_that_goes_into_it() -> None:
    taken = held_by("central", "RU")
    state = phase("central", {"ge-a1": COLOGNE}, weather=("clear", "snow"), taken=taken, rails=taken)
    assert no_train(state, "central", "ge-a1", "train", WARSAW) == ("rail-too-far", "9.1")
    assert by_train(state, "central", "ge-a1", "train", POSEN).units["ge-a1"].at == POSEN


def test_20_23_a_line_that_leaves_the_milder_zone_is_too_long_and_not_full() -> None:
    """From Königsberg in the snow to Cologne, where it is clear, are 25 hexes: the refusal says so."""
    state = phase("central", {"ge-a1": KONIGSBERG}, weather=("clear", "snow"))
    assert no_train(state, "central", "ge-a1", "train", COLOGNE) == ("rail-too-far", "9.1")
    full = follow(state, replace(state, used={"rail.GE": 24}))
    assert no_train(full, "central", "ge-a1", "train", "2229") == ("no-rail-capacity", "9.5")


def test_1_62_twenty_hexes_in_august() -> None:
    state = phase("central", {"ge-a1": ESSEN}, "1914-08-2")
    assert no_train(state, "central", "ge-a1", "train", KONIGSBERG) == ("rail-too-far", "9.1")
    later = phase("central", {"ge-a1": ESSEN})
    assert by_train(later, "central", "ge-a1", "train", KONIGSBERG).units["ge-a1"].at == KONIGSBERG


def test_9_4_a_ferry_counts_as_six_hexes() -> None:
    state = phase("central", {}, at_war={"TU": "central"})
    index, rails = state.board.index, state.board.on_rail
    assert trains.route(state, index("5918"), index("5919"), 5, rails) is None
    assert trains.route(state, index("5918"), index("5919"), 6, rails) == (index("5919"),)


def test_9_5_divisions_and_light_guns_count_half_but_for_americans() -> None:
    state = phase("central", {})
    assert half_corps(state, "ge-a1") == half_corps(state, "us-1") == half_corps(state, "ge-art-1") == 2
    assert half_corps(state, "be-1") == half_corps(state, "ge-cav1xx") == 1


def test_9_5_a_country_rails_no_more_corps_than_its_capacity() -> None:
    corps = [f"ge-a{n}" for n in range(1, 14)]
    state = phase("central", dict.fromkeys(corps, POSEN))
    for unit in corps[:12]:
        state = by_train(state, "central", unit, "train", LEIPZIG)
    assert state.used["rail.GE"] == 24
    assert no_train(state, "central", corps[12], "train", LEIPZIG) == ("no-rail-capacity", "9.5")
    assert LEIPZIG not in ends(state, corps[12])


def test_1_62_capacities_are_a_third_less_in_august_2() -> None:
    state = phase("central", {}, "1914-08-2")
    assert trains.capacity(state, "RU") == 2 * 6
    assert trains.capacity(state, "GE") == 2 * 8
    assert trains.raised_capacity(state) == 2 * 4


@pytest.mark.parametrize("scenario", ["1914", "campaign"])
def test_1_62_2_62_a_capacity_of_nine_is_six(scenario: str) -> None:
    """The worked example, with trains: a seventh corps finds none."""
    corps = ["ru-1", "ru-2", "ru-3", "ru-4", "ru-5", "ru-6", "ru-7"]
    state = phase("allied", dict.fromkeys(corps, MOSCOW), "1914-08-2", scenario=scenario)
    for unit in corps[:6]:
        state = by_train(state, "allied", unit, "train", SMOLENSK)
    assert no_train(state, "allied", corps[6], "train", SMOLENSK) == ("no-rail-capacity", "9.5")


def test_9_51_the_example_of_nine_corps_into_russia() -> None:
    germans, austrians = [f"ge-a{n}" for n in range(1, 7)], ["ah-1", "ah-2", "ah-4", "ah-5", "ah-6"]
    taken = held_by("central", "RU")
    places = {**dict.fromkeys(germans, POSEN), **dict.fromkeys(austrians, "3430")}
    state = phase("central", places, taken=taken, rails=taken)
    for unit in (*germans[:5], *austrians[:4]):
        state = by_train(state, "central", unit, "train", LODZ)
    assert {power: state.used[f"rail.{power}"] for power in ("GE", "AH", "RU")} == {"GE": 10, "AH": 8, "RU": 18}
    for unit in (germans[5], austrians[4]):
        assert no_train(state, "central", unit, "train", LODZ) == ("no-rail-capacity", "9.5")
    assert by_train(state, "central", germans[5], "train", LEIPZIG).used["rail.RU"] == 18


def test_9_5_a_corps_counts_against_its_own_country_wherever_its_train_runs() -> None:
    """§9.5 limits what each country can rail, and §9.51 adds the country whose lines are used."""
    land = held_by("central", "RU")
    state = phase("central", {"ge-a1": LODZ}, taken=land, rails=land)
    assert by_train(state, "central", "ge-a1", "train", WARSAW).used == {"rail.GE": 2, "rail.RU": 2}


def test_9_51_luxembourg_is_on_the_german_net() -> None:
    state = phase("central", {"ge-a1": COLOGNE})
    (luxembourg,) = [h for h in held_by("central", "LU") if state.board.index(h) in state.board.on_rail][:1]
    after = by_train(state, "central", "ge-a1", "train", luxembourg)
    assert after.used == {"rail.GE": 2}


def test_9_52_first_example_six_french_corps_into_belgium() -> None:
    corps = [f"fr-a{n}" for n in range(1, 8)]
    state = phase("allied", dict.fromkeys(corps, "2655"))
    for unit in corps[:6]:
        state = by_train(state, "allied", unit, "train", "2350")
    assert state.used["rail.BE"] == 12
    assert no_train(state, "allied", corps[6], "train", "2350") == ("no-rail-capacity", "9.5")


def test_9_52_second_example_germans_and_austrians_into_rumania() -> None:
    germans, austrians = ["ge-a1", "ge-a2", "ge-a3"], ["ah-1", "ah-2", "ah-4", "ah-5", "ah-6"]
    taken = held_by("central", "RO")
    places = {**dict.fromkeys(germans, "3932"), **dict.fromkeys(austrians, "3932")}
    state = phase("central", places, "1916-09", scenario="campaign", at_war={"RO": "allied"}, taken=taken, rails=taken)
    for unit in (*germans[:2], *austrians[:4]):
        state = by_train(state, "central", unit, "train", "5023")
    assert state.used["rail.RO"] == 12
    for unit in (germans[2], austrians[4]):
        assert no_train(state, "central", unit, "train", "5023") == ("no-rail-capacity", "9.5")


def test_9_52_third_example_two_bulgarians_and_four_austrians() -> None:
    bulgarians, austrians = ["bu-1", "bu-2", "bu-3", "bu-4"], ["ah-1", "ah-2", "ah-4", "ah-5", "ah-6"]
    taken = held_by("central", "SE")
    places = {**dict.fromkeys(bulgarians, "5328"), **dict.fromkeys(austrians, "3932")}
    state = phase("central", places, at_war={"BU": "central"}, taken=taken, rails=taken)
    for unit in bulgarians:  # four divisions are two corps
        state = by_train(state, "central", unit, "train", "5525")
    for unit in austrians[:4]:
        state = by_train(state, "central", unit, "train", "5328")
    assert state.used["rail.BU"] == 12
    assert no_train(state, "central", austrians[4], "train", "5328") == ("no-rail-capacity", "9.5")


def test_9_52_without_a_line_from_the_major_power_three_corps_are_all() -> None:
    """British units in Belgium: no line leads there from London."""
    units = ["gb-1", "gb-2", "gb-3", "gb-4"]
    state = phase("allied", dict.fromkeys(units, "2350"))
    for unit in units[:3]:
        state = by_train(state, "allied", unit, "train", "2449")
    assert no_train(state, "allied", units[3], "train", "2449") == ("no-rail-capacity", "9.5")


def test_9_52_a_town_of_the_major_power_on_the_line_is_no_source_of_supply() -> None:
    """Saint-Quentin alone is left of France: no city there feeds anyone, so Belgian rails carry three French corps."""
    units = [f"fr-a{n}" for n in range(1, 5)]
    left = {"2453", "2552", "2452"}
    taken = {hex_: "central" for hex_ in held_by("central", "FR") if hex_ not in left}
    state = phase("allied", dict.fromkeys(units, "2453"), taken=taken)
    for unit in units[:3]:
        state = by_train(state, "allied", unit, "train", "2350")
    assert no_train(state, "allied", units[3], "train", "2350") == ("no-rail-capacity", "9.5")


def test_9_52_a_minor_country_rails_three_corps_of_its_own() -> None:
    units = [f"bu-{n}" for n in range(1, 8)]
    state = phase("central", dict.fromkeys(units, "5328"), at_war={"BU": "central"})
    for unit in units[:6]:
        state = by_train(state, "central", unit, "train", "5525")
    assert no_train(state, "central", units[6], "train", "5525") == ("no-rail-capacity", "9.5")


def test_2_8_trains_cross_where_no_unit_marches() -> None:
    state = phase("allied", {"ru-1": "4709"})
    assert no_train(state, "allied", "ru-1", "4810") == ("rail-only", "2.8")
    assert by_train(state, "allied", "ru-1", "train", "4810").units["ru-1"].at == "4810"


def test_3_67_no_trains_in_march_1918() -> None:
    state = phase("central", {"ge-a1": COLOGNE}, "1918-03", scenario="1918")
    assert no_train(state, "central", "ge-a1", "train", ESSEN) == ("no-trains", "3.67")
    april = put(phase("central", {}, "1918-04", scenario="1918"), {"ge-a1": COLOGNE})
    assert by_train(april, "central", "ge-a1", "train", ESSEN).units["ge-a1"].at == ESSEN


def test_4_2_a_journey_takes_the_hexes_that_it_enters_on_foot() -> None:
    state = phase("central", {"ge-a1": POSEN})
    after = by_train(state, "central", "ge-a1", "train", THORN, "2629")
    assert after.control == {"2629": "central"}
    assert after.units["ge-a1"].began == POSEN


def test_9_51_a_train_counts_against_every_country_that_it_runs_through() -> None:
    taken = held_by("central", "SE")
    state = phase("central", {"ge-a1": "3034"}, "1915-12", scenario="campaign", taken=taken, rails=taken)
    after = by_train(state, "central", "ge-a1", "train", "5130")
    assert {"rail.GE": 2, "rail.AH": 2, "rail.SE": 2}.items() <= after.used.items()


def test_18_43_a_train_through_paris_enters_it() -> None:
    state = phase("allied", {"gb-1": "2357", "fr-a1": "2357"})
    assert no_train(state, "allied", "gb-1", "train", "2352") == ("british-sector", "18.43")
    assert by_train(state, "allied", "fr-a1", "train", "2352").units["fr-a1"].at == "2352"


def test_20_23_9_1_a_march_out_of_mud_comes_before_a_train_that_keeps_to_clear_weather() -> None:
    """The train would leave more MP, and takes a corps of capacity: whoever taps the hex marches, and may ride."""
    state = phase("central", {"ge-a20": "2328", "ge-lw6": "2227"}, "1914-11", weather=("clear", "mud"))
    ids = state.board.lattice.ids
    for unit, end, carried in (("ge-a20", "2630", "train"), ("ge-lw6", "2229", "ship")):
        ways, start = ways_of(state, group_of(state, [unit])), state.board.index(state.units[unit].at)
        assert carried not in ways.best[state.board.index(end)].words(ids, start)
        assert ways.others[state.board.index(end)].words(ids, start) == [carried, end]
        path = ways.best[state.board.index(end)].words(ids, start)
        assert not told(state, "central", "move", units=[unit], path=path).used
