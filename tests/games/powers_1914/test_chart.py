"""§2.3, §3.5, §1.1: what we rebuilt of set-up, coins and prices keeps to what is printed and to the war of 1914."""

from __future__ import annotations

import pytest

from rules.powers_1914.economy.money import incomes
from rules.powers_1914.game import GAME
from rules.powers_1914.printed.pieces import ARMS, FACTORY, INFANTRY, SHIP, TROOPS
from tests.games.powers_1914.kit import PRINTED, coins, price, wealth
from tests.thorough import at_least_one

ONES = TENS = 16
"""§1.1: bills of 1 and of 10 in the box: 176 in all."""
WEST = ("rhineland", "alsace")
EAST = ("silesia", "east-prussia", "pomerania")


def standing(scenario: str, nation: str, *areas: str, kinds: tuple[str, ...] = TROOPS) -> int:
    """How many units of a nation the chart puts into some fields."""
    plan = PRINTED.settings[scenario]
    musters = [m for m in plan.setup if m.nation == nation and m.area in areas]
    return sum(m.counts.get(kind, 0) for m in musters for kind in kinds)


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_1_1_the_bank_can_pay_out_what_everyone_begins_with(scenario: str) -> None:
    """§1.1, §2.3: starting money and first income of all seats together, in sixteen ones and sixteen tens."""
    state = GAME.new_match(scenario, {})
    income = incomes(state)
    purses = [state.money[seat] + income[seat] for seat in state.seats]
    assert sum(p // 10 for p in purses) <= TENS
    assert sum(p % 10 for p in purses) <= ONES


def test_3_14_9_a_country_costs_what_its_army_costs_and_one_turn_of_its_money() -> None:
    """§3.14.9: 85, 65 and 60 are printed; what each brings is ours, and is worth its price at our list."""
    for card in at_least_one(card for card in PRINTED.cards.values() if card.effect == "join"):
        army = sum(n * price(arm) for m in PRINTED.armies[card.nation] for arm, n in m.counts.items())
        assert army + wealth(card.nation) == card.price, card.title


@pytest.mark.parametrize("scenario", [*PRINTED.settings])
def test_5_2_the_chart_asks_for_no_more_counters_than_there_are(scenario: str) -> None:
    """§1.1, §5.2: of every nation and kind."""
    plan = PRINTED.settings[scenario]
    for nation in at_least_one({m.nation for m in plan.setup}):
        for arm in ARMS:
            used = sum(m.counts.get(arm, 0) for m in plan.setup if m.nation == nation)
            assert used <= PRINTED.limit(nation, arm), (nation, arm)


@pytest.mark.parametrize("scenario", ["classic-1", "classic-2"])
def test_2_3_the_chart_is_that_of_august_1914(scenario: str) -> None:
    """§2.3: Germany stands in the west, Britain's fleet in the north, and Tyrol is held."""
    assert standing(scenario, "GE", *WEST) > standing(scenario, "GE", *EAST)
    north = standing(scenario, "BR", "norwegian-sea", "north-sea", kinds=(SHIP,))
    assert north > standing(scenario, "BR", *PRINTED.board.areas, kinds=(SHIP,)) / 2
    assert standing(scenario, "AH", "tyrol", kinds=(INFANTRY,))


def test_3_5_the_ruhr_is_worth_more_than_the_capital() -> None:
    """§3.5: Berlin stays below the Rhineland."""
    assert coins("rhineland") > coins("berlin")


def test_3_6_belgium_has_its_arms_works() -> None:
    """§3.6: the guns of Herstal and Liège."""
    assert FACTORY in PRINTED.board.areas["brussels"].works
