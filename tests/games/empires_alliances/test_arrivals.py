"""§17.0 Reinforcements and replacements, §19.0 economic warfare, §21.32."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rules.empires_alliances.arrivals.places import places_for, ranks_of, size_of
from rules.empires_alliances.arrivals.reinforcements import is_released, reinforcements
from rules.empires_alliances.arrivals.replacements import comes_back_as, cost_of
from rules.empires_alliances.arrivals.withdrawals import candidates, rows_due
from rules.empires_alliances.arrivals.wrong_place import why_not_there
from rules.empires_alliances.countries.economy import Gain, _hardest, income, total
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.forces import forces_of
from rules.empires_alliances.position.state import FREED, Points, Spirit, State, War
from rules.empires_alliances.restrictions.garrisons import who_are_freed, why_move_forbidden
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.moving import ALONE, phase
from tests.games.empires_alliances.politics import arriving, held, in_the_war
from tests.games.empires_alliances.shores import GARRISON
from tests.games.empires_alliances.table import decided, deployed, empty, passed_to, put, refused, told
from tests.thorough import at_least_one


@cache
def september(side: str = "central") -> State:
    """The Reinforcement Phase of a side in October 1914, when the first new corps come."""
    state = deployed()
    for _ in range(4):
        state = passed_to(state, "allied.attacks")
        state = told(state, "allied", "end_phase")
        if state.date.id == "1914-10" and state.phase.step == f"{side}.arrivals":
            break
    return passed_to(state, f"{side}.arrivals")


def at(state: State, turn: str) -> State:
    """The same position on another turn."""
    return replace(state, turn=state.printed.turns[turn].number)


def test_17_23_points_are_what_controlled_and_supplied_cities_make() -> None:
    state = at(deployed(), "1914-09")
    full = total(income(state, "GE"))
    assert full == Points(20, 2, 0)
    berlin = state.printed.places.cities["Berlin"].hex
    lost = replace(state, control={**state.control, berlin: "allied"})
    assert total(income(lost, "GE")).infantry < full.infantry


@pytest.mark.parametrize(
    ("turn", "lost"), [("1914-12", 0), ("1915-01", 1), ("1916-01", 2), ("1917-01", 4), ("1918-01", 6)]
)
def test_19_11_the_blockade_takes_german_points(turn: str, lost: int) -> None:
    gains = income(at(deployed(), turn), "GE")
    assert -sum(g.infantry for g in gains if g.text == "Blockade") == lost


@pytest.mark.parametrize(("turn", "lost"), [("1915-01", 1), ("1916-05", 0), ("1917-01", 1)])
def test_19_21_submarines_take_a_british_point_but_not_in_1916(turn: str, lost: int) -> None:
    gains = income(at(deployed(), turn), "GB")
    assert -sum(g.infantry for g in gains if g.text == "Submarines") == lost


@pytest.mark.parametrize(
    ("turn", "aid"), [("1915-05", 0), ("1915-06", 1), ("1915-09", 1), ("1915-10", 0), ("1917-06", 1)]
)
def test_19_31_aid_comes_by_archangel_in_summer_and_by_murmansk_from_1917_but_once(turn: str, aid: int) -> None:
    gains = income(at(deployed(), turn), "RU")
    assert sum(g.infantry for g in gains if g.text in ("Archangel", "Murmansk")) == aid


def test_19_32_the_southern_route_brings_a_point_of_each_beside_the_northern() -> None:
    """All five hexes of the straits, and a line from a Russian port of the Black Sea to one of three cities."""
    straits = ("5918", "5919", "6019", "6025", "6124")
    war = at(in_the_war(deployed("campaign"), TU="central"), "1916-06")

    def aid(state: State) -> list[tuple[str, int, int]]:
        return sorted((g.text, g.infantry, g.artillery) for g in income(state, "RU") if g.section == "19.0")

    north = ("Archangel", 1, 1)
    assert aid(held(war, "allied", *straits)) == [north, ("Southern route", 1, 1)]
    for closed in at_least_one(straits):
        assert aid(held(war, "allied", *(h for h in straits if h != closed))) == [north]
    black = [war.board.lattice.ids[i] for i in war.board.ports if "Black Sea" in war.board.seas[i]]
    russian = [h for h in black if war.board.is_hex(h) and war.board.country[war.board.index(h)] == "RU"]
    assert aid(held(held(war, "allied", *straits), "central", *russian)) == [north]


def test_21_32_a_half_is_rounded_up() -> None:
    """Of 20 German points five are lost for garrisons; a tenth of 15 is one and a half."""
    state = replace(at(deployed(), "1914-09"), short={"GE": 5}, spirits={"GE": Spirit(0, "R10", 99)})
    assert total(income(state, "GE")).infantry == 13


def test_21_32_weariness_is_reckoned_after_all_losses_and_rounds_halves_up() -> None:
    state = at(deployed(), "1918-01")
    before = total(income(state, "GE"))
    tired = replace(state, spirits={"GE": Spirit(0, "R10", state.turn)})
    after = total(income(tired, "GE"))
    assert before.infantry - after.infantry == (2 * before.infantry * 10 + 100) // 200
    assert after.artillery == before.artillery
    worst = replace(state, spirits={"GE": Spirit(0, "R30", state.turn)})
    assert total(income(worst, "GE")).artillery == before.artillery - 1
    over = replace(state, spirits={"GE": Spirit(0, "R30", state.turn - 1)})
    assert total(income(over, "GE")) == before


def test_21_32_an_r10_takes_two_of_the_eighteen_german_points_of_1918() -> None:
    """The worked example: 24 are made, the blockade takes six, and a tenth of the rest is 1.8."""
    state = replace(at(deployed("campaign"), "1918-01"), spirits={"GE": Spirit(0, "R10", 99)})
    gains = {(gain.section, gain.text): gain.infantry for gain in income(state, "GE")}
    assert sum(by for (section, _), by in gains.items() if section == "17.23") == 24
    assert gains["19.0", "Blockade"] == -6
    assert gains["21.32", "War weariness (R10)"] == -2
    assert total(income(state, "GE")).infantry == 16


@pytest.mark.parametrize(
    ("nation", "turn", "lost", "artillery"),
    [
        ("GE", "1915-06", 0, 0),
        ("GE", "1916-06", 1, 0),
        ("GE", "1917-06", 2, 0),
        ("GE", "1918-01", 3, 1),
        ("AH", "1916-06", 0, 0),
        ("AH", "1917-06", 1, 0),
        ("AH", "1918-01", 1, 1),
    ],
)
def test_19_12_once_britain_is_conquered_the_blockade_takes_half_of_the_infantry_points(
    nation: str, turn: str, lost: int, artillery: int
) -> None:
    state = at(deployed("campaign"), turn)
    conquered = replace(state, wars={**state.wars, "GB": War("allied", 1, conquered=1)})
    gains = [gain for gain in income(conquered, nation) if gain.text == "Blockade"]
    assert (-sum(g.infantry for g in gains), -sum(g.artillery for g in gains)) == (lost, artillery)


def test_21_32_r30_takes_a_tank_point_where_no_artillery_is_made() -> None:
    """On our charts nobody makes tanks alone; on an owner's someone may."""
    assert _hardest("R30", [Gain("Paris", "17.23", 4, 0, 2)]) == (0, -1)
    assert _hardest("R30", [Gain("Paris", "17.23", 4, 1, 2)]) == (-1, 0)
    assert _hardest("R30", [Gain("Paris", "17.23", 4)]) == (0, 0)
    assert _hardest("R20", [Gain("Paris", "17.23", 4, 1, 2)]) == (0, 0)


def test_21_32_r30_takes_a_point_of_artillery_and_of_tanks_only_where_no_artillery_is_made() -> None:
    """docs/rulings: artillery first, of what the turn makes; points in hand are not touched."""
    start = replace(at(deployed("campaign"), "1918-06"), spirits={"GB": Spirit(0, "R30", 99)})
    before, made = total(income(replace(start, spirits={}), "GB")), total(income(start, "GB"))
    assert before.artillery > 0
    assert before.tank > 0
    assert (made.artillery, made.tank) == (before.artillery - 1, before.tank)
    early = replace(at(deployed("campaign"), "1914-09"), spirits={"SE": Spirit(0, "R30", 99)})
    assert total(income(early, "SE")).artillery == 0
    assert all(gain.artillery >= 0 for gain in income(early, "SE"))


def test_21_32_committed_points_and_missing_garrisons_come_off_before_the_percentage() -> None:
    war = {"TU": "central"}
    state = replace(in_the_war(deployed("campaign"), **war), short={"TU": 1})
    state = replace(at(state, "1916-03"), spirits={"TU": Spirit(0, "R30", 99)})
    gains = income(state, "TU")
    assert [gain.infantry for gain in gains if gain.section in ("2.67", "18.32")] == [-1, -1, -1]
    left = sum(gain.infantry for gain in gains[:-1])
    assert gains[-1].infantry == -max(1, (6 * left + 10) // 20)


def test_21_32_a_british_reduction_leaves_commonwealth_points() -> None:
    state = at(deployed("campaign"), "1917-05")
    weary = replace(state, spirits={"GB": Spirit(0, "R30", state.turn + 1)})
    assert total(income(weary, "GB")).infantry < total(income(state, "GB")).infantry
    assert total(income(weary, "CW")) == total(income(state, "CW")) != Points()


def test_21_32_at_least_one_point_is_lost() -> None:
    state = at(deployed(), "1916-01")
    tired = replace(state, spirits={"BE": Spirit(0, "R10", state.turn)})
    assert total(income(state, "BE")).infantry - total(income(tired, "BE")).infantry == 1


def test_18_32_a_garrison_missing_costs_a_point() -> None:
    state = replace(at(deployed(), "1914-10"), short={"GE": 2})
    assert Gain("Garrisons missing", "18.32", -2) in income(state, "GE")


def test_17_11_reinforcements_come_in_their_turn_and_may_wait() -> None:
    state = september()
    assert state.date.id == "1914-10"
    assert refused(state, "central", "bring_on", unit="ge-lw7", place="2643", gone="none") == ("not-due", "17.11")
    berlin = state.printed.places.cities["Berlin"].hex
    after = told(state, "central", "bring_on", unit="ge-r22", place=berlin, gone="none")
    assert after.units["ge-r22"].at == berlin
    waited = told(state, "central", "end_arrivals")
    assert waited.units["ge-r22"].at == "later"


def test_17_13_the_capital_comes_first_and_takes_one_unit() -> None:
    state = september()
    berlin = state.printed.places.cities["Berlin"].hex
    essen = state.printed.places.cities["Essen"].hex
    assert places_for(state, "ge-r22", "new") == (berlin,)
    assert refused(state, "central", "bring_on", unit="ge-r22", place=essen, gone="none") == ("wrong-city", "17.13")
    after = told(state, "central", "bring_on", unit="ge-r22", place=berlin, gone="none")
    assert essen in places_for(after, "ge-r23", "new"), "then cities that make artillery points"
    assert berlin not in places_for(after, "ge-r23", "new")


def test_17_12_to_17_33_a_place_is_refused_by_the_section_that_forbids_it() -> None:
    state = at(in_the_war(deployed("campaign"), US="allied"), "1917-06")
    places = state.printed.places.cities

    def why(unit: str, city: str, way: str = "new", among: State = state) -> str:
        place = places[city].hex or places[city].box
        assert place not in places_for(among, unit, way)
        return why_not_there(among, unit, place, way).section

    assert why("ru-gd", "Paris") == "17.12", "a city of another country"
    assert why("ru-gd", "Lodz") == "17.122"
    assert why("ru-gd", "Kiev", among=held(state, "central", places["Kiev"].hex)) == "17.12", "lost to the enemy"
    assert why("ge-a1", "Munich") == "17.13", "Berlin has room"
    assert why("ge-a1", "Thorn") == "17.12", "a minor city comes last"
    assert why("ge-art-1", "Thorn") == "17.33"
    assert why("us-5", "Calais") == "17.31"
    assert why("au-anzac", "London") == "17.31"
    assert why("ge-a1", "Munich", "back") == "17.26"
    assert why("ge-a1", "Thorn", "back") == "17.25", "it makes no points"
    full = follow(state, replace(state, used={"new.britain": 6, "back.britain": 6}))
    assert why("gb-1", "London", among=full) == "17.121"
    assert why("gb-1", "London", "back", full) == "17.25"


@pytest.mark.parametrize("unit", ["in-ind1", "in-indcav1"])
def test_17_31_indians_arrive_at_a_port_and_come_back_in_the_middle_east(unit: str) -> None:
    state = at(deployed("campaign"), "1915-01")
    assert "britain" in places_for(state, unit, "new")
    assert places_for(state, unit, "back") == ("middle-east",)


@pytest.mark.parametrize(
    ("unit", "city", "others"),
    [("ge-air-1", "Berlin", ("ge-air-2", "ah-air-1")), ("fr-air-1", "Paris", ("fr-air-2", "gb-air-1"))],
)
def test_17_13_6_3_an_aircraft_arrives_in_the_capital_too_while_it_has_an_airfield(
    unit: str, city: str, others: tuple[str, ...]
) -> None:
    state = at(deployed("campaign"), "1917-06")
    capital = state.printed.places.cities[city].hex
    assert places_for(state, unit, "new") == (capital,)
    full = put(state, dict.fromkeys(others, capital))
    guns = {city.hex for city in ranks_of(full, full.counter(unit).nation, "new")[1]}
    found = {*places_for(full, unit, "new")}
    assert found
    assert found <= guns, "then cities that make artillery points"


def test_17_31_6_3_an_american_aircraft_arrives_in_a_port_that_has_an_airfield() -> None:
    state = at(in_the_war(deployed("campaign"), US="allied"), "1918-08")
    found = places_for(state, "us-air-1", "new")
    assert "2357" not in places_for(put(state, dict.fromkeys(("fr-air-1", "fr-air-2"), "2357")), "us-air-1", "new")
    assert "2357" in found
    assert {h for h in found if h != "britain"} <= {city.hex for city in state.printed.places.of("FR")}


def test_6_3_17_31_two_aircraft_are_based_in_london() -> None:
    """§6.3: as in any major city; a third one, an American, lands in France."""
    war = at(in_the_war(deployed("campaign"), US="allied"), "1918-06")
    for there, has_room in ((("gb-air-1",), True), (("gb-air-1", "gb-air-2"), False)):
        state = put(war, dict.fromkeys(there, "britain"))
        found = places_for(state, "us-air-1", "new")
        assert ("britain" in found) is has_room
        assert found, "there are ports in France"
    full = put(war, {"gb-air-2": "britain", "us-air-1": "britain"})
    assert places_for(full, "gb-air-1", "new") == ()


def test_2_4_17_12_no_unit_arrives_in_algiers_for_whom_it_is_not_named() -> None:
    """docs/rulings."""
    state = at(deployed("campaign"), "1915-07")
    for way in ("new", "back"):
        assert "Algiers" not in {city.name for rank in ranks_of(state, "FR", way) for city in rank}


def test_2_4_the_second_colonial_corps_arrives_in_north_africa_and_sails_to_france() -> None:
    places = {**ALONE, **GARRISON, **dict.fromkeys(("gb-t42", "in-ind10-11", "in-ind6", "gb-t4"), "middle-east")}
    state = arriving("1915-07", "allied", in_the_war(put(deployed("campaign"), places), IT="allied"))
    algiers = "french-north-africa"
    assert places_for(state, "fr-col2", "new") == (algiers,)
    assert refused(state, "allied", "bring_on", unit="fr-col2", place="2655", gone="none") == ("wrong-city", "17.13")
    arrived = told(state, "allied", "bring_on", unit="fr-col2", place=algiers, gone="none")
    fed = told(passed_to(arrived, "allied.supply"), "allied", "keep_ships", country="FR", corps="1")
    marseilles = state.printed.places.cities["Marseilles"].hex
    moving = told(fed, "allied", "end_phase")
    assert moving.phase.step == "allied.move"
    assert moving.units["fr-col2"].unsupplied == 0
    landed = told(moving, "allied", "move", units=["fr-col2"], path=["ship", marseilles])
    assert landed.units["fr-col2"].at == marseilles


def test_17_12_17_31_two_american_divisions_arrive_in_a_port() -> None:
    """§17.12 has two divisions for one unit and, unlike §9.5, does not except American ones."""
    state = at(in_the_war(deployed("campaign"), US="allied"), "1918-06")
    le_havre = state.printed.places.cities["Le Havre"].hex
    assert le_havre in places_for(state, "us-5", "new")
    state = replace(state, used={**state.used, f"new.{le_havre}": size_of(state, "us-4")})
    assert le_havre in places_for(state, "us-5", "new")
    state = replace(state, used={**state.used, f"new.{le_havre}": 2 * size_of(state, "us-4")})
    assert le_havre not in places_for(state, "us-5", "new")


@pytest.mark.parametrize(("way", "unit"), [("new", "us-5"), ("back", "gb-bd-2-3-4-1")])
def test_17_121_17_25_three_units_come_to_london_and_two_divisions_are_one_of_them(way: str, unit: str) -> None:
    """docs/rulings."""
    state = at(in_the_war(deployed("campaign"), US="allied"), "1918-06")
    half, whole = size_of(state, unit), size_of(state, "gb-3")
    assert (half, whole) == (1, 2)
    for there, has_room in ((2 * whole + half, True), (3 * whole, False)):
        after = replace(state, used={**state.used, f"{way}.britain": there})
        assert ("britain" in places_for(after, unit, way)) is has_room, there
    full_of_corps = replace(state, used={**state.used, f"{way}.britain": 2 * whole + half})
    assert "britain" not in places_for(full_of_corps, "gb-3", way), "half a place is too little for a corps"


@pytest.mark.parametrize(("lost", "left"), [("GB", "2357"), ("FR", "britain")])
def test_17_31_18_2_no_unit_lands_in_the_ports_of_a_country_that_is_out_of_the_war(lost: str, left: str) -> None:
    """docs/rulings."""
    state = at(in_the_war(deployed("campaign"), US="allied"), "1918-06")
    assert {"britain", "2357"} <= {*places_for(state, "us-5", "new")}
    state = replace(state, wars={**state.wars, lost: state.wars[lost]._replace(conquered=1)})
    found = places_for(state, "us-5", "new")
    assert found == (left,) if lost == "FR" else left in found and "britain" not in found


def test_3_52_austria_hungary_and_belgium_receive_no_replacements_in_1918() -> None:
    purses: Any = GAME.view(deployed("1918"), "central")["purses"]
    assert not {"AH", "BE"} & purses.keys()
    assert {"GE", "FR", "GB", "US"} <= purses.keys()


def test_3_511_17_26_the_corps_of_dijon_comes_back_where_french_replacements_do() -> None:
    state = at(deployed("1918"), "1918-05")
    (unit,) = (u for u in forces_of(state.plan, "1918").extra if u.startswith("fr-"))
    assert places_for(state, unit, "new") == (state.printed.places.cities["Dijon"].hex,)
    assert places_for(state, unit, "back") == (state.printed.places.cities["Paris"].hex,)


def test_17_33_guns_come_only_where_artillery_points_are_made() -> None:
    state = september()
    names = {state.printed.city_in[hex_] for hex_ in places_for(state, "ge-art-9", "new")}
    makers = {row.place for row in state.printed.sources.values() if row.nation == "GE" and row.kind == "artillery"}
    assert names
    assert names <= makers
    # The Italian capital has room, and makes none: their guns come to Milan, where others do not come first.
    italy = arriving("1915-07", "allied", in_the_war(deployed("campaign"), IT="allied"))
    where = {unit: {italy.printed.city_in[h] for h in places_for(italy, unit, "new")} for unit in ("it-art-1", "it-1")}
    assert where == {"it-art-1": {"Milan"}, "it-1": {"Rome"}}


def test_17_12_a_city_out_of_supply_or_held_by_the_enemy_takes_nobody() -> None:
    state = september()
    berlin = state.printed.places.cities["Berlin"].hex
    lost = replace(state, control={**state.control, berlin: "allied"})
    assert berlin not in places_for(lost, "ge-r22", "new")


def test_17_122_no_russian_reinforcements_in_lodz() -> None:
    state = at(deployed(), "1914-09")
    cities = {city.name for rank in ranks_of(state, "RU", "new") for city in rank}
    assert "Warsaw" in cities
    assert "Lodz" not in cities


def test_17_24_a_5_7_4_costs_five_infantry_points() -> None:
    """The worked example."""
    state = put(september(), {"ge-r1": "pool"})
    figures = state.counter("ge-r1").figures
    assert (figures.attack, figures.defence, figures.movement) == (5, 7, 4)
    assert cost_of(state, "ge-r1") == Points(5, 0, 0)
    berlin = state.printed.places.cities["Berlin"].hex
    rich = replace(state, purses={**state.purses, "GE": Points(7)})
    assert told(rich, "central", "rebuild", unit="ge-r1", place=berlin).purses["GE"] == Points(2)


def test_17_24_a_unit_is_rebuilt_for_its_attack_factor() -> None:
    state = put(september(), {"ge-a1": "pool"})
    assert comes_back_as(state, "ge-a1") == "ge-a1"
    assert cost_of(state, "ge-a1") == Points(6)
    berlin = state.printed.places.cities["Berlin"].hex
    rich = replace(state, purses={**state.purses, "GE": Points(6)})
    after = told(rich, "central", "rebuild", unit="ge-a1", place=berlin)
    assert (after.units["ge-a1"].at, after.purses["GE"]) == (berlin, Points(0))
    poor = replace(state, purses={**state.purses, "GE": Points(5, 9, 9)})
    assert refused(poor, "central", "rebuild", unit="ge-a1", place=berlin) == ("no-points", "17.24")


def test_17_35_from_its_date_on_the_weaker_counter_comes_back_and_the_stronger_is_gone() -> None:
    state = at(put(september(), {"ge-a1": "pool"}), "1916-01")
    rich = replace(state, purses={**state.purses, "GE": Points(9)})
    berlin = state.printed.places.cities["Berlin"].hex
    assert comes_back_as(rich, "ge-a1") == "ge-a1-weak"
    after = told(rich, "central", "rebuild", unit="ge-a1", place=berlin)
    assert (after.units["ge-a1"].at, after.units["ge-a1-weak"].at) == ("out", berlin)


@pytest.mark.parametrize(("turn", "comes"), [("1914-09", "gb-1"), ("1914-10", "gb-1-weak"), ("1915-03", "gb-1-weak")])
def test_17_35_a_british_7_9_4_is_a_5_7_4_from_october_1914_on(turn: str, comes: str) -> None:
    """The worked example."""
    state = at(put(september("allied"), {"gb-1": "pool"}), turn)
    assert comes_back_as(state, "gb-1") == comes
    figures = state.counter(comes).figures
    assert (figures.attack, figures.defence, figures.movement) == ((7, 9, 4) if comes == "gb-1" else (5, 7, 4))
    cost = cost_of(state, comes).infantry
    rich = replace(state, purses={**state.purses, "GB": Points(cost)})
    assert told(rich, "allied", "rebuild", unit="gb-1", place="britain").units[comes].at == "britain"


def test_17_32_stosstruppen_and_siege_guns_cost_six() -> None:
    state = deployed()
    assert cost_of(state, "ge-s1") == Points(6)
    assert cost_of(state, "ge-siege-305") == Points(0, 6)


def test_17_34_one_of_the_stosstruppen_comes_back_a_turn() -> None:
    state = at(put(september(), {"ge-s1": "pool", "ge-s2": "pool"}), "1918-04")
    rich = replace(state, purses={**state.purses, "GE": Points(24)})
    berlin = state.printed.places.cities["Berlin"].hex
    after = told(rich, "central", "rebuild", unit="ge-s1", place=berlin)
    assert refused(after, "central", "rebuild", unit="ge-s2", place=berlin)[0] == "once-a-turn"


def test_17_34_a_tank_of_each_country_comes_back_a_turn() -> None:
    lost = put(all_in(), {**ALONE, **dict.fromkeys(["gb-tank-1", "gb-tank-2", "fr-tank-1"], "pool")})
    state = arriving("1918-06", "allied", lost)
    state = replace(state, purses={"GB": Points(0, 0, 9), "FR": Points(0, 0, 9)})
    after = told(state, "allied", "rebuild", unit="gb-tank-1", place="britain")
    assert after.purses["GB"] == Points(0, 0, 7)
    assert refused(after, "allied", "rebuild", unit="gb-tank-2", place="britain") == ("once-a-turn", "17.34")
    paris = state.printed.places.cities["Paris"].hex
    assert told(after, "allied", "rebuild", unit="fr-tank-1", place=paris).units["fr-tank-1"].at == paris


def test_17_25_17_26_one_unit_or_two_divisions_come_back_to_each_city_in_order() -> None:
    """The capital, then where artillery points are made, then other cities that make points; three units in London."""
    corps, divisions = ["ge-r1", "ge-r3", "ge-r4"], ["ge-cav1xx", "ge-bd-3-4-4-1"]
    start = arriving("1915-03", "central", put(all_in(), {**ALONE, **dict.fromkeys([*corps, *divisions], "pool")}))
    state = replace(start, purses={**start.purses, "GE": Points(40, 9, 0)})
    places = state.printed.places.cities
    berlin, essen, munich = (places[name].hex for name in ("Berlin", "Essen", "Munich"))
    assert places_for(state, "ge-r1", "back") == (berlin,)
    assert refused(state, "central", "rebuild", unit="ge-r1", place=munich) == ("wrong-city", "17.26")
    first = told(state, "central", "rebuild", unit="ge-r1", place=berlin)
    assert places_for(first, "ge-r3", "back") == (essen,)
    half = told(first, "central", "rebuild", unit="ge-cav1xx", place=essen)
    assert places_for(half, divisions[1], "back") == (essen,), "another division fits there"
    others = places_for(half, "ge-r3", "back")
    assert munich in others
    assert not {berlin, essen, places["Thorn"].hex} & {*others}, "Thorn makes no points"
    british = ["gb-1", "gb-2", "gb-3", "gb-4"]
    london = arriving("1914-09", "allied", put(deployed("campaign"), {**ALONE, **dict.fromkeys(british, "pool")}))
    london = replace(london, purses={"GB": Points(40, 0, 0)})
    for unit in british[:3]:
        london = told(london, "allied", "rebuild", unit=unit, place="britain")
    assert refused(london, "allied", "rebuild", unit=british[3], place="britain") == ("no-place", "17.25")


def test_17_42_a_territorial_corps_costs_an_artillery_point_when_it_first_comes() -> None:
    state = arriving("1915-05", "allied", put(all_in(), ALONE))
    order = {"unit": "gb-t2", "place": "britain"}
    poor = replace(state, purses={**state.purses, "GB": Points(9, 0, 0)})
    assert refused(poor, "allied", "bring_on", **order, gone="none") == ("no-points", "17.42")
    rich = replace(state, purses={**state.purses, "GB": Points(9, 1, 0)})
    after = told(rich, "allied", "bring_on", **order, gone="none")
    assert after.purses["GB"] == Points(9, 0, 0)
    lost = replace(put(after, {"gb-t2": "pool"}), purses={**after.purses, "GB": Points(9, 0, 0)})
    assert told(lost, "allied", "rebuild", **order).purses["GB"] == Points(4, 0, 0), "rebuilding costs none"


def test_17_43_an_upgrade_takes_the_place_of_the_unit_that_is_named() -> None:
    """The Canadian corps comes for the first division, from the board or from the pool."""
    for at_, beside in (("2454", "gb-4"), ("pool", "ca-can")):
        state = arriving("1915-09", "allied", put(all_in(), {**ALONE, "ca-can1": at_, "gb-4": "2454"}))
        order = {"unit": "ca-can", "place": "britain"}
        for wrong in ("none", beside):
            assert refused(state, "allied", "bring_on", **order, gone=wrong) == ("wrong-unit", "17.43")
        after = told(state, "allied", "bring_on", **order, gone="ca-can1")
        assert (after.units["ca-can"].at, after.units["ca-can1"].at) == ("britain", "out")
    nobody = arriving("1915-09", "allied", put(all_in(), ALONE))
    refusal = refused(nobody, "allied", "bring_on", unit="ca-can", place="britain", gone="ca-can1")
    assert refusal == ("nothing-to-upgrade", "17.43")


def test_18_21_a_conquered_country_makes_no_points_and_nobody_of_it_comes_or_comes_back() -> None:
    def serbia(conquered: int) -> State:
        start = put(all_in(), {**ALONE, "se-m1": "pool"})
        war = start.wars["SE"]._replace(conquered=conquered)
        state = arriving("1915-03", "allied", follow(start, replace(start, wars={**start.wars, "SE": war})))
        return replace(state, purses={**state.purses, "SE": Points(9)})

    belgrade = serbia(0).printed.places.cities["Belgrade"].hex
    assert total(income(serbia(0), "SE")).infantry > 0
    assert told(serbia(0), "allied", "rebuild", unit="se-m1", place=belgrade).units["se-m1"].at == belgrade
    assert total(income(serbia(5), "SE")) == Points()
    assert refused(serbia(5), "allied", "rebuild", unit="se-m1", place=belgrade) == ("conquered", "18.21")
    russia = follow(
        before := all_in(), replace(before, wars={**before.wars, "RU": before.wars["RU"]._replace(conquered=5)})
    )
    assert "ru-32" in reinforcements(arriving("1915-04", "allied", put(all_in(), ALONE)), "allied")
    assert "ru-32" not in reinforcements(arriving("1915-04", "allied", put(russia, ALONE)), "allied")


def test_17_21_points_beyond_the_limit_lapse_at_the_end_of_the_phase() -> None:
    state = replace(september(), purses={**september().purses, "GE": Points(60, 60)})
    after = told(state, "central", "end_arrivals")
    assert after.purses["GE"] == Points(24, 6, 0)


def test_17_44_units_in_the_pool_are_withdrawn_first_and_bring_nothing() -> None:
    state = at(september(), "1916-11")
    ready = replace(put(state, {"ge-cav1": "pool", "ge-cav2": "pool"}), used={"points": 1})
    assert decided(ready, "central", "withdraw", unit="ge-cav3").code == "not-that-one"
    had = ready.purses.get("GE", Points()).infantry
    after = told(told(ready, "central", "withdraw", unit="ge-cav1"), "central", "withdraw", unit="ge-cav2")
    assert {after.units[u].at for u in ("ge-cav1", "ge-cav2")} == {"out"}
    assert after.purses.get("GE", Points()).infantry == had


@pytest.mark.parametrize(
    ("in_pool", "left", "gone"),
    [
        (("ge-cav1", "ge-cav2"), {"ge-cav1", "ge-cav2"}, True),
        (("ge-cav1", "ge-cav2", "ge-cav3"), {"ge-cav1", "ge-cav2"}, True),
        (("ge-cav1",), {"ge-cav1"}, False),
        ((), set(), False),
    ],
)
def test_17_44_withdrawals_that_leave_no_choice_happen_by_themselves(
    in_pool: tuple[str, ...], left: set[str], gone: bool
) -> None:
    """Two German cavalry corps go in November 1916. Those in the pool are alike; on the board the owner must choose."""
    after = arriving("1916-11", "central", put(deployed(), dict.fromkeys(in_pool, "pool")))
    cavalry = [u for u in after.units if u.startswith("ge-cav") and after.units[u].at == "out"]
    assert set(cavalry) == left
    assert ([row.id for row in rows_due(after, "central")] == []) is gone


def test_17_44_from_the_board_the_owner_chooses_and_gets_infantry_points() -> None:
    state = replace(at(september(), "1916-11"), used={"points": 1})
    assert refused(state, "central", "end_arrivals") == ("must-withdraw", "17.44")
    assert decided(state, "central", "end_arrivals").text == "Withdraw 2 more first: choose which."
    had = state.purses.get("GE", Points()).infantry
    after = told(state, "central", "withdraw", unit="ge-cav1")
    assert after.units["ge-cav1"].at == "out"
    assert after.purses["GE"].infantry == had + 4
    done = told(after, "central", "withdraw", unit="ge-cav2")
    assert refused(done, "central", "withdraw", unit="ge-cav3")[0] == "nothing-due"


def test_17_44_a_unit_without_a_marker_is_supplied_though_only_ships_feed_it() -> None:
    """§3.41, §7.22: ships are promised to supply after the Reinforcement Phase."""
    start = in_the_war(empty(deployed("campaign")), **dict.fromkeys(("IT", "RO", "US", "GK"), "allied"))
    salonika = start.printed.places.cities["Salonika"].hex
    start = follow(start, replace(start, control={salonika: "allied"}))
    start = put(start, {"fr-t1": salonika, "fr-t2": "2757", "fr-r1-weak": "2757", **ALONE})
    state = arriving("1917-12", "allied", start)
    (row,) = rows_due(state, "allied")
    assert {*candidates(state, row)} == {"fr-t1", "fr-t2", "fr-r1-weak"}
    hungry = put(state, {"fr-t1": salonika}, unsupplied=1)
    assert {*candidates(hungry, row)} == {"fr-t2", "fr-r1-weak"}
    after = told(told(state, "allied", "withdraw", unit="fr-t1"), "allied", "withdraw", unit="fr-t2")
    assert {after.units[u].at for u in ("fr-t1", "fr-t2")} == {"out"}
    assert after.purses["FR"].infantry == state.purses["FR"].infantry + 6


# --- 17.14 to 17.46 ---------------------------------------------------------------------------------------------------


def test_17_14_new_units_may_overstack_until_the_movement_is_over() -> None:
    """§17.14, §17.27: a full capital takes another one; someone leaves before the phase ends."""
    state = september()
    berlin = state.printed.places.cities["Berlin"].hex
    full = put(state, dict.fromkeys(["ge-a1", "ge-a2", "ge-a3"], berlin))
    after = told(full, "central", "bring_on", unit="ge-r22", place=berlin, gone="none")
    assert len(after.stacks[berlin]) == 4
    assert refused(passed_to(after, "central.crowded"), "central", "end_phase")[0] == "wrong-step"


def test_17_22_what_points_of_each_kind_replace() -> None:
    state = at(deployed("campaign"), "1917-01")
    kinds = {
        "ge-a1": (1, 0, 0),
        "ge-cav1": (1, 0, 0),
        "ge-art-1": (0, 1, 0),
        "ge-siege-305": (0, 1, 0),
        "gb-tank-1": (0, 0, 1),
    }
    for unit, paid in at_least_one(kinds.items()):
        assert tuple(int(points > 0) for points in cost_of(state, unit)) == paid, unit


def test_17_26_a_replacement_comes_to_the_capital_then_where_guns_are_made_then_elsewhere() -> None:
    state = september()
    capital, guns, *rest = ranks_of(state, "GE", "back")
    assert [city.name for city in capital] == ["Berlin"]
    assert {"Essen"} <= {city.name for city in guns}
    assert rest
    assert not {city.name for city in rest[0]} & {city.name for city in guns}


def all_in() -> State:
    """The campaign with every neutral at war, so that nobody deploys on the turn that is tried."""
    sides = {"TU": "central", "BU": "central", "IT": "allied", "RO": "allied", "GK": "allied", "US": "allied"}
    return in_the_war(deployed("campaign"), **sides)


def test_17_41_an_added_unit_lies_in_the_pool_until_points_build_it() -> None:
    war = all_in()
    assert arriving("1917-04", "central", war).units["ge-59"].at == "pool"
    assert arriving("1917-03", "central", war).units["ge-59"].at == "later"


def test_17_45_the_garrison_of_paris_is_released_in_october_or_by_germans_near_it() -> None:
    """§17.45, §1.68, §2.66."""
    for scenario in ("1914", "campaign"):
        held = phase("allied", {"fr-r11": "2655"}, "1914-09", scenario=scenario)
        near = held.board.lattice.around("2655")
        path = next(h for h in near if held.board.is_hex(h))
        assert refused(held, "allied", "move", units=["fr-r11"], path=[path])[0] == "garrison"
        released = phase("allied", {"fr-r11": "2655"}, "1914-10", scenario=scenario)
        assert told(released, "allied", "move", units=["fr-r11"], path=[path]).units["fr-r11"].at == path
        threatened = phase("allied", {"fr-r11": "2655", "ge-a1": "2651"}, "1914-09", scenario=scenario)
        assert told(threatened, "allied", "move", units=["fr-r11"], path=[path]).units["fr-r11"].at == path


def test_17_46_americans_wait_in_reserve_until_june_1918_or_until_germans_come_near_paris() -> None:
    before = all_in()
    assert arriving("1918-04", "allied", before).units["us-3"].at == "reserve"
    waiting = arriving("1918-04", "allied", before)
    assert refused(waiting, "allied", "bring_on", unit="us-3", place="2164", gone="none") == ("not-due", "17.46")
    assert refused(waiting, "allied", "bring_on", unit="us-5", place="2164", gone="none") == ("not-due", "17.11")
    close = put(before, {"ge-a1": "2651"})
    assert arriving("1918-04", "allied", close).units["us-3"].at != "reserve"


def test_17_46_the_reserve_is_released_for_good_and_units_that_left_it_move() -> None:
    waiting = put(at(all_in(), "1918-04"), {"us-3": "reserve", "us-32": "2164"})
    near = put(waiting, {"ge-a1": "2651"})
    assert who_are_freed(waiting) == ()
    assert who_are_freed(near) == ("us-3",), "the other one has come out of it"
    gone = replace(waiting, deeds=waiting.deeds | {f"{FREED}us-3"})
    assert [is_released(state, "us-3") for state in (waiting, near, gone)] == [False, True, True]
    assert why_move_forbidden(waiting, "us-32") is None


def test_17_46_22_2_americans_who_enter_early_are_released_early() -> None:
    state = at(all_in(), "1917-03")
    wars = {**state.wars, "US": War("allied", state.printed.turns["1915-04"].number)}
    early = replace(state, wars=wars, options={**state.options, "variable-entry": "on"})
    assert [is_released(x, "us-3") for x in (state, early)] == [False, True]
    assert why_move_forbidden(put(early, {"us-3": "2164"}), "us-3") is None
