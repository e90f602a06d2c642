"""§6.0: what chits say in short on their cards, and who comes when as the page draws it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.chit_words import read_own_words
from rules.great_war.printed.chits import POOLS
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from tests.thorough import at_least_one

STARTS = ("campaign", "near-east-campaign", "combined-campaign")


def chart(scenario: str, name: str) -> list[list[str]]:
    """The rows of a chart by the scenario's rules."""
    rules: Any = GAME.rulebook("", scenario)
    return [row for each in rules["charts"] if each["id"] == name for row in each["rows"]]


def test_6_0_a_card_says_what_when_where_and_how_long() -> None:
    """§6.13, §15.15, §6.3, §6.54: in our words, from what is printed on the chit."""
    cards = {row[0]: row[4:8] for row in chart("campaign", "chits")}
    assert cards["Chlorine Gas"] == [
        "Chlorine gas: +2 on the die of an attack.", "in an attack of yours, before the die", "everywhere",
        "once, then it leaves the game",
    ]  # fmt: skip
    assert cards["Ball"][0].endswith("on a 5 or 6 the ace is killed.")
    assert cards["Kemal"][1:3] == ["when you are attacked, before the die", "Turkey"]
    entry = "in the new units step of the turn in which it is drawn"
    assert cards["Greek Entry"][:2] == ["Greece joins the Allies.", entry]
    assert cards["The System"][2:] == ["Western Front", "once in each turn, for the rest of the game"]
    assert cards["Serb Typhus"][1:] == ["as soon as it is drawn", "Serbia", "the next three turns"]
    assert cards["No Event"] == ["Nothing happens.", "when it is drawn", "everywhere", "it goes back to its pool"]


@pytest.mark.parametrize("scenario", STARTS)
def test_6_0_no_card_leaves_it_to_its_section(scenario: str) -> None:
    """§6.21: each says all four, and what it does in one breath."""
    for title, *_, does, when, where, lasts, _section in at_least_one(chart(scenario, "chits")):
        assert 10 < len(does) < 160, title
        assert all(len(words) > 2 for words in (when, where, lasts)), title


def test_6_0_how_long_and_when_are_those_of_the_rules() -> None:
    """§6.53, §6.7, §6.28, §6.30, §6.47: Salonika at any time of the step, Brusilov from the next turn on, the mutiny at
    once; Arabs rise beside friends too."""
    cards = {row[0]: row[4:8] for row in chart("combined-campaign", "chits")}
    assert cards["Salonika"][1] == "in your new units step, while Greece is neutral"
    assert cards["Gallipoli"][1].startswith("at the start")
    assert cards["The Brusilov Offensive"][3].startswith("from the next turn on")
    assert cards["French Army Mutiny"][3] == "this turn and the next two"
    assert "first attack of the first turn" in cards["Conrad Offensive"][0]
    assert "without enemies" in cards["Arab Northern Army"][0]


def test_6_0_own_words_are_of_chits_that_there_are() -> None:
    """§6.0: words for a chit that is gone, or has another name now, would be read nowhere."""
    known = {c.effect for scenario in STARTS for c in PLANS[AUGUST_1914].of(scenario).chits.events.values()}
    assert read_own_words().keys() <= known


def test_6_12_the_indian_divisions_stay_on_six_fronts() -> None:
    """§6.12: one chit does another thing where Europe and the Near East are played together."""
    says = {
        scenario: {row[0]: row[4] for row in chart(scenario, "chits")}["Remove 3IN, 7IN"] for scenario in STARTS[::2]
    }
    assert says["campaign"].startswith("Out of the game: 3rd Indian Division")
    assert says["combined-campaign"].startswith("Nothing")


@pytest.mark.parametrize("scenario", STARTS)
def test_3_26_only_chits_of_the_variant_are_on_its_chart(scenario: str) -> None:
    """§3.26, §5.12: those that enter the pools of the variant, each with its section."""
    table = PLANS[AUGUST_1914].of(scenario)
    rows = chart(scenario, "chits")
    assert all(row[8] for row in rows)
    for side, name in (("central", "Central Powers"), ("allied", "Allies")):
        for pool in POOLS:
            shown = {row[0]: int(row[3]) for row in rows if row[1:3] == [name, pool]}
            entering = {table.chits.events[c].title: n for c, n in table.chits.entering(side, pool, scenario).items()}
            assert shown.keys() >= entering.keys()
            # What only other scenarios use is there, too.
            elsewhere = {c.title for c in table.chits.events.values() if c.only and (c.side, c.pool) == (side, pool)}
            assert shown.keys() - entering.keys() <= elsewhere


@pytest.mark.parametrize("scenario", STARTS)
def test_3_26_the_chart_of_new_units_counts_everyone_who_comes_later(scenario: str) -> None:
    """§3.26, §5.11: by strategic turn and nation; those of August 1914, of events and of the Red Army are not on it."""
    table = PLANS[AUGUST_1914].of(scenario)
    later = [
        a for a in table.arrivals.values() if a.turn in STRATEGIC or a.turn == "entry" or a.after_entry is not None
    ]
    rows = chart(scenario, "arrivals")
    assert sum(int(part.split()[0]) for row in rows for part in row[2].split(", ")) == len(later) > 0
    assert [row[0] for row in rows if row[0] in STRATEGIC] == sorted(row[0] for row in rows if row[0] in STRATEGIC)
    assert not chart("serbia-1914", "arrivals")
    assert not chart("serbia-1914", "chits")
