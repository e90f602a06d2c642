"""§3.14 Event cards: edges of each title, and what a hand hides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.powers_1914.economy.money import incomes, nation_income
from rules.powers_1914.facts.event_cards import CardBuried
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import NationState, State
from tests.games.powers_1914.kit import (
    CALM,
    PRINTED,
    at,
    cannot_go,
    changes,
    denied,
    dice,
    drawing,
    drawn,
    fight,
    go,
    happened,
    income,
    next_turn,
    offer,
    options,
    order,
    passed,
    position,
    told,
    wealth,
)

# --- losses (§3.14.1, §3.14.2, §3.14.4, §3.14.6) ------------------------------------------------------------------


@pytest.mark.parametrize(("card", "count", "aircraft"), [("famine-1", 3, False), ("disease-1", 2, True),
                                                         ("desertion-1", 2, False)])  # fmt: skip
def test_3_14_1_how_many_and_whom_each_misfortune_takes(card: str, count: int, aircraft: bool) -> None:
    """§3.14.1, §3.14.2, §3.14.4: ships, guns and infantry always; aircraft to disease only; chiefs never."""
    state = drawn(card, {"berlin": "GE 4 infantry 1 artillery 1 aircraft falkenhayn", "north-sea": "GE 1 ship scheer"})
    asked = options(state, "central", "give_up")
    assert asked["most"] == count
    assert {u.split(".")[1] for u in asked["of"]} == {"infantry", "artillery", "ship"} | (
        {"aircraft"} if aircraft else set()
    )


def test_3_14_1_the_enemy_and_the_side_itself_lose_nothing_else() -> None:
    """§3.14.1: your own units, of your choice; you cannot refuse, or go on before."""
    state = drawn("famine-1", {"berlin": "GE 4 infantry", "paris": "FR 4 infantry"})
    denied(state, "central", "not-your-unit", "3.1", "give_up", units=["FR.infantry.1"])
    denied(state, "central", "too-few", "3.14.1", "give_up", units=[])
    denied(state, "central", "malformed", "3.14.1", "give_up", units=["GE.infantry.1"] * 2)
    denied(state, "central", "wrong-step", "3.14", "end_phase")
    denied(state, "entente", "not-your-turn", "3.1", "give_up", units=["FR.infantry.1"])


def test_3_14_1_a_player_with_only_aircraft_loses_nothing() -> None:
    """§3.14.1: they are spared."""
    assert at(drawn("desertion-1", {"berlin": "GE 2 aircraft"}), "GE.aircraft.2") == "berlin"


def test_3_14_2_both_sides_may_have_to_choose_one_after_the_other() -> None:
    """§3.1.1: the attackers' card is settled before the Entente draws."""
    state, chance = drawing("disease-1", "famine-1", places={"berlin": "GE 3 infantry", "paris": "FR 4 infantry"})
    state, _ = next_turn(state, chance)
    assert state.drawn == ("central",)
    state = order(state, "central", "give_up", chance, units=["GE.infantry.1", "GE.infantry.2"])
    assert GAME.deciders(state) == ("entente",)
    assert cast(Any, GAME.view(state, "spectator"))["pending"]["count"] == 3


def test_3_14_6_the_player_of_russia_loses_nothing_not_even_of_another_nation() -> None:
    """§3.14.6: the card spares a player who is Russian; the only one of the Entente is."""
    state = drawn("winter-1", {"riga": "BR 3 infantry; RU 2 infantry"}, "winter-2", rest=())
    assert [*state.at("riga")] == [*(f"BR.infantry.{n}" for n in (1, 2, 3)), "RU.infantry.1", "RU.infantry.2"]
    assert cast(Any, GAME.view(state, "spectator"))["pending"] is None


def test_3_14_6_russias_former_player_freezes_there_once_it_has_fallen() -> None:
    """§3.14.6: nobody is Russian then."""
    nations = position({}).nations
    nations = {**nations, "RU": nations["RU"]._replace(fallen=True)}
    state = drawn("winter-1", {"riga": "BR 3 infantry"}, "winter-2", rest=(), nations=nations)
    assert GAME.deciders(state) == ("entente",)
    assert options(state, "entente", "give_up")["of"] == [f"BR.infantry.{n}" for n in (1, 2, 3)]


def test_3_14_6_allies_of_russia_freeze_in_russia_too_when_the_entente_draws_it() -> None:
    """§3.14.6: who is not Russian; conquered Russian land is still Russia, Galicia is not."""
    places = {"riga": "FR 3 infantry; RU 2 infantry", "poland": "GE 3 infantry", "galicia": "AH 2 infantry"}
    state = drawn("winter-1", places, "winter-2", rest=(), flags={"poland": "GE"}, scenario="classic-1-3")
    assert options(state, "central", "give_up")["of"] == [f"GE.infantry.{n}" for n in (1, 2, 3)]
    state = order(state, "central", "give_up", dice(1), units=["GE.infantry.1", "GE.infantry.2"])
    assert options(state, "entente-1", "give_up")["of"] == [f"FR.infantry.{n}" for n in (1, 2, 3)]
    denied(state, "entente-2", "not-your-turn", "3.1", "give_up", units=["FR.infantry.1"])


def test_3_14_6_a_single_stranger_is_lost_without_a_question_and_aircraft_freeze_too() -> None:
    """§3.14.6: two, as far as there are; any unit."""
    state = drawn("winter-1", {"poland": "GE 1 infantry 1 aircraft", "berlin": "GE 1 infantry"}, flags={"poland": "GE"})
    assert [*state.units] == ["GE.infantry.2"]


# --- revolution (§3.14.3) -----------------------------------------------------------------------------------------


def test_3_14_3_allies_of_russia_have_their_money_and_their_strength() -> None:
    """§3.14.3: it is Russia's; its other seat goes on as before."""
    places = {"poland": "RU 2 infantry; FR 1 infantry", "silesia": "GE 2 infantry"}
    state = drawn(CALM, places, "revolution-1")
    state = order(state, "entente", "give_up", units=["RU.infantry.1"])
    assert nation_income(state, "FR") == wealth("FR")
    for seat in ("central", "entente"):
        state = order(state, seat, "end_phase")
    state = go(state, "central", "GE.infantry.1", "poland")
    _, events = fight(state, "central", "GE.infantry.1", "FR.infantry.1", 3, 3)
    assert "3.14.3" not in changes(events, "defender")


def test_3_14_3_it_is_russian_infantry_that_is_lost() -> None:
    """§3.14.3: no gun, no ally; where there is none nobody is."""
    places = {"kiev": "RU 2 infantry 2 artillery; SE 2 infantry", "england": "BR 2 infantry"}
    asked = options(drawn(CALM, places, "revolution-1"), "entente", "give_up")
    assert asked["of"] == ["RU.infantry.1", "RU.infantry.2"]
    guns = drawn(CALM, {"kiev": "RU 2 artillery"}, "revolution-1")
    assert len(guns.units) == 2
    assert guns.revolution == guns.turn + 1


def test_3_14_3_russians_attack_at_minus_one_in_this_turn_and_the_next_and_no_longer() -> None:
    """§3.14.3: two rounds."""
    for turns, effect in ((0, -1), (1, -1), (2, None)):
        state = position({"poland": "RU 1 infantry", "silesia": "GE 1 infantry"}, step="entente.action",
                         revolution=4, turn=3 + turns)  # fmt: skip
        state = go(state, "entente", "RU.infantry.1", "silesia")
        _, events = fight(state, "entente", "RU.infantry.1", "GE.infantry.1", 3, 3)
        assert changes(events, "attacker").get("3.14.3") == effect


def test_3_14_3_conquered_russia_has_no_revolution() -> None:
    """§3.14.3: nobody plays it any more."""
    nations = position({}).nations
    nations = {**nations, "RU": nations["RU"]._replace(fallen=True)}
    assert drawn(CALM, {}, "revolution-1", nations=nations).revolution == 0


# --- America (§3.14.5) --------------------------------------------------------------------------------------------


def test_3_14_5_it_lands_in_the_events_and_moves_in_the_same_turn() -> None:
    """§3.14.5, §3.2.4: and fights as modern infantry."""
    state = order(drawn("usa-1", rest=("winter-3",)), "entente", "land_usa", dice(1), area="atlantic")
    for seat in ("central", "entente", "central"):
        state = order(state, seat, "end_phase")
    state = go(state, "entente", "US.infantry.1", "ireland")
    assert at(state, "US.infantry.1") == "ireland"
    assert state.control["ireland"] == "BR"


def test_3_14_5_any_sea_of_the_edge_is_its_to_choose_even_among_enemy_ships() -> None:
    """§3.14.5: any field on that border; among enemy ships it fights at once, though another sea is free of them."""
    state = drawn("usa-1", {"atlantic": "GE 1 ship"}, rest=("winter-3",))
    assert set(options(state, "entente", "land_usa")["of"]) == {"atlantic", "lusitania", "norwegian-sea"}
    state = order(state, "entente", "land_usa", area="atlantic")
    assert state.battle is not None
    assert state.battle.attackers[0] == "US.ship.1"
    state = order(state, "entente", "fight", dice(6, 1, 1), **PAIR)
    assert len(state.troops("atlantic", "entente")) == 7


def test_3_2_7_its_army_fights_no_army_at_sea() -> None:
    """§3.14.5, §3.2.7: before the coast the ships fight; land units of both sides are cargo."""
    state = drawn("usa-1", {"atlantic": "GE 1 ship 1 infantry"}, rest=("winter-3",))
    state = order(state, "entente", "land_usa", area="atlantic")
    assert cast(Any, offer(state, "entente", "fight"))["pairs"] == {"US.ship.1": ["GE.ship.1"]}
    denied(state, "entente", "cannot-fight", "3.2.7", "fight", unit="US.infantry.1", target="GE.infantry.1",
           capture=False)  # fmt: skip


def test_3_14_5_enemy_transports_do_not_keep_it_off_and_are_at_its_mercy() -> None:
    """§3.14.5, §3.2.7: only ships hold a sea."""
    state = drawn("usa-1", {"atlantic": "GE 1 infantry"}, rest=("winter-3",))
    state = order(state, "entente", "land_usa", dice(1), area="atlantic")
    assert state.battle is None
    assert state.phase.key == "purchase"


def blockade() -> State:
    """America lands in the Atlantic, where a German ship lies as in all the seas of that edge."""
    fleet = dict.fromkeys(("atlantic", "lusitania", "norwegian-sea"), "GE 1 ship")
    state = order(drawn("usa-1", fleet, rest=("winter-3",)), "entente", "land_usa", area="atlantic")
    assert state.battle is not None
    assert GAME.deciders(state) == ("entente",)
    return state


PAIR = {"unit": "US.ship.1", "target": "GE.ship.1", "capture": False}


def test_3_14_5_where_enemy_ships_lie_everywhere_it_fights_for_its_landing() -> None:
    """§3.14.5: the card is not lost to a blockade."""
    state = blockade()
    denied(state, "entente", "rising", "3.14.5", "withdraw")
    won = order(state, "entente", "fight", dice(6, 1, 1), **PAIR)
    assert len(won.troops("atlantic", "entente")) == 7


@pytest.mark.parametrize(("capture", "captured"), [(True, 7), (False, 0)])
def test_3_2_7_beaten_at_sea_its_army_is_for_the_victor_to_sink_or_capture(capture: bool, captured: int) -> None:
    """§3.14.5, §3.2.7: seven land units without a ship before an enemy's: the enemy says what becomes of them."""
    state = order(blockade(), "entente", "fight", dice(1, 6, 1), **PAIR)
    assert state.battle is None
    assert len(state.troops("atlantic", "entente")) == 7
    state = order(order(state, "central", "end_phase"), "entente", "end_phase")
    assert options(state, "central", "sink")["of"] == ["atlantic"]
    state = order(state, "central", "sink", area="atlantic", capture=capture)
    assert not state.units_of("atlantic", "entente")
    assert state.captured["central"] == captured


def test_3_2_7_an_army_that_is_neither_sunk_nor_captured_sails_on() -> None:
    """§3.2.7: it can be, it need not; with both ships lost there is nobody to do it."""
    state = order(blockade(), "entente", "fight", dice(3, 3, 1), **PAIR)
    for seat in ("central", "entente"):
        state = order(state, seat, "end_phase")
    assert offer(state, "central", "sink") is None
    state = order(state, "central", "end_phase")
    assert at(order(state, "entente", "move", units=["US.infantry.1"], path=["ireland"]), "US.infantry.1") == "ireland"


def test_3_14_5_the_poorest_of_the_entente_commands_it() -> None:
    """§3.14.5: like a neutral's army (§3.12.2)."""
    state = position({}, step="entente.action", scenario="classic-1-6", deck=("usa-1", CALM))
    for seat in ("entente-1", "entente-2"):
        state = order(state, seat, "end_phase")
    state = order(state, "entente-3", "end_phase", dice(1))
    assert GAME.deciders(state) == (state.nations["US"].seat,)
    assert state.nations["US"].seat == "entente-1"


# --- risings (§3.14.7, §3.14.10) ----------------------------------------------------------------------------------


def test_3_14_7_rebels_move_and_fight_as_your_own_from_then_on() -> None:
    """§3.14.7: in the buyer's moves of the same turn."""
    state = order(drawn("ireland-1", {"england": "BR 1 infantry"}), "central", "use_card", card="ireland-1")
    for seat in ("central", "entente"):
        state = order(state, seat, "end_phase")
    state = go(state, "central", "IR.infantry.1", "irish-sea", "england")
    assert state.battle is not None


def test_3_3_15_a_rebel_that_has_fought_does_not_move_in_the_same_turn() -> None:
    """§3.3.15, §3.14.7: nobody fights and then moves in a turn; the other rebel may, and both in the next turn."""
    state = drawn("scotland-1", {"scotland": "BR 1 infantry"}, rest=("winter-1", "winter-2", "winter-3"))
    state = order(state, "central", "use_card", card="scotland-1")
    state, _ = fight(state, "central", "SC.infantry.1", "BR.infantry.1", 6, 1)
    for seat in ("central", "entente"):
        state = order(state, seat, "end_phase")
    cannot_go(state, "central", "has-moved", "3.2.3", "SC.infantry.1", "england")
    assert at(go(state, "central", "SC.infantry.2", "england"), "SC.infantry.2") == "england"
    state = passed(order(state, "central", "end_phase"), "central")
    assert at(go(state, "central", "SC.infantry.1", "england"), "SC.infantry.1") == "england"


def test_3_3_15_the_american_ship_that_has_fought_stays_and_its_army_goes_on() -> None:
    """§3.3.15, §3.14.5: land units at sea did not fight."""
    state = order(blockade(), "entente", "fight", dice(6, 1, 1), **PAIR)
    for seat in ("central", "entente", "central"):
        state = order(state, seat, "end_phase")
    cannot_go(state, "entente", "has-moved", "3.2.3", "US.ship.1", "irish-sea")
    assert at(go(state, "entente", "US.infantry.1", "ireland"), "US.infantry.1") == "ireland"


def test_3_14_7_rebels_die_where_they_rose_or_win_it() -> None:
    """§3.14.7: no way back; with the last of them it is over and the field stays British."""
    state = order(drawn("scotland-1", {"scotland": "BR 2 infantry"}), "central", "use_card", card="scotland-1")
    for unit in ("SC.infantry.1", "SC.infantry.2"):
        state, _ = fight(state, "central", unit, "BR.infantry.1", 1, 6)
    assert state.battle is None
    assert state.control["scotland"] == "BR"
    assert state.phase.key == "purchase"


def test_3_14_7_on_ground_of_your_own_they_join_you() -> None:
    """§3.14.7: the card puts two infantry there for whoever pays, also on an island that its side holds already."""
    state = drawn("ireland-1", {"ireland": "GE 1 infantry"}, flags={"ireland": "GE"})
    asked = cast(Any, offer(state, "central", "use_card"))
    assert asked["items"][0]["brings"] == "2 infantry rise in Ireland; you command them."
    state = order(state, "central", "use_card", card="ireland-1")
    assert state.battle is None
    assert state.control["ireland"] == "GE"
    assert state.troops("ireland", "central") == ["GE.infantry.1", "IR.infantry.1", "IR.infantry.2"]


def test_3_14_10_the_player_of_russia_or_austria_places_it_whoever_shares_the_side() -> None:
    """§3.14.10: the seat of that nation alone is asked, and the unit is an enemy nation's."""
    state = position({"kiev": "RU 1 infantry"}, step="entente.action", scenario="classic-1-6",
                     deck=(CALM, "nationalism-1"))  # fmt: skip
    for seat in ("entente-1", "entente-2"):
        state = order(state, seat, "end_phase")
    state = order(state, "entente-3", "end_phase", dice(1, 1))
    assert GAME.deciders(state) == ("entente-3",)
    assert set(options(state, "entente-3", "rise")["of"]) == set(PRINTED.board.homes["RU"])
    state = order(state, "entente-3", "rise", area="finland", nation="GE")
    assert state.holder("finland") == "central"
    assert not state.nations["RU"].fallen


def test_3_14_10_any_field_of_the_homeland_one_that_the_enemy_holds_too() -> None:
    """§3.14.10: the player chooses any field; where enemies are already, the unit joins them and nobody fights."""
    places = {"vienna": "AH 1 infantry", "tyrol": "IT 1 infantry"}
    state = drawn("nationalism-1", places, flags={"tyrol": "IT"}, rest=())
    assert set(options(state, "central", "rise")["of"]) == set(PRINTED.board.homes["AH"])
    state = order(state, "central", "rise", dice(1), area="tyrol", nation="RU")
    assert state.battle is None
    assert state.control["tyrol"] == "IT"
    assert len(state.troops("tyrol", "entente")) == 2


@pytest.mark.parametrize("beaten", [(), ("RU",), ("RU", "FR")])
def test_3_14_10_the_colour_is_for_the_player_of_the_card_to_choose(beaten: tuple[str, ...]) -> None:
    """§3.14.10: any enemy colour with a counter in the stock; nobody rises for a conquered nation."""
    nations = {n: s._replace(fallen=n in beaten) for n, s in position({}).nations.items()}
    places = {"vienna": "AH 1 infantry", "cetinje": f"MO {PRINTED.limit('MO', 'infantry')} infantry"}
    state = drawn("nationalism-1", places, nations=nations, rest=())
    asked = options(state, "central", "rise", "nation", area="tyrol")
    assert asked["of"] == [n for n in ("BR", "FR", "RU", "IT", "BE", "SE") if n not in beaten]
    for nation in asked["of"]:
        assert (
            at(order(state, "central", "rise", dice(1), area="tyrol", nation=nation), f"{nation}.infantry.1") == "tyrol"
        )
    for nation in (*beaten, "MO", "GE", "NL"):
        denied(state, "central", "not-offered", "3.14.10", "rise", area="tyrol", nation=nation)


def test_3_14_10_the_player_of_that_nation_plays_the_rebel() -> None:
    """§3.14.10: Serbian infantry is led by the player of Serbia."""
    state = position({"tyrol": "AH 1 infantry"}, step="entente.action", scenario="classic-1-4",
                     deck=("nationalism-1", CALM))  # fmt: skip
    for seat, falls in (("entente-1", ()), ("entente-2", (1, 1))):
        state = order(state, seat, "end_phase", dice(*falls))
    state = order(state, state.nations["AH"].seat, "rise", area="tyrol", nation="SE")
    assert GAME.deciders(state) == (state.nations["SE"].seat,)


def test_3_14_10_the_garrison_can_be_lost_to_it() -> None:
    """§3.14.10: the rebel attacks with a die like anyone, and takes the field if it wins."""
    state = order(drawn("nationalism-1", {"tyrol": "AH 1 infantry", "vienna": "AH 1 infantry"}), "central", "rise",
                  area="tyrol", nation="RU")  # fmt: skip
    assert state.battle is not None
    (rebel,) = state.battle.attackers
    pair = {"unit": rebel, "target": "AH.infantry.1", "capture": False}
    state = order(state, "entente", "fight", dice(6, 1, 1), **pair)
    assert state.holder("tyrol") == "entente"


def test_3_14_10_a_side_without_either_empire_is_spared() -> None:
    """§3.14.10: Austria conquered: no question."""
    nations = position({}).nations
    nations = {**nations, "AH": nations["AH"]._replace(fallen=True)}
    assert drawn("nationalism-1", {}, nations=nations).phase.key == "purchase"


# --- colonies and kept cards (§3.14.8, §3.14.9) -------------------------------------------------------------------


def test_3_14_8_two_refusals_add_up_and_the_richest_bears_them() -> None:
    """§3.14.8: every turn until the end, from the seat with the highest income."""
    state = position({}, scenario="classic-1-6", levies={"central": 4, "entente": 0})
    plain = incomes(replace(state, levies={"central": 0, "entente": 0}))
    richest = max(("central-1", "central-2", "central-3"), key=lambda s: plain[s])
    assert {s: plain[s] - n for s, n in incomes(state).items() if n != plain[s]} == {richest: 4}


def test_3_14_8_a_seat_without_nations_decides_nothing_for_its_side() -> None:
    """§3.14.8: the card asks those who still play."""
    nations = position({}, scenario="classic-1-6").nations
    nations = {**nations, "AH": nations["AH"]._replace(fallen=True)}
    state = position({}, step="entente.action", scenario="classic-1-6", deck=("colonies-1", CALM), nations=nations)
    for seat in ("entente-1", "entente-2"):
        state = order(state, seat, "end_phase")
    state = order(state, "entente-3", "end_phase", dice(1))
    assert GAME.deciders(state) == ("central-2", "central-3")


def test_3_14_8_what_is_poor_is_told_and_declining_is_always_open() -> None:
    """§3.14.8: no dead end."""
    state = drawn("colonies-1", money=11)
    assert cast(Any, offer(state, "central", "pay"))["refusal"]["code"] == "no-money"
    assert order(state, "central", "decline", dice(1)).levies["central"] == 2


def test_3_14_8_allies_put_their_money_together_for_the_colonies() -> None:
    """§3.5, §3.14.8: two who have seven each can pay twelve, if one gives the other what is wanting."""
    state = drawn("colonies-1", scenario="classic-1-4", money=7)
    refused = denied(state, "central-1", "no-money", "3.14.8", "pay")
    assert refused.text == "The colonies want 12, and you have 7: an ally can pay, or give you the rest."
    state = order(state, "central-2", "give", to="central-1", amount=5)
    assert GAME.deciders(state) == ("central-1", "central-2")
    denied(state, "entente-1", "not-your-turn", "3.1", "give", to="entente-2", amount=1)
    paid = order(state, "central-1", "pay", dice(1))
    assert (paid.levies["central"], paid.phase.key) == (0, "purchase")
    assert {s: n - incomes(state)[s] for s, n in paid.money.items() if s in ("central-1", "central-2")} == {
        "central-1": 0,
        "central-2": 2,
    }


@pytest.mark.parametrize(("card", "area"), [("sweden-1", "stockholm"), ("portugal-1", "lisbon"),
                                            ("romania-1", "bucharest")])  # fmt: skip
def test_3_14_9_the_entente_may_buy_them_as_well(card: str, area: str) -> None:
    """§3.14.9: for whoever drew and pays."""
    state = order(drawn(CALM, {}, card, money=40), "entente", "use_card", card=card)
    assert state.troops(area, "entente")
    assert state.money["entente"] == 40 + income("entente") - {"sweden-1": 85, "portugal-1": 65, "romania-1": 60}[card]


def test_3_14_9_its_army_moves_for_the_buyer_in_the_same_turn() -> None:
    """§3.14.9: as your own."""
    state = order(drawn("romania-1", money=10), "central", "use_card", card="romania-1")
    for seat in ("central", "entente"):
        state = order(state, seat, "end_phase")
    assert go(state, "central", "RO.infantry.1", "transylvania").control["transylvania"] == "AH"
    denied(state, "entente", "not-your-turn", "3.1", "move", units=["RO.infantry.1"], path=["moldavia"])
    denied(state, "central", "not-neutral", "3.12.1", "announce", nation="RO")


def test_3_14_9_its_ship_stays_in_port_when_enemies_lie_before_it() -> None:
    """§3.14.9, §2.4: no battle begins out of turn."""
    state = order(drawn("sweden-1", {"baltic": "RU 1 ship"}, money=40), "central", "use_card", card="sweden-1")
    assert not state.ships("baltic", "central")
    assert state.troops("stockholm", "central")


def test_3_14_9_a_seat_pays_for_the_side_and_plays_the_new_nation() -> None:
    """§3.14.9: any seat that can; the others of the side do not get it."""
    nations = position({}, scenario="classic-1-6").nations
    state = position({}, scenario="classic-1-6", step="purchase", money=60, nations=nations,
                     hands={"central": ("romania-1",), "entente": ()},
                     deck=tuple(c for c in position({}).deck if c != "romania-1"))  # fmt: skip
    state = order(state, "central-3", "use_card", card="romania-1")
    assert state.nations["RO"] == NationState("central", "central-3", "joined")
    denied(state, "central-1", "no-such-card", "3.14", "use_card", card="romania-1")


# --- what nobody must learn (§3.14) -------------------------------------------------------------------------------


def test_3_14_two_different_hands_look_alike_to_the_other_side() -> None:
    """§3.14.9: view, question, log line and refusal are the same bytes, whatever the enemy holds."""
    seen = []
    for card, left in (("sweden-1", "portugal-1"), ("portugal-1", "sweden-1")):
        state, chance = drawing(card, CALM, rest=(left,))
        after, events = next_turn(state, chance)
        lines = []
        now = state
        for event in events:
            later = GAME.evolve(now, event)
            lines.append(GAME.narrate(now, event, later, "entente"))
            now = later
        asked = denied(after, "entente", "no-such-card", "3.14", "use_card", card=card)
        seen.append((GAME.view(after, "entente"), GAME.legal(after, "entente"), lines, asked.text))
    assert seen[0] == seen[1]


def test_3_14_putting_a_card_away_does_not_show_it() -> None:
    """§3.14.9: the other side learns that one went, its own side which."""
    state, events = told(order(drawn("sweden-1"), "central", "end_phase"), "entente", "end_phase")
    (buried,) = happened(events, CardBuried)
    before = drawn("sweden-1")
    assert "Sweden" not in str(GAME.narrate(before, buried, state, "entente"))
    assert "Sweden" in str(GAME.narrate(before, buried, state, "central"))
    assert "sweden" not in str(GAME.view(state, "entente"))
    assert cast(Any, GAME.view(state, "central"))["sides"]["central"]["put_away"][0]["card"] == "sweden-1"
