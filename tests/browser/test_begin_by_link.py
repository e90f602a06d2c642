"""Two friends by a link: the match begins when the second comes, wherever the first is by then."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.setting import call, catch_up
from tests.browser.test_another_device import on_another_device
from tests.browser.test_sealing import ENTENTE, GERMAN

MOST = 60
"""Seconds from the host's first sight of the site to the first moves of both."""


def test_both_move_within_a_minute_and_the_host_goes_on_elsewhere(player: Callable[..., Player]) -> None:
    """One press makes the match, and its page is closed. The guest moves first; then the host does, by telephone."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    began = time.monotonic()
    helmuth.page.goto("/")
    helmuth.page.get_by_label("Your name").fill(helmuth.name)
    helmuth.press("start-schlieffens-war-invite")
    helmuth.press("invite-go")
    helmuth.page.get_by_role("heading", name="Waiting for your opponent").wait_for()
    curtain = helmuth.page.locator("#curtain")
    expect(curtain).to_contain_text("even if you have closed this page")
    expect(curtain.locator("[data-key='what']")).to_contain_text("You play the German")
    for key, page in (("see-rules", "/rules.html"), ("see-map", "/boards.html"), ("see-lesson", "/?learn=")):
        assert (helmuth.page.locator(f"[data-key='{key}']").get_attribute("href") or "").startswith(page), key
    invitation, match = helmuth.invitation(), helmuth.match
    helmuth.page.close()
    joseph.page.goto(invitation)
    for key, page in (("see-minute", "#minute"), ("see-rules", "/rules.html"), ("see-map", "/boards.html")):
        assert page in (joseph.page.locator(f"[data-key='{key}']").get_attribute("href") or ""), key
    joseph.join(invitation)
    catch_up(joseph, ENTENTE)
    joseph.press("order-historical")
    joseph.settle()
    joseph.press("end-phase")
    joseph.settle()
    # Another device of the host's has no word of theirs, and needs none.
    phone = on_another_device(player, helmuth, viewport={"width": 390, "height": 844}, has_touch=True)
    phone.page.goto(f"/match.html?m={match}&seat={GERMAN}")
    phone.wait_for_table()
    catch_up(phone, GERMAN)
    phone.press("order-historical")
    phone.settle()
    took = time.monotonic() - began
    now = call(joseph, "GET", f"/matches/{match}")
    assert (now["status"], now["voided"]) == ("active", [])
    assert [(s["seat"], s["ahead"]) for s in now["seats"]] == [(GERMAN, True), (ENTENTE, False)]
    assert took < MOST, f"it took {took:.0f} s"
