"""The table itself: one screen for two, watching, taking back, the keyboard, a phone, a lost connection."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rules.catalogue import GAMES
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.browser.player import Player
from tests.browser.setting import as_it_is, call, command, march, one_screen, open_table, pass_on, shown, two_seats
from tests.games.schlieffens_war.kit import loaded, options, order, position

MOVED = ".log .line[data-kind='moved']"


def first_march(player: Player) -> tuple[str, str]:
    """Choose the first stack that may move; gives its hex and a hex in cheap reach."""
    start = player.listed("stack-")[0]
    player.tap(start)
    player.page.locator(".cost").first.wait_for(state="attached")
    player.settle()
    player.open_list()
    goals = [k for k, said in player.said_of("to-").items() if "forced" not in said]
    return start, next(g for g in (k.removeprefix("to-") for k in goals) if player.reachable(g))


TIP_ON = """() => {
  const tip = document.querySelector('#tip')?.getBoundingClientRect();
  const over = (b) => tip && b.left < tip.right && b.right > tip.left && b.top < tip.bottom && b.bottom > tip.top;
  return [...document.querySelectorAll('#map .b')].filter((b) => b.offsetHeight && over(b.getBoundingClientRect()))
    .map((b) => b.dataset.key);
}"""
"""The buttons that the tooltip lies on."""
IN_VIEW = """() => {
  const map = document.querySelector('#map').getBoundingClientRect();
  const stacks = [...document.querySelectorAll('.stacks [data-hex]')].map((stack) => stack.getBoundingClientRect());
  const inside = (b) => b.left > map.left && b.right < map.right && b.top > map.top && b.bottom < map.bottom;
  const seen = stacks.filter(inside);
  const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a;
  return { zoom, share: seen.length / stacks.length };
}"""
"""How near the map is, and how many of the stacks are whole in its window."""
COVERS = ["main", "dialog", "heading", "paragraph", "button", "status", "log"]
"""What there is for a screen reader while the table is covered: the curtain, and two empty places for news."""
COVERED = """() => {
  const fan = document.querySelector('.fan').getBoundingClientRect();
  return [...document.querySelectorAll('.cost')].filter((cost) => {
    const box = cost.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return x > fan.left && x < fan.right && y > fan.top && y < fan.bottom;
  }).map((cost) => cost.textContent);
}"""


def test_a_screen_for_two_is_covered_between_them(player: Callable[..., Player]) -> None:
    both = player("Both")
    match = one_screen(both)
    open_table(both, match, GERMAN)
    german_units = both.page.locator(".stacks [data-hex]").count()
    assert german_units > 20
    both.page.focus("#map")
    both.page.keyboard.press("ArrowUp")
    expect(both.page.locator("#hex-sentence")).not_to_be_empty()
    while "German" in both.step:
        both.press("end-phase")
        both.settle()
        if both.key("confirm"):
            both.press("confirm")
        both.wait("() => !document.querySelector('#curtain').hidden || !document.body.classList.contains('busy')")
        if both.page.locator("#curtain").is_visible():
            break
    curtain = both.page.get_by_role("dialog")
    expect(curtain).to_contain_text("Entente")
    # The map and the log are emptied with the next picture, behind it.
    expect(both.page.locator(".stacks [data-hex]")).to_have_count(0)
    expect(both.page.locator("#log")).to_have_text("")
    # Nor is anything below it read aloud or come upon by keys: the last player's sentences, the map, its buttons.
    assert re.findall(r"- '?(\w+)", both.page.locator("body").aria_snapshot()) == COVERS
    for said in ("#hex-sentence", "#news"):
        expect(both.page.locator(said)).to_be_empty()
    for _ in range(4):
        both.page.keyboard.press("Tab")
        assert both.page.evaluate("() => document.activeElement.matches('body, #curtain *')")
    both.press("curtain")
    both.wait_for_table()
    both.settle()
    assert both.seat == ENTENTE
    assert "Entente" in both.step
    assert "Your move" in both.step


def test_a_watcher_sees_the_map_and_may_do_nothing(player: Callable[..., Player]) -> None:
    helmuth, joseph, watcher = player("Helmuth"), player("Joseph"), player("Watcher")
    match = two_seats(helmuth, joseph)
    watcher.page.goto(f"/match.html?m={match['id']}&key={match['spectate']}")
    watcher.wait_for_table()
    watcher.settle()
    assert watcher.page.locator(".stacks [data-hex]").count() > 40
    assert watcher.keys("undo") == []
    assert watcher.keys("end-phase") == []
    expect(watcher.page.locator("#prompt")).to_contain_text("You are watching")
    command(helmuth, match["id"], GERMAN, {"kind": "end_phase"})
    expect(watcher.page.locator("#prompt")).to_contain_text("Combat")
    # Spectators with a name talk to each other.
    call(watcher, "POST", "/guests", {"name": "Fritz"})
    watcher.page.reload()
    watcher.wait_for_table()
    watcher.press("below-chat")
    watcher.press("room-watchers")
    watcher.page.locator("[data-key=chat-text]").fill("Liège falls today")
    watcher.press("chat-send")
    expect(watcher.page.locator("#chat li.mine")).to_contain_text("Liège falls today")
    # The Germans let people watch from their side: whoever has the link sees what they see.
    open_table(helmuth, match["id"], GERMAN)
    helmuth.press("people")
    helmuth.press("let-watch")
    watcher.page.goto(helmuth.page.locator(f"[data-key=watch-{GERMAN}]").input_value())
    watcher.wait_for_table()
    expect(watcher.page.locator("[data-key=watched-from]")).to_contain_text("You watch from the German side")
    expect(helmuth.page.locator(".card")).to_contain_text("1 person watches from the German side")
    helmuth.press("let-watch")
    expect(watcher.page.get_by_role("heading", name="You can no longer watch from here")).to_be_visible()
    # Back among the spectators they say no more: they know what the Germans see.
    watcher.page.goto(f"/match.html?m={match['id']}&key={match['spectate']}")
    watcher.wait_for_table()
    watcher.press("below-chat")
    watcher.press("room-watchers")
    expect(watcher.page.locator("#chat")).to_contain_text("Liège falls today")
    expect(watcher.page.locator("[data-key=chat-text]")).to_be_hidden()
    watcher.leave()
    # The browser logs the refusal that the page explains.
    watcher.problems[:] = [problem for problem in watcher.problems if "403" not in problem]


def test_a_move_is_shown_priced_made_and_taken_back(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(helmuth, match["id"], GERMAN)
    open_table(joseph, match["id"], ENTENTE)
    for reader in (helmuth, joseph):
        opened = reader.page.evaluate(IN_VIEW)
        assert opened["zoom"] > 1, "it opens near enough to read the counters"
        assert opened["share"] > 0.8, "on the front"
    start, goal = first_march(helmuth)
    expect(helmuth.page.locator(".between .reach.free")).to_have_count(1)
    page = helmuth.page
    assert page.evaluate(COVERED) == [], "the fan stands clear of what is in reach"
    chosen = helmuth.prompt
    helmuth.press("units-fold")
    expect(page.locator(".fan-unit")).to_have_count(0)
    assert helmuth.prompt == chosen, "putting it away gives nothing up"
    helmuth.press("units-unfold")
    page.locator(".fan-unit").first.wait_for()
    # The counters can be dragged as well as tapped; dragging the land moves the map.
    helmuth.board_to(start)
    here, there = helmuth.place(start), helmuth.place(goal)
    page.mouse.move(here["x"], here["y"])
    page.mouse.down()
    page.mouse.move((here["x"] + there["x"]) / 2, (here["y"] + there["y"]) / 2)
    page.locator(".drag-ghost").wait_for()
    page.mouse.move(there["x"], there["y"])
    page.locator(".way").first.wait_for(state="attached")
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    page.locator(MOVED).first.wait_for()
    joseph.page.locator(MOVED).first.wait_for()
    assert helmuth.commands[-1]["command"]["path"][-1] == goal
    helmuth.settle()
    helmuth.page.locator("#map").focus()
    helmuth.page.keyboard.press("u")
    expect(helmuth.page.locator("#log")).to_contain_text("undid the last command")
    expect(joseph.page.locator("#log")).to_contain_text("undid the last command")
    for reader in (helmuth, joseph):
        faded = reader.page.locator("#log .line.undone")
        expect(faded.first).to_contain_text("(taken back)")
        assert set(faded.evaluate_all("all => all.map((line) => line.dataset.kind)")) == {"moved"}
    expect(helmuth.page.locator(f".stacks [data-hex='{start}']")).to_have_count(1)
    helmuth.settle()
    helmuth.page.locator("#map").focus()
    helmuth.page.keyboard.press("u")
    expect(helmuth.page.get_by_role("alert").first).to_be_visible()


def test_the_keyboard_walks_chooses_and_goes_back(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(helmuth, match["id"], GERMAN)
    page = helmuth.page
    sentence = page.locator("#hex-sentence")
    start = helmuth.listed("stack-")[0]
    helmuth.press(f"stack-{start}")
    page.locator(".cost").first.wait_for(state="attached")
    page.locator("#map").focus()
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text(start)
    # West and east are two steps apart; every hex says what it is.
    page.keyboard.press("ArrowLeft")
    west = sentence.inner_text()[:4]
    assert (west[:2], int(west[2:])) == (start[:2], int(start[2:]) + 1)
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text("German")
    page.keyboard.press("ArrowDown")
    assert int(sentence.inner_text()[:2]) == int(start[:2]) + 1
    zoom = "() => new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"
    before = page.evaluate(zoom)
    page.keyboard.press("+")
    helmuth.wait(f"before => ({zoom})() > before", before)
    page.keyboard.press("Escape")
    expect(page.locator(".fan")).to_have_count(0)
    # The next Enter takes the stack under the keyboard's place.
    helmuth.settle()
    page.locator("#map").focus()
    page.keyboard.press("ArrowUp")
    while sentence.inner_text()[:4] != start:
        here = sentence.inner_text()[:4]
        if here[:2] != start[:2]:
            page.keyboard.press("ArrowDown" if here < start else "ArrowUp")
        else:
            page.keyboard.press("ArrowLeft" if here < start else "ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".cost").first.wait_for(state="attached")
    # The focus is not left on the button that ends the next phase: another Enter does no harm.
    page.keyboard.press("Escape")
    helmuth.settle()
    for key in ("end-phase", "confirm"):
        page.locator(f".dock [data-key='{key}']").focus()
        page.keyboard.press("Enter")
        helmuth.settle()
    page.locator(".dock [data-key='end-phase']").wait_for()
    assert page.evaluate("() => document.activeElement.id") == "map"
    page.keyboard.press("Enter")
    helmuth.settle()
    assert [c["command"]["kind"] for c in helmuth.commands] == ["end_phase"]
    assert "Combat" in helmuth.step


def test_a_refused_hex_says_why(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(helmuth, match["id"], GERMAN)
    start, _ = first_march(helmuth)
    stacks = call(helmuth, "GET", f"/matches/{match['id']}/state?seat={GERMAN}")["view"]["stacks"]
    units = [unit["id"] for unit in stacks[start]]
    question = {"seat": GERMAN, "question": {"kind": "move", "units": units[:1]}}
    refused = call(helmuth, "POST", f"/matches/{match['id']}/consult", question)["refused"]
    hex_ = next(h for h in refused if h != start)
    helmuth.board_to(hex_)
    place = helmuth.place(hex_)
    helmuth.page.mouse.move(place["x"], place["y"])
    tip = helmuth.page.get_by_role("tooltip")
    expect(tip).to_contain_text("cannot be entered")
    expect(tip).to_contain_text("§")
    expect(helmuth.page.locator(".refused")).to_have_count(1)
    # Wherever the pointer goes, the tooltip lies on no button; with the choice its words are gone.
    for x, y in [(x, y) for y in (70, 790, 860) for x in range(40, 1060, 170)]:
        helmuth.page.mouse.move(x, y)
        assert helmuth.page.evaluate(TIP_ON) == []
    helmuth.page.mouse.move(place["x"], place["y"])
    expect(tip).to_contain_text("cannot be entered")
    helmuth.page.keyboard.press("Escape")
    helmuth.page.keyboard.press("Escape")
    expect(helmuth.page.locator(".fan")).to_have_count(0)
    expect(tip).to_have_count(0)


SHIFTS = """window.shifted = 0;
const add = (list) => list.getEntries().forEach((e) => { window.shifted += e.value; });
new PerformanceObserver(add).observe({ type: 'layout-shift' });
"""

LOWEST_TARGET = """() => Math.min(...[...document.querySelectorAll('.sheet-dock .b, .tabs .b')]
  .map((b) => b.getBoundingClientRect().height).filter((height) => height > 0)) % Infinity"""
"""The height in pixels of the lowest button in sight of dock and tabs; NaN, and asked again, while there is none."""


def test_a_phone_plays_with_taps_and_a_sheet(player: Callable[..., Player]) -> None:
    helmuth, joseph = (
        player("Helmuth", drawn=True, viewport={"width": 390, "height": 844}, has_touch=True),
        player("Joseph"),
    )
    match = two_seats(helmuth, joseph)
    helmuth.context.add_init_script(SHIFTS)
    open_table(helmuth, match["id"], GERMAN)
    page = helmuth.page
    # Unless the page's own script was there before the one that shows it. As high as a phone, and no higher.
    land = "() => window.pictured === undefined || document.querySelector('#curtain > .early').naturalHeight === 800"
    assert page.evaluate(land), "the land came first"
    # 0.005 on an idle machine; where frames come late the browser sees what else would be one picture as two.
    assert page.evaluate("() => window.shifted") < 0.1, "nothing in sight was moved by what came later"
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    opened = page.evaluate(IN_VIEW)
    assert opened["zoom"] > 1
    assert opened["share"] > 0.4, "the middle of the front"
    # All in one moment, in the page: between two looks the dock may be made again, and what was found is not in it.
    lowest = page.wait_for_function(LOWEST_TARGET).json_value()
    assert lowest >= 44
    start, goal = first_march(helmuth)
    helmuth.board_to(goal)
    # A finger that moves at once drags the map, one that rests first picks up the counters.
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, place: dict[str, Any] | None = None) -> None:
        points = [{"x": place["x"], "y": place["y"]}] if place else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    here = helmuth.place(start)
    touch("touchStart", here)
    touch("touchMove", {"x": here["x"] + 30, "y": here["y"] + 30})
    touch("touchMove", {"x": here["x"] + 40, "y": here["y"] + 40})
    assert page.locator(".drag-ghost").count() == 0
    touch("touchEnd")
    helmuth.settle()
    assert abs(helmuth.place(start)["x"] - here["x"]) > 5, "the map moved"
    touch("touchStart", helmuth.place(start))
    page.locator(".drag-ghost").wait_for()
    touch("touchMove", helmuth.place(goal))
    touch("touchEnd")
    helmuth.settle()
    page.locator("[data-key='tab-log']").tap()
    page.locator(MOVED).first.wait_for()
    assert helmuth.commands[-1]["command"]["path"][-1] == goal
    assert start != goal


def test_a_lost_connection_comes_back_with_what_was_missed(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(joseph, match["id"], ENTENTE)
    joseph.context.set_offline(True)
    # A socket that is open stays so until it is used: the server's end is what breaks here.
    joseph.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    command(helmuth, match["id"], GERMAN, {"kind": "end_phase"})
    joseph.context.set_offline(False)
    expect(joseph.page.locator("#prompt")).to_contain_text("Combat")


HIDDEN_COUNTS = """() => {
  const told = (e) => [e.textContent, e.getBoundingClientRect()];
  const names = [...document.querySelectorAll('.live > .lab text')].map(told);
  const counts = [...document.querySelectorAll('.stacks .pill')].map((e) => e.getBoundingClientRect());
  const bodies = [...document.querySelectorAll('.stacks .body')].map((e) => e.getBoundingClientRect());
  const over = (a, b, by = 0) =>
    a.left < b.right - by && b.left + by < a.right && a.top < b.bottom - by && b.top + by < a.bottom;
  const printed = [...document.querySelectorAll('.lines text[data-hex]')].map(told).filter(([, { width }]) => width);
  const under = printed.filter(([, n]) => [...counts, ...bodies].some((c) => over(n, c, 4)));
  return {
    names: names.length,
    hidden: names.filter(([, n]) => counts.some((c) => over(n, c))).map(([name]) => name),
    under: under.map(([name]) => name),
  };
}"""
"""Names that lie over counts, and names printed on the map that counters or counts cover."""


MIDDLE_OF_WINDOW = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [map, world, tools] = ['#map', '.world', '.tools'].map(box);
  const [x, y] = [(map.left + map.right) / 2, (tools.bottom + map.bottom) / 2];
  return [(x - world.left) / world.width, (y - world.top) / world.height];
}"""
"""What of the board lies in the middle of the window below its buttons, as shares of its width and its height."""


COUNTERS_BELOW = """() => {
  const map = document.querySelector('.minimap-sheet').getBoundingClientRect();
  return [...document.querySelectorAll('.stacks [data-hex]')].map((e) => e.getBoundingClientRect())
    .filter((b) => b.left + 4 < map.right && b.right - 4 > map.left && b.top + 4 < map.bottom && b.bottom - 4 > map.top)
    .length;
}"""
"""How many stacks the overview lies over, but for the shadow of one."""
OVERVIEW = """() => {
  const overview = document.querySelector('.minimap'), folded = overview.classList.contains('folded');
  overview.classList.remove('folded');
  const { left, top, width, height } = overview.querySelector('.minimap-sheet').getBoundingClientRect();
  overview.classList.toggle('folded', folded);
  window.shownInMotion = false;
  const note = () => { window.shownInMotion ||= overview.matches('.moving:not(.folded)'); };
  new MutationObserver(note).observe(overview, { attributes: true });
  return [left + width / 2, top + height / 2];
}"""
"""The middle of the overview, shown or not; from now on the page notes whether it is shown while the map moves."""
NEAREST = """([x, y]) => {
  const far = (e) => { const b = e.getBoundingClientRect(); return Math.hypot(b.left - x, b.top - y); };
  return [...document.querySelectorAll('.stacks [data-hex]')].sort((a, b) => far(a) - far(b))[0].dataset.hex;
}"""
"""The place of the stack that is nearest to a point of the page."""
CLEAR_OF_BUTTONS = """() => {
  const [tools, world] = ['.tools', '.world'].map((name) => document.querySelector(name).getBoundingClientRect());
  return world.top - tools.bottom;
}"""


def test_layers_and_the_turn_track(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth", drawn=True), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(helmuth, match["id"], GERMAN)
    counts = helmuth.page.evaluate(HIDDEN_COUNTS)
    assert counts["names"] > 3
    assert counts["hidden"] == [], "no name lies on a count"
    assert counts["under"] == [], "no name lies below a counter or a count"
    assert helmuth.page.locator(".stacks .dim").count() == 0, "nobody has moved; forts never do"
    for layer, legend in (("supply", "railways"), ("command", "radius"), ("zoc", "A move stops there")):
        helmuth.press(f"layer-{layer}")
        helmuth.page.locator(f".overlay.{layer}").first.wait_for(state="attached")
        expect(helmuth.page.locator(".layer-legend")).to_contain_text(legend)
        # It is drawn over the counters too, so that it shows which of them lie in it.
        expect(helmuth.page.locator(f".stacks ~ g .overlay.{layer}.above")).to_have_count(1)
    helmuth.press("layer-zoc")
    expect(helmuth.page.locator(".layer-legend")).to_be_hidden()
    helmuth.press("turn")
    card = helmuth.page.get_by_role("region", name="Turn track")
    expect(card).to_contain_text("Plan XVII")
    expect(card).to_contain_text("BEF")
    helmuth.page.keyboard.press("Escape")
    expect(card).to_have_count(0)

    # The overview shows both sides and where one is; a drag on it takes the map along, and it can be put away.
    overview = helmuth.page.locator(".minimap-sheet")
    # Over counters it would be in the way, in a small window above all: then it shows while the map moves, makes way
    # once that rests, and stays when its button is pressed.
    helmuth.page.set_viewport_size({"width": 1024, "height": 768})
    helmuth.settle()
    x, y = helmuth.page.evaluate(OVERVIEW)
    near = helmuth.page.evaluate(NEAREST, [x, y])
    for beside in ((150, -100), (0, 0)):
        helmuth.bring(near, x + beside[0], y + beside[1])
    helmuth.wait("() => !document.querySelector('.minimap.moving')")
    expect(overview).to_be_hidden()
    assert helmuth.page.evaluate("() => window.shownInMotion")
    helmuth.page.get_by_role("button", name="Show the overview").click()
    expect(overview).to_be_visible()
    assert helmuth.page.evaluate(COUNTERS_BELOW) > 0
    helmuth.page.set_viewport_size({"width": 1440, "height": 900})
    helmuth.settle()
    expect(overview).to_be_visible()
    for side in (ENTENTE, GERMAN):
        expect(overview.locator(f".dots.{side}")).to_have_count(1)
    box = overview.bounding_box()
    assert box is not None
    helmuth.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.7)
    helmuth.page.mouse.down()
    for share in (0.4, 0.5):
        helmuth.page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] * share)
        helmuth.settle()
        middle = helmuth.page.evaluate(MIDDLE_OF_WINDOW)
        assert middle == [pytest.approx(share, abs=0.02)] * 2
    helmuth.page.mouse.up()
    helmuth.page.get_by_role("button", name="Hide the overview").click()
    expect(overview).to_be_hidden()
    helmuth.page.get_by_role("button", name="Show the overview").click()
    expect(overview).to_be_visible()
    # Of a board that is seen whole nothing lies below the buttons, and there is nothing left to look for.
    for _ in range(8):
        helmuth.press("zoom-out")
    helmuth.settle()
    assert helmuth.page.evaluate(CLEAR_OF_BUTTONS) >= 0
    expect(overview).to_be_hidden()
    helmuth.press("theme")
    helmuth.press("theme")
    assert helmuth.page.evaluate("() => document.documentElement.dataset.theme") == "dark"


def test_a_player_who_comes_back_is_told_what_happened(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(joseph, match["id"], ENTENTE)
    joseph.page.bring_to_front()
    last = call(joseph, "GET", f"/matches/{match['id']}/state?seat={ENTENTE}")["log"][-1]["seq"]
    while call(joseph, "GET", f"/matches/{match['id']}/state?seat={ENTENTE}")["last_seen"] < last:
        joseph.page.wait_for_timeout(50)
    joseph.page.goto("about:blank")
    left = march(helmuth, match["id"])
    command(helmuth, match["id"], GERMAN, {"kind": "end_phase"})
    command(helmuth, match["id"], GERMAN, {"kind": "end_phase"})
    joseph.page.set_viewport_size({"width": 390, "height": 844})
    open_table(joseph, match["id"], ENTENTE)
    card = joseph.page.get_by_role("region", name="Since you last looked")
    expect(card).to_contain_text("moved from")
    # On a phone it makes room for the places that it shows, and comes back.
    joseph.press("since-show")
    joseph.settle()
    assert joseph.place(left)["free"], "the hex that was left is in clear sight"
    expect(joseph.page.locator("#map .ring.marked, #map .marked").first).to_be_attached()
    expect(joseph.page.locator(".card.aside")).to_have_text("Back to: What happened")
    joseph.press("card-back")
    expect(card).to_contain_text("moved from")
    joseph.page.set_viewport_size({"width": 1440, "height": 900})
    joseph.settle()
    assert joseph.page.locator("#map .card").count() == 0, "it covers nothing of what it tells of"
    joseph.press("since-close")
    expect(card).to_have_count(0)
    joseph.page.locator("#map").focus()
    joseph.page.keyboard.press("+")
    joseph.board_to("2103")
    where = "() => document.querySelector('.world').style.transform"
    left_at = joseph.page.evaluate(where)
    joseph.page.reload()
    joseph.wait_for_table()
    joseph.settle()
    expect(card).to_have_count(0)
    joseph.wait("(there) => document.querySelector('.world').style.transform === there", left_at)


BEATEN = {"1205": "fr-1 fr-2", "1206": "ge-ii ge-iii ge-iv", "1106": "ge-gd"}


def asks_of_the_war(helmuth: Player, joseph: Player, match: str) -> None:
    """§11.20, §11.21, §9.5: a step and a return are given by one press or tap, a retreat by two."""
    game = GAMES["schlieffens-war"]
    fought = order(
        position("german.combat", BEATEN), GERMAN, "attack", loaded(6), units=["ge-ii", "ge-iii"], target="1205"
    )
    shown(game, joseph, match, ENTENTE, order(fought, ENTENTE, "lose", units=["fr-1"]))
    assert joseph.prompt == "Choose who loses a step"
    (goal, *_) = options(order(fought, ENTENTE, "lose", units=["fr-1"]), ENTENTE, "retreat")["ways"]
    joseph.tap(goal)
    joseph.settle()
    assert joseph.prompt == "Choose the hex to retreat to", "a tap on the map takes up the order that it belongs to"
    assert not joseph.commands
    joseph.tap(goal)
    joseph.settle()
    joseph.press("order-lose")
    joseph.press("unit-fr-2")
    joseph.settle()
    assert [c["command"] for c in joseph.commands] == [
        {"kind": "retreat", "path": [goal]},
        {"kind": "lose", "units": ["fr-2"]},
    ]
    back = position("german.regroup", {"1206": "ge-hq-1"}, turn=3, eliminated=["ge-ii", "ge-iii"])
    shown(game, helmuth, match, GERMAN, back)
    helmuth.press("unit-ge-ii")
    helmuth.settle()
    assert helmuth.prompt == "Choose the city where it returns"
    helmuth.press(f"to-{helmuth.listed('to-')[0]}")
    helmuth.settle()
    assert [c["command"]["kind"] for c in helmuth.commands] == ["return"]


def test_a_match_ends_with_a_verdict(player: Callable[..., Player]) -> None:
    """§4.5: on turn 7 the Germans refuse to send two corps east."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    asks_of_the_war(helmuth, joseph, match["id"])
    for person in (helmuth, joseph):
        as_it_is(person)
    pass_on({GERMAN: helmuth, ENTENTE: joseph}, match["id"], 7, GERMAN, "regroup")
    open_table(helmuth, match["id"], GERMAN)
    open_table(joseph, match["id"], ENTENTE)
    assert helmuth.prompt == "Choose two corps to send to the east", "a duty comes before what one merely may do"
    first, second, *_ = helmuth.keys("unit-")
    helmuth.press(first)
    helmuth.settle()
    assert helmuth.key("order-go") is None, "one is not enough"
    helmuth.press(second)
    helmuth.settle()
    assert helmuth.key("order-go")
    helmuth.press("order-refuse_withdrawal")
    helmuth.settle()
    assert "The Entente wins at once." in helmuth.page.locator("#prompt").inner_text()
    helmuth.press("confirm")
    for watcher in (helmuth, joseph):
        expect(watcher.page.locator("#prompt h2")).to_have_text("Entente victory")
        expect(watcher.page.locator("#prompt")).to_contain_text("§4.5")
        assert watcher.keys("undo") == []
    with joseph.page.expect_download() as download:
        joseph.page.get_by_role("link", name="Download the match").click()
    assert download.value.path().stat().st_size > 1000


def test_the_top_of_a_stack_is_the_owners_choice(player: Callable[..., Player]) -> None:
    """§6.6: what the other side sees of a stack is its top unit, and the owner chooses it."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(helmuth, match["id"], GERMAN)
    stacks = call(helmuth, "GET", f"/matches/{match['id']}/state?seat={GERMAN}")["view"]["stacks"]
    hex_ = next(h for h, units in sorted(stacks.items()) if len(units) > 1 and units[0]["side"] == GERMAN)
    second = stacks[hex_][1]["id"]
    helmuth.tap(hex_)
    helmuth.press(f"top-{second}")
    helmuth.settle()
    seen = call(joseph, "GET", f"/matches/{match['id']}/state?seat={ENTENTE}")["view"]["stacks"][hex_]
    assert seen[0]["id"] == second
    assert all(unit.get("concealed") for unit in seen[1:])


def test_a_forced_march_is_asked_again(player: Callable[..., Player]) -> None:
    """§10.6: beyond the allowance, and only after a yes; on turn 1, when it costs nothing, without one."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    open_table(helmuth, match["id"], GERMAN)
    first_march(helmuth)
    helmuth.open_list()
    far = [k for k, said in helmuth.said_of("to-").items() if "forced" in said]
    goal = next(h for h in (k.removeprefix("to-") for k in far) if helmuth.reachable(h))
    expect(helmuth.page.locator("#prompt .key")).to_contain_text("free this turn")
    helmuth.tap(goal)
    expect(helmuth.page.locator("#log")).to_contain_text("made a forced march")
    assert helmuth.commands[-1]["command"]["forced"] is True
    shown(
        GAMES["schlieffens-war"], helmuth, match["id"], GERMAN, position("german.movement", {"1206": "ge-ii ge-hq-1"})
    )
    helmuth.tap("1206")
    helmuth.settle()
    helmuth.open_list()
    far = [k for k, said in helmuth.said_of("to-").items() if "forced" in said]
    goal = next(h for h in (k.removeprefix("to-") for k in far) if helmuth.reachable(h))
    given = len(helmuth.commands)
    helmuth.tap(goal)
    expect(helmuth.page.locator("#prompt h2")).to_contain_text("Forced march")
    expect(helmuth.page.locator("#prompt")).to_contain_text("loses a step on 1 or 2")
    assert len(helmuth.commands) == given
    expect(helmuth.page.locator(".fan")).to_have_count(1)
    helmuth.press("back")
    helmuth.tap(goal)
    helmuth.press("confirm")
    helmuth.settle()
    assert helmuth.commands[-1]["command"]["forced"] is True
    # A lone counter needs no fan: all of it is on the map.
    shown(GAMES["schlieffens-war"], helmuth, match["id"], GERMAN, position("german.movement", {"1206": "ge-ii"}))
    helmuth.tap("1206")
    helmuth.page.locator(".cost").first.wait_for(state="attached")
    expect(helmuth.page.locator(".fan")).to_have_count(0)


def test_a_probe_goes_into_an_empty_hex(player: Callable[..., Player]) -> None:
    """§11.1: before the attacks, into a hex next to the enemy; no die, no odds."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    command(helmuth, match["id"], GERMAN, {"kind": "end_phase"})
    open_table(helmuth, match["id"], GERMAN)
    state = call(helmuth, "GET", f"/matches/{match['id']}/state?seat={GERMAN}")
    probes = next(o for o in state["legal"]["offers"] if o["kind"] == "probe")["choices"]
    at = {unit["id"]: hex_ for hex_, units in state["view"]["stacks"].items() for unit in units}
    start, goal = next((at[unit], hexes[0]) for unit, hexes in probes.items())
    helmuth.tap(start)
    helmuth.settle()
    helmuth.tap(goal)
    expect(helmuth.page.locator("#prompt h2")).to_contain_text("Probe")
    helmuth.press("confirm")
    expect(helmuth.page.locator("#log")).to_contain_text("probed")
    assert helmuth.commands[-1]["command"]["kind"] == "probe"


def test_an_hq_is_kept_out_of_the_fight_by_a_switch(player: Callable[..., Player]) -> None:
    """§6.2: a switch below your own HQ, by mouse or keyboard; a mark on its counter; the other side is told
    nothing."""
    helmuth, joseph = player("Helmuth"), player("Joseph", heard=True)
    match = two_seats(helmuth, joseph)
    open_table(helmuth, match["id"], GERMAN)
    open_table(joseph, match["id"], ENTENTE)
    stacks = call(helmuth, "GET", f"/matches/{match['id']}/state?seat={GERMAN}")["view"]["stacks"]
    hex_, hq = next(
        (h, u["id"]) for h, units in sorted(stacks.items()) for u in units if u["side"] == GERMAN and u["kind"] == "hq"
    )
    told = joseph.page.locator("#log .line").count()
    seen = call(joseph, "GET", f"/matches/{match['id']}/state?seat={ENTENTE}")["view"]
    page = helmuth.page
    helmuth.tap(hex_)
    switch = page.get_by_role("switch")
    expect(switch).to_have_count(1)
    expect(switch).to_have_text("Helps to defend")
    expect(switch).to_be_checked()
    expect(switch).to_have_attribute("title", re.compile(r"^Adds its factor .*§6\.2"))
    mark = page.locator(f"[data-key='fan-{hq}'] use[href='#m-aside']")
    expect(mark).to_have_count(0)
    switch.click()
    expect(switch).to_have_text("Stays out of the fight")
    expect(switch).not_to_be_checked()
    expect(mark).to_have_count(1)
    assert helmuth.commands[-1]["command"] == {"kind": "stance", "unit": hq, "helps": False}
    expect(page.locator("#log")).to_contain_text("stays out of the defence of its hex")
    expect(page.locator(f"[data-key='fan-{hq}']")).to_have_attribute("aria-label", re.compile("stays out of the fight"))
    helmuth.settle()
    switch.focus()
    page.keyboard.press("Enter")
    expect(switch).to_have_text("Helps to defend")
    helmuth.settle()
    expect(switch).to_be_focused()
    page.keyboard.press("Space")
    expect(switch).to_have_text("Stays out of the fight")
    expect(mark).to_have_count(1)
    # Nothing of it reached the other side, though three commands were given.
    assert call(joseph, "GET", f"/matches/{match['id']}/state?seat={ENTENTE}")["view"] == seen
    assert joseph.page.locator("#log .line").count() == told
    assert not any('"helps":false' in received.text.replace(" ", "") for received in joseph.received)


WATCH = """(skips) => {
  window.seen = [];
  new MutationObserver(() => {
    const show = document.querySelector('.dice-show');
    const landed = Boolean(show?.querySelector('p:not(.unknown)'));
    const told = document.querySelector("#log [data-kind='combat']") !== null;
    window.seen.push({ rolls: show !== null, landed, told });
    if (show && skips) window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
  }).observe(document.body, { subtree: true, childList: true });
}"""


THROWS = """async (lines) => {
  const { DiceShow } = await import('/panels/log/dice-show.js');
  const map = document.querySelector('#map');
  const show = new DiceShow({ window: map, lattice: { has: () => false, hex: () => ({}) }, float: () => {} });
  const told = [];
  const watch = new MutationObserver(() => {
    const landed = map.querySelector('.dice-show p:not(.unknown)');
    const now = landed && `${landed.textContent}|${map.querySelector('.dice-show .b').textContent}`;
    if (!now || told.includes(now)) return;
    told.push(now);
    if (told.length === 2) map.querySelector("[data-key='skip-dice']").click();
  });
  watch.observe(map, { subtree: true, childList: true });
  await show.play(lines);
  watch.disconnect();
  return [...told, map.querySelector('.dice-show') ? 'still there' : 'over'];
}"""
"""What the page shows of several throws, of which the third is skipped."""


def test_the_planner_says_what_an_attack_may_bring_and_the_dice_have_their_moment(
    player: Callable[..., Player],
) -> None:
    """§11.8, §11.9: the chance in words; odds beyond the table are named by its last column. Nothing of a die is told
    before it has landed; it can be skipped."""
    helmuth, joseph = (player(name, reduced_motion="no-preference") for name in ("Helmuth", "Joseph"))
    match = two_seats(helmuth, joseph)
    open_table(joseph, match["id"], ENTENTE)
    command(helmuth, match["id"], GERMAN, {"kind": "end_phase"})
    open_table(helmuth, match["id"], GERMAN)
    targets = next(o for o in call(helmuth, "GET", f"/matches/{match['id']}/state?seat={GERMAN}")["legal"]["offers"]
                   if o["kind"] == "attack")["targets"]  # fmt: skip
    helmuth.tap(sorted(targets)[0])
    page = helmuth.page
    page.locator(".shifts").first.wait_for()
    expect(page.locator("body")).to_contain_text("chance of two or more losses")
    words = page.evaluate("""async () => {
      const { oddsPlan } = await import('/games/schlieffens-war/odds.js');
      const plan = { legal: true, refusal: null, attack: 18, defence: [1, 1], concealed: 0, odds: ['18:1'],
        shifts: [], concentric: null, columns: ['1:2', '7:1'], base: [9, 9], final: [9, 9], shown: 9, table: [],
        automatic: '0/3', average: [0, 3], plan_xvii: false };
      const nodes = oddsPlan({ attackers: [], defenders: [], plan, toggle: () => {}, why: () => undefined,
        mine: 'german', picked: new Set(), target: '1212', title: '' });
      return [nodes].flat(9).map((n) => n?.textContent ?? '').join(' ');
    }""")
    assert "More than 7:1, automatic: 0/3" in words
    # A hex of the enemy that cannot be attacked says why.
    stacks = call(helmuth, "GET", f"/matches/{match['id']}/state?seat={GERMAN}")["view"]["stacks"]
    far = next(h for h in sorted(stacks) if stacks[h][0]["side"] == ENTENTE and h not in targets and h < "12")
    helmuth.press("back")
    helmuth.tap(far)
    expect(page.get_by_role("alert").first).to_contain_text(f"None of your units is next to {far}")
    helmuth.tap(far)
    helmuth.tap(sorted(targets)[0])
    helmuth.settle()
    helmuth.page.evaluate(WATCH, True)
    joseph.page.evaluate(WATCH, False)
    helmuth.press("attack")
    for person in (helmuth, joseph):
        person.page.locator("#log [data-kind='combat']").wait_for()
        seen = person.page.evaluate("() => window.seen")
        assert any(moment["rolls"] for moment in seen), "the die rolled"
        assert not any(moment["rolls"] and moment["told"] for moment in seen), "the log waited for it"
        assert any(moment["landed"] for moment in seen) is (person is joseph), "who skips does not wait for it to land"
        expect(person.page.locator("#planner .rolls .die").first).to_be_visible()
    # The die cannot be taken back alone: Undo leads to asking the others, from the last line that may be gone back to.
    page.locator("#map").focus()
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_contain_text("You have nothing to undo.")
    page.get_by_role("button", name="Ask to go back…").click()
    expect(page.locator("[data-key='back-line']")).to_be_focused()
    expect(page.locator("[data-key='ask-back']")).to_be_visible()
    # Several throws come one after the other, each with what it came to; a press skips all that are left.
    told = joseph.page.evaluate(
        THROWS,
        [
            {"seq": n, "kind": "guns", "text": f"Gun {n}.", "hexes": [hex_], "dice": [{"die": n}]}
            for n, hex_ in enumerate(("1212", "1313", "1414"), 1)
        ],
    )
    assert told == ["Gun 1.|Skip (2 more)", "Gun 2.|Skip (1 more)", "over"]


def test_warnings_come_at_the_end_of_a_phase_and_not_for_every_move(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)
    asked: list[object] = []

    def warn(route: Route) -> None:
        question = json.loads(route.request.post_data or "")["question"]
        if question["kind"] != "warnings":
            route.fallback()
            return
        asked.append(question)
        line = {"text": f"Warning {len(asked)}: 2 units at Ghent.", "section": "8.6", "hex": "1014"}
        late = {"text": "Nothing has moved.", "section": "10.0", "late": True}
        route.fulfill(json={"warnings": [line, late]})

    helmuth.page.route("**/consult", warn)
    open_table(helmuth, match["id"], GERMAN)
    helmuth.press("end-phase")
    warning = helmuth.page.locator("#prompt .warn")
    expect(warning.first).to_contain_text("Warning 1")
    expect(warning).to_have_count(2)
    assert len(asked) == 1, "reaching for the button and pressing it are one question"
    helmuth.press("back")
    # What is true until the first move is said only when the phase is to end.
    expect(warning).to_have_count(1)
    _, goal = first_march(helmuth)
    helmuth.tap(goal)
    helmuth.page.locator(MOVED).first.wait_for()
    # What was found before the move is no longer shown; after a pause it is looked up again.
    expect(warning).to_contain_text("Warning 2")
    helmuth.press("end-phase")
    helmuth.press("confirm")
    expect(helmuth.page.locator("#prompt")).to_contain_text("Combat")
