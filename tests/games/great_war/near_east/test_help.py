"""The rules in short where the Near East is played alone: nothing that it quotes is without its text."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.great_war import game as package
from rules.great_war.combat.declaring import why_not_fight
from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.kernel.messages import Refusal
from rules.kernel.rulebook import CITED, read_help_over
from tests.games.great_war.near_east.kit import MAY_1915, set_up
from tests.thorough import sample_of

FOLDER = Path(package.__file__).parent
LISTED: Any = tomllib.loads((FOLDER / "sections.toml").read_text(encoding="utf-8"))["sections"]
THERE = [s["number"] for s in LISTED if s.get("maps") == "Near East" or s.get("halves")]


@cache
def book() -> Any:
    """What the page of rules has: not made while tests are collected, as it opens a board."""
    return GAME.rulebook("", MAY_1915)


@cache
def of_the_near_east() -> dict[str, Any]:
    """Its rules by their sections."""
    return {rule["section"]: rule for chapter in book()["chapters"] for rule in chapter["rules"]}


def told_by(section: str, rules: Mapping[str, Any] | None = None) -> str:
    """The section whose text the page shows for this one, as static/rulebook/leaf.js finds it; empty for none."""
    rules = of_the_near_east() if rules is None else rules
    name = section
    while "." in name:
        if name in rules:
            return name
        name = name[:-1]
    chapter = section.removesuffix(".0")
    return next((n for n in rules if n.partition(".")[0] == chapter), "")


def quoted(found: object) -> Iterator[str]:
    """Every section that is named, or cited within a text, anywhere in what is sent to the page."""
    if isinstance(found, dict):
        section = found.get("section")
        if isinstance(section, str) and section:
            yield section
        found = found.values()
    if isinstance(found, str):
        yield from CITED.findall(found)
    elif not isinstance(found, int | float | None):
        for part in found:
            yield from quoted(part)


def quoted_in_a_match(state: State, rng: random.Random, *, looks: int = 1, hurry: int = 0) -> set[str]:
    """The sections that three turns of players at random quote to both: in orders, lines, and one view in ``looks``.

    In a ``hurry`` a side tries to end one step in that many, and what it is refused then is quoted too.
    """
    sections, last = set[str](), state.turn + 3
    while state.turn < last and state.ended is None:
        seat = rng.choice(GAME.deciders(state))
        sections.update(quoted(GAME.legal(state, seat)))
        ends = bool(hurry) and rng.randrange(hurry) == 0 and state.battle is None
        command = {"kind": "end_phase"} if ends else GAME.random_command(state, seat, rng)
        found = GAME.decide(state, seat, command, lambda _, sides: rng.randint(1, sides))
        if isinstance(found, Refusal):
            assert ends, found
            sections.add(found.section)
            continue
        for event in found.events:
            before, state = state, GAME.evolve(state, event)
            for viewer in (ALLIED, CENTRAL):
                sections.update(quoted(GAME.narrate(before, event, state, viewer)))
        if rng.randrange(looks) == 0:
            sections.update(quoted(GAME.view(state, seat)))
    return sections


def test_every_chapter_has_text_and_every_chart_is_drawn_somewhere() -> None:
    """A rule names a chart by its id; Europe's own charts are not among them."""
    assert all(chapter["rules"] for chapter in book()["chapters"])
    assert {rule["chart"] for rule in of_the_near_east().values() if rule["chart"]} == {
        chart["id"] for chart in book()["charts"]
    }


@pytest.mark.parametrize("number", THERE)
def test_a_section_of_the_near_east_has_its_text(number: str) -> None:
    """By itself, or with those that begin as it does."""
    assert told_by(number)


def test_what_the_texts_cite_is_told() -> None:
    """By a text of its own: a reader who follows it comes to another."""
    cited = {
        n
        for rule in of_the_near_east().values()
        for line in (*rule["text"], *rule["example"])
        for n in CITED.findall(line)
    }
    assert cited
    assert cited <= of_the_near_east().keys()


def test_sections_of_the_near_east_alone_are_not_in_europes_book_and_europes_not_in_this() -> None:
    """Each game has its own words: 5.1 speaks of other nations, and the Hindenburg Line is told in Europe alone."""
    europe: Any = GAME.rulebook("")
    theirs = {rule["section"]: rule for chapter in europe["chapters"] for rule in chapter["rules"]}
    assert not {"5.38", "6.25", "11.53", "18.4"} & theirs.keys()
    assert not {"5.2", "14.3", "20.1"} & of_the_near_east().keys()
    assert theirs["5.1"] != of_the_near_east()["5.1"]
    assert theirs["6.2"] == of_the_near_east()["6.2"]
    assert europe == GAME.rulebook("", "campaign")


@pytest.mark.parametrize("scenario", sample_of(["near-east-campaign", "near-east-1915", "near-east-1917"], 3, 1))
def test_all_that_is_said_in_a_match_has_its_text(scenario: str) -> None:
    """Log, orders with the refusals of those that are greyed, and what the table shows, for all who look on."""
    sections = quoted_in_a_match(set_up(scenario), random.Random(scenario))
    assert len(sections) > 25
    assert {section for section in sections if not told_by(section)} == set()


def test_every_refusal_in_words_of_the_near_east_has_its_text() -> None:
    """Those that no random player meets stand in the code with their sections."""
    files = [f for f in FOLDER.rglob("*.py") if any(n in f.read_text(encoding="utf-8") for n in THERE)]
    named = {n for f in files for n in THERE if f'"{n}"' in f.read_text(encoding="utf-8")}
    assert {"5.38", "19.61", "14.23"} <= named
    assert {n for n in named if not told_by(n)} == set()


def test_a_section_that_is_left_out_must_be_there(tmp_path: Path) -> None:
    """ValueError names it."""
    over = tmp_path / "help-over.toml"
    over.write_text('without = ["5.99"]\nrules = []\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"5\.99"):
        read_help_over(FOLDER / "help.toml", over)
    over.write_text('[[rules]]\nsection = "99.1"\ntitle = "T"\ntext = "They go by."\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"99\.1"):
        read_help_over(FOLDER / "help.toml", over)


def test_numbers_that_the_texts_name_are_those_of_the_charts() -> None:
    """§5.61, §9.12, §9.22, §9.23, §9.52: the texts do not read the charts, so a test does."""
    capacity = PLANS[AUGUST_1914].variant("near-east").charts.capacity
    assert [capacity[n].units for n in ("near-east-central", "caucasus", "egypt", "iraq", "near-east-sea")] == [
        *(4, 2, 4, 4, 3)
    ]
    words = {section: " ".join(of_the_near_east()[section]["text"]) for section in of_the_near_east()}
    assert "Four units a turn" in words["9.1"]
    assert "Two Russian units a turn" in words["9.2"]
    assert "four units a turn" in words["9.23"]
    assert "three units a turn" in words["9.5"]
    surrender = PLANS[AUGUST_1914].variant("near-east").charts.surrender
    assert surrender is not None
    assert surrender.baghdad_in_1915 == 3
    assert "Three for Baghdad" in words["5.62"]


def test_10_11_the_companies_of_the_canal_do_not_attack() -> None:
    """§10.11: the refusal does not speak of the anti-tank units of Europe."""
    refusal = why_not_fight(set_up(), "br-cd-1")
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("no-attack", "10.11")
