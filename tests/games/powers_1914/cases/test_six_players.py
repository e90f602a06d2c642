"""Six players: what allies do in one field, on each other's ground, and with what the cards bring their side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.powers_1914.economy.money import incomes
from rules.powers_1914.game import GAME
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import State, Works
from rules.powers_1914.printed.pieces import FACTORY, SHIPYARD
from tests.games.powers_1914.kit import (
    CALM,
    PRINTED,
    Steady,
    at,
    cannot_go,
    changes,
    coins,
    denied,
    dice,
    drawn,
    fight,
    go,
    offer,
    order,
    position,
    price,
    told,
    wealth,
)

AUSTRIA, GERMANY, BULGARIA = "central-1", "central-2", "central-3"
BRITAIN, FRANCE, RUSSIA = "entente-1", "entente-2", "entente-3"
"""Bulgaria's player has the Ottoman Empire too, France's has Italy, Russia's has Serbia, Belgium and Montenegro."""

ALONE = {"champagne": ("alone", "3.11.3"), "north-sea": ("enemy-ships", "3.2.7")}
"""How a general without company is refused, by the field."""


def table(places: Mapping[str, str], **more: Any) -> State:
    """A position of Classic 1 with six players."""
    return position(places, scenario="classic-1-6", **more)


def shop(state: State, money: int = 99) -> State:
    """The same position at the purchases, everyone with as much money."""
    return replace(state, cursor=(PhaseFrame("purchase"),), done=(), money=dict.fromkeys(state.money, money))


def buy(state: State, seat: str, nation: str, unit: str, area: str, count: int = 1) -> State:
    """Buy units."""
    return order(state, seat, "buy", nation=nation, unit=unit, area=area, count=count)


def cannot_buy(state: State, seat: str, nation: str, unit: str, area: str, code: str) -> None:
    """A purchase that must be refused."""
    section = {"not-your-nation": "3.1.3"}.get(code, "3.7" if unit == "infantry" else "3.6")
    denied(state, seat, code, section, "buy", nation=nation, unit=unit, area=area, count=1)


def joined() -> State:
    """Germany leads one infantry from Silesia against Poland; of Austria-Hungary's two in Galicia one comes up."""
    places = {"silesia": "GE 1 infantry", "galicia": "AH 2 infantry", "poland": "RU 1 infantry"}
    state = table({**places, "kiev": "RU 1 infantry"})
    state = go(state, GERMANY, "GE.infantry.1", "poland")
    return order(state, AUSTRIA, "reinforce", units=["AH.infantry.1"], path=["poland"])


def taken_belgium(**more: Any) -> State:
    """Germany has walked into Belgium, which nobody defended."""
    state = table({"rhineland": "GE 1 infantry", "paris": "FR 1 infantry"}, **more)
    return go(state, GERMANY, "GE.infantry.1", "brussels")


# --- moving and fighting together ---------------------------------------------------------------------------------


def test_3_2_6_two_players_land_on_one_shore() -> None:
    """§3.2.6, §3.3.5, §3.10.4: their transports share a sea; ashore they are two to one, and the field goes home."""
    places = {"channel": "BR 1 infantry; FR 1 infantry", "picardy": "GE 1 infantry"}
    state = table(places, step="entente.action", flags={"picardy": "GE"})
    state = go(state, BRITAIN, "BR.infantry.1", "picardy")
    state = order(state, FRANCE, "reinforce", units=["FR.infantry.1"], path=["picardy"])
    state, events = fight(state, BRITAIN, "FR.infantry.1", "GE.infantry.1", 6, 1)
    assert changes(events, "attacker") == {"3.3.5": 1}
    assert (state.battle, state.control["picardy"]) == (None, "FR")


def test_3_3_15_an_allys_guns_in_constantinople_close_the_dardanelles() -> None:
    """§3.3.15: whose guns they are makes no difference; land units go through."""
    places = {"aegean": "BR 1 ship 1 infantry", "constantinople": "BU 1 artillery"}
    state = table(places, step="entente.action")
    cannot_go(state, BRITAIN, "strait-closed", "3.3.15", "BR.ship.1", "marmara")
    assert at(go(state, BRITAIN, "BR.infantry.1", "marmara"), "BR.infantry.1") == "marmara"


def test_2_5_an_ally_finds_no_room_in_gibraltar() -> None:
    """§2.5: one land unit of all players together."""
    state = table({"west-med": "FR 1 infantry", "gibraltar": "BR 1 infantry"}, step="entente.action")
    cannot_go(state, FRANCE, "no-room", "2.5", "FR.infantry.1", "gibraltar")


def test_3_3_2_an_ally_neither_fights_nor_stops() -> None:
    """§3.3.2: it has brought its units up, and the leader commands them."""
    state = joined()
    pair = {"unit": "AH.infantry.1", "target": "RU.infantry.1", "capture": False}
    denied(state, AUSTRIA, "not-the-leader", "3.3", "fight", **pair)
    denied(state, AUSTRIA, "not-the-leader", "3.3", "withdraw")


def test_3_3_2_the_leader_leads_on_with_what_an_ally_has_left() -> None:
    """§3.3.2, §5.1: its own unit is lost, and the flag is that of the unit that won."""
    state, _ = fight(joined(), GERMANY, "GE.infantry.1", "RU.infantry.1", 1, 6)
    assert state.battle is not None
    assert state.battle.seat == GERMANY
    state, _ = fight(state, GERMANY, "AH.infantry.1", "RU.infantry.1", 6, 1)
    assert (state.battle, state.control["poland"]) == (None, "AH")


def test_3_3_3_allies_go_back_to_where_each_came_from() -> None:
    """§3.3.3: the Germans to Silesia, the Austrians to Galicia."""
    state = order(joined(), GERMANY, "withdraw")
    assert (at(state, "GE.infantry.1"), at(state, "AH.infantry.1")) == ("silesia", "galicia")


def test_3_1_4_whoever_has_finished_still_comes_to_an_allys_battle() -> None:
    """§3.1.4, §3.3.2: it begins no move of its own any more."""
    places = {"silesia": "GE 1 infantry", "galicia": "AH 1 infantry", "poland": "RU 1 infantry"}
    state = order(table(places), AUSTRIA, "end_phase")
    denied(state, AUSTRIA, "not-your-turn", "3.1", "move", units=["AH.infantry.1"], path=["poland"])
    state = go(state, GERMANY, "GE.infantry.1", "poland")
    state = order(state, AUSTRIA, "reinforce", units=["AH.infantry.1"], path=["poland"])
    assert state.battle is not None
    assert state.battle.attackers == ("GE.infantry.1", "AH.infantry.1")


def test_3_3_11_a_gun_goes_to_the_nation_that_fought_for_it() -> None:
    """§3.3.11: not to that of the leader."""
    state = table({"silesia": "GE 1 infantry; AH 1 infantry", "poland": "RU 1 infantry 1 artillery"})
    state = go(state, GERMANY, "GE.infantry.1", "poland")
    state = order(state, AUSTRIA, "reinforce", units=["AH.infantry.1"], path=["poland"])
    state, _ = fight(state, GERMANY, "AH.infantry.1", "RU.artillery.1", 6, 1, capture=True)
    assert (at(state, "AH.artillery.1"), at(state, "GE.artillery.1")) == ("poland", None)


def test_3_3_11_each_defender_captures_only_if_its_own_player_has_said_so() -> None:
    """§3.3.11: in one field with the French, who do, the British do not, and have nothing to subtract."""
    places = {"alsace": "GE 2 artillery", "champagne": "BR 1 infantry; FR 1 infantry"}
    state = table(places, capturing=frozenset({FRANCE}))
    state = go(state, GERMANY, "GE.artillery.1 GE.artillery.2", "champagne")
    after, events = fight(state, GERMANY, "GE.artillery.1", "BR.infantry.1", 1, 6)
    assert changes(events, "defender") == {"3.3.7": 3}
    assert not any(at(after, f"{nation}.artillery.1") for nation in ("BR", "FR"))
    after, events = fight(state, GERMANY, "GE.artillery.1", "FR.infantry.1", 1, 6)
    assert changes(events, "defender") == {"3.3.7": 3, "3.3.11": -1}
    assert at(after, "FR.artillery.1") == "champagne"


@pytest.mark.parametrize(("base", "goal", "defenders"), [
    ("alsace", "champagne", "FR 1 aircraft 1 infantry"), ("kiel", "north-sea", "BR 1 aircraft 1 ship"),
])  # fmt: skip
def test_3_3_2_richthofen_comes_up_to_an_allys_raid(base: str, goal: str, defenders: str) -> None:
    """§3.3.2, §3.3.10, §5.3: over land and sea; he flies home when the last aircraft is lost. Mackensen cannot come."""
    state = table({base: "AH 1 aircraft; GE richthofen mackensen 1 infantry", goal: defenders})
    denied(state, GERMANY, *ALONE[goal], "move", units=["GE.general.richthofen"], path=[goal])
    state = go(state, AUSTRIA, "AH.aircraft.1", goal)
    denied(state, GERMANY, *ALONE[goal], "reinforce", units=["GE.general.mackensen"], path=[goal])
    state = order(state, GERMANY, "reinforce", units=["GE.general.richthofen"], path=[goal])
    assert state.battle is not None
    assert state.battle.raid
    enemy = next(unit for unit in state.at(goal) if unit in {"FR.aircraft.1", "BR.aircraft.1"})
    state, events = fight(state, AUSTRIA, "AH.aircraft.1", enemy, 1, 6)
    assert changes(events, "attacker") == {"3.3.6": 1, "3.3.10": 2}
    assert (state.battle, at(state, "GE.general.richthofen")) == (None, base)


def test_3_3_14_an_allys_gun_guards_a_shipyard() -> None:
    """§3.3.14, §3.8: the French gun in England has no choice, and no ship takes the British yard before it is gone."""
    state = table({"channel": "GE 2 ship", "england": "FR 1 artillery"})
    denied(state, GERMANY, "guns-protect", "3.8", "raid", unit="GE.ship.1", area="england", take=True)
    state, events = told(state, GERMANY, "challenge", dice(6, 1), unit="GE.ship.1", target="FR.artillery.1")
    assert changes(events, "defender") == {"3.3.7": 3}
    state = order(state, GERMANY, "raid", unit="GE.ship.2", area="england", take=True)
    assert Works(SHIPYARD, "GE") in state.works["england"]


def test_3_3_5_ships_of_two_players_outnumber_one() -> None:
    """§3.3.5, §3.3.2: a French ship comes up to the British one."""
    state = table({"channel": "BR 1 ship; FR 1 ship", "north-sea": "GE 1 ship"}, step="entente.action")
    state = go(state, BRITAIN, "BR.ship.1", "north-sea")
    state = order(state, FRANCE, "reinforce", units=["FR.ship.1"], path=["north-sea"])
    _, events = fight(state, BRITAIN, "BR.ship.1", "GE.ship.1", 1, 1)
    assert changes(events, "attacker") == {"3.3.5": 1}


# --- conquered ground ---------------------------------------------------------------------------------------------


def test_3_7_on_conquered_ground_the_conqueror_alone_recruits() -> None:
    """§3.7, §3.6: two German infantry a turn in Belgium, and German guns; nobody else's, Belgians least of all."""
    state = shop(taken_belgium())
    after = buy(buy(state, GERMANY, "GE", "infantry", "brussels", 2), GERMANY, "GE", "artillery", "brussels")
    cannot_buy(after, GERMANY, "GE", "infantry", "brussels", "no-production")
    for unit in ("infantry", "artillery"):
        cannot_buy(state, AUSTRIA, "AH", unit, "brussels", "no-production")
        cannot_buy(state, RUSSIA, "BE", unit, "brussels", "not-your-nation")


def test_3_7_what_a_city_has_given_this_turn_it_does_not_give_again() -> None:
    """§3.7: the number is the city's, whoever has had the men."""
    state = shop(taken_belgium(recruits={"brussels": 2}))
    cannot_buy(state, GERMANY, "GE", "infantry", "brussels", "no-production")


def test_3_6_an_ally_builds_on_conquered_ground_for_its_flag() -> None:
    """§3.6: a factory that Austria-Hungary builds in German Belgium makes German guns."""
    state = taken_belgium(works={})
    state = replace(state, units={**state.units, "AH.infantry.1": state.units["GE.infantry.1"]})
    state = order(shop(state), AUSTRIA, "build", works=FACTORY, area="brussels")
    assert state.works["brussels"] == (Works(FACTORY, "GE"),)
    cannot_buy(state, AUSTRIA, "AH", "artillery", "brussels", "no-production")
    assert at(buy(state, GERMANY, "GE", "artillery", "brussels"), "GE.artillery.1") == "brussels"


def test_3_10_2_where_an_ally_holds_out_it_has_the_works_too() -> None:
    """§3.10.2, §3.6: France falls, and the British in Provence recruit there and launch ships from its yard."""
    places = {"picardy": "GE 1 infantry", "provence": "BR 1 infantry; FR 1 infantry"}
    state = go(table(places, flags={"picardy": "GE"}), GERMANY, "GE.infantry.1", "paris")
    assert (state.control["provence"], state.control["brittany"]) == ("BR", "GE")
    state = buy(shop(state), BRITAIN, "BR", "infantry", "provence")
    assert at(buy(state, BRITAIN, "BR", "ship", "west-med"), "BR.ship.1") == "west-med"


def test_5_1_one_of_two_conquerors_may_leave_the_other_everything() -> None:
    """§5.1, §3.5: even the city that it took itself; what it had before is not shared out."""
    places = {"galicia": "RU 1 infantry", "trieste": "IT 1 infantry"}
    state = table(places, step="entente.action", flags={"galicia": "RU", "trieste": "IT"})
    state = go(go(state, RUSSIA, "RU.infantry.1", "budapest"), FRANCE, "IT.infantry.1", "vienna")
    hand: Any = offer(state, FRANCE, "share")
    assert not {"galicia", "trieste"} & hand["flags"].keys()
    state = order(state, FRANCE, "share", flags=dict.fromkeys(hand["flags"], "RU"))
    state = order(state, RUSSIA, "agree")
    assert state.control["vienna"] == "RU"
    assert incomes(state)[RUSSIA] == wealth("RU", "SE", "BE", "MO", "AH") - coins("trieste")
    assert incomes(state)[FRANCE] == wealth("FR", "IT") + coins("trieste")
    assert incomes(state)[AUSTRIA] == 0


def test_3_12_2_a_beaten_player_leads_the_army_of_an_attacked_neutral() -> None:
    """§3.12.2, §3.10: the one with least territory has none, and is asked again."""
    state = table({"kiel": "GE 1 infantry", "paris": "FR 1 infantry", "moscow": "RU 1 infantry"})
    fallen = {n: now._replace(fallen=n == "BR") for n, now in state.nations.items()}
    flags = {area: "GE" if nation == "BR" else nation for area, nation in state.control.items()}
    state = order(replace(state, nations=fallen, control=flags), GERMANY, "announce", nation="DK")
    for seat in (AUSTRIA, GERMANY, BULGARIA):
        state = order(state, seat, "end_phase")
    assert BRITAIN in GAME.deciders(state)
    state = go(state, BRITAIN, "DK.infantry.1", "kiel")
    assert state.battle is not None
    assert state.battle.seat == BRITAIN


# --- cards --------------------------------------------------------------------------------------------------------


def test_3_14_1_three_players_give_up_what_famine_takes() -> None:
    """§3.14.1: each of its own, as many as it likes of those still due; whoever has only aircraft is not asked."""
    places = {"berlin": "GE 2 infantry", "vienna": "AH 2 infantry", "sofia": "BU 1 aircraft; OT 1 infantry"}
    state = drawn("famine-1", places, scenario="classic-1-6")
    assert set(GAME.deciders(state)) == {AUSTRIA, GERMANY, BULGARIA}
    denied(state, BULGARIA, "not-eligible", "3.14.1", "give_up", units=["BU.aircraft.1"])
    denied(state, GERMANY, "not-your-unit", "3.1", "give_up", units=["AH.infantry.1"])
    state = order(state, BULGARIA, "give_up", units=["OT.infantry.1"])
    assert set(GAME.deciders(state)) == {AUSTRIA, GERMANY}
    state = order(state, GERMANY, "give_up", Steady(6), units=["GE.infantry.1", "GE.infantry.2"])
    assert [u for u in state.units if "infantry" in u] == ["AH.infantry.1", "AH.infantry.2"]


@pytest.mark.parametrize("seat", [AUSTRIA, GERMANY, BULGARIA])
def test_3_14_7_whoever_pays_for_rebels_leads_them_and_has_their_coins(seat: str) -> None:
    """§3.14.7, §3.5: any player of Britain's enemies may."""
    (card,) = (c for c in PRINTED.cards if c.startswith("ireland"))
    state = drawn(card, {"england": "BR 1 infantry"}, scenario="classic-1-6")
    state = replace(state, money=dict.fromkeys(state.money, PRINTED.cards[card].price))
    before = incomes(state)[seat]
    state = order(state, seat, "use_card", card=card)
    assert (state.control["ireland"], state.money[seat]) == ("IR", 0)
    assert incomes(state)[seat] == before + coins("ireland")
    assert {state.seat_of(unit) for unit in state.at("ireland")} == {seat}


def test_3_14_9_allies_pay_for_romania_together() -> None:
    """§3.14.9, §3.5: one gives the other what is lacking; the one who pays plays it, and buys for it at once."""
    (card,) = (c for c in PRINTED.cards if c.startswith("romania"))
    state = drawn(CALM, {}, other=card, scenario="classic-1-6")
    cost = PRINTED.cards[card].price
    purses = {**dict.fromkeys(state.money, 0), BRITAIN: cost - 1, FRANCE: 1 + price("infantry")}
    state = replace(state, money=purses)
    denied(state, BRITAIN, "no-money", "3.14.9", "use_card", card=card)
    state = order(state, FRANCE, "give", to=BRITAIN, amount=1 + price("infantry"))
    state = order(state, BRITAIN, "use_card", card=card)
    state = buy(state, BRITAIN, "RO", "infantry", "bucharest")
    assert (state.nations["RO"].seat, state.money[BRITAIN]) == (BRITAIN, 0)
    cannot_buy(shop(state), FRANCE, "RO", "infantry", "bucharest", "not-your-nation")
