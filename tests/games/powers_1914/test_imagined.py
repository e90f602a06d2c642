"""§2.2, §3.14: what a seat notes of a position, and what is dealt where it cannot know."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from typing import Any

import pytest

from rules.kernel.fast_replace import replace
from rules.kernel.imagining import recall_all
from rules.powers_1914.game import GAME
from rules.powers_1914.imagined import DECK, HELD, LOTS, OPEN
from rules.powers_1914.position.state import State


def told(state: State, seat: str) -> Any:
    """What a seat knows, as JSON."""
    return json.loads(json.dumps(recall_all(GAME, state, seat)))


@pytest.fixture
def state() -> State:
    """§3.14: the Entente holds one card that can stay in a hand, and has put another away."""
    new = GAME.new_match("classic-1", {})
    held, buried, *_ = (c for c in new.deck if new.printed.cards[c].effect in HELD)
    deck = tuple(c for c in new.deck if c not in (held, buried))
    return replace(new, deck=deck, hands={**new.hands, "entente": (held,)}, buried={**new.buried, "entente": (buried,)})


def test_every_field_of_a_position_is_noted_dealt_or_left_over() -> None:
    """A new one belongs in one of the lists, so that nobody notes it who may not know it."""
    assert {*OPEN, *LOTS, DECK} == {field.name for field in fields(State)}


def test_of_the_other_side_the_number_of_its_cards_is_noted_and_cards_that_stay_in_a_hand_are_dealt(
    state: State,
) -> None:
    hidden = {*state.hands["entente"], *state.buried["entente"]}
    view = told(state, "central")
    assert not [card for card in hidden if f'"{card}"' in json.dumps(view)]
    deals = [GAME.imagine(view, random.Random(n)) for n in range(20)]
    for deal in deals:
        cards = [*deal.hands["entente"], *deal.buried["entente"]]
        assert len(cards) == 2
        assert {state.printed.cards[card].effect for card in cards} <= {*HELD}
        assert sorted((*deal.deck, *cards)) == sorted(state.setting.deck), "every card is somewhere, once"
        assert {*GAME.dealt(view, deal)} == {*cards}
    assert len({deal.hands["entente"] for deal in deals}) > 1
    mine = GAME.imagine(told(state, "entente"), random.Random(1))
    assert (mine.hands, mine.buried, {*mine.deck}) == (state.hands, state.buried, {*state.deck})
