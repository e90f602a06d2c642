"""§3.3 Battle in rounds of single pairs, §3.4 the printed examples, §3.11 generals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import pytest

from rules.powers_1914.combat.battle import pairs
from rules.powers_1914.facts import Event
from rules.powers_1914.facts.battle import FightDecided, FightRolled
from rules.powers_1914.facts.conquest import UnitsRemoved
from rules.powers_1914.facts.procedure import PhaseBegan
from rules.powers_1914.facts.victory import MatchEnded
from rules.powers_1914.game import GAME
from rules.powers_1914.movement.reach import reinforcements
from rules.powers_1914.position.changes import with_battle
from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import (
    at,
    changes,
    denied,
    dice,
    drawn,
    fight,
    go,
    happened,
    named,
    offer,
    order,
    position,
    told,
)

INFANTRY = "GE.infantry.1"


def assault(places: dict[str, str], units: str, *path: str, **more: Any) -> State:
    """A battle that the Central Powers have just begun."""
    state = go(position(places, **more), "central", units, *path)
    assert state.battle is not None
    return state


def duel(attack: str = "GE 1 infantry", defence: str = "FR 1 infantry", **more: Any) -> State:
    """One or more units from the Rhineland against Champagne by way of Luxembourg."""
    state = position({"alsace": attack, "champagne": defence}, **more)
    return go(state, "central", [*state.at("alsace")], "champagne")


# --- order and course (§3.3.1 to §3.3.4) --------------------------------------------------------------------------


def test_3_3_1_guns_shoot_before_infantry_fights() -> None:
    """§3.3.1: into a field where infantry has fought this turn no gun shoots any more."""
    state = position({"alsace": "GE 2 infantry 1 artillery", "champagne": "FR 2 infantry"})
    state = go(state, "central", "GE.infantry.1 GE.infantry.2", "champagne")
    state = order(state, "central", "withdraw")
    denied(
        state, "central", "too-late", "3.3.1", "shoot", unit="GE.artillery.1", area="champagne", target="FR.infantry.1"
    )


def test_3_3_2_a_part_of_the_stack_attacks_and_others_come_up_during_the_battle() -> None:
    """§3.3.2: not all have to go; reinforcements may."""
    state = position({"alsace": "GE 3 infantry", "rhineland": "GE 1 infantry", "champagne": "FR 2 infantry"})
    state = go(state, "central", INFANTRY, "champagne")
    coming = offer(state, "central", "reinforce")
    assert coming is not None
    assert coming["units"] == ["GE.infantry.2", "GE.infantry.3", "GE.infantry.4"]
    denied(state, "central", "wrong-step", "3.3", "move", units=["GE.infantry.2"], path=["bavaria"])
    denied(state, "central", "battle-first", "3.3.2", "reinforce", units=["GE.infantry.2"], path=["bavaria"])
    state = order(state, "central", "reinforce", units=["GE.infantry.4"], path=["luxembourg", "champagne"])
    assert state.battle is not None
    assert state.battle.attackers == (INFANTRY, "GE.infantry.4")


def test_3_3_2_only_the_attackers_side_brings_units_up_and_nobody_to_a_rising() -> None:
    """§3.3.2, §3.14.7: the defender has who is there; a rebel fights alone."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", INFANTRY, "champagne")
    assert reinforcements(state, "central") == ["GE.infantry.2"]
    assert reinforcements(state, "entente") == []
    assert state.battle is not None
    assert reinforcements(with_battle(state, replace(state.battle, rising=True)), "central") == []


def test_3_13_a_match_that_ends_in_a_battle_leaves_no_battle_behind() -> None:
    """§3.13: whatever interrupted the step is over with the match."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry"})
    state = go(state, "central", INFANTRY, "champagne")
    over = MatchEnded("central", "The Entente gives up.", "3.13").apply(state)
    assert (len(state.cursor), len(over.cursor), over.battle) == (2, 1, None)
    assert over.outcome is not None


def test_3_3_2_allies_bring_up_theirs_while_one_seat_leads() -> None:
    """§3.3.2: several seats of a side may be asked at once; only the leader fights."""
    places = {"tyrol": "AH 2 infantry", "bavaria": "GE 1 infantry", "venetia": "IT 2 infantry"}
    state = position(places, scenario="classic-1-6")
    state = order(state, "central-1", "move", units=["AH.infantry.1", "AH.infantry.2"], path=["venetia"])
    assert GAME.deciders(state) == ("central-1", "central-2")
    leads, helps = (GAME.legal(state, seat) for seat in ("central-1", "central-2"))
    assert (leads["prompt"], helps["prompt"]) == ("Choose who fights whom", "Bring up units to Venetia?")
    assert (
        "leads the attack with 2 Austro-Hungarian infantry. Venetia is held by 2 Italian infantry." in helps["detail"]
    )
    assert state.battle is not None
    risen = with_battle(state, replace(state.battle, rising=True))
    assert GAME.deciders(risen) == ("central-1",), "§3.14.7: no seat is asked for help that it may not give"
    pair = {"unit": "AH.infantry.1", "target": "IT.infantry.1", "capture": False}
    denied(state, "central-2", "not-the-leader", "3.3", "fight", **pair)
    state = order(state, "central-2", "reinforce", units=[INFANTRY], path=["tyrol", "venetia"])
    state, events = told(state, "central-1", "fight", dice(6, 1), **{**pair, "unit": INFANTRY})
    assert happened(events, FightDecided)[0].lost == ("IT.infantry.1",)


def test_3_3_2_an_ally_may_leave_the_battle_to_its_leader() -> None:
    """§3.3.2: reinforcements may come, they need not: who says so is not asked again, also after the next fight."""
    places = {"tyrol": "AH 2 infantry", "bavaria": "GE 1 infantry", "venetia": "IT 2 infantry"}
    state = position(places, scenario="classic-1-6")
    state = order(state, "central-1", "move", units=["AH.infantry.1", "AH.infantry.2"], path=["venetia"])
    denied(state, "central-1", "leader", "3.3.3", "leave")
    before = state
    state, events = told(state, "central-2", "leave")
    assert GAME.deciders(state) == ("central-1",)
    (declined,) = events
    line = GAME.narrate(before, declined, state, "entente-1")
    assert line is not None
    assert line["text"] == "Germany will not join the battle of Venetia."
    assert not GAME.bars_undo(declined)
    state = GAME.load_state(GAME.dump_state(state))
    denied(state, "central-2", "not-your-turn", "3.1", "reinforce", units=[INFANTRY], path=["tyrol", "venetia"])
    state, _ = fight(state, "central-1", "AH.infantry.1", "IT.infantry.1", 6, 1)
    assert GAME.deciders(state) == ("central-1",)
    won, _ = fight(state, "central-1", "AH.infantry.1", "IT.infantry.2", 6, 1)
    assert "central-2" in GAME.deciders(won), "the next question is put to all of the side again"


def test_3_3_a_second_battle_for_a_field_in_a_turn_is_asked_about_under_another_name() -> None:
    """§3.3: what was sent for the first battle must not be taken as an answer in the second, by leader or ally."""
    places = {"tyrol": "AH 2 infantry", "bavaria": "GE 1 infantry", "venetia": "IT 2 infantry"}
    state = position(places, scenario="classic-1-6")
    first = order(state, "central-1", "move", units=["AH.infantry.1"], path=["venetia"])
    assert GAME.ask(first, "central-1") == "3.battle.central-1.venetia.0"
    assert GAME.ask(first, "central-2") == "3.battle.central-2.venetia"
    stopped = order(first, "central-1", "withdraw")
    second = order(stopped, "central-1", "move", units=["AH.infantry.2"], path=["venetia"])
    assert GAME.ask(second, "central-1") == "3.battle.central-1.venetia.battle-2-0"
    assert GAME.ask(second, "central-2") == "3.battle.central-2.venetia.battle-2"
    assert GAME.load_state(GAME.dump_state(second)) == second
    assert PhaseBegan("events", 4).apply(stopped).battles == ()


def test_3_3_a_raid_after_a_battle_counts_as_the_second_for_that_field() -> None:
    """§3.3.13: aircraft alone begin battles too; those for another field are counted apart."""
    state = position({"alsace": "GE 1 infantry 2 aircraft", "champagne": "FR 2 infantry 1 aircraft",
                      "rhineland": "GE 1 infantry", "brussels": "BE 1 infantry"})  # fmt: skip
    for number, unit in enumerate((INFANTRY, "GE.aircraft.1", "GE.aircraft.2"), 1):
        state = go(state, "central", unit, "champagne")
        assert state.battle is not None
        assert (state.battle.number, state.battles) == (number, ("champagne",) * number)
        state = order(state, "central", "withdraw")
    state = go(state, "central", "GE.infantry.2", "brussels")
    assert state.battle is not None
    assert state.battle.number == 1


def test_battles_from_before_they_were_counted_lead_where_they_led() -> None:
    """Facts and positions that were stored then stay as they were, letter by letter (decisions/0021)."""
    stored = {"kind": "battle", "area": "champagne", "side": "central", "seat": "central", "units": [INFANTRY],
              "raid": False, "rising": False, "land": True}  # fmt: skip
    fact = GAME.load_event(stored)
    assert GAME.dump_event(fact) == stored
    state = GAME.evolve(position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry"}), fact)
    assert GAME.ask(state, "central") == "3.battle.central.champagne.0"
    dumped: Any = GAME.dump_state(state)
    assert "battles" not in dumped
    assert "number" not in dumped["cursor"][-1]


def test_3_3_3_attackers_that_stop_go_back_one_field_the_way_they_came() -> None:
    """§3.3.3: nobody stays among the enemy, and nobody moves on."""
    state = position({"rhineland": "GE 2 infantry", "champagne": "FR 2 infantry"})
    state = go(state, "central", "GE.infantry.1 GE.infantry.2", "luxembourg", "champagne")
    state, _ = fight(state, "central", INFANTRY, "FR.infantry.1", 1, 6)
    state = order(state, "central", "withdraw")
    assert at(state, INFANTRY) is None
    assert at(state, "GE.infantry.2") == "luxembourg"
    assert state.units["GE.infantry.2"].spent
    assert state.battle is None


def test_3_3_3_a_field_passed_on_the_way_is_taken_when_they_end_up_in_it() -> None:
    """§3.3.3, §3.10: through empty Picardy against Paris and back to Picardy."""
    state = position({"brussels": "GE 2 infantry", "paris": "FR 2 infantry"}, flags={"brussels": "GE"})
    state = go(state, "central", "GE.infantry.1 GE.infantry.2", "picardy", "paris")
    assert state.control["picardy"] == "FR"
    assert order(state, "central", "withdraw").control["picardy"] == "GE"


def test_3_3_4_the_higher_total_wins_and_a_tie_destroys_both() -> None:
    """§3.3.4: each unit has a die; three more for the defender on land."""
    state, events = fight(duel(), "central", INFANTRY, "FR.infantry.1", 5, 1)
    assert at(state, "FR.infantry.1") is None
    assert at(state, INFANTRY) == "champagne"
    state, events = fight(duel(), "central", INFANTRY, "FR.infantry.1", 5, 3)
    assert at(state, INFANTRY) is None
    state, events = fight(duel(), "central", INFANTRY, "FR.infantry.1", 5, 2)
    assert happened(events, FightDecided)[0].result == "both"
    assert not state.units


def test_3_3_4_each_die_has_its_own_number() -> None:
    """§3.3.4: two dice, two draws."""
    _, events = fight(duel(), "central", INFANTRY, "FR.infantry.1", 5, 1)
    assert [r.draw for r in happened(events, FightRolled)] == [0, 1]


# --- what changes the dice (§3.3.5 to §3.3.11) --------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "bonus"), [(3, None), (4, 1), (5, 1)])
def test_3_3_5_two_to_one_for_the_attacker(attack: int, bonus: int | None) -> None:
    """§3.3.5: twice as many or more; aircraft and generals do not count."""
    state = duel(f"GE {attack} infantry 1 aircraft", "FR 1 infantry 1 artillery")
    _, events = fight(state, "central", INFANTRY, "FR.infantry.1", 1, 6)
    assert changes(events, "attacker").get("3.3.5") == bonus


def test_3_3_5_never_for_the_defender() -> None:
    """§3.3.5: the rule speaks of attackers, whatever an example does."""
    _, events = fight(duel(defence="FR 4 infantry"), "central", INFANTRY, "FR.infantry.1", 6, 1)
    assert "3.3.5" not in changes(events, "defender")


def words(events: Iterable[Event], role: str) -> dict[str, str]:
    """By section how what changes the die of one side is told."""
    (roll,) = [r for r in happened(events, FightRolled) if r.role == role]
    return {m.section: m.text for m in roll.modifiers}


def test_3_3_6_aircraft_help_their_side() -> None:
    """§3.3.6: +1 for the side that has one in the field, both if both have."""
    state = duel("GE 1 infantry 1 aircraft", "FR 1 infantry 1 aircraft")
    _, events = fight(state, "central", INFANTRY, "FR.infantry.1", 1, 6)
    assert changes(events, "attacker")["3.3.6"] == 1
    assert changes(events, "defender")["3.3.6"] == 1
    assert [words(events, role)["3.3.6"] for role in ("attacker", "defender")] == ["Aircraft", "Aircraft"]


def test_3_3_7_land_units_defend_with_three_more() -> None:
    """§3.3.7: on land; ships and aircraft do not."""
    _, events = fight(duel(), "central", INFANTRY, "FR.infantry.1", 1, 6)
    (decided,) = happened(events, FightDecided)
    assert (decided.result, decided.lost, decided.captor, decided.gained) == ("defender", (INFANTRY,), "", "")
    assert changes(events, "defender")["3.3.7"] == 3
    state = assault({"north-sea": "GE 1 ship", "channel": "BR 1 ship"}, "GE.ship.1", "channel")
    _, events = fight(state, "central", "GE.ship.1", "BR.ship.1", 6, 1)
    assert not changes(events, "defender")
    state = duel("GE 1 infantry 1 aircraft", "FR 1 infantry 1 aircraft")
    _, events = fight(state, "central", "GE.aircraft.1", "FR.aircraft.1", 6, 1)
    assert "3.3.7" not in changes(events, "defender")


def test_3_3_8_modernised_units_of_their_nation_and_type() -> None:
    """§3.3.8: one or two more; guns gain nothing in a fight."""
    modern = {"GE.infantry": 2, "FR.artillery": 2, "AH.infantry": 1}
    state = duel("GE 1 infantry; AH 1 infantry", "FR 1 infantry 1 artillery", modern=modern)
    _, events = fight(state, "central", INFANTRY, "FR.artillery.1", 1, 6)
    assert changes(events, "attacker")["3.3.8"] == 2
    assert "3.3.8" not in changes(events, "defender")
    _, events = fight(state, "central", "AH.infantry.1", "FR.infantry.1", 1, 6)
    assert changes(events, "attacker")["3.3.8"] == 1


RING = {
    "poland": "RU 1 infantry",
    "silesia": "GE 1 infantry",
    "pomerania": "GE 1 infantry",
    "east-prussia": "GE 2 infantry",
    "galicia": "AH 1 infantry",
    "riga": "GE 1 infantry",
    "minsk": "GE 1 infantry",
    "kiev": "GE 1 infantry",
}


def ringed(without: str = "") -> State:
    """Warsaw attacked from East Prussia with Central troops all around, or all but one field."""
    places = {a: t for a, t in RING.items() if a != without}
    state = position(places, flags={"riga": "GE", "minsk": "GE", "kiev": "GE"})
    unit = next(u for u in state.at("east-prussia"))
    return go(state, "central", unit, "poland")


def attacker_of(state: State) -> str:
    """The one attacker."""
    assert state.battle is not None
    return state.battle.attackers[0]


def test_3_3_9_the_encircled_fight_at_minus_five() -> None:
    """§3.3.9: enemies on every side."""
    state = ringed()
    _, events = fight(state, "central", attacker_of(state), "RU.infantry.1", 6, 1)
    assert changes(events, "defender")["3.3.9"] == -5
    assert words(events, "defender")["3.3.9"] == "Encircled"


@pytest.mark.parametrize("gap", ["riga", "kiev", "silesia"])
def test_3_3_9_one_open_side_is_enough_to_be_free(gap: str) -> None:
    """§3.3.9: a field of their own without enemies opens the ring, and so does an empty one of the enemy's."""
    state = ringed(gap)
    _, events = fight(state, "central", attacker_of(state), "RU.infantry.1", 6, 1)
    assert "3.3.9" not in changes(events, "defender")


def test_3_3_9_aircraft_do_not_encircle() -> None:
    """§3.3.9: a field with aircraft only is a gap."""
    places = {**RING, "kiev": "GE 1 aircraft"}
    state = position(places, flags={"riga": "GE", "minsk": "GE", "kiev": "GE"})
    state = go(state, "central", state.at("east-prussia")[0], "poland")
    _, events = fight(state, "central", attacker_of(state), "RU.infantry.1", 6, 1)
    assert "3.3.9" not in changes(events, "defender")


def test_3_3_9_those_who_have_just_come_out_of_a_field_hold_that_side() -> None:
    """§3.3.9: the ring stays closed behind the attackers."""
    places = {**RING, "east-prussia": "GE 1 infantry"}
    state = position(places, flags={"riga": "GE", "minsk": "GE", "kiev": "GE"})
    state = go(state, "central", state.at("east-prussia")[0], "poland")
    assert not state.at("east-prussia")
    _, events = fight(state, "central", attacker_of(state), "RU.infantry.1", 6, 1)
    assert changes(events, "defender")["3.3.9"] == -5


def test_3_3_9_neutral_neighbours_do_not_matter_and_sea_is_no_way_out() -> None:
    """§3.3.9: Belgium needs France and the Rhineland; Holland and Luxembourg are neutral, the sea does not count."""
    places = {
        "brussels": "BE 1 infantry",
        "picardy": "GE 1 infantry",
        "champagne": "GE 1 infantry",
        "rhineland": "GE 2 infantry",
    }
    state = position(places, flags={"picardy": "GE", "champagne": "GE"})
    state = go(state, "central", "GE.infantry.3", "brussels")
    _, events = fight(state, "central", "GE.infantry.3", "BE.infantry.1", 6, 1)
    assert changes(events, "defender")["3.3.9"] == -5


def test_3_3_9_scotland_has_one_neighbour_and_cannot_be_encircled() -> None:
    """§3.3.9: two sides at least."""
    state = position({"england": "GE 2 infantry", "scotland": "BR 1 infantry"}, flags={"england": "GE"})
    state = go(state, "central", INFANTRY, "scotland")
    _, events = fight(state, "central", INFANTRY, "BR.infantry.1", 6, 1)
    assert "3.3.9" not in changes(events, "defender")


def test_3_3_9_the_encircled_attack_at_minus_five_too() -> None:
    """§3.3.9: those who break out carry it with them."""
    state = position({**RING, "poland": "RU 2 infantry"}, step="entente.action",
                     flags={"riga": "GE", "minsk": "GE", "kiev": "GE"})  # fmt: skip
    state = go(state, "entente", "RU.infantry.1", "silesia")
    _, events = fight(state, "entente", "RU.infantry.1", state.troops("silesia", "central")[0], 6, 1)
    assert changes(events, "attacker")["3.3.9"] == -5


def test_3_3_9_a_unit_that_rises_among_enemies_is_surrounded_by_them() -> None:
    """§3.3.9, §3.14.10: it attacks in the field in which it stands, with enemies in every other around it."""
    around = dict.fromkeys(("belgrade", "trieste", "budapest", "cetinje"), "AH 1 infantry")
    for empty, value in ((None, -5), ("trieste", None)):
        places = {a: who for a, who in around.items() if a != empty}
        state = drawn("nationalism-1", {**places, "bosnia": "AH 1 infantry"}, flags={"belgrade": "AH"}, rest=())
        state = order(state, "central", "rise", area="bosnia", nation="RU")
        denied(state, "entente", "rising", "3.14.10", "withdraw")
        _, events = fight(state, "entente", "RU.infantry.1", state.troops("bosnia", "central")[0], 6, 1, 1)
        assert changes(events, "attacker").get("3.3.9") == value


def test_3_3_9_ships_are_encircled_by_sea_only() -> None:
    """§3.3.9: enemy ships on every sea; the land does not count."""
    state = position({"bothnia": "RU 1 ship", "baltic": "GE 2 ship", "stockholm": "GE 1 infantry"})
    state = go(state, "central", "GE.ship.1", "bothnia")
    _, events = fight(state, "central", "GE.ship.1", "RU.ship.1", 6, 1)
    assert "3.3.9" not in changes(events, "defender"), "one sea beside it is not enough"
    places = {"baltic": "RU 1 ship", "bothnia": "GE 1 ship", "skagerrak": "GE 2 ship"}
    state = go(position(places), "central", "GE.ship.1", "baltic")
    _, events = fight(state, "central", "GE.ship.1", "RU.ship.1", 6, 1)
    assert changes(events, "defender")["3.3.9"] == -5


def test_3_3_10_generals_help_units_of_their_type_and_allies_too() -> None:
    """§3.3.10, §3.11.1: Mackensen helps Austrian infantry, not guns; Scheer ships; Richthofen aircraft by two."""
    state = duel("GE 1 infantry mackensen; AH 1 infantry 1 artillery", "FR 2 infantry petain")
    _, events = fight(state, "central", "AH.infantry.1", "FR.infantry.1", 1, 6)
    assert changes(events, "attacker")["3.3.10"] == 1
    assert changes(events, "defender")["3.3.10"] == 1
    _, events = fight(state, "central", "AH.artillery.1", "FR.infantry.1", 1, 6)
    assert "3.3.10" not in changes(events, "attacker")
    sea = position({"north-sea": "GE 1 ship scheer", "channel": "BR 1 ship"})
    sea = go(sea, "central", "GE.ship.1 GE.general.scheer", "channel")
    _, events = fight(sea, "central", "GE.ship.1", "BR.ship.1", 1, 6)
    assert changes(events, "attacker")["3.3.10"] == 1
    air = duel("GE 1 infantry 1 aircraft richthofen; AH 1 aircraft", "FR 1 infantry 1 aircraft")
    for unit in ("GE.aircraft.1", "AH.aircraft.1"):
        _, events = fight(air, "central", unit, "FR.aircraft.1", 1, 6)
        assert changes(events, "attacker")["3.3.10"] == 2


def test_3_3_11_capture_costs_one_and_brings_a_gun_over() -> None:
    """§3.3.11: announced before the die; a captured gun or ship takes the captor's colour."""
    state = duel("GE 2 infantry", "FR 1 artillery 1 infantry")
    state, events = fight(state, "central", INFANTRY, "FR.artillery.1", 6, 1, capture=True)
    assert changes(events, "attacker")["3.3.11"] == -1
    assert at(state, "FR.artillery.1") is None
    assert at(state, "GE.artillery.1") == "champagne"
    assert state.battle is not None
    assert "GE.artillery.1" in state.battle.attackers


def test_3_3_11_a_capture_that_does_not_win_takes_nobody() -> None:
    """§3.3.11: a tie destroys both as ever."""
    state, events = fight(duel(), "central", INFANTRY, "FR.infantry.1", 6, 2, capture=True)
    assert happened(events, FightDecided)[0].captor == ""
    assert state.captured["central"] == 0


def test_3_3_11_captured_infantry_is_counted_and_six_help_for_good() -> None:
    """§3.3.11: from the sixth on all units of the side fight at +1."""
    state = replace(duel("GE 2 infantry", "FR 2 infantry"), captured={"central": 5, "entente": 0})
    state, events = fight(state, "central", INFANTRY, "FR.infantry.1", 6, 1, capture=True)
    assert state.captured["central"] == 6
    assert "3.3.11" in changes(events, "attacker")
    _, events = fight(state, "central", INFANTRY, "FR.infantry.2", 1, 6)
    assert changes(events, "attacker")["3.3.11"] == 1


def test_3_3_11_no_capture_of_aircraft_and_no_colour_no_gun() -> None:
    """§3.3.11: aircraft cannot be captured; without a counter left a gun is only destroyed."""
    state = duel("GE 1 infantry 1 aircraft", "FR 1 infantry 1 aircraft")
    pair = {"unit": "GE.aircraft.1", "target": "FR.aircraft.1"}
    denied(state, "central", "cannot-capture", "3.3.11", "fight", capture=True, **pair)
    state = duel("BU 1 infantry", "FR 1 artillery 1 infantry")
    guns = {f"BU.artillery.{n}": state.units["BU.infantry.1"]._replace(at="sofia") for n in range(1, 5)}
    state = replace(state, units={**state.units, **guns})
    state, events = fight(state, "central", "BU.infantry.1", "FR.artillery.1", 6, 1, capture=True)
    assert happened(events, FightDecided)[0].gained == ""


def test_3_3_11_defenders_capture_when_their_seat_has_said_so() -> None:
    """§3.3.11: announced in advance for all defences, at -1 in each defence."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry"}, step="purchase")
    state = order(state, "entente", "stance", capture=True)
    denied(state, "entente", "no-change", "3.3.11", "stance", capture=True)
    state = order(order(state, "entente", "end_phase"), "central", "end_phase")
    state = go(state, "central", INFANTRY, "champagne")
    state, events = fight(state, "central", INFANTRY, "FR.infantry.1", 1, 6)
    assert changes(events, "defender") == {"3.3.7": 3, "3.3.11": -1}
    assert state.captured["entente"] == 1


# --- aircraft (§3.3.13) -------------------------------------------------------------------------------------------


def test_3_3_13_aircraft_fight_aircraft_until_modernised_twice() -> None:
    """§3.3.13: then they fight anyone."""
    state = duel("GE 1 infantry 1 aircraft", "FR 1 infantry 1 aircraft")
    assert state.battle is not None
    assert pairs(state, state.battle)["GE.aircraft.1"] == ["FR.aircraft.1"]
    assert pairs(state, state.battle)[INFANTRY] == ["FR.infantry.1"]
    pair = {"unit": "GE.aircraft.1", "target": "FR.infantry.1", "capture": False}
    denied(state, "central", "cannot-fight", "3.3.13", "fight", **pair)
    state = replace(state, modern={"GE.aircraft": 2})
    state, _ = fight(state, "central", "GE.aircraft.1", "FR.infantry.1", 6, 1)
    assert at(state, "FR.infantry.1") is None


def test_3_3_13_aircraft_left_alone_among_enemies_are_lost() -> None:
    """§3.3.13: when the last land unit falls."""
    state = duel("GE 1 infantry 1 aircraft", "FR 2 infantry")
    state, events = fight(state, "central", INFANTRY, "FR.infantry.1", 1, 6)
    assert at(state, "GE.aircraft.1") is None
    assert happened(events, UnitsRemoved)[0].section == "3.3.13"
    assert state.battle is None


def test_3_3_13_the_defenders_aircraft_too() -> None:
    """§3.3.13: an enemy land unit that enters a field with aircraft only destroys them."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 aircraft", "paris": "FR 1 infantry"})
    state = go(state, "central", INFANTRY, "champagne")
    assert at(state, "FR.aircraft.1") is None
    assert state.control["champagne"] == "GE"


def raid() -> State:
    """Two German aircraft alone over Champagne, where two French ones stand with infantry."""
    state = position({"alsace": "GE 2 aircraft", "champagne": "FR 2 infantry 2 aircraft", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.aircraft.1 GE.aircraft.2", "champagne")
    assert state.battle is not None
    assert state.battle.raid
    return fight(state, "central", "GE.aircraft.1", "FR.aircraft.1", 6, 1)[0]


def test_3_3_13_aircraft_alone_in_an_enemy_field_after_the_fight_are_lost() -> None:
    """§3.3.13: they won, but no land units are with them."""
    state, _ = fight(raid(), "central", "GE.aircraft.1", "FR.aircraft.2", 6, 1)
    assert state.battle is None
    assert not [u for u in state.units if u.startswith("GE.")]
    assert state.control["champagne"] == "FR"
    assert len(state.troops("champagne", "entente")) == 2


def test_3_3_3_a_raid_may_be_stopped_before_it_is_over() -> None:
    """§3.3.3: an attack that is stopped is withdrawn; aircraft go back to where they started."""
    state = order(raid(), "central", "withdraw")
    assert at(state, "GE.aircraft.1") == at(state, "GE.aircraft.2") == "alsace"


def test_3_3_13_raiders_go_back_to_where_they_started_however_far() -> None:
    """§3.3.13: from Bavaria over Alsace and home to Bavaria."""
    state = position({"bavaria": "GE 1 aircraft", "champagne": "FR 2 infantry 2 aircraft"})
    state = go(state, "central", "GE.aircraft.1", "alsace", "champagne")
    assert at(order(state, "central", "withdraw"), "GE.aircraft.1") == "bavaria"


def test_3_3_13_no_raid_where_no_aircraft_are() -> None:
    """§3.3.13: infantry cannot be fought from the air yet."""
    state = position({"alsace": "GE 1 aircraft", "champagne": "FR 2 infantry"})
    denied(state, "central", "nothing-to-fight", "3.3.13", "move", units=["GE.aircraft.1"], path=["champagne"])
    assert go(replace(state, modern={"GE.aircraft": 2}), "central", "GE.aircraft.1", "champagne").battle is not None


# --- generals (§3.11) ---------------------------------------------------------------------------------------------


def test_3_11_1_every_general_with_his_scenarios() -> None:
    """§3.11.1: Haig is not in Classic 1; Karabekir, Richthofen, Scheer and Cadorna are not in Classic 2."""

    def names(scenario: str) -> set[str]:
        return {u.split(".")[2] for u in GAME.new_match(scenario, {}).units if ".general." in u}

    everyone = {
        "karabekir", "potiorek", "mackensen", "richthofen", "scheer", "falkenhayn", "cadorna", "brusilov", "petain",
        "haig",
    }  # fmt: skip
    assert names("classic-1") == everyone - {"haig"}
    assert names("classic-2") == everyone - {"karabekir", "richthofen", "scheer", "cadorna"}
    assert names("austria-russia") == {"potiorek", "brusilov"}


def test_3_11_2_one_general_in_a_field() -> None:
    """§3.11.2: a second may not come, not even pass."""
    state = position({"alsace": "GE 1 infantry mackensen", "rhineland": "GE 1 infantry falkenhayn"})
    denied(state, "central", "one-general", "3.11.2", "move", units=["GE.general.falkenhayn"], path=["alsace"])


def test_3_11_2_a_general_falls_with_the_last_of_his_units_when_enemies_come_in() -> None:
    """§3.11.2: both have to happen. An attacker's general goes back: it was he who entered, and not his enemies."""
    state = duel("GE 3 infantry", "FR 1 infantry petain")
    state, _ = fight(state, "central", INFANTRY, "FR.infantry.1", 6, 1)
    assert at(state, "FR.general.petain") is None
    state = duel("GE 1 infantry mackensen", "FR 1 infantry")
    state, _ = fight(state, "central", INFANTRY, "FR.infantry.1", 1, 6)
    assert at(state, "GE.general.mackensen") == "alsace"
    state = duel("GE 1 infantry mackensen", "FR 1 infantry petain")
    state, _ = fight(state, "central", INFANTRY, "FR.infantry.1", 3, 0 + 1)
    assert at(state, "GE.general.mackensen") == "alsace"
    assert at(state, "FR.general.petain") == "champagne", "nobody was left to come in"


def test_3_11_2_he_lives_while_one_of_them_does() -> None:
    """§3.11.2: a stopped attack leaves him where he is."""
    state = duel("GE 3 infantry", "FR 2 infantry petain")
    state, _ = fight(state, "central", INFANTRY, "FR.infantry.1", 6, 1)
    state = order(state, "central", "withdraw")
    assert at(state, "FR.general.petain") == "champagne"


def test_3_11_3_two_fields_richthofen_five_and_apart_from_their_units() -> None:
    """§3.11.3: generals travel alone among friends."""
    state = position({"alsace": "GE 1 infantry mackensen richthofen", "silesia": "GE 1 infantry"}, works={})
    far = ("bavaria", "berlin", "pomerania", "east-prussia")
    assert at(go(state, "central", "GE.general.richthofen", *far), "GE.general.richthofen") == "east-prussia"
    denied(state, "central", "too-far", "3.2.1", "move", units=["GE.general.mackensen"], path=[*far[:3]])
    assert at(go(state, "central", "GE.general.mackensen", "bavaria", "berlin"), "GE.general.mackensen") == "berlin"
    denied(state, "central", "alone", "3.11.3", "move", units=["GE.general.mackensen"], path=["champagne"])


def test_5_3_richthofen_attacks_no_unit_himself() -> None:
    """§5.3: he helps aircraft; without them there is no fight."""
    state = duel("GE 1 infantry richthofen", "FR 1 infantry 1 aircraft")
    assert state.battle is not None
    assert "GE.general.richthofen" not in pairs(state, state.battle)
    pair = {"unit": "GE.general.richthofen", "target": "FR.aircraft.1", "capture": False}
    denied(state, "central", "cannot-fight", "3.3.13", "fight", **pair)


# --- the printed examples (§3.4) ----------------------------------------------------------------------------------


def test_3_4_1_first_example_by_the_rules() -> None:
    """§3.4.1: 2+1+1 against 1+3: modernised guns gain nothing in a fight, so it is 4 to 4 and both are lost.

    With one unit less the attacker no longer has two to one, as the example says.
    """
    places = {"alsace": "GE 4 infantry 1 aircraft", "champagne": "FR 1 infantry 1 artillery"}
    state = position(places, modern={"FR.artillery": 1})
    state = go(state, "central", [*state.at("alsace")], "champagne")
    state, events = fight(state, "central", INFANTRY, "FR.artillery.1", 2, 1)
    assert changes(events, "attacker") == {"3.3.5": 1, "3.3.6": 1}
    assert changes(events, "defender") == {"3.3.7": 3}
    assert [r.total for r in happened(events, FightRolled)] == [4, 4]
    assert happened(events, FightDecided)[0].result == "both"
    assert state.battle is not None
    assert len(state.troops("champagne", "central")) == 3


def test_3_4_1_the_two_to_one_goes_with_the_first_loss() -> None:
    """§3.4.1: three infantry and an aircraft are not twice two."""
    state = position({"alsace": "GE 4 infantry 1 aircraft", "champagne": "FR 1 infantry 1 artillery"})
    state = go(state, "central", [*state.at("alsace")], "champagne")
    state, events = fight(state, "central", INFANTRY, "FR.artillery.1", 1, 6)
    assert changes(events, "attacker") == {"3.3.5": 1, "3.3.6": 1}
    state, events = fight(state, "central", "GE.infantry.2", "FR.artillery.1", 1, 6)
    assert changes(events, "attacker") == {"3.3.6": 1}


def test_3_4_2_second_example_by_the_rules() -> None:
    """§3.4.2: 3+1 against 1+2: no two-to-one for a defender, so it is 4 to 3 and the defending ship is lost."""
    places = {"north-sea": "GE 1 ship 1 aircraft", "channel": "BR 1 ship; FR 1 ship"}
    state = position(places, modern={"BR.ship": 2, "FR.ship": 1})
    state = go(state, "central", [*state.at("north-sea")], "channel")
    state, events = fight(state, "central", "GE.ship.1", "BR.ship.1", 3, 1)
    assert [r.total for r in happened(events, FightRolled)] == [4, 3]
    assert at(state, "BR.ship.1") is None
    assert at(state, "GE.ship.1") == "channel"


def test_3_4_2_a_ship_that_is_lost_takes_its_aircraft_along() -> None:
    """§3.4.2: the tie of the example costs both ships, and the aircraft is alone with the other enemy."""
    places = {"north-sea": "GE 1 ship 1 aircraft", "channel": "BR 1 ship; FR 1 ship"}
    state = position(places, modern={"BR.ship": 2, "FR.ship": 1})
    state = go(state, "central", [*state.at("north-sea")], "channel")
    state, _ = fight(state, "central", "GE.ship.1", "BR.ship.1", 3, 2)
    assert named([*state.units]) == ["FR.ship.1"]


# --- the planner --------------------------------------------------------------------------------------------------


def test_3_3_the_planner_shows_both_sides_and_the_odds() -> None:
    """§3.3: before the dice: modifiers with their sections and how many of 36 throws win."""
    question = {"kind": "fight", "unit": INFANTRY, "target": "FR.infantry.1", "capture": False}
    answer = cast(Any, GAME.consult(duel(), "central", question))
    assert answer["totals"] == [0, 3]
    assert answer["chances"] == {"win": 3, "tie": 3, "lose": 30, "of": 36}
    assert answer["defender"] == [{"text": "Land unit defending", "section": "3.3.7", "value": 3}]
    assert cast(Any, GAME.consult(position({}), "central", question)).code == "no-battle"
