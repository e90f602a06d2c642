"""§3.10 Conquering, §3.11.2 generals left behind, §3.12 neutrals, §3.13 the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.kernel.messages import Refusal
from rules.powers_1914.economy.money import incomes, nation_income
from rules.powers_1914.facts.conquest import NationFell, NationFreed
from rules.powers_1914.facts.victory import MatchEnded
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import NationState, State, Works
from rules.powers_1914.position.tally import conquests
from tests.games.powers_1914.kit import (
    CALM_DECK,
    PRINTED,
    at,
    beat,
    cannot_go,
    coins,
    denied,
    dice,
    fight,
    go,
    happened,
    offer,
    order,
    passed,
    position,
    told,
    wealth,
)


def fallen(*nations: str, **more: Any) -> dict[str, NationState]:
    """The nations of Classic 1, some of them conquered."""
    now = position({}, **more).nations
    return {n: s._replace(fallen=n in nations) for n, s in now.items()}


# --- countries (§3.10) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["FR 1 aircraft", "FR petain"])
def test_3_10_1_only_land_units_hold_a_country(who: str) -> None:
    """§3.10.1: aircraft and a general at home do not keep it from falling, and are gone with it."""
    state = go(position({"alsace": "GE 1 infantry", "paris": who}), "central", "GE.infantry.1", "champagne")
    assert state.nations["FR"].fallen
    assert not state.at("paris")


def test_3_10_1_one_gun_anywhere_at_home_saves_it() -> None:
    """§3.10.1: a gun is a land unit; only the field is lost."""
    state = position({"alsace": "GE 1 infantry", "aquitaine": "FR 1 artillery"})
    state = go(state, "central", "GE.infantry.1", "champagne")
    assert not state.nations["FR"].fallen


@pytest.mark.parametrize("path", [("champagne",), ("champagne", "luxembourg")])
def test_3_10_1_an_empty_country_falls_on_entry_over_ground_that_its_enemies_hold(path: tuple[str, ...]) -> None:
    """§3.10.1: enemy forces enter the country, whoever's flag flies where they do, even in passing."""
    places = {"alsace": "GE 1 infantry", "aquitaine": "FR 1 infantry", "england": "BR 1 infantry"}
    state = position(places, flags={"champagne": "GE"})
    assert not go(state, "central", "GE.infantry.1", *path).nations["FR"].fallen, "it still has an army"
    state = replace(state, units={u: now for u, now in state.units.items() if u != "FR.infantry.1"})
    ways = GAME.consult(state, "central", {"kind": "move", "units": ["GE.infantry.1"]})
    assert not isinstance(ways, Refusal)
    areas: Any = ways["areas"]
    assert (areas["champagne"]["falls"], areas["picardy"]["falls"]) == ([], ["champagne"])
    state = go(state, "central", "GE.infantry.1", *path)
    assert state.nations["FR"].fallen
    assert state.control["champagne"] == state.control["paris"] == "GE"


def test_3_10_1_its_own_side_does_not_conquer_it_nor_do_aircraft() -> None:
    """§3.10.1: only enemy land units do, and an ally's that come home to it."""
    places = {"alsace": "GE 1 aircraft", "bavaria": "GE 1 infantry", "picardy": "BR 1 infantry"}
    state = position(places, flags={"champagne": "GE"})
    state = go(state, "central", "GE.aircraft.1", "champagne")
    assert not state.nations["FR"].fallen


def test_3_10_1_it_goes_to_the_nation_that_came_and_the_field_keeps_its_flag() -> None:
    """§3.10.1, §3.10.2: a Bulgarian field stays Bulgarian when Austrians come through it."""
    state = position({"albania": "AH 1 infantry", "cetinje": "MO 1 infantry"}, flags={"skopje": "BU", "albania": "AH"})
    state = go(state, "central", "AH.infantry.1", "skopje")
    assert state.nations["SE"].fallen
    assert (state.control["belgrade"], state.control["skopje"]) == ("AH", "BU")


def test_3_7_an_unprotected_capital_is_lost_to_an_army_that_marches_through_it() -> None:
    """§3.7: it is enough that land units enter; where they go on to does not matter."""
    state = position({"rhineland": "GE 1 infantry", "picardy": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "brussels", "picardy")
    assert state.nations["BE"].fallen
    assert state.control["brussels"] == "GE"
    assert state.battle is not None


def test_3_7_with_the_capital_on_the_way_goes_the_army_at_its_end() -> None:
    """§3.7, §3.10.2: the French in Picardy are moved away before there is a battle with them."""
    state = position({"champagne": "GE 1 infantry", "picardy": "FR 9 infantry"}, flags={"champagne": "GE"})
    state = go(state, "central", "GE.infantry.1", "paris", "picardy")
    assert state.nations["FR"].fallen
    assert state.battle is None
    assert not [u for u in state.units if u.startswith("FR.")]


def test_3_7_those_who_come_up_to_a_battle_enter_the_capital_on_their_way_too() -> None:
    """§3.7: the Belgian in the battle is moved away with the rest of Belgium."""
    places = {"rhineland": "GE 1 infantry", "alsace": "GE 1 infantry", "picardy": "BE 1 infantry; FR 1 infantry"}
    state = position({**places, "champagne": "GE 1 infantry"}, flags={"champagne": "GE"})
    state = go(state, "central", state.troops("champagne", "central")[0], "picardy")
    state = order(
        state, "central", "reinforce", units=state.troops("rhineland", "central"), path=["brussels", "picardy"]
    )
    assert state.nations["BE"].fallen
    assert state.troops("picardy", "entente") == ["FR.infantry.1"]
    assert state.battle is not None


def test_3_10_1_an_empty_country_is_conquered_by_marching_through_it() -> None:
    """§3.10.1: enemy forces have entered it. A field of a country that is defended is only a way."""
    state = position({"luxembourg": "GE 2 infantry", "brittany": "BE 1 infantry"}, flags={"luxembourg": "GE"})
    state = go(state, "central", "GE.infantry.1", "champagne", "paris")
    assert state.nations["FR"].fallen
    places = {"luxembourg": "GE 1 infantry", "paris": "FR 1 infantry"}
    state = go(position(places, flags={"luxembourg": "GE"}), "central", "GE.infantry.1", "champagne", "picardy")
    assert (state.control["champagne"], state.control["picardy"]) == ("FR", "GE")


def test_3_7_aircraft_and_generals_march_through_a_capital_and_take_nothing() -> None:
    """§3.7: a city can be conquered by land units only."""
    state = position({"rhineland": "GE 1 aircraft richthofen", "picardy": "GE 1 infantry"}, flags={"picardy": "GE"})
    state = go(state, "central", "GE.aircraft.1 GE.general.richthofen", "brussels", "picardy")
    assert not state.nations["BE"].fallen


def test_5_1_allies_who_march_through_a_capital_together_say_whose_it_is() -> None:
    """§5.1, §3.7: at once, before they fight on."""
    state = position({"rhineland": "GE 1 infantry; AH 1 infantry", "picardy": "BE 1 infantry; FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1 AH.infantry.1", "brussels", "picardy")
    assert GAME.legal(state, "central")["prompt"] == "Whose flag over Belgium?"
    state = order(state, "central", "flag", nation="AH")
    assert state.nations["BE"].fallen
    assert state.control["brussels"] == "AH"
    assert state.battle is not None
    assert state.troops("picardy", "entente") == ["FR.infantry.1"]


def test_3_2_1_of_ways_as_long_the_planner_shows_the_one_that_takes_a_capital() -> None:
    """§3.7: from the Rhineland to Picardy over Brussels, not over Luxembourg or Champagne."""
    state = position({"rhineland": "GE 1 infantry", "luxembourg": "GE 1 infantry", "paris": "FR 1 infantry"})
    known = cast(Any, GAME.consult(state, "central", {"kind": "move", "units": state.troops("rhineland", "central")}))
    assert known["areas"]["picardy"] == {
        "path": ["brussels", "picardy"], "moves": 2, "attack": False, "falls": ["brussels"],
    }  # fmt: skip
    assert known["areas"]["brussels"]["falls"] == [], "that is where they end up"


def test_3_7_the_forecast_knows_who_is_moved_away_with_the_capital_on_the_way() -> None:
    """§3.7, §3.10.2: nine Belgians behind an empty Brussels are no obstacle, nine Frenchmen are."""
    for who, defenders in (("BE", 0), ("FR", 9)):
        state = position({"rhineland": "GE 1 infantry", "picardy": f"{who} 9 infantry"})
        question = {"kind": "attack", "units": ["GE.infantry.1"], "area": "picardy"}
        plan = cast(Any, GAME.consult(state, "central", question))
        assert len(plan["defenders"]) == defenders
        assert (plan["forecast"]["win"] == 1000) is (who == "BE")


def test_3_10_1_the_last_home_unit_lost_in_battle_and_the_field_entered() -> None:
    """§3.10.1: the victor of that battle has entered an empty country."""
    state = position({"rhineland": "GE 1 infantry", "brussels": "BE 1 infantry", "picardy": "BE 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "brussels")
    state, events = fight(state, "central", "GE.infantry.1", "BE.infantry.1", 6, 1)
    assert happened(events, NationFell)
    assert at(state, "BE.infantry.2") is None, "its units abroad are moved away too"


def test_3_10_2_units_in_colonies_on_ships_and_abroad_all_go() -> None:
    """§3.10.2: Britain falls with England, and nothing British is left on the map."""
    places = {"north-sea": "GE 1 infantry", "egypt": "BR 2 infantry", "channel": "BR 2 ship haig",
              "picardy": "BR 1 artillery; FR 1 infantry"}  # fmt: skip
    state = position(places, scenario="classic-2")
    state = go(state, "central", "GE.infantry.1", "england")
    assert not [u for u in state.units if u.startswith("BR")]
    assert state.control["malta"] == state.control["egypt"] == state.control["scotland"] == "GE"
    assert state.troops("picardy", "entente") == ["FR.infantry.1"]


@pytest.mark.parametrize("colony", ["gibraltar", "malta", "cyprus", "egypt"])
def test_3_10_1_a_garrison_in_a_colony_keeps_the_country_but_not_its_capital(colony: str) -> None:
    """§3.10.1, §2.5: Gibraltar and the others are British territory. §3.10.2: with London all is lost anyway."""
    state = position({"north-sea": "GE 1 infantry", colony: "BR 1 infantry"})
    assert not go(state, "central", "GE.infantry.1", "scotland").nations["BR"].fallen
    state = go(state, "central", "GE.infantry.1", "england")
    assert state.nations["BR"].fallen
    assert not state.at(colony)


def test_3_10_2_allied_aircraft_left_alone_in_the_fallen_land_are_lost_and_a_chief_is_not() -> None:
    """§3.3.13: the field is the enemy's now, and nobody on foot is with them. §3.11.2: but no enemy has come in."""
    places = {"champagne": "GE 1 infantry", "picardy": "BR 1 aircraft haig", "brittany": "BR 1 aircraft 1 infantry"}
    state = position({**places, "england": "BR 1 infantry"}, flags={"champagne": "GE"}, scenario="classic-2")
    state = go(state, "central", "GE.infantry.1", "paris")
    assert state.nations["FR"].fallen
    assert [*state.at("picardy")] == ["BR.general.haig"]
    assert at(state, "BR.aircraft.2") == "brittany"
    assert state.control["brittany"] == "BR"
    state = order(state, "central", "end_phase")
    assert at(go(state, "entente", "BR.general.haig", "brittany"), "BR.general.haig") == "brittany"


def france_lost(scenario: str = "classic-1", **more: str) -> State:
    """Germany has entered empty France, with one infantry in Paris; the Central Powers move on."""
    places = {"alsace": "GE 3 infantry 2 aircraft", "channel": "BR 1 infantry", "england": "BR 1 infantry", **more}
    state = position(places, deck=CALM_DECK, scenario=scenario)
    state = go(state, state.nations["GE"].seat, "GE.infantry.1", "champagne", "paris")
    assert state.nations["FR"].fallen
    assert {state.control[a] for a in PRINTED.board.belongs["FR"]} == {"GE"}
    return state


def test_3_10_4_enemy_aircraft_alone_in_a_freed_land_are_lost() -> None:
    """§3.3.13: its fields are its own again; those with land units are not given back."""
    state = go(france_lost(), "central", "GE.aircraft.1", "champagne", "provence")
    state = go(state, "central", "GE.aircraft.2 GE.infantry.2", "champagne")
    state = beat(go(passed(state, "entente"), "entente", "BR.infantry.1", "picardy", "paris"), "entente")
    assert not state.nations["FR"].fallen
    assert not state.at("provence")
    assert at(state, "GE.aircraft.2") == "champagne"
    assert state.control["champagne"] == "GE"


def test_3_10_2_an_ally_in_the_capital_protects_it() -> None:
    """§3.7, §3.10.2: the ally has to be beaten first."""
    state = position({"champagne": "GE 1 infantry", "paris": "BR 1 infantry"}, flags={"champagne": "GE"})
    state = go(state, "central", "GE.infantry.1", "paris")
    assert state.battle is not None
    assert state.control["paris"] == "FR"


def test_3_10_2_the_fallen_pay_nothing_and_the_conqueror_has_all_their_coins() -> None:
    """§3.10.2, §3.5: from the next money on."""
    state = position({"champagne": "GE 1 infantry", "provence": "FR 1 infantry"}, flags={"champagne": "GE"})
    before = incomes(state)
    state = go(state, "central", "GE.infantry.1", "paris")
    assert nation_income(state, "FR") == 0
    assert incomes(state)["entente"] == before["entente"] - (wealth("FR") - coins("champagne"))
    assert incomes(state)["central"] == before["central"] + wealth("FR") - coins("champagne")


def test_3_10_2_works_of_the_fallen_go_with_the_ground() -> None:
    """§3.10.2, §3.6: the yard in Brittany builds for the conqueror."""
    state = position({"champagne": "GE 1 infantry"}, flags={"champagne": "GE"})
    state = go(state, "central", "GE.infantry.1", "paris")
    assert state.works["brittany"] == (Works("shipyard", "GE"),)


def test_3_10_2_the_flag_of_the_conquest_is_chosen_where_allies_take_a_capital_together() -> None:
    """§5.1, §3.10.2: whose flag goes up has the country."""
    state = position({"champagne": "GE 1 infantry; AH 1 infantry"}, flags={"champagne": "GE"})
    state = go(state, "central", "GE.infantry.1 AH.infantry.1", "paris")
    assert not state.nations["FR"].fallen
    state = order(state, "central", "flag", nation="AH")
    assert state.nations["FR"].fallen
    assert state.control["algeria"] == "AH"


@pytest.mark.parametrize(("first", "second"), [("constantinople", "scutari"), ("scutari", "constantinople")])
def test_3_10_3_either_half_first_and_the_second_completes_it(first: str, second: str) -> None:
    """§3.10.3, §5.1: whoever of the side holds the first half; then their players share the empire out."""
    state = position({"aegean": "BR 1 infantry", "ankara": "OT 1 infantry"}, flags={first: "FR"}, step="entente.action")
    state = go(state, "entente", "BR.infantry.1", second)
    assert state.nations["OT"].fallen
    flags = {**cast(Any, offer(state, "entente", "share"))["flags"]}
    assert flags[first] == "FR"
    assert flags["ankara"] == "BR"
    state = order(state, "entente", "share", flags={**flags, "ankara": "FR"})
    assert state.control["ankara"] == "FR"


def test_3_10_3_both_halves_have_to_be_held_at_one_time() -> None:
    """§3.10.3: Vienna retaken, Budapest lost in the meantime: Austria fights on until Vienna falls a second time."""
    state = position({"tyrol": "AH 1 infantry", "venetia": "IT 1 infantry"}, flags={"budapest": "RU", "vienna": "IT"})
    state = go(state, "central", "AH.infantry.1", "vienna")
    assert not state.nations["AH"].fallen
    state = go(order(state, "central", "end_phase"), "entente", "IT.infantry.1", "tyrol", "vienna")
    assert not state.nations["AH"].fallen
    state, _ = fight(state, "entente", "IT.infantry.1", "AH.infantry.1", 6, 1)
    assert state.nations["AH"].fallen


def test_3_10_4_a_freed_country_has_its_empty_fields_and_colonies_again() -> None:
    """§3.10.4, §3.7: the whole country with its capital, but not where the enemy stands."""
    state = go(france_lost(), "central", "GE.infantry.2", "champagne", "picardy")
    assert conquests(state, "central") == sum(PRINTED.board.areas[a].coins for a in PRINTED.board.belongs["FR"])
    state = go(passed(state, "central"), "central", "GE.infantry.1", "brittany")
    state = order(state, "central", "move", units=["GE.infantry.3"], path=["champagne", "paris"])
    state = go(passed(state, "entente"), "entente", "BR.infantry.1", "biscay")
    state = go(passed(state, "central"), "central", "GE.infantry.3", "champagne")
    state = go(passed(state, "entente"), "entente", "BR.infantry.1", "aquitaine", "paris")
    assert not state.nations["FR"].fallen
    german = {a for a in PRINTED.board.belongs["FR"] if state.control[a] == "GE"}
    assert german == {"champagne", "picardy", "brittany"}
    assert {state.control[a] for a in PRINTED.board.belongs["FR"]} == {"FR", "GE"}


def test_3_10_4_a_freed_country_is_played_by_its_seat_again() -> None:
    """§3.10.4: it moves, buys and receives money as before."""
    state = position({"rhineland": "GE 1 infantry", "picardy": "FR 1 infantry"}, deck=CALM_DECK, scenario="classic-1-6")
    state = go(state, "central-2", "GE.infantry.1", "brussels")
    assert state.nations_of("entente-3") == ["RU", "SE", "MO"]
    state = beat(go(passed(state, "entente"), "entente-2", "FR.infantry.1", "brussels"), "entente-2")
    assert "BE" in state.nations_of("entente-3")
    assert nation_income(state, "BE") == PRINTED.board.areas["brussels"].coins


def test_3_10_4_helping_an_ally_to_its_field_costs_it_nothing() -> None:
    """§3.10.4: it keeps its army, its general and its colonies: friends conquer nobody."""
    places = {"picardy": "BR 1 infantry", "paris": "FR 1 infantry petain", "west-med": "FR 1 ship"}
    state = position(places, step="entente.action", flags={"champagne": "GE"})
    state, events = told(state, "entente", "move", units=["BR.infantry.1"], path=["champagne"])
    assert not happened(events, NationFell)
    assert not happened(events, NationFreed)
    assert len(state.units) == 4
    assert state.control["champagne"] == "FR"


AUSTRIA_LOST = {"galicia": "RU 2 infantry", "bavaria": "GE 2 infantry"}
TURKEY_LOST = {"aegean": "BR 2 infantry", "ankara": "GE 2 infantry"}


@pytest.mark.parametrize(("nation", "places", "lost", "freed"), [
    ("AH", AUSTRIA_LOST, (("RU", "budapest"), ("RU", "bohemia vienna")), ("vienna", "vienna budapest")),
    ("OT", TURKEY_LOST, (("BR", "constantinople"), ("BR", "scutari")), ("scutari", "scutari constantinople")),
])  # fmt: skip
def test_3_10_4_a_country_with_two_cities_is_freed_by_both(
    nation: str, places: dict[str, str], lost: tuple[tuple[str, str], ...], freed: tuple[str, str]
) -> None:
    """§3.10.3, §3.10.4: as it was conquered by both; until then the liberator holds what it takes."""
    state = position(places, deck=CALM_DECK, step="entente.action", flags={"galicia": "RU"})
    for number, (enemy, path) in enumerate(lost, 1):
        assert not state.nations[nation].fallen
        state = go(state, "entente", f"{enemy}.infantry.{number}", *path.split())
    assert state.nations[nation].fallen
    state = passed(state, "central")
    state = beat(go(state, "central", "GE.infantry.1", *freed[0].split()), "central")
    assert state.nations[nation].fallen
    assert state.control[freed[0]] == "GE"
    state = beat(go(state, "central", "GE.infantry.2", *freed[1].split()), "central")
    assert not state.nations[nation].fallen
    assert all(state.control[c] == nation for c in PRINTED.board.capitals[nation])


def test_3_10_3_austria_hungary_does_not_fall_by_standing_empty() -> None:
    """§3.10.3: to conquer it one has to conquer both cities, however few defend them."""
    places = {"venetia": "IT 2 infantry", "berlin": "GE 1 infantry"}
    state = go(position(places, step="entente.action"), "entente", "IT.infantry.1", "tyrol")
    assert not state.nations["AH"].fallen
    assert state.control["tyrol"] == "IT"
    state = go(state, "entente", "IT.infantry.2", "trieste", "budapest")
    assert not state.nations["AH"].fallen
    assert state.control["budapest"] == "IT"


def test_3_10_1_the_ottoman_empire_does() -> None:
    """§3.10.1, §3.10.3: the other sentence is about Constantinople, one city on two shores."""
    state = go(position({"egypt": "BR 1 infantry"}, step="entente.action"), "entente", "BR.infantry.1", "syria")
    assert state.nations["OT"].fallen


# --- sharing out (§5.1) -------------------------------------------------------------------------------------------


def vienna_and_budapest(scenario: str = "classic-1") -> State:
    """Italy has taken Vienna, and Russia takes Budapest."""
    state = position({"galicia": "RU 1 infantry", "trieste": "IT 1 infantry", "bohemia": "AH 3 infantry"},
                     step="entente.action", scenario=scenario,
                     flags={"galicia": "RU", "trieste": "IT"})  # fmt: skip
    seats = {n: state.nations[n].seat for n in ("IT", "RU")}
    state = go(state, seats["IT"], "IT.infantry.1", "vienna")
    state = go(state, seats["RU"], "RU.infantry.1", "budapest")
    assert state.nations["AH"].fallen
    assert not [u for u in state.units if u.startswith("AH.")]
    return state


def test_5_1_one_player_of_both_conquerors_shares_austria_hungary_out_as_he_likes() -> None:
    """§5.1, §3.10.3: what each of two nations gets of a country that they conquered together is for players to say."""
    state = vienna_and_budapest()
    asked = cast(Any, offer(state, "entente", "share"))
    assert asked["nations"] == ["RU", "IT"]
    assert set(asked["flags"]) == {"vienna", "budapest", "bohemia", "tyrol", "bosnia", "transylvania"}
    assert asked["flags"]["vienna"] == "IT"
    flags = {**dict.fromkeys(asked["flags"], "RU"), "bosnia": "IT", "vienna": "IT"}
    before = nation_income(state, "IT")
    state = order(state, "entente", "share", flags=flags)
    assert {a: state.control[a] for a in flags} == flags
    assert nation_income(state, "IT") == before + coins("bosnia")
    assert GAME.view(state, "entente")["pending"] is None


def test_5_1_two_players_have_to_agree() -> None:
    """§5.1: the seat that took the last city proposes; the other accepts, or makes a proposal of its own."""
    state = vienna_and_budapest("classic-1-6")
    italy, russia = state.nations["IT"].seat, state.nations["RU"].seat
    assert GAME.deciders(state) == (russia,)
    assert offer(state, russia, "agree") is None
    denied(state, russia, "nothing-proposed", "5.1", "agree")
    denied(state, italy, "not-your-turn", "3.1", "agree")
    areas = cast(Any, offer(state, russia, "share"))["flags"]
    greedy = dict.fromkeys(areas, "RU")
    state = order(state, russia, "share", flags=greedy)
    assert GAME.deciders(state) == (italy,)
    assert cast(Any, GAME.view(state, "spectator"))["pending"]["flags"] == greedy
    fair = {**greedy, "vienna": "IT", "tyrol": "IT"}
    state = order(state, italy, "share", flags=fair)
    assert GAME.deciders(state) == (russia,)
    agreed = order(state, russia, "agree")
    same = order(state, russia, "share", flags=fair)
    for done in (agreed, same):
        assert {a: done.control[a] for a in fair} == fair
        assert GAME.deciders(done) == ("entente-1", "entente-2", "entente-3")


@pytest.mark.parametrize("change", [{"vienna": "GE"}, {"vienna": None}, {"berlin": "RU"}, {"vienna": "AH"}])
def test_5_1_only_the_conquerors_and_only_what_they_conquered(change: dict[str, object]) -> None:
    """§5.1: every field of it, for one of them."""
    state = vienna_and_budapest()
    flags = {**cast(Any, offer(state, "entente", "share"))["flags"], **change}
    denied(state, "entente", "malformed", "5.1", "share", flags=flags)


def test_5_1_one_nation_that_takes_both_cities_has_all() -> None:
    """§3.10.2: there is nothing to share."""
    state = position({"galicia": "RU 2 infantry"}, step="entente.action", flags={"galicia": "RU"})
    state = go(state, "entente", "RU.infantry.1", "budapest")
    state = go(state, "entente", "RU.infantry.2", "bohemia", "vienna")
    assert state.nations["AH"].fallen
    assert offer(state, "entente", "share") is None
    assert {state.control[a] for a in PRINTED.board.homes["AH"]} == {"RU"}


def test_3_10_a_fallen_nations_seat_plays_on_with_the_rest() -> None:
    """§3.10.2: losing one of several nations is not losing the game."""
    state = position({"bosnia": "AH 1 infantry", "brussels": "BE 1 infantry"})
    state = go(state, "central", "AH.infantry.1", "cetinje")
    assert state.nations["MO"].fallen
    state = order(state, "central", "end_phase")
    assert GAME.deciders(state) == ("entente",)
    assert offer(state, "entente", "move") is not None


# --- generals left behind (§3.11.2) -------------------------------------------------------------------------------


def test_3_11_2_shots_and_gas_leave_a_general_alive_until_someone_comes() -> None:
    """§3.11.2: his units are gone, but no enemy has entered."""
    places = {"alsace": "GE 1 artillery 1 infantry", "champagne": "FR 1 infantry petain", "paris": "FR 1 infantry"}
    state = position(places)
    state = order(state, "central", "shoot", dice(6), unit="GE.artillery.1", area="champagne", target="FR.infantry.1")
    assert at(state, "FR.general.petain") == "champagne"
    state = go(state, "central", "GE.infantry.1", "champagne")
    assert at(state, "FR.general.petain") is None


def test_3_11_2_aircraft_and_ships_do_not_take_a_general_ashore() -> None:
    """§3.11.2: an enemy enters with land units."""
    state = position({"alsace": "GE 1 aircraft", "champagne": "FR petain", "paris": "FR 1 infantry"})
    denied(state, "central", "nothing-to-fight", "3.3.13", "move", units=["GE.aircraft.1"], path=["champagne"])


def test_3_11_2_a_chief_alone_at_sea_falls_to_ships() -> None:
    """§3.11.2: there it is they who enter."""
    state = position({"north-sea": "GE scheer", "channel": "BR 1 ship"}, step="entente.action")
    assert at(go(state, "entente", "BR.ship.1", "north-sea"), "GE.general.scheer") is None


def test_3_11_2_an_ally_brings_no_second_general() -> None:
    """§3.11.2: one in a field, whosever he is; in a battle too."""
    places = {"tyrol": "AH 1 infantry potiorek", "bavaria": "GE 1 infantry mackensen", "venetia": "IT 1 infantry"}
    state = position(places)
    cannot_go(state, "central", "one-general", "3.11.2", "GE.general.mackensen", "tyrol")
    state = go(state, "central", "AH.infantry.1 AH.general.potiorek", "venetia")
    denied(state, "central", "one-general", "3.11.2", "reinforce", units=["GE.general.mackensen"],
           path=["tyrol", "venetia"])  # fmt: skip


def test_3_11_3_a_general_goes_to_sea_with_or_without_a_ship() -> None:
    """§3.11.3: like land units; not among enemies."""
    state = position({"kiel": "GE mackensen"})
    assert at(go(state, "central", "GE.general.mackensen", "north-sea"), "GE.general.mackensen") == "north-sea"
    state = position({"kiel": "GE mackensen", "north-sea": "BR 1 ship"})
    cannot_go(state, "central", "enemy-ships", "3.2.7", "GE.general.mackensen", "north-sea")


# --- neutrals (§3.12) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nation", ["SW", "PT", "RO", "NL", "DK", "NO", "SP", "GR", "AL"])
def test_3_12_1_every_neutral_can_be_attacked_by_either_side(nation: str) -> None:
    """§3.12.1, §3.12.2: its army is the other side's, on its own ground."""
    for seat, enemy in (("central", "entente"), ("entente", "central")):
        state = order(position({}, step=f"{seat}.action"), seat, "announce", nation=nation)
        assert state.nations[nation] == NationState(enemy, enemy, "attacked")
        units = [u for u in state.units if u.startswith(f"{nation}.")]
        question = {"kind": "neutral", "nation": nation}
        known = cast(Any, GAME.consult(position({}), seat, question))
        assert sum(known["army"].values()) == len(units)
        assert nation_income(state, nation) == 0


@pytest.mark.parametrize(("nation", "section"), [
    ("CH", "3.12.4"), ("LU", "3.12.3"), ("US", "3.12.1"), ("SC", "3.12.1"), ("FR", "3.12.1"), ("GE", "3.12.1"),
    ("XX", "3.12.1"), ("", "3.12.1"),
])  # fmt: skip
def test_3_12_1_and_nobody_else(nation: str, section: str) -> None:
    """§3.12.3, §3.12.4: neither Switzerland nor a country at war; Luxembourg needs no announcement."""
    denied(position({}), "central", "not-neutral", section, "announce", nation=nation)


def test_3_12_4_in_the_duel_those_who_stay_out_cannot_be_attacked() -> None:
    """§3.12.4, §4.3: Germany and the others take no part in the war of two; Romania may be attacked."""
    state = position({}, scenario="austria-russia")
    denied(state, "central", "not-neutral", "3.12.4", "announce", nation="GE")
    assert order(state, "central", "announce", nation="RO").nations["RO"].side == "entente"


def test_3_12_2_its_army_moves_in_its_new_sides_turn() -> None:
    """§3.12.2: the opponent moves and attacks with it, and it buys nothing."""
    state = order(position({}, money=40), "central", "announce", nation="NL")
    state = order(state, "central", "end_phase")
    assert go(state, "entente", state.troops("holland", "entente")[0], "rhineland").control["rhineland"] == "NL"
    shelf = cast(Any, offer(replace(state, cursor=position({}, step="purchase").cursor), "entente", "buy"))
    assert "NL" not in {i["nation"] for i in shelf["items"]}


def test_3_12_2_an_attacked_neutral_can_fall_and_be_freed_like_any_country() -> None:
    """§3.12, §3.10: with its capital; what it is worth the attackers count, the defenders never."""
    state = order(position({"rhineland": "GE 1 infantry"}), "central", "announce", nation="NL")
    state = replace(state, units={u: s for u, s in state.units.items() if not u.startswith("NL")})
    state = go(state, "central", "GE.infantry.1", "holland")
    assert state.nations["NL"].fallen
    assert conquests(state, "central") == wealth("NL")
    assert nation_income(state, "GE") == wealth("GE", "NL")


def test_3_12_2_the_poorest_seat_by_land_then_by_units() -> None:
    """§3.12.2: with as many fields the fewer units decide."""
    state = position({"england": "BR 1 infantry"}, scenario="classic-1-4")
    lands = {s: sum(1 for n in state.control.values() if state.nations[n].seat == s) for s in state.seats}
    state = order(state, "central-1", "announce", nation="DK")
    least = min(("entente-1", "entente-2"), key=lambda s: lands[s])
    assert state.nations["DK"].seat == least


def test_3_12_2_with_as_many_fields_the_fewer_units_decide() -> None:
    """§3.12.2: land first, then the army."""
    table = position({}, scenario="classic-1-4")
    lands = {s: [a for a, n in table.control.items() if table.nations[n].seat == s] for s in ("entente-1", "entente-2")}
    more, less = sorted(lands, key=lambda s: -len(lands[s]))
    surplus = lands[more][: len(lands[more]) - len(lands[less])]
    for army, poorest in (("england", "entente-2"), ("petrograd", "entente-1")):
        nation = {"england": "BR", "petrograd": "RU"}[army]
        state = position({army: f"{nation} 3 infantry"}, scenario="classic-1-4", flags=dict.fromkeys(surplus, "GE"))
        assert order(state, "central-1", "announce", nation="DK").nations["DK"].seat == poorest


def test_3_12_3_luxembourg_may_be_crossed_and_gives_no_battle() -> None:
    """§3.12.3: two fields to Champagne over it; the flag changes only for units that stay."""
    state = position({"rhineland": "GE 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "luxembourg", "champagne")
    assert (state.control["luxembourg"], state.control["champagne"]) == ("LU", "GE")
    assert nation_income(position({}, flags={"luxembourg": "GE"}), "GE") == wealth("GE", "LU")


def test_3_12_4_no_gun_gas_or_ship_touches_the_swiss() -> None:
    """§3.12.4: there is nobody there to hit."""
    state = position({"alsace": "GE 1 artillery 1 infantry"})
    denied(state, "central", "no-such-target", "3.15.2", "gas", unit="GE.infantry.1", area="switzerland",
           first="infantry")  # fmt: skip
    denied(state, "central", "nothing-to-raze", "3.6", "raze", works="mill", area="switzerland")


# --- the end (§3.13) ----------------------------------------------------------------------------------------------


def test_3_13_2_a_joined_neutral_does_not_keep_a_beaten_side_alive() -> None:
    """§3.13.2: it is the nations with which the side began."""
    nations = fallen("AH", "GE", "OT")
    nations["SW"] = NationState("central", "central", "joined")
    state = position({"skopje": "SE 1 infantry", "stockholm": "SW 3 infantry"}, step="entente.action", nations=nations)
    state = go(state, "entente", "SE.infantry.1", "sofia")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.section) == ("entente", "3.13.2")


def test_3_13_2_one_nation_left_fights_on() -> None:
    """§3.13.2: not beaten yet."""
    state = position({"galicia": "AH 1 infantry"}, nations=fallen("BR", "FR", "RU", "IT", "BE", "SE"))
    assert order(state, "central", "end_phase").outcome is None


def test_3_13_3_a_bought_neutral_is_enemy_land_to_the_other_side() -> None:
    """§3.13.3: the Entente counts Wallachia when Romania was bought by its enemies."""
    nations = {**fallen(), "RO": NationState("central", "central", "joined")}
    state = position({}, nations=nations, flags={"bucharest": "RU"})
    assert conquests(state, "entente") == coins("bucharest")
    assert conquests(state, "central") == 0, "what one bought is no conquest"


def test_3_13_3_land_retaken_is_no_conquest() -> None:
    """§3.13.3: an ally's field under your own flag does not count."""
    state: State = position({}, flags={"brussels": "FR"}, nations=fallen("BE"))
    assert conquests(state, "entente") == 0


def test_3_13_3_luxembourg_counts_for_the_attackers() -> None:
    """§3.13.3: it was neutral."""
    assert conquests(position({}, flags={"luxembourg": "GE"}), "central") == 1
    assert conquests(position({}, flags={"luxembourg": "FR"}), "entente") == 0


def test_3_13_1_the_last_turn_is_played_to_its_end() -> None:
    """§3.13.1: purchases and both sides' moves still happen after the last card."""
    state, events = told(position({}, step="entente.action", deck=("winter-1", "winter-2")), "entente", "end_phase",
                         dice(1, 1))  # fmt: skip
    for seat in ("central", "entente"):
        state = order(state, seat, "end_phase")
    state = order(state, "central", "end_phase")
    assert state.outcome is None
    state, events = told(state, "entente", "end_phase")
    assert happened(events, MatchEnded)[0].winner == "entente"
