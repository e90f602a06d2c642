"""The page of all boards: each is shown, pans, zooms, and tells what is in the hex under the pointer."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from app.settings import ROOT
from examples.catalogue import EXAMPLES
from tests.browser.player import Player
from tests.browser.setting import begin, call
from tests.thorough import in_the_sweep, sample_of

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


AT_REST_MS = 300
"""Other names and numbers are drawn when the map has been at rest for a while, and not under the wheel."""
FOCUS = (0x1F, 0x6F, 0xB2)
"""The colour of what has the keyboard, in the light theme."""
WHEELS = 12
"""Turns of the wheel, as many as lead from the whole board to the nearest look."""


@pytest.mark.parametrize("board", sample_of(LISTED, 6, 1))
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
    if "hexes" not in drawn:
        return
    # Rules and log speak in hex numbers: they are read as soon as a hex is wide enough for them.
    numbers = page.locator(".nums")
    expect(numbers).to_be_hidden()
    for _ in range(WHEELS):
        if page.locator(".world.numbered").count():
            break
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(AT_REST_MS)
    expect(numbers).to_be_visible()
    height = numbers.evaluate("e => parseFloat(getComputedStyle(e.firstElementChild).fontSize) * e.getScreenCTM().a")
    assert height >= 9


def test_the_ring_of_a_focused_map_is_whole_where_the_board_reaches_the_edge(player: Callable[..., Player]) -> None:
    page = player("Reader", drawn=True).page
    whole(page, "great-war-east")
    page.focus("#map")
    box = page.locator("#map").bounding_box()
    assert box is not None
    sheet = page.locator(".world").evaluate("e => (b => ({ top: b.top, bottom: b.bottom }))(e.getBoundingClientRect())")
    assert sheet["top"] <= box["y"] + 1
    assert sheet["bottom"] >= box["y"] + box["height"] - 1
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        middle = (round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2))
        edges = [
            (middle[0], round(box["y"]) + 1),
            (middle[0], round(box["y"] + box["height"]) - 2),
            (round(box["x"]) + 1, middle[1]),
            (round(box["x"] + box["width"]) - 2, middle[1]),
        ]
        drawn = {shot.convert("RGB").getpixel(edge) for edge in edges}
    assert drawn == {FOCUS}


@pytest.mark.parametrize(
    ("board", "words"),
    sample_of([("great-war-egypt", "North is to the right"), ("great-war-iraq", "North is to the left")], 2),
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
        ("great-war-east", "1122", ["trait to 1022", "trait to 1123", "source of supply (Gallipoli)"]),
        ("great-war-egypt", "4208", ["Egypt", "West of the canal", "victory hex", "Suez Canal to 4108"]),
        ("great-war-iraq", "1845", ["the Ottoman Empire", "Tigris to"]),
        ("great-war-caucasus", "3542", ["Persia", "Aras to 3642"]),
        ("empires-alliances", "4709", ["Rails only to 4810", "Eastern weather"]),
        ("empires-alliances", "5919", ["Strait (Bosphorus) to 5918", "Mediterranean and Black Sea"]),
    ],
)
def test_facts_are_told_in_words(module: Callable[..., Any], board: str, hex_: str, told: list[str]) -> None:
    """Columns that only some boards have, of hexes and of hexsides."""
    said = module(
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


@in_the_sweep
def test_boards_are_links_to_each_other(player: Callable[..., Player]) -> None:
    page = player("Reader", drawn=True).page
    whole(page, LISTED[0])
    page.get_by_role("navigation", name="Boards").get_by_role("link").last.click()
    page.wait_for_url(f"**/boards.html?board={LISTED[-1]}")
    here = page.locator("nav [aria-current=page]")
    expect(here).to_have_count(1)
    # The list is longer than the window: it is scrolled to the board that is open.
    expect(here).to_be_in_viewport(ratio=0.9)


@in_the_sweep
@pytest.mark.parametrize(
    ("game", "scenario", "plan", "boards"),
    sample_of(
        [
            ("great-war", "1915", "history", ["great-war-west", "great-war-italy"]),
            ("schlieffens-war", "campaign", "august-1914", ["schlieffens-war"]),
        ],
        2,
    ),
)
def test_a_match_begun_on_an_earlier_map_is_drawn_on_it(
    player: Callable[..., Player], game: str, scenario: str, plan: str, boards: list[str]
) -> None:
    """Every file of the boards that it is shown comes from there, the sheet behind a tab too."""
    person = player("Clio", drawn=True)
    asked: set[str] = set()
    person.page.on("request", lambda request: asked.add(request.url.partition("/boards/")[2]))
    call(person, "POST", "/guests", {"name": person.name})
    body = {"game": game, "scenario": scenario, "hotseat": True, "options": {"plan": plan}}
    match = call(person, "POST", "/matches", body)
    begin(match["id"], person)
    person.page.goto(f"/match.html?m={match['id']}&seat={match['seats'][-1]['seat']}")
    person.wait_for_table()
    for board in boards[1:]:
        person.page.locator(f"#tab-{board}").click()
        person.page.locator(f"#pane-{board} svg.lines").wait_for(state="attached")
    person.settle()
    folder = f"earlier/{plan}/"
    assert {f"{folder}{b}/{f}" for b in boards for f in ("board.json", "ground.svg", "lines.svg")} <= asked
    assert {file for file in asked if file and file != "map.css" and not file.startswith(folder)} == set()
