"""The rules in short, the list of sections, and the charts, as the page and `greatwar coverage` have them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.programs.coverage import report
from app.settings import ROOT
from rules.empires_alliances import printed as package
from rules.empires_alliances.game import GAME
from rules.empires_alliances.printed.data import AS_PRINTED, PLANS
from rules.kernel.rulebook import CITED

BOOK: Any = GAME.rulebook("")
FOLDER = Path(package.__file__).parents[1]
LISTED: Any = tomllib.loads((FOLDER / "sections.toml").read_text(encoding="utf-8"))["sections"]
NUMBERS = [section["number"] for section in LISTED]
RULES = [rule for chapter in BOOK["chapters"] for rule in chapter["rules"]]


def test_every_chapter_has_text_and_every_chart_that_is_named_is_there() -> None:
    """A rule names a chart by its id, and no chart is left over."""
    assert all(chapter["rules"] for chapter in BOOK["chapters"])
    assert {rule["chart"] for rule in RULES if rule["chart"]} == {chart["id"] for chart in BOOK["charts"]}


def test_no_section_is_listed_twice_and_all_that_is_told_or_cited_is_listed() -> None:
    """1.1 to 3.7 are numbers of rules and of scenarios: one row has both."""
    assert len(NUMBERS) == len(set(NUMBERS))
    told = {rule["section"] for rule in RULES}
    cited = {n for rule in RULES for line in (*rule["text"], *rule["example"]) for n in CITED.findall(line)}
    assert told | cited <= set(NUMBERS)
    assert next(s["title"] for s in LISTED if s["number"] == "2.7") == "Antwerp; victory in the campaign"


@pytest.mark.parametrize("number", NUMBERS)
def test_every_section_is_told_by_itself_or_with_its_chapter(number: str) -> None:
    """A rule of help.toml stands for all sections that begin with its number, 5.0 for all of chapter 5."""
    told = {rule["section"] for rule in RULES}
    chapter = number.partition(".")[0]
    ways = {number[:n] for n in range(3, len(number) + 1)}
    assert told & ways or any(section.partition(".")[0] == chapter for section in told)


def test_the_charts_are_those_that_the_rules_read() -> None:
    """§13.7, §2.1, §20.1, §9.5, §21.2: a cell of each; those that we have rebuilt say so."""
    charts, printed = {chart["id"]: chart for chart in BOOK["charts"]}, PLANS[AS_PRINTED]
    row = next(r for r in charts["combat"]["rows"] if r[0] == "5")
    assert row[charts["combat"]["columns"].index("2-1")] == printed.combat.result("2-1", 5)
    forest = next(r for r in charts["terrain"]["rows"] if r[0] == "Forest")
    assert forest[1:3] == [str(printed.terrain["forest"].mp), f"−{printed.terrain['forest'].drm}"]
    october = next(r for r in charts["weather"]["rows"] if r[0] == "October")
    west, east = printed.weather["october"][9]
    assert october[10] == (west if west == east else f"{west} / {east}")
    german = next(r for r in charts["capacity"]["rows"] if r[0] == "Germany")
    assert int(german[1]) == printed.capacity["GE"].rail
    assert [r[1] for r in charts["weariness"]["rows"]] == [*printed.weariness]
    ours = {id_ for id_, chart in charts.items() if "ebuilt by us" in chart["note"]}
    assert ours == {"combat", "terrain", "weather", "capacity", "weariness", "weariness_modifiers", "replacements"}


def test_coverage_lists_what_is_still_to_come() -> None:
    """`greatwar coverage empires-alliances`: what is later is neither without code nor without tests."""
    found: Any = report(FOLDER, ROOT / "tests" / "games" / "empires_alliances")
    assert found["later"] == [s["number"] for s in LISTED if s.get("later")]
    assert not {*found["later"]} & {*found["without_code"], *found["without_test"]}
    assert next(s for s in found["sections"] if s["number"] == "14.2")["code"]
