"""A turn is drafted on the page, changed, sent, and handed back at a die, while the opponent sees nothing of it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from rules.kernel.players import first_options
from tests.browser.player import Player
from tests.browser.setting import ENTENTE, GERMAN, call, catch_up, command, open_table, two_seats
from tests.browser.test_axe import look

TARGET = "1908"
"""A French stack that XVI Corps can attack from where it stands."""


def march(person: Player, stack: int) -> None:
    """Move one of the stacks that may, to the first place in the list of those in reach."""
    person.tap(person.listed("stack-")[stack])
    person.page.locator(".cost").first.wait_for(state="attached")
    person.settle()
    person.open_list()
    person.press(next(k for k, said in person.said_of("to-").items() if "forced" not in said))
    person.settle()
    if person.key("confirm"):
        person.press("confirm")
        person.settle()


def test_a_drafted_turn_is_handed_back_at_a_die(player: Callable[..., Player]) -> None:
    otto, rosa = player("Otto"), player("Rosa")
    match = two_seats(otto, rosa)["id"]
    open_table(otto, match, GERMAN)
    open_table(rosa, match, ENTENTE)
    page, orders, bar = otto.page, otto.page.locator("#prompt .draft li"), otto.page.locator(".draft-bar")
    told = call(rosa, "GET", f"/matches/{match}/state?seat={ENTENTE}")

    # While Otto decides, Rosa plans her next turn; dragged by the mouse her first order is the second.
    planned, grips = rosa.page.locator("#prompt .draft li"), rosa.page.locator("#prompt .draft .grip")
    expect(rosa.page.locator('.dock [data-key="draft"]')).to_have_text("Draft your next turn")
    rosa.press("draft")
    expect(rosa.page.locator(".draft-bar")).to_contain_text("Next turn: 0 orders")
    march(rosa, 0)
    expect(planned).to_have_count(1)
    march(rosa, 1)
    expect(planned).to_have_count(2)
    first = planned.first.inner_text()
    grips.first.drag_to(grips.last, target_position={"x": 6, "y": 30})
    expect(planned.last).to_contain_text(first.splitlines()[0])
    rosa.press("draft-ahead")
    expect(rosa.page.locator(".draft-bar")).to_be_hidden()
    expect(rosa.page.locator('.dock [data-key="draft"]')).to_have_text("Draft (2, sent ahead)")
    assert rosa.commands == []

    otto.press("draft")
    expect(bar).to_contain_text("Draft: 0 orders, visible only to you")
    expect(page.locator('[data-key="draft-send"]')).to_have_text("Send")
    expect(page.locator('[data-key="draft-ahead"]')).to_have_count(0)

    # Two marches, the end of the phase and an attack: the board shows where they lead, up to the attack.
    march(otto, 0)
    expect(orders).to_have_count(1)
    march(otto, 1)
    expect(orders).to_have_count(2)
    second = orders.last.inner_text()
    otto.press("undo")
    expect(orders).to_have_count(1)
    march(otto, 1)
    expect(orders).to_have_count(2)
    assert orders.last.inner_text() == second
    otto.press("end-phase")
    otto.settle()
    if otto.key("confirm"):
        otto.press("confirm")
    expect(otto.page.locator("#prompt .eye")).to_contain_text("Combat")
    otto.tap(TARGET)
    otto.settle()
    otto.press("attack")
    expect(orders).to_have_count(4)
    expect(orders.last).to_contain_text("XVI Corps")
    expect(orders.last).to_contain_text("waits until you send the draft")
    expect(otto.page.locator("#prompt .eye")).to_contain_text("Combat")
    otto.settle()
    otto.press("end-phase")
    otto.settle()
    if otto.key("confirm"):
        otto.press("confirm")
    expect(orders).to_have_count(5)
    assert otto.commands == [], "nothing is given yet"
    # What she has seen is hers to note, whenever her page comes to it.
    now = call(rosa, "GET", f"/matches/{match}/state?seat={ENTENTE}")
    assert {**now, "last_seen": 0} == {**told, "last_seen": 0}

    look(otto, "a draft")

    # The order of the orders is changed by the keyboard, and another window drops one: the page says so.
    first = orders.first.inner_text()
    page.locator("[data-key='draft-down-0']").focus()
    page.keyboard.press("Enter")
    expect(orders.nth(1)).to_contain_text(first.splitlines()[0])
    expect(page.locator("[data-key='draft-down-1']")).to_be_focused()
    now = call(otto, "GET", f"/matches/{match}/draft?seat={GERMAN}")
    left = [{"ask": one["ask"], "command": one["command"]} for one in now["commands"] if one != now["commands"][1]]
    body = {"seat": GERMAN, "revision": now["revision"], "commands": left}
    call(otto, "PUT", f"/matches/{match}/draft", body)
    otto.press("draft-remove-0")
    expect(page.locator(".toast")).to_contain_text("changed elsewhere")
    expect(orders).to_have_count(4)
    assert [p for p in otto.problems if "409" not in p] == []
    otto.problems.clear()

    # Sent, it stops at the die, and the rest comes back.
    otto.press("draft-send")
    sent = page.locator("[data-key='draft-sent']")
    expect(sent).to_contain_text("3 orders were given.")
    expect(sent).to_contain_text("1 order came back: the last order given cannot be taken back")
    expect(bar).to_be_hidden()
    catch_up(rosa, ENTENTE)
    assert call(rosa, "GET", f"/matches/{match}/state?seat={ENTENTE}")["version"] > told["version"]
    expect(rosa.page.locator("#log")).to_contain_text("attack")
    otto.press("draft-reopen")
    expect(orders).to_have_count(1)
    otto.press("draft-discard")
    otto.press("draft-discard")
    expect(bar).to_be_hidden()
    assert call(otto, "GET", f"/matches/{match}/draft?seat={GERMAN}")["commands"] == []

    # Her turn comes, and what she has sent ahead is played; her page says what was.
    end_the_german_turn({GERMAN: otto, ENTENTE: rosa}, match)
    given = rosa.page.locator("[data-key='draft-sent']")
    expect(given).to_contain_text("2 orders were given.")
    expect(rosa.page.locator('.dock [data-key="draft"]')).to_have_text("Draft")
    look(rosa, "what came of a draft")
    rosa.press("draft-read")
    expect(given).to_have_count(0)


def end_the_german_turn(players: dict[str, Player], match: str) -> None:
    """Whatever the die brought: losses are taken, nobody advances, and the phases end."""
    while True:
        states = {s: call(p, "GET", f"/matches/{match}/state?seat={s}") for s, p in players.items()}
        if next(p["side"] for p in states[GERMAN]["view"]["phases"] if p["state"] == "now") != GERMAN:
            return
        seat, asked = next((s, told["legal"]) for s, told in states.items() if told["legal"]["yours"])
        offers = {offer["kind"]: offer for offer in asked["offers"]}
        if "lose" in offers:
            body = {"kind": "lose", "units": [first_options(offers["lose"])["of"][0]]}
        elif "advance" in offers:
            body = {"kind": "advance", "units": []}
        else:
            body = {"kind": "end_phase"}
        command(players[seat], match, seat, body)
