"""§3.3.12 shooting, §3.3.14 ships against guns, §3.8 raids on shipyards, §3.15 action cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.powers_1914.combat.artillery import score_needed
from rules.powers_1914.facts.action_cards import GasUsed
from rules.powers_1914.facts.battle import FightDecided
from rules.powers_1914.game import GAME
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import State, Works
from tests.games.powers_1914.kit import at, changes, denied, dice, fight, go, happened, offer, order, position, told

GUN = "GE.artillery.1"


def shot(state: State, face: int, area: str = "champagne", target: str = "FR.infantry.1") -> State:
    """One shot of the first German gun."""
    return order(state, "central", "shoot", dice(face), unit=GUN, area=area, target=target)


# --- shooting (§3.3.12) -------------------------------------------------------------------------------------------


def test_3_3_12_a_six_throws_out_a_unit_of_your_choice() -> None:
    """§3.3.12: in a neighbouring field; five is a miss."""
    state = position({"alsace": "GE 1 artillery", "champagne": "FR 2 infantry 1 artillery"})
    assert at(shot(state, 6, target="FR.artillery.1"), "FR.artillery.1") is None
    assert at(shot(state, 5), "FR.infantry.1") == "champagne"
    denied(state, "central", "out-of-range", "3.3.12", "shoot", unit=GUN, area="paris", target="FR.infantry.1")


def test_3_3_12_once_a_turn_and_not_after_or_before_moving() -> None:
    """§3.3.12: who has shot stands; who has moved is silent."""
    state = position({"rhineland": "GE 1 artillery", "champagne": "FR 2 infantry"})
    moved = go(state, "central", GUN, "alsace")
    denied(moved, "central", "has-moved", "3.3.12", "shoot", unit=GUN, area="champagne", target="FR.infantry.1")
    state = shot(position({"alsace": "GE 1 artillery", "champagne": "FR 2 infantry"}), 1)
    denied(state, "central", "has-moved", "3.3.12", "shoot", unit=GUN, area="champagne", target="FR.infantry.1")
    denied(state, "central", "has-moved", "3.2.3", "move", units=[GUN], path=["bavaria"])


def test_3_3_12_neither_generals_nor_aircraft() -> None:
    """§3.3.12: nobody shoots those."""
    state = position({"alsace": "GE 1 artillery", "champagne": "FR 1 infantry 1 aircraft petain"})
    for target in ("FR.aircraft.1", "FR.general.petain"):
        denied(state, "central", "no-such-target", "3.3.12", "shoot", unit=GUN, area="champagne", target=target)


def test_3_3_12_only_guns_are_offered_to_shoot() -> None:
    state = position({"alsace": "GE 1 infantry 1 artillery", "champagne": "FR 2 infantry"})
    found: Any = offer(state, "central", "shoot")
    assert found["guns"].keys() == {"GE.artillery.1"}
    assert found["guns"]["GE.artillery.1"]["areas"] == {"champagne": ["FR.infantry.1", "FR.infantry.2"]}


def test_3_3_12_guns_reach_ships_off_their_shore() -> None:
    """§3.3.12: any neighbouring field, a sea too."""
    state = position({"kiel": "GE 1 artillery", "north-sea": "BR 1 ship"})
    assert at(shot(state, 6, "north-sea", "BR.ship.1"), "BR.ship.1") is None


@pytest.mark.parametrize(("level", "chief", "score"), [
    (0, "", 6), (1, "", 5), (2, "", 4), (0, "falkenhayn", 5), (1, "falkenhayn", 4), (2, "falkenhayn", 3),
    (0, "mackensen", 6),
])  # fmt: skip
def test_3_3_12_modernisation_and_falkenhayn_make_it_easier(level: int, chief: str, score: int) -> None:
    """§3.3.12, §3.9, §3.11.1: one less for each level, one less with their general."""
    modern = {"GE.artillery": level} if level else {}
    state = position({"alsace": f"GE 1 artillery {chief}", "champagne": "FR 1 infantry"}, modern=modern)
    assert score_needed(state, GUN, "champagne") == score


def test_3_3_12_haig_does_the_same_for_the_british_in_classic_2() -> None:
    """§3.11.1: for his guns and those of his allies beside him."""
    state = position({"picardy": "BR 1 artillery haig; FR 1 artillery"}, scenario="classic-2")
    assert [score_needed(state, gun, "brussels") for gun in ("BR.artillery.1", "FR.artillery.1")] == [5, 5]


def test_3_3_12_guns_also_attack_and_defend_like_infantry() -> None:
    """§3.3.12: with +3 in defence."""
    state = position({"alsace": "GE 1 artillery", "champagne": "FR 1 artillery"})
    state = go(state, "central", GUN, "champagne")
    state, events = fight(state, "central", GUN, "FR.artillery.1", 6, 1)
    assert changes(events, "defender")["3.3.7"] == 3
    assert state.control["champagne"] == "GE"


# --- ships against guns (§3.3.14) ---------------------------------------------------------------------------------


def test_3_3_14_both_have_to_agree() -> None:
    """§3.3.14: the seat that is asked may decline, and is not asked again this turn."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery"})
    state = order(state, "central", "challenge", unit="GE.ship.1", target="FR.artillery.1")
    assert GAME.deciders(state) == ("entente",)
    state = order(state, "entente", "respond", accept=False)
    assert GAME.deciders(state) == ("central",)
    denied(state, "central", "cannot-challenge", "3.3.14", "challenge", unit="GE.ship.1", target="FR.artillery.1")


def test_3_3_14_a_player_who_agrees_fights_with_dice() -> None:
    """§3.3.14: the gun defends on land with +3; nobody is encircled or outnumbered."""
    state = position({"channel": "GE 3 ship", "picardy": "FR 1 artillery"}, modern={"GE.ship": 1})
    state = order(state, "central", "challenge", unit="GE.ship.1", target="FR.artillery.1")
    state, events = told(state, "entente", "respond", dice(6, 3), accept=True)
    assert changes(events, "attacker") == {"3.3.8": 1}
    assert changes(events, "defender") == {"3.3.7": 3}
    assert at(state, "FR.artillery.1") is None
    assert state.control["picardy"] == "FR"


def test_3_15_1_a_tactical_card_helps_the_ship_or_gun_that_attacks_in_its_field() -> None:
    """§3.15.1, §3.3.14: +1 for all units that attack there, and none for those that are attacked."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery"})
    state = order(state, "central", "tactic", area="picardy")
    state = order(state, "central", "challenge", unit="GE.ship.1", target="FR.artillery.1")
    asked = cast(Any, GAME.consult(state, "entente", {"kind": "fight", "unit": "GE.ship.1",
                                                      "target": "FR.artillery.1", "capture": False}))  # fmt: skip
    assert asked["totals"] == [1, 3]
    _, events = told(state, "entente", "respond", dice(3, 1), accept=True)
    assert changes(events, "attacker") == {"3.15.1": 1}
    assert changes(events, "defender") == {"3.3.7": 3}


def test_3_3_14_both_see_the_odds_before_they_ask_and_before_they_answer() -> None:
    """§3.3.14: the planner counts as the dice do, and says nothing of a pair that cannot fight."""
    state = position({"channel": "GE 3 ship", "picardy": "FR 1 artillery"}, modern={"GE.ship": 1})
    question = {"kind": "fight", "unit": "GE.ship.1", "target": "FR.artillery.1", "capture": False}
    planned = cast(Any, GAME.consult(state, "central", question))
    assert planned["totals"] == [1, 3]
    assert planned["chances"] == {"win": 6, "tie": 4, "lose": 26, "of": 36}
    assert cast(Any, GAME.consult(state, "entente", question)).code == "no-battle"
    asked = order(state, "central", "challenge", unit="GE.ship.1", target="FR.artillery.1")
    assert GAME.consult(asked, "entente", question) == planned
    other = {**question, "unit": "GE.ship.2"}
    assert cast(Any, GAME.consult(asked, "entente", other)).code == "no-battle"


def test_3_3_14_a_gun_may_ask_a_ship() -> None:
    """§3.3.14: the other way round; a gun that has moved may not."""
    state = position({"kiel": "GE 1 artillery", "north-sea": "BR 1 ship"})
    asked = order(state, "central", "challenge", unit=GUN, target="BR.ship.1")
    state, events = told(asked, "entente", "respond", dice(3, 2), accept=True)
    assert changes(events, "defender") == {}
    assert at(state, "BR.ship.1") is None
    moved = position({"kiel": "GE 1 artillery", "north-sea": "BR 1 ship"}, spent=[GUN])
    denied(moved, "central", "cannot-challenge", "3.3.14", "challenge", unit=GUN, target="BR.ship.1")


def test_3_3_14_a_gun_beside_its_shipyard_has_to_fight() -> None:
    """§3.3.14, §3.8: ships that come for the yard are fought at once."""
    state = position({"biscay": "GE 1 ship", "brittany": "FR 1 artillery"})
    state, events = told(state, "central", "challenge", dice(1, 6), unit="GE.ship.1", target="FR.artillery.1")
    assert happened(events, FightDecided)[0].lost == ("GE.ship.1",)


# --- shipyards from the sea (§3.8) --------------------------------------------------------------------------------


def test_3_8_without_guns_a_shipyard_falls_to_the_navy_without_a_fight() -> None:
    """§3.8: taken over it builds for the captor, in the sea beside it; the ground stays French."""
    state = position({"biscay": "GE 1 ship", "brittany": "FR 2 infantry"})
    state = order(state, "central", "raid", unit="GE.ship.1", area="brittany", take=True)
    assert state.works["brittany"] == (Works("shipyard", "GE"),)
    assert state.control["brittany"] == "FR"


def test_3_8_or_is_destroyed() -> None:
    """§3.8: as the raider likes."""
    state = position({"biscay": "GE 1 ship"})
    state = order(state, "central", "raid", unit="GE.ship.1", area="brittany", take=False)
    assert "brittany" not in state.works


def test_3_8_guns_protect_it() -> None:
    """§3.8: they have to be fought first; a raid from a sea that does not touch it is none."""
    state = position({"biscay": "GE 1 ship", "brittany": "FR 1 artillery"})
    denied(state, "central", "guns-protect", "3.8", "raid", unit="GE.ship.1", area="brittany", take=True)
    denied(state, "central", "not-adjacent", "3.8", "raid", unit="GE.ship.1", area="provence", take=True)
    denied(state, "central", "no-shipyard", "3.8", "raid", unit="GE.ship.1", area="aquitaine", take=True)


def test_3_8_a_captured_yard_builds_nothing_for_a_captor_without_the_country() -> None:
    """§3.8: it makes ships of the country that it stands in only. France has lost it, and Germany is not France."""
    state = position({"biscay": "GE 1 ship", "brittany": "FR 2 infantry"}, money=40)
    state = order(state, "central", "raid", unit="GE.ship.1", area="brittany", take=True)
    state = replace(state, cursor=(PhaseFrame("purchase"),))
    for nation, sea in (("GE", "biscay"), ("AH", "biscay")):
        denied(state, "central", "no-production", "3.8", "buy", nation=nation, unit="ship", area=sea, count=1)
    denied(state, "entente", "no-production", "3.8", "buy", nation="FR", unit="ship", area="channel", count=1)


def test_3_8_a_captured_yard_builds_for_its_captor_once_he_has_the_ground() -> None:
    """§3.8, §3.10.2: with Paris Brittany is German country."""
    places = {"biscay": "GE 1 ship", "brittany": "FR 2 infantry", "champagne": "GE 1 infantry"}
    state = position(places, money=40, flags={"champagne": "GE"})
    state = order(state, "central", "raid", unit="GE.ship.1", area="brittany", take=True)
    state = replace(go(state, "central", "GE.infantry.1", "paris"), cursor=(PhaseFrame("purchase"),))
    state = order(state, "central", "buy", nation="GE", unit="ship", area="channel", count=1)
    assert at(state, "GE.ship.2") == "channel"


def test_3_8_a_yard_retaken_from_the_sea_is_its_countrys_again_whoever_took_it() -> None:
    """§3.8: the British free a French yard, which builds French ships."""
    works = {"brittany": (Works("shipyard", "GE"),)}
    state = position({"channel": "BR 1 ship"}, step="entente.action", works=works, money=40)
    state = order(state, "entente", "raid", unit="BR.ship.1", area="brittany", take=True)
    assert state.works["brittany"] == (Works("shipyard", "FR"),)
    state = replace(state, cursor=(PhaseFrame("purchase"),))
    state = order(state, "entente", "buy", nation="FR", unit="ship", area="channel", count=1)
    assert at(state, "FR.ship.1") == "channel"


def test_3_8_transports_off_the_coast_do_not_close_a_yard() -> None:
    """§3.8, §3.2.7: land units at sea hold no water; the new ship may sink them. Warships do close it."""
    state = position({"channel": "GE 2 infantry"}, step="purchase", money=40)
    state = order(state, "entente", "buy", nation="FR", unit="ship", area="channel", count=1)
    assert at(state, "FR.ship.1") == "channel"
    state = replace(state, cursor=(PhaseFrame("entente.action"),))
    assert not order(state, "entente", "sink", area="channel", capture=False).troops("channel", "central")
    state = position({"channel": "GE 1 ship"}, step="purchase", money=40)
    denied(state, "entente", "no-production", "3.8", "buy", nation="FR", unit="ship", area="channel", count=1)


def test_3_11_2_a_new_ship_takes_the_enemy_admiral_alone_before_its_yard() -> None:
    """§3.11.2: enemies come into the field in which nobody else is left."""
    state = position({"channel": "GE scheer"}, step="purchase", money=40)
    state = order(state, "entente", "buy", nation="FR", unit="ship", area="channel", count=1)
    assert at(state, "GE.general.scheer") is None


# --- action cards (§3.15) -----------------------------------------------------------------------------------------


def test_3_15_1_a_tactical_card_helps_all_attacks_in_its_field_this_turn() -> None:
    """§3.15.1: +1; each of the two once a turn."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry"})
    state = order(state, "central", "tactic", area="champagne")
    state = order(state, "central", "tactic", area="poland")
    denied(state, "central", "cards-used", "3.15.1", "tactic", area="galicia")
    state = go(state, "central", "GE.infantry.1", "champagne")
    _, events = fight(state, "central", "GE.infantry.1", "FR.infantry.1", 6, 1)
    assert changes(events, "attacker")["3.15.1"] == 1


def test_3_15_1_each_card_lies_in_a_field_of_your_choice_so_both_may_lie_in_one() -> None:
    """§3.15.1: then they add two; everyone sees both, and they are gone with the turn."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"})
    state = order(order(state, "central", "tactic", area="champagne"), "central", "tactic", area="champagne")
    denied(state, "central", "cards-used", "3.15.1", "tactic", area="champagne")
    assert cast(Any, GAME.view(state, "entente"))["areas"]["champagne"]["tactics"] == ["central", "central"]
    state = go(state, "central", "GE.infantry.1", "champagne")
    _, events = fight(state, "central", "GE.infantry.1", "FR.infantry.1", 6, 1)
    assert changes(events, "attacker")["3.15.1"] == 2


def test_3_15_1_not_in_other_fields_nor_for_the_defender() -> None:
    """§3.15.1: it is for attacking."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry"})
    state = replace(state, tactics={"central": ("poland",), "entente": ("champagne",)})
    state = go(state, "central", "GE.infantry.1", "champagne")
    _, events = fight(state, "central", "GE.infantry.1", "FR.infantry.1", 6, 1)
    assert "3.15.1" not in changes(events, "attacker")
    assert "3.15.1" not in changes(events, "defender")


def test_3_15_2_gas_removes_as_many_as_the_die_shows() -> None:
    """§3.15.2: enemy land units of a neighbouring field, guns first if you like."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 3 infantry 1 artillery 1 aircraft"})
    gassed = {"unit": "GE.infantry.1", "area": "champagne"}
    state, events = told(state, "central", "gas", dice(2), first="artillery", **gassed)
    assert happened(events, GasUsed)[0].lost == ("FR.artillery.1", "FR.infantry.1")
    assert state.gas["central"] == 1
    state = order(state, "central", "gas", dice(6), first="infantry", **gassed)
    assert [*state.at("champagne")] == ["FR.aircraft.1"]
    assert state.gas["central"] == 0
    denied(state, "central", "cards-used", "3.15.2", "gas", first="infantry", **gassed)


def test_3_15_2_not_at_sea_not_from_the_sea_not_far_away() -> None:
    """§3.15.2: by a land unit, on a neighbouring land field."""
    state = position({"alsace": "GE 1 infantry 1 aircraft", "paris": "FR 1 infantry", "north-sea": "BR 1 ship"})
    gas = {"area": "paris", "first": "infantry"}
    denied(state, "central", "not-adjacent", "3.15.2", "gas", unit="GE.infantry.1", **gas)
    denied(state, "central", "not-a-land-unit", "3.15.2", "gas", unit="GE.aircraft.1", **gas)
    denied(
        state, "central", "no-such-target", "3.15.2", "gas", unit="GE.infantry.1", area="champagne", first="infantry"
    )


def test_3_15_2_in_the_middle_of_a_battle_it_can_end_it() -> None:
    """§3.15.2: at any time in your own moves: the last defenders choke and the attackers are in."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 2 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "champagne")
    assert offer(state, "central", "gas") is not None
    state = order(state, "central", "gas", dice(4), unit="GE.infantry.2", area="champagne", first="infantry")
    assert state.battle is None
    assert state.control["champagne"] == "GE"
