"""The first match of Empires & Alliances: every order of its lessons is legal, whatever the dice do."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.printed import data as printed
from rules.empires_alliances.printed.sides import CENTRAL
from tests.games.lessons import FirstMatch, script_of
from tests.thorough import THOROUGH

SEEDS = 30 if THOROUGH else 12
SCRIPT = script_of("empires-alliances")
BY_DICE = {"result", "repulse", "exchange"}
"""Lessons for what became of the assault."""


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
    assert set(order) - set(given) <= BY_DICE
    state = played(seed).state
    view: Any = GAME.view(state, CENTRAL)
    holder = view["stacks"].get("2449", {"side": ""})["side"]
    came = [lesson for lesson in ("result", "repulse", "exchange") if lesson in given]
    assert came == [{"central": "result", "allied": "repulse", "": "exchange"}[holder]]


def test_every_lesson_and_every_question_comes_with_some_dice() -> None:
    came = Counter(name for seed in range(SEEDS) for name in played(seed).given)
    assert {lesson["id"] for lesson in SCRIPT["lessons"]} <= came.keys()
    # An attack with all who may take part never ends in AD; one with fewer may.
    assert {name for name in came if "/" in name} == {"losses/central"}
    assert set(SCRIPT["answers"]) >= {"losses", "demoralise"}


def test_lessons_name_sections_that_there_are() -> None:
    package = Path(printed.__file__).parents[1]
    sections = {s["number"] for s in tomllib.loads((package / "sections.toml").read_text(encoding="utf-8"))["sections"]}
    for told in [*SCRIPT["lessons"], *SCRIPT["answers"].values()]:
        assert set(told.get("sections", ())) <= sections, told["title"]
