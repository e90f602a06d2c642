"""§6.0: what chits say in short on their cards, and who comes when as the page draws it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.chits import POOLS
from rules.great_war.printed.plans import AUGUST_1914, PLANS

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
    assert cards["Kemal"][:2] == ["−1 on the die of an attack.", "when you are attacked, before the die"]
    assert cards["Greek Entry"][:2] == ["Greece may enter the war.", "as soon as it is drawn"]
    assert cards["The System"][2:] == ["Western Front", "it stays in play"]
    assert cards["No Event"] == ["Nothing happens.", "when it is drawn", "everywhere", "it goes back to its pool"]


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
