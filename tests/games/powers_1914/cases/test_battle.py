"""§3.3 Battle: its course, what changes the dice, who is encircled, who is captured, who flies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.powers_1914.facts.battle import BattleEnded
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from rules.powers_1914.shown import stakes
from tests.games.powers_1914.kit import (
    CALM_DECK,
    at,
    cannot_go,
    changes,
    denied,
    dice,
    drawn,
    fight,
    go,
    happened,
    offer,
    options,
    order,
    passed,
    position,
)

ONE, FOE = "GE.infantry.1", "FR.infantry.1"
Changed = tuple[dict[str, int], dict[str, int]]


def thrown(state: State, unit: str = ONE, target: str = FOE, seat: str = "central", capture: bool = False) -> Changed:
    """What changes both dice of a pair: (attacker's, defender's)."""
    _, events = fight(state, seat, unit, target, 3, 3, capture=capture)
    return changes(events, "attacker"), changes(events, "defender")


def clash(attack: str = "GE 1 infantry", defence: str = "FR 1 infantry", **more: Any) -> State:
    """All from Alsace against Champagne."""
    state = position({"alsace": attack, "champagne": defence, "paris": "FR 1 infantry"}, **more)
    return go(state, "central", [*state.at("alsace")], "champagne")


def sea_clash(attack: str, defence: str, **more: Any) -> State:
    """All from the North Sea against the Channel."""
    state = position({"north-sea": attack, "channel": defence}, **more)
    return go(state, "central", [*state.at("north-sea")], "channel")


# --- order and course (§3.3.1 to §3.3.4) --------------------------------------------------------------------------


def test_3_3_1_guns_fire_into_a_field_before_the_assault_and_into_others_after_it() -> None:
    """§3.3.1: the order binds each field by itself."""
    places = {"alsace": "GE 1 infantry 2 artillery", "champagne": "FR 2 infantry", "provence": "FR 1 infantry",
              "rhineland": "GE 1 artillery", "brussels": "BE 1 infantry"}  # fmt: skip
    state = position(places)
    shot = {"unit": "GE.artillery.1", "area": "champagne", "target": FOE}
    state = order(state, "central", "shoot", dice(2), **shot)
    state = order(go(state, "central", ONE, "champagne"), "central", "withdraw")
    denied(state, "central", "too-late", "3.3.1", "shoot", **{**shot, "unit": "GE.artillery.2"})
    into_belgium = {"unit": "GE.artillery.3", "area": "brussels", "target": "BE.infantry.1"}
    assert at(order(state, "central", "shoot", dice(6), **into_belgium), "BE.infantry.1") is None


def test_3_3_1_the_other_sides_guns_are_not_bound_by_your_assault() -> None:
    """§3.3.1: what infantry did in one side's moves is over in the other's."""
    places = {"alsace": "GE 1 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 artillery"}
    state = go(position(places), "central", ONE, "champagne")
    state, _ = fight(state, "central", ONE, FOE, 6, 1)
    state = order(state, "central", "end_phase")
    shot = {"unit": "FR.artillery.1", "area": "champagne", "target": ONE}
    assert at(order(state, "entente", "shoot", dice(6), **shot), ONE) is None


def test_3_3_1_no_gun_fires_while_a_battle_goes_on() -> None:
    """§3.3.1: it is too late for the field itself, and the battle comes first for the rest."""
    state = position({"alsace": "GE 1 infantry 1 artillery", "champagne": "FR 1 infantry"})
    state = go(state, "central", ONE, "champagne")
    shot = {"unit": "GE.artillery.1", "area": "champagne", "target": FOE}
    denied(state, "central", "wrong-step", "3.3", "shoot", **shot)


def test_3_3_2_units_that_have_moved_bring_no_help() -> None:
    """§3.3.2, §3.2.3: reinforcements are units that have not moved, shot or fought."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 1 infantry"}, spent=["GE.infantry.2"])
    state = go(state, "central", ONE, "champagne")
    assert offer(state, "central", "reinforce") is None
    denied(state, "central", "has-moved", "3.2.3", "reinforce", units=["GE.infantry.2"], path=["champagne"])


def test_3_3_2_the_defender_gets_no_reinforcements() -> None:
    """§3.3.2: only attackers bring units up; the defending side does not decide anything."""
    state = clash()
    assert GAME.deciders(state) == ("central",)
    denied(state, "entente", "not-your-turn", "3.1", "reinforce", units=["FR.infantry.2"], path=["champagne"])


def test_3_3_3_each_attacker_goes_back_his_own_way() -> None:
    """§3.3.3: those from Luxembourg to Luxembourg, those from Alsace to Alsace."""
    state = position({"alsace": "GE 1 infantry", "rhineland": "GE 1 infantry", "champagne": "FR 2 infantry"})
    state = go(state, "central", ONE, "champagne")
    state = order(state, "central", "reinforce", units=["GE.infantry.2"], path=["luxembourg", "champagne"])
    state = order(state, "central", "withdraw")
    assert (at(state, ONE), at(state, "GE.infantry.2")) == ("alsace", "luxembourg")
    assert state.control["luxembourg"] == "GE"


def test_3_3_4_a_battle_goes_on_until_one_side_is_gone() -> None:
    """§3.3.4: after each pair the attacker chooses the next, and may take the same unit again."""
    state = clash("GE 2 infantry", "FR 2 infantry")
    state, _ = fight(state, "central", ONE, FOE, 6, 1)
    assert state.battle is not None
    state, _ = fight(state, "central", ONE, "FR.infantry.2", 6, 1)
    assert state.battle is None
    assert state.control["champagne"] == "GE"


def test_3_3_4_a_tie_of_the_last_two_leaves_the_field_to_its_owner() -> None:
    """§3.3.4, §3.10: nobody stands there to raise a flag, and the defenders' chief lives."""
    state, _ = fight(clash(defence="FR 1 infantry petain"), "central", ONE, FOE, 5, 1)
    assert state.control["champagne"] == "FR"
    assert [*state.at("champagne")] == ["FR.general.petain"]


# --- what changes the dice (§3.3.5 to §3.3.8, §3.3.10) ------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defence", "bonus"), [
    ("GE 2 infantry", "FR 1 infantry", True), ("GE 3 infantry", "FR 2 infantry", False),
    ("GE 1 infantry 1 artillery", "FR 1 infantry", True), ("GE 1 infantry mackensen", "FR 1 infantry", False),
    ("GE 1 infantry; AH 1 infantry", "FR 1 infantry", True), ("GE 2 infantry", "FR 1 infantry; BR 1 infantry", False),
    ("GE 2 infantry", "FR 1 infantry 3 aircraft petain", True),
])  # fmt: skip
def test_3_3_5_what_is_counted_for_two_to_one(attack: str, defence: str, bonus: bool) -> None:
    """§3.3.5: all land units of both sides, allies' too; neither chiefs nor aircraft."""
    assert ("3.3.5" in thrown(clash(attack, defence))[0]) is bonus


def test_3_3_5_ships_outnumber_ships_and_transports_do_not_count() -> None:
    """§3.3.5: at sea the ships are counted."""
    state = sea_clash("GE 2 ship", "BR 1 ship 3 infantry")
    assert thrown(state, "GE.ship.1", "BR.ship.1")[0] == {"3.3.5": 1}


def test_3_3_5_reinforcements_bring_it_about() -> None:
    """§3.3.5: it is counted again for every pair."""
    state = position({"alsace": "GE 1 infantry", "rhineland": "GE 1 infantry", "champagne": "FR 1 infantry"})
    state = go(state, "central", ONE, "champagne")
    assert "3.3.5" not in thrown(state)[0]
    state = order(state, "central", "reinforce", units=["GE.infantry.2"], path=["luxembourg", "champagne"])
    assert thrown(state)[0]["3.3.5"] == 1


def test_3_3_1_ships_begin_no_battle_where_their_guns_have_shot() -> None:
    """§3.3.1: at sea the ships come first; aircraft, other seas and the next turn are free."""
    places = {"kiel": "GE 1 artillery 2 aircraft", "skagerrak": "GE 1 ship", "baltic": "GE 1 ship",
              "north-sea": "BR 2 ship 1 aircraft", "bothnia": "RU 1 ship"}  # fmt: skip
    state = position(places, deck=CALM_DECK)
    shot = {"unit": "GE.artillery.1", "area": "north-sea", "target": "BR.ship.1"}
    fought = order(go(state, "central", "GE.ship.1", "north-sea"), "central", "withdraw")
    assert at(order(fought, "central", "shoot", dice(6), **shot), "BR.ship.1") is None
    state = order(state, "central", "shoot", dice(1), **shot)
    state = GAME.load_state(GAME.dump_state(state))
    cannot_go(state, "central", "too-late", "3.3.1", "GE.ship.1", "north-sea")
    assert "north-sea" not in options(state, "central", "move", "path", units=["GE.ship.1"])["ways"]
    assert go(state, "central", "GE.ship.2", "bothnia").battle is not None
    raid = go(state, "central", "GE.aircraft.1", "north-sea")
    denied(raid, "central", "too-late", "3.3.1", "reinforce", units=["GE.ship.1"], path=["north-sea"])
    assert go(passed(order(raid, "central", "withdraw"), "central"), "central", "GE.ship.1", "north-sea").battle


def test_3_3_6_two_aircraft_help_no_more_than_one() -> None:
    """§3.3.6: it is having any that counts; another nation's will do if the same player has it."""
    ours, theirs = thrown(clash("GE 1 infantry; AH 2 aircraft", "FR 1 infantry; BR 2 aircraft"))
    assert ours["3.3.6"] == theirs["3.3.6"] == 1


def test_3_3_6_an_allied_players_aircraft_help_nobody_but_that_player() -> None:
    """§3.3.6, §3.11.1: the player who has them adds one, attacking and defending; generals help ally units as well."""
    places = {"bavaria": "GE 1 infantry 1 aircraft mackensen", "tyrol": "AH 1 infantry",
              "venetia": "IT 1 infantry; BR 1 infantry 1 aircraft; FR petain"}  # fmt: skip
    state = position(places, scenario="classic-1-6")
    state = go(state, "central-1", "AH.infantry.1", "venetia")
    state = order(state, "central-2", "reinforce", units=["GE.aircraft.1"], path=["tyrol", "venetia"])
    ours, theirs = thrown(state, "AH.infantry.1", "IT.infantry.1", "central-1")
    assert ("3.3.6" in ours, "3.3.6" in theirs, theirs["3.3.10"]) == (False, False, 1)
    assert thrown(state, "AH.infantry.1", "BR.infantry.1", "central-1")[1]["3.3.6"] == 1
    units = ["GE.infantry.1", "GE.general.mackensen"]
    state = order(state, "central-2", "reinforce", units=units, path=["tyrol", "venetia"])
    ours, _ = thrown(state, "GE.infantry.1", "IT.infantry.1", "central-1")
    assert (ours["3.3.6"], ours["3.3.10"]) == (1, 1)
    ours, _ = thrown(state, "AH.infantry.1", "IT.infantry.1", "central-1")
    assert ("3.3.6" in ours, ours["3.3.10"]) == (False, 1)


def test_3_3_6_aircraft_over_transports_help_ships_that_come_to_them() -> None:
    """§3.3.6: they are in the battlefield, although they do not attack."""
    places = {"channel": "BR 1 infantry 1 aircraft", "north-sea": "GE 1 ship", "irish-sea": "BR 1 ship"}
    state = order(go(position(places), "central", "GE.ship.1", "channel"), "central", "end_phase")
    state = go(state, "entente", "BR.ship.1", "channel")
    assert thrown(state, "BR.ship.1", "GE.ship.1", "entente")[0] == {"3.3.6": 1}


def test_3_3_6_aircraft_help_ships_on_both_sides() -> None:
    """§3.3.6: at sea as on land."""
    state = sea_clash("GE 1 ship 1 aircraft", "BR 1 ship 1 aircraft")
    ours, theirs = thrown(state, "GE.ship.1", "BR.ship.1")
    assert ours == theirs == {"3.3.6": 1}


@pytest.mark.parametrize("arm", ["infantry", "artillery"])
def test_3_3_7_every_land_unit_defends_at_three_more(arm: str) -> None:
    """§3.3.7: guns like infantry, and against aircraft as well."""
    state = clash("GE 1 infantry 1 aircraft", f"FR 1 {arm}", modern={"GE.aircraft": 2})
    target = f"FR.{arm}.1"
    assert thrown(state, ONE, target)[1]["3.3.7"] == 3
    assert thrown(state, "GE.aircraft.1", target)[1]["3.3.7"] == 3


def test_3_3_7_transports_bombed_at_sea_are_land_units_too() -> None:
    """§3.3.7: the three points are for land units that defend, wherever they are."""
    state = position({"kiel": "GE 1 aircraft", "north-sea": "BR 1 infantry"}, modern={"GE.aircraft": 2})
    state = go(state, "central", "GE.aircraft.1", "north-sea")
    assert thrown(state, "GE.aircraft.1", "BR.infantry.1")[1] == {"3.3.7": 3}


@pytest.mark.parametrize(("unit", "target", "modern", "ours", "theirs"), [
    ("GE.ship.1", "BR.ship.1", {"GE.ship": 2, "BR.ship": 1}, 2, 1),
    ("GE.ship.1", "BR.ship.1", {"GE.infantry": 2, "FR.ship": 1}, None, None),
    ("GE.aircraft.1", "BR.aircraft.1", {"GE.aircraft": 1, "BR.aircraft": 2}, 1, 2),
])  # fmt: skip
def test_3_3_8_progress_counts_for_its_type_and_nation_only(
    unit: str, target: str, modern: dict[str, int], ours: int | None, theirs: int | None
) -> None:
    """§3.3.8, §3.9: ships by ships, aircraft by aircraft, attacking and defending."""
    state = sea_clash("GE 1 ship 1 aircraft", "BR 1 ship 1 aircraft", modern=modern)
    mine, others = thrown(state, unit, target)
    assert (mine.get("3.3.8"), others.get("3.3.8")) == (ours, theirs)


def test_3_3_8_modernised_guns_attack_like_any_guns() -> None:
    """§3.3.8, §3.3.12: no bonus in the attack either."""
    state = clash("GE 1 artillery", "FR 1 infantry", modern={"GE.artillery": 2})
    assert thrown(state, "GE.artillery.1")[0] == {}


@pytest.mark.parametrize("chief", ["falkenhayn", "scheer", "richthofen"])
def test_3_3_10_chiefs_of_other_arms_do_nothing_for_infantry(chief: str) -> None:
    """§3.3.10, §3.11.1: guns, ships and aircraft have their own."""
    assert "3.3.10" not in thrown(clash(f"GE 1 infantry 1 aircraft {chief}"))[0]


def test_3_3_10_falkenhayn_does_not_help_guns_in_a_fight() -> None:
    """§3.11.1: his bonus is for shots."""
    state = clash("GE 1 artillery falkenhayn")
    assert "3.3.10" not in thrown(state, "GE.artillery.1")[0]


def test_3_3_10_a_chief_next_door_is_not_there() -> None:
    """§3.3.10: he has to be in the field; one who came with an ally's reinforcement is."""
    state = position({"alsace": "GE 1 infantry mackensen", "champagne": "FR 1 infantry"}, scenario="classic-1-6")
    state = order(state, "central-2", "move", units=[ONE], path=["champagne"])
    assert "3.3.10" not in thrown(state, seat="central-2")[0]
    state = order(state, "central-2", "reinforce", units=["GE.general.mackensen"], path=["champagne"])
    assert thrown(state, seat="central-2")[0]["3.3.10"] == 1


def test_3_3_everything_adds_up() -> None:
    """§3.3: two to one, aircraft, progress, general, prisoners, tactical card: each is a line of the sum."""
    cards = {"central": ("champagne",), "entente": ()}
    state = clash("GE 2 infantry 1 aircraft mackensen", "FR 1 infantry", modern={"GE.infantry": 2},
                  captured={"central": 6, "entente": 0}, tactics=cards)  # fmt: skip
    ours, _ = thrown(state)
    assert ours == {"3.3.5": 1, "3.3.6": 1, "3.3.8": 2, "3.3.10": 1, "3.3.11": 1, "3.15.1": 1}


def beside_a_fleet(transports: str = "BR 1 infantry 1 aircraft; FR petain") -> State:
    """A German ship has come to British aircraft over transports and has not sunk these."""
    places = {"channel": transports, "north-sea": "GE 1 ship", "picardy": "GE 1 infantry 1 artillery",
              "rhineland": "GE 1 infantry", "paris": "FR 1 infantry"}  # fmt: skip
    return go(position(places, flags={"picardy": "GE"}), "central", "GE.ship.1", "channel")


def test_3_3_13_aircraft_are_lost_beside_enemy_ships_when_a_shot_or_gas_takes_the_last_transport() -> None:
    """§3.3.13, §3.11.2: they are alone in an enemy field, and the general has nobody left who was not defeated."""
    state = beside_a_fleet()
    assert len(state.at("channel")) == 4
    shot = {"unit": "GE.artillery.1", "area": "channel", "target": "BR.infantry.1"}
    assert [*order(state, "central", "shoot", dice(6), **shot).at("channel")] == ["GE.ship.1"]
    assert len(order(state, "central", "shoot", dice(5), **shot).at("channel")) == 4
    gas = {"unit": "GE.infantry.1", "area": "channel", "first": "infantry"}
    assert [*order(state, "central", "gas", dice(1), **gas).at("channel")] == ["GE.ship.1"]
    two = order(beside_a_fleet("BR 2 infantry 1 aircraft"), "central", "gas", dice(1), **gas)
    assert at(two, "BR.aircraft.1") == "channel"


def test_3_3_13_aircraft_are_lost_when_transports_sail_away_from_them_and_a_general_is_not() -> None:
    """§3.3.13, §3.11.2: nobody was defeated; the player is warned before."""
    state = order(beside_a_fleet(), "central", "end_phase")
    (stake,) = stakes.of_march(state, ["BR.infantry.1"])
    assert cast(Any, stake)["section"] == "3.3.13"
    assert not stakes.of_march(state, ["BR.infantry.1", "BR.aircraft.1"])
    state = go(state, "entente", "BR.infantry.1", "england")
    assert {*state.at("channel")} == {"GE.ship.1", "FR.general.petain"}


def test_3_3_13_aircraft_are_lost_at_sea_with_the_country_of_their_transports_and_with_a_card() -> None:
    """§3.3.13, §3.7, §3.14.4, §3.11.2: however their company went; a general stays, for nobody was defeated."""
    state = go(beside_a_fleet("BE 1 infantry; BR 1 aircraft; FR petain"), "central", "GE.infantry.2", "brussels")
    assert state.nations["BE"].fallen
    assert {*state.at("channel")} == {"GE.ship.1", "FR.general.petain"}
    state = drawn("desertion-1", {"baltic": "GE 1 infantry 1 aircraft scheer; BR 1 ship"})
    assert {*state.at("baltic")} == {"BR.ship.1", "GE.general.scheer"}


def test_3_15_2_gas_in_a_raid_at_sea_leaves_the_raiders_to_their_player() -> None:
    """§3.15.2, §3.3.3: the transports beneath them go; the attack may still be stopped, and they fly home."""
    places = {"north-sea": "GE 1 infantry; BR 1 ship 1 aircraft", "kiel": "GE 1 aircraft", "england": "BR 1 infantry"}
    state = go(position(places), "central", "GE.aircraft.1", "north-sea")
    gas = {"unit": "BR.infantry.1", "area": "north-sea", "first": "infantry"}
    state = order(state, "entente", "gas", dice(1), **gas)
    assert (at(state, "GE.infantry.1"), at(state, "GE.aircraft.1")) == (None, "north-sea")
    assert at(order(state, "central", "withdraw"), "GE.aircraft.1") == "kiel"


def test_3_3_13_with_the_last_ship_the_aircraft_and_the_admiral_over_it_are_lost() -> None:
    """§3.3.13, §3.11.2: at sea the ships decide who is left alone."""
    state = position({"channel": "BR 1 ship", "north-sea": "GE 1 ship 1 aircraft scheer"}, step="entente.action")
    state = go(state, "entente", "BR.ship.1", "north-sea")
    state, _ = fight(state, "entente", "BR.ship.1", "GE.ship.1", 6, 1)
    assert [*state.at("north-sea")] == ["BR.ship.1"]


# --- encirclement (§3.3.9) ----------------------------------------------------------------------------------------

BELGIUM = {"brussels": "BE 1 infantry", "picardy": "GE 1 infantry", "champagne": "GE 1 infantry",
           "rhineland": "GE 1 infantry"}  # fmt: skip
FRENCH_FLAGS = {"picardy": "GE", "champagne": "GE"}


def belgium(flags: dict[str, str] | None = None, **places: str) -> dict[str, int]:
    """What changes the die of Belgium's infantry when the Rhineland attacks it."""
    state = position({**BELGIUM, **places}, flags={**FRENCH_FLAGS, **(flags or {})})
    state = go(state, "central", state.troops("rhineland", "central")[0], "brussels")
    assert state.battle is not None
    return thrown(state, state.battle.attackers[0], "BE.infantry.1")[1]


@pytest.mark.parametrize(("field", "who", "ringed"), [
    ("picardy", "AH 1 infantry", True), ("picardy", "GE 1 artillery", True), ("picardy", "GE mackensen", False),
    ("picardy", "GE 1 aircraft", False), ("north-sea", "BR 3 ship", True),
])  # fmt: skip
def test_3_3_9_which_units_close_a_side(field: str, who: str, ringed: bool) -> None:
    """§3.3.9: any land unit of the side; no chief, no aircraft; friends at sea do not open it."""
    assert ("3.3.9" in belgium(**{field: who})) is ringed


def test_3_3_9_neutral_luxembourg_closes_its_side_by_itself_and_taken_it_must_be_held() -> None:
    """§3.3.9: under a belligerent's flag it is a field like any other."""
    assert "3.3.9" in belgium()
    assert "3.3.9" not in belgium({"luxembourg": "FR"})
    assert "3.3.9" not in belgium({"luxembourg": "GE"}), "empty, whosever the flag"
    assert "3.3.9" in belgium({"luxembourg": "GE"}, luxembourg="GE 1 infantry")


def test_3_3_9_a_neutral_that_was_attacked_is_a_way_out() -> None:
    """§3.3.9, §3.12.1: Holland at war with the attacker is a friend of Belgium's."""
    state = position(BELGIUM, flags=FRENCH_FLAGS)
    state = order(state, "central", "announce", nation="NL")
    state = go(state, "central", state.troops("rhineland", "central")[0], "brussels")
    assert state.battle is not None
    assert "3.3.9" not in thrown(state, state.battle.attackers[0], "BE.infantry.1")[1]


def test_3_3_9_a_field_that_attackers_only_passed_on_their_way_is_held_by_nobody() -> None:
    """§3.3.9: from Paris through empty Picardy; the Belgians could go out there. They close the one they left."""
    places = {"brussels": "BE 1 infantry", "champagne": "GE 1 infantry", "rhineland": "GE 1 infantry"}
    flags = {**FRENCH_FLAGS, "paris": "GE"}
    for field, path, ringed in (("paris", ["picardy", "brussels"], False), ("picardy", ["brussels"], True)):
        state = position({**places, field: "GE 1 infantry"}, flags=flags)
        state = go(state, "central", state.troops(field, "central")[0], *path)
        assert state.battle is not None
        assert ("3.3.9" in thrown(state, state.battle.attackers[0], "BE.infantry.1")[1]) is ringed


def test_3_3_9_units_that_land_and_go_on_do_not_break_out_of_the_shore_they_passed() -> None:
    """§3.3.9: it is where he stood that counts, and at sea nobody encircles him."""
    places = {"channel": "BR 1 infantry", "brussels": "GE 1 infantry", "champagne": "GE 1 infantry",
              "paris": "GE 1 infantry", "brittany": "GE 1 infantry"}  # fmt: skip
    state = position(places, step="entente.action", flags=dict.fromkeys(places.keys() - {"channel"}, "GE"))
    state = go(state, "entente", "BR.infantry.1", "picardy", "brussels")
    assert "3.3.9" not in thrown(state, "BR.infantry.1", state.troops("brussels", "central")[0], "entente")[0]


def test_3_3_9_guns_and_all_allies_in_the_ring_suffer_aircraft_do_not() -> None:
    """§3.3.9: troops are encircled; who flies is not."""
    inside, outside = "BE 1 artillery 1 aircraft; FR 1 infantry", "GE 2 infantry 1 aircraft"
    places = {**BELGIUM, "brussels": inside, "rhineland": outside}
    state = position(places, flags=FRENCH_FLAGS)
    state = go(state, "central", [*state.at("rhineland")], "brussels")
    one = state.troops("brussels", "central")[0]
    for target in ("BE.artillery.1", FOE):
        assert thrown(state, one, target)[1]["3.3.9"] == -5
    assert "3.3.9" not in thrown(state, "GE.aircraft.1", "BE.aircraft.1")[1]


def test_3_3_9_only_those_who_break_out_carry_it() -> None:
    """§3.3.9: relief from outside attacks at full strength beside them."""
    places = {"brussels": "BE 2 infantry", "picardy": "GE 1 infantry", "champagne": "GE 1 infantry",
              "rhineland": "GE 1 infantry", "paris": "FR 1 infantry"}  # fmt: skip
    state = position(places, step="entente.action", flags=FRENCH_FLAGS)
    foe = state.troops("picardy", "central")[0]
    state = go(state, "entente", "BE.infantry.1", "picardy")
    state = order(state, "entente", "reinforce", units=[FOE], path=["picardy"])
    assert thrown(state, "BE.infantry.1", foe, "entente")[0]["3.3.9"] == -5
    assert "3.3.9" not in thrown(state, FOE, foe, "entente")[0]


def test_3_3_9_a_friend_who_left_the_next_field_to_join_has_opened_that_side() -> None:
    """§3.3.9: the friend's empty field is a way out for those in the pocket; only enemies close a side."""
    places = {"brussels": "BE 2 infantry", "picardy": "FR 1 infantry", "champagne": "GE 1 infantry",
              "rhineland": "GE 1 infantry"}  # fmt: skip
    state = position(places, step="entente.action", flags={"champagne": "GE"})
    state = go(state, "entente", "BE.infantry.1", "champagne")
    state = order(state, "entente", "reinforce", units=[FOE], path=["champagne"])
    assert "3.3.9" not in thrown(state, "BE.infantry.1", state.troops("champagne", "central")[0], "entente")[0]


def test_3_3_9_encircled_ships_attack_at_minus_five_too() -> None:
    """§3.3.9: out of a sea whose every neighbour the enemy's ships hold; land units at sea hold none."""
    places = {"baltic": "RU 1 ship", "bothnia": "GE 1 ship", "skagerrak": "GE 1 ship"}
    state = go(position(places, step="entente.action"), "entente", "RU.ship.1", "skagerrak")
    assert thrown(state, "RU.ship.1", "GE.ship.2", "entente")[0]["3.3.9"] == -5
    places = {**places, "bothnia": "GE 3 infantry"}
    state = go(position(places, step="entente.action"), "entente", "RU.ship.1", "skagerrak")
    assert "3.3.9" not in thrown(state, "RU.ship.1", "GE.ship.1", "entente")[0]


def test_3_3_9_a_neutral_shore_is_no_side_for_ships_and_a_sea_none_for_troops() -> None:
    """§3.3.9: Malta has the sea only, and cannot be encircled."""
    state = position({"ionian": "GE 1 ship 2 infantry", "malta": "BR 1 infantry"})
    state = go(state, "central", "GE.infantry.1 GE.infantry.2", "malta")
    assert "3.3.9" not in thrown(state, ONE, "BR.infantry.1")[1]


# --- capture (§3.3.11) --------------------------------------------------------------------------------------------


def test_3_3_11_one_point_less_can_turn_a_victory_into_a_tie() -> None:
    """§3.3.11: 5 against 1 and 3 wins; announced as a capture it is a tie."""
    won, _ = fight(clash(), "central", ONE, FOE, 5, 1)
    assert at(won, ONE) == "champagne"
    tied, _ = fight(clash(), "central", ONE, FOE, 5, 1, capture=True)
    assert at(tied, ONE) is None
    assert at(tied, FOE) is None
    assert tied.captured["central"] == 0


def test_3_3_11_a_captured_ship_sails_for_its_captor() -> None:
    """§3.3.11: in the captor's colour, in that sea, and not again this turn."""
    state = sea_clash("GE 1 ship", "BR 1 ship", works={})
    state, _ = fight(state, "central", "GE.ship.1", "BR.ship.1", 6, 1, capture=True)
    assert state.ships("channel", "central") == ["GE.ship.1", "GE.ship.2"]
    assert state.units["GE.ship.2"].spent
    assert state.captured["central"] == 0, "only infantry is counted"


def test_3_3_11_a_captured_gun_fights_on_and_withdraws_with_its_captors() -> None:
    """§3.3.11, §3.3.3: it is part of the attack from now on."""
    state = clash("GE 1 infantry", "FR 1 artillery 1 infantry")
    state, _ = fight(state, "central", ONE, "FR.artillery.1", 6, 1, capture=True)
    assert thrown(state, "GE.artillery.1")[0]["3.3.5"] == 1, "two against one now"
    state = order(state, "central", "withdraw")
    assert at(state, "GE.artillery.1") == "alsace"


def test_3_3_11_captured_guns_are_as_modern_as_the_captors() -> None:
    """§3.3.11, §3.9: they belong to the captor's army."""
    state = clash("GE 2 infantry", "FR 1 artillery 1 infantry", modern={"FR.artillery": 2})
    state, _ = fight(state, "central", ONE, "FR.artillery.1", 6, 1, capture=True)
    assert state.level("GE", "artillery") == 0


@pytest.mark.parametrize(("held", "bonus"), [(5, None), (6, 1), (9, 1)])
def test_3_3_11_six_prisoners_help_in_attack_and_defence_and_more_help_no_more(held: int, bonus: int | None) -> None:
    """§3.3.11: +1 from the sixth on for the side that has them, whichever seat took them."""
    taken = {"central": held, "entente": 0}
    ours, theirs = thrown(clash(captured=taken))
    assert ours.get("3.3.11") == bonus
    assert "3.3.11" not in theirs
    _, theirs = thrown(clash(captured={"central": 0, "entente": held}))
    assert theirs.get("3.3.11") == bonus


def test_3_3_11_no_chief_is_fought_or_captured() -> None:
    """§3.3.11: he is no target at all."""
    state = clash(defence="FR 1 infantry petain")
    pair = {"unit": ONE, "target": "FR.general.petain", "capture": True}
    denied(state, "central", "cannot-fight", "3.3.13", "fight", **pair)


def test_3_3_11_prisoners_are_counters_that_can_be_bought_again() -> None:
    """§3.3.11, §5.2: what was captured is off the map."""
    state, _ = fight(clash("GE 2 infantry"), "central", ONE, FOE, 6, 1, capture=True)
    assert FOE in state.free_units("FR", "infantry", 32)


def test_3_3_11_bombers_take_prisoners_and_guns_that_somebody_with_them_keeps() -> None:
    """§3.3.11, §3.3.13, §3.3.3: the gun goes back with the infantry and not to where the aircraft started."""
    bombers = {"modern": {"GE.aircraft": 2}}
    places = {"alsace": "GE 1 infantry", "berlin": "GE 1 aircraft", "champagne": "FR 1 artillery 2 infantry"}
    state = go(position(places, **bombers), "central", ONE, "champagne")
    path = ["rhineland", "luxembourg", "champagne"]
    state = order(state, "central", "reinforce", units=["GE.aircraft.1"], path=path)
    state, events = fight(state, "central", "GE.aircraft.1", FOE, 6, 1, capture=True)
    assert (changes(events, "attacker")["3.3.11"], state.captured["central"]) == (-1, 1)
    state, _ = fight(state, "central", "GE.aircraft.1", "FR.artillery.1", 6, 1, capture=True)
    assert at(state, "GE.artillery.1") == "champagne"
    state = order(state, "central", "withdraw")
    assert (at(state, "GE.artillery.1"), at(state, "GE.aircraft.1")) == ("alsace", "berlin")


def test_3_3_11_bombers_alone_take_prisoners_and_no_guns_or_ships() -> None:
    """§3.3.11, §3.3.13: nobody would keep those; they are destroyed."""
    bombers = {"modern": {"GE.aircraft": 2}}
    state = clash("GE 1 aircraft", "FR 1 artillery 2 infantry", **bombers)
    state, _ = fight(state, "central", "GE.aircraft.1", FOE, 6, 1, capture=True)
    state, _ = fight(state, "central", "GE.aircraft.1", "FR.artillery.1", 6, 1, capture=True)
    assert (state.captured["central"], {*state.at("champagne")}) == (1, {"FR.infantry.2", "GE.aircraft.1"})
    state = sea_clash("GE 1 aircraft", "BR 2 ship", **bombers)
    state, _ = fight(state, "central", "GE.aircraft.1", "BR.ship.1", 6, 1, capture=True)
    assert {*state.at("channel")} == {"BR.ship.2", "GE.aircraft.1"}


def test_2_5_a_gun_captured_out_of_gibraltar_does_not_come_back_there() -> None:
    """§2.5, §3.3.11: with its captor it would be a second land unit on the rock; if the attack goes on it stays."""
    places = {"gibraltar": "BR 1 infantry", "andalusia": "GE 1 artillery 1 infantry"}
    state = position(places, step="entente.action", flags={"andalusia": "GE"})
    state = go(state, "entente", "BR.infantry.1", "andalusia")
    state, _ = fight(state, "entente", "BR.infantry.1", "GE.artillery.1", 6, 1, capture=True)
    assert at(state, "BR.artillery.1") == "andalusia"
    state = order(state, "entente", "withdraw")
    assert ([*state.at("gibraltar")], at(state, "BR.artillery.1")) == (["BR.infantry.1"], None)


def test_3_3_11_defenders_who_capture_do_so_where_it_can_be_done() -> None:
    """§3.3.11: against aircraft they fight without the -1."""
    state = clash("GE 1 infantry 1 aircraft", "FR 1 infantry 1 aircraft", modern={"GE.aircraft": 2})
    state = replace(state, capturing=frozenset({"entente"}))
    assert thrown(state)[1]["3.3.11"] == -1
    assert "3.3.11" not in thrown(state, "GE.aircraft.1", FOE)[1]
    assert "3.3.11" not in thrown(state, "GE.aircraft.1", "FR.aircraft.1")[1]


def test_3_3_11_a_gun_captured_in_defence_stays_with_the_defenders() -> None:
    """§3.3.11: in the defender's colour, in the defended field, and the attack goes on against it."""
    state = replace(clash("GE 1 infantry 1 artillery", "FR 1 infantry"), capturing=frozenset({"entente"}))
    state, _ = fight(state, "central", "GE.artillery.1", FOE, 1, 6)
    assert state.troops("champagne", "entente") == [FOE, "FR.artillery.1"]
    assert state.battle is not None
    assert state.battle.attackers == (ONE,)


# --- aircraft (§3.3.13) -------------------------------------------------------------------------------------------


def test_3_3_13_infantry_ships_and_guns_do_not_fight_aircraft() -> None:
    """§3.3.13: only aircraft do."""
    state = clash("GE 1 infantry 1 artillery", "FR 1 infantry 1 aircraft")
    for unit in (ONE, "GE.artillery.1"):
        pair = {"unit": unit, "target": "FR.aircraft.1", "capture": False}
        denied(state, "central", "cannot-fight", "3.3.13", "fight", **pair)


def test_3_3_13_modernised_once_they_still_fight_aircraft_only() -> None:
    """§3.3.13: it takes the second time."""
    state = position({"alsace": "GE 1 aircraft", "champagne": "FR 1 infantry"}, modern={"GE.aircraft": 1})
    denied(state, "central", "nothing-to-fight", "3.3.13", "move", units=["GE.aircraft.1"], path=["champagne"])


def test_3_3_13_nor_in_the_company_of_infantry() -> None:
    """§3.3.13: in a battle once-modernised aircraft have aircraft to fight or nobody."""
    state = clash("GE 1 infantry 1 aircraft", "FR 1 infantry", modern={"GE.aircraft": 1})
    pair = {"unit": "GE.aircraft.1", "target": FOE, "capture": False}
    denied(state, "central", "cannot-fight", "3.3.13", "fight", **pair)


def test_3_3_13_bombers_sink_ships_and_take_no_land() -> None:
    """§3.3.13, §3.7: modernised twice they attack any unit; alone in a field that stays the enemy's they are lost.

    A sea is no longer the enemy's when nobody of theirs is left in it.
    """
    state = position({"kiel": "GE 1 aircraft", "north-sea": "BR 1 ship"}, modern={"GE.aircraft": 2})
    state = go(state, "central", "GE.aircraft.1", "north-sea")
    state, _ = fight(state, "central", "GE.aircraft.1", "BR.ship.1", 6, 1)
    assert {*state.units} == {"GE.aircraft.1"}
    places = {"alsace": "GE 1 aircraft", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"}
    state = go(position(places, modern={"GE.aircraft": 2}), "central", "GE.aircraft.1", "champagne")
    state, _ = fight(state, "central", "GE.aircraft.1", FOE, 6, 1)
    assert state.control["champagne"] == "FR"
    assert at(state, "GE.aircraft.1") is None


def test_3_3_13_bombers_fight_on_when_the_infantry_with_them_has_fallen() -> None:
    """§3.3.13, §3.3.3: as if they had come alone: until the last enemy has fallen they may go home."""
    state = clash("GE 1 infantry 1 aircraft", "FR 3 infantry", modern={"GE.aircraft": 2})
    state, _ = fight(state, "central", ONE, FOE, 1, 6)
    assert state.battle is not None
    assert cast(Any, GAME.view(state, "spectator"))["battle"]["raid"], "nobody can take the field any more"
    assert at(order(state, "central", "withdraw"), "GE.aircraft.1") == "alsace"
    for n in (1, 2, 3):
        assert state.battle is not None
        state, _ = fight(state, "central", "GE.aircraft.1", f"FR.infantry.{n}", 6, 1)
    assert state.battle is None
    assert at(state, "GE.aircraft.1") is None
    assert state.control["champagne"] == "FR"


def test_3_3_13_aircraft_that_can_fight_nobody_go_down_with_the_infantry() -> None:
    """§3.3.13: modernised once they cannot fight infantry; enemy aircraft they can."""
    state = clash("GE 1 infantry 1 aircraft", "FR 2 infantry", modern={"GE.aircraft": 1})
    state, _ = fight(state, "central", ONE, FOE, 1, 6)
    assert state.battle is None
    assert at(state, "GE.aircraft.1") is None
    state = clash("GE 1 infantry 1 aircraft", "FR 2 infantry 1 aircraft")
    state, _ = fight(state, "central", ONE, FOE, 1, 6)
    assert state.battle is not None
    assert at(order(state, "central", "withdraw"), "GE.aircraft.1") == "alsace"


def test_3_3_13_bombers_that_come_home_to_enemy_ships_alone_are_lost() -> None:
    """§3.3.13, §3.3.3: their transports have fallen ashore, and nobody waits at sea beside the enemy's ship."""
    places = {"north-sea": "GE 1 infantry 1 aircraft; BR 1 ship", "england": "BR 3 infantry"}
    for more, lost in (("", True), ("; AH 1 infantry", False)):
        state = position({**places, "north-sea": places["north-sea"] + more}, modern={"GE.aircraft": 2})
        state = go(state, "central", [ONE, "GE.aircraft.1"], "england")
        state, _ = fight(state, "central", ONE, "BR.infantry.1", 1, 6)
        state = order(state, "central", "withdraw")
        assert (at(state, "GE.aircraft.1") is None) is lost


def test_3_3_13_bombers_do_not_go_for_a_general_alone() -> None:
    """§3.3.13, §3.11.2: a general cannot be fought; only a unit that enters takes him."""
    places = {"alsace": "GE 1 aircraft", "champagne": "FR petain", "paris": "FR 1 infantry"}
    state = position(places, modern={"GE.aircraft": 2})
    denied(state, "central", "nothing-to-fight", "3.3.13", "move", units=["GE.aircraft.1"], path=["champagne"])


def test_3_3_13_an_ally_less_modern_does_not_bomb_in_his_company() -> None:
    """§3.3.13, §3.9: each nation's aircraft by its own progress."""
    places = {"alsace": "GE 1 aircraft; AH 1 aircraft", "champagne": "FR 1 infantry"}
    state = position(places, modern={"GE.aircraft": 2})
    both = ["GE.aircraft.1", "AH.aircraft.1"]
    denied(state, "central", "nothing-to-fight", "3.3.13", "move", units=both, path=["champagne"])


def test_3_3_13_richthofen_leads_aircraft_on_a_raid_and_goes_home_with_them() -> None:
    """§3.3.13, §5.3: not by himself, but with his aircraft."""
    state = position({"alsace": "GE 1 aircraft richthofen", "champagne": "FR 1 infantry 2 aircraft"})
    state = go(state, "central", "GE.aircraft.1 GE.general.richthofen", "champagne")
    assert state.battle is not None
    assert state.battle.raid
    assert thrown(state, "GE.aircraft.1", "FR.aircraft.1")[0]["3.3.10"] == 2
    state = order(state, "central", "withdraw")
    assert (at(state, "GE.aircraft.1"), at(state, "GE.general.richthofen")) == ("alsace", "alsace")


def test_3_11_2_richthofen_flies_home_when_the_last_aircraft_of_his_raid_is_lost() -> None:
    """§3.11.2: enemies did not come in to him; alone he does not set out."""
    state = position({"alsace": "GE 1 aircraft richthofen", "champagne": "FR 1 infantry 1 aircraft"})
    denied(state, "central", "alone", "3.11.3", "move", units=["GE.general.richthofen"], path=["champagne"])
    state = go(state, "central", "GE.aircraft.1 GE.general.richthofen", "champagne")
    state, _ = fight(state, "central", "GE.aircraft.1", "FR.aircraft.1", 1, 6)
    assert at(state, "GE.general.richthofen") == "alsace"


def test_3_3_13_other_chiefs_do_not_fly() -> None:
    """§3.3.13: Mackensen has no seat in a raid."""
    state = position({"alsace": "GE 1 aircraft mackensen", "champagne": "FR 1 infantry 1 aircraft"})
    both = ["GE.aircraft.1", "GE.general.mackensen"]
    denied(state, "central", "alone", "3.11.3", "move", units=both, path=["champagne"])


def test_3_3_13_a_raid_becomes_a_battle_when_infantry_comes_up() -> None:
    """§3.3.13, §3.3.2: then it may take the field; when it has fallen the aircraft fight on as they began."""
    state = position({"alsace": "GE 1 aircraft 1 infantry", "champagne": "FR 1 infantry 1 aircraft"})
    state = go(state, "central", "GE.aircraft.1", "champagne")
    state = order(state, "central", "reinforce", units=[ONE], path=["champagne"])
    assert state.battle is not None
    assert not state.battle.raid
    state, _ = fight(state, "central", ONE, FOE, 1, 6)
    assert state.battle is not None
    state, _ = fight(state, "central", "GE.aircraft.1", "FR.aircraft.1", 6, 1)
    assert state.battle is None
    assert [*state.at("alsace")] == []


@pytest.mark.parametrize("there", ["champagne", "luxembourg"])
def test_3_3_13_aircraft_do_not_stay_alone_among_strangers(there: str) -> None:
    """§3.3.13: not on empty enemy or neutral land."""
    state = position({"rhineland": "GE 1 aircraft", "paris": "FR 1 infantry"})
    path = {"champagne": ["alsace", "champagne"], "luxembourg": ["luxembourg"]}
    denied(state, "central", "no-landing", "3.3.13", "move", units=["GE.aircraft.1"], path=cast(Any, path[there]))


def test_3_3_13_aircraft_may_stay_over_a_sea_without_enemies() -> None:
    """§3.3.13: that is no enemy field; over enemy transports they would be alone, and a ship that comes ends it."""
    places = {"kiel": "GE 1 aircraft", "channel": "BR 1 ship", "baltic": "RU 1 infantry"}
    state = go(position(places), "central", "GE.aircraft.1", "north-sea")
    assert at(state, "GE.aircraft.1") == "north-sea"
    denied(position(places), "central", "nothing-to-fight", "3.3.13", "move", units=["GE.aircraft.1"], path=["baltic"])
    state = go(order(state, "central", "end_phase"), "entente", "BR.ship.1", "north-sea")
    assert at(state, "GE.aircraft.1") is None


def test_3_3_13_aircraft_stay_where_the_last_ships_of_both_sides_went_down() -> None:
    """§3.3.13, §3.11.2: no enemy is left in that sea but a general, who is lost; another enemy ship would end it."""
    places = {"baltic": "GE 1 ship 1 aircraft scheer", "north-sea": "BR 1 ship; FR petain", "england": "BR 1 infantry"}
    units = ["GE.ship.1", "GE.aircraft.1", "GE.general.scheer"]
    state = go(position(places), "central", units, "skagerrak", "north-sea")
    state, events = fight(state, "central", "GE.ship.1", "BR.ship.1", 1, 3)
    assert {*state.at("north-sea")} == {"GE.aircraft.1", "GE.general.scheer"}
    assert happened(events, BattleEnded)[0].result == "won"
    both = position({**places, "north-sea": "BR 2 ship"})
    state, _ = fight(go(both, "central", units, "skagerrak", "north-sea"), "central", "GE.ship.1", "BR.ship.1", 1, 3)
    assert {*state.at("north-sea")} == {"BR.ship.2"}
    assert at(state, "GE.general.scheer") == "skagerrak"


def test_3_3_13_the_offer_names_only_pairs_that_may_fight() -> None:
    """§3.3.13, §3.3.11: and as prizes only what can be captured."""
    state = clash("GE 1 infantry 1 aircraft", "FR 1 infantry 1 artillery 1 aircraft petain")
    asked = cast(Any, offer(state, "central", "fight"))
    assert asked["pairs"] == {ONE: [FOE, "FR.artillery.1"], "GE.aircraft.1": ["FR.aircraft.1"]}
    assert set(asked["capturable"]) == {FOE, "FR.artillery.1"}
    both = replace(state, modern={"GE.aircraft": 2})
    assert len(cast(Any, offer(both, "central", "fight"))["pairs"]["GE.aircraft.1"]) == 3
