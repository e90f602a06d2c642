"""§13.641, §13.642, §15.12, §15.24, §16.1 to §16.3, §18.42, §21.33: strengths, odds and modifiers."""

from __future__ import annotations

import pytest

from rules.empires_alliances.attacks.strength import (
    WHOLE,
    attack_strength,
    column_of,
    defence_strength,
    has_modifier,
    in_factors,
    is_allowed,
)
from rules.empires_alliances.combat.modifiers import modifiers_of, net_of, trench_level
from rules.empires_alliances.position.state import Spirit, State, War
from tests.games.empires_alliances.fields import FRENCH, GERMANS, GUN, A, T, duel, field, phase, stood
from tests.games.empires_alliances.table import put

FORT = "2851"
"""Verdun: a minor city with a fort of level 2."""
CITY = "2352"
"""Lille: a major city without a fort."""
OUTSIDE_FORT = "2750"


def sections(
    state: State, hex_: str, attackers: list[str], targets: list[str], air: tuple[str, ...] = ()
) -> dict[str, int]:
    """Modifiers by section."""
    return {section: by for _, section, by in modifiers_of(state, hex_, attackers, targets, air)}


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (23, 10, "2-1"),
        (7, 10, "1-2"),
        (10, 10, "1-1"),
        (19, 10, "1-1"),
        (80, 10, "7-1"),
        (2, 10, "1-5"),
        (3, 10, "1-4"),
        (5, 0, "7-1"),
    ],
)
def test_13_641_fractions_are_dropped_in_favour_of_the_defender(attack: int, defence: int, column: str) -> None:
    """The worked examples, 23 to 10 and 7 to 10, and the ends of the table."""
    assert column_of(attack, defence) == column


def test_13_641_less_than_one_to_five_is_no_attack() -> None:
    assert is_allowed(2, 10)
    assert not is_allowed(1, 10)
    assert not is_allowed(0, 0)
    with pytest.raises(ValueError, match="1-5"):
        column_of(1, 6)


def test_13_641_strengths_are_printed_factors_in_supply() -> None:
    state = duel(GERMANS, FRENCH)
    assert attack_strength(state, "ge-a1", T) == 6 * WHOLE
    assert defence_strength(state, "fr-32") == 6 * WHOLE


@pytest.mark.parametrize(("level", "quarters"), [(1, 3), (2, 2)])
def test_14_61_want_of_supply_leaves_three_quarters_and_half_with_fractions(level: int, quarters: int) -> None:
    state = put(duel([], []), {"ge-r1": A, "fr-a1": T}, unsupplied=level)
    assert attack_strength(state, "ge-r1", T) * 4 == 5 * quarters * WHOLE
    assert defence_strength(state, "fr-a1") * 4 == 7 * quarters * WHOLE


@pytest.mark.parametrize(("level", "quarters"), [(1, 4), (2, 3), (3, 2)])
def test_14_63_in_a_fort_or_major_city_want_of_supply_is_felt_a_turn_later(level: int, quarters: int) -> None:
    """The worked example: level 2 in a fort has the effects of level 1."""
    for hex_, beside in ((FORT, OUTSIDE_FORT), (CITY, "2452")):
        state = put(duel([], []), {"ge-r1": A, "fr-a1": hex_}, unsupplied=level)
        assert defence_strength(state, "fr-a1") * 4 == 7 * quarters * WHOLE
        whole = attack_strength(put(state, {"fr-a1": hex_}, unsupplied=0), "fr-a1", beside)
        assert attack_strength(state, "fr-a1", beside) * 4 == whole * quarters
        assert has_modifier(put(state, {"fr-siege-1": hex_}, unsupplied=level), "fr-siege-1") is (level < 3)


def test_13_85_a_demoralised_defender_is_halved_and_rounded_down() -> None:
    state = put(duel([], []), {"fr-a1": T}, shaken=1)
    assert defence_strength(state, "fr-a1") == 3 * WHOLE


def test_20_23_each_attacker_across_a_river_is_reduced_and_tanks_are_halved() -> None:
    """§16.3 for the tank. Across a river a corps keeps three quarters of its strength (charts)."""
    state = field({"ge-a1": "1842", "ge-a2": A, "fr-tank-1": "1842"})
    assert attack_strength(state, "ge-a1", "1841") == 6 * WHOLE * 3 // 4
    assert attack_strength(state, "fr-tank-1", "1841") == 2 * WHOLE // 2
    assert attack_strength(state, "ge-a2", T) == 6 * WHOLE
    both = put(state, {"ge-a1": "1842"}, unsupplied=1)
    assert attack_strength(both, "ge-a1", "1841") == 6 * 9, "nine sixteenths are left"


@pytest.mark.parametrize(("weather", "factors"), [("snow", 6), ("mud", 4.5)])
def test_20_23_the_rivers_that_freeze_reduce_no_unit_in_snow(weather: str, factors: float) -> None:
    state = field({"ge-a1": "1209"}, weather=("clear", weather))
    assert attack_strength(state, "ge-a1", "1210") == factors * WHOLE


def test_13_641_strengths_are_told_with_their_fractions() -> None:
    assert [in_factors(s) for s in (22 * WHOLE + 12, 6 * WHOLE, 8, 6 * 9)] == ["22.75", "6", "0.5", "3.375"]


# --- ground and works ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "ground"),
    [("1008", -1), ("1510", -1), ("3234", -2), ("1112", -2), ("1118", 0), (T, 0)],
    ids=["forest", "swamp", "mountain", "major city", "minor city", "open"],
)
def test_2_1_ground_and_major_cities_help_the_defender(hex_: str, ground: int) -> None:
    state = phase("central.attacks")
    assert sections(state, hex_, [], []).get("2.1", 0) == ground


def test_15_12_a_fort_counts_its_level_and_16_2_siege_artillery_against_it() -> None:
    guns = ["ge-siege-305", "ge-siege-420"]
    state = field({**stood([*GERMANS, *guns], OUTSIDE_FORT), "fr-a1": FORT})
    assert sections(state, FORT, [*GERMANS], ["fr-a1"]) == {"15.12": -2}
    assert sections(state, FORT, [*GERMANS, guns[0]], ["fr-a1"])["16.2"] == 1
    assert sections(state, FORT, [*GERMANS, *guns], ["fr-a1"])["16.2"] == 2
    assert "16.2" not in sections(state, T, [*GERMANS, *guns], [])


def test_16_2_siege_artillery_adds_no_more_than_the_level_of_the_fort() -> None:
    state = field({**stood([*GERMANS, "ge-siege-305", "ge-siege-420"], "2923"), "ru-1": "3024"})
    fort = state.printed.forts["ru-fort-3024"]
    assert fort.level == 1
    assert sections(state, fort.hex, ["ge-siege-305", "ge-siege-420"], ["ru-1"])["16.2"] == 1


def entrenched(levels: dict[str, int]) -> State:
    """Defenders in T behind these levels."""
    state = duel(GERMANS, [])
    for unit, level in levels.items():
        state = put(state, {unit: T}, trench=level)
    return state


def test_15_24_one_corps_of_two_entrenched_is_enough_and_a_gun_is_not_counted() -> None:
    """The first worked example, with one attack on all and with two."""
    state = entrenched({"fr-32": 1, "fr-33": 0, "fr-art-1": 0})
    assert sections(state, T, [], ["fr-32", "fr-33", "fr-art-1"]) == {"15.24": -1}
    assert sections(state, T, [], ["fr-32", "fr-art-1"]) == {"15.24": -1}
    assert "15.24" not in sections(state, T, [], ["fr-33"])
    assert "15.24" not in sections(state, T, [], ["fr-art-1"]), "a gun by itself is in no entrenchment"


def test_15_24_of_levels_one_two_and_none_the_first_counts() -> None:
    """The second worked example."""
    state = entrenched({"fr-32": 1, "fr-33": 2, "fr-30": 0})
    assert sections(state, T, [], ["fr-32", "fr-33", "fr-30"]) == {"15.24": -1}
    assert trench_level(state, ["fr-33", "fr-30"]) == 2


def test_15_24_divisions_count_half() -> None:
    state = entrenched({"fr-bd-2-3-4-1": 1, "fr-33": 0})
    assert trench_level(state, ["fr-bd-2-3-4-1", "fr-33"]) == 0
    assert trench_level(entrenched({"fr-bd-2-3-4-1": 0, "fr-33": 1}), ["fr-bd-2-3-4-1", "fr-33"]) == 1
    assert trench_level(entrenched({"be-1": 1, "be-2": 0}), ["be-1", "be-2"]) == 1
    assert trench_level(entrenched({"be-1": 1, "us-1": 0}), ["be-1", "us-1"]) == 0, "an American one counts whole"


# --- special units ------------------------------------------------------------------------------------------------


def test_16_1_stosstruppen_add_one_each_and_three_at_most() -> None:
    storm = [f"ge-s{n}" for n in range(1, 5)]
    state = duel(storm, FRENCH)
    assert [sections(state, T, storm[:n], [*FRENCH])["16.1"] for n in (1, 2, 3, 4)] == [1, 2, 3, 3]


@pytest.mark.parametrize(("unit", "section"), [("ge-s1", "16.1"), ("fr-tank-1", "16.3"), ("ge-siege-305", "16.2")])
def test_14_62_special_units_lose_their_modifier_at_the_second_level(unit: str, section: str) -> None:
    hex_, beside = (FORT, OUTSIDE_FORT) if section == "16.2" else (T, A)
    first, second = (put(field({"fr-a1": hex_}), {unit: beside}, unsupplied=level) for level in (1, 2))
    assert sections(first, hex_, [unit], ["fr-a1"]).get(section) == 1
    assert section not in sections(second, hex_, [unit], ["fr-a1"])


def test_16_3_tanks_add_three_at_most_and_nothing_in_forest_swamp_and_mountain() -> None:
    tanks = ["fr-tank-1", "fr-tank-2", "fr-tank-3", "gb-tank-1"]
    state = duel(tanks, [])
    assert [sections(state, T, tanks[:n], [])["16.3"] for n in (1, 3, 4)] == [1, 3, 3]
    assert all("16.3" not in sections(state, hex_, tanks, []) for hex_ in ("1008", "1510", "3234"))
    assert sections(state, "1112", tanks, [])["16.3"] == 3


def test_16_42_aircraft_add_one_each_and_two_at_most() -> None:
    air = ("ge-air-1", "ge-air-2", "ah-air-1")
    state = duel(["ge-a1", *air], ["fr-32"])
    assert [sections(state, T, ["ge-a1"], ["fr-32"], air[:n])["16.42"] for n in (1, 2, 3)] == [1, 2, 2]


# --- countries ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "hex_", "drm"),
    [
        (["fr-a1", "gb-1"], T, -1),
        (["fr-a1", "in-ind1"], T, -1),
        (["us-1", "gb-1"], T, -1),
        (["fr-a1", "us-1"], T, 0),
        (["fr-a1", "be-1"], T, 0),
        (["fr-a1", "gb-1"], "3148", -1),
        (["fr-a1", "gb-1"], "3248", 0),
        (["fr-a1", "gb-1"], "2710", 0),
    ],
    ids=["both", "Commonwealth", "Americans", "no British", "Belgians", "west of the Rhine", "east of it", "in Russia"],
)
def test_18_42_british_and_french_together_lose_one_in_the_west(attackers: list[str], hex_: str, drm: int) -> None:
    state = phase("allied.attacks")
    assert sections(state, hex_, attackers, []).get("18.42", 0) == drm


def test_21_33_an_attack_on_units_of_low_morale_gains_one_while_it_lasts() -> None:
    before = duel(GERMANS, ["fr-32", "gb-1"])
    weary = duel(GERMANS, ["fr-32", "gb-1"], spirits={"FR": Spirit(1, "M", before.turn)})
    over = duel(GERMANS, ["fr-32", "gb-1"], spirits={"FR": Spirit(1, "M", before.turn - 1)})
    for state, targets, drm in (
        (before, ["fr-32"], 0),
        (weary, ["fr-32", "gb-1"], 1),
        (weary, ["gb-1"], 0),
        (over, ["fr-32"], 0),
    ):
        assert sections(state, T, [*GERMANS], targets).get("21.33", 0) == drm


def test_13_642_the_net_modifier_is_three_at_most_either_way() -> None:
    state = phase("central.attacks")
    assert net_of(state, [("a", "16.1", 3), ("b", "16.42", 2)]) == 3
    assert net_of(state, [("a", "15.12", -2), ("b", "15.24", -2), ("c", "16.42", 0)]) == -3
    assert net_of(state, [("a", "15.12", -2), ("b", "16.1", 3)]) == 1


def test_18_no_side_is_needed_to_work_out_what_neutrals_would_do() -> None:
    """The Americans of the tests above are neutral in 1914; with them at war nothing else comes out."""
    state = phase("allied.attacks")
    assert "US" not in state.wars
    at_war = duel(["us-1"], [], "allied.attacks", wars={**state.wars, "US": War("allied", 1)})
    assert at_war.side_of("us-1") == "allied"
    assert sections(at_war, T, ["us-1", "gb-1"], [])["18.42"] == -1


def test_13_642_a_gun_adds_nothing_to_the_die() -> None:
    state = duel([*GERMANS, GUN], FRENCH)
    assert sections(state, T, [*GERMANS, GUN], [*FRENCH]) == {}


WEST_OF_ARGONNE, OPEN_SIDE = "2751", "2750"


@pytest.mark.parametrize(
    ("attackers", "played", "drm"),
    [
        ({"ge-a1": FORT}, True, -1),
        ({"ge-a1": OPEN_SIDE}, True, 0),
        ({"ge-a1": OPEN_SIDE, "ge-cav1": "2852"}, True, -1),
        ({"ge-a1": OPEN_SIDE, GUN: FORT}, True, 0),
        ({"ge-a1": OPEN_SIDE}, False, -1),
    ],
    ids=["through it", "beside it", "cavalry through it", "guns alone through it", "not played"],
)
def test_22_11_infantry_or_cavalry_through_the_argonne_attack_into_forest(
    attackers: dict[str, str], played: bool, drm: int
) -> None:
    state = field({**attackers, "fr-a1": WEST_OF_ARGONNE}, options={"argonne": "argonne"} if played else {})
    found = {what: by for what, _, by in modifiers_of(state, WEST_OF_ARGONNE, [*attackers], ["fr-a1"])}
    assert found.get("forest", 0) == drm


def test_22_11_it_lies_on_the_side_of_the_defender_beyond_it_too() -> None:
    state = field({"ge-a1": WEST_OF_ARGONNE, "fr-a1": "2852"}, options={"argonne": "argonne"})
    assert ("forest", "2.1", -1) in modifiers_of(state, "2852", ["ge-a1"], ["fr-a1"])
    assert not sections(field({"ge-a1": WEST_OF_ARGONNE, "fr-a1": "2852"}), "2852", ["ge-a1"], ["fr-a1"])


def test_22_11_a_tank_gains_nothing_through_the_argonne() -> None:
    places = {"gb-1": OPEN_SIDE, "gb-tank-1": OPEN_SIDE, "ge-a1": WEST_OF_ARGONNE}
    state = field(places, "allied.attacks", options={"argonne": "argonne"})
    assert sections(state, WEST_OF_ARGONNE, ["gb-1", "gb-tank-1"], ["ge-a1"])["16.3"] == 1
    through = put(state, {"gb-tank-1": "2852"})
    assert "16.3" not in sections(through, WEST_OF_ARGONNE, ["gb-1", "gb-tank-1"], ["ge-a1"])
