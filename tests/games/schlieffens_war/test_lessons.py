"""The first match of Schlieffen's War: every order of its lessons is legal, whatever the dice do."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.settings import ROOT
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.printed import data
from tests.games.lessons import FirstMatch, script_of
from tests.thorough import THOROUGH

SEEDS = 30 if THOROUGH else 12
SCRIPT = script_of("schlieffens-war")
BY_CHANCE = {"restore", "storm-lost", "storm-won"}
"""Lessons that need certain dice."""


@cache
def played(seed: int) -> FirstMatch:
    """The first match with the dice of a seed. Raises for an order that is refused."""
    match = FirstMatch(GAME, SCRIPT, seed)
    match.play()
    return match


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_lessons_come_in_their_order_with_any_dice(seed: int) -> None:
    order = [lesson["id"] for lesson in SCRIPT["lessons"]]
    given = [name for name in played(seed).given if "/" not in name]
    assert given == sorted(given, key=order.index)
    assert set(order) - set(given) <= BY_CHANCE, "each is given, but for those that need certain dice"
    assert ("storm-won" in given) != ("storm-lost" in given)
    view: Any = GAME.view(played(seed).state, SCRIPT["seat"])
    assert view["turn"] == 3
    assert view["tracks"]["plan_xvii"] == 1


def test_every_lesson_and_every_question_comes_with_some_dice() -> None:
    came = Counter(name for seed in range(SEEDS) for name in played(seed).given)
    assert {lesson["id"] for lesson in SCRIPT["lessons"]} <= came.keys()
    asked = {name.removesuffix("/german") for name in came if name.endswith("/german")}
    assert asked == {"heavy_artillery", "defender_losses", "attacker_losses", "advance"}
    assert asked <= SCRIPT["answers"].keys()


def test_lessons_name_sections_units_and_hexes_that_there_are() -> None:
    package = Path(data.__file__).parents[1]
    listed = {s["number"] for s in tomllib.loads((package / "sections.toml").read_text(encoding="utf-8"))["sections"]}
    # A chapter's own number stands for all of it.
    listed |= {f"{number.split('.')[0]}.0" for number in listed}
    spoken = [*SCRIPT["lessons"], *SCRIPT["answers"].values()]
    assert {s for one in spoken for s in one.get("sections", ())} <= listed
    printed = data.PLANS[data.AUGUST_1914]
    hexes = {h for lesson in SCRIPT["lessons"] for h in lesson.get("mark", ())}
    assert hexes
    assert all(printed.board.is_playable(h) for h in hexes)


PLACE = re.compile(r"(\w+) \((\d{4})\)")
"""A place as the lessons write it: Eupen (1108)."""


def test_places_with_their_hexes_are_those_that_the_board_names() -> None:
    with (data.FOLDER / "towns.csv").open(encoding="utf-8", newline="") as file:
        towns = {(row["name"], row["hex"]) for row in csv.DictReader(file)}
    named = {
        place
        for lesson in SCRIPT["lessons"]
        for part in ("text", "task")
        for place in PLACE.findall(lesson.get(part, ""))
    }
    assert len(named) >= 7
    assert named <= towns


def test_the_lesson_on_fog_counts_the_stack_as_its_badge_does() -> None:
    """§6.6: how many there are is seen, which they are is not."""
    match = FirstMatch(GAME, SCRIPT, 0)
    match.play(until="fog")
    view: Any = GAME.view(match.state, SCRIPT["seat"])
    [lesson] = [one for one in SCRIPT["lessons"] if one["id"] == "fog"]
    stack = view["stacks"][lesson["mark"][0]]
    assert len(stack) == 4
    assert "four pieces" in lesson["text"]
    assert [bool(unit.get("concealed")) for unit in stack] == [False, True, True, True]
    assert "which three" in lesson["text"]


@pytest.mark.parametrize("lesson", [one for one in SCRIPT["lessons"] if "title" in one], ids=lambda one: one["id"])
def test_a_lesson_is_short_and_says_what_to_do(lesson: dict[str, Any]) -> None:
    assert len(lesson["text"]) <= 330
    assert lesson["task"].endswith(".")
    assert lesson["sections"]
    if "order" in lesson:
        assert lesson.get("mark") or lesson.get("press"), "it shows where"


def test_the_first_page_offers_games_that_have_lessons() -> None:
    start = (ROOT / "static" / "lessons" / "start.js").read_text()
    have = {p.parent.name for p in (ROOT / "static" / "games").glob("*/lessons.json")}
    assert all(f"'{game}'" in start for game in have)
