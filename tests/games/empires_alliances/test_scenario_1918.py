"""§3.0: the scenario of 1918 as it begins."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.empires_alliances.arrivals.places import NEW, places_for
from rules.empires_alliances.arrivals.reinforcements import is_due, reinforcements
from rules.empires_alliances.countries.morale import checks
from rules.empires_alliances.facts.setup import Placed
from rules.empires_alliances.movement.railheads import railheads_of
from rules.empires_alliances.politics.conquest import began_lost, countries_that_fall
from rules.empires_alliances.position.changes import take_control
from rules.empires_alliances.position.control import city_controller
from rules.empires_alliances.position.forces import entry_of, forces_of, members_of
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.board import LATER, OUT, SET_UP
from rules.empires_alliances.printed.counters import AIR, FIELD, INFANTRY, RANKS
from rules.empires_alliances.setup.areas import area_of, units_waiting
from rules.empires_alliances.setup.trenches import is_on_line
from rules.empires_alliances.supply.feeding import is_supplied
from rules.empires_alliances.terrain.zones import fort_in
from rules.empires_alliances.victory import final_count, score, verdict
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.table import deployed, empty, opened, put, refused, told

MARCH = "1918"


def hex_of(state: State, city: str) -> str:
    return state.printed.places.cities[city].hex


def who(state: State, group: str) -> tuple[str, ...]:
    return members_of(state, state.card.groups[group])


def test_3_3_units_that_are_set_up_are_those_of_the_lists() -> None:
    """§3.31 to §3.35: by country and figures; who is not listed and not due later has no part in it."""
    state = opened(MARCH)
    found: Counter[str] = Counter()
    for unit in state.boxes[SET_UP]:
        counter = state.counter(unit)
        found[f"{counter.nation} {counter.kind} {counter.figures}"] += 1
    assert found["GE stosstruppen 5-7-4"] == 8
    assert (found["GE infantry 6-8-4"], found["GE infantry 4-6-4"], found["GE infantry 4-6-3"]) == (2, 18, 18)
    assert (found["FR infantry 4-6-4"], found["FR infantry 3-5-3"], found["FR tank 2-2-2"]) == (15, 6, 1)
    assert (found["GB infantry 4-6-4"], found["CA infantry 5-7-4"], found["AU infantry 5-7-4"]) == (9, 1, 1)
    assert (found["BE infantry 2-3-3"], found["US infantry 5-7-4"]) == (3, 4)
    assert found.total() == len(state.boxes[SET_UP]) == 129
    assert all(state.counter(u).nation in {*state.card.central, *state.card.allied} for u in state.boxes[LATER])
    assert {u for u in state.units if state.counter(u).nation == "RU"} <= {*state.boxes[OUT]}


def test_3_3_the_same_counters_are_chosen_each_time() -> None:
    forces_of.cache_clear()
    first = forces_of(opened(MARCH).plan, MARCH)
    forces_of.cache_clear()
    assert forces_of(opened(MARCH).plan, MARCH) == first
    chosen = [u for units in first.members.values() for u in units]
    assert len(chosen) == len(set(chosen))


def test_3_51_no_unit_arrives_in_march_whose_date_is_past() -> None:
    """§3.51: of those at hand by March who is not set up never comes; the others come on their dates."""
    state = opened(MARCH)
    assert reinforcements(state, "allied") == ()
    assert reinforcements(state, "central") == ()
    may = replace(state, turn=state.printed.turns["1918-05"].number)
    assert {"fr-air-2", "gb-air-2"} <= {*reinforcements(may, "allied")}
    june = replace(state, turn=state.printed.turns["1918-06"].number)
    assert {"us-3", "us-32"} <= {*reinforcements(june, "allied")}
    august = replace(state, turn=state.printed.turns["1918-08"].number)
    assert {"us-4", "us-82"} <= {*reinforcements(august, "allied")}


@pytest.mark.parametrize(
    ("turn", "side", "nation", "figures", "city"),
    [("1918-04", "allied", "FR", "4-6-4", "Dijon"), ("1918-07", "central", "AH", "3-5-3", "Stuttgart")],
)
def test_3_511_two_corps_come_besides(turn: str, side: str, nation: str, figures: str, city: str) -> None:
    """§3.511: each in its month, at its city."""
    state = deployed(MARCH)
    (unit,) = (u for u in forces_of(state.plan, MARCH).extra if state.counter(u).nation == nation)
    assert str(state.counter(unit).figures) == figures
    assert entry_of(state, unit).place == city
    number = state.printed.turns[turn].number
    assert not is_due(replace(state, turn=number - 1), unit, "arrive")
    due = replace(state, turn=number)
    assert unit in reinforcements(due, side)
    assert places_for(due, unit, NEW) == (hex_of(state, city),)


def test_3_4_the_start_line_follows_the_sectors() -> None:
    """§3.4, §4.11: behind the German sectors Belgium and the north of France are the Central Powers'."""
    state = opened(MARCH)
    for city in ("Brussels", "Antwerp", "Ghent", "Liège", "Lille", "Saint-Quentin"):
        assert city_controller(state, city) == "central", city
    for city in ("Paris", "Calais", "Amiens", "Reims", "Verdun", "Nancy"):
        assert city_controller(state, city) == "allied", city
    for group in state.card.groups.values():
        for hex_ in group.hexes:
            here = state.control.get(hex_) or state.allegiance[state.board.country[state.board.index(hex_)]]
            assert here == state.card.side_of(group.nation), hex_


def test_3_46_railheads_stand_where_they_are_printed() -> None:
    state = opened(MARCH)
    assert {*state.card.railheads["western"]} <= {*railheads_of(state, "central")}


def test_3_2_wars_purses_and_weariness() -> None:
    """§3.2, §3.52, §3.68: who has been at war since when; the Commonwealth's points; the French mutinies."""
    state = opened(MARCH)
    turns = state.printed.turns
    assert {n: w.since for n, w in state.wars.items()} == {
        **dict.fromkeys(("GE", "AH", "FR", "GB", "CA", "AU", "BE"), 1),
        "US": turns["1917-04"].number,
    }
    assert state.purses == {"CW": Points(2)}
    assert {n: s.worn for n, s in state.spirits.items()} == {"FR": 1}


def test_3_4_both_sides_set_up_in_one_click() -> None:
    """§3.4, §6.1: everyone finds room in the area of the group; the Allies first."""
    state = deployed(MARCH)
    assert state.boxes[SET_UP] == ()
    for group in state.card.groups.values():
        area = {*area_of(state, group)} | {
            hex_of(state, c) for r in state.card.garrisons if r.group == group.id for c in r.cities
        }
        assert {state.units[u].at for u in members_of(state, group)} <= area, group.id
    assert refused(opened(MARCH), "central", "set_up_all")[0] == "not-your-turn"


def test_3_45_americans_stand_three_hexes_behind_the_line() -> None:
    state = opened(MARCH)
    area = area_of(state, state.card.groups["us-chaumont"])
    assert area
    near = state.board.lattice.within
    for hex_ in area:
        assert hex_ in near("3152", 1)
        assert not any(is_on_line(state, h) for h in near(hex_, 1) if state.board.is_hex(h))


def test_3_63_two_corps_of_sector_a_are_garrisons() -> None:
    """§3.63: one in Brussels and one in Antwerp, no more, and no guns; without them the set-up does not end."""
    state = told(told(opened(MARCH), "allied", "set_up_all"), "allied", "end_set_up")
    corps = [u for u in who(state, "A") if state.counter(u).kind in RANKS]
    gun = next(u for u in who(state, "A") if u not in corps)
    brussels = hex_of(state, "Brussels")
    assert refused(state, "central", "place", unit=gun, place=brussels) == ("wrong-place", "3.4")
    other = who(state, "B")[0]
    assert refused(state, "central", "place", unit=other, place=brussels) == ("wrong-place", "3.4")
    first = told(state, "central", "place", unit=corps[0], place=brussels)
    assert refused(first, "central", "place", unit=corps[1], place=brussels) == ("garrison-there", "3.63")
    done = told(first, "central", "set_up_all")
    for city in ("Brussels", "Antwerp"):
        (there,) = done.stacks[hex_of(done, city)]
        assert there in corps
    assert corps[0] in done.stacks[brussels]
    short = follow(done, Placed(corps[0], "2251").apply(done))
    assert refused(short, "central", "end_set_up") == ("too-few-there", "3.63")


def test_3_44_a_belgian_division_stands_in_2152() -> None:
    state = told(opened(MARCH), "allied", "set_up_all")
    assert any(u in who(state, "be-yser") for u in state.stacks["2152"])
    for unit in who(state, "be-yser"):
        state = follow(state, Placed(unit, "2153").apply(state))
    assert refused(state, "allied", "end_set_up") == ("too-few-there", "3.44")


def test_3_4_all_units_beside_the_line_begin_entrenched() -> None:
    """§3.4: at level 2, cavalry and guns too, unless a fort stands in the hex; no one behind the line."""
    state = deployed(MARCH)
    dug = {u for u, now in state.units.items() if now.trench}
    assert {state.units[u].trench for u in dug} == {2}
    for unit in state.on_map():
        at = state.units[unit].at
        expected = is_on_line(state, at) and fort_in(state, at) is None and state.counter(unit).kind != AIR
        assert (unit in dug) == expected, unit
    assert any(fort_in(state, state.units[u].at) for u in state.on_map() if is_on_line(state, state.units[u].at))
    assert {u for u in dug if state.side_of(u) == "central"}
    assert {u for u in dug if state.side_of(u) == "allied"}
    assert {state.counter(u).kind for u in dug} > {INFANTRY, FIELD}
    before = told(told(opened(MARCH), "allied", "set_up_all"), "allied", "end_set_up")
    assert not any(now.trench for now in before.units.values())


def test_1_4_no_unit_begins_entrenched_in_august_1914() -> None:
    assert not any(now.trench for now in deployed().units.values())


def test_3_6_aircraft_are_based_in_cities() -> None:
    """§3.41, §3.42: two German ones at Lille, a French one at Reims."""
    state = deployed(MARCH)
    assert {*who(state, "ge-air")} <= {*state.stacks[hex_of(state, "Lille")]}
    assert {*who(state, "fr-air")} <= {*state.stacks[hex_of(state, "Reims")]}


def test_3_66_march_is_mud_without_trains_and_ships() -> None:
    state = deployed(MARCH)
    assert state.weather == ("mud", "mud")
    assert state.turn_rule is not None
    assert (state.turn_rule.rail_thirds, state.turn_rule.sea) == (0, False)


def test_3_66_both_lines_are_in_supply_in_mud() -> None:
    """§3.66, §14.2: nobody on the map goes without, as the match begins."""
    state = deployed(MARCH)
    assert [u for u in state.on_map() if not is_supplied(state, u)] == []


def test_3_71_the_scenario_begins_at_nine_points() -> None:
    """§3.71, §3.72: Lille, Saint-Quentin, the two garrisons, and five German cities: a draw."""
    state = deployed(MARCH)
    count = final_count(state)
    assert score(state, count) == 18
    assert verdict(state, count).winner == ""


@pytest.mark.parametrize(
    ("unit", "gained"), [("ge-a1", True), ("ge-s1", True), ("ge-cav1", False), ("ge-art-1", False), ("ah-1", False)]
)
def test_3_71_german_infantry_alone_gains_a_city(unit: str, gained: bool) -> None:
    state = empty(deployed(MARCH))
    count, lille = final_count(state), hex_of(state, "Lille")
    assert score(put(state, {unit: lille}), count) - score(state, count) == 2 * gained


@pytest.mark.parametrize(("unit", "halves"), [("fr-a1", 2), ("us-1", 2), ("fr-cav1", 1)])
def test_3_71_allied_infantry_takes_one_away_and_cavalry_only_its_supply(unit: str, halves: int) -> None:
    state = empty(deployed(MARCH))
    count, metz = final_count(state), hex_of(state, "Metz")
    assert score(state, count) - score(put(state, {unit: metz}), count) == halves


def test_18_2_belgium_fights_on_without_its_cities() -> None:
    """§3.44, §18.2: Belgium begins without a city, and is not conquered for that; France would be."""
    state = deployed(MARCH)
    nations = state.printed.nations
    assert began_lost(state, nations["BE"])
    assert not began_lost(state, nations["FR"])
    assert countries_that_fall(state) == ()
    assert all(state.units[u].at not in (OUT, SET_UP) for u in who(state, "be-yser"))
    majors = [c.hex for c in state.printed.places.of("FR", "major") if c.hex]
    assert countries_that_fall(follow(state, take_control(state, majors, "central"))) == ("FR",)


def test_3_4_units_waiting_are_of_one_side() -> None:
    state = opened(MARCH)
    both = {*units_waiting(state, "allied")}, {*units_waiting(state, "central")}
    assert not both[0] & both[1]
    assert len(both[1]) == 64


def test_21_1_the_powers_of_1918_check_their_morale_each_once() -> None:
    """§21.1, §3.68: Canada and Australia go with Britain; nobody's order hangs on how the position is stored."""
    state = deployed(MARCH)
    assert {*checks(state)} == {"GE", "AH", "FR", "GB", "BE"}
    assert checks(replace(state, wars=dict(reversed(state.wars.items())))) == checks(state)
