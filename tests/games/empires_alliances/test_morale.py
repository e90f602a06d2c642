"""§21.0 National morale, §22.10, §3.68, §19.12."""

from __future__ import annotations

import pytest

from rules.empires_alliances.arrivals.places import places_for
from rules.empires_alliances.countries.economy import effect_on
from rules.empires_alliances.countries.morale import (
    check_morale,
    checks,
    desert,
    has_low_morale,
    is_due,
    modifiers_of,
    months_at_war,
    result_of,
)
from rules.empires_alliances.facts.morale import DesertionRolled, WearinessRolled
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import Spirit, State, War
from rules.empires_alliances.procedure import end_quarter
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import phase
from tests.games.empires_alliances.politics import in_the_war
from tests.games.empires_alliances.table import deployed, empty, put

FRAME = PhaseFrame("morale")


def at(turn: str) -> State:
    """The opening position on another turn."""
    state = deployed()
    return replace(state, turn=state.printed.turns[turn].number)


def checked(state: State, *dice: int) -> State:
    """The position after a morale phase with these dice, in the order of the countries."""
    faces = iter(dice)
    play = Play(state, lambda _, __: next(faces, 5))
    check_morale(play, FRAME)
    return play.state


@pytest.mark.parametrize(
    ("turn", "due"), [("1914-12", False), ("1915-09", False), ("1915-12", True), ("1916-01", False), ("1916-03", True)]
)
def test_7_4_morale_is_checked_each_quarter_from_december_1915(turn: str, due: bool) -> None:
    assert is_due(at(turn)) is due


def test_21_1_a_country_checks_once_it_has_been_at_war_for_a_year() -> None:
    state = at("1916-03")
    may_1915 = state.printed.turns["1915-05"].number
    italian = replace(state, wars={**state.wars, "IT": War("allied", may_1915)})
    assert "IT" not in checks(italian)
    june = replace(italian, turn=state.printed.turns["1916-06"].number)
    assert "IT" in checks(june)


def test_21_1_the_united_states_never_check() -> None:
    state = at("1918-09")
    america = replace(state, wars={**state.wars, "US": War("allied", state.printed.turns["1917-04"].number)})
    assert "US" not in checks(america)


def test_21_2_totals_are_held_to_the_table() -> None:
    state = at("1916-03")
    assert result_of(state, 1, (("less", "21.2", -9),)) == (1, "NE")
    assert result_of(state, 10, (("more", "21.2", 20),)) == (15, "S")


def test_21_33_and_21_34_each_m_and_d_adds_to_all_later_rolls() -> None:
    state = replace(at("1916-03"), spirits={"FR": Spirit(3)})
    assert ("Low morale and desertion", "21.2", 3) in modifiers_of(state, "FR")
    assert not any(text.startswith("Low") for text, _, __ in modifiers_of(state, "GB"))


def test_21_35_two_m_and_a_d_make_three() -> None:
    """The worked example, result by result."""
    state = at("1916-03")
    for number, result in enumerate(("M", "NE", "M", "D", "R10"), 1):
        state = WearinessRolled("FR", number, 5, (), 5, result).apply(state)
    assert ("Low morale and desertion", "21.2", 3) in modifiers_of(state, "FR")


@pytest.mark.parametrize(("turn", "drm"), [("1917-12", 0), ("1918-03", 1), ("1918-09", 2)])
def test_19_11_the_blockade_adds_in_1918(turn: str, drm: int) -> None:
    found = sum(n for text, _, n in modifiers_of(at(turn), "GE") if text.startswith("Blockade"))
    assert found == drm


@pytest.mark.parametrize(("nation", "side", "drm"), [("IT", "central", 2), ("BU", "central", 2), ("BU", "allied", 0)])
def test_19_11_the_blockade_weighs_on_whoever_is_a_central_power(nation: str, side: str, drm: int) -> None:
    state = at("1918-09")
    joined = replace(state, wars={**state.wars, nation: War(side, state.printed.turns["1916-06"].number)})
    assert sum(n for text, _, n in modifiers_of(joined, nation) if text.startswith("Blockade")) == drm


def test_19_12_it_adds_one_less_once_britain_is_conquered() -> None:
    state = at("1918-09")
    alone = replace(state, wars={**state.wars, "GB": state.wars["GB"]._replace(conquered=40)})
    assert sum(n for text, _, n in modifiers_of(alone, "GE") if text.startswith("Blockade")) == 1


@pytest.mark.parametrize(("hex_", "drm"), [("2752", -1), ("2250", 0), ("pool", 0)])
def test_21_2_americans_in_france_hearten_the_french_and_the_british(hex_: str, drm: int) -> None:
    """Americans in Belgium, or still at home, do not."""
    state = in_the_war(phase("allied", {"us-1": hex_}, "1918-06", scenario="campaign"), US="allied")
    for nation in ("FR", "GB"):
        assert sum(n for text, _, n in modifiers_of(state, nation) if text == "Americans come") == drm
    assert not any(text == "Americans come" for text, _, _ in modifiers_of(state, "IT"))


def test_21_3_an_effect_lasts_three_months() -> None:
    state = checked(replace(at("1915-12"), spirits={"GE": Spirit(6)}), 5)
    assert state.spirits["GE"].effect == "R20", "5 and 6 are 11"
    for months, there in ((1, "R20"), (3, "R20"), (4, "")):
        assert effect_on(replace(state, turn=state.turn + months), "GE") == there


def test_21_33_low_morale_forbids_attacks_for_three_months() -> None:
    state = checked(replace(at("1915-12"), spirits={"GE": Spirit(8)}), 5)
    assert state.spirits["GE"] == Spirit(9, "M", state.turn + 3)
    assert has_low_morale(state, "GE")
    assert not has_low_morale(state, "AH")
    assert not has_low_morale(replace(state, turn=state.turn + 4), "GE")


def test_3_68_an_m_of_1918_is_an_r30_in_everything() -> None:
    march = deployed("1918")
    assert result_of(march, 10, (("more", "21.2", 3),)) == (13, "R30")
    after = checked(replace(march, spirits={"GE": Spirit(6)}), 5)
    assert after.spirits["GE"] == Spirit(6, "R30", march.turn + 3), "5, 6, blockade and third year are 13"
    assert effect_on(after, "GE") == "R30"
    assert not has_low_morale(after, "GE")


def test_21_34_each_unit_of_a_deserting_country_rolls_and_leaves_on_one_or_two() -> None:
    start = replace(
        at("1915-12"), wars={n: w for n, w in deployed().wars.items() if n == "SE"}, spirits={"SE": Spirit(9)}
    )
    units = [u for u in start.units if u.startswith("se-") and u in {*start.on_map()}]
    after = checked(start, 5, 1, 2, 3)
    assert [after.units[u].at == "pool" for u in units[:4]] == [True, True, False, False]
    assert after.spirits["SE"].worn == 10
    assert after.draws == start.draws + 1 + len(units)


def test_21_34_units_in_a_box_desert_too_and_those_off_the_map_do_not() -> None:
    """A country's units in play stand on the map or in a box beside it; in the pool nobody rolls."""
    state = phase("allied", {"gb-1": "middle-east", "gb-2": "2650", "gb-3": "pool"}, "1915-12", scenario="campaign")
    british = [u for u in state.units if state.printed.nations[state.counter(u).nation].power == "GB"]
    in_play = [u for u in british if u in {*state.on_map()} or state.units[u].at in state.board.boxes]
    assert "gb-1" in in_play
    assert "gb-3" not in in_play
    play = Play(state, lambda _, __: 2)
    desert(play, "GB")
    assert [event.unit for event in play.events] == in_play  # type: ignore[attr-defined]
    assert play.state.units["gb-1"].at == "pool"


@pytest.mark.parametrize(("entry", "months"), [("1915-05", 13), ("1915-06", 12), ("1915-07", 11), ("1916-06", 0)])
def test_21_1_a_country_checks_from_its_twelfth_month_at_war(entry: str, months: int) -> None:
    state = at("1916-06")
    state = replace(state, wars={**state.wars, "IT": War("allied", state.printed.turns[entry].number)})
    assert months_at_war(state, "IT") == months
    assert ("IT" in checks(state)) is (months >= 12)


def test_21_35_a_country_that_sues_for_peace_is_conquered() -> None:
    start = replace(at("1915-12"), spirits={"SE": Spirit(20)})
    assert checked(start).wars["SE"].conquered == start.turn


def test_21_35_18_21_its_units_leave_at_once_and_fight_no_further_segment() -> None:
    """docs/rulings: morale is checked when both segments of the turn are over."""
    start = replace(at("1915-12"), spirits={"SE": Spirit(20)})
    faces = iter(())
    play = Play(start, lambda _, __: next(faces, 5))
    end_quarter(play, FRAME)
    serbs = [now.at for unit, now in play.state.units.items() if play.state.counter(unit).nation == "SE"]
    assert {*serbs} == {"out"}


def test_21_35_without_britain_no_american_lands_there() -> None:
    """§17.31 (docs/rulings): a country that is out of the war is no ally."""
    state = phase("allied", {}, "1918-06", scenario="campaign", at_war={"US": "allied"})
    beaten = replace(state, wars={**state.wars, "GB": state.wars["GB"]._replace(conquered=40)})
    assert "britain" in places_for(state, "us-1", "new")
    assert places_for(beaten, "us-1", "new")
    assert "britain" not in places_for(beaten, "us-1", "new")


def test_21_33_to_21_35_the_commonwealth_shares_what_befalls_britain() -> None:
    """docs/rulings, §3.2: low morale, desertion and peace, on the map and in boxes."""
    places = {"ca-can": "2454", "gb-4": "2454", "in-ind2": "middle-east", "fr-a1": "2553"}
    start = put(empty(at("1917-03")), places)
    weary = replace(start, spirits={"GB": Spirit(1, "M", start.turn + 3)})
    assert [has_low_morale(weary, n) for n in ("GB", "CA", "AU", "IN", "FR")] == [True, True, True, True, False]
    british = replace(start, wars={"GB": start.wars["GB"]})
    worn = replace(british, spirits={"GB": Spirit(8)})
    (rolled,) = (event for event in _checked(worn, 4) if isinstance(event, WearinessRolled))
    assert rolled.result == "D", rolled.total
    found = [(event.unit, event.lost) for event in _checked(worn, 4, 1, 2, 3) if isinstance(event, DesertionRolled)]
    assert found == [("gb-4", True), ("ca-can", True), ("in-ind2", False)]
    play = Play(replace(british, spirits={"GB": Spirit(20)}), lambda _, __: 5)
    end_quarter(play, FRAME)
    assert {play.state.units[u].at for u in ("ca-can", "gb-4", "in-ind2")} == {"out"}
    assert play.state.units["fr-a1"].at == "2553"


def _checked(state: State, *dice: int) -> list[object]:
    faces = iter(dice)
    play = Play(state, lambda _, __: next(faces, 5))
    check_morale(play, FRAME)
    return [*play.events]


def test_22_10_one_die_for_all_when_that_option_is_played() -> None:
    start = replace(at("1915-12"), options={"one-morale-roll": "on"})
    after = checked(start, 9)
    assert after.draws == start.draws + 1
    assert {s.effect for s in after.spirits.values()} == {"R10"}


def test_modifiers_are_those_of_the_moment_before_anyone_rolled() -> None:
    state = at("1915-12")
    play = Play(state, lambda _, __: 5)
    check_morale(play, FRAME)
    rolled = [event for event in play.events if isinstance(event, WearinessRolled)]
    assert [event.nation for event in rolled] == [*checks(state)]
    assert all(event.modifiers == modifiers_of(state, event.nation) for event in rolled)
