"""decisions/0085: a staff plays its plans on before it takes one, and gives the orders of the best."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from rules.empires_alliances.game import GAME
from rules.empires_alliances.players import PLANNER, staff
from rules.empires_alliances.players.general import General
from rules.empires_alliances.players.staff import COURSES, THROW, USUAL, Staff, standing
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.kernel.players import Program, SeatClient
from rules.kernel.programs.reasons import Notebook
from rules.kernel.programs.search import Outlook, Tried
from tests.games.empires_alliances.moving import phase

SEEK = "seek"
WEST = {"ge-a1": "2545", "fr-a1": "2655"}


def planner() -> Staff:
    """A staff that has begun just now, and looks at each plan once."""
    made = GAME.players[PLANNER]
    assert isinstance(made, Program)
    assert made.looks_ahead
    player = made.varied({"positions": 1})()
    assert isinstance(player, Staff)
    return player


def asked(side: str, date: str = "1914-09", scenario: str = "1914") -> State:
    """A position in which a side is about to move, and hardly anyone stands on the map."""
    return phase(side, WEST, date, scenario=scenario)


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Outlook, list[str]]]:
    """What is put to the search, which finds the second plan best."""
    found: list[tuple[Outlook, list[str]]] = []

    def weigh(outlook: Outlook, plans: Any, *_: Any) -> list[Tried]:
        found.append((outlook, [plan.name for plan in plans]))
        return [Tried(plans[1], [0.5]), Tried(plans[0], [0.4]), *(Tried(plan, [0.1]) for plan in plans[2:])]

    monkeypatch.setattr(staff, "weigh", weigh)
    return found


def test_it_weighs_plans_once_a_month_as_its_units_begin_to_move(weighed: list[tuple[Outlook, list[str]]]) -> None:
    player, rng = planner(), random.Random(1)
    for date, many in (("1914-09", 1), ("1914-09", 1), ("1914-10", 2)):
        player.command(SeatClient(GAME, asked(CENTRAL, date), CENTRAL), rng)
        assert len(weighed) == many
    assert isinstance(player.hand, General)
    assert player.hand._habits == COURSES[SEEK].habits != COURSES[USUAL].habits


def test_the_last_throw_is_for_the_allies_who_move_last(weighed: list[tuple[Outlook, list[str]]]) -> None:
    for side in (CENTRAL, ALLIED):
        planner().command(SeatClient(GAME, asked(side), side), random.Random(1))
    assert [THROW in names for _, names in weighed] == [False, True]


def test_plans_are_played_on_to_its_next_move_and_from_november_to_the_end(
    weighed: list[tuple[Outlook, list[str]]],
) -> None:
    """§1.7: then nothing counts but what the end brings."""
    for date in ("1914-09", "1914-11"):
        planner().command(SeatClient(GAME, asked(CENTRAL, date), CENTRAL), random.Random(1))
    (early, _), (late, _) = weighed
    now, then = asked(CENTRAL, "1914-09"), asked(CENTRAL, "1914-10")
    assert [early.is_far_enough(state) for state in (now, asked(ALLIED, "1914-10"), then)] == [False, False, True]
    assert not late.is_far_enough(asked(CENTRAL, "1914-12"))


def test_1_71_a_side_stands_better_by_points_and_by_factors() -> None:
    state = asked(CENTRAL)
    view: Any = GAME.view(state, CENTRAL)
    for side, other in ((CENTRAL, ALLIED), (ALLIED, CENTRAL)):
        assert standing(view, side, state.printed) == pytest.approx(-standing(view, other, state.printed))
    more: Any = GAME.view(phase(CENTRAL, {**WEST, "ge-a2": "2545"}, "1914-09"), CENTRAL)
    assert standing(more, CENTRAL, state.printed) > standing(view, CENTRAL, state.printed)
    richer = {**view, "score": {**view["score"], "halves": view["score"]["halves"] + 2}}
    gain = standing(richer, CENTRAL, state.printed) - standing(view, CENTRAL, state.printed)
    assert gain == pytest.approx(0.2)


def test_it_gives_the_same_order_again_says_why_and_leaves_the_position_as_it_is() -> None:
    """Played on in earnest: each plan once, on a map with two units."""
    state = asked(ALLIED, "1914-12")
    before = json.dumps(GAME.dump_state(state))
    book = Notebook()
    orders = [
        planner().command(dataclasses.replace(SeatClient(GAME, state, ALLIED), notebook=noted), random.Random(3))
        for noted in (None, book)
    ]
    assert orders[0] == orders[1] is not None
    assert book.reasons[0].text.startswith("Of 5 plans that were played on, the best was to ")
    assert json.dumps(GAME.dump_state(state)) == before
