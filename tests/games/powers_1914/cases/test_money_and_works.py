"""§3.5 to §3.9: whose money, what a city, factory or shipyard gives and to whom, progress."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import NationState, Works
from tests.games.powers_1914.kit import (
    CALM_DECK,
    PRINTED,
    at,
    changes,
    denied,
    fight,
    go,
    offer,
    order,
    passed,
    position,
    price,
    wealth,
)


@pytest.mark.parametrize(("amount", "code"), [
    (0, "not-that-many"), (-1, "not-that-many"), (True, "malformed"), ("1", "malformed"), (None, "malformed"),
    (1.5, "malformed"),
])  # fmt: skip
def test_3_5_no_strange_sums_are_given(amount: object, code: str) -> None:
    """§3.5: a whole number from one on."""
    state = position({}, scenario="classic-1-6", step="purchase", money=10)
    denied(state, "central-1", code, "3.5", "give", to="central-2", amount=amount)


def test_3_5_a_seat_that_plays_its_side_alone_has_nobody_to_give_to() -> None:
    """§3.5: nor does it give to itself."""
    state = position({}, step="purchase", money=10)
    assert offer(state, "central", "give") is None
    denied(state, "central", "no-ally", "3.5", "give", to="central", amount=1)


def test_3_5_money_can_be_given_between_battles_too() -> None:
    """§3.5: for the next purchases."""
    state = order(position({}, scenario="classic-1-6", money=10), "central-1", "give", to="central-3", amount=10)
    assert state.money["central-3"] == 20


@pytest.mark.parametrize(("area", "works", "code"), [
    ("north-sea", "factory", "not-your-land"), ("holland", "factory", "not-your-land"),
    ("paris", "shipyard", "not-your-land"), ("vienna", "shipyard", "no-shore"),
    ("kiel", "shipyard", "built-already"),
])  # fmt: skip
def test_3_6_where_nothing_is_built(area: str, works: str, code: str) -> None:
    """§3.6, §3.8: at sea, on foreign land, without units, twice."""
    places = {"north-sea": "GE 1 ship", "kiel": "GE 1 infantry"}
    section = "3.6" if works == "factory" else "3.8"
    denied(position(places, step="purchase", money=60), "central", code, section, "build", works=works, area=area)


def test_3_6_on_conquered_ground_too() -> None:
    """§3.6: wherever one has units: a German factory in Picardy makes German guns at once."""
    state = position({"picardy": "GE 1 infantry"}, flags={"picardy": "GE"}, step="purchase", money=60)
    state = order(state, "central", "build", works="factory", area="picardy")
    state = order(state, "central", "buy", nation="GE", unit="artillery", area="picardy", count=1)
    assert at(state, "GE.artillery.1") == "picardy"


@pytest.mark.parametrize(("nation", "unit", "area", "section", "text"), [
    ("GE", "infantry", "vienna", "3.7", "Only the nation whose flag flies in Vienna raises infantry there."),
    ("GE", "infantry", "north-sea", "3.7", "No infantry is raised in the North Sea."),
    ("GE", "ship", "baltic", "3.8", "Enemy ships are in the Baltic: no ship can be launched there."),
    ("AH", "ship", "baltic", "3.8", "No shipyard of this nation can launch ships into the Baltic."),
    ("AH", "artillery", "rhineland", "3.6", "This nation has no working factory in the Rhineland."),
])  # fmt: skip
def test_3_6_why_nothing_is_bought_there_is_said_of_that_place(
    nation: str, unit: str, area: str, section: str, text: str
) -> None:
    """§3.6 to §3.8: whose flag flies, what lies before the port, and who has no works."""
    state = position({"baltic": "RU 1 ship"}, step="purchase", money=60)
    refused = denied(state, "central", "no-production", section, "buy", nation=nation, unit=unit, area=area, count=1)
    assert refused.text == text


def test_3_5_the_money_of_a_player_without_nations_waits_for_their_return() -> None:
    """§3.5, §3.10.4: nobody takes it, nobody is asked for it, and it is spent again when a country is free."""
    nations = position({}, scenario="classic-1-6").nations
    nations = {**nations, "BR": nations["BR"]._replace(fallen=True)}
    places = {"channel": "FR 1 infantry", "paris": "FR 1 infantry"}
    state = position(places, "entente.action", "classic-1-6", money=20, nations=nations, flags={"england": "GE"})
    state = order(state, "entente-2", "stance", capture=True)
    assert GAME.deciders(state) == ("entente-2", "entente-3")
    denied(state, "entente-1", "not-your-turn", "3.1", "give", to="entente-2", amount=5)
    assert state.money["entente-1"] == 20
    state = passed(replace(go(state, "entente-2", "FR.infantry.1", "england"), deck=CALM_DECK), "entente")
    assert state.money["entente-1"] == 20 + wealth("BR")


def test_3_6_nobody_buys_from_an_allys_factory() -> None:
    """§3.6: it makes the units of the country where it stands."""
    state = position({}, step="purchase", money=60)
    denied(state, "central", "no-production", "3.6", "buy", nation="AH", unit="aircraft", area="berlin", count=1)


def test_3_6_a_factory_is_lost_with_its_field_and_no_longer_serves_the_loser() -> None:
    """§3.6: the flag decides."""
    state = position({}, flags={"rhineland": "FR"}, works={"rhineland": (Works("factory", "FR"),)}, step="purchase",
                     money=60)  # fmt: skip
    gun = {"unit": "artillery", "area": "rhineland", "count": 1}
    denied(state, "central", "no-production", "3.6", "buy", nation="GE", **gun)
    assert order(state, "entente", "buy", nation="FR", **gun).troops("rhineland", "entente") == ["FR.artillery.1"]


def test_3_6_demolishing_needs_a_unit_in_the_field() -> None:
    """§3.6: neither an empty field's works nor the enemy's."""
    state = position({"kiel": "GE 1 infantry"})
    for area in ("berlin", "paris"):
        denied(state, "central", "nothing-to-raze", "3.6", "raze", works="factory", area=area)


def test_3_6_a_general_alone_neither_builds_nor_demolishes() -> None:
    """§3.6, §3.14: it takes a unit, and a general is none; an aircraft is one."""
    state = position({"bavaria": "GE mackensen", "alsace": "GE 1 aircraft"}, step="purchase", money=60)
    denied(state, "central", "no-unit-there", "3.6", "build", works="factory", area="bavaria")
    shelf = cast(Any, offer(state, "central", "build"))["items"]
    assert [i["area"] for i in shelf if i["works"] == "factory"] == ["alsace"]
    assert "alsace" in order(state, "central", "build", works="factory", area="alsace").works
    state = position({"berlin": "GE mackensen"})
    denied(state, "central", "nothing-to-raze", "3.6", "raze", works="factory", area="berlin")


def test_3_6_what_is_no_field_holds_nothing_to_demolish() -> None:
    state = position({"paris": "FR 1 infantry"}, step="entente.action", works={"paris": (Works("factory", "FR"),)})
    denied(state, "entente", "nothing-to-raze", "3.6", "raze", works="factory", area="kiel")
    denied(state, "entente", "no-such-area", "3.2", "raze", works="factory", area="nowhere")


def test_3_1_3_an_empty_price_list_says_so() -> None:
    """§3.1.3: with a code, a section and a sentence, as every refusal."""
    found: Any = offer(position({}, step="purchase", money=0), "central", "buy")
    assert found["items"] == []
    assert found["closed"]
    assert found["refusal"] == {"code": "nothing-to-buy", "section": "3.1.3", "text": "Nothing to choose now."}


def test_1_1_there_are_no_more_shipyards_than_counters() -> None:
    """§1.1, §3.8: twenty."""
    shores = [a for a in PRINTED.board.shores if a != "pomerania"][: PRINTED.works["shipyard"]]
    state = position({"pomerania": "GE 1 infantry"}, step="purchase", money=60,
                     works={a: (Works("shipyard", "GE"),) for a in shores})  # fmt: skip
    denied(state, "central", "no-counters", "1.1", "build", works="shipyard", area="pomerania")
    assert not [i for i in cast(Any, offer(state, "central", "build"))["items"] if i["works"] == "shipyard"]


def test_3_7_a_place_without_a_number_gives_nobody() -> None:
    """§3.7: no recruits in Tyrol."""
    denied(position({}, step="purchase", money=60), "central", "no-production", "3.7", "buy", nation="AH",
           unit="infantry", area="tyrol", count=1)  # fmt: skip


def test_3_7_every_city_gives_its_own_country_and_no_ally() -> None:
    """§3.7: no German infantry from Vienna."""
    denied(position({}, step="purchase", money=60), "central", "no-production", "3.7", "buy", nation="GE",
           unit="infantry", area="vienna", count=1)  # fmt: skip


def test_3_7_recruits_over_several_purchases_are_added_up() -> None:
    """§3.7: two and two are Berlin's four; Kiel is counted by itself."""
    state = position({}, step="purchase", money=60)
    for _ in range(2):
        state = order(state, "central", "buy", nation="GE", unit="infantry", area="berlin", count=2)
    shelf = cast(Any, offer(state, "central", "buy"))["items"]
    assert {i["area"]: i["most"] for i in shelf if (i["nation"], i["unit"]) == ("GE", "infantry")}.get("berlin") is None
    assert {i["area"]: i["most"] for i in shelf if (i["nation"], i["unit"]) == ("GE", "infantry")}["kiel"] == 2


def test_3_7_recruits_take_a_chief_whom_his_army_left_behind_in_their_city() -> None:
    """§3.11.2: an enemy who is alone among new troops is gone."""
    state = position({"kiel": "BR haig"}, step="purchase", money=10, scenario="classic-2")
    state = order(state, "central", "buy", nation="GE", unit="infantry", area="kiel", count=1)
    assert [*state.at("kiel")] == ["GE.infantry.1"]


@pytest.mark.parametrize(("nation", "unit", "area"), [
    ("FR", "infantry", "paris"), ("NL", "infantry", "holland"), ("US", "infantry", "england"), ("XX", "infantry", "x"),
])  # fmt: skip
def test_3_1_3_a_seat_buys_only_for_its_own_nations(nation: str, unit: str, area: str) -> None:
    """§3.1.3: neither for the enemy nor for neutrals."""
    state = position({}, step="purchase", money=60)
    denied(state, "central", "not-your-nation", "3.1.3", "buy", nation=nation, unit=unit, area=area, count=1)


def test_3_1_3_an_ally_of_another_seat_buys_for_itself() -> None:
    """§3.1.3: its own money, its own city."""
    state = position({}, scenario="classic-1-6", step="purchase", money=60)
    denied(state, "central-1", "not-your-nation", "3.1.3", "buy", nation="GE", unit="infantry", area="berlin", count=1)
    denied(state, "central-1", "not-your-nation", "3.1.3", "modernise", nation="GE", unit="infantry")


def test_1_1_the_shop_sells_as_many_as_there_are_counters() -> None:
    """§1.1, §5.2: the last two Bulgarian aircraft; Montenegro has no guns even with a factory."""
    limit = PRINTED.limit("BU", "aircraft")
    state = position({"sofia": f"BU {limit - 1} aircraft"}, step="purchase", money=60,
                     works={"sofia": (Works("factory", "BU"),), "cetinje": (Works("factory", "MO"),)})  # fmt: skip
    shelf = cast(Any, offer(state, "central", "buy"))["items"]
    assert [i["most"] for i in shelf if (i["nation"], i["unit"]) == ("BU", "aircraft")] == [1]
    aircraft = {"nation": "BU", "unit": "aircraft", "area": "sofia"}
    denied(state, "central", "no-counters", "5.2", "buy", count=2, **aircraft)
    denied(state, "entente", "no-counters", "5.2", "buy", nation="MO", unit="artillery", area="cetinje", count=1)


def test_3_9_a_type_the_nation_has_no_counters_of_is_not_modernised() -> None:
    """§3.9: no Bulgarian fleet."""
    state = position({}, step="purchase", money=60)
    denied(state, "central", "no-counters", "1.1", "modernise", nation="BU", unit="ship")


def test_3_9_progress_counts_for_units_that_stood_there_before_and_those_bought_after() -> None:
    """§3.9: it is the type that is modern, not the unit."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 infantry"}, step="purchase", money=60)
    state = order(state, "central", "modernise", nation="GE", unit="infantry")
    state = order(state, "central", "buy", nation="GE", unit="infantry", area="alsace", count=1)
    state = order(order(state, "central", "end_phase"), "entente", "end_phase")
    state = go(state, "central", "GE.infantry.1 GE.infantry.2", "champagne")
    for unit in ("GE.infantry.1", "GE.infantry.2"):
        _, events = fight(state, "central", unit, "FR.infantry.1", 3, 3)
        assert changes(events, "attacker")["3.3.8"] == 1


def test_3_9_prices_rise_and_the_shop_shows_the_next_step() -> None:
    """§3.9: the offer names level and price."""
    state = position({}, step="purchase", money=60)
    state = order(state, "central", "modernise", nation="GE", unit="artillery")
    items = cast(Any, offer(state, "central", "modernise"))["items"]
    assert {"nation": "GE", "unit": "artillery", "level": 2, "price": PRINTED.modernise[1]} in items
    assert state.money["central"] == 60 - PRINTED.modernise[0]


def test_3_14_9_a_joined_nation_buys_with_its_players_money() -> None:
    """§3.14.9: Sweden's cities, factory and yard work for who bought it."""
    nations = {**position({}).nations, "SW": NationState("central", "central", "joined")}
    state = position({}, step="purchase", money=40, nations=nations)
    state = order(state, "central", "buy", nation="SW", unit="artillery", area="stockholm", count=1)
    state = order(state, "central", "buy", nation="SW", unit="ship", area="skagerrak", count=1)
    assert state.money["central"] == 40 - price("artillery") - price("ship")


REASONS = [
    (2, {}, "buy", ("BU", "infantry"), "no-money", "3.5"),
    (60, {}, "buy", ("BU", "artillery"), "no-production", "3.6"),
    (60, {}, "buy", ("MO", "ship"), "no-counters", "1.1"),
    (60, {"baltic": "RU 1 ship", "north-sea": "BR 1 ship"}, "buy", ("GE", "ship"), "no-production", "3.8"),
    (60, {}, "modernise", ("BU", "ship"), "no-counters", "1.1"),
    (2, {}, "modernise", ("GE", "infantry"), "no-money", "3.9"),
]


@pytest.mark.parametrize(("money", "places", "kind", "good", "code", "section"), REASONS)
def test_3_1_3_what_cannot_be_bought_says_its_price_and_why(
    money: int, places: dict[str, str], kind: str, good: tuple[str, str], code: str, section: str
) -> None:
    """§3.1.3: nothing of the price list is left out; each has a place, or a reason and the section of it."""
    state = position(places, step="purchase", money=money)
    seat = "entente" if good[0] == "MO" else "central"
    shelf = cast(Any, offer(state, seat, kind))
    its = [i for i in shelf["closed"] if (i["nation"], i["unit"]) == good]
    assert [(i["refusal"]["code"], i["refusal"]["section"]) for i in its] == [(code, section)]
    assert its[0]["price"] == (PRINTED.modernise[0] if kind == "modernise" else price(good[1]))
    assert not [i for i in shelf["items"] if (i["nation"], i["unit"]) == good]


@pytest.mark.parametrize(("money", "places", "codes"), [
    (60, {}, {"factory": "no-production"}),
    (0, {}, {"factory": "no-production", "shipyard": "no-money"}),
    (price("shipyard"), {"varna": "BU 1 infantry"}, {"factory": "no-money"}),
    (60, {"varna": "BU 1 infantry"}, {}),
])  # fmt: skip
def test_3_6_works_that_cannot_be_built_say_why(money: int, places: dict[str, str], codes: dict[str, str]) -> None:
    """§3.6, §3.8: no ground under your units for a factory, or too little money; a shipyard needs a coast alone."""
    shelf = cast(Any, offer(position(places, step="purchase", money=money), "central", "build"))
    assert {i["works"]: i["refusal"]["code"] for i in shelf["closed"]} == codes
    assert {i["works"] for i in shelf["items"]} == {"factory", "shipyard"} - set(codes)
    assert (shelf["refusal"] is None) == bool(shelf["items"])


def test_3_12_2_the_price_list_says_that_an_attacked_neutral_buys_nothing() -> None:
    """§3.12.2: it fights for a seat, and has no money."""
    nations = {**position({}).nations, "RO": NationState("central", "central", "attacked")}
    state = position({}, step="purchase", money=90, nations=nations)
    for kind in ("buy", "modernise"):
        shelf = cast(Any, offer(state, "central", kind))
        its = {(i["refusal"]["code"], i["refusal"]["section"]) for i in shelf["closed"] if i["nation"] == "RO"}
        assert its == {("no-purchases", "3.12.2")}
        assert not [i for i in shelf["items"] if i["nation"] == "RO"]
