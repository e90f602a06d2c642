"""§3.1 The order of a turn: what belongs to which step, and to whom."""

from __future__ import annotations

import pytest

from rules.powers_1914.facts.event_cards import CardDrawn
from rules.powers_1914.game import GAME
from tests.games.powers_1914.kit import (
    denied,
    dice,
    drawing,
    go,
    happened,
    income,
    next_turn,
    order,
    position,
    start_money,
    told,
)


def test_3_1_1_the_deck_shrinks_by_two_a_turn_and_the_first_turn_leaves_it_alone() -> None:
    """§3.1.1: thirty cards in turn 1, twenty-eight in turn 2."""
    state = GAME.new_match("classic-1", {})
    for seat in ("central", "entente"):
        state = order(order(state, seat, "standard"), seat, "end_phase")
    assert len(state.deck) == 30
    assert state.money == {s: start_money(s) + income(s) for s in ("central", "entente")}, (
        "§2.3, §3.1.2: the start and a first income"
    )
    state, events = drawing("winter-1", "winter-2")
    _, events = next_turn(state, events)
    assert len(happened(events, CardDrawn)) == 2


@pytest.mark.parametrize(("kind", "arguments"), [
    ("buy", {"nation": "GE", "unit": "infantry", "area": "berlin", "count": 1}),
    ("build", {"works": "factory", "area": "berlin"}),
    ("modernise", {"nation": "GE", "unit": "infantry"}),
    ("use_card", {"card": "sweden-1"}),
])  # fmt: skip
def test_3_1_3_nothing_is_bought_while_armies_move(kind: str, arguments: dict[str, object]) -> None:
    """§3.1.3: the shop is shut when the purchases are over."""
    state = position({"berlin": "GE 1 infantry"}, money=99)
    denied(state, "central", "wrong-step", "3.1.4", kind, **arguments)


@pytest.mark.parametrize(("kind", "arguments"), [
    ("move", {"units": ["GE.infantry.1"], "path": ["silesia"]}),
    ("shoot", {"unit": "GE.artillery.1", "area": "champagne", "target": "FR.infantry.1"}),
    ("tactic", {"area": "champagne"}),
    ("announce", {"nation": "NL"}),
])  # fmt: skip
def test_3_1_4_nothing_moves_or_fights_in_the_purchases(kind: str, arguments: dict[str, object]) -> None:
    """§3.1.4: moves, shots and tactical cards are for your own moves."""
    places = {"berlin": "GE 1 infantry", "alsace": "GE 1 artillery", "champagne": "FR 1 infantry"}
    denied(position(places, step="purchase"), "central", "wrong-step", "3.1.3", kind, **arguments)


def test_3_1_4_the_other_side_does_nothing_in_your_own_moves() -> None:
    """§3.1.4: no move and no tactical card of the side that waits (gas it may use, §3.15.2)."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 2 infantry"})
    denied(state, "entente", "not-your-turn", "3.1", "move", units=["FR.infantry.1"], path=["paris"])
    denied(state, "entente", "not-your-turn", "3.1", "tactic", area="alsace")
    state = go(state, "central", "GE.infantry.1", "champagne")
    denied(state, "entente", "not-your-turn", "3.1", "withdraw")


def test_3_1_4_a_player_who_has_finished_does_not_begin_again() -> None:
    """§3.1.4: a seat that is done waits for its allies."""
    state = position({"berlin": "GE 1 infantry", "vienna": "AH 1 infantry"}, scenario="classic-1-6")
    state = order(state, "central-2", "end_phase")
    denied(state, "central-2", "not-your-turn", "3.1", "move", units=["GE.infantry.1"], path=["silesia"])
    assert GAME.legal(state, "central-2")["offers"] == []


def test_3_1_4_one_battle_at_a_time() -> None:
    """§3.1.4: while one ally fights the others neither move elsewhere nor end their step."""
    places = {"tyrol": "AH 1 infantry", "bavaria": "GE 1 infantry", "venetia": "IT 2 infantry"}
    state = position(places, scenario="classic-1-6")
    state = order(state, "central-1", "move", units=["AH.infantry.1"], path=["venetia"])
    denied(state, "central-2", "wrong-step", "3.3", "move", units=["GE.infantry.1"], path=["berlin"])
    denied(state, "central-2", "wrong-step", "3.3", "end_phase")
    denied(state, "central-3", "not-your-turn", "3.1", "end_phase")


def test_3_1_4_moving_and_fighting_alternate() -> None:
    """§3.1.4: after a battle other units still move, and those of a later move fight again."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 2 infantry", "berlin": "GE 1 infantry"})
    state = order(go(state, "central", "GE.infantry.1", "champagne"), "central", "withdraw")
    state = go(state, "central", "GE.infantry.3", "silesia")
    assert go(state, "central", "GE.infantry.2", "champagne").battle is not None


def test_3_1_4_a_new_turn_wakes_all_units_and_takes_back_both_tactical_cards() -> None:
    """§3.1.4, §3.15.1, §3.7: what was spent for the turn is there again."""
    state, chance = drawing("winter-1", "winter-2", places={"berlin": "GE 1 infantry"}, spent=["GE.infantry.1"],
                            tactics={"central": ("poland", "riga"), "entente": ()}, recruits={"berlin": 4})  # fmt: skip
    state, _ = next_turn(state, chance)
    assert not state.units["GE.infantry.1"].spent
    assert state.tactics["central"] == ()
    assert not state.recruits


def test_3_13_after_the_end_nothing_is_asked_or_taken() -> None:
    """§3.13: no seat decides, every command is refused, the question says who won."""
    state, _ = told(position({}, step="entente.action", deck=()), "entente", "end_phase", dice())
    assert GAME.deciders(state) == ()
    for seat in ("central", "entente"):
        denied(state, seat, "over", "3.13.3", "end_phase")
        asked = GAME.legal(state, seat)
        assert asked["offers"] == []
        assert "Conquests" in str(asked["prompt"])
