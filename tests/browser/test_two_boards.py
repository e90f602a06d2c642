"""A game on two boards: tabs, what is new on the other one, ways between them, mouse and keyboard."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.setting import begin, call, catch_up, command, open_table
from tests.browser.two_fronts import BOARDS, FRANCE, ITALY, START, ways
from tests.conftest import start_server
from tests.thorough import in_the_sweep

CLIENT = Path(__file__).with_name("two_fronts.js")
WEST, SOUTH = (board.id for board in BOARDS)
SPOT = """async ([board, hex]) => {
  const { x, y } = (await (await fetch(`/boards/${board}/board.json`)).json()).hexes[hex];
  const world = document.querySelector(`#pane-${board} .world`);
  const m = new DOMMatrix(getComputedStyle(world).transform), box = world.parentElement.getBoundingClientRect();
  return { x: box.left + m.e + x * m.a, y: box.top + m.f + y * m.d };
}"""

TAB_WITHIN = """([board, wide, finger]) => {
  const box = document.querySelector(`#tab-${board}`).getBoundingClientRect();
  return box.width > 0 && box.left >= 0 && box.right <= wide && box.height >= finger;
}"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, fresh_database: Callable[[], str]) -> Iterator[str]:
    """A server of the game on two boards."""
    here = [sys.executable, "-m", "tests.browser.two_fronts", "PORT"]
    # Chromium's event loop lives in this thread and bears no other beside it.
    with ThreadPoolExecutor(1) as apart:
        database = apart.submit(fresh_database).result()
    # The game's own client lies beside the tests; it can only be joined to modules that are served one by one.
    server = start_server(here, database, tmp_path_factory.mktemp("fronts") / "server.log", packed="false")
    yield server.url
    server.stop()


@pytest.fixture
def table(browser: Browser, url: str) -> Iterator[tuple[Player, Player, str]]:
    """France at the page of a match with Italy, who opens theirs if the test needs it."""
    players = {FRANCE: Player(browser, url, "Joseph"), ITALY: Player(browser, url, "Luigi")}
    france, italy = players.values()
    for player in players.values():
        player.context.route("**/games/two-fronts/index.js", lambda route: route.fulfill(path=CLIENT))
        player.context.route("**/games/two-fronts/sides.css", lambda route: route.fulfill(content_type="text/css"))
        call(player, "POST", "/guests", {"name": player.name})
    match: dict[str, Any] = call(
        france, "POST", "/matches", {"game": "two-fronts", "scenario": "march", "seat": FRANCE}
    )
    call(italy, "POST", f"/matches/{match['id']}/seats/{ITALY}", {"invite": match["invite"]})
    begin(match["id"], france, italy)
    open_table(france, match["id"], FRANCE)
    yield france, italy, match["id"]
    problems = [f"{p.name}: {problem}" for p in players.values() for problem in p.problems]
    for player in players.values():
        player.leave()
    assert not problems, problems


def tap(player: Player, board: str, hex_: str) -> None:
    """Click a hex of a board by its number."""
    at = player.page.evaluate(SPOT, [board, hex_])
    player.page.mouse.click(at["x"], at["y"])


def shown(player: Player) -> str:
    """The board in the window."""
    return str(player.page.locator("#map").get_attribute("data-board"))


def drawings(player: Player, board: str) -> list[str]:
    """The layers of a board that the player's page has asked for."""
    asked: list[str] = player.page.evaluate("() => window.unpainted")
    return [path for path in asked if f"/boards/{board}/" in path]


def tab(player: Player, board: str) -> Any:
    """A board's tab."""
    return player.page.locator(f"#tab-{board}")


def test_boards_are_tabs_and_the_first_is_shown(table: tuple[Player, Player, str]) -> None:
    """The drawing of another board is fetched when it is first opened. Where you have no units it is shown whole.

    A phone has room for tabs.
    """
    france, _, _ = table
    assert shown(france) == WEST
    names = france.page.get_by_role("tab", name="Front").all_inner_texts()
    assert [name.strip().split("\n")[0] for name in names] == ["Western Front", "Italian Front"]
    expect(tab(france, SOUTH)).to_have_accessible_name(re.compile(r"^Italian Front, \d+ places$"))
    expect(tab(france, WEST)).to_have_attribute("aria-selected", "true")
    expect(tab(france, SOUTH)).to_have_attribute("aria-selected", "false")
    expect(france.page.locator(f"#pane-{WEST} [data-unit=france]")).to_be_attached()
    assert not drawings(france, SOUTH)
    tab(france, SOUTH).click()
    expect(france.page.locator(f"#pane-{SOUTH} [data-unit=italy]")).to_be_visible()
    expect(france.page.locator(f"#pane-{WEST}")).to_be_hidden()
    assert france.page.locator(f"#pane-{SOUTH} [data-unit=france]").count() == 0
    assert shown(france) == SOUTH
    assert drawings(france, SOUTH)
    window = france.page.locator("#map").bounding_box()
    assert window is not None
    for corner in ("1905", "3234"):
        at = france.page.evaluate(SPOT, [SOUTH, corner])
        assert window["x"] < at["x"] < window["x"] + window["width"]
        assert window["y"] < at["y"] < window["y"] + window["height"]
    for width, height, finger in ((1440, 900, 32), (390, 844, 44)):
        france.page.set_viewport_size({"width": width, "height": height})
        for board in (WEST, SOUTH):
            france.wait(TAB_WITHIN, [board, width, finger])


@in_the_sweep
def test_what_happens_on_the_other_board_is_counted_on_its_tab(table: tuple[Player, Player, str]) -> None:
    france, italy, match = table
    open_table(italy, match, ITALY)
    tap(france, WEST, "3703")
    italy.wait("() => window.journeys !== undefined")
    expect(tab(italy, SOUTH).locator(".unseen")).to_be_empty()
    assert italy.page.evaluate("() => window.journeys") == [["W3603", "W3703"]]
    for seat, goal in ((ITALY, "W2206"), (FRANCE, "W3603"), (ITALY, "W2205")):
        command({FRANCE: france, ITALY: italy}[seat], match, seat, {"kind": "move", "hex": goal})
    catch_up(france, FRANCE)
    expect(tab(france, SOUTH)).to_have_accessible_name(re.compile("^Italian Front, 2 new"))
    expect(tab(france, SOUTH)).to_contain_text("2")
    expect(tab(france, WEST)).to_have_text("Western Front")
    assert shown(france) == WEST
    # To point at a place is to open the board that it lies on.
    france.page.locator("#log .line", has_text="Italy moved").first.click()
    expect(tab(france, SOUTH)).to_have_attribute("aria-selected", "true")
    expect(tab(france, SOUTH)).to_have_text("Italian Front")  # what is open counts nothing
    expect(france.page.locator(f"#pane-{SOUTH} [data-unit=italy]")).to_be_visible()
    expect(france.page.locator(f"#pane-{SOUTH} .marked").first).to_be_attached()


def test_a_corps_goes_from_one_board_to_the_other(table: tuple[Player, Player, str]) -> None:
    """The reach of one question lies on two boards; each shows its part of it."""
    france, italy, match = table
    open_table(italy, match, ITALY)
    assert {"W3703", "W2005"} <= set(ways()[START[FRANCE]])
    west, south = (france.page.locator(f"#pane-{board} .reach.free") for board in (WEST, SOUTH))
    expect(west).to_have_count(1)
    # Pressed twice, the tab still lays one board.
    tab(france, SOUTH).dblclick()
    expect(south).to_have_count(1)
    expect(france.page.locator(f"#pane-{SOUTH} .world")).to_have_count(1)
    tap(france, SOUTH, "2005")
    expect(france.page.locator(f"#pane-{SOUTH} [data-unit=france]")).to_be_visible()
    catch_up(italy, ITALY)
    # It left the board that Italy looks at, and came to the other.
    expect(italy.page.locator(f"#pane-{WEST} [data-unit=france]")).to_have_count(0)
    expect(tab(italy, SOUTH)).to_have_accessible_name(re.compile("^Italian Front, 1 new"))


@in_the_sweep
def test_boards_are_changed_by_keyboard(table: tuple[Player, Player, str]) -> None:
    """On the map by brackets, on the tabs by arrows; the map's cursor begins again on the new board."""
    france, _, _ = table
    page = france.page
    page.locator("#map").focus()
    page.keyboard.press("ArrowRight")
    france.wait("() => document.querySelector('#hex-sentence').textContent.includes('W')")
    page.keyboard.press("]")
    expect(tab(france, SOUTH)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    here = page.locator("#hex-sentence")
    numbers = {n for n in ways() if n[1:] < "3300" and n[0] == "W"}
    france.wait("() => document.querySelector('#hex-sentence').textContent.length > 0")
    assert here.inner_text().rpartition(", ")[2] in numbers
    page.keyboard.press("[")
    expect(tab(france, WEST)).to_have_attribute("aria-selected", "true")
    tab(france, WEST).focus()
    page.keyboard.press("ArrowRight")
    expect(tab(france, SOUTH)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    expect(tab(france, WEST)).to_be_focused()
    assert shown(france) == WEST
    assert [page.evaluate("id => document.querySelector(id).tabIndex", f"#tab-{b}") for b in (WEST, SOUTH)] == [0, -1]
