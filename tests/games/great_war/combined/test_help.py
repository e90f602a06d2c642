"""The rules in short on six fronts: nothing that a match quotes is without its text."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.kernel.rulebook import CITED, read_help_over
from tests.games.great_war.combined.kit import GAME, set_up
from tests.games.great_war.near_east.test_help import FOLDER, quoted_in_a_match, told_by
from tests.thorough import sample_of


@cache
def book() -> Any:
    """What the page of rules has: not made while tests are collected, as it opens every board of the game."""
    return GAME.rulebook("", "combined-1917")


@cache
def rules() -> dict[str, Any]:
    """Its rules by their sections."""
    return {rule["section"]: rule for chapter in book()["chapters"] for rule in chapter["rules"]}


def test_charts_of_both_are_shown_and_each_is_drawn_somewhere() -> None:
    """§4.1: weather of four columns; trains and ships of all maps; trenches of Europe, dice of the Near East."""
    charts = {chart["id"]: chart for chart in book()["charts"]}
    assert {rule["chart"] for rule in rules().values() if rule["chart"]} == charts.keys()
    assert charts.keys() >= {"trenches", "reserve", "untried"}
    assert len(charts["capacity"]["rows"]) == 9
    assert charts["turns"]["columns"][2:6] == ["West and Italy", "East", "Caucasus", "Egypt and Iraq"]
    assert len(charts["turns"]["rows"]) == 51


def test_what_the_texts_cite_is_told() -> None:
    """By a text of its own: a reader who follows it comes to another."""
    cited = {n for rule in rules().values() for line in (*rule["text"], *rule["example"]) for n in CITED.findall(line)}
    assert cited
    assert cited <= rules().keys()


def test_every_section_of_europe_is_there_but_its_1918() -> None:
    """And those of the Near East alone are not: no Initiative events, and other victory (§5.87, §18.4)."""
    europe: Any = GAME.rulebook("")
    theirs = {rule["section"] for chapter in europe["chapters"] for rule in chapter["rules"]}
    assert theirs - rules().keys() == {"21.5"}
    assert not {"5.87", "6.60", "6.61", "6.64", "18.4", "19.8"} & rules().keys()
    assert {"5.38", "9.24", "14.2", "19.12"} <= rules().keys() - theirs


def test_numbers_that_the_texts_name_are_those_of_the_charts() -> None:
    """§5.61, §6.11, §9.12: the texts do not read the charts, so a test does."""
    variant = PLANS[AUGUST_1914].of("combined-1917").variant
    charts = PLANS[AUGUST_1914].of("combined-1917").charts
    words = {section: " ".join(rules()[section]["text"]) for section in rules()}
    assert variant.draws == 2
    assert "it buys two" in words["6.1"]
    assert charts.surrender is not None
    assert f"comes to {charts.surrender.total} or more" in words["5.6"]
    assert charts.capacity["near-east-central"].units == 4
    assert "limit of four a turn" in words["9.16"]


@pytest.mark.parametrize("scenario", sample_of(["combined-1917", "combined-campaign"], 2))
def test_all_that_is_said_in_a_match_has_its_text(scenario: str) -> None:
    """Log, orders with the refusals of those that are greyed, and what the table shows, for all who look on."""
    sections = quoted_in_a_match(set_up(scenario), random.Random(scenario), looks=8, hurry=5)
    assert len(sections) > 30
    assert {section for section in sections if not told_by(section, rules())} == set()


def test_a_section_taken_from_another_file_must_be_there(tmp_path: Path) -> None:
    """ValueError names it, and one that is told twice."""
    over = tmp_path / "help-over.toml"
    (tmp_path / "beside.toml").write_text('[[rules]]\nsection = "4.4"\ntitle = "T"\ntext = "So."\n', encoding="utf-8")
    over.write_text('rules = []\n[besides]\n"beside.toml" = ["4.4"]\n', encoding="utf-8")
    assert "4.4" in {r.section for c in read_help_over(FOLDER / "help.toml", over) for r in c.rules}
    for wrong in ("4.5", "4.6"):
        more = '[[rules]]\nsection = "4.6"\ntitle = "T"\ntext = "Twice."\n'
        over.write_text(f'{more}[besides]\n"beside.toml" = ["{wrong}"]\n', encoding="utf-8")
        read_help_over.cache_clear()
        with pytest.raises(ValueError, match=wrong.replace(".", r"\.")):
            read_help_over(FOLDER / "help.toml", over)
