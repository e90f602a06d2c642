"""Browsers for the tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import itertools
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.player import Player
from tests.browser.setting import as_it_is
from tests.conftest import REAL, start_server

FAILED = pytest.StashKey[bool]()
"""Whether the test itself failed."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the fixtures how their test went: a picture of every page of every test took a tenth of the time."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@dataclass(frozen=True, slots=True)
class House:
    """A server of the real games, and the database behind it."""

    url: str
    database: str


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str]) -> Iterator[House]:
    """The server as ``greatwar serve`` starts it, on a database that the tests may look into."""
    database = fresh_database()
    server = start_server(REAL, database, tmp_path_factory.mktemp("house") / "server.log")
    yield House(server.url, database)
    server.stop()


@pytest.fixture(scope="package")
def browser(house: House) -> Iterator[Browser]:
    """One Chromium for the package; each player gets their own context in it.

    It is gone before other tests run: while it lives, its event loop keeps asyncio's tests of this process from theirs.
    """
    # The shell has no window to keep up, which saves a tenth of the time.
    path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.fail("The browser tests need Chromium: apt-get install chromium-headless-shell, or set CHROMIUM.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


Kind = tuple[bool, bool]
"""Whether what a player sees is drawn, and what they get is heard."""


@pytest.fixture(scope="package")
def left_behind(browser: Browser) -> Iterator[dict[Kind, list[Player]]]:
    """Browsers of players whose tests are over, by what they are good for."""
    clean: dict[Kind, list[Player]] = defaultdict(list)
    yield clean
    for p in itertools.chain(*clean.values()):
        p.leave()


@pytest.fixture
def player(
    browser: Browser,
    house: House,
    left_behind: dict[Kind, list[Player]],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Player]]:
    """Makes players at the real server: ``player("Helmuth")``. A page that raised an error fails the test.

    Each has a browser that knows nobody. It may have read the files of the site for an earlier test, unless it is to be
    ``fresh``, or is of another kind than most: a test that adds scripts or devices to one, or takes it to another
    server, says ``fresh=True``.

    What each saw last is in ``tmp_path`` when the test failed, and its words are in the report.
    """
    made: list[Player] = []
    kept: dict[int, Kind] = {}

    def make(name: str, *, drawn: bool = False, heard: bool = False, fresh: bool = False, **context: object) -> Player:
        kind = (drawn, heard)
        again = left_behind[kind]
        if fresh or context or not again:
            made.append(Player(browser, house.url, name, drawn=drawn, heard=heard, **context))
        else:
            made.append(again.pop())
            made[-1].enter(name)
        if not (fresh or context):
            kept[id(made[-1])] = kind
        return made[-1]

    yield make
    problems = [f"{p.name}: {problem}" for p in made for problem in p.problems]
    failed = problems or request.node.stash.get(FAILED, True)
    for p in made:
        if failed and p.looks:
            p.show()
            p.page.screenshot(path=tmp_path / f"{p.name}.png")
            print(p.describe())
        if not failed and id(p) in kept and p.clean():
            if p.looks:
                as_it_is(p)
            left_behind[kept[id(p)]].append(p)
        elif not p.gone:
            p.leave()
    assert not problems, problems


@pytest.fixture(scope="package")
def reader(browser: Browser, house: House) -> Iterator[Player]:
    """A player at a page of the site on which nothing runs, for modules that are looked at by themselves."""
    alone = Player(browser, house.url, "Reader")
    alone.stand_alone()
    yield alone
    alone.leave()


@pytest.fixture
def module(reader: Player) -> Iterator[Callable[..., Any]]:
    """Runs a function of the page in the client's own modules. What a module keeps is kept from test to test.

    All of these tests have one page: to open another would be most of what they cost.
    """
    yield reader.page.evaluate
    reader.page.evaluate("() => document.body.replaceChildren()")
    problems, reader.problems = reader.problems, []
    assert not problems, problems
