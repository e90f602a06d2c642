"""The first match of the Great War: orders of its lessons are legal whatever the dice do, and what they say is so."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.printed.plans import AUGUST_1914
from tests.games.lessons import FirstMatch, script_of
from tests.thorough import THOROUGH

SEEDS = 16 if THOROUGH else 8
SCRIPT = script_of("great-war")
CHOSEN = "attacker-losses"
LOSES: dict[str, str] = {"first": "@first", "18th": "ah-18", "36th": "ah-36"}
"""Whom the learner gives up at Užice: later lessons must do without."""
BY_DICE = {"advance", "advance-few", "won", "repulse", "won-again", "repulsed-again"}
EITHER = {"second-assault", "second-assault-fewer"}
HEX = re.compile(r"E\d{4}")
NAMED = re.compile(r"(\w+) \((E\d{4})\)")


@cache
def played(seed: int, loses: str = "first") -> FirstMatch:
    """The first match with the dice of a seed. Raises for an order that is refused."""
    losing = [{"kind": "lose", "unit": LOSES[loses]}, {"kind": "lose", "unit": "@first"}]
    answers = {**SCRIPT["answers"], CHOSEN: {**SCRIPT["answers"][CHOSEN], "orders": losing}}
    match = FirstMatch(GAME, {**SCRIPT, "answers": answers}, seed)
    match.play()
    return match


def every() -> list[FirstMatch]:
    """With many dice, and each choice of whom to lose."""
    return [played(seed, loses) for seed in range(SEEDS) for loses in LOSES]


@pytest.mark.parametrize("loses", LOSES)
def test_the_lessons_come_in_their_order_with_any_dice(loses: str) -> None:
    order = [lesson["id"] for lesson in SCRIPT["lessons"]]
    for seed in range(SEEDS):
        match = played(seed, loses)
        given = [name for name in match.given if "/" not in name]
        assert given == sorted(given, key=order.index)
        assert set(order) - set(given) <= BY_DICE | EITHER
        assert len(EITHER & set(given)) == 1
        view: Any = GAME.view(match.state, CENTRAL)
        assert view["turn"] == 2
        took = "E2211" in view["control"]["central"]
        assert ("won" in given, "repulse" in given) == (took, not took)


def test_every_lesson_and_every_question_comes_with_some_dice() -> None:
    came = Counter(name for match in every() for name in match.given)
    assert {lesson["id"] for lesson in SCRIPT["lessons"]} <= came.keys()
    asked = {name.removesuffix(f"/{CENTRAL}") for name in came if name.endswith(f"/{CENTRAL}")}
    assert asked == SCRIPT["answers"].keys()


def test_lessons_name_hexes_units_and_sections_that_there_are() -> None:
    table = GAME.plans[AUGUST_1914].of("serbia-1914")
    book: Any = GAME.rulebook("", "serbia-1914")
    told = {rule["section"] for chapter in book["chapters"] for rule in chapter["rules"]}
    for one in [*SCRIPT["lessons"], *SCRIPT["answers"].values()]:
        words = " ".join(one.get(part, "") for part in ("title", "text", "task"))
        assert {*HEX.findall(words)} <= {*one.get("mark", ())}, words
        for name, number in NAMED.findall(words):
            assert table.board.name[table.board.index[number]] == name
        order = one.get("order", {})
        assert {*one.get("where", {}), *order.get("units", ())} - {"@first"} <= table.counters.keys() | {*"@first"}
        for section in one.get("sections", ()):
            assert any(section == n or section.startswith(n) for n in told), section


def test_10_3_the_figures_of_the_first_assault() -> None:
    """§10.42: 12 factors against 2, a column to the left for mountains; one division shows at Užice, five units at
    E2412."""
    match = FirstMatch(GAME, SCRIPT, 1)
    match.play(until="assault")
    lesson = next(x for x in SCRIPT["lessons"] if x["id"] == "assault")
    plan: Any = GAME.consult(match.state, CENTRAL, lesson["order"])
    case = plan["cases"][0]
    assert (plan["attack"], case["defence"], case["odds"], case["column"]) == (12, 2, "6:1", "5:1")
    assert [shift["columns"] for shift in plan["shifts"]] == [-1]
    view: Any = GAME.view(match.state, CENTRAL)
    assert [len(view["stacks"][hex_]) for hex_ in ("E2211", "E2412", "E2411")] == [1, 5, 2]
    assert view["ledger"]["score"]["needs"] == 3
    divisions = [u for u, at in match.state.units.items() if u.startswith("ah-") and at.at in match.state.stacks]
    assert len(divisions) == 13, "twelve and a headquarters"
