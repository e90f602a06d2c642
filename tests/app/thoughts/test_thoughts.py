"""After a match everyone who may see its result reads what its programs weighed; before, nobody does."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import asyncpg
import pytest

from app.thoughts.recalling import recall
from rules.catalogue import GAMES
from tests.app.lobby.test_sealing import code
from tests.app.opponents.conftest import site as site_of_programs
from tests.app.opponents.person import Person, guest
from tests.app.thoughts.played import export_of
from tests.conftest import Server
from tests.thorough import in_the_sweep, sample_of

PATIENCE = 60.0
site = site_of_programs

CASES = [
    ("schlieffens-war", "campaign", 60, True),
    ("powers-1914", "classic-1", 120, False),
    ("great-war", "near-east-1915", 60, True),
    ("empires-alliances", "1914", 66, False),
]
"""A scenario of each game, how many orders are played, and whether its program counts on something that is hidden."""


def orders_of(turns: list[Any]) -> list[Any]:
    """All orders in turns, in order of their phases."""
    return [order for turn in turns for phase in turn["phases"] for order in phase["orders"]]


@pytest.mark.parametrize(("game", "scenario", "most", "hides"), sample_of(CASES, 2), ids=lambda value: str(value))
def test_what_is_told_is_what_the_program_chose(game: str, scenario: str, most: int, hides: bool) -> None:
    """With a notebook each program decides as it did without one, and says something of every order."""
    export = json.loads(json.dumps(export_of(game, scenario, most)))
    turns = list[Any]()
    report = recall(export, GAMES, turns.append)
    assert (report.found, report.faults) == (len(export["commands"]), [])
    orders = orders_of(turns)
    assert len(orders) == len(export["commands"])
    assert not any(order["instead"] for order in orders)
    assert sum(bool(order["reasons"]) for order in orders) > 0.9 * len(orders)
    weighed = [order for order in orders if order["others"]]
    assert weighed, "it never weighed anything"
    for order in weighed:
        assert order["worth"]
        assert all(other["text"] and other["worth"] for other in order["others"])
    rejected = [other for order in orders for other in order["rejected"]]
    assert bool(rejected) is (game != "powers-1914"), "its program does not say what it found not worth it"
    assert all(other["text"] and other["worth"] for other in rejected)
    guesses = [phase["guesses"] for turn in turns for phase in turn["phases"] if phase["guesses"]]
    assert bool(guesses) is hides
    for guess in guesses:
        assert guess["places"] <= guess["units"]
    assert not hides or any(f["taken"] != f["was"] for guess in guesses for f in guess["figures"])


# --- over the wire ----------------------------------------------------------------------------------------------------


def played(server: Server, **chosen: Any) -> tuple[Person, dict[str, Any]]:
    """A match against a program that marched, and that Ada has then given up."""
    ada = guest(server)
    match = ada.begin(**chosen)
    ada.play_on(match, "entente", lambda told: told["view"]["turn"] > 1 or told["view"]["step"]["side"] == "german")
    ada.play_on(match, "entente", lambda told: told["view"]["turn"] > 1 or told["view"]["step"]["side"] != "german")
    ada.settle(match, "entente", kind="resign")
    return ada, match


def thoughts(who: Person, match: dict[str, Any], turn: int | None = None, **query: str) -> Any:
    """What is answered about a match, or a turn of it."""
    return who.http.get(f"/matches/{match['id']}/thoughts" + ("" if turn is None else f"/{turn}"), params=query)


def ask(who: Person, match: dict[str, Any], **query: str) -> Any:
    """Ask what its programs thought."""
    return who.http.post(f"/matches/{match['id']}/thoughts", params=query)


def test_they_are_found_once_the_match_is_over(site: tuple[Server, Any, str]) -> None:
    server, start, _ = site
    ada = guest(server)
    running = ada.begin()
    assert code(thoughts(ada, running)) == (409, "not_over")
    assert code(ask(ada, running)) == (409, "not_over")
    assert code(thoughts(ada, running, 1)) == (409, "not_over")
    process = start()
    ada, match = played(server)
    stranger = Person(server, "Eve")
    assert code(thoughts(stranger, match)) == (403, "not_invited"), "a match that is not public is for its players"
    assert code(ask(stranger, match)) == (403, "not_invited")
    assert code(thoughts(stranger, match, 1)) == (403, "not_invited")
    assert thoughts(ada, match).json() == {"status": "none", "before": 0, "turns": [], "error": None}
    assert code(thoughts(ada, match, 1)) == (404, "no_thoughts")
    assert ask(ada, match).status_code == 201
    deadline = time.monotonic() + PATIENCE
    while (told := thoughts(ada, match).json())["status"] == "waiting":
        assert time.monotonic() < deadline, "nothing is found"
        time.sleep(0.1)
    assert (told["status"], told["error"]) == ("ended", None)
    assert ask(ada, match).json() == told, "asked again it is there"
    turns = [thoughts(ada, match, turn).json() for turn in told["turns"]]
    export = ada.http.get(f"/matches/{match['id']}/export").json()
    assert len(orders_of(turns)) == len(export["choices"])
    assert all(phase["seat"] == "german" for turn in turns for phase in turn["phases"])
    watched = thoughts(stranger, match, told["turns"][0], key=match["spectate"])
    assert watched.json() == turns[0], "whoever has the spectators' key may look"
    process.kill()


@in_the_sweep
async def test_what_is_in_the_way_is_said(site: tuple[Server, Any, str]) -> None:
    server, start, url = site
    process = start()
    ada, match = await asyncio.to_thread(played, server)
    ben, alone = Person(server, "Ben"), guest(server)
    made = {"game": "powers-1914", "scenario": "classic-1", "seat": "entente"}
    people = alone.http.post("/matches", json=made).json()
    alone.seal(people)
    ben.sit(people, "central")
    alone.settle(people, "entente", kind="resign")
    assert thoughts(alone, people).json()["error"]["code"] == "no_program"
    assert code(ask(alone, people)) == (409, "no_program")
    process.kill()
    there = await asyncpg.connect(url)
    await there.execute("DELETE FROM lease")
    assert thoughts(ada, match).json()["error"] is None
    assert code(ask(ada, match)) == (503, "programs_away")
    await there.execute("UPDATE program_choice SET made = jsonb_set(made, '{programs}', '\"0123456789ab\"')")
    await there.close()
    assert thoughts(ada, match).json()["error"]["code"] == "earlier_version"
    assert code(ask(ada, match)) == (409, "earlier_version")
