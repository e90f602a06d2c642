"""§11.0 Sea movement, but for invasions."""

from __future__ import annotations

import pytest

from rules.empires_alliances.position.state import THIS_SEGMENT, State, War
from tests.games.empires_alliances.moving import ends, held_by, phase
from tests.games.empires_alliances.table import put, refused, told
from tests.thorough import at_least_one

HAVRE, ROUEN, MARSEILLES, TOULON, SALONIKA, ANTWERP = "2357", "2456", "4256", "4355", "5830", "2250"
KONIGSBERG, STETTIN, HAMBURG, RIGA, LIBAU, PETROGRAD = "2227", "2235", "1940", "1720", "1724", "1112"
ODESSA, SEVASTOPOL, VARNA, SMYRNA, NAPLES = "4615", "5110", "5321", "6522", "5444"
STRAITS = ("5918", "5919", "6019", "6025", "6124")


def by_sea(state: State, side: str, unit: str, *words: str) -> State:
    """The position after a unit has gone."""
    return told(state, side, "move", units=[unit], path=[*words])


def no_ship(state: State, side: str, unit: str, *words: str) -> tuple[str, str]:
    """Why it does not go."""
    return refused(state, side, "move", units=[unit], path=[*words])


def test_11_1_a_voyage_takes_an_mp_to_embark_and_one_to_debark() -> None:
    state = phase("allied", {"gb-1": "britain"})
    after = by_sea(state, "allied", "gb-1", "ship", HAVRE)
    now = after.units["gb-1"]
    assert (now.at, now.spent, now.carried, now.began) == (HAVRE, 2, "sea", "britain")
    assert after.used == {"sea.GB": 2}
    assert by_sea(state, "allied", "gb-1", "ship", HAVRE, "2358").units["gb-1"].spent == 3


def test_11_1_both_ports_must_have_been_held_as_the_phase_began() -> None:
    state = phase("allied", {"gb-1": "britain"}, taken={HAVRE: "central"})
    assert no_ship(state, "allied", "gb-1", "ship", HAVRE) == ("port-not-held", "11.1")
    retaken = by_sea(
        phase("allied", {"gb-1": "britain", "fr-a1": "2358"}, taken={HAVRE: "central"}), "allied", "fr-a1", HAVRE
    )
    assert no_ship(retaken, "allied", "gb-1", "ship", HAVRE) == ("port-not-held", "11.1")


def test_11_1_there_must_be_a_port() -> None:
    state = phase("allied", {"gb-1": "britain"})
    assert no_ship(state, "allied", "gb-1", "ship", "2453") == ("no-port", "11.1")
    assert no_ship(state, "allied", "gb-1", "2453") == ("only-ships", "11.1")


def test_11_1_a_unit_goes_by_sea_once_in_a_phase() -> None:
    state = by_sea(phase("allied", {"gb-1": "britain"}), "allied", "gb-1", "ship", HAVRE)
    assert no_ship(state, "allied", "gb-1", "ship", "2159") == ("carried-already", "11.1")


def test_11_1_without_an_mp_no_unit_embarks() -> None:
    state = phase("allied", {"fr-a1": HAVRE})
    there_and_back = ("2358", HAVRE, "2358", HAVRE)
    assert no_ship(state, "allied", "fr-a1", *there_and_back, "ship", "2159") == ("too-far", "11.1")


def test_11_2_between_atlantic_and_mediterranean_a_voyage_takes_the_whole_phase() -> None:
    state = phase("allied", {"fr-a1": HAVRE, "fr-a2": "2358"})
    after = by_sea(state, "allied", "fr-a1", "ship", MARSEILLES)
    assert after.units["fr-a1"].spent == 4
    assert no_ship(after, "allied", "fr-a1", "4255") == ("no-mp", "8.1")
    assert no_ship(state, "allied", "fr-a2", HAVRE, "ship", MARSEILLES) == ("whole-phase", "11.2")
    assert by_sea(state, "allied", "fr-a2", HAVRE, "ship", "2159").units["fr-a2"].at == "2159"


def test_11_3_the_black_sea_is_open_to_the_west_when_all_five_straits_hexes_are_held() -> None:
    turkey = held_by("allied", "TU")
    closed = {**turkey, "6124": "central"}
    places = {"fr-a1": SMYRNA}
    state = phase("allied", places, "1916-06", scenario="campaign", at_war={"TU": "central"}, taken=closed)
    assert no_ship(state, "allied", "fr-a1", "ship", ODESSA) == ("no-sea-there", "11.3")
    state = phase("allied", places, "1916-06", scenario="campaign", at_war={"TU": "central"}, taken=turkey)
    assert by_sea(state, "allied", "fr-a1", "ship", ODESSA).units["fr-a1"].spent == 2


def test_11_3_any_western_ally_carries_the_others_and_its_own_capacity_counts() -> None:
    """Docs/rulings: three French corps in French ships, the fourth in British ones."""
    corps = [f"fr-a{n}" for n in range(1, 5)]
    state = phase("allied", dict.fromkeys(corps, HAVRE))
    for unit in corps:
        state = by_sea(state, "allied", unit, "ship", "2159")
    assert state.used == {"sea.FR": 6, "sea.GB": 2}


@pytest.mark.parametrize(("conquered", "others"), [("FR", "GB"), ("GB", "FR")])
def test_11_6_18_21_ships_of_a_conquered_country_carry_nobody(conquered: str, others: str) -> None:
    """Docs/rulings."""
    wars = {**phase("allied", {}).wars, conquered: War("allied", 1, conquered=2)}
    state = phase("allied", dict.fromkeys(("fr-a1", "fr-a2"), HAVRE), wars=wars)
    for unit in ("fr-a1", "fr-a2"):
        state = by_sea(state, "allied", unit, "ship", "2159")
    assert state.used == {f"sea.{others}": 4}


def test_11_4_germans_sail_in_the_baltic_to_german_ports_and_riga() -> None:
    state = phase("central", {"ge-a1": KONIGSBERG, "ge-a2": HAMBURG, "ah-1": KONIGSBERG})
    assert by_sea(state, "central", "ge-a1", "ship", STETTIN).used == {"sea.GE": 2}
    assert no_ship(state, "central", "ge-a1", "ship", HAMBURG) == ("no-sea-there", "11.4")
    assert no_ship(state, "central", "ah-1", "ship", STETTIN) == ("no-ships", "11.4")
    taken = phase("central", {"ge-a1": KONIGSBERG}, taken={RIGA: "central", LIBAU: "central"})
    assert by_sea(taken, "central", "ge-a1", "ship", RIGA).units["ge-a1"].at == RIGA
    assert no_ship(taken, "central", "ge-a1", "ship", LIBAU) == ("no-sea-there", "11.4")


def test_11_5_russians_sail_in_the_baltic_and_the_black_sea() -> None:
    bulgaria = held_by("allied", "BU")
    state = phase("allied", {"ru-1": RIGA, "ru-2": ODESSA}, at_war={"BU": "central"}, taken=bulgaria)
    assert by_sea(state, "allied", "ru-1", "ship", PETROGRAD).used == {"sea.RU": 2}
    assert by_sea(state, "allied", "ru-2", "ship", SEVASTOPOL).units["ru-2"].at == SEVASTOPOL
    assert by_sea(state, "allied", "ru-2", "ship", VARNA).units["ru-2"].at == VARNA
    assert no_ship(state, "allied", "ru-1", "ship", ODESSA) == ("no-sea-there", "11.5")


def test_11_6_capacity_and_what_of_it_is_kept_for_supply() -> None:
    state = phase("central", dict.fromkeys(("ge-a1", "ge-a2", "ge-a3"), KONIGSBERG))
    for unit in ("ge-a1", "ge-a2"):
        state = by_sea(state, "central", unit, "ship", STETTIN)
    assert no_ship(state, "central", "ge-a3", "ship", STETTIN) == ("no-sea-capacity", "11.6")
    promised = phase("central", {"ge-a1": KONIGSBERG}, kept={"GE": 2})
    assert no_ship(promised, "central", "ge-a1", "ship", STETTIN) == ("no-sea-capacity", "11.6")


def test_11_8_an_evacuation_takes_the_phase_and_demoralises() -> None:
    state = phase("allied", {"fr-a1": "2361", "gb-tank-1": "2361", "fr-a2": "2360"})
    after = by_sea(state, "allied", "fr-a1", "ship", HAVRE)
    assert after.units["fr-a1"].shaken == THIS_SEGMENT
    assert no_ship(after, "allied", "fr-a1", "2358")[0] == "no-mp"
    assert no_ship(state, "allied", "gb-tank-1", "ship", HAVRE) == ("too-heavy", "11.8")
    assert no_ship(state, "allied", "fr-a2", "2361", "ship", HAVRE) == ("whole-phase", "11.8")
    assert no_ship(state, "allied", "fr-a1", "ship", MARSEILLES) == ("no-sea-there", "11.8")


def test_11_9_train_and_ship_in_one_journey() -> None:
    state = phase("allied", {"fr-a1": "2655"})
    after = by_sea(state, "allied", "fr-a1", "train", HAVRE, "ship", "2159")
    now = after.units["fr-a1"]
    assert (now.at, now.spent, now.carried) == ("2159", 4, "both")
    assert after.used == {"rail.FR": 2, "sea.FR": 2}
    landed = by_sea(phase("allied", {"gb-1": "britain"}), "allied", "gb-1", "ship", HAVRE, "train", ROUEN)
    assert landed.used == {"rail.FR": 2, "rail.GB": 2, "sea.GB": 2}


def test_1_61_in_august_1_the_british_in_london_sail_to_le_havre_and_end_there() -> None:
    state = phase("allied", {"gb-1": "britain", "fr-a19": "french-north-africa"}, "1914-08-1")
    after = by_sea(state, "allied", "gb-1", "ship", HAVRE)
    assert ends(state, "gb-1").keys() == {HAVRE}
    assert no_ship(after, "allied", "gb-1", "2358") == ("one-hex", "1.61")
    assert no_ship(state, "allied", "gb-1", "ship", "2159") == ("no-ships", "1.61")
    assert no_ship(state, "allied", "fr-a19", "ship", MARSEILLES) == ("no-ships", "1.61")


def test_1_62_in_august_2_the_french_sail_to_marseilles_and_one_british_unit_to_le_havre() -> None:
    state = phase("allied", {"gb-1": "britain", "gb-3": "britain", "fr-a19": "french-north-africa"}, "1914-08-2")
    assert by_sea(state, "allied", "fr-a19", "ship", MARSEILLES).units["fr-a19"].at == MARSEILLES
    after = by_sea(state, "allied", "gb-1", "ship", HAVRE)
    assert no_ship(after, "allied", "gb-3", "ship", HAVRE) == ("no-ships", "1.62")
    assert no_ship(state, "allied", "gb-1", "ship", HAVRE, "2358")[0] == "too-far"


def test_3_67_no_ships_in_march_1918() -> None:
    state = phase("allied", {"gb-4": "britain"}, "1918-03", scenario="1918")
    assert no_ship(state, "allied", "gb-4", "ship", HAVRE) == ("no-ships", "3.67")


def test_2_7_antwerp_is_closed_while_an_enemy_stands_by_the_scheldt() -> None:
    state = phase("allied", {"gb-1": "britain", "ge-a1": "2251"})
    assert no_ship(state, "allied", "gb-1", "ship", ANTWERP) == ("scheldt", "2.7")
    free = phase("allied", {"gb-1": "britain"})
    assert by_sea(free, "allied", "gb-1", "ship", ANTWERP).units["gb-1"].at == ANTWERP


def test_2_65_in_the_campaign_antwerp_needs_hex_2150() -> None:
    state = phase("allied", {"gb-1": "britain"}, scenario="campaign")
    assert no_ship(state, "allied", "gb-1", "ship", ANTWERP) == ("scheldt", "2.65")
    watched = phase("allied", {"gb-1": "britain", "ge-a1": "2251"}, scenario="campaign")
    assert no_ship(watched, "allied", "gb-1", "ship", ANTWERP) == ("scheldt", "2.7")
    held = phase("allied", {"gb-1": "britain"}, scenario="campaign", at_war={"NL": "central"}, taken={"2150": "allied"})
    assert by_sea(held, "allied", "gb-1", "ship", ANTWERP).units["gb-1"].at == ANTWERP


def test_2_64_the_allies_land_at_salonika_and_go_no_further_that_turn() -> None:
    state = phase("allied", {"fr-a1": MARSEILLES, "fr-a2": MARSEILLES}, "1915-10", scenario="campaign")
    after = by_sea(state, "allied", "fr-a1", "ship", SALONIKA)
    assert after.control[SALONIKA] == "allied"
    assert no_ship(after, "allied", "fr-a1", "5829")[0] == "no-mp"
    early = phase("allied", {"fr-a1": MARSEILLES}, "1915-09", scenario="campaign")
    assert no_ship(early, "allied", "fr-a1", "ship", SALONIKA) == ("neutral", "2.64")
    assert no_ship(state, "allied", "fr-a1", "ship", NAPLES) == ("neutral", "18.11")
    full = phase("allied", {"fr-a1": MARSEILLES}, "1915-10", scenario="campaign", kept={"FR": 3, "GB": 6, "IT": 2})
    assert no_ship(full, "allied", "fr-a1", "ship", SALONIKA) == ("no-sea-capacity", "11.6")
    later = phase("allied", {"fr-a1": SALONIKA}, "1915-11", scenario="campaign", taken={SALONIKA: "allied"})
    assert by_sea(later, "allied", "fr-a1", "5829").units["fr-a1"].at == "5829"
    central = phase("central", {"ge-a1": "5731"}, "1915-11", scenario="campaign", taken=held_by("central", "SE"))
    assert no_ship(central, "central", "ge-a1", "5730") == ("neutral", "18.11")


def test_2_64_11_7_a_salonika_that_the_enemy_has_taken_is_invaded_and_not_landed_at() -> None:
    state = phase("allied", {"fr-a1": MARSEILLES}, "1916-10", scenario="campaign", taken={SALONIKA: "central"})
    assert no_ship(state, "allied", "fr-a1", "ship", SALONIKA) == ("port-not-held", "11.1")
    assert SALONIKA not in ends(state, "fr-a1")
    assert told(state, "allied", "invade", hex=SALONIKA, units=["fr-a1"]).units["fr-a1"].at == SALONIKA


def test_2_64_all_who_land_first_end_their_move_there() -> None:
    places = {"fr-a1": MARSEILLES, "fr-a2": MARSEILLES, "gb-1": "britain"}
    state = phase("allied", places, "1915-10", scenario="campaign")
    for unit in at_least_one(places):
        state = by_sea(state, "allied", unit, "ship", SALONIKA)
        assert no_ship(state, "allied", unit, "5829") == ("no-mp", "8.1")


def test_1_64_2_52_the_middle_east_is_for_those_who_fight_there() -> None:
    state = phase("allied", {"gb-1": "britain"})
    assert no_ship(state, "allied", "gb-1", "ship", "middle-east") == ("not-at-war-there", "1.64")
    war = {"TU": "central"}
    campaign = phase("allied", {"gb-1": "britain", "fr-a1": MARSEILLES}, "1915-01", scenario="campaign", at_war=war)
    assert by_sea(campaign, "allied", "gb-1", "ship", "middle-east").units["gb-1"].at == "middle-east"
    assert no_ship(campaign, "allied", "fr-a1", "ship", "middle-east") == ("not-their-war", "2.52")


@pytest.mark.parametrize(("unit", "box"), [("ru-cau1", "caucasus")])
def test_1_64_russians_stay_in_the_caucasus(unit: str, box: str) -> None:
    state = phase("allied", {unit: box})
    assert no_ship(state, "allied", unit, "4402") == ("stays-in-box", "1.64")


@pytest.mark.parametrize(("scenario", "section"), [("1914", "1.61"), ("campaign", "2.61")])
def test_1_61_the_germans_do_not_sail_in_august_1(scenario: str, section: str) -> None:
    """Docs/rulings, §1.61: no unit but the British of London goes further than a hex."""
    state = phase("central", {"ge-a1": KONIGSBERG}, "1914-08-1", scenario=scenario)
    assert no_ship(state, "central", "ge-a1", "ship", STETTIN) == ("no-ships", section)
    assert STETTIN not in ends(state, "ge-a1")


def test_1_62_the_germans_may_sail_in_august_2() -> None:
    """Docs/rulings: what the card allows the Allies binds the Allies alone."""
    state = phase("central", {"ge-a1": KONIGSBERG}, "1914-08-2")
    assert by_sea(state, "central", "ge-a1", "ship", STETTIN).units["ge-a1"].at == STETTIN


def test_11_8_russians_evacuate_beaches_of_the_black_sea() -> None:
    state = phase("allied", {"ru-1": "4613", "fr-a1": "4613"})
    after = by_sea(state, "allied", "ru-1", "ship", ODESSA)
    assert after.units["ru-1"].shaken == THIS_SEGMENT
    assert no_ship(state, "allied", "fr-a1", "ship", ODESSA) == ("no-sea-there", "11.8")


def test_11_8_an_evacuation_ends_in_the_sea_of_its_beach() -> None:
    """A ship could sail on through open straits; whoever is evacuated from the Mediterranean stays in it."""
    state = phase(
        "allied", {"fr-a1": "6025", "fr-a2": SALONIKA}, "1916-06", scenario="campaign",
        at_war={"TU": "central", "GK": "allied"}, taken=held_by("allied", "TU"),
    )  # fmt: skip
    assert ODESSA in ends(state, "fr-a2"), "from a port"
    assert by_sea(state, "allied", "fr-a1", "ship", SALONIKA).units["fr-a1"].shaken == THIS_SEGMENT
    assert no_ship(state, "allied", "fr-a1", "ship", ODESSA) == ("no-sea-there", "11.8")
    assert ODESSA not in ends(state, "fr-a1")


def test_11_2_the_black_sea_lies_behind_the_mediterranean() -> None:
    state = phase(
        "allied", {"fr-a1": HAVRE, "fr-a2": "2358"}, "1916-06", scenario="campaign",
        at_war={"TU": "central"}, taken=held_by("allied", "TU"),
    )  # fmt: skip
    assert by_sea(state, "allied", "fr-a1", "ship", ODESSA).units["fr-a1"].spent == 4
    assert no_ship(state, "allied", "fr-a2", HAVRE, "ship", ODESSA) == ("whole-phase", "11.2")


def test_2_64_allies_come_to_greece_on_foot_too() -> None:
    state = phase("allied", {"se-t1": "5731"}, "1915-10", scenario="campaign")
    assert "5730" in ends(state, "se-t1")
    early = phase("allied", {"se-t1": "5731"}, "1915-09", scenario="campaign")
    assert no_ship(early, "allied", "se-t1", "5730") == ("neutral", "18.11")


def test_13_85_demoralised_units_do_not_sail_into_an_enemy_zone_of_control() -> None:
    state = put(phase("allied", {"gb-1": "britain", "gb-2": "britain", "ge-a1": "2358"}), {"gb-1": "britain"}, shaken=1)
    assert no_ship(state, "allied", "gb-1", "ship", HAVRE) == ("demoralised", "13.85")
    assert HAVRE not in ends(state, "gb-1")
    assert "2159" in ends(state, "gb-1"), "Cherbourg is not watched"
    assert HAVRE in ends(state, "gb-2"), "others may"
