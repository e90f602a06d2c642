"""Stepping through a match: the board as it was, nothing to order, and what happens meanwhile waits."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.browser.player import Player
from tests.browser.setting import call, catch_up, march, open_table, two_seats
from tests.browser.test_axe import look

STOOD = """() => [...document.querySelectorAll('.stacks [data-hex]')].map(e => e.dataset.hex).sort().join(' ')"""
WITHIN = """([key, wide, finger]) => {
  const box = document.querySelector(`[data-key='${key}']`).getBoundingClientRect();
  return box.width > 0 && box.left >= 0 && box.right <= wide && box.height >= finger;
}"""
"""Whether a control is whole in a window of some width, and high enough for a finger; in one look, as it may be made
again."""
NUMBER = """n => Number(document.querySelector("[data-key='past-at']").value) === n"""


def test_earlier_moments_are_stepped_through_while_the_match_goes_on(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)["id"]
    open_table(joseph, match, ENTENTE)
    page = joseph.page
    bar = page.get_by_role("group", name="History")
    expect(bar).to_be_hidden()
    before = page.evaluate(STOOD)
    left = [march(helmuth, match)]
    catch_up(joseph, ENTENTE)
    after = page.evaluate(STOOD)
    assert left[0] in before.split()
    assert left[0] not in after.split()
    version = int(page.evaluate("() => document.body.dataset.version"))

    # From the log to the moment of a line, and back one event: the stack stands where it stood.
    page.locator("#log .then").first.click()
    bar.wait_for()
    expect(bar).to_contain_text("You are looking at turn 1, German Movement")
    joseph.wait(NUMBER, version)
    expect(page.locator("#prompt")).to_contain_text("History")
    assert page.evaluate(STOOD) == after
    page.keyboard.press("ArrowLeft")
    joseph.wait(NUMBER, version - 1)
    joseph.settle()
    assert page.evaluate(STOOD) == before
    expect(page.locator("[data-key='end-phase']")).to_have_count(0)

    # A push disturbs nothing; the slider has room for it.
    left.append(march(helmuth, match))
    catch_up(joseph, ENTENTE)
    assert page.evaluate(STOOD) == before
    expect(bar).to_contain_text(f"of {version + 1}")
    page.keyboard.press("ArrowRight")
    joseph.wait(NUMBER, version)
    joseph.settle()
    assert page.evaluate(STOOD) == after
    joseph.press("past-first")
    joseph.wait(NUMBER, 0)
    expect(page.locator("#prompt")).to_contain_text("The match begins.")
    page.locator("[data-key='past-at']").fill(str(version))
    joseph.settle()
    joseph.wait(f"() => document.querySelector('.past-bar').textContent.includes('{version} of')")
    assert page.evaluate(STOOD) == after

    # A moment is marked, noted, left and found again, on another page too; the arrows of the note do not step.
    joseph.press("bookmark")
    note = page.locator("[data-key='bookmark-note']")
    expect(note).to_be_focused()
    note.press_sequentially("They march")
    note.press("ArrowLeft")
    note.press("Enter")
    joseph.wait(NUMBER, version)
    joseph.press("past-first")
    expect(note).to_be_hidden()
    joseph.press("bookmarks")
    expect(bar.get_by_role("list", name="Bookmarks")).to_contain_text("Turn 1, German MovementThey march")
    joseph.press(f"bookmark-{version}")
    joseph.wait(NUMBER, version)
    expect(note).to_have_value("They march")
    look(joseph, "bookmarks")
    # Taken away by mistake it comes back with its note.
    joseph.press("bookmark")
    expect(page.locator("[data-key='bookmarks']")).to_be_hidden()
    joseph.press("bookmark")
    expect(note).to_have_value("They march")
    page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    joseph.settle()
    assert left[1] not in page.evaluate(STOOD).split()
    expect(page.locator("#prompt")).to_contain_text("Waiting")

    # A search shows what it found in place of the log; each line has its moment too.
    page.locator("[data-key='log-kind']").select_option(label="Moves")
    expect(page.locator("#log")).to_contain_text("2 lines found.")
    page.locator("[data-key='log-find']").press_sequentially("nobody marched")
    expect(page.locator("#log")).to_contain_text("No lines match.")
    expect(page.locator("[data-key='log-find']")).to_be_focused()
    page.locator("[data-key='log-find']").fill("")
    page.locator("[data-key='log-kind']").select_option(label="All lines")
    expect(page.locator("#log")).to_contain_text("German set-up.")

    # What one missed can be played, and ends at the newest.
    page.goto("about:blank")
    march(helmuth, match)
    open_table(joseph, match, ENTENTE)
    page.emulate_media(reduced_motion="no-preference")
    joseph.press("since-play")
    bar.wait_for()
    joseph.wait(NUMBER, version + 2)
    joseph.wait("() => document.querySelector(\"[data-key='past-play']\").textContent === 'Play'")
    expect(page.get_by_role("region", name="Since you last looked")).to_have_count(0)

    # The match in figures while it runs, as far as this player was told; it is followed while the card is open.
    joseph.press("charts")
    card = page.get_by_role("region", name="Charts")
    units = card.locator(".curve", has_text="Counters on the map")
    units.locator("summary").click()
    expect(units.locator("tbody th")).to_have_text(["1", "now"])
    joseph.press("card-close")

    # On a phone the bar has its place above the sheet, and nothing of it is cut off.
    page.set_viewport_size({"width": 390, "height": 844})
    joseph.settle()
    for key in ("past-first", "past-back", "past-next", "past-now"):
        joseph.wait(WITHIN, [key, 390, 40])
    joseph.press("past-now")
    expect(bar).to_be_hidden()

    # When it is over, it is told in figures turn by turn: as they are in the player's own view, and as a table too.
    order = {"id": "resign-0001", "seat": GERMAN, "order": {"kind": "resign"}}
    call(helmuth, "POST", f"/matches/{match}/house", order)
    joseph.press("review")
    told = page.get_by_role("region", name="How it went")
    told.wait_for()
    expect(told.locator(".curves .curve")).to_have_count(5)
    for side in ("German", "Entente"):
        expect(told.locator(".curves .curve .key").nth(2)).to_contain_text(side)
    units = told.locator(".curve", has_text="Counters on the map")
    units.locator("summary").click()
    view = call(joseph, "GET", f"/matches/{match}/state?seat={ENTENTE}")["view"]
    stood = [sum(u["side"] == side for stack in view["stacks"].values() for u in stack) for side in (GERMAN, ENTENTE)]
    expect(units.locator("tbody tr")).to_have_text([f"{turn}{stood[0]}{stood[1]}" for turn in ("1", "end")])

    # The result has a page of its own, which anyone opens who has its address; it leads to the board.
    joseph.press("result")
    expect(page.get_by_role("heading", level=1)).to_have_text("Entente victory")
    address = page.locator("[data-key='share']").input_value()
    other = player("Stranger")
    other.page.goto(address)
    other.page.set_viewport_size({"width": 390, "height": 844})
    expect(other.page.get_by_role("region", name="Result")).to_contain_text("Helmuth")
    expect(other.page.locator(".curves .curve")).to_have_count(5)
    likely = other.page.get_by_role("region", name="Who was likely to win")
    expect(likely).to_contain_text("An estimate: the computer played")
    likely.locator("summary").click()
    expect(likely.locator("tbody tr")).to_have_count(2)
    expect(likely.locator("thead")).to_contain_text("Draw")
    look(other, "result")
    other.page.locator("[data-key='step']").click()
    other.wait_for_table()
    expect(other.page.get_by_role("group", name="History")).to_contain_text("0 of ")
    for watcher in (helmuth, joseph, other):
        assert watcher.problems == []
