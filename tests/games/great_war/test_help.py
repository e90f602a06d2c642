"""The rules in short and the charts, as the page shows them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.kernel.rulebook import read_help

BOOK: Any = GAME.rulebook("")


def test_every_chapter_has_text_and_every_chart_that_is_named_is_there() -> None:
    """A rule names a chart by its id."""
    assert all(chapter["rules"] for chapter in BOOK["chapters"])
    named = {rule["chart"] for chapter in BOOK["chapters"] for rule in chapter["rules"] if rule["chart"]}
    assert named == {chart["id"] for chart in BOOK["charts"]}


def test_the_charts_are_those_that_the_rules_read() -> None:
    """§8.32, §10.34, §5.12: a cell of each."""
    charts, table = {chart["id"]: chart for chart in BOOK["charts"]}, PLANS[AUGUST_1914].variant("europe").charts
    forest = next(row for row in charts["terrain"]["rows"] if row[0] == "Forest")
    assert forest[1:4] == [str(table.terrain["forest"].cost(w, False)) for w in ("fair", "wet", "snow")]
    alpine = next(row for row in charts["terrain"]["rows"] if row[0] == "Alpine")
    assert alpine[1] == f"— ({table.terrain['alpine'].cost('fair', True)})"
    result = table.combat.against(1).result(2, 3)
    assert charts["combat-a"]["rows"][3][3] == f"{result.attacker} / {result.defender}"
    french = next(row for row in charts["points"]["rows"] if row[0] == "French")
    assert int(french[1]) == table.income("FR", "A")
    assert len(charts["turns"]["rows"]) == 51


@pytest.mark.parametrize(
    ("section", "words"),
    [("18.2", "French mutiny and Russia's collapse"), ("18.3", "hold Berlin, or two hexes of the Ruhr"),
     ("18.15", "concede"), ("6.52", "one of them is empty")],
)  # fmt: skip
def test_18_2_18_3_a_verdict_leads_to_the_text_that_tells_why(section: str, words: str) -> None:
    """§18.15, §18.2, §18.3: how either side wins at once, each under its own number; §6.52: what closes the beaches."""
    texts = {rule["section"]: " ".join(rule["text"]) for chapter in BOOK["chapters"] for rule in chapter["rules"]}
    assert words in texts[section]


def test_a_section_that_is_told_twice_is_a_fault(tmp_path: Any) -> None:
    """ValueError names the file."""
    rule = '[[rules]]\nsection = "4.1"\ntitle = "Turns"\ntext = "They go by."\n'
    (tmp_path / "help.toml").write_text('[chapters]\n"4" = "The turn"\n' + rule + rule, encoding="utf-8")
    with pytest.raises(ValueError, match="told twice"):
        read_help(tmp_path / "help.toml")
