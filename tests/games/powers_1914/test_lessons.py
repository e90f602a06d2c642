"""The first match of Powers of 1914: every order of its lessons is legal, whatever the dice do."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.powers_1914.game import GAME
from rules.powers_1914.printed import data as printed
from rules.powers_1914.printed.pieces import CENTRAL
from tests.games.lessons import FirstMatch, script_of
from tests.thorough import THOROUGH

SEEDS = 30 if THOROUGH else 12
SCRIPT = script_of("powers-1914")
BY_CHOICE = {"repulse"}
"""Lessons for a player who stops the attack, or loses it against the odds."""


@cache
def played(seed: int, gives_up: bool = False) -> FirstMatch:
    """The first match with the dice of a seed. Raises for an order that is refused.

    ``gives_up``: the learner stops the attack as soon as the lessons leave it to him.
    """
    script = SCRIPT
    if gives_up:
        quitting = [{"kind": "withdraw", "only": CENTRAL}, *SCRIPT["answers"]["battle"]["orders"]]
        script = {**SCRIPT, "answers": {"battle": {**SCRIPT["answers"]["battle"], "orders": quitting}}}
    match = FirstMatch(GAME, script, seed)
    match.play()
    return match


@pytest.mark.parametrize("gives_up", [False, True])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_lessons_come_in_their_order_with_any_dice(seed: int, gives_up: bool) -> None:
    order = [lesson["id"] for lesson in SCRIPT["lessons"]]
    given = [name for name in played(seed, gives_up).given if "/" not in name]
    assert given == sorted(given, key=order.index)
    assert set(order) - set(given) <= BY_CHOICE | {"conquest"}, "each is given, but for what became of the attack"
    view: Any = GAME.view(played(seed, gives_up).state, SCRIPT["seat"])
    assert view["turn"] == 2
    fell = view["areas"]["cetinje"]["control"] == "AH"
    assert ("conquest" in given, "repulse" in given) == (fell, not fell)
    assert view["areas"]["luxembourg"]["control"] == "GE"


def test_every_lesson_and_every_question_comes_with_some_dice() -> None:
    came = Counter(name for seed in range(SEEDS) for over in (False, True) for name in played(seed, over).given)
    assert {lesson["id"] for lesson in SCRIPT["lessons"]} <= came.keys()
    assert {name for name in came if "/" in name} == {"battle/central", "battle/entente"}


def test_lessons_name_sections_and_fields_that_there_are() -> None:
    package = Path(printed.__file__).parents[1]
    listed = {s["number"] for s in tomllib.loads((package / "sections.toml").read_text(encoding="utf-8"))["sections"]}
    spoken = [*SCRIPT["lessons"], *SCRIPT["answers"].values()]
    assert {s for one in spoken for s in one.get("sections", ())} <= listed
    view: Any = GAME.view(played(0).state, SCRIPT["seat"])
    marked = {a for lesson in SCRIPT["lessons"] for a in lesson.get("mark", ())}
    assert marked
    assert marked <= view["areas"].keys()


def test_a_lesson_tells_the_income_and_the_guns_as_the_rules_have_them() -> None:
    """The sums in the texts are those of the match: 54 coins, six pieces that need a six, a five, a four."""
    match = FirstMatch(GAME, SCRIPT, 0)
    match.play(until="shoot")
    view: Any = GAME.view(match.state, CENTRAL)
    legal: Any = GAME.legal(match.state, CENTRAL)
    texts = {lesson["id"]: lesson.get("text", "") for lesson in SCRIPT["lessons"]}
    assert f"yours pay {view['seats'][CENTRAL]['income']}." in texts["buy"]
    guns = next(offer["guns"] for offer in legal["offers"] if offer["kind"] == "shoot")
    # Falkenhayn's gun in the Rhineland, one in Alsace, an Austro-Hungarian one that is not modernised.
    ours = ("GE.artillery.2", "GE.artillery.4", "AH.artillery.1")
    assert [min(guns[gun]["needed"].values()) for gun in ours] == [4, 5, 6]


def test_the_lesson_s_warning_is_given_to_whoever_empties_bosnia() -> None:
    match = FirstMatch(GAME, SCRIPT, 0)
    match.play(until="attack")
    view: Any = GAME.view(match.state, CENTRAL)
    everyone = [u["id"] for u in view["areas"]["bosnia"]["units"]]
    ordered = next(lesson["order"]["units"] for lesson in SCRIPT["lessons"] if lesson["id"] == "attack")
    assert len(everyone) == len(ordered) + 1

    def stakes(units: list[str]) -> list[Any]:
        found: Any = GAME.consult(match.state, CENTRAL, {"kind": "move", "units": units})
        return [stake for stake in found["stakes"] if stake["hex"] == "bosnia"]

    assert stakes(everyone)
    assert not stakes(ordered)


@pytest.mark.parametrize("lesson", [one for one in SCRIPT["lessons"] if "title" in one], ids=lambda one: one["id"])
def test_a_lesson_is_short_and_says_what_to_do(lesson: dict[str, Any]) -> None:
    assert len(lesson["text"]) <= 330
    assert lesson["task"].endswith(".")
    assert lesson["sections"]
    if "order" in lesson:
        assert lesson.get("mark") or lesson.get("press"), "it shows where"
