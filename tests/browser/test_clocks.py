"""A match with clocks from the first page on: agreed, seen to run, paused by consent, run out before both players."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.app.clocks.passing import aged
from tests.browser.conftest import House
from tests.browser.player import Player
from tests.browser.setting import call


def test_a_clock_is_agreed_on_stands_still_and_runs_out_before_both(
    player: Callable[..., Player], house: House
) -> None:
    otto, rosa = player("Otto"), player("Rosa")
    otto.come_in()
    rosa.come_in()
    otto.page.locator('[data-key="clock"]').select_option("own")
    expect(otto.page.locator(".clocks-of")).to_contain_text("A player’s stand-in may play")
    otto.page.locator('[data-key="bank"]').fill("2")
    otto.page.locator('[data-key="weekends"]').check()
    otto.page.get_by_role("button", name="Start match").click()
    otto.page.get_by_role("heading", name="Waiting for your opponent").wait_for()

    # Rosa reads what she agrees to before she sits down.
    rosa.page.goto(otto.invitation())
    expect(rosa.page.locator('[data-key="terms"]')).to_contain_text("Each player has 2 days, and 12 hours more after")
    expect(rosa.page.locator('[data-key="terms"]')).to_contain_text("Weekends do not count")
    rosa.page.locator('[data-key^="sit-"]').click()
    for person in (otto, rosa):
        person.wait_for_table()
    match = call(otto, "GET", f"/matches/{otto.match}")

    # Both see whose clock runs.
    running = "#clocks .clock.running"
    first = next(s for s, clock in match["clocks"]["seats"].items() if clock["running"])
    for person in (otto, rosa):
        expect(person.page.locator(running)).to_have_attribute("data-clock", first)
        expect(person.page.locator("#clocks .clock")).to_have_count(2)

    # They pause, and one of them goes on.
    otto.page.locator('[data-key="people"]').click()
    otto.page.locator('[data-key="pause"]').click()
    expect(rosa.page.locator(".proposal")).to_contain_text("stop the clocks")
    rosa.page.locator('[data-key="agree"]').click()
    expect(otto.page.locator("#clocks small")).to_have_text(["paused", "paused"])
    sleeper, other = (otto, rosa) if otto.seat == first else (rosa, otto)
    sleeper.page.keyboard.press("Escape")
    sleeper.page.locator('[data-key="people"]').click()
    sleeper.page.locator('[data-key="resume"]').click()
    expect(other.page.locator("#clocks small", has_text="paused")).to_have_count(0)

    # Four days, and a weekend perhaps, go by. Both are told, and only the opponent may claim the win.
    aged(house.database, match, 24 * 7)
    note = "[data-key='out-of-time']"
    expect(sleeper.page.locator(note)).to_contain_text("Your time is up")
    expect(sleeper.page).to_have_title(re.compile("out of time"))
    expect(other.page.locator(note)).to_contain_text("is out of time")
    assert sleeper.page.locator('[data-key="claim"]').count() == 0
    other.page.goto("/")
    expect(other.page.locator(".mine .match .clock.low")).to_have_text("out of time · ")
    other.page.go_back()
    other.wait_for_table()
    other.page.locator('[data-key="claim"]').click()
    other.page.locator('[data-key="claim-sure"]').click()
    for person in (otto, rosa):
        expect(person.page.locator(".verdict")).to_contain_text("ran out of time")
        expect(person.page.locator("#clocks")).to_be_hidden()
        assert not person.problems
