"""§3.1, §3.5 to §3.9: the order of a turn, money and what it buys."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.powers_1914.economy.money import incomes, nation_income
from rules.powers_1914.economy.works import works_on_map
from rules.powers_1914.facts.event_cards import CardDrawn
from rules.powers_1914.facts.money import MoneyReceived
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import NationState, Works
from tests.games.powers_1914.kit import (
    PRINTED,
    at,
    coins,
    denied,
    dice,
    drawing,
    happened,
    income,
    next_turn,
    offer,
    order,
    position,
    price,
    told,
    wealth,
)

FACTORY, YARD = Works("factory", "GE"), Works("shipyard", "GE")


# --- the order of a turn (§3.1) -----------------------------------------------------------------------------------


def test_3_1_1_no_card_on_the_first_turn() -> None:
    """§3.1.1: the first turn begins with money."""
    state = GAME.new_match("classic-1", {})
    for seat in ("central", "entente"):
        state = order(state, seat, "standard")
        state, events = told(state, seat, "end_phase")
    assert not happened(events, CardDrawn)
    assert happened(events, MoneyReceived)


def test_3_1_1_each_side_draws_one_card_the_attackers_first() -> None:
    """§3.1.1: from the second turn on, before the money."""
    state, chance = drawing("winter-1", "winter-2")
    state, events = next_turn(state, chance)
    drawn = happened(events, CardDrawn)
    assert [(d.side, d.card) for d in drawn] == [("central", "winter-1"), ("entente", "winter-2")]
    assert [type(x) for x in events].index(MoneyReceived) > [type(x) for x in events].index(CardDrawn)
    assert state.phase.key == "purchase"
    assert state.turn == 4


def test_3_1_2_everyone_receives_money_by_his_flags() -> None:
    """§3.1.2: income is the coins of your fields."""
    state, chance = drawing("winter-1", "winter-2", flags={"malta": "GE"})
    state, _ = next_turn(state, chance)
    assert state.money["central"] == income("central") + coins("malta")
    assert state.money["entente"] == income("entente") - coins("malta")


def test_3_1_3_all_buy_at_one_time_and_then_the_attackers_move() -> None:
    """§3.1.3: both sides may buy until they are done."""
    state = position({}, step="purchase", money=20)
    assert GAME.deciders(state) == ("central", "entente")
    state = order(state, "entente", "end_phase")
    assert GAME.deciders(state) == ("central",)
    denied(state, "entente", "not-your-turn", "3.1", "end_phase")
    state = order(state, "central", "end_phase")
    assert state.phase.key == "central.action"


def test_3_1_4_one_side_moves_and_fights_then_the_other_and_the_turn_ends_after_both() -> None:
    """§3.1.4: the players of a side act side by side."""
    state = position({}, scenario="classic-1-6")
    assert GAME.deciders(state) == ("central-1", "central-2", "central-3")
    denied(state, "entente-1", "not-your-turn", "3.1", "end_phase")
    state = order(state, "central-2", "end_phase")
    assert GAME.deciders(state) == ("central-1", "central-3")
    state = order(order(state, "central-1", "end_phase"), "central-3", "end_phase")
    assert state.phase.key == "entente.action"
    assert GAME.deciders(state) == ("entente-1", "entente-2", "entente-3")


def test_3_1_4_a_seat_whose_nations_are_all_conquered_is_not_waited_for() -> None:
    """§3.1.4: who has nothing left to play holds up nobody."""
    state = position({}, scenario="classic-1-6", step="purchase")
    nations = {**state.nations, "AH": state.nations["AH"]._replace(fallen=True)}
    state = order(position({}, scenario="classic-1-6", step="purchase", nations=nations), "central-2", "end_phase")
    assert "central-1" not in GAME.deciders(state)


def test_3_1_4_each_seat_commands_its_own_nations_only() -> None:
    """§3.1.4: an ally's units are the ally's."""
    state = position({"vienna": "AH 1 infantry"}, scenario="classic-1-6")
    denied(state, "central-2", "not-your-unit", "3.1", "move", units=["AH.infantry.1"], path=["bohemia"])


# --- money (§3.5) -------------------------------------------------------------------------------------------------


def test_3_5_the_conqueror_of_malta_takes_its_coin() -> None:
    """§3.5: the coin goes with the flag."""
    state = position({}, flags={"malta": "OT"})
    assert nation_income(state, "BR") == wealth("BR") - coins("malta")
    assert nation_income(state, "OT") == wealth("OT") + coins("malta")


def test_3_5_allies_put_their_money_together() -> None:
    """§3.5: money can be given to an ally, not to the enemy, and not more than one has."""
    state = position({}, scenario="classic-1-6", step="purchase", money=10)
    state = order(state, "central-1", "give", to="central-2", amount=7)
    assert (state.money["central-1"], state.money["central-2"]) == (3, 17)
    denied(state, "central-1", "no-money", "3.5", "give", to="central-2", amount=4)
    denied(state, "central-1", "not-offered", "3.5", "give", to="entente-1", amount=1)


def test_3_5_incomes_of_a_scenario_are_the_coins_on_the_map() -> None:
    """§3.5: 54 against 62 in the first classic, 62 against 54 in the second, where Italy changes sides."""
    assert incomes(position({})) == {"central": 54, "entente": 62}
    assert incomes(position({}, scenario="classic-2")) == {"central": 62, "entente": 54}


# --- factories (§3.6) ---------------------------------------------------------------------------------------------


def test_3_6_guns_and_aircraft_come_from_factories() -> None:
    """§3.6: where a factory is, and nowhere else."""
    state = position({}, step="purchase", money=50)
    state = order(state, "central", "buy", nation="GE", unit="artillery", area="berlin", count=2)
    assert state.money["central"] == 50 - 2 * price("artillery")
    assert state.troops("berlin", "central") == ["GE.artillery.1", "GE.artillery.2"]
    state = order(state, "central", "buy", nation="GE", unit="aircraft", area="berlin", count=1)
    denied(state, "central", "no-production", "3.6", "buy", nation="GE", unit="artillery", area="bavaria", count=1)


def test_3_6_a_factory_makes_the_units_of_the_country_it_stands_in() -> None:
    """§3.6: a German unit in Vienna may pay for a factory there, and it makes Austrian guns."""
    state = position({"budapest": "GE 1 infantry"}, scenario="classic-1-6", step="purchase", money=60)
    state = order(state, "central-2", "build", works="factory", area="budapest")
    assert Works("factory", "AH") in state.works["budapest"]
    assert state.money["central-2"] == 60 - price("factory")
    denied(state, "central-2", "no-production", "3.6", "buy", nation="GE", unit="artillery", area="budapest", count=1)
    state = order(state, "central-1", "buy", nation="AH", unit="artillery", area="budapest", count=1)
    assert state.troops("budapest", "central") == ["GE.infantry.1", "AH.artillery.1"]


def test_3_6_only_where_one_has_units_and_not_twice() -> None:
    """§3.6: a builder needs men on the spot; a field has one factory."""
    state = position({"berlin": "GE 1 infantry"}, step="purchase", money=60)
    denied(state, "central", "no-unit-there", "3.6", "build", works="factory", area="bavaria")
    denied(state, "central", "built-already", "3.6", "build", works="factory", area="berlin")
    denied(state, "central", "not-your-land", "3.6", "build", works="factory", area="paris")


def test_3_8_a_shipyard_needs_a_coast_and_nobody_there() -> None:
    """§3.8: on any land beside the sea that your side holds, with or without units; a factory needs one (§3.6)."""
    state = position({"berlin": "GE 1 infantry"}, step="purchase", money=60)
    yards = cast(Any, offer(state, "central", "build"))
    assert {"works": "shipyard", "area": "pomerania", "price": price("shipyard")} in yards["items"]
    assert [i["area"] for i in yards["items"] if i["works"] == "factory"] == []
    state = order(state, "central", "build", works="shipyard", area="pomerania")
    assert Works("shipyard", "GE") in state.works["pomerania"]
    state = order(state, "central", "buy", nation="GE", unit="ship", area="baltic", count=1)
    assert at(state, "GE.ship.1") == "baltic"
    denied(state, "central", "not-your-land", "3.8", "build", works="shipyard", area="riga")


def test_3_6_a_taken_factory_works_for_the_conqueror() -> None:
    """§3.6, §3.10: the flag over the field decides what it makes."""
    state = position({"champagne": "GE 1 infantry", "brussels": "FR 1 infantry"})
    state = order(state, "central", "move", units=["GE.infantry.1"], path=["paris"])
    assert state.works["paris"] == (Works("factory", "GE"),)


def test_3_6_works_can_be_torn_down() -> None:
    """§3.6: who holds them may destroy them."""
    state = position({"berlin": "GE 1 infantry"})
    state = order(state, "central", "raze", works="factory", area="berlin")
    assert "berlin" not in state.works
    denied(state, "central", "nothing-to-raze", "3.6", "raze", works="factory", area="berlin")


def test_3_6_there_are_no_more_factories_than_counters() -> None:
    """§3.6, §1.1: the counters are the limit."""
    full = {a: (Works("factory", "GE"),) for a in list(PRINTED.board.areas)[: PRINTED.works["factory"]]}
    full.pop("bavaria", None)
    full["kiel"] = (Works("factory", "GE"),)
    full["alsace"] = (Works("factory", "GE"),)
    state = position({"bavaria": "GE 1 infantry"}, step="purchase", money=60, works=full)
    assert works_on_map(state, "factory") >= PRINTED.works["factory"]
    denied(state, "central", "no-counters", "1.1", "build", works="factory", area="bavaria")


# --- cities (§3.7) ------------------------------------------------------------------------------------------------


def test_3_7_a_city_gives_as_much_infantry_a_turn_as_its_number_says() -> None:
    """§3.7: four in Berlin, and then none before the next turn."""
    state = position({}, step="purchase", money=50)
    state = order(state, "central", "buy", nation="GE", unit="infantry", area="berlin", count=3)
    denied(state, "central", "no-production", "3.7", "buy", nation="GE", unit="infantry", area="berlin", count=2)
    state = order(state, "central", "buy", nation="GE", unit="infantry", area="berlin", count=1)
    assert len(state.troops("berlin", "central")) == PRINTED.board.areas["berlin"].city == 4


def test_3_7_the_conqueror_raises_his_own_men_in_a_taken_city() -> None:
    """§3.7: German infantry in Belgium, no Belgian."""
    state = position({}, step="purchase", money=50, flags={"brussels": "GE"})
    state = order(state, "central", "buy", nation="GE", unit="infantry", area="brussels", count=1)
    assert state.troops("brussels", "central") == ["GE.infantry.1"]
    denied(state, "entente", "no-production", "3.7", "buy", nation="BE", unit="infantry", area="brussels", count=1)


def test_3_7_only_land_units_take_a_city() -> None:
    """§3.7: ships and aircraft do not."""
    state = position({"channel": "GE 1 ship", "brussels": "GE 1 aircraft 1 infantry"}, flags={"brussels": "GE"})
    denied(state, "central", "not-adjacent", "3.2.5", "move", units=["GE.ship.1"], path=["picardy"])
    denied(state, "central", "no-landing", "3.3.13", "move", units=["GE.aircraft.1"], path=["picardy"])


# --- shipyards (§3.8) ---------------------------------------------------------------------------------------------


def test_3_8_ships_are_launched_into_a_sea_beside_their_shipyard() -> None:
    """§3.8: from Kiel into the North Sea or the Baltic; not where the enemy lies."""
    state = position({"baltic": "RU 1 ship"}, step="purchase", money=50)
    state = order(state, "central", "buy", nation="GE", unit="ship", area="north-sea", count=1)
    assert state.ships("north-sea", "central") == ["GE.ship.1"]
    denied(state, "central", "no-production", "3.8", "buy", nation="GE", unit="ship", area="baltic", count=1)
    denied(state, "central", "no-production", "3.8", "buy", nation="GE", unit="ship", area="channel", count=1)


def test_3_8_a_shipyard_stands_by_the_sea() -> None:
    """§3.8: in Pomerania, not in Bavaria."""
    state = position({"pomerania": "GE 1 infantry", "bavaria": "GE 1 infantry"}, step="purchase", money=50)
    denied(state, "central", "no-shore", "3.8", "build", works="shipyard", area="bavaria")
    state = order(state, "central", "build", works="shipyard", area="pomerania")
    assert Works("shipyard", "GE") in state.works["pomerania"]


# --- modernisation (§3.9) -----------------------------------------------------------------------------------------


def test_3_9_each_type_of_each_nation_twice() -> None:
    """§3.9: the price rises, and a third time there is none; allies have to pay for themselves."""
    state = position({}, step="purchase", money=50)
    first, second = PRINTED.modernise
    state = order(state, "central", "modernise", nation="GE", unit="infantry")
    assert state.level("GE", "infantry") == 1
    assert state.level("AH", "infantry") == 0
    state = order(state, "central", "modernise", nation="GE", unit="infantry")
    assert state.money["central"] == 50 - first - second
    denied(state, "central", "modern-enough", "3.9", "modernise", nation="GE", unit="infantry")


def test_3_9_eighteen_markers_are_in_the_box() -> None:
    """§1.1, §3.9: one for each time that a type is modernised, for both sides together; America brings its own."""
    markers = PRINTED.markers
    assert markers == 18
    modern = dict.fromkeys([f"{n}.{a}" for n in ("GE", "FR", "RU", "BR") for a in ("infantry", "artillery")], 2)
    state = position({}, step="purchase", money=50, modern={**modern, "IT.infantry": 1, "US.infantry": 1})
    state = order(state, "central", "modernise", nation="AH", unit="infantry")
    denied(state, "entente", "no-counters", "1.1", "modernise", nation="IT", unit="infantry")
    shelf = offer(state, "entente", "modernise")
    assert shelf is not None
    assert shelf["items"] == []


def test_3_9_what_one_cannot_pay_one_does_not_get() -> None:
    """§3.9, §3.5: no credit."""
    state = position({}, step="purchase", money=PRINTED.modernise[0] - 1)
    denied(state, "central", "no-money", "3.9", "modernise", nation="GE", unit="infantry")
    shelf = offer(state, "central", "modernise")
    assert shelf is not None
    assert shelf["items"] == []
    assert shelf["refusal"] is not None


# --- the questions (§5) -------------------------------------------------------------------------------------------


def test_5_2_no_counters_of_another_colour() -> None:
    """§5.2: when all of a nation's counters are in use there are no more."""
    limit = PRINTED.limit("MO", "infantry")
    state = position({"bosnia": f"MO {limit} infantry"}, step="purchase", money=50)
    denied(state, "entente", "no-counters", "5.2", "buy", nation="MO", unit="infantry", area="cetinje", count=1)


def test_5_5_greece_has_no_navy() -> None:
    """§5.5: neither ships nor a yard."""
    assert PRINTED.limit("GR", "ship") == 0
    assert not [a for a in PRINTED.board.belongs["GR"] if PRINTED.board.areas[a].works]


@pytest.mark.parametrize("status", ["attacked"])
def test_3_12_2_an_attacked_neutral_has_no_money(status: str) -> None:
    """§3.12.2: its army is played; it buys nothing and its own land brings nothing in."""
    state = position({}, step="purchase", money=50)
    nations = {**state.nations, "GR": NationState("entente", "entente", status)}
    state = position({}, step="purchase", money=50, nations=nations)
    assert nation_income(state, "GR") == 0
    denied(state, "entente", "no-purchases", "3.12.2", "buy", nation="GR", unit="infantry", area="athens", count=1)


def test_a_seat_that_ends_its_purchases_keeps_its_money() -> None:
    """§3.1.3: money can be saved."""
    state = order(position({}, step="purchase", money=13), "central", "end_phase", dice())
    assert state.money["central"] == 13
