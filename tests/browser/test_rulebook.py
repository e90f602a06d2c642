"""Every § opens what it says: on a card over the table, and on the page of all rules."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from rules.catalogue import GAMES
from tests.browser.player import Player
from tests.browser.setting import GERMAN, command, one_screen, open_table

NESTED = "document.querySelectorAll('button a, button button, a a, a button').length"


def test_a_section_says_what_it_says_wherever_it_is_quoted(player: Callable[..., Player]) -> None:
    person = player("Clio")
    page, match = person.page, one_screen(person)
    command(person, match, GERMAN, {"kind": "stance", "unit": "ge-hq-1", "helps": False})
    open_table(person, match, GERMAN)
    card = page.get_by_role("dialog")

    chip = page.locator("#prompt a.sx").first
    section = str(chip.get_attribute("data-section"))
    chip.click()
    expect(card.get_by_role("heading")).to_have_text(re.compile(rf"^§{re.escape(section)} \S"))
    expect(page).to_have_url(re.compile("match.html"))
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)

    # A line of the log is a button: a press on its § tells of the rule and does nothing else.
    line = page.locator("#log .line:has(.sx)").first
    expanded = line.get_attribute("aria-expanded")
    line.locator(".sx").click()
    expect(card.get_by_role("heading")).to_contain_text("§6.2 Stacking limit")
    assert line.get_attribute("aria-expanded") == expanded
    card.get_by_label("Close").click()
    expect(card).to_have_count(0)
    line.focus()
    page.keyboard.press("?")
    expect(card.get_by_role("heading")).to_contain_text("§6.2 Stacking limit")

    # From leaf to leaf, and by the sections that a text refers to.
    page.locator("[data-key=rule-after]").click()
    expect(card.get_by_role("heading")).to_contain_text("§6.3")
    assert page.evaluate(NESTED) == 0
    page.keyboard.press("Escape")

    page.goto("/")
    page.locator("[data-key=how-to-play]").click()
    expect(page).to_have_url(re.compile(r"/rules\.html\?game=schlieffens-war$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Schlieffen's War")
    page.goto("/")
    page.goto("/rules.html?game=schlieffens-war#s11.17")
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Schlieffen's War")
    rule = page.locator("[id='s11.17']")
    expect(rule).to_be_in_viewport()
    expect(rule.get_by_role("table")).to_contain_text("7:1")
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A chip leads to the nearest section that there is, on this page too.
    page.evaluate("location.hash = '#s6.2.1'")
    expect(rule).not_to_be_in_viewport()
    expect(page.locator("[id='s6.2']")).to_be_in_viewport()


def test_rules_that_there_are_not(player: Callable[..., Player]) -> None:
    person = player("Clio")
    person.page.goto("/rules.html?game=chess")
    expect(person.page.get_by_role("alert")).to_have_text("There is no such game.")
    person.page.goto("/rules.html")
    expect(person.page.locator("#rules li a")).to_have_text([game.title for game in GAMES.values()])
    # The browser notes the answer 404.
    assert ["404" in problem for problem in person.problems] == [True]
    person.problems.clear()
