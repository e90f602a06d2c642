"""§3.14 Event cards: a test for each title, and what the hand hides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.powers_1914.economy.money import incomes, nation_income
from rules.powers_1914.facts.event_cards import CardDrawn
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import NationState
from tests.games.powers_1914.kit import (
    CALM,
    PRINTED,
    at,
    changes,
    coins,
    denied,
    dice,
    drawing,
    drawn,
    fight,
    go,
    happened,
    income,
    next_turn,
    options,
    order,
    position,
    price,
    told,
    wealth,
)


def test_3_14_there_are_thirteen_titles_and_thirty_cards() -> None:
    """§3.14: every printed title is in the deck."""
    assert len({c.title for c in PRINTED.cards.values()}) == 13
    assert len(PRINTED.cards) == 30


def test_3_14_1_famine_takes_three_units_and_no_aircraft() -> None:
    """§3.14.1: of your choice, as many at a time as you like."""
    state = drawn("famine-1", {"berlin": "GE 3 infantry 1 artillery 1 aircraft mackensen"})
    assert GAME.deciders(state) == ("central",)
    asked = options(state, "central", "give_up")
    assert asked["most"] == 3
    assert asked["of"] == ["GE.infantry.1", "GE.infantry.2", "GE.infantry.3", "GE.artillery.1"]
    denied(state, "central", "not-eligible", "3.14.1", "give_up", units=["GE.aircraft.1"])
    denied(state, "central", "too-many", "3.14.1", "give_up", units=asked["of"])
    state = order(state, "central", "give_up", units=["GE.artillery.1"])
    assert at(state, "GE.artillery.1") is None
    state = order(state, "central", "give_up", dice(1), units=["GE.infantry.1", "GE.infantry.2"])
    assert state.phase.key == "purchase"


def test_3_14_1_a_player_with_no_more_than_that_loses_them_all_without_a_question() -> None:
    """§3.14.1: nothing to choose."""
    state = drawn("famine-1", {"berlin": "GE 2 infantry 1 aircraft"})
    assert [*state.units] == ["GE.aircraft.1"]
    assert state.phase.key == "purchase"


def test_3_14_1_all_seats_of_the_side_may_answer() -> None:
    """§3.14.1: the side loses units; each seat gives up only its own."""
    places = {"berlin": "GE 3 infantry", "vienna": "AH 3 infantry"}
    state = position(places, step="entente.action", scenario="classic-1-6", deck=("famine-1", CALM))
    for seat in ("entente-1", "entente-2"):
        state = order(state, seat, "end_phase")
    state = order(state, "entente-3", "end_phase", dice(1))
    assert GAME.deciders(state) == ("central-1", "central-2")
    denied(state, "central-1", "not-your-unit", "3.1", "give_up", units=["GE.infantry.1"])
    state = order(state, "central-1", "give_up", units=["AH.infantry.1"])
    assert GAME.deciders(state) == ("central-1", "central-2")


def test_3_14_1_a_part_of_the_loss_can_be_taken_back_until_the_rest_is_named() -> None:
    """§3.14.1, architecture §1: as long as units are owed, nobody else has learned of anything to decide."""
    state = drawn("famine-1", {"berlin": "GE 4 infantry"})
    state, part = told(state, "central", "give_up", units=["GE.infantry.1"])
    assert not any(GAME.bars_undo(event) for event in part)
    _, rest = told(state, "central", "give_up", dice(1), units=["GE.infantry.2", "GE.infantry.3"])
    assert any(GAME.bars_undo(event) for event in rest)


def test_3_14_2_disease_takes_two_of_any() -> None:
    """§3.14.2: aircraft too."""
    state = drawn("disease-1", {"berlin": "GE 2 infantry 1 aircraft"})
    state = order(state, "central", "give_up", dice(1), units=["GE.aircraft.1", "GE.infantry.1"])
    assert [*state.units] == ["GE.infantry.2"]


def test_3_14_4_two_desert_and_no_aircraft() -> None:
    """§3.14.4: infantry, guns or ships."""
    state = drawn("desertion-1", {"berlin": "GE 3 infantry 1 aircraft"})
    asked = options(state, "central", "give_up")
    assert asked["most"] == 2
    assert "GE.aircraft.1" not in asked["of"]


def test_3_14_3_revolution_in_russia() -> None:
    """§3.14.3: no money for two rounds, an infantry unit lost, -1 in every fight of Russia's."""
    state = drawn(CALM, {"poland": "RU 2 infantry", "silesia": "GE 1 infantry"}, "revolution-1")
    assert GAME.deciders(state) == ("entente",)
    state = order(state, "entente", "give_up", units=["RU.infantry.1"])
    assert state.money["entente"] == income("entente") - wealth("RU")
    assert state.revolution == state.turn + 1
    for seat in ("central", "entente"):
        state = order(state, seat, "end_phase")
    state = go(state, "central", "GE.infantry.1", "poland")
    _, events = fight(state, "central", "GE.infantry.1", "RU.infantry.2", 1, 6)
    assert changes(events, "defender")["3.14.3"] == -1
    assert nation_income(replace(state, turn=state.turn + 1), "RU") == 0
    assert nation_income(replace(state, turn=state.turn + 2), "RU") == wealth("RU")


def test_3_14_3_it_means_nothing_to_the_other_side() -> None:
    """§3.14.3: only who plays Russia."""
    state = drawn("revolution-1", {"poland": "RU 2 infantry"})
    assert state.revolution == 0
    assert len(state.troops("poland", "entente")) == 2


def test_3_14_5_america_lands_at_the_western_edge_for_the_defenders_whoever_drew() -> None:
    """§3.14.5: a ship and seven infantry modernised once."""
    state = drawn("usa-1", {"atlantic": "GE 1 ship"})
    assert GAME.deciders(state) == ("entente",)
    denied(state, "entente", "wrong-place", "3.14.5", "land_usa", area="channel")
    state = order(state, "entente", "land_usa", dice(1), area="lusitania")
    assert len(state.troops("lusitania", "entente")) == 7
    assert len(state.ships("lusitania", "entente")) == 1
    assert state.level("US", "infantry") == 1
    assert state.level("US", "ship") == 0
    assert state.nations["US"].seat == "entente"


def test_3_14_6_the_russian_winter_takes_two_strangers_in_russia() -> None:
    """§3.14.6: not Russians, and not those outside Russia."""
    places = {"poland": "GE 3 infantry", "berlin": "GE 1 infantry", "riga": "RU 3 infantry"}
    state = drawn("winter-1", places, flags={"poland": "GE"})
    asked = options(state, "central", "give_up")
    assert asked["of"] == ["GE.infantry.1", "GE.infantry.2", "GE.infantry.3"]
    assert asked["most"] == 2
    assert drawn(CALM, {"riga": "RU 3 infantry"}, "winter-1").phase.key == "purchase"


def test_3_14_7_a_rising_behind_britain_is_paid_for_and_fights_at_once() -> None:
    """§3.14.7: two infantry for the buyer's side; with a garrison there they attack it and cannot go back."""
    state = drawn("scotland-1", {"scotland": "BR 1 infantry", "england": "BR 1 infantry"})
    assert state.hands["central"] == ("scotland-1",)
    state = order(state, "central", "use_card", card="scotland-1")
    assert state.money["central"] == income("central") - 20
    assert state.battle is not None
    assert state.battle.rising
    denied(state, "central", "rising", "3.14.7", "withdraw")
    state, events = fight(state, "central", "SC.infantry.1", "BR.infantry.1", 5, 1)
    assert changes(events, "attacker")["3.3.5"] == 1
    assert state.control["scotland"] == "SC"
    assert state.nations["SC"].side == "central"
    assert not state.nations["BR"].fallen


def test_3_14_7_no_unit_rises_against_its_own_side() -> None:
    """§3.14.7: the Entente gets nothing from the card and does not keep it."""
    state = drawn(CALM, {}, "ireland-1")
    assert state.hands["entente"] == ()
    assert "ireland-1" in state.discard


def test_3_14_7_an_undefended_island_falls_to_the_rebels() -> None:
    """§3.14.7: no fight, their flag."""
    state = drawn("ireland-1", {"england": "BR 1 infantry"})
    state = order(state, "central", "use_card", card="ireland-1")
    assert state.battle is None
    assert state.control["ireland"] == "IR"
    assert nation_income(state, "IR") == coins("ireland")


def test_3_14_8_the_colonies_are_paid_or_cost_income_every_turn() -> None:
    """§3.14.8: our sums: 12 now, or 2 every turn."""
    state = drawn("colonies-1", money=15)
    assert GAME.deciders(state) == ("central",)
    paid = order(state, "central", "pay", dice(1))
    assert paid.money["central"] == 15 - 12 + income("central")
    assert paid.levies["central"] == 0
    unpaid = order(state, "central", "decline", dice(1))
    assert unpaid.money["central"] == 15 + income("central") - 2
    assert incomes(unpaid)["central"] == income("central") - 2
    denied(drawn("colonies-1", money=3), "central", "no-money", "3.14.8", "pay")


@pytest.mark.parametrize(("card", "nation", "cost"), [
    ("sweden-1", "SW", 85), ("portugal-1", "PT", 65), ("romania-1", "RO", 60),
])  # fmt: skip
def test_3_14_9_a_country_is_bought_with_its_army_and_money(card: str, nation: str, cost: int) -> None:
    """§3.14.9: the card is kept; units and income are the buyer's, in their own colour."""
    state = drawn(card, money=40)
    state = order(state, "central", "use_card", card=card)
    assert state.money["central"] == 40 + income("central") - cost
    assert state.kept["central"] == (card,)
    assert state.nations[nation] == NationState("central", "central", "joined")
    assert [u for u in state.units if u.startswith(nation)]
    assert incomes(state)["central"] == income("central") + nation_income(state, nation)
    city = {"SW": "stockholm", "PT": "lisbon", "RO": "bucharest"}[nation]
    if state.money["central"] >= price("infantry"):
        state = order(state, "central", "buy", nation=nation, unit="infantry", area=city, count=1)
    assert all(u.startswith(nation) for u in state.at(city))


def test_3_14_9_an_unpaid_card_is_put_away_unseen() -> None:
    """§3.14.9: after the purchases it is gone."""
    state = drawn("sweden-1")
    denied(state, "central", "no-money", "3.14.9", "use_card", card="sweden-1")
    state = order(order(state, "central", "end_phase"), "entente", "end_phase")
    assert state.hands["central"] == ()
    assert state.buried["central"] == ("sweden-1",)
    assert "sweden-1" not in state.discard


def test_3_14_9_a_neutral_already_at_war_cannot_be_bought() -> None:
    """§3.14.9: whom the enemy has attacked fights for the other side anyway."""
    nations = {**position({}).nations, "RO": NationState("entente", "entente", "attacked")}
    state = drawn("romania-1", nations=nations)
    denied(state, "central", "not-neutral", "3.14.9", "use_card", card="romania-1")


def test_3_14_9_only_cards_in_your_own_hand() -> None:
    """§3.14.9: neither the enemy's nor one in the deck, in the same words."""
    state = drawn("romania-1", rest=("sweden-1",))
    answers = {
        denied(state, "entente", "no-such-card", "3.14", "use_card", card=card).text
        for card in ("romania-1", "sweden-1", "nonsense")
    }
    assert len(answers) == 1


def test_3_14_10_nationalism_in_the_homeland() -> None:
    """§3.14.10: the player of the card chooses the field; the enemy unit fights there at once."""
    state = drawn("nationalism-1", {"galicia": "AH 2 infantry"})
    assert GAME.deciders(state) == ("central",)
    denied(state, "central", "wrong-place", "3.14.10", "rise", area="berlin", nation="RU")
    state = order(state, "central", "rise", area="galicia", nation="RU")
    assert state.battle is not None
    (rebel,) = state.battle.attackers
    assert state.side_of(rebel) == "entente"
    assert GAME.deciders(state) == ("entente",)
    state, _ = told(state, "entente", "fight", dice(1, 6, 1), unit=rebel, target="AH.infantry.1", capture=False)
    assert len(state.at("galicia")) == 2


def test_3_14_10_an_empty_field_is_lost_to_it() -> None:
    """§3.14.10: with nobody there its flag goes up."""
    state = drawn("nationalism-1", {"vienna": "AH 1 infantry"})
    state = order(state, "central", "rise", dice(1), area="tyrol", nation="IT")
    assert state.holder("tyrol") == "entente"
    assert not state.nations["AH"].fallen


# --- what the hand hides ------------------------------------------------------------------------------------------


def test_3_14_a_hand_is_seen_by_its_own_side_only() -> None:
    """§3.14: number for all, faces for the side; the draw is told without its die."""
    state, chance = drawing("sweden-1", CALM)
    after, events = next_turn(state, chance)
    own = cast(Any, GAME.view(after, "central"))["sides"]["central"]
    assert own["hand"][0]["card"] == "sweden-1"
    for viewer in ("entente", "spectator"):
        shown = cast(Any, GAME.view(after, viewer))
        assert shown["sides"]["central"]["hand"] is None
        assert shown["sides"]["central"]["held"] == 1
        assert "sweden-1" not in str(shown)
    (card,) = [x for x in events if isinstance(x, CardDrawn) and x.held]
    before = replace(state, turn=after.turn)
    line = cast(Any, GAME.narrate(before, card, after, "entente"))
    assert "Sweden" not in line["text"]
    assert line["dice"] == []
    assert "Sweden" in cast(Any, GAME.narrate(before, card, after, "central"))["text"]
    assert happened(events, CardDrawn)[0] == card


def test_3_14_allies_see_the_hand_of_their_side() -> None:
    """§3.14: a side draws one card; all its seats know it."""
    state = position({}, scenario="classic-1-6", hands={"central": ("sweden-1",), "entente": ()}, step="purchase")
    for seat in ("central-1", "central-2", "central-3"):
        assert cast(Any, GAME.view(state, seat))["sides"]["central"]["hand"]
    assert cast(Any, GAME.view(state, "entente-1"))["sides"]["central"]["hand"] is None
