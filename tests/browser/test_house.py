"""Two players settle things among themselves through the page: a draw refused, a way back agreed on, a resignation."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.setting import ENTENTE, GERMAN, command, open_table, two_seats

NEWS = """() => {
  document.querySelector('[data-key="below-chat"]').click();
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
"""Something for which the page is drawn again, and the time to draw it."""


def test_a_draw_is_refused_a_turn_taken_back_and_the_match_resigned(player: Callable[..., Player]) -> None:
    otto, rosa = player("Otto"), player("Rosa")
    match = two_seats(otto, rosa)["id"]
    command(otto, match, GERMAN, {"kind": "end_phase"})
    for person, seat in ((otto, GERMAN), (rosa, ENTENTE)):
        open_table(person, match, seat)

    # What one writes the other is told of, reads, and finds on the map; it is text, whatever it looks like.
    otto.page.locator('[data-key="below-chat"]').click()
    otto.page.locator('[data-key="chat-text"]').fill('Halt at #1213, [Liège]! §6.1 <b id="bold">now</b>')
    otto.page.keyboard.press("Enter")
    expect(otto.page.locator("#chat li")).to_contain_text('§6.1 <b id="bold">now</b>')
    expect(otto.page.locator('[data-key="chat-text"]')).to_have_value("")
    tab = rosa.page.locator('[data-key="below-chat"]')
    expect(tab).to_have_text("Chat (1)")
    expect(rosa.page).to_have_title(re.compile("^●"))
    tab.click()
    expect(tab).to_have_text("Chat")
    expect(rosa.page.locator("#chat li")).to_contain_text("Otto")
    assert rosa.page.locator("#bold").count() == 0
    expect(rosa.page.locator("#chat .place")).to_have_text(["1213", "Liège"])
    rosa.page.locator("#chat .place").first.click()
    # An answer shows what it answers, and leads there.
    rosa.page.locator('[data-key="menu-1"]').click()
    rosa.page.locator('[data-key="quote-1"]').click()
    expect(rosa.page.locator("#chat .answered")).to_contain_text("Answer to Otto: Halt at #1213")
    expect(rosa.page.locator('[data-key="chat-text"]')).to_be_focused()
    rosa.page.keyboard.type("Never")
    rosa.page.keyboard.press("Enter")
    answer = otto.page.locator('[data-key="said-2"]')
    expect(answer.locator(".quoted")).to_contain_text("Otto: Halt at #1213")
    answer.locator(".quoted").click()
    expect(otto.page.locator('[data-key="said-1"]')).to_be_focused()
    # Whoever is muted is not read, unless one asks for it; a report goes to whoever runs the server.
    rosa.page.locator('[data-key="menu-1"]').click()
    rosa.page.locator('[data-key="report-1"]').click()
    expect(rosa.page.locator('[data-key="report-text"]')).to_be_focused()
    rosa.page.keyboard.type("Too")
    otto.page.locator('[data-key="chat-text"]').fill("Well?")
    otto.page.keyboard.press("Enter")
    expect(rosa.page.locator('[data-key="said-3"]')).to_contain_text("Well?")
    rosa.page.keyboard.type(" loud")
    expect(rosa.page.locator('[data-key="report-text"]')).to_have_value("Too loud")
    rosa.page.keyboard.press("Enter")
    expect(rosa.page.locator('[data-key="said-1"]')).to_contain_text("Reported.")
    rosa.page.locator('[data-key="mute-1"]').click()
    expect(rosa.page.locator('[data-key="said-1"]')).to_contain_text("Muted.")
    rosa.page.locator('[data-key="unveil-1"]').click()
    expect(rosa.page.locator('[data-key="said-1"]')).to_contain_text("Halt at")
    rosa.page.goto("/account.html")
    rosa.page.get_by_role("button", name="Unmute Otto").click()
    expect(rosa.page.get_by_role("region", name="Muted in the chat").locator("li")).to_have_count(0)
    open_table(rosa, match, ENTENTE)
    rosa.page.locator('[data-key="below-chat"]').click()
    expect(rosa.page.locator('[data-key="said-1"]')).to_contain_text("Halt at")
    otto.page.locator('[data-key="menu-1"]').click()
    otto.page.locator('[data-key="unsay-1"]').click()
    expect(rosa.page.locator('[data-key="said-1"]')).to_contain_text("Taken back.")
    expect(answer.locator(".quoted")).to_contain_text("taken back")
    for person in (otto, rosa):
        person.page.locator('[data-key="below-log"]').click()

    # A draw is offered, and refused; the offer waits beside the question of the game. A press is not lost when there
    # is news while the button is down.
    otto.page.locator('[data-key="people"]').hover()
    otto.page.mouse.down()
    otto.page.evaluate(NEWS)
    otto.page.mouse.up()
    otto.page.locator('[data-key="draw"]').click()
    offer = rosa.page.locator(".proposal")
    expect(offer).to_contain_text("offered a draw")
    expect(otto.page.locator(".proposal")).to_contain_text("Waiting for")
    rosa.page.locator('[data-key="refuse"]').click()
    expect(otto.page.locator(".proposal")).to_have_count(0)
    otto.page.locator('[data-key="people"]').click()
    otto.page.locator('[data-key="demand"]').click()
    expect(offer).to_contain_text("asked you to surrender. If all who are asked agree")
    rosa.page.locator('[data-key="refuse"]').click()
    expect(otto.page.locator(".proposal")).to_have_count(0)

    # The end of a phase cannot be taken back alone; with the other's consent it can.
    step = otto.page.locator("#prompt .eye")
    expect(step).to_contain_text("Combat")
    otto.page.locator('[data-key="people"]').click()
    otto.page.locator('[data-key="ask-back"]').click()
    expect(offer).to_contain_text("asked to rewind to before")
    rosa.page.locator('[data-key="undoes"]').click()
    expect(offer.locator("li")).not_to_have_count(0)
    rosa.page.locator('[data-key="agree"]').click()
    expect(step).to_contain_text("Movement")
    expect(rosa.page.locator(".line.undone, .turn.undone")).not_to_have_count(0)

    # Whoever resigns is asked once more, and then it is over for both.
    otto.page.locator('[data-key="people"]').click()
    otto.page.locator('[data-key="resign"]').click()
    otto.page.locator('[data-key="resign-sure"]').click()
    for person in (otto, rosa):
        expect(person.page.locator(".verdict")).to_contain_text("Entente victory")
        assert not person.problems

    # Once more with sides swapped: who is asked finds the seat kept beside the old match.
    otto.page.locator('[data-key^="rematch-"]').click()
    otto.page.get_by_role("heading", name="Waiting for your opponent").wait_for()
    expect(otto.page.locator(".seat-list")).to_contain_text(f"kept for {rosa.name}")
    rosa.page.goto("/")
    rosa.page.get_by_role("link", name="To the rematch").click()
    rosa.page.locator('[data-key^="sit-"]').click()
    for person, seat in ((otto, "entente"), (rosa, "german")):
        person.wait_for_table()
        assert person.seat == seat
        assert not person.problems
