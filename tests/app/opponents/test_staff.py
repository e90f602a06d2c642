"""decisions/0085: a staff at a table, in its worker, played again and asked what it thought."""

from __future__ import annotations

import io
import json
import random
from types import MappingProxyType
from typing import Any

import pytest

from app.opponents.worker import Thinker
from app.thoughts.recalling import recall
from rules.catalogue import GAMES
from rules.kernel.messages import JsonObject
from rules.kernel.players import STAFF, Program, SeatClient
from rules.kernel.told_game import noted_for
from tests.app.thoughts.played import export_of

GAME, DUEL, PLANNER = GAMES["powers-1914"], "austria-russia", "planner"


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at one deal for each plan, to the end of the turn."""
    planner = GAME.players[PLANNER]
    assert isinstance(planner, Program)
    made = {**GAME.players, PLANNER: planner.varied({"positions": 1, "turns": 1})}
    monkeypatch.setattr(GAME, "players", MappingProxyType(made))


def test_a_worker_that_is_told_the_view_and_what_was_noted_gives_the_order_of_the_seat() -> None:
    state = _first_purchases()
    asked: JsonObject = {
        "match": "a-match", "seat": "central", "game": GAME.id, "plan": GAME.plan(state), "program": PLANNER,
        "view": GAME.view(state, "central"), "question": GAME.legal(state, "central"), "seed": "7", "afresh": False,
        "noted": noted_for(GAME, PLANNER, state, "central"), "partners": [],
    }  # fmt: skip
    thinker = Thinker(io.StringIO(), io.StringIO())
    order = GAME.players[PLANNER]().command(SeatClient(GAME, state, "central"), random.Random("7"))
    assert thinker.answer(json.loads(json.dumps(asked))) == {"command": order, "fresh": True}
    advice: Any = thinker.answer(json.loads(json.dumps({**asked, "advise": True})))["advice"]
    assert advice[0]["reasons"][0]["text"].startswith("Played on for one enemy move, the plan to ")
    blind: Any = thinker.answer(json.loads(json.dumps({**asked, "noted": None, "afresh": True})))
    assert blind["error"].startswith("ValueError"), "without what was noted nothing can be imagined"


def test_its_orders_are_found_again_and_its_thoughts_tell_what_it_weighed() -> None:
    export = json.loads(json.dumps(export_of(GAME.id, DUEL, 200, until=1, strength=STAFF)))
    turns = list[Any]()
    report = recall(export, GAMES, turns.append)
    assert (report.found, report.unchecked, report.by_chance) == (report.orders, {}, []), report.faults
    assert report.orders == len(export["commands"])
    (first,) = (turn["phases"] for turn in turns if turn["turn"] == 1)
    steps = [phase for phase in first if phase["section"] in ("3.1.3", "3.1.4")]
    begun = [phase["orders"][0]["reasons"][0]["text"] for phase in steps]
    assert len(begun) == 4
    assert all(text.startswith("Played on for one enemy move, the plan to ") for text in begun), begun


def _first_purchases() -> Any:
    """The duel as its first purchases begin, both armies set up as the chart says."""
    state = GAME.new_match(DUEL, {})
    for seat in ("central", "entente"):
        for kind in ("standard", "end_phase"):
            decided: Any = GAME.decide(state, seat, {"kind": kind}, lambda _, __: 1)
            state = decided.states[-1]
    return state
