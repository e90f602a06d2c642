"""§3.7, §3.10, §3.11.2: what a march or an attack puts at risk is said before it is made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.kernel.messages import Refusal
from rules.kernel.wording import capital
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import CALM, dice, drawn, fight, go, named, offer, order, position, told


def stakes(state: State, seat: str, units: str, **question: str) -> list[tuple[str, str, bool]]:
    """Section, text and gravity of what is at stake when some units march, or attack a field."""
    kind = "attack" if question else "move"
    answer: Any = GAME.consult(state, seat, {"kind": kind, "units": named(units), **question})
    assert not isinstance(answer, Refusal), answer
    return [(s["section"], s["text"], s["grave"]) for s in answer["stakes"]]


def test_3_10_2_a_capital_left_empty_before_the_enemy() -> None:
    """§3.10.2: its country would fall with it; while one stays, or no enemy is near, nothing is said."""
    state = position({"berlin": "GE 3 infantry", "poland": "RU 6 infantry", "bavaria": "GE 1 infantry"})
    [(section, text, grave)] = stakes(state, "central", "GE.infantry.1 GE.infantry.2 GE.infantry.3")
    assert (section, grave) == ("3.10.2", True)
    assert text == (
        "Berlin would be left without land units, and 6 Russian infantry in Poland can reach it. "
        "If it is taken, Germany is conquered."
    )
    assert stakes(state, "central", "GE.infantry.1 GE.infantry.2") == []
    far = position({"berlin": "GE 1 infantry", "ukraine": "RU 6 infantry", "bavaria": "GE 1 infantry"})
    assert stakes(far, "central", "GE.infantry.1") == []


def test_3_10_2_enemies_that_have_moved_this_turn_can_come_in_the_next() -> None:
    """§3.2.3: what counts is where they could go when their side moves again."""
    moved = [f"RU.infantry.{n}" for n in range(1, 7)]
    state = position({"berlin": "GE 1 infantry", "poland": "RU 6 infantry"}, spent=moved)
    assert [grave for _, _, grave in stakes(state, "central", "GE.infantry.1")] == [True]


def test_3_10_3_of_two_capitals_the_last_one_is_worth_the_country() -> None:
    """§3.10.3: Austria-Hungary falls with Vienna when Budapest is gone, and not before."""
    places = {"vienna": "AH 1 infantry", "galicia": "RU 3 infantry", "tyrol": "AH 1 infantry"}
    [(section, text, _)] = stakes(position(places, flags={"budapest": "RU"}), "central", "AH.infantry.1")
    assert section == "3.10.3"
    assert text.endswith("If it is taken, Austria-Hungary is conquered.")
    [(section, text, grave)] = stakes(position(places), "central", "AH.infantry.1")
    assert (section, grave) == ("3.10", True)
    assert "conquered" not in text


def test_3_10_1_the_last_land_unit_of_a_country_leaves_it_to_whoever_comes() -> None:
    """§3.10.1: the country falls with any of its fields, not only with the one that was left."""
    state = position({"moscow": "RU 1 infantry", "silesia": "GE 3 infantry"}, step="entente.action")
    [(section, text, grave)] = stakes(state, "entente", "RU.infantry.1")
    assert (section, grave) == ("3.10.1", True)
    assert text.startswith("No land unit would be left in Russia, and 3 German infantry in Silesia can reach")
    assert text.endswith("If any of its fields is taken, the country is conquered.")


def test_3_11_2_a_city_and_the_company_that_stays_behind() -> None:
    """§3.11.2, §3.3.13: a general and aircraft without land units are lost to those who come; a city is told only."""
    places = {
        "east-prussia": "GE 2 infantry mackensen 1 aircraft",
        "poland": "RU 6 infantry",
        "berlin": "GE 1 infantry",
    }
    said = stakes(position(places), "central", "GE.infantry.1 GE.infantry.2")
    assert [(section, grave) for section, _, grave in said] == [("3.10", False), ("3.3.13", True)]
    assert said[1][1] == "Mackensen and German aircraft would be alone in East Prussia, and lost if the enemy takes it."


def test_3_3_13_aircraft_are_lost_with_the_last_attacker() -> None:
    """§3.3.13, §3.11.2: aircraft go down with the last land unit, a general goes back; two units are no last one."""
    places = {"alsace": "GE 2 infantry mackensen 1 aircraft", "champagne": "FR 2 infantry"}
    company = "GE.aircraft.1 GE.general.mackensen"
    [(section, text, grave)] = stakes(position(places), "central", f"GE.infantry.1 {company}", area="champagne")
    assert (section, grave) == ("3.3.13", True)
    assert text == "If your last land unit here falls, German aircraft is lost with it; Mackensen would go back."
    both = stakes(position(places), "central", f"GE.infantry.1 GE.infantry.2 {company}", area="champagne")
    assert [grave for _, _, grave in both] == [False]
    assert stakes(position(places), "central", "GE.infantry.1", area="champagne") == []


def test_3_3_13_aircraft_that_could_fight_on_are_not_lost_with_the_last_attacker() -> None:
    """§3.3.13: modernised twice, or with enemy aircraft in the field."""
    places = {"alsace": "GE 1 infantry 1 aircraft", "champagne": "FR 2 infantry"}
    units = "GE.infantry.1 GE.aircraft.1"
    bombers = position(places, modern={"GE.aircraft": 2})
    assert stakes(bombers, "central", units, area="champagne") == []
    assert stakes(position(places, modern={"GE.aircraft": 1}), "central", units, area="champagne") != []
    met = position({**places, "champagne": "FR 2 infantry 1 aircraft"})
    assert stakes(met, "central", units, area="champagne") == []


def test_3_3_2_a_plan_knows_who_could_come_up_from_other_fields_and_counts_them() -> None:
    """§3.3.2: units of two fields in one plan; those who cannot reach the battle are not offered."""
    german = {"alsace": "GE 2 infantry", "rhineland": "GE 4 infantry", "silesia": "GE 5 infantry"}
    state = position({**german, "champagne": "FR 2 infantry"})
    first, others = ["GE.infantry.1", "GE.infantry.2"], [f"GE.infantry.{n}" for n in range(3, 7)]
    answer: Any = GAME.consult(state, "central", {"kind": "joining", "units": first, "area": "champagne"})
    assert answer == {"units": others}
    alone: Any = GAME.consult(state, "central", {"kind": "attack", "units": first, "area": "champagne"})
    both: Any = GAME.consult(state, "central", {"kind": "attack", "units": [*first, *others], "area": "champagne"})
    assert len(both["attackers"]) == 6
    assert both["forecast"]["win"] > alone["forecast"]["win"]


def test_3_3_the_odds_to_the_end_are_told_during_a_battle_too() -> None:
    """§3.3: as the plan told them before it began, and worse once a unit is lost."""
    state = position({"alsace": "GE 3 infantry", "champagne": "FR 2 infantry"})
    units = [*state.at("alsace")]
    plan: Any = GAME.consult(state, "central", {"kind": "attack", "units": units, "area": "champagne"})
    state = go(state, "central", units, "champagne")
    pair = {"kind": "fight", "unit": "GE.infantry.1", "target": "FR.infantry.1", "capture": False}
    now: Any = GAME.consult(state, "central", pair)
    assert now["forecast"] == plan["forecast"]
    state, _ = fight(state, "central", "GE.infantry.1", "FR.infantry.1", 1, 6)
    later: Any = GAME.consult(state, "central", {**pair, "unit": "GE.infantry.2"})
    assert later["forecast"]["win"] < now["forecast"]["win"]


def test_3_12_2_the_future_commander_of_a_neutrals_army_is_named() -> None:
    """§3.12.2: the seat with the least territory; a side with one seat goes by its own name."""
    asked = {"kind": "neutral", "nation": "NL"}
    duel: Any = GAME.consult(position({}), "central", asked)
    assert duel["commander"] == "The Entente will command its army against you."
    state = position({}, scenario="classic-1-6")
    answer: Any = GAME.consult(state, "central-1", asked)
    after, facts = told(state, "central-1", "announce", nation="NL")
    title = capital(state.the_seat(after.nations["NL"].seat))
    assert answer["commander"] == f"{title} will command its army against you."
    line: Any = GAME.narrate(state, facts[0], after, "spectator")
    assert line["text"].endswith(f"{title} will command its army.")


def test_3_14_9_a_card_with_a_price_says_what_it_brings() -> None:
    """§3.14.9, §3.14.7: an army and money, or rebels who fight at once whoever stands there."""
    hands = {"central": ("sweden-1", "scotland-1"), "entente": ()}
    state = position({"scotland": "BR 2 infantry"}, step="purchase", hands=hands, money=200)
    cards: Any = offer(state, "central", "use_card")
    brings = [item["brings"] for item in cards["items"]]
    assert brings == [
        "It brings 5 infantry, 2 artillery, 1 ship and 9 coins a turn; you command its army and receive its money.",
        "2 infantry rise in Scotland and fight 2 British infantry at once; you command them.",
    ]


def test_3_14_9_a_ship_that_enemies_keep_in_port_is_not_promised() -> None:
    """§3.14.9, §3.12.2: what is told is what comes, of a card as of an attack on a neutral."""
    state = position(
        {"baltic": "RU 1 ship"}, step="purchase", hands={"central": ("sweden-1",), "entente": ()}, money=200
    )
    cards: Any = offer(state, "central", "use_card")
    assert cards["items"][0]["brings"].startswith("It brings 5 infantry, 2 artillery and 9 coins a turn;")
    state = position({"baltic": "GE 1 ship"})
    told_: Any = GAME.consult(state, "central", {"kind": "neutral", "nation": "SW"})
    after = order(state, "central", "announce", nation="SW")
    units = [u for u in after.units if u.startswith("SW.")]
    assert sum(told_["army"].values()) == len(units) == 7
    assert not after.of_kind(units, "ship")


def test_3_14_2_allies_read_how_they_share_what_a_card_takes() -> None:
    """§3.14.2: two units of the side, from whoever offers them first; alone they are all yours."""
    army = {"alsace": "GE 4 infantry", "galicia": "AH 3 infantry"}
    alone: Any = GAME.legal(drawn("disease-1", army), "central")
    assert alone["detail"] == "The card takes 2 units of yours."
    state = position(army, step="entente.action", scenario="classic-1-4")
    deck = ("disease-1", CALM, "famine-1")
    state = replace(state, deck=tuple(sorted(deck)))
    first = state.deck.index("disease-1") + 1
    second = [c for c in state.deck if c != "disease-1"].index(CALM) + 1
    state = order(state, "entente-1", "end_phase")
    state = order(state, "entente-2", "end_phase", dice(first, second))
    shared: Any = GAME.legal(state, "central-1")
    assert shared["detail"].startswith("Your side gives up 2 units between you and Austria-Hungary and the Ottoman")
    state = order(state, "central-1", "give_up", units=["GE.infantry.1"])
    rest: Any = GAME.legal(state, "central-2")
    assert rest["detail"].startswith("Your side gives up 1 unit between you and Germany")
