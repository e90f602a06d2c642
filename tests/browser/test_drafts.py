"""A turn is drafted on the page, changed, sent, and handed back at a die, while the opponent sees nothing of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.players import first_options
from tests.browser.great_war import able, answer, pass_by
from tests.browser.player import DESK, Player
from tests.browser.setting import ENTENTE, GERMAN, begun, call, catch_up, command, give, open_table, state, two_seats
from tests.browser.test_axe import look
from tests.thorough import in_the_sweep

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


@in_the_sweep
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


def test_a_whole_turn_of_the_great_war_goes_as_one_plan(player: Callable[..., Player]) -> None:
    """§4.2: a march, an attack at odds, the second move, trains: written down one evening, and given by itself."""
    ann, carl = player("Ann"), player("Carl")
    players = {ALLIED: ann, CENTRAL: carl}
    match = begun(players, "1915", "great-war")
    pass_by(players, match, lambda told: "Movement" in told["view"]["step"]["title"])
    open_table(ann, match, ALLIED)
    ann.press("draft")
    ann.settle()

    def order(stack: str, place: str = "to-") -> None:
        """Take up what is listed there, and send it to the first place in reach."""
        ann.open_list()
        ann.press_first(stack)
        ann.settle()
        if place:
            ann.open_list()
            ann.press_first(place)
            ann.settle()

    def done() -> None:
        for key in ("end-phase", "confirm"):
            if ann.key(key):
                ann.press(key)
                ann.settle()

    # On a phone a card keeps clear of the buttons of the draft.
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.press("tab-log")
    ann.press("charts")
    lowest, card = (
        ann.page.evaluate(f"() => document.querySelector('{where}').getBoundingClientRect().{edge}")
        for where, edge in ((".draft-bar", "bottom"), (".card", "top"))
    )
    assert lowest <= card
    ann.press("card-close")
    ann.press("tab-orders")
    ann.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    ann.settle()
    order("stack-W4429")
    done()
    order("target-W5316", "order-go")
    ann.page.locator("[data-key^='draft-odds-']").select_option(label="only at 5:1 or better")
    ann.settle()
    for _ in range(3):
        # The west, the second move, the east.
        done()
    order("stack-W5120")
    done()
    orders = ann.page.locator("#prompt .draft li")
    steps = [
        "First Mutual Movement Phase: done",
        "Combat, Western Theatre: done",
        "Second Mutual Movement Phase: done",
        "Combat, Eastern Theatre: done",
        "Allied strategic and sea movement: done",
    ]
    told = "\n".join(orders.all_inner_texts())
    assert [step for step in steps if step in told] == steps, "each end says of what"
    send = ann.page.locator("[data-key='draft-send']")
    expect(send).to_have_text("Send 2 of 8")
    ann.page.locator("[data-key='draft-through']").check()
    expect(send).to_have_text("Send all")
    assert ann.commands == []
    ann.press("draft-send")

    # Carl plays his part, and nobody waits for Ann. What came of it all is told to her in one piece.
    def over(told: dict[str, Any]) -> bool:
        return "Purchase" in told["view"]["step"]["title"]

    until = time.monotonic() + 240
    while not over(state(carl, match, CENTRAL)):
        assert time.monotonic() < until, state(carl, match, CENTRAL)["view"]["step"]
        told_carl = state(carl, match, CENTRAL)
        if told_carl["legal"]["yours"] and able(told_carl):
            give(carl, match, CENTRAL, told_carl["legal"]["ask"], answer(carl, match, CENTRAL, told_carl))
        else:
            carl.page.wait_for_timeout(100)
    given = ann.page.locator("[data-key='draft-sent']")
    expect(given).to_contain_text("7 orders were given.")
    expect(given).to_contain_text("moved from Saint-Dié (W4429)")
    expect(given).to_contain_text("went by rail from Sainte-Menehould (W5120)")
    expect(given).to_contain_text("Left out: Attack: W5316")
    assert ann.commands == []


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
