"""Two commanders of one side and their opponent, each in their own window."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.player import Player
from tests.browser.setting import begin, call, command, open_table

SEATS = ("german-right", "german-left", "entente")


def test_two_commanders_move_at_once_hand_over_units_and_end_the_phase(player: Callable[..., Player]) -> None:
    right, left, entente = people = [player("Alexander"), player("Rupprecht"), player("Joseph", heard=True)]
    for person in people:
        call(person, "POST", "/guests", {"name": person.name})
    body = {"game": "schlieffens-war", "scenario": "campaign-german-team", "seat": SEATS[0]}
    match = call(right, "POST", "/matches", body)
    for person, seat in zip(people[1:], SEATS[1:], strict=True):
        call(person, "POST", f"/matches/{match['id']}/seats/{seat}", {"invite": match["invite"]})
    begin(match["id"], *people)
    for person, seat in ((entente, SEATS[2]), (right, SEATS[0]), (left, SEATS[1])):
        if person == right:
            # In the set-up the other's armies stand below your own, and a press says whose they are.
            open_table(left, match["id"], SEATS[1])
            theirs = left.page.locator(".army.others")
            expect(theirs).to_have_count(3)
            expect(theirs.first).to_contain_text("Commanded by German right wing.")
            expect(left.page.locator("h3.commander")).to_have_text(["Yours", "Alexander"])
            expect(left.page.locator(".army").first).to_contain_text("German 4th Army")
            left.page.locator('[data-key="pool-ge-hq-1"]').click(force=True)
            expect(left.page.locator(".toast")).to_contain_text("Commanded by German right wing.")
            expect(left.page.locator(".army.others", has_text="Place its headquarters first")).to_have_count(0)
        command(person, match["id"], seat, {"kind": "historical"})
        command(person, match["id"], seat, {"kind": "end_phase"})
    for unit, hex_ in (("ge-xxi", "2005"), ("ge-i-bav", "2105")):
        command(left, match["id"], SEATS[1], {"kind": "move", "units": [unit], "path": [hex_], "forced": False})
    command(left, match["id"], SEATS[1], {"kind": "lend", "units": ["ge-i-bav"], "to": SEATS[0]})
    ask = call(left, "GET", f"/matches/{match['id']}/state?seat={SEATS[1]}")["legal"]["ask"]
    orders = [{"ask": ask, "command": {"kind": "lend", "units": ["ge-hq-6"], "to": SEATS[0]}}]
    drafted = {"seat": SEATS[1], "revision": 0, "commands": orders}
    call(left, "PUT", f"/matches/{match['id']}/draft", drafted)
    for person, seat in zip(people, SEATS, strict=True):
        open_table(person, match["id"], seat)

    # Both are asked, and each can end what is theirs. Whoever shares a side begins to talk among their own.
    for person in (right, left):
        expect(person.page.locator("#prompt .eye")).to_contain_text("Your move")
        expect(person.page.locator('.dock [data-key="end-phase"]')).to_be_visible()
    right.page.locator('[data-key="below-chat"]').click()
    expect(right.page.locator('[data-key="room-side:german"]')).to_have_attribute("aria-pressed", "true")
    right.page.locator('[data-key="below-log"]').click()
    right.press("people")
    expect(right.page.locator(".person", has_text="Alexander")).to_contain_text("in chief")
    expect(right.page.locator(".person", has_text="Rupprecht")).not_to_contain_text("in chief")
    right.page.keyboard.press("Escape")
    expect(entente.page.locator("#prompt h2")).to_contain_text("Waiting for Alexander and Rupprecht")

    # A unit changes its commander, and can be moved by the new one alone.
    left.page.locator('[data-key="lend"]').click()
    left.page.locator(".lend-army", has_text="German 6th Army").locator("summary").click()
    left.page.locator('[data-key="lend-ge-hq-6"]').check()
    left.page.locator('[data-key="lend-to-german-right"]').click()
    expect(right.page.locator("#log")).to_contain_text("German right wing commands one more unit now.")
    expect(left.page.locator('[data-key="lend-ge-hq-6"]')).to_have_count(0)

    # The commander in chief keeps heavy artillery for the other wing.
    right.page.locator('[data-key="quota"]').click()
    right.page.locator('[data-key="quota-heavy-artillery-german-left"]').select_option("2")
    expect(left.page.locator(".team")).to_contain_text("Heavy artillery: 3 left, of which you may use 3.")
    expect(left.page.locator(".kept-list")).to_have_text("2 kept for German left wing")
    expect(right.page.locator(".team")).to_contain_text("Heavy artillery: 3 left, of which you may use 1.")
    expect(right.page.locator('[data-key="quota-heavy-artillery-german-right"] option')).to_have_count(2)
    expect(right.page.locator("#log")).to_contain_text("Heavy artillery: 2 kept for German left wing.")

    # What the one had drafted with it does not fit any more; the other may read that, and the enemy hears of nothing.
    left.page.locator('.dock [data-key="draft"]').click()
    expect(left.page.locator(".draft [data-status=refused]")).to_contain_text("No longer possible.")
    left.page.locator('[data-key="draft-close"]').click()
    right.page.locator('.dock [data-key="draft"]').click()
    right.page.locator('[data-key="draft-of-german-left"]').click()
    expect(right.page.locator(".draft h4")).to_contain_text("German left wing: 1 order")
    right.page.keyboard.press("Escape")
    expect(right.page.locator(".draft-bar")).to_be_hidden()

    # What one of them draws stands on the map of the other, who finds it in the room of the side, and points back.
    right.page.keyboard.press("m")
    right.page.locator('[data-key="mark-arrow"]').click()
    right.page.locator('[data-key="mark-word"]').fill("through Liège")
    right.tap("1603"), right.tap("1503"), right.tap("1503")
    expect(left.page.locator(".world [data-mark] .head")).to_have_count(1)
    expect(left.page.locator(".mark-word")).to_have_text("through Liège")
    left.page.locator('[data-key="below-chat"]').click()
    left.page.locator('[data-key="room-side:german"]').click()
    told = left.page.locator("#chat .marks-list li")
    expect(told).to_contain_text("Alexander marked 1603")
    expect(told.locator('[data-key^="unmark"]')).to_have_count(0)
    told.locator(".place").click()
    left.board_to("1503")
    at = left.place("1503")
    # The answer to this comes last of all: by then it is older than what the page has been told.
    held: list[tuple[Route, APIResponse]] = []
    left.page.route("**/marks", lambda route: held.append((route, route.fetch())))
    left.page.keyboard.down("Alt")
    left.page.mouse.click(at["x"], at["y"])
    left.page.keyboard.up("Alt")
    expect(right.page.locator(".toast")).to_contain_text("Rupprecht points at 1503")
    expect(right.page.locator(".world .ping").first).to_be_attached()
    right.page.locator('[data-key="mark-list"]').click()
    right.page.locator('.marker [data-key^="unmark"]').click()
    expect(left.page.locator(".world [data-mark] .head")).to_have_count(0)
    with left.page.expect_response("**/marks") as answered:
        for route, answer in held:
            route.fulfill(response=answer)
    answered.value.finished()
    left.settle()
    expect(left.page.locator(".world [data-mark] .head")).to_have_count(0)
    right.page.keyboard.press("Escape")
    expect(right.page.locator('[data-key="mark-word"]')).to_have_count(0)

    # Nobody ends an ally's phase before the table's time: the chief is asked, and told how long it still takes.
    right.press("end-phase")
    if right.key("confirm"):
        right.press("confirm")
    expect(right.page.locator(".team")).to_contain_text("You are done with this step.")
    right.page.locator('[data-key="end-for-all"]').click()
    expect(right.page.locator(".for-all .sure")).to_contain_text(re.compile(r"Rupprecht’s \d+ units have not moved\."))
    right.page.locator('[data-key="end-for-all-sure"]').click()
    expect(right.page.locator(".toast")).to_contain_text("You can end this step for German left wing in 24 hours")
    expect(left.page.locator("#prompt .eye")).to_contain_text("Your move")
    expect(left.page.locator(".team")).to_contain_text("Done with this step: Alexander.")
    left.press("end-phase")
    if left.key("confirm"):
        left.press("confirm")
    expect(left.page.locator("#prompt .eye")).to_contain_text("Combat")

    # An attack with units of both: the one plans and asks, the other joins in, and only then does it take place.
    left.tap("2106")
    left.page.locator('[data-key="attacker-ge-i-bav"]').click()
    left.page.locator('.dock [data-key="attack"]', has_text="Ask to attack").click()
    expect(left.page.locator(".team .proposal")).to_contain_text("You have asked German right wing to join in")
    asked = right.page.locator(".team .proposal")
    expect(asked).to_contain_text("German left wing asks you to join in an attack on Lunéville (2106) with")
    asked.locator('[data-key="join-yes"]').click()
    expect(asked).to_have_count(0)
    expect(entente.page.locator("#log")).to_contain_text("Lunéville")
    for person in people:
        assert not person.problems
    heard = "".join(r.text for r in entente.received)
    for secret in (
        "team.ended",
        "team.lent",
        "team.quota",
        "team.proposed",
        "join in",
        "kept for",
        '"quotas"',
        "done with this step",
        "more unit now",
        '"team"',
        '"to":"german-right"',
        "through Li",
    ):
        assert secret not in heard, secret
