"""The lessons of every game name places and figures that are so: on the board, and at the moment when they are read."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from typing import Any

import pytest

from app.settings import ROOT
from rules.catalogue import GAMES
from tests.games.lessons import FirstMatch, script_of
from tests.thorough import at_least_one

HEX_GAMES = ("schlieffens-war", "empires-alliances")
TAUGHT = (*HEX_GAMES, "powers-1914")
NUMBER = re.compile(r"\b\d{4}\b")
NAMED = re.compile(r"(\w[\w’-]*) \((\d{4})\)")
WAR_YEARS = {"1914", "1915", "1916", "1917", "1918"}


@cache
def board(game: str) -> dict[str, Any]:
    """The places that are drawn."""
    found = json.loads((ROOT / "static" / "boards" / game / "board.json").read_text(encoding="utf-8"))
    places: dict[str, Any] = found["hexes"] if "hexes" in found else found["areas"]
    return places


def words(lesson: dict[str, Any]) -> str:
    """All that it says."""
    return " ".join(lesson.get(part, "") for part in ("title", "text", "task"))


def at(game: str, lesson: str) -> tuple[FirstMatch, Any]:
    """The first match when a lesson is read, and the learner's view of it."""
    match = FirstMatch(GAMES[game], script_of(game), 1)
    match.play(until=lesson)
    return match, GAMES[game].view(match.state, script_of(game)["seat"])


@pytest.mark.parametrize("game", HEX_GAMES)
def test_every_hex_that_is_named_is_there_under_its_name_and_marked(game: str) -> None:
    hexes, named = board(game), 0
    for lesson in script_of(game)["lessons"]:
        numbers = {n for n in NUMBER.findall(words(lesson)) if n not in WAR_YEARS}
        assert numbers <= {*lesson.get("mark", ())}, f"{lesson['id']} shows what it names"
        assert numbers <= hexes.keys(), lesson["id"]
        for name, number in NAMED.findall(words(lesson)):
            assert hexes[number]["name"].split()[-1] == name, f"{lesson['id']}: {number}"
            named += 1
    assert named


@pytest.mark.parametrize("game", TAUGHT)
def test_every_place_that_is_marked_or_ordered_is_on_the_board(game: str) -> None:
    places = board(game)
    for lesson in at_least_one(script_of(game)["lessons"]):
        order = lesson.get("order", {})
        ordered = [order[slot] for slot in ("hex", "target", "area") if isinstance(order.get(slot), str)]
        ordered += [hex_ for hex_ in order.get("path", ()) if not hex_.startswith("@")]
        units = [name for name in ordered if "." in name or name.startswith("@")]
        assert {*lesson.get("mark", ()), *ordered} - {*units} <= places.keys(), lesson["id"]


def test_units_go_from_where_the_task_says() -> None:
    """Where units of a hex are to move, they stand in the first hex that the task names, and go to the last."""
    tried = 0
    for game in HEX_GAMES:
        for lesson in script_of(game)["lessons"]:
            numbers = NUMBER.findall(lesson.get("task", ""))
            if lesson.get("order", {}).get("kind") != "move" or len(numbers) < 2:
                continue
            assert {*lesson["where"].values()} == {numbers[0]}, lesson["id"]
            assert lesson["order"]["path"][-1] == numbers[-1], lesson["id"]
            tried += 1
    assert tried > 5


def test_figures_of_schlieffens_war() -> None:
    """§11.8: the factors at Liège, the shifts, and the movement allowances that are named."""
    match, _ = at("schlieffens-war", "siege")
    order = next(lesson["order"] for lesson in script_of("schlieffens-war")["lessons"] if lesson["id"] == "siege")
    asked = {"kind": "attack", "units": order["units"], "target": order["target"]}
    plan: Any = match.game.consult(match.state, "german", asked)
    assert "19 against 6 is 3:1" in words(
        next(x for x in script_of("schlieffens-war")["lessons"] if x["id"] == "siege")
    )
    assert plan["attack"] == 19
    assert {case["defence"] for case in plan["cases"]} == {6}
    assert sorted(shift["columns"] for shift in plan["shifts"]) == [-1, -1, 1]
    _, view = at("schlieffens-war", "zone")
    cavalry = next(u for stack in view["stacks"].values() for u in stack if u["id"] == "ge-c1")
    assert cavalry["ma"] == 6


def test_figures_of_powers_of_1914() -> None:
    """§3.5, §3.3: what the fields of the Central Powers pay, and the infantry of Budapest."""
    _, view = at("powers-1914", "buy")
    assert "yours pay 54" in words(next(x for x in script_of("powers-1914")["lessons"] if x["id"] == "buy"))
    assert view["seats"]["central"]["income"] == 54
    _, view = at("powers-1914", "reinforce")
    able = [u for u in view["areas"]["budapest"]["units"] if u["kind"] == "infantry" and not u.get("spent")]
    assert len(able) == 6


def test_the_fort_of_empires_and_alliances() -> None:
    """§8.1: the red 2 beside Liège."""
    with (ROOT / "scenarios" / "empires-alliances" / "hexes.csv").open(encoding="utf-8") as file:
        liege = next(row for row in csv.DictReader(file) if row["hex"] == "2449")
    assert (liege["name"], liege["fortress"]) == ("Liège", "2")
