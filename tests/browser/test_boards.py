"""The page of all boards: each is shown, pans, zooms, and tells what is in the hex under the pointer."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.settings import ROOT
from examples.catalogue import EXAMPLES
from tests.browser.player import Player

DRAWN = ROOT / "static" / "boards"
LISTED = [entry["id"] for entry in json.loads((DRAWN / "boards.json").read_text(encoding="utf-8"))["boards"]]


def whole(page: Page, board: str) -> None:
    """Opens a board and waits until it is there."""
    page.goto(f"/boards.html?board={board}")
    page.locator(".world svg.lines").wait_for(state="attached")


def test_the_list_has_every_board_that_is_drawn_but_those_of_examples() -> None:
    drawn = {folder.parent.name for folder in DRAWN.glob("*/board.json")}
    shown = {board.id for example in EXAMPLES.values() for board in example.boards}
    assert sorted(LISTED) == sorted(drawn - shown)


@pytest.mark.parametrize("board", LISTED)
def test_a_hex_tells_its_facts_under_the_pointer(player: Callable[..., Player], board: str) -> None:
    """The hex is one with a name; the map is zoomed there, so that the pointer meets it in the middle of the window."""
    page = player("Reader", drawn=True).page
    whole(page, board)
    drawn = json.loads((DRAWN / board / "board.json").read_text(encoding="utf-8"))
    hexes = drawn.get("hexes") or drawn["areas"]
    hex_ = next(h for h, facts in sorted(hexes.items()) if facts["name"] and facts.get("city"))
    box = page.locator("#map").bounding_box()
    assert box is not None
    size = page.locator(".world").evaluate("e => [e.clientWidth, e.getBoundingClientRect().width]")
    left, top = page.locator(".world").evaluate("e => (b => [b.left, b.top])(e.getBoundingClientRect())")
    scale = size[1] / size[0]
    page.mouse.move(left + hexes[hex_]["x"] * scale, top + hexes[hex_]["y"] * scale)
    head = hexes[hex_]["name"] if "areas" in drawn else f"{hex_} {hexes[hex_]['name']}"
    expect(page.locator("#tip b")).to_have_text(head)
    expect(page.locator("#tip .tip-line").first).to_contain_text("Land" if "areas" in drawn else "ity")


@pytest.mark.parametrize(
    ("board", "words"),
    [("great-war-egypt", "North is to the right"), ("great-war-iraq", "North is to the left")],
)
def test_a_turned_sheet_says_where_north_is(player: Callable[..., Player], board: str, words: str) -> None:
    page = player("Reader", drawn=True).page
    whole(page, board)
    expect(page.locator("#map .turned")).to_have_text(words)


def test_a_sheet_with_north_at_the_top_says_nothing(player: Callable[..., Player]) -> None:
    page = player("Reader", drawn=True).page
    whole(page, "great-war-west")
    expect(page.locator("#map .turned")).to_have_count(0)


@pytest.mark.parametrize(
    ("board", "hex_", "told"),
    [
        ("great-war-east", "2717", ["Mountain pass; Austria-Hungary", "Mountain pass to 2618"]),
        ("great-war-east", "1122", ["Strait to 1022", "source of supply (Gallipoli)"]),
        ("great-war-egypt", "4208", ["Egypt", "West of the canal", "victory hex", "Suez Canal to 4108"]),
        ("great-war-iraq", "1845", ["the Ottoman Empire", "Tigris to"]),
        ("great-war-caucasus", "3542", ["Persia", "Aras to 3642"]),
        ("empires-alliances", "4709", ["Rails only to 4810", "Eastern weather"]),
        ("empires-alliances", "5919", ["Strait (Bosphorus) to 5918", "Mediterranean and Black Sea"]),
    ],
)
def test_facts_are_told_in_words(player: Callable[..., Player], board: str, hex_: str, told: list[str]) -> None:
    """Columns that only some boards have, of hexes and of hexsides."""
    page = player("Reader", drawn=True).page
    page.goto("/boards.html")
    said = page.evaluate(
        """async ([board, hex]) => {
          const { sentence } = await import('/facts.js');
          const { Lattice } = await import('/board/lattice.js');
          return sentence(new Lattice(await (await fetch(`/boards/${board}/board.json`)).json()), hex);
        }""",
        [board, hex_],
    )
    assert [words for words in told if words not in said] == []


def test_the_map_pans_zooms_and_walks(player: Callable[..., Player]) -> None:
    page = player("Walker", drawn=True).page
    whole(page, LISTED[0])
    world = page.locator(".world")
    before = world.get_attribute("style")
    page.locator("#map").focus()
    for _ in range(4):
        page.keyboard.press("+")
    expect(world).not_to_have_attribute("style", before or "")
    page.keyboard.press("ArrowRight")
    first = page.locator("#tip b").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tip b")).not_to_have_text(first)
    expect(page.locator("#hex-sentence")).to_contain_text(page.locator("#tip b").inner_text())
    zoomed = world.get_attribute("style")
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(380, 300, steps=4)
    page.mouse.up()
    expect(world).not_to_have_attribute("style", zoomed or "")


def test_boards_are_links_to_each_other(player: Callable[..., Player]) -> None:
    page = player("Reader", drawn=True).page
    whole(page, LISTED[0])
    page.get_by_role("navigation", name="Boards").get_by_role("link").last.click()
    page.wait_for_url(f"**/boards.html?board={LISTED[-1]}")
    here = page.locator("nav [aria-current=page]")
    expect(here).to_have_count(1)
    # The list is longer than the window: it is scrolled to the board that is open.
    expect(here).to_be_in_viewport(ratio=0.9)
