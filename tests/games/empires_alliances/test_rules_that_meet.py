"""Positions in which two rules meet, chapter by chapter."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.attacks.attackers import limits_of_attack
from rules.empires_alliances.combat.modifiers import modifiers_of
from rules.empires_alliances.countries.economy import effect_on
from rules.empires_alliances.countries.morale import desert
from rules.empires_alliances.facts.morale import WearinessRolled
from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.duties import why_not_end_movement
from rules.empires_alliances.play import Play
from rules.empires_alliances.politics.garrisons import missing_garrisons
from rules.empires_alliances.position.state import Points, State, War
from rules.empires_alliances.supply.feeding import is_supplied
from rules.empires_alliances.victory import final_count, find_scored
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from tests.games.empires_alliances.fields import GERMANS, GUN, A, T, duel, field, fight, stood, where
from tests.games.empires_alliances.moving import ends, held_by, phase
from tests.games.empires_alliances.politics import arriving, in_the_war
from tests.games.empires_alliances.table import decided, deployed, empty, passed_to, put, refused, told
from tests.games.empires_alliances.test_combat_results import attacked

SAINT_QUENTIN, SOUTH, NORTH, ACROSS = "2453", "2552", "2353", "2452"
"""Open ground; hexes beside it without a river between, and one across a river."""
LILLE = "2352"
BIG = ["ge-a1", "ge-a2", "ge-a3"]
"""6-8-4 each."""


def overruns(state: State, units: list[str], hex_: str = SAINT_QUENTIN) -> bool:
    """Whether these win an automatic victory."""
    return isinstance(decided(state, "central", "overrun", hex=hex_, units=units, advance=[]), Decided)


# --- 8, 9 -----------------------------------------------------------------------------------------------------------


def test_8_4_8_3_one_hex_is_possible_from_zone_to_zone_into_a_forest_and_then_no_other() -> None:
    """Three MP, of which snow leaves two."""
    places = {"ge-art-1": "2551", "fr-a1": "2651", "fr-a2": "2650"}
    assert ends(phase("central", places), "ge-art-1")["2550"] == 3
    snow = phase("central", places, weather=("snow", "snow"))
    moved = told(snow, "central", "move", units=["ge-art-1"], path=["2550"])
    assert refused(moved, "central", "move", units=["ge-art-1"], path=["2549"]) == ("no-mp", "8.1")


def test_8_4_9_1_who_got_off_a_train_with_no_mp_left_walks_no_hex() -> None:
    state = phase("central", {"ah-1": "3526"}, weather=("mud", "mud"))
    moved = told(state, "central", "move", units=["ah-1"], path=["train", "3430"])
    assert moved.units["ah-1"].spent == 2
    assert refused(moved, "central", "move", units=["ah-1"], path=["3431"]) == ("no-mp", "8.1")


@pytest.mark.parametrize(("how", "mp"), [({"unsupplied": 1}, 2), ({"unsupplied": 2}, 1), ({"shaken": 1}, 1)])
def test_9_1_14_6_13_85_a_weak_unit_still_goes_by_train(how: dict[str, int], mp: int) -> None:
    """Three MP: who is left with one gets on for it, and off for none."""
    state = put(phase("central", {"ah-1": "3431"}), {"ah-1": "3431"}, **how)
    far = {hex_: cost for hex_, cost in ends(state, "ah-1").items() if state.board.lattice.distance(hex_, "3431") > 5}
    assert far
    assert {*far.values()} == {mp}
    assert all(state.board.index(hex_) in state.board.on_rail for hex_ in far)


def test_9_2_12_3_trains_run_where_an_automatic_victory_has_ended_a_zone() -> None:
    """The line was the side's own as the phase began; the defender was in the way by a zone alone."""
    hurdle = {"ge-cav1xx": "2553", "fr-a1": "2554", "fr-a2": "2554", "fr-a3": "2554", "fr-a4": "2655", "fr-a5": "2454"}
    state = phase("allied", hurdle)
    by_train = {"units": ["fr-a4"], "path": ["train", "2454"]}
    assert refused(state, "allied", "move", **by_train) == ("rail-zone", "9.2")
    won = told(state, "allied", "overrun", hex="2553", units=["fr-a1", "fr-a2", "fr-a3", "fr-a5"], advance=[])
    assert told(won, "allied", "move", **by_train).units["fr-a4"].at == "2454"


# --- 12 -------------------------------------------------------------------------------------------------------------


def test_12_1_14_6_20_23_hunger_and_rivers_weaken_those_who_would_overwhelm() -> None:
    """24 factors against three are eight to one."""
    state = phase("central", {"be-1": SAINT_QUENTIN, **dict.fromkeys(BIG, SOUTH), "ge-a4": NORTH})
    assert overruns(state, [*BIG, "ge-a4"])
    assert not overruns(put(state, {"ge-a4": NORTH}, unsupplied=1), [*BIG, "ge-a4"])
    assert not overruns(put(state, {"ge-a4": ACROSS}), [*BIG, "ge-a4"])


def test_12_1_13_85_a_demoralised_division_counts_half_of_its_three_rounded_down() -> None:
    state = put(phase("central", {"be-1": SAINT_QUENTIN, "ge-a1": SOUTH, "ge-a2": SOUTH}), {"be-1": SAINT_QUENTIN},
                shaken=1)  # fmt: skip
    assert overruns(state, ["ge-a1", "ge-a2"])
    assert not overruns(state, ["ge-a1"])


def test_12_1_13_642_no_modifier_helps_in_an_automatic_victory() -> None:
    """Stosstruppen and siege guns add to a die, and there is none."""
    force = ["ge-s1", "ge-s2", "ge-s3", "ge-siege-305"]
    state = phase("central", {"be-1": SAINT_QUENTIN, **dict.fromkeys(force, SOUTH)}, "1918-04", scenario="campaign")
    assert not overruns(state, force)


def test_12_1_15_24_the_entrenchment_of_one_unit_makes_the_hex_hard_for_all() -> None:
    """§15.24 asks for half of the corps, §12.1 for a hex that contains an entrenchment: 36 factors against four."""
    north = ["ge-a4", "ge-a5", "ge-a6"]
    defenders = {"be-cav1": SAINT_QUENTIN, "fr-bd-2-3-4-1": SAINT_QUENTIN}
    state = phase("central", {**defenders, **dict.fromkeys(BIG, SOUTH), **dict.fromkeys(north, NORTH)})
    assert overruns(state, [*BIG, *north])
    assert not overruns(put(state, {"be-cav1": SAINT_QUENTIN}, trench=1), [*BIG, *north])


def test_12_2_10_2_a_line_on_which_an_automatic_victory_was_won_is_followed_by_its_railhead() -> None:
    places = {"be-cav1": "2449", **dict.fromkeys(BIG, "2548")}
    state = phase("central", places)
    won = told(state, "central", "overrun", hex="2449", units=BIG, advance=["ge-a1"])
    after = told(told(won, "central", "end_phase"), "central", "end_phase")
    assert after.phase.step == "central.railheads"
    assert "2449" in told(after, "central", "advance_railhead", head="2548", path=["2449"]).central_rails


# --- 13 -------------------------------------------------------------------------------------------------------------


def test_13_73_a_gun_and_a_tank_retreat_when_the_corps_between_them_is_lost() -> None:
    """§13.73 speaks of two or three units that defend together."""
    state = duel([*GERMANS, GUN], ["fr-32", "fr-t1", "fr-art-1", "fr-tank-1"])
    state = told(state, "central", "attack", hex=T, units=[*GERMANS, GUN])
    state = told(state, "allied", "defend_together", units={"fr-32": ["fr-art-1", "fr-tank-1"]})
    state = told(told(state, "central", "together", (7,)), "central", "lose", units=["ge-a1"])
    after = told(state, "allied", "lose", units=["fr-32"])
    assert {*fight(after).going} == {"fr-art-1", "fr-tank-1"}
    assert [after.units[u].shaken for u in ("fr-art-1", "fr-tank-1", "fr-t1")] == [1, 1, 0]


def test_13_85_13_86_the_marker_of_this_segment_turns_and_the_milder_one_stays_in_an_enemy_zone() -> None:
    state = put(field({"fr-32": "2654", "ge-a1": SOUTH}, "allied.attacks"), {"fr-32": "2654"}, shaken=2)
    state = put(state, {"fr-33": "2755"}, shaken=1)
    after = told(put(state, {"fr-30": SAINT_QUENTIN}, shaken=1), "allied", "end_phase")
    assert [after.units[unit].shaken for unit in ("fr-32", "fr-33", "fr-30")] == [1, 0, 1]


@pytest.mark.parametrize(
    ("hex_", "units", "drm"),
    [
        (T, ("fr-a1", "gb-1"), -1),
        (T, ("fr-a1", "ca-can"), -1),
        (T, ("us-1", "gb-1"), -1),
        (T, ("us-1", "fr-a1"), 0),
        (T, ("be-1", "gb-1"), 0),
        ("2847", ("fr-a1", "gb-1"), -1),
        ("2045", ("fr-a1", "gb-1"), 0),
        ("4051", ("fr-a1", "gb-1"), 0),
    ],
    ids=["France", "Canadians", "Americans and British", "Americans", "Belgians", "west of the Rhine", "east", "Italy"],
)
def test_18_42_18_51_who_fights_worse_together_and_where(hex_: str, units: tuple[str, ...], drm: int) -> None:
    state = field({}, "allied.attacks")
    found = {section: by for _, section, by in modifiers_of(state, hex_, units, ())}
    assert found.get("18.42", 0) == drm


@pytest.mark.parametrize(("city", "german", "leaves"), [("2449", "2548", False), ("2350", "2450", True)])
def test_1_61_13_85_demoralised_belgians_leave_a_watched_city_only_for_another(
    city: str, german: str, leaves: bool
) -> None:
    """docs/rulings: from Liège one comes to no other city in August-1, and from Brussels to Ghent and Antwerp."""
    state = put(phase("allied", {"be-3": city, "ge-a1": german}, "1914-08-1"), {"be-3": city}, shaken=1)
    duty = why_not_end_movement(state, "allied")
    assert (duty.section if duty is not None else "") == ("13.85" if leaves else "")
    order = {"units": ["be-3"], "path": ["2251" if leaves else "2349"]}
    if leaves:
        assert told(state, "allied", "move", **order).units["be-3"].at == "2251"
    else:
        assert refused(state, "allied", "move", **order) == ("belgian-city", "1.61")


# --- 14, 15 -----------------------------------------------------------------------------------------------------------


def test_14_1_7_22_a_unit_that_is_fed_again_keeps_its_marker_until_the_administrative_phase() -> None:
    """And moves a hex less for it."""
    state = passed_to(deployed(), "allied.supply")
    hungry = put(state, {"fr-a1": SOUTH}, unsupplied=1)
    moving = passed_to(told(hungry, "allied", "end_phase"), "allied.move")
    assert moving.units["fr-a1"].unsupplied == 1
    fighting = passed_to(moving, "allied.attacks")
    assert fighting.units["fr-a1"].unsupplied == 1
    assert told(fighting, "allied", "end_phase").units["fr-a1"].unsupplied == 0


def test_15_22_15_21_where_a_fort_has_been_given_up_units_entrench_in_the_same_phase() -> None:
    """And what is gone is not given up once more."""
    state = phase("central", {"ge-a1": "2850"}, forts=frozenset({"ge-fort-2850"}))
    assert refused(state, "central", "dig", units=["ge-a1"]) == ("fort-there", "15.22")
    bare = told(state, "central", "remove_fort", hex="2850")
    assert told(bare, "central", "dig", units=["ge-a1"]).units["ge-a1"].trench == 1
    assert refused(bare, "central", "remove_fort", hex="2850") == ("no-fort", "15.22")


def test_15_21_13_1_who_has_dug_stays_and_may_attack() -> None:
    state = phase("central", {"ge-a1": "2549", "ge-a2": "2549", "fr-a1": "2650"})
    dug = told(state, "central", "dig", units=["ge-a1"])
    assert refused(dug, "central", "move", units=["ge-a1"], path=["2548"]) == ("no-mp", "8.1")
    assert told(dug, "central", "move", units=["ge-a2"], path=["2548"]).units["ge-a2"].at == "2548"
    fighting = told(dug, "central", "end_phase")
    assert isinstance(decided(fighting, "central", "attack", hex="2650", units=["ge-a1"]), Decided)


def test_15_23_15_21_a_second_level_takes_the_whole_of_another_phase() -> None:
    places = {"ge-a1": "2549", "ge-art-1": "2549"}
    state = put(phase("central", places, "1916-01", scenario="campaign"), {"ge-a1": "2549"}, trench=1)
    deep = told(state, "central", "dig", units=["ge-a1"])
    assert deep.units["ge-a1"].trench == 2
    assert refused(deep, "central", "dig", units=["ge-a1"]) == ("has-dug", "15.21")
    assert refused(deep, "central", "dig", units=["ge-art-1"]) == ("no-infantry", "15.21")
    earlier = put(phase("central", places, "1915-12", scenario="campaign"), {"ge-a1": "2549"}, trench=1)
    assert refused(earlier, "central", "dig", units=["ge-a1"]) == ("not-deeper-yet", "15.23")


# --- 16 -------------------------------------------------------------------------------------------------------------


def test_16_41_an_aircraft_that_was_sent_may_change_its_base_instead_and_supports_nothing_then() -> None:
    state = phase("central", {"ge-air-1": "2850", "fr-a1": "2851"}, "1918-04", scenario="campaign")
    sent = told(state, "central", "send_aircraft", unit="ge-air-1", hex="2851")
    moved = told(sent, "central", "rebase", unit="ge-air-1", base="2548")
    assert (moved.units["ge-air-1"].at, moved.units["ge-air-1"].sent) == ("2548", "")
    assert refused(moved, "central", "send_aircraft", unit="ge-air-1", hex="2851") == ("flown", "16.41")


@pytest.mark.parametrize(("target", "hexes"), [("2953", 4), ("2954", 5)])
def test_16_41_aircraft_reach_four_hexes_whatever_the_enemy_has_there(target: str, hexes: int) -> None:
    state = phase("central", {"ge-air-1": "2850", "fr-a1": target, "fr-a2": "2952"}, "1918-04", scenario="campaign")
    assert state.board.lattice.distance("2850", target) == hexes
    answer = decided(state, "central", "send_aircraft", unit="ge-air-1", hex=target)
    assert getattr(answer, "section", "") == ("" if hexes == 4 else "16.41")


@pytest.mark.parametrize(
    ("corps", "tanks", "may"),
    [
        (("fr-a1",), ("fr-tank-1",), True),
        (("fr-a1", "gb-1"), ("fr-tank-1", "fr-tank-2"), False),
        (("fr-a1", "fr-a2"), ("fr-tank-1", "fr-tank-2"), True),
        (("fr-cav1",), ("fr-tank-1",), False),
        (("fr-bd-3-4-4-1",), ("fr-tank-1",), False),
        (("us-1",), ("us-tank-1",), True),
    ],
)
def test_16_3_a_tank_attacks_beside_an_infantry_corps_of_its_own_country(
    corps: tuple[str, ...], tanks: tuple[str, ...], may: bool
) -> None:
    """Neither cavalry nor a division is an infantry corps; an American division is one (docs/rulings)."""
    state = field({**stood([*corps, *tanks], A), "ge-51": T}, "allied.attacks",
                  wars={**phase("allied", {}).wars, "US": War("allied", 1)})  # fmt: skip
    limits = limits_of_attack(state, [*corps, *tanks])
    assert (not any(limit.over((*corps, *tanks)) for limit in limits)) is may


@pytest.mark.parametrize("entered", [False, True])
def test_2_64_14_51_greek_rails_carry_no_supply_until_greece_is_in_the_war(entered: bool) -> None:
    """Serbia is out of the war. Its line leads to Salonika, where ships feed units that come overland."""
    wars = {"TU": "central", "BU": "central"} | ({"GK": "allied"} if entered else {})
    landed = dict.fromkeys(("5830", "5730", "5729"), "allied")
    where_they_are = {"gb-1": "5130", "gb-2": "5830", "gb-3": "5630"}
    how: dict[str, Any] = {"scenario": "campaign", "at_war": wars, "taken": landed}
    state = phase("allied", where_they_are, "1916-01", **how)
    fallen = {**state.wars, "SE": state.wars["SE"]._replace(conquered=5)}
    state = replace(state, wars=fallen, kept={"GB": 1})
    assert [is_supplied(state, unit) for unit in where_they_are] == [entered, True, True]


# --- 17 -------------------------------------------------------------------------------------------------------------


def withdrawing(cavalry: int, **waiting: str) -> State:
    """The Central Powers in November 1916 with that many German cavalry corps on the map and nothing else to do: no
    neutral is left, and nobody arrives. Two of the corps are to be withdrawn (§17.44)."""
    everyone = {
        n: "central" if n in ("TU", "BU") else "allied" for n in ("TU", "IT", "BU", "RO", "GK", "US", "NL", "AL")
    }
    state = in_the_war(empty(deployed("campaign")), **everyone)
    state = put(state, dict.fromkeys(state.units, "out"))
    state = put(state, {f"ge-cav{n}": "2437" for n in range(1, cavalry + 1)})
    return arriving("1916-11", "central", put(state, {f"ge-{unit}": at for unit, at in waiting.items()}))


def test_17_44_7_21_who_has_only_a_withdrawal_to_choose_is_asked() -> None:
    state = withdrawing(4)
    assert (state.phase.step, GAME.deciders(state)) == ("central.arrivals", ("central",))
    assert refused(state, "central", "end_arrivals") == ("must-withdraw", "17.44")
    for unit in ("ge-cav1", "ge-cav3"):
        state = told(state, "central", "withdraw", unit=unit)
    assert state.phase.step != "central.arrivals"


@pytest.mark.parametrize(("where_it_waits", "asked"), [("pool", True), ("later", True), ("out", False)])
def test_7_21_who_can_only_rebuild_or_bring_on_one_unit_is_asked(where_it_waits: str, asked: bool) -> None:
    """The 7th Landwehr, which is due since 1914."""
    assert (withdrawing(2, lw7=where_it_waits).phase.step == "central.arrivals") is asked


def test_17_44_7_21_where_there_is_no_choice_no_player_is_asked() -> None:
    state = withdrawing(2)
    assert state.phase.step != "central.arrivals"
    assert where(state, "ge-cav1", "ge-cav2") == ["out", "out"]


# --- 18.41 ----------------------------------------------------------------------------------------------------------

CENTRE = "2462"
"""In the open; its neighbours stand in pairs across it."""


def test_18_41_6_3_aircraft_that_have_no_other_base_cannot_make_way() -> None:
    """Le Havre is the last Allied city: a French corps does not stop beside the British aircraft there."""
    places, city = {"fr-a1": "2358", "gb-air-1": "2357"}, "2357"
    assert city in ends(phase("allied", places), "fr-a1")
    last = {hex_: "central" for hex_ in held_by("central", "FR", "BE") if hex_ not in (city, "2358")}
    state = phase("allied", places, taken=last)
    assert city not in ends(state, "fr-a1")
    assert refused(state, "allied", "move", units=["fr-a1"], path=[city]) == ("british-and-french", "18.41")


@pytest.mark.parametrize(("how", "stops"), [({}, True), ({"spent": 3, "began": "2561"}, False)])
def test_18_41_8_3_who_has_one_mp_left_between_enemy_zones_cannot_make_way(how: dict[str, Any], stops: bool) -> None:
    """All hexes beside the French lie in zones, and from zone to zone it takes two."""
    germans = {"ge-a1": "2463", "ge-a2": "2461"}
    state = put(phase("allied", {**germans, "gb-1": "2361"}), {"fr-a1": CENTRE}, **how)
    assert (CENTRE in ends(state, "gb-1")) is stops


@pytest.mark.parametrize(("level", "stops"), [(0, True), (2, False)])
def test_18_41_8_4_a_hungry_unit_that_could_only_go_away_from_supply_cannot_make_way(level: int, stops: bool) -> None:
    """Three MP, or one: to the two hexes that are free it takes two, and both lie further from supply."""
    germans = dict(zip(("ge-a1", "ge-a2", "ge-a3", "ge-a4"), ("2463", "2562", "2561", "2461"), strict=True))
    state = put(phase("allied", {**germans, "gb-1": "2361"}), {"fr-r1": CENTRE}, unsupplied=level)
    assert (CENTRE in ends(state, "gb-1")) is stops


def test_18_41_18_43_on_the_way_back_to_their_sector_the_british_may_stop_among_french_who_can_go() -> None:
    state = phase("allied", {"gb-1": "2854", "fr-a1": "2754", "fr-a2": "2855"})
    assert "2754" in ends(state, "gb-1")
    assert "2855" not in ends(state, "gb-1"), "that is out of it as well"
    back = told(state, "allied", "move", units=["gb-1"], path=["2754"])
    assert refused(back, "allied", "end_phase") == ("british-and-french", "18.41")
    told(told(back, "allied", "move", units=["fr-a1"], path=["2755"]), "allied", "end_phase")


# --- 18 to 22 ---------------------------------------------------------------------------------------------------------


def test_18_21_4_2_units_of_a_country_that_has_fallen_stand_in_the_way_until_the_segment_is_over() -> None:
    """Cetinje is all of Montenegro."""
    state = phase("central", {"ah-1": "5136", "mn-1": "5235", "ah-2": "5135"})
    fallen = told(state, "central", "move", units=["ah-1"], path=["5236"])
    assert fallen.wars["MN"].conquered == fallen.turn
    assert refused(fallen, "central", "move", units=["ah-2"], path=["5235"]) == ("enemy-there", "8.0")
    fighting = told(fallen, "central", "end_phase")
    assert fighting.units["mn-1"].at == "5235"
    assert passed_to(told(fighting, "central", "end_phase"), "allied.attacks").units["mn-1"].at == "out"


@pytest.mark.parametrize(
    ("there", "short"),
    [((), True), (("ge-cav1xx",), True), (("ge-cav1xx", "ge-alp"), False), (("ge-s1",), False), (("ge-art-1",), True)],
)
def test_18_31_16_1_who_garrisons_a_city_of_a_conquered_country(there: tuple[str, ...], short: bool) -> None:
    """§18.31 asks for it in a conquered country as in an active one; Stosstruppen are infantry."""
    state = phase("central", {**dict.fromkeys(there, LILLE)}, "1918-04", scenario="campaign", taken={LILLE: "central"})
    fallen = replace(state, wars={**state.wars, "FR": state.wars["FR"]._replace(conquered=30)})
    assert ("Lille" in missing_garrisons(fallen, "central")) is short


@pytest.mark.parametrize(("die", "gone"), [(1, True), (2, True), (3, False), (10, False)])
def test_21_34_on_a_one_or_two_each_unit_deserts_in_the_boxes_too_and_goes_to_the_pool(die: int, gone: bool) -> None:
    state = put(empty(deployed("campaign")), {"in-ind2": "middle-east", "gb-1": "2153", "fr-a1": "2655"})
    play = Play(state, lambda _, __: die)
    desert(play, "GB")
    assert where(play.state, "in-ind2", "gb-1") == (["pool", "pool"] if gone else ["middle-east", "2153"])
    assert play.state.draws - state.draws == 2, "no die for the French, nor for those who are not in play"


@pytest.mark.parametrize(
    ("turn", "effect"), [("1916-03", "M"), ("1916-04", "M"), ("1916-06", "M"), ("1916-07", ""), ("1917-03", "")]
)
def test_21_3_what_a_check_brings_is_in_force_for_three_months(turn: str, effect: str) -> None:
    state = deployed("campaign")
    march = replace(state, turn=state.printed.turns["1916-03"].number)
    rolled = WearinessRolled("FR", march.draws, 5, (), 13, "M").apply(march)
    assert effect_on(replace(rolled, turn=state.printed.turns[turn].number), "FR") == effect


def test_22_9_13_83_who_has_another_hex_gets_no_points_and_retreats() -> None:
    """A friend in an enemy zone is one way, a free hex the other: only where no other route is left units are lost."""
    ring = {"fr-a1": A, "fr-a2": "2361", "fr-a3": "2362", "ge-a1": "2463", "ge-r1": T}
    state = field(ring, "allied.attacks", options={"retreat-into-zones": "on"}, purses={"GE": Points(1, 1, 0)})
    after = attacked(state, ["fr-a1", "fr-a2", "fr-a3"], 10, "allied")
    assert after.units["ge-r1"].at != "pool"
    assert after.purses["GE"] == Points(1, 1, 0)


@pytest.mark.parametrize(
    ("unit", "city", "halves"),
    [
        ("ge-a1", "Lille", 2),
        ("ge-cav1", "Lille", 2),
        ("ge-cav1xx", "Lille", 2),
        ("ge-art-1", "Lille", 0),
        ("ge-siege-305", "Lille", 0),
        ("ge-a1", "Lyons", 0),
    ],
)
def test_1_71_infantry_and_cavalry_of_any_size_occupy_a_city_and_no_gun(unit: str, city: str, halves: int) -> None:
    """Fed over Belgium, which is theirs here."""
    land = held_by("central", "BE")
    hex_ = deployed().printed.places.cities[city].hex
    taken = {**land, hex_: "central"}
    state = phase("central", {unit: hex_}, "1914-12", taken=taken, rails=[*land, hex_])
    count = state.card.counts["december-1914"] if "december-1914" in state.card.counts else final_count(state)
    assert sum(one.halves for one in find_scored(state, count) if one.what == city) == halves


@pytest.mark.parametrize("unit", ["ge-r9", "ge-lw1", "fr-r7"])
def test_1_62_4_9_0_those_who_may_not_move_take_no_train_either(unit: str) -> None:
    side = "central" if unit.startswith("ge") else "allied"
    state = phase(side, {unit: "1940" if side == "central" else "4353"}, "1914-08-2")
    path = ["train", "2440"] if side == "central" else ["train", "4256"]
    assert refused(state, side, "move", units=[unit], path=path) == ("held", "1.62")
    september = phase(side, {unit: "1940" if side == "central" else "4353", "fr-r8": "4353"}, "1914-09")
    assert isinstance(decided(september, side, "move", units=[unit], path=path), Decided)


@pytest.mark.parametrize(("to", "may"), [("3234", True), ("3136", False)])
def test_1_61_8_1_the_one_hex_of_august_may_cost_two_and_no_second_one_follows(to: str, may: bool) -> None:
    state = phase("central", {"ah-1": "3235"}, "1914-08-1")
    answer = decided(state, "central", "move", units=["ah-1"], path=[to])
    assert isinstance(answer, Decided) is may
