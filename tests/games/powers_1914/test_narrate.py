"""§3.1 to §3.14 in the log: sentences that name seas, nations and cards as people do, and say a thing once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import pytest

from rules.powers_1914.facts import Event
from rules.powers_1914.facts.event_cards import CardDrawn
from rules.powers_1914.facts.production import UnitsBought
from rules.powers_1914.game import GAME
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import PRINTED, dice, go, position, told
from tests.thorough import at_least_one


def lines(state: State, facts: Iterable[Event], viewer: str = "spectator") -> list[str]:
    """What a viewer reads of facts that follow on a state."""
    said = []
    for fact in facts:
        after = GAME.evolve(state, fact)
        line = cast(Any, GAME.narrate(state, fact, after, viewer))
        said += [line["text"]] if line else []
        state = after
    return said


def test_3_2_a_move_names_seas_with_their_article() -> None:
    """§3.2.6: from land to sea."""
    state = position({"kiel": "GE 2 infantry"})
    _, facts = told(state, "central", "move", units=["GE.infantry.1", "GE.infantry.2"], path=["north-sea"])
    assert lines(state, facts) == ["2 German infantry moved from Kiel and Hanover to the North Sea."]


def test_3_3_a_battle_at_sea_and_a_general_are_named_as_people_do() -> None:
    """§3.3, §3.11: "the North Sea", and a general keeps his capital letter."""
    state = position({"skagerrak": "GE 1 ship scheer", "north-sea": "BR 1 ship"})
    after, facts = told(state, "central", "move", units=["GE.ship.1", "GE.general.scheer"], path=["north-sea"])
    assert lines(state, facts)[-1] == "The battle of the North Sea begins."
    _, fought = told(after, "central", "fight", dice(2, 1), unit="GE.ship.1", target="BR.ship.1", capture=False)
    assert "German ship attacks: 2 +1 Scheer = 3." in lines(after, fought)
    assert "British ship is lost in the North Sea." in lines(after, fought), "whose, and where"


def test_3_10_a_country_of_one_field_is_said_to_fall_once() -> None:
    """§3.10.2: its field and the country have one name."""
    state = position({"rhineland": "GE 2 infantry"})
    _, facts = told(state, "central", "move", units=["GE.infantry.1", "GE.infantry.2"], path=["brussels"])
    said = [text for text in lines(state, facts) if "Belgium" in text]
    assert said == ["2 German infantry moved from the Rhineland to Belgium.", "Belgium is conquered by Germany."]


@pytest.mark.parametrize(("kinds", "fate"), [
    ("1 infantry 2 aircraft", "captured"), ("2 aircraft", "captured and destroyed"),
])  # fmt: skip
def test_3_3_11_a_gun_that_nobody_can_keep_is_captured_and_destroyed(kinds: str, fate: str) -> None:
    """§3.3.11, §3.3.13: aircraft alone keep no gun; infantry beside them does."""
    places = {"alsace": f"GE {kinds}", "champagne": "FR 1 artillery 1 infantry"}
    state = position(places, modern={"GE.aircraft": 2})
    units = [u for u in state.units if u.startswith("GE.")]
    state, _ = told(state, "central", "move", units=units, path=["champagne"])
    pair = {"unit": "GE.aircraft.1", "target": "FR.artillery.1", "capture": True}
    _, facts = told(state, "central", "fight", dice(6, 1), **pair)
    assert f"French artillery is {fate} in Champagne." in lines(state, facts)


def test_3_5_allies_who_give_and_receive_have_their_articles() -> None:
    """§3.5: within a sentence the Ottoman Empire has one, and at its beginning a capital letter."""
    state = position({}, step="purchase", money=9, scenario="classic-1-6")
    giver, taker = state.nations["OT"].seat, state.nations["AH"].seat
    _, facts = told(state, giver, "give", to=taker, amount=6)
    assert lines(state, facts) == ["Austria-Hungary received 6 coins from Bulgaria and the Ottoman Empire."]


def test_3_14_a_card_with_a_price_is_drawn_and_not_yet_used() -> None:
    """§3.14: to its own side the log names card and price; nobody has entered the war."""
    state = position({}, step="purchase")
    drawn = CardDrawn("entente", "sweden-1", state.draws, 1, len(state.deck), True)
    assert "sweden-1" in state.deck
    state = replace(state, deck=("sweden-1", *(c for c in state.deck if c != "sweden-1")))
    assert lines(state, [drawn], "entente") == ["The Entente draws Sweden and may use it for 85."]
    assert lines(state, [drawn], "central") == ["The Entente draws a card, which stays in hand."]


def test_3_14_what_a_card_says_is_true_for_whoever_reads_it() -> None:
    """§3.14: the enemy reads it too: "your units" would be his."""
    for card in at_least_one(PRINTED.cards.values()):
        assert not re.search(r"\byour?\b", card.text, re.IGNORECASE), card.id


def test_3_6_a_nation_with_an_article_builds() -> None:
    """§3.6: who builds what, where, and for how much."""
    state = position({"ankara": "OT 1 infantry"}, step="purchase", money=100)
    after, facts = told(state, "central", "build", works="factory", area="ankara")
    cost = state.money["central"] - after.money["central"]
    assert lines(state, facts) == [f"The Ottoman Empire builds a factory in Ankara for {cost}."]


@pytest.mark.parametrize(
    ("count", "piece", "field", "sentence"),
    [
        (1, "infantry", "berlin", "Germany buys infantry in Berlin"),
        (2, "infantry", "berlin", "Germany buys 2 infantry in Berlin"),
        (1, "ship", "north-sea", "Germany buys a ship in the North Sea"),
        (2, "ship", "north-sea", "Germany buys 2 ships in the North Sea"),
    ],
)
def test_3_1_3_a_nation_buys(count: int, piece: str, field: str, sentence: str) -> None:
    """§3.1.3: who buys what, where, and for how much."""
    state = position({"berlin": "GE 1 infantry"}, step="purchase", money=100)
    fact = UnitsBought("central", tuple(f"GE.{piece}.{n}" for n in range(2, 2 + count)), field, 7)
    assert lines(state, [fact]) == [f"{sentence} for 7."]


@pytest.mark.parametrize(("works", "section"), [("factory", "3.6"), ("shipyard", "3.8")])
def test_3_6_3_8_works_are_told_by_their_own_section(works: str, section: str) -> None:
    """§3.6, §3.8: a shipyard is built and demolished by §3.8, a factory by §3.6."""
    state = position({"ankara": "OT 1 infantry"}, step="purchase", money=100)
    after, facts = told(state, "central", "build", works=works, area="ankara")
    gone = told(replace(after, cursor=(PhaseFrame("central.action"),)), "central", "raze", works=works, area="ankara")
    for before, fact in ((state, facts[0]), (after, gone[1][0])):
        line = cast(Any, GAME.narrate(before, fact, GAME.evolve(before, fact), "entente"))
        assert line["section"] == section


def test_3_3_9_a_sum_names_the_place_as_a_sentence_does() -> None:
    """§3.3.9: "encircled in the Baltic", and one sign for less than nothing."""
    places = {"baltic": "GE 1 ship", "skagerrak": "BR 1 ship", "bothnia": "RU 1 ship"}
    state = go(position(places), "central", "GE.ship.1", "skagerrak")
    _, facts = told(state, "central", "fight", dice(1, 6), unit="GE.ship.1", target="BR.ship.1", capture=False)
    line = cast(Any, GAME.narrate(state, facts[0], GAME.evolve(state, facts[0]), "spectator"))
    assert line["text"] == "German ship attacks: 1 −5 encircled in the Baltic = −4."


def test_3_10_2_a_country_that_falls_is_told_on_a_card_to_everyone() -> None:
    """§3.10.2: who conquered whom, what changed hands and which units are gone from where."""
    places = {"rhineland": "GE 2 infantry", "picardy": "BE 2 infantry 1 aircraft; FR 1 infantry"}
    state = position(places)
    _, facts = told(state, "central", "move", units=["GE.infantry.1", "GE.infantry.2"], path=["brussels"])
    shown = []
    for fact in facts:
        after = GAME.evolve(state, fact)
        seen = [cast(Any, GAME.narrate(state, fact, after, viewer)) for viewer in ("central", "entente", "spectator")]
        assert seen[0] == seen[1] == seen[2]
        if seen[0] and "bulletin" in seen[0]:
            shown.append(seen[0])
        state = after
    [line] = shown
    lost = "2 Belgian infantry and aircraft in Picardy"
    assert line["text"] == f"Belgium is conquered by Germany. Lost: {lost}."
    assert line["bulletin"]["title"] == "Belgium is conquered by Germany"
    gain, loss = line["bulletin"]["lines"]
    assert gain == {"text": "Germany now holds Belgium: one factory and 3 coins a turn.", "areas": ["brussels"]}
    assert loss == {"text": f"Lost: {lost}.", "areas": ["picardy"]}
