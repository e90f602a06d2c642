"""The first match of Schlieffen's War: every order of its lessons is legal, whatever the dice do."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.settings import ROOT
from rules.schlieffens_war import data
from rules.schlieffens_war.game import GAME
from tests.games.lessons import FirstMatch, script_of

SEEDS = 30
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
    package = Path(data.__file__).parent
    listed = {s["number"] for s in tomllib.loads((package / "sections.toml").read_text(encoding="utf-8"))["sections"]}
    # A chapter's own number stands for all of it.
    listed |= {f"{number.split('.')[0]}.0" for number in listed}
    spoken = [*SCRIPT["lessons"], *SCRIPT["answers"].values()]
    assert {s for one in spoken for s in one.get("sections", ())} <= listed
    printed = data.PLANS[data.AUGUST_1914]
    hexes = {h for lesson in SCRIPT["lessons"] for h in lesson.get("mark", ())}
    assert hexes
    assert all(printed.board.is_playable(h) for h in hexes)


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
