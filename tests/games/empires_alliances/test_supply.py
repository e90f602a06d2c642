"""§14.0 Supply, with §10.2, §20.2, §22.7 as far as they bear on it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State, War
from rules.empires_alliances.position.usage import by_sea
from rules.empires_alliances.supply.feeding import (
    allot_supply,
    allotted_with,
    fully_fed,
    is_supplied,
    starving_units,
    ways_by_hex,
)
from rules.empires_alliances.supply.orders import fleets_of_use
from rules.empires_alliances.supply.paths import hex_price
from rules.empires_alliances.supply.rails import networks
from rules.empires_alliances.supply.sea import links_seas
from rules.empires_alliances.supply.sources import sources_of
from rules.empires_alliances.teams import capacities
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.lattice import OFF_BOARD
from tests.games.empires_alliances.moving import held_by, phase
from tests.games.empires_alliances.table import deployed, empty, passed_to, put, told


def _names(side: str, state: object = None) -> set[str]:
    found = sources_of(state or deployed(), side)  # type: ignore[arg-type]
    return {found.cities[i] for i in found.full}


def test_14_3_three_major_cities_that_lines_join_are_a_full_source() -> None:
    assert {"Paris", "Lyons", "Marseilles"} <= _names("allied")
    assert {"Berlin", "Vienna", "Budapest"} <= _names("central")
    assert not {"Brussels", "Antwerp", "Belgrade"} & _names("allied"), "no network of three in Belgium and Serbia"


def test_14_3_two_that_are_left_of_a_network_are_limited_sources() -> None:
    """Of four joined Italian cities three are enough, and two are not."""
    milan, turin = "3948", "4051"
    italy = {"scenario": "campaign", "at_war": {"IT": "allied"}}
    three = phase("allied", {}, "1915-06", taken={turin: "central"}, **italy)  # type: ignore[arg-type]
    assert {"Milan", "Rome", "Naples"} <= _names("allied", three)
    two = phase("allied", {}, "1915-06", taken={turin: "central", milan: "central"}, **italy)  # type: ignore[arg-type]
    assert not {"Rome", "Naples"} & _names("allied", two)
    found = sources_of(two, "allied")
    assert {"Rome", "Naples"} <= {found.cities[i] for i in found.limited}


def test_9_4_14_3_lines_of_supply_run_over_a_rail_ferry() -> None:
    """docs/rulings: an enemy beside Messina breaks the line."""
    state = phase("allied", {}, "1915-06", scenario="campaign", at_war={"IT": "allied"})
    reggio, messina = "6243", "6244"
    ferry = {state.board.index(reggio), state.board.index(messina)}
    assert any(ferry <= piece for piece in networks(state, "allied"))
    inland = next(h for h in state.board.lattice.around(messina) if h != reggio and state.board.is_hex(h))
    watched = put(state, {"ah-1": inland})
    assert not any(ferry <= piece for piece in networks(watched, "allied"))


def test_14_31_london_is_a_full_source() -> None:
    assert "London" in _names("allied")


def test_14_31_18_21_london_feeds_no_unit_when_britain_is_conquered() -> None:
    """Docs/rulings: the cities of a conquered country are no sources, and its ships do not sail."""
    state = put(empty(deployed()), {"us-1": "britain"})
    joined = {**state.wars, "US": War("allied", 1)}
    assert is_supplied(replace(state, wars=joined), "us-1")
    fallen = replace(state, wars={**joined, "GB": War("allied", 1, conquered=2)})
    assert "London" not in _names("allied", fallen)
    assert not is_supplied(fallen, "us-1")
    assert is_supplied(replace(fallen, kept={"FR": 1}), "us-1"), "French ships feed them from France"


def test_14_3_a_city_leaves_the_network_where_the_enemy_watches_the_line() -> None:
    state = put(deployed(), {"ge-a2": "2554"})
    assert "Lille" in _names("allied")
    assert "Lille" not in _names("allied", state)


def test_14_41_and_14_42_other_cities_feed_six_corps_or_three() -> None:
    """§14.0, §14.41, §14.42: a major city six, a minor one three."""
    state = deployed()
    found = sources_of(state, "allied")
    rooms = {found.cities[i]: halves for i, halves in found.limited.items()}
    assert rooms["Belgrade"] == 12
    assert rooms["Nish"] == 6


def test_14_4_a_city_that_is_shut_in_feeds_no_unit() -> None:
    state = empty(deployed())
    around = [h for h in state.board.lattice.around("4732") if state.board.is_hex(h)]
    ring = {f"ah-{n}": hex_ for n, hex_ in zip((1, 2, 3, 4, 5, 6), around, strict=False)}
    shut = put(state, ring)
    assert "Belgrade" in {sources_of(state, "allied").cities[i] for i in sources_of(state, "allied").limited}
    assert "Belgrade" not in {sources_of(shut, "allied").cities[i] for i in sources_of(shut, "allied").limited}


@pytest.mark.parametrize(("weather", "most"), [("clear", 5), ("mud", 4), ("snow", 3)])
def test_14_2_a_path_over_land_is_five_hexes_long_and_four_in_mud_and_three_in_snow(weather: str, most: int) -> None:
    """On an empty board: all hexes that are so far from a line of a full source or nearer, and no others."""
    state = follow(before := empty(deployed()), replace(before, weather=(weather, weather)))
    board, full = state.board, sources_of(state, "central").full
    lines = [piece for piece in networks(state, "central") if not piece.isdisjoint(full)]
    assert lines
    at_war = {i for i in board.land if board.country[i] in state.allegiance}
    reached = frozenset[int]().union(*lines)
    for _ in range(most):
        beside = {
            (a, b)
            for b in reached & at_war
            for a in board.lattice.neighbours[b]
            if a != OFF_BOARD and board.passable[a][board.lattice.neighbours[a].index(b)]
        }
        frozen = weather == "snow"
        reached |= {a for a, b in beside if frozen or not board.lake_sides[a][board.lattice.neighbours[a].index(b)]}
    assert fully_fed(state, "central") & at_war == reached & at_war


def test_14_2_an_enemy_zone_bars_the_path_and_a_friendly_unit_opens_it_over_land_only() -> None:
    state = empty(deployed())
    # A corps in the Alps of Albania, say, is too far off; one beside Liège is fed through the hex behind it.
    lone = put(state, {"be-3": "2449"})
    assert is_supplied(lone, "be-3")
    ring = {"ge-a2": "2348", "ge-a3": "2448", "ge-a4": "2549", "ge-a7": "2550", "ge-a10": "2450", "ge-gd": "2349"}
    ring = {u: h for u, h in ring.items() if state.board.is_hex(h) and h != "2449"}
    shut = put(lone, ring)
    assert not is_supplied(shut, "be-3")
    assert "be-3" in starving_units(shut, "allied")


def test_14_43_a_box_feeds_six_corps_of_each_side() -> None:
    state = put(empty(deployed()), dict.fromkeys([f"ru-{n}" for n in (2, 3, 4, 20, 1, 6, 13)], "caucasus"))
    fed = allot_supply(state, "allied")
    assert len(fed) == 6
    assert len(starving_units(state, "allied")) == 1


def test_14_4_nobody_is_fed_beyond_what_there_is_by_the_owners_choice_either() -> None:
    corps = [f"ru-{n}" for n in (2, 3, 4, 20, 1, 6, 13)]
    state = put(empty(deployed()), dict.fromkeys(corps, "caucasus"))
    fed = allotted_with(state, "allied", dict.fromkeys(corps, "caucasus"))
    assert len(fed) == 6
    assert "ru-13" in allotted_with(state, "allied", {"ru-13": "caucasus"}), "whom the owner names comes first"


def test_14_51_the_french_in_algiers_are_fed_by_ships_that_are_kept() -> None:
    state = passed_to(deployed(), "allied.supply")
    assert {"fr-a19", "fr-a22"} <= starving_units(state, "allied")
    after = told(state, "allied", "keep_ships", country="FR", corps="1")
    assert not {"fr-a19", "fr-a22"} & starving_units(after, "allied")


def test_14_1_the_question_names_who_goes_without() -> None:
    state = passed_to(deployed(), "allied.supply")
    asked: Any = GAME.legal(state, "allied")
    assert asked["prompt"] == "Not all your units are fed"
    assert "French A19 and A22 in French North Africa" in asked["detail"]
    answered: Any = GAME.legal(told(state, "allied", "keep_ships", country="FR", corps="1"), "allied")
    assert answered["prompt"] == "All your units are fed"
    assert "A19" not in answered["detail"]


def test_14_53_a_corps_of_capacity_that_is_kept_feeds_six() -> None:
    corps = [f"fr-a{n}" for n in range(1, 9)]
    state = put(empty(passed_to(deployed(), "allied.supply")), dict.fromkeys(corps, "french-north-africa"))
    for kept, hungry in ((0, 8), (1, 2), (2, 0)):
        after = told(state, "allied", "keep_ships", country="FR", corps=str(kept)) if kept else state
        assert len(starving_units(after, "allied") & {*corps}) == hungry


def test_14_1_levels_rise_in_the_supply_phase_and_the_unit_is_lost_after_the_second() -> None:
    state = passed_to(deployed(), "allied.supply")
    after = told(state, "allied", "end_phase")
    assert after.units["fr-a19"].unsupplied == 1
    worse = put(state, {"fr-a19": "french-north-africa"}, unsupplied=2)
    assert told(worse, "allied", "end_phase").units["fr-a19"].at == "pool"


def test_14_63_in_a_major_city_or_fort_it_takes_one_more() -> None:
    state = passed_to(deployed(), "allied.supply")
    # Liège is shut in.
    ring = {"ge-a2": "2348", "ge-a3": "2448", "ge-a4": "2549", "ge-a7": "2550", "ge-a10": "2450", "ge-gd": "2349"}
    for unit, hex_ in ring.items():
        if state.board.is_hex(hex_):
            state = put(state, {unit: hex_})
    shut = put(state, {"be-3": "2449"}, unsupplied=2)
    after = told(shut, "allied", "end_phase")
    assert after.units["be-3"].unsupplied == 3
    assert after.units["be-3"].at == "2449"
    last = put(state, {"be-3": "2449"}, unsupplied=3)
    assert told(last, "allied", "end_phase").units["be-3"].at == "pool"


def test_14_1_markers_go_in_the_administrative_phase_alone() -> None:
    state = passed_to(deployed(), "central.attacks")
    marked = put(state, {"ge-a1": "2325", "ge-a2": "1001"}, unsupplied=1)
    after = told(marked, "central", "end_phase")
    assert after.units["ge-a1"].unsupplied == 0
    assert after.units["ge-a2"].unsupplied == 1, "deep in Russia, and it does not rise now"


def test_7_25_14_53_ships_that_carried_nobody_feed_in_the_whole_administrative_phase() -> None:
    """Docs/rulings, §7.22: a unit on a beach is relieved (§7.252), and rallies as one in supply (§7.253)."""
    beach = {"fr-a1": "6025"}
    state = phase("allied", beach, "1915-12", scenario="campaign", at_war={"TU": "central"}, taken={"6025": "allied"})
    shaken = put(state, beach, shaken=1, unsupplied=1)
    after = told(told(shaken, "allied", "end_phase"), "allied", "end_phase")
    assert (after.units["fr-a1"].unsupplied, after.units["fr-a1"].shaken) == (0, 0)


@pytest.mark.parametrize("scenario", ["1914", "campaign"])
def test_2_7_14_4_a_shut_in_antwerp_is_fed_by_ships_while_no_enemy_stands_by_the_scheldt(scenario: str) -> None:
    """§14.4: the hexes of the neutral Netherlands do not count among those around a city. §2.65 speaks of movement."""
    places = {"be-2": "2250", "ge-a1": "2350", "ge-a2": "2351"}
    taken = dict.fromkeys(("2350", "2351", "2349"), "central")
    state = phase("allied", places, scenario=scenario, taken=taken)
    assert not is_supplied(state, "be-2")
    assert is_supplied(replace(state, kept={"GB": 1}), "be-2")
    assert not is_supplied(replace(put(state, {"ge-a3": "2251"}), kept={"GB": 1}), "be-2")


def test_2_7_ships_stop_feeding_antwerp_as_soon_as_an_enemy_stands_by_the_scheldt() -> None:
    """§2.7, §14.53: the ports that ships call at are kept from state to state; this one closes with nothing taken."""
    places = {"be-2": "2250", "ge-a1": "2350", "ge-a2": "2351", "ge-a3": "2451"}
    taken = dict.fromkeys(("2350", "2351", "2349", "2251", "2451"), "central")
    state = phase("allied", places, scenario="1914", taken=taken)
    open_ = follow(state, replace(state, kept={"GB": 1}))
    assert is_supplied(open_, "be-2")
    shut = put(open_, {"ge-a3": "2251"})
    assert shut.control == open_.control
    assert not is_supplied(shut, "be-2")
    assert is_supplied(put(shut, {"ge-a3": "2451"}), "be-2")


def test_14_51_14_4_a_port_that_can_feed_only_so_many_shares_that_with_the_ships() -> None:
    """Russians in Burgas are fed from Odessa or Rostov, full sources. Without those from Nikolaev or Sevastopol, each
    of which feeds three corps."""
    burgas, odessa, rostov, nikolaev, sevastopol = "5521", "4615", "4402", "4512", "5110"
    places, war = {"ru-2": burgas}, {"BU": "central"}
    for lost, ways in (
        ({}, {("ships.RU",)}),
        ({odessa: "central"}, {("ships.RU",)}),
        ({odessa: "central", rostov: "central"}, {("ships.RU", nikolaev), ("ships.RU", sevastopol)}),
    ):
        taken = {burgas: "allied", **lost}
        state = phase("allied", places, "1915-12", scenario="campaign", at_war=war, taken=taken)
        assert {*ways_by_hex(state, "allied", burgas)} == ways


@pytest.mark.parametrize(
    ("country", "seas", "straits", "linked"),
    [
        ("GB", ("Atlantic", "Mediterranean"), False, True),
        ("GB", ("Mediterranean", "Black Sea"), False, False),
        ("GB", ("Mediterranean", "Black Sea"), True, True),
        ("RU", ("Baltic", "Black Sea"), True, False),
        ("RU", ("Black Sea", "Black Sea"), False, True),
    ],
)
def test_11_2_11_3_the_western_allies_sail_from_sea_to_sea_and_with_the_straits_into_the_black_sea(
    country: str, seas: tuple[str, str], straits: bool, linked: bool
) -> None:
    state = deployed("campaign")
    if straits:
        hexes = state.printed.charts.invasions.straits
        state = follow(state, replace(state, control={**state.control, **dict.fromkeys(hexes, "allied")}))
    here, there = (frozenset({sea}) for sea in seas)
    assert links_seas(state, country, here, there) is linked


@pytest.mark.parametrize("country", ["GE", "NL", ""])
def test_14_53_only_a_country_whose_ships_help_is_named(country: str) -> None:
    from tests.games.empires_alliances.table import refused

    state = passed_to(deployed(), "allied.supply")
    assert refused(state, "allied", "keep_ships", country=country, corps="1")[1] == "14.53"


@pytest.mark.parametrize(
    ("weather", "hexes"),
    [
        (("clear", "clear"), {"2638", "2528", "2830", "2728"}),
        (("clear", "mud"), {"2638", "2528", "2830"}),
        (("clear", "snow"), {"2638", "2528", "2830"}),
        (("snow", "clear"), set()),
    ],
)
def test_20_23_the_zones_that_a_path_goes_through_bind_it_and_not_the_hex_of_the_unit(
    weather: tuple[str, str], hexes: set[str]
) -> None:
    """Posen alone feeds: 2638 lies five hexes from it in the west, the others in the east: 2528 five hexes away and
    2830 four, both beside the west; 2728 five, behind other hexes of the east."""
    taken = held_by("allied", "GE", "AH")
    del taken["2633"]
    state = phase("central", {}, taken=taken, weather=weather)
    found = {hex_ for hex_ in ("2638", "2528", "2830", "2728") if is_supplied(put(state, {"ge-a1": hex_}), "ge-a1")}
    assert found == hexes


def test_20_23_14_2_the_weather_along_the_rails_shortens_no_path() -> None:
    """Docs/rulings: five hexes over land in the clear east to a line that leads to Posen in the snow of the west."""
    line = ("2633", "2632", "2631", "2630")
    taken = {h: side for h, side in held_by("allied", "GE", "AH").items() if h not in line}
    taken |= {"2629": "central", "2528": "central"}
    places = {"ge-a1": "2523", "ge-a2": "2522"}
    for weather, fed in ((("snow", "clear"), True), (("snow", "mud"), False)):
        state = phase("central", places, taken=taken, rails=("2629", "2528"), weather=weather)
        assert is_supplied(state, "ge-a1") is fed
        assert not is_supplied(state, "ge-a2")


def test_22_7_a_path_through_rough_ground_and_enemy_zones_is_longer() -> None:
    """Half hexes: two for one in the open, one more in rough ground, one more in an enemy zone unless dug in."""
    open_, woods = "2462", "2845"
    state = phase("allied", {"fr-a1": "2463", "ge-a1": "2461"})
    chosen = follow(state, replace(state, options={**state.options, "supply-paths": "on"}))
    assert state.board.terrain[state.board.index(woods)] == "forest"

    def price(hex_: str, at: State = chosen) -> int:
        return hex_price(at, "allied", at.board.index(hex_))

    assert [price(hex_) for hex_ in ("2563", open_, woods)] == [2, 3, 3]
    assert price(open_, put(chosen, {"fr-a2": open_}, trench=1)) == 2
    assert [price(hex_, state) for hex_ in ("2563", open_, woods)] == [2, 2, 2], "the option is off"


@pytest.mark.parametrize(("side", "fed", "hungry"), [("allied", "2331", "2231"), ("central", "1622", "1522")])
def test_22_7_whoever_stands_at_the_end_of_a_rough_path_is_no_longer_fed(side: str, fed: str, hungry: str) -> None:
    state = deployed("campaign")
    chosen = follow(state, replace(state, options={**state.options, "supply-paths": "on"}))
    for at, ends in ((state, {fed, hungry}), (chosen, {fed})):
        assert {state.board.lattice.ids[i] for i in fully_fed(at, side)} & {fed, hungry} == ends


@pytest.mark.parametrize("side", ["allied", "central"])
def test_14_52_italian_ships_feed_the_western_allies_and_nobody_of_the_central_powers(side: str) -> None:
    """§14.52, §18.11: Italy joins the Central Powers if the Allies declare war on it, and §11.4 has none of its ships
    sail for them (docs/rulings)."""
    state = phase(side, {}, "1915-10", scenario="campaign", at_war={"IT": side}, kept={"IT": 2})
    bari, port = "5540", state.board.index("5540")
    assert port in state.board.ports
    ways = {thing for way in ways_by_hex(state, side, bari) for thing in way}
    assert ("ships.IT" in ways) is (side == "allied")
    assert any(row.id == by_sea("IT") for row in capacities(state, side)) is (side == "allied")


def test_14_51_a_railway_leads_to_a_port_and_a_beach_is_reached_over_land_alone() -> None:
    """All of France is lost but for a line from the shore of Brittany; it feeds units inland once it ends at a port."""
    line = {"2361", "2461", "2460", "2559", "2558", "2557", "2556"}
    nantes = {"2561", "2662"}
    inland = {"gb-1": "2556", "gb-2": "2558"}

    def holding(hexes: set[str]) -> State:
        taken = {hex_: "central" for hex_ in held_by("central", "FR") if hex_ not in hexes}
        return phase("allied", inland, taken=taken, kept={"GB": 1})

    state, board = holding(line), deployed().board
    assert board.index("2361") in board.beaches
    assert any(line <= {board.lattice.ids[i] for i in piece} for piece in networks(state, "allied"))
    assert [is_supplied(state, unit) for unit in inland] == [False, True], "six hexes and four"
    assert all(is_supplied(holding(line | nantes), unit) for unit in inland)


def test_3_67_14_53_ships_that_may_carry_nobody_in_march_1918_supply_all_the_same() -> None:
    """Three corps live on Calais, and the fourth on British ships. §3.67 speaks of movement alone."""
    calais, besieged = "2153", {"gb-4": "2153", "gb-5": "2153", "gb-6": "2153", "gb-7": "2152"}
    taken = {hex_: "central" for hex_ in held_by("central", "FR", "BE") if hex_ not in (calais, "2152")}
    state = phase("allied", besieged, "1918-03", scenario="1918", taken=taken)
    assert len(starving_units(state, "allied") & {*besieged}) == 1
    assert not starving_units(replace(state, kept={"GB": 1}), "allied") & {*besieged}
    assert "GB" in fleets_of_use(state, "allied")
