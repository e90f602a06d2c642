"""A game of two seats in two browsers: its orders filled in by the general form, and what reached whom.

``play_to_the_end`` needs the game alone, and ``told_too_early`` what its hooks of the contract suites name as hidden.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from rules.kernel.game import Game
from tests.browser.conftest import House
from tests.browser.moments import Moments
from tests.browser.player import Player
from tests.browser.secrecy import states_of
from tests.browser.setting import call, catch_up
from tests.conftest import REAL, start_server
from tests.contract import hooks

NAMES, ROUNDS, PRESSES = ("Rosa", "Bruno"), 400, 14

Two = tuple[Player, Player]


@contextmanager
def examples_house(folder: Path, fresh_database: Callable[[], str]) -> Iterator[House]:
    """A server that offers the examples too."""
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's event loop runs in this thread
        database = elsewhere.submit(fresh_database).result()
    server = start_server([*REAL, "--examples"], database, folder / "server.log")
    yield House(server.url, database)
    server.stop()


@contextmanager
def at_the_table(browser: Browser, house: House, game: Game[Any, Any]) -> Iterator[Two]:
    """The seats of the game's first scenario, a person in each. AssertionError for any problem on their pages."""
    first, second = (Player(browser, house.url, name, heard=True) for name in NAMES)
    first.come_in()
    first.create(game.scenarios[0].seats[0].id, game=game.id)
    second.join(first.invitation())
    first.wait_for_table()
    yield first, second
    problems = [problem for p in (first, second) for problem in p.problems]
    for p in (first, second):
        p.leave()
    assert not problems, problems


def settle(players: Two) -> None:
    """Both pages show what the last command led to, whoever gave it."""
    for player in players:
        player.settle()
    for player in players:
        catch_up(player, player.seat)


def fill_one(player: Player, rng: random.Random) -> str:
    """Fill in one order as a person would, or be done; what was pressed last."""
    for presses in range(PRESSES):
        if presses and player.key("order-go"):
            break
        if not presses and player.key("end-phase") and not rng.randrange(4):
            break
        if units := [
            k for k in player.keys("unit-") if not player.page.query_selector(f"[data-key='{k}'][aria-pressed='true']")
        ]:
            player.press(rng.choice(units))
        elif player.key("next"):
            player.press("next")
        elif places := player.listed("to-"):
            player.press(f"to-{rng.choice(places)}")
        else:
            break
        player.settle()
    for key in ("order-go", "end-phase", *player.keys("order-")):
        if player.key(key):
            player.press(key)
            return key
    raise AssertionError(f"{player.name} finds nothing to press: {player.prompt}")


def play_unseen(player: Player, game: Game[Any, Any], state: Any, rng: random.Random) -> None:
    """Give some legal order without the page."""
    ask = call(player, "GET", f"/matches/{player.match}/state?seat={player.seat}")["legal"]["ask"]
    command = game.random_command(state, player.seat, rng)
    body = {"id": secrets.token_hex(8), "seat": player.seat, "ask": ask, "command": command}
    call(player, "POST", f"/matches/{player.match}/commands", body)


def play_to_the_end(two: Two, game: Game[Any, Any], house: House, rng: random.Random, by_hand: int) -> list[str]:
    """From here to the verdict, the first orders by hand: what was pressed for each of those. Both read the verdict."""
    done: list[str] = []
    first = two[0]
    for _ in range(ROUNDS):
        step = call(first, "GET", f"/matches/{first.match}/state?seat={first.seat}")["view"]["step"]
        if not step["deciders"]:
            break
        mover = next(p for p in two if p.seat == step["deciders"][0])
        if len(done) < by_hand:
            done.append(fill_one(mover, rng))
            settle(two)
        else:
            play_unseen(mover, game, states_of(house.database, first.match)[-1], rng)
    settle(two)
    for player in two:
        expect(player.page.locator("#prompt .verdict")).to_be_visible()
    return done


def told(reader: Player, name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """What of a member of the view reached a browser, each with the version of what told it."""
    for item in reader.received:
        if item.text.startswith("{"):
            body: dict[str, Any] = json.loads(item.text)
            for part in (body.get("view"), body.get("patch")):
                if part and part.get(name) is not None:
                    yield body["version"], part[name]


def told_too_early(reader: Player, game: Game[Any, Any], house: House) -> tuple[int, list[tuple[int, str]]]:
    """How many hidden things of a small game reached a browser at all, and which did while they were hidden from it.

    The game's hooks say what is hidden (``concealed``), by the members of its state: a view has a member of the same
    name, of the thing that the way leads to (``units``) or of its own.
    """
    states, hidden = states_of(house.database, reader.match), hooks.hidden(game.id)
    moments = Moments(house.database, reader.match, reader.seat)
    found = 0
    early: list[tuple[int, str]] = []

    def seen(version: int, way: tuple[str, ...]) -> None:
        nonlocal found
        found += 1
        if way in hidden.ways(states[moments.version(version)], reader.seat):
            early.append((version, way[-1]))

    for way in {way for state in states for way in hidden.ways(state, reader.seat)}:
        if len(way) == 1:
            for version, _ in told(reader, way[0]):
                seen(version, way)
        for version, units in told(reader, "units"):
            if len(way) == 2 and (units.get(way[1]) or {}).get(way[0]) is not None:
                seen(version, way)
    return found, early
