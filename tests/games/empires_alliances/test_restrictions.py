"""§1.6, §2.6, §3.6, §13.85, §18.3 to §18.5, §22.3 to §22.6: what binds one country, one month, one region."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.attacks.targets import able_beside
from rules.empires_alliances.combat.retreats import ways_back
from rules.empires_alliances.movement.duties import why_not_end_movement
from rules.empires_alliances.movement.journeys import ways_of
from rules.empires_alliances.movement.on_foot import check_step, group_of
from rules.empires_alliances.movement.out_of_reach import refused_near
from rules.empires_alliances.position.state import State, War
from rules.empires_alliances.printed.data import AS_PRINTED, PLANS
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.august_plans import plan_17_binds
from rules.empires_alliances.restrictions.ban import (
    BY_SHIP,
    BY_TRAIN,
    BY_TRAIN_ABROAD,
    FOOT_STEP,
    TO_ATTACK,
    TO_RETREAT,
)
from rules.empires_alliances.restrictions.bans import why_entry_forbidden
from rules.empires_alliances.restrictions.garrisons import why_move_forbidden
from rules.empires_alliances.restrictions.western_allies import out_of_british_sector
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.floods import flood_links
from rules.kernel.tracked_dict import with_changes
from tests.games.empires_alliances.moving import ends, held_by, land_of, phase
from tests.games.empires_alliances.shores import GARRISON
from tests.games.empires_alliances.table import deployed, passed_to, put, refused, told

PRINTED = PLANS[AS_PRINTED]


def no_move(state: State, side: str, unit: str, *words: str) -> tuple[str, str]:
    """Why a unit does not go."""
    return refused(state, side, "move", units=[unit], path=[*words])


def move(state: State, side: str, unit: str, *words: str) -> State:
    """The position after it has gone."""
    return told(state, side, "move", units=[unit], path=[*words])


# --- 1.61, 1.62, 1.68, 2.66 -------------------------------------------------------------------------------------------


def test_1_61_units_of_cities_stay_there_while_the_enemy_is_far() -> None:
    state = phase("central", {"ge-lw4": "2745", "ge-f1": "3148"}, "1914-08-1")
    assert no_move(state, "central", "ge-lw4", "2746") == ("garrison", "1.61")
    assert move(state, "central", "ge-f1", "3149").units["ge-f1"].at == "3149"
    assert why_move_forbidden(phase("central", {"ge-lw4": "2745"}, "1914-08-2"), "ge-lw4") is None


def test_1_61_a_city_is_near_the_enemy_as_soon_as_a_hex_near_it_falls_and_no_longer_than_that() -> None:
    """The answer is kept from position to position: what falls further away leaves it, what falls near does not."""
    state = phase("central", {"ge-lw4": "2745", "ge-f1": "3148"}, "1914-08-1")
    (near,) = {"2748"} & state.board.lattice.within("2745", 3)
    (far,) = {"3148"} - state.board.lattice.within("2745", 3)
    kept: list[bool] = []
    for hex_, side in ((far, "allied"), (near, "allied"), (far, "central"), (near, "central")):
        kept.append(why_move_forbidden(state, "ge-lw4") is not None)
        state = follow(state, replace(state, control=with_changes(state.control, {hex_: side})))
    assert [*kept, why_move_forbidden(state, "ge-lw4") is not None] == [True, True, False, False, True]


def test_1_61_belgians_end_august_1_in_a_belgian_city() -> None:
    state = phase("allied", {"be-6": "2350"}, "1914-08-1")
    assert no_move(state, "allied", "be-6", "2450") == ("belgian-city", "1.61")
    assert set(ends(state, "be-6")) == {"2250", "2251"} & set(state.board.lattice.around("2350"))
    later = phase("allied", {"be-6": "2350"}, "1914-08-2")
    assert move(later, "allied", "be-6", "2450").units["be-6"].at == "2450"


def test_1_61_belgians_outside_go_into_a_city_if_they_can() -> None:
    """Docs/rulings."""
    places = {"be-3": "2450", "be-4": "2549", "be-6": "2350", "ge-a1": "2449"}
    state = phase("allied", places, "1914-08-1", taken={"2449": "central"})
    assert refused(state, "allied", "end_phase") == ("belgian-city", "1.61")
    inside = told(state, "allied", "move", units=["be-3"], path=["2350"])
    assert told(inside, "allied", "end_phase").phase.step != "allied.move", "the other has no city beside it"
    later = phase("allied", {"be-3": "2450"}, "1914-09", taken={"2449": "central"})
    assert told(later, "allied", "end_phase").phase.step != "allied.move"


def test_1_62_some_corps_may_not_move_in_august_2() -> None:
    state = phase("central", {"ge-r9": "1940"}, "1914-08-2")
    assert no_move(state, "central", "ge-r9", "1941") == ("held", "1.62")
    assert why_move_forbidden(phase("central", {"ge-r9": "1940"}, "1914-09"), "ge-r9") is None


def test_1_68_the_garrison_of_paris_waits_for_the_enemy_or_for_october() -> None:
    state = phase("allied", {"fr-r11": "2655"}, "1914-09")
    assert no_move(state, "allied", "fr-r11", "2654") == ("garrison", "1.68")
    near = phase("allied", {"fr-r11": "2655", "ge-a1": "2553"}, "1914-09")
    assert near.board.lattice.distance("2655", "2553") <= 5
    assert why_move_forbidden(near, "fr-r11") is None
    assert why_move_forbidden(phase("allied", {"fr-r11": "2655", "ah-1": "2553"}, "1914-09"), "fr-r11") is not None
    assert why_move_forbidden(phase("allied", {"fr-r11": "2655"}, "1914-10"), "fr-r11") is None


def test_1_68_the_garrison_is_freed_for_good() -> None:
    """It waits until the enemy has come near, not while he stays away."""
    near = phase("central", {"fr-r11": "2655", "ge-a1": "2553"}, "1914-08-2")
    after = passed_to(near, "allied.move")
    gone = put(after, {"ge-a1": "2549"})
    assert why_move_forbidden(gone, "fr-r11") is None
    never = passed_to(put(near, {"ge-a1": "2549"}), "allied.move")
    assert why_move_forbidden(never, "fr-r11") is not None


def test_1_68_a_unit_that_only_passes_near_paris_frees_it_too() -> None:
    """Docs/rulings: what counts is that a German unit is there, and not where it ends its move."""
    state = phase("central", {"fr-r11": "2655", "ge-cav1": "2450"}, "1914-09")
    distance = {hex_: state.board.lattice.distance(hex_, "2655") for hex_ in ("2450", "2451", "2350")}
    assert distance == {"2450": 6, "2451": 5, "2350": 6}
    past = move(state, "central", "ge-cav1", "2451", "2350")
    assert why_move_forbidden(past, "fr-r11") is None
    aside = move(state, "central", "ge-cav1", "2350")
    assert why_move_forbidden(aside, "fr-r11") is not None


def test_1_68_a_unit_near_paris_at_the_end_of_its_move_may_be_lost_in_battle() -> None:
    state = phase("central", {"fr-r11": "2655", "ge-cav1": "2552"}, "1914-09", taken={"2553": "central"})
    fighting_on = told(move(state, "central", "ge-cav1", "2553"), "central", "end_phase")
    assert why_move_forbidden(put(fighting_on, {"ge-cav1": "pool"}), "fr-r11") is None


@pytest.mark.parametrize(
    ("turn", "side", "unit", "to", "answer"),
    [
        ("1914-09", "allied", "fr-r11", "2654", ("garrison", "2.66")),
        ("1914-08-2", "central", "ge-r9", "1941", ("held", "2.62")),
        ("1914-08-1", "central", "ge-lw4", "2746", ("garrison", "2.61")),
        ("1914-08-1", "allied", "be-6", "2450", ("belgian-city", "2.61")),
    ],
)
def test_2_61_2_62_2_66_the_campaign_prints_the_rules_of_august_again(
    turn: str, side: str, unit: str, to: str, answer: tuple[str, str]
) -> None:
    """A refusal names the section of the scenario that is played."""
    places = {"fr-r11": "2655", "ge-r9": "1940", "ge-lw4": "2745", "be-6": "2350"}
    assert no_move(phase(side, places, turn, scenario="campaign"), side, unit, to) == answer


# --- 1.66 -------------------------------------------------------------------------------------------------------------


def test_1_66_germans_go_no_further_than_five_hexes_into_austria() -> None:
    state = phase("central", {"ge-a1": "3432", "ah-1": "3432"})
    far = areas.far_in_austria(state.board, 5)
    board = state.board
    edge = next(
        (a, b) for a in sorted(board.home["AH"] - far) for s, b in enumerate(board.lattice.neighbours[a])
        if b in far and board.passable[a][s]
    )  # fmt: skip
    a, b = (board.lattice.ids[i] for i in edge)
    state = phase("central", {"ge-a1": a, "ah-1": a})
    assert no_move(state, "central", "ge-a1", b) == ("too-far-from-germany", "1.66")
    assert b in ends(state, "ah-1")
    assert b in ends(phase("central", {"ge-a1": a}, scenario="campaign"), "ge-a1")
    breslau, vienna, budapest = "3034", "3636", "3932"
    by_train = phase("central", {"ge-a1": breslau})
    assert move(by_train, "central", "ge-a1", "train", vienna).units["ge-a1"].at == vienna
    assert no_move(by_train, "central", "ge-a1", "train", budapest) == ("too-far-from-germany", "1.66")
    assert budapest not in ends(by_train, "ge-a1")


def test_1_66_germans_who_come_out_of_austria_keep_near_germany_in_russia_too() -> None:
    """3427 lies five hexes from Germany, 3426 in Russia six, and 3326 in Russia five."""
    near, far, further = "3427", "3426", "3425"
    state = phase("central", {"ge-a1": near, "ah-1": near})
    assert no_move(state, "central", "ge-a1", far) == ("too-far-from-germany", "1.66")
    assert no_move(state, "central", "ge-a1", "3326", far) == ("too-far-from-germany", "1.66")
    assert move(state, "central", "ge-a1", "3326").units["ge-a1"].at == "3326"
    assert far not in ends(state, "ge-a1")
    assert {far, further} <= {*ends(state, "ah-1")}
    group = group_of(state, ["ge-a1"])
    assert refused_near(state, group, ways_of(state, group))[far].section == "1.66"
    campaign = phase("central", {"ge-a1": near}, scenario="campaign")
    assert far in ends(campaign, "ge-a1")
    in_russia = phase("central", {"ge-a1": "3326"}, taken=held_by("central", "RU"))
    assert far in ends(in_russia, "ge-a1"), "who stands in Russia as the move begins goes on"
    assert no_move(in_russia, "central", "ge-a1", near, far) == ("too-far-from-germany", "1.66")


def test_1_66_no_german_advances_out_of_austria_too_far_from_germany() -> None:
    places = {**dict.fromkeys(["ge-a1", "ge-a2"], "3427"), "ah-1": "3427", "ge-a3": "3326"}
    before = fighting("central", {**places, "ru-cav1": "3426"})
    state = told(before, "central", "attack", (11,), hex="3426", units=[*places])
    assert state.lanes["3426"][-1].step == "advance"
    assert refused(state, "central", "advance", units=["ge-a1"]) == ("too-far-from-germany", "1.66")
    assert told(state, "central", "advance", units=["ah-1", "ge-a3"]).stacks["3426"] == ("ah-1", "ge-a3")


# --- 2.63, 2.64 -------------------------------------------------------------------------------------------------------


def test_2_63_no_trains_in_a_country_on_the_turn_of_its_entry() -> None:
    italy = {**phase("allied", {}, scenario="campaign").wars}
    state = phase("allied", {"it-1": "5146"}, "1915-05", scenario="campaign")
    state = phase(
        "allied", {"it-1": "5146"}, "1915-05", scenario="campaign", wars={**italy, "IT": War("allied", state.turn)}
    )
    assert no_move(state, "allied", "it-1", "train", "5444") == ("mobilising", "2.63")
    later = phase(
        "allied", {"it-1": "5146"}, "1915-06", scenario="campaign", wars={**italy, "IT": War("allied", state.turn)}
    )
    assert move(later, "allied", "it-1", "train", "5444").units["it-1"].at == "5444"


def test_2_63_18_11_trains_run_in_a_country_on_which_war_was_declared() -> None:
    """Docs/rulings."""
    turn = phase("allied", {}, "1915-05", scenario="campaign").turn
    wars = {**phase("allied", {}, scenario="campaign").wars, "IT": War("allied", turn, declared=True)}
    state = phase("allied", {"it-1": "5146"}, "1915-05", scenario="campaign", wars=wars)
    assert told(state, "allied", "move", units=["it-1"], path=["train", "5444"]).units["it-1"].at == "5444"


def test_2_63_22_2_nor_on_the_other_side_which_a_die_may_have_it_join() -> None:
    turn = phase("central", {}, "1915-05", scenario="campaign").turn
    wars = {**phase("central", {}, scenario="campaign").wars, "IT": War("central", turn)}
    places = {"it-1": "5146", "ge-a1": "5146"}
    state = phase("central", places, "1915-05", scenario="campaign", wars=wars)
    for unit in places:
        assert no_move(state, "central", unit, "train", "5444") == ("mobilising", "2.63")
    later = phase("central", places, "1915-06", scenario="campaign", wars=wars)
    assert told(later, "central", "move", units=["it-1"], path=["train", "5444"]).units["it-1"].at == "5444"


@pytest.mark.parametrize("rails", [(), ("5830", "6031", "5829")])
def test_2_64_allies_in_neutral_greece_stay_north_and_take_no_trains(rails: tuple[str, ...]) -> None:
    taken = {"5830": "allied", "6031": "allied", "5829": "allied"}
    state = phase(
        "allied", {"fr-a1": "6031", "fr-a2": "5830"}, "1916-01", scenario="campaign", taken=taken, rails=rails
    )
    assert no_move(state, "allied", "fr-a1", "6130") == ("south-of-salonika", "2.64")
    assert no_move(state, "allied", "fr-a2", "train", "5829") == ("greek-rails", "2.64")


def test_2_64_18_11_the_central_powers_enter_what_the_allies_hold_of_greece_and_nothing_else() -> None:
    """docs/rulings."""
    serbia = dict.fromkeys(land_of(phase("central", {}), "SE"), "central")
    places = {"ge-a1": "5731", "ge-a2": "5731", "ge-a3": "5731"}
    neutral = phase("central", places, "1916-01", scenario="campaign", taken=serbia)
    assert no_move(neutral, "central", "ge-a1", "5730") == ("neutral", "18.11")
    taken = {**serbia, "5730": "allied"}
    empty_ = phase("central", places, "1916-01", scenario="campaign", taken=taken)
    entered = move(empty_, "central", "ge-a1", "5730")
    assert entered.control["5730"] == "central"
    board = entered.board
    greek = [h for h in board.lattice.around("5730") if board.is_hex(h) and board.country[board.index(h)] == "GK"]
    assert {no_move(entered, "central", "ge-a1", h) for h in greek} == {("neutral", "18.11")}
    held = fighting("central", {**places, "fr-t1": "5730"}, "1916-01", scenario="campaign", taken=taken)
    assert {hex_: {*units} for hex_, units in able_beside(held, "central").items()} == {"5730": {*places}}


# --- 3.61, 3.62 -------------------------------------------------------------------------------------------------------


def test_3_62_british_and_french_keep_to_their_sectors_in_1918() -> None:
    places = {"gb-4": "2454", "fr-a1": "2553", "be-1": "2454", "us-1": "2553"}
    april = phase("allied", places, "1918-04", scenario="1918")
    assert no_move(april, "allied", "gb-4", "2554") == ("british-sector", "3.62")
    assert no_move(april, "allied", "fr-a1", "2453") == ("french-sector", "3.62")
    assert no_move(april, "allied", "us-1", "2453") == ("american-sector", "18.51")
    may = phase("allied", places, "1918-05", scenario="1918")
    assert "2554" in ends(may, "gb-4")
    assert "2453" in ends(may, "fr-a1")
    assert "2453" in ends(may, "us-1"), "§3.62 names the Americans, and goes before §18.51"
    assert no_move(may, "allied", "be-1", "2554") == ("british-sector", "3.62")


def test_1_66_22_51_who_was_driven_too_far_goes_back_through_what_is_closed() -> None:
    """Docs/rulings: Germans seven hexes from Germany in Galicia, and French two rows north of where they may be."""
    state = phase("central", {"ge-a1": "3626"})
    board = state.board
    far = areas.far_in_austria(board, 5)
    between = next(h for h in board.lattice.around("3626") if board.index(h) in far)
    assert no_move(state, "central", "ge-a1", between) == ("too-far-from-germany", "1.66")
    back = ends(state, "ge-a1")
    assert back
    assert not {board.index(hex_) for hex_ in back} & far
    french = phase("allied", {"fr-a1": "2353"}, "1914-08-2", options=("plan-17",))
    assert no_move(french, "allied", "fr-a1", "2454") == ("plan-17", "22.51")
    assert told(french, "allied", "move", units=["fr-a1"], path=["2454", "2553"]).units["fr-a1"].at == "2553"


@pytest.mark.parametrize(
    ("unit", "at", "home", "code"),
    [("gb-1", "2654", "2454", "british-sector"), ("fr-a1", "2353", "2553", "french-sector")],
)
def test_3_62_units_that_were_driven_out_of_their_sector_go_back_through_what_is_closed(
    unit: str, at: str, home: str, code: str
) -> None:
    """Docs/rulings: two rows out of it they could not move at all; they end nowhere else."""
    state = phase("allied", {unit: at}, "1918-04", scenario="1918")
    between = next(h for h in state.board.lattice.around(at) if h in state.board.lattice.around(home))
    assert home in ends(state, unit)
    assert told(state, "allied", "move", units=[unit], path=[between, home]).units[unit].at == home
    assert between not in ends(state, unit)
    assert no_move(state, "allied", unit, between) == (code, "3.62")


def test_3_61_only_the_west_is_in_play_in_1918() -> None:
    state = phase("central", {"ge-a1": "3146"}, "1918-04", scenario="1918")
    outside = next(iter(sorted(state.board.home["AH"])))
    found = why_entry_forbidden(state, "ge-a1", outside)
    assert found is not None
    assert found.section == "3.61"


# --- 13.85 ------------------------------------------------------------------------------------------------------------


def test_13_85_demoralised_units_leave_a_zone_of_control_if_they_can_and_enter_none() -> None:
    state = put(phase("central", {"ge-a1": "2453", "fr-a1": "2454"}), {"ge-a1": "2453"}, shaken=1)
    assert refused(state, "central", "end_phase") == ("must-leave", "13.85")
    refusal = why_not_end_movement(state, "central")
    assert refusal is not None
    assert "(2453)" in refusal.text, "the page leads to the place that a sentence names"
    assert no_move(state, "central", "ge-a1", "2553") == ("demoralised", "13.85")
    away = ends(state, "ge-a1")
    assert away
    gone = move(state, "central", "ge-a1", next(h for h in away if h in state.board.lattice.around("2453")))
    told(gone, "central", "end_phase")


def test_13_85_those_who_cannot_leave_it_stay() -> None:
    around = {f"fr-a{n}": hex_ for n, hex_ in enumerate(("2352", "2552", "2454"), 1)}
    state = put(phase("central", {"ge-a1": "2453", **around}), {"ge-a1": "2453"}, shaken=1)
    assert ends(state, "ge-a1") == {}
    told(state, "central", "end_phase")


# --- 18.33 ------------------------------------------------------------------------------------------------------------


def test_18_33_a_corps_stays_on_the_italian_border_while_italy_is_neutral() -> None:
    state = phase("allied", {})
    assert no_move(state, "allied", "fr-r7", "train", "4256") == ("italian-border", "18.33")
    two = phase("allied", {"fr-r8": "4353"})
    assert move(two, "allied", "fr-r8", "train", "4256").units["fr-r8"].at == "4256"
    at_war = phase("allied", {}, scenario="campaign", at_war={"IT": "allied"})
    assert move(at_war, "allied", "fr-r7", "train", "4256").units["fr-r7"].at == "4256"
    austria = phase("central", {})
    assert no_move(austria, "central", "ah-13", "train", "3636") == ("italian-border", "18.33")


def test_18_33_nor_does_the_last_corps_leave_by_an_advance() -> None:
    """One that has company may go, and of two only one."""
    beside = "4241"
    places = {"ah-13": "4242", "be-1": beside}
    alone = put(fighting("central", places), {"be-1": beside}, shaken=1)
    alone = told(alone, "central", "attack", (12,), hex=beside, units=["ah-13"])
    assert beside not in alone.lanes, "nobody may advance, so nobody is asked"
    two = put(fighting("central", {**places, "ah-8": "4242"}), {"be-1": beside}, shaken=1)
    two = told(two, "central", "attack", (12,), hex=beside, units=["ah-13", "ah-8"])
    assert refused(two, "central", "advance", units=["ah-13", "ah-8"]) == ("italian-border", "18.33")
    assert told(two, "central", "advance", units=["ah-8"]).units["ah-8"].at == beside


def test_18_33_along_the_border_all_of_them_may_advance() -> None:
    on_border = "4141"
    assert watches(on_border)
    places = {"ah-13": "4242", "ah-8": "4242", "be-1": on_border}
    state = put(fighting("central", places), {"be-1": on_border}, shaken=1)
    state = told(state, "central", "attack", (12,), hex=on_border, units=["ah-13", "ah-8"])
    gone = told(state, "central", "advance", units=["ah-13", "ah-8"])
    assert {gone.units[unit].at for unit in ("ah-13", "ah-8")} == {on_border}


def test_18_33_nor_by_an_advance_after_an_automatic_victory() -> None:
    border, beside, far = "4242", "4241", "4240"
    places = {"ah-13": border, "be-1": beside, **dict.fromkeys(("ah-8", "ah-15", "ah-16"), far)}
    state = put(phase("central", places), {"be-1": beside}, shaken=1)
    units = ["ah-13", "ah-8", "ah-15", "ah-16"]
    assert refused(state, "central", "overrun", hex=beside, units=units, advance=["ah-13"]) == (
        "italian-border",
        "18.33",
    )
    assert told(state, "central", "overrun", hex=beside, units=units, advance=["ah-8"]).units["be-1"].at == "pool"


def test_18_33_it_retreats_along_the_border_if_it_can() -> None:
    state = phase("allied", {"ah-13": "4141", "ru-1": "3939"})
    assert {*ways_back(state, ["ah-13"])} <= {"4042", "4142", "4242", "4041"}
    company = phase("allied", {"ah-13": "4141", "ah-8": "3845", "ru-1": "3939"})
    assert "4140" in ways_back(company, ["ah-13"])


def test_18_33_where_none_is_left_a_corps_goes_there_if_it_can() -> None:
    """Docs/rulings."""
    state = phase("central", {"ah-13": "3838"})
    assert not watches("3838")
    assert refused(state, "central", "end_phase") == ("italian-border", "18.33")
    end = next(h for h in ends(state, "ah-13") if watches(h))
    back = told(state, "central", "move", units=["ah-13"], path=[*ways_to(state, "ah-13", end)])
    told(back, "central", "end_phase")
    told(put(state, {"ah-13": "pool"}), "central", "end_phase")
    german = phase("central", {"ah-13": "pool", "ge-a1": "3838"}, scenario="campaign")
    assert any(map(watches, ends(german, "ge-a1")))
    told(german, "central", "end_phase")


def watches(hex_: str) -> bool:
    """§18.33: whether a hex is one from which Italy is watched."""
    return PRINTED.board.index(hex_) in areas.border_of(PRINTED.board, "IT")


def ways_to(state: State, unit: str, end: str) -> list[str]:
    """The journey that is shown to a hex."""
    way = ways_of(state, group_of(state, [unit])).best[PRINTED.board.index(end)]
    return way.words(PRINTED.board.lattice.ids, PRINTED.board.index(state.units[unit].at))


# --- 18.41, 18.43, 18.5 -----------------------------------------------------------------------------------------------


BOTH = ("british-and-french", "18.41")


def test_18_41_british_and_french_pass_through_each_other_and_are_not_stacked_as_the_phase_ends() -> None:
    """They may stop in one hex while others still move: so they change places."""
    state = phase("allied", {"gb-1": "2453", "fr-a1": "2454"})
    assert move(state, "allied", "gb-1", "2454", "2455").units["gb-1"].at == "2455"
    assert {"2454", "2455"} <= ends(state, "gb-1").keys()
    state = move(state, "allied", "gb-1", "2454")
    assert refused(state, "allied", "end_phase") == BOTH
    told(move(state, "allied", "fr-a1", "2453"), "allied", "end_phase")
    far = {"gb-1": "5830", "fr-a1": "5829", **GARRISON}
    east = phase("allied", far, "1916-01", scenario="campaign", at_war={"GK": "allied"})
    told(move(east, "allied", "gb-1", "5829"), "allied", "end_phase")


@pytest.mark.parametrize("how", [{"spent": 4, "began": "2454"}, {"bound": True}])
def test_18_41_where_none_of_the_other_ally_can_leave_units_do_not_stop_among_them(how: dict[str, Any]) -> None:
    """Who has dug in, moved as far as it can, or won an automatic victory."""
    state = put(phase("allied", {"gb-1": "2453"}), {"fr-a1": "2454"}, **how)
    assert no_move(state, "allied", "gb-1", "2454") == BOTH
    assert "2454" not in ends(state, "gb-1")
    assert move(state, "allied", "gb-1", "2454", "2455").units["gb-1"].at == "2455"


def test_18_41_all_of_those_among_whom_units_stop_can_leave() -> None:
    """One of two French corps has moved as far as it can."""
    state = phase("allied", {"gb-1": "2453", "fr-a2": "2454"})
    assert "2454" in ends(state, "gb-1")
    assert "2454" not in ends(put(state, {"fr-a1": "2454"}, spent=4, began="2454"), "gb-1")


def test_18_41_units_do_not_stop_among_those_whom_the_enemy_has_shut_in() -> None:
    """The French have not moved yet, but every hex round them is full of Germans, or of the British who come."""
    places = {"gb-1": "2453", "fr-a1": "2454"}
    around = [h for h in PRINTED.board.lattice.around("2454") if h != "2453"]
    beyond = [h for h in PRINTED.board.lattice.around("2453") if h not in (*around, "2454")]
    germans = dict(zip((f"ge-a{n}" for n in range(1, 9)), (*around, *beyond), strict=False))
    assert "2454" in ends(phase("allied", {**places, **dict(list(germans.items())[:4])}), "gb-1")
    assert "2454" not in ends(phase("allied", {**places, **germans}), "gb-1")


@pytest.mark.parametrize(("how", "open_"), [({}, True), ({"bound": True}, False)])
def test_18_41_aircraft_leave_a_city_in_which_they_are_not_alone_by_another_base(
    how: dict[str, Any], open_: bool
) -> None:
    """§16.41: one that has come to it in this phase flies no further."""
    city, beside = "2357", "2358"
    state = put(phase("allied", {"fr-a1": beside}), {"gb-air-1": city}, **how)
    assert (city in ends(state, "fr-a1")) is open_
    if open_:
        state = put(move(state, "allied", "fr-a1", city), {"fr-a1": city}, spent=4)
        assert refused(state, "allied", "end_phase") == BOTH
        told(told(state, "allied", "rebase", unit="gb-air-1", base="2456"), "allied", "end_phase")


def test_18_41_whoever_has_to_part_is_not_shut_in_by_others() -> None:
    """docs/rulings: a British corps without MP stands with a French one, which has one MP and one hex to go to."""
    shut = [h for h in PRINTED.board.lattice.around("2454") if h not in ("2453", "2455")]
    state = put(phase("allied", {"gb-2": "2352", "gb-3": "2455"}), {"gb-1": "2454"}, spent=4, began="2453")
    state = put(state, {"fr-a1": "2454"}, spent=3, began="2553")
    state = put(state, {f"ge-a{n}": h for n, h in enumerate(shut, 1)}, shaken=1)
    assert no_move(state, "allied", "gb-2", "2453") == BOTH
    assert "2453" not in ends(state, "gb-2")
    told(move(state, "allied", "fr-a1", "2453"), "allied", "end_phase")
    stuck = put(state, {"fr-a2": "2454"}, spent=4, began="2553")
    assert "2453" in ends(stuck, "gb-2"), "they could not part in any case"


def test_18_41_nor_are_they_shut_in_from_two_hexes_away() -> None:
    """§18.41 asks what is stacked as the phase ends, however far away the only hex is to which someone could still go:
    through French units, two hexes away."""
    through, end = "2453", "2452"
    shut = {*PRINTED.board.lattice.around("2454"), *PRINTED.board.lattice.around(through)} - {"2454", through, end}
    done = {"spent": 4, "began": "2555"}
    state = put(phase("allied", {"fr-a2": "2551"}), {"fr-a1": "2454"}, **done)
    state = put(put(state, {"fr-a3": through}, **done), {"gb-1": "2454"}, spent=2, began="2555", carried="both")
    state = put(state, {f"ge-a{n}": h for n, h in enumerate(sorted(shut), 1)}, shaken=1)
    assert ends(state, "gb-1").keys() == {end}
    assert no_move(state, "allied", "fr-a2", end) == BOTH
    assert end not in ends(state, "fr-a2")
    assert refused(state, "allied", "end_phase") == BOTH
    gone = move(state, "allied", "gb-1", through, end)
    assert no_move(gone, "allied", "fr-a2", end) == BOTH, "the British stay there"
    told(gone, "allied", "end_phase")


def test_18_41_12_2_nor_does_the_last_who_could_leave_win_an_automatic_victory_and_stay() -> None:
    """Whoever has won one moves no more (§12.2); by an advance it leaves the hex."""
    victors = ["fr-a1", "fr-a2", "fr-a3"]
    beaten = next(h for h in PRINTED.board.lattice.around("2454") if h not in ("2453", "2455"))
    state = put(phase("allied", dict.fromkeys(victors, "2454")), {"gb-1": "2454"}, spent=4, began="2453")
    state = put(state, {"ge-cav1xx": beaten}, shaken=1)
    won = {"hex": beaten, "units": victors}
    assert refused(state, "allied", "overrun", **won, advance=victors[:2]) == BOTH
    assert told(state, "allied", "overrun", **won, advance=victors).units["fr-a1"].at == beaten


def test_18_41_those_who_were_driven_together_part() -> None:
    state = phase("allied", {"gb-1": "2454", "fr-a1": "2454"})
    assert refused(state, "allied", "end_phase") == ("british-and-french", "18.41")
    told(move(state, "allied", "gb-1", "2455"), "allied", "end_phase")


def test_18_41_those_who_were_driven_together_do_not_move_on_together() -> None:
    """They may not be stacked at the end of a Movement Phase, in whatever hex."""
    state = phase("allied", {"gb-1": "2454", "fr-a1": "2454"})
    both = {"units": ["gb-1", "fr-a1"]}
    apart = ("british-and-french", "18.41")
    assert refused(state, "allied", "move", **both, path=["2455"]) == apart
    assert not {*ends(state, "gb-1", "fr-a1")} & {*land_of(state, "FR", "BE")}
    east = phase("allied", {"gb-1": "5830", "fr-a1": "5830"}, "1916-01", scenario="campaign", at_war={"GK": "allied"})
    assert "5829" in ends(east, "gb-1", "fr-a1")


def test_18_43_british_units_stay_out_of_paris_and_of_the_south() -> None:
    state = phase("allied", {"gb-1": "2654", "ca-can": "2654", "gb-2": "2754"})
    assert no_move(state, "allied", "gb-1", "2655") == ("british-sector", "18.43")
    assert no_move(state, "allied", "ca-can", "2655") == ("british-sector", "18.43")
    south = next(h for h in state.board.lattice.around("2754") if h.startswith("28"))
    assert no_move(state, "allied", "gb-2", south) == ("british-sector", "18.43")


def test_18_41_what_lies_west_of_the_rhine_is_what_the_board_shows_there() -> None:
    """Of Germany all that one reaches from France, Belgium or Luxembourg without crossing the river."""
    board = PRINTED.board
    river = [pair for pair, row in board.atlas.sides.items() if row["river"] == "Rhine"]
    rhine = {*river, *((b, a) for a, b in river)}
    germany = areas.home_of(board, "GE", "LU")
    links = [
        [b for b in around if b in germany and (a, b) not in rhine] for a, around in enumerate(board.lattice.neighbours)
    ]
    first = [
        b
        for a in areas.home_of(board, "FR", "BE", "LU")
        for b in board.lattice.neighbours[a]
        if b in germany and (a, b) not in rhine
    ]
    assert areas.west_of_rhine(PRINTED) == frozenset(flood_links(links, first, ())) & areas.home_of(board, "GE")


def test_18_43_germany_is_closed_to_the_british_west_of_the_rhine_alone() -> None:
    closed = out_of_british_sector(phase("allied", {"gb-1": "2754"}))
    assert {hex_: PRINTED.board.index(hex_) in closed for hex_ in ("3148", "3249", "3248", "3047", "3340", "2748")} == {
        "3148": True, "3249": True, "3248": False, "3047": False, "3340": False, "2748": False,
    }  # fmt: skip


def test_18_43_units_out_of_their_sector_go_back() -> None:
    state = phase("allied", {"gb-1": "2854"})
    assert refused(state, "allied", "end_phase") == ("out-of-sector", "18.43")
    refusal = why_not_end_movement(state, "allied")
    assert refusal is not None
    assert refusal.units == ("gb-1",)
    told(move(state, "allied", "gb-1", "2753"), "allied", "end_phase")


def test_18_51_americans_fight_in_the_french_sector() -> None:
    state = phase("allied", {"us-1": "2553"}, "1918-06", scenario="campaign", at_war={"US": "allied", "IT": "allied"})
    assert no_move(state, "allied", "us-1", "2453") == ("american-sector", "18.51")
    italy = next(iter(sorted(state.board.home["IT"])))
    found = why_entry_forbidden(state, "us-1", italy)
    assert found is not None
    assert found.section == "18.51"


def test_18_52_americans_who_land_in_the_north_go_on_to_the_french_sector() -> None:
    state = phase("allied", {"us-1": "2357"}, "1918-06", scenario="campaign", at_war={"US": "allied"})
    assert refused(state, "allied", "end_phase") == ("out-of-sector", "18.52")
    told(move(state, "allied", "us-1", "train", "2553"), "allied", "end_phase")
    sea = phase("allied", {"us-1": "britain"}, "1918-06", scenario="campaign", at_war={"US": "allied"})
    assert no_move(sea, "allied", "us-1", "ship", "2357") == ("american-sector", "18.51")
    assert move(sea, "allied", "us-1", "ship", "2357", "train", "2553").units["us-1"].at == "2553"


# --- 22.3, 22.31 ------------------------------------------------------------------------------------------------------


def campaign(side: str, places: dict[str, str], turn: str, italy: str = "allied", **more: object) -> State:
    """A phase with national fronts."""
    return phase(
        side,
        places,
        turn,
        scenario="campaign",
        options=("national-fronts",),
        at_war={"IT": italy, "US": "allied"},
        **more,
    )  # type: ignore[arg-type]


def test_22_3_countries_fight_on_their_fronts_alone() -> None:
    state = campaign("central", {"ah-1": "3845", "ge-a1": "2547"}, "1916-01")
    found = why_entry_forbidden(state, "ah-1", state.board.index("2453"))
    assert found is not None
    assert (found.code, found.section) == ("off-front", "22.3")
    assert why_entry_forbidden(state, "ge-a1", state.board.index("2453")) is None
    assert why_entry_forbidden(state, "ah-1", state.board.index("3948")) is None


@pytest.mark.parametrize("unit", ["gb-1", "ca-can", "au-aus"])
def test_22_3_the_british_fight_anywhere_but_in_the_east(unit: str) -> None:
    """2238 and 3238 lie on no front; Posen and Grodno on the Eastern Front alone, Belgrade on that of the Balkans."""
    state = campaign("allied", {unit: "2547"}, "1918-02")
    index = state.board.index
    for hex_, free in (("2238", True), ("3238", True), ("4732", True), ("2633", False), ("2623", False)):
        assert (why_entry_forbidden(state, unit, index(hex_)) is None) is free, hex_
    assert why_entry_forbidden(state, "fr-a1", index("2238")) is not None


@pytest.mark.parametrize("way", [FOOT_STEP, BY_TRAIN, BY_SHIP, TO_RETREAT])
def test_22_3_a_front_is_left_by_no_way(way: str) -> None:
    state = campaign("central", {"ah-1": "3845"}, "1916-01")
    found = why_entry_forbidden(state, "ah-1", state.board.index("2453"), way)
    assert found is not None
    assert found.section == "22.3"


def test_22_3_a_countrys_own_land_is_open_to_it_where_no_front_lies() -> None:
    """Docs/rulings: Vienna is far from Russia, Italy and the Balkans; corps arrive there, go on and come through."""
    vienna, budapest, leipzig = "3636", "3932", "2640"
    state = campaign("central", {"ah-1": vienna, "ah-2": budapest}, "1916-01")
    assert told(state, "central", "move", units=["ah-1"], path=["train", budapest]).units["ah-1"].at == budapest
    assert told(state, "central", "move", units=["ah-2"], path=["train", vienna]).units["ah-2"].at == vienna
    assert no_move(state, "central", "ah-1", "train", leipzig) == ("off-front", "22.3")


def test_22_31_germans_stay_out_of_italy_until_september_1916() -> None:
    state = campaign("central", {"ge-a1": "4142"}, "1916-08")
    venice = state.board.index("4144")
    found = why_entry_forbidden(state, "ge-a1", venice)
    assert found is not None
    assert found.section == "22.31"
    assert why_entry_forbidden(state, "ge-a1", venice, TO_ATTACK) is not None
    assert why_entry_forbidden(campaign("central", {"ge-a1": "4142"}, "1916-09"), "ge-a1", venice) is None
    conquered = {**state.wars, "IT": state.wars["IT"]._replace(conquered=1)}
    assert (
        why_entry_forbidden(campaign("central", {"ge-a1": "4142"}, "1916-08", wars=conquered), "ge-a1", venice) is None
    )


@pytest.mark.parametrize("unit", ["fr-a1", "gb-1"])
def test_22_31_french_and_british_enter_italy_when_a_city_has_fallen_or_in_1918(unit: str) -> None:
    state = campaign("allied", {unit: "4353"}, "1916-08")
    milan = state.board.index("3948")
    found = why_entry_forbidden(state, unit, milan)
    assert found is not None
    assert found.section == "22.31"
    assert why_entry_forbidden(campaign("allied", {unit: "4353"}, "1918-01"), unit, milan) is None
    assert why_entry_forbidden(campaign("allied", {unit: "4353"}, "1916-08", italy="central"), unit, milan) is None
    central = campaign("central", {"ah-1": "4143"}, "1916-08", taken={"4143": "central"})
    fallen = move(central, "central", "ah-1", "4144")
    assert why_entry_forbidden(fallen, unit, milan) is None


def test_22_31_the_fall_of_a_town_opens_italy_to_no_unit() -> None:
    """Foggia is drawn on the board as a town; only cities are named here."""
    central = campaign("central", {"ah-1": "5443"}, "1916-08", taken={"5443": "central"})
    fallen = move(central, "central", "ah-1", "5442")
    assert fallen.control["5442"] == "central"
    found = why_entry_forbidden(put(fallen, {"fr-a1": "4353"}), "fr-a1", fallen.board.index("3948"))
    assert found is not None
    assert found.section == "22.31"


@pytest.mark.parametrize(("turn", "goes"), [("1918-01", True), ("1917-12", False)])
def test_22_31_the_british_pass_the_south_of_france_by_rail_to_italy_and_not_back_into_france(
    turn: str, goes: bool
) -> None:
    """They may if they do not end their move in France: neither in its south nor north of it."""
    amiens, turin = "2454", "4051"
    state = campaign("allied", {"gb-1": amiens, "gb-2": turin}, turn)
    assert (turin in ends(state, "gb-1")) is goes
    if goes:
        assert move(state, "allied", "gb-1", "train", turin).units["gb-1"].at == turin
    else:
        assert no_move(state, "allied", "gb-1", "train", turin)[1] in ("18.43", "22.31")
    assert amiens not in ends(state, "gb-2")
    assert no_move(state, "allied", "gb-2", "train", amiens) == ("british-sector", "18.43")
    if goes:
        assert no_move(state, "allied", "gb-1", "train", "3655") == ("british-sector", "18.43")


def test_22_31_paris_stays_closed_to_british_trains_to_italy() -> None:
    state = campaign("allied", {"gb-1": "2454"}, "1918-01")
    paris = state.board.index(state.printed.places.cities["Paris"].hex)
    path = move(state, "allied", "gb-1", "train", "4051")
    assert path.units["gb-1"].at == "4051"
    assert why_entry_forbidden(state, "gb-1", paris, BY_TRAIN_ABROAD) is not None
    assert why_entry_forbidden(state, "gb-1", state.board.index("3655"), BY_TRAIN_ABROAD) is None


def test_22_31_italians_stay_out_of_france_as_long() -> None:
    state = campaign("allied", {"it-1": "4051"}, "1916-08")
    found = why_entry_forbidden(state, "it-1", state.board.index("3655"))
    assert found is not None
    assert found.section == "22.31"


# --- 22.4 -------------------------------------------------------------------------------------------------------------


def test_22_41_germans_of_the_west_do_not_go_east_in_august_1() -> None:
    state = phase("central", {"ge-a1": "2547", "ge-a2": "2325"}, "1914-08-1")
    board = state.board
    around = board.lattice.neighbours[board.index("2547")]
    for side in sorted(board.east_sides):
        assert no_move(state, "central", "ge-a1", board.lattice.ids[around[side]])[0] == "schlieffen-plan"
    assert "2548" in ends(state, "ge-a1")
    assert any(board.lattice.side("2325", hex_) in board.east_sides for hex_ in ends(state, "ge-a2"))
    plain = phase("central", {"ge-a1": "2547"}, "1914-08-2")
    assert len(ends(plain, "ge-a1")) > 6


@pytest.mark.parametrize(
    ("turn", "exempt", "section"),
    [("1914-08-2", "ge-e1", "22.42"), ("1914-09", "ge-r9", "22.43")],
)
def test_22_42_22_43_two_corps_are_railed_away_from_the_west(turn: str, exempt: str, section: str) -> None:
    berlin = "2437"
    units = ["ge-a1", "ge-a2", "ge-a3", exempt]
    state = phase("central", dict.fromkeys(units, "2547"), turn)
    for unit in units[:2]:
        state = move(state, "central", unit, "train", berlin)
    assert no_move(state, "central", "ge-a3", "train", berlin) == ("schlieffen-plan", section)
    assert berlin not in ends(state, "ge-a3")
    assert "2548" in ends(state, "ge-a3")
    assert move(state, "central", exempt, "train", berlin).units[exempt].at == berlin


# --- 22.51 ------------------------------------------------------------------------------------------------------------


def test_22_51_the_french_armies_stay_south_of_row_24_in_august() -> None:
    state = phase("allied", {"fr-a1": "2552", "fr-r11": "2655"}, "1914-08-2")
    assert no_move(state, "allied", "fr-a1", "2452") == ("plan-17", "22.51")
    assert why_entry_forbidden(state, "fr-r11", state.board.index("2452")) is None
    assert why_entry_forbidden(phase("allied", {}, "1914-09"), "fr-a1", state.board.index("2452")) is None


def test_22_51_reserves_of_the_armies_and_the_interior_reserve_keep_to_the_plan() -> None:
    state = phase("allied", {}, "1914-08-2")
    bound = {unit for unit in PRINTED.units if plan_17_binds(state, unit)}
    assert {"fr-art-1", "fr-cav5", "fr-r5", "fr-r6", "fr-r9", "fr-r10", "fr-r12"} <= bound
    assert not bound & {"fr-r7", "fr-r11", "fr-a19", "gb-1", "ge-a1"}


def test_22_51_1_66_an_advance_is_no_move_and_goes_north_of_the_plan() -> None:
    """Docs/rulings: §1.66 forbids to move or advance, and Plan 17 to move."""
    french = ["fr-a1", "fr-a2", "fr-a3"]
    state = fighting("allied", {"ge-cav1xx": "2452", **dict.fromkeys(french, "2552")}, "1914-08-2")
    state = told(state, "allied", "attack", (11,), hex="2452", units=french)
    assert state.lanes["2452"][-1].step == "advance"
    after = told(state, "allied", "advance", units=["fr-a1"])
    assert after.units["fr-a1"].at == "2452"


# --- 22.6 -------------------------------------------------------------------------------------------------------------


def test_22_61_six_units_of_the_second_army_leave_for_the_railway() -> None:
    state = deployed()
    assert refused(state, "central", "end_phase") == ("second-army", "22.61")


def test_22_61_only_what_can_be_done_is_asked() -> None:
    state = phase("central", {}, "1914-08-1")
    told(state, "central", "end_phase")


def test_22_62_four_are_railed_to_lemberg_and_the_others_follow() -> None:
    six = ["ah-3", "ah-4", "ah-7", "ah-12", "ah-lw2", "ah-lw3"]
    deeds = frozenset(f"second-army.{unit}" for unit in six)
    state = phase("central", dict.fromkeys(six[:3], "4530") | dict.fromkeys(six[3:], "4430"), "1914-08-2", deeds=deeds)
    for unit in six[:4]:
        assert refused(state, "central", "end_phase") == ("second-army", "22.62")
        state = move(state, "central", unit, "train", "3624" if unit != "ah-12" else "3625")
    done = told(state, "central", "end_phase")
    assert {f"second-army-railed.{unit}" for unit in six[:4]} <= done.deeds
    places = dict.fromkeys(six[:4], "3624") | dict.fromkeys(six[4:], "4530")
    september = phase("central", places, "1914-09", deeds=done.deeds)
    assert refused(september, "central", "end_phase") == ("second-army", "22.62")
    for unit in six[4:]:
        september = move(september, "central", unit, "train", "3430")
    told(september, "central", "end_phase")


# --- 22.11 ------------------------------------------------------------------------------------------------------------


def test_22_11_the_argonne_lies_on_hexsides() -> None:
    index = deployed().board.index
    for option, into, across in ((False, 2, 1), (True, 1, 2)):
        options = ("argonne",) if option else ()
        state = phase("allied", {"fr-a1": "2752", "fr-a2": "2751"}, options=options)
        assert check_step(state, group_of(state, ["fr-a1"]), index("2752"), index("2751")) == into
        for east in ("2851", "2852"):
            assert check_step(state, group_of(state, ["fr-a2"]), index("2751"), index(east)) == across


def test_18_11_no_unit_enters_a_neutral_country() -> None:
    state = phase("allied", {"be-1": "2151"})
    assert no_move(state, "allied", "be-1", "2150") == ("neutral", "18.11")


# --- battles ----------------------------------------------------------------------------------------------------------


def fighting(side: str, places: dict[str, str], *turn: str, **more: Any) -> State:
    """The Combat Phase of a side: its Movement Phase has been ended."""
    state = told(phase(side, places, *turn, **more), side, "end_phase")
    assert state.phase.step == f"{side}.attacks"
    return state


def test_22_31_no_unit_attacks_a_country_with_which_its_own_is_not_at_war() -> None:
    """Germany and Italy: the hex is not offered to Germans, nor may they join Austro-Hungarians there."""
    places = {"it-1": "4043", "ge-a1": "4042", "ah-1": "4042"}
    more: dict[str, Any] = {"scenario": "campaign", "options": ("national-fronts",), "at_war": {"IT": "allied"}}
    state = fighting("central", places, "1916-01", **more)
    assert able_beside(state, "central") == {"4043": ("ah-1",)}
    assert refused(state, "central", "attack", hex="4043", units=["ah-1", "ge-a1"]) == ("germans-and-italy", "22.31")
    later = fighting("central", places, "1916-09", **more)
    assert set(able_beside(later, "central")["4043"]) == {"ah-1", "ge-a1"}


def test_3_62_18_51_units_attack_over_the_edge_of_their_sector_and_do_not_advance_over_it() -> None:
    """docs/rulings: British south of row 24 in April 1918, Americans north of row 25 in the campaign."""
    british = ["gb-1", "gb-2", "gb-5"]
    april = fighting("allied", {**dict.fromkeys(british, "2454"), "ge-cav1xx": "2554"}, "1918-04", scenario="1918")
    won = told(april, "allied", "attack", (11,), hex="2554", units=british)
    assert won.units["ge-cav1xx"].at == "pool"
    assert not won.lanes, "nobody may advance"
    divisions = ["us-1", "us-2", "us-26"]
    places = {**dict.fromkeys(divisions, "2553"), "ge-cav1xx": "2453"}
    campaign = fighting("allied", places, "1918-04", scenario="campaign", at_war={"US": "allied"})
    over = told(campaign, "allied", "attack", (11,), hex="2453", units=divisions)
    assert over.units["ge-cav1xx"].at == "pool"
    assert not over.lanes


def test_18_43_british_victors_do_not_advance_out_of_their_sector() -> None:
    british, french = ["gb-1", "gb-2"], ["fr-a1", "fr-a2", "fr-a3"]
    places = {"ge-cav1": "2854", **dict.fromkeys([*british, "gb-cav1"], "2754"), **dict.fromkeys(french, "2753")}
    state = told(fighting("allied", places), "allied", "attack", (11,), hex="2854", units=[*british, *french])
    assert state.lanes["2854"][-1].step == "advance"
    assert refused(state, "allied", "advance", units=["gb-1"]) == ("british-sector", "18.43")
    assert refused(state, "allied", "advance", units=["gb-cav1"]) == ("not-advancing", "13.9"), "it took no part"
    assert told(state, "allied", "advance", units=["fr-a1"]).units["fr-a1"].at == "2854"


def test_18_43_a_unit_out_of_its_sector_that_can_go_back_goes_nowhere_else() -> None:
    """Or a unit could use up its MP on the way to somewhere else, and would not be able to return."""
    state = phase("allied", {"gb-1": "2854"})
    south = next(h for h in state.board.lattice.around("2854") if h.startswith("29"))
    assert no_move(state, "allied", "gb-1", south) == ("out-of-sector", "18.43")
    assert no_move(state, "allied", "gb-1", "train", "3050") == ("out-of-sector", "18.43")
    assert not {PRINTED.board.index(h) for h in ends(state, "gb-1")} & out_of_british_sector(state)
    far = put(phase("allied", {"gb-1": "3759"}, weather=("mud", "mud")), {"gb-1": "3759"}, shaken=1)
    assert ends(far, "gb-1"), "who cannot go back may go wherever he likes"


def test_18_41_british_and_french_who_have_to_part_do_not_both_dig_in() -> None:
    state = phase("allied", {"gb-1": "2454", "fr-a1": "2454", "fr-a2": "2454"})
    apart = ("british-and-french", "18.41")
    assert refused(state, "allied", "dig", units=["gb-1", "fr-a1"]) == apart
    french = told(state, "allied", "dig", units=["fr-a1", "fr-a2"])
    assert refused(french, "allied", "dig", units=["gb-1"]) == apart
    assert refused(french, "allied", "end_phase") == apart
    told(move(french, "allied", "gb-1", "2455"), "allied", "end_phase")
