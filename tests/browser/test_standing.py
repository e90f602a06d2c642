"""A small decision is answered for always through the page, and from then on nobody waits for it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.setting import ENTENTE, GERMAN, begun, call, command, open_table, two_seats
from tests.thorough import in_the_sweep

NANCY = "2007"
"""Two French corps and a fort stand there, of which two defend (§11.2)."""
BEFOREHAND = {"defender_losses": "cheapest", "retreat": "stand", "extra_loss": "cheapest"}


def test_a_question_is_answered_for_always(player: Callable[..., Player]) -> None:
    otto, rosa = player("Otto"), player("Rosa")
    match = two_seats(otto, rosa)["id"]
    path = ["1606", "1706", "1806", "1907"]
    command(otto, match, GERMAN, {"kind": "move", "units": ["ge-viiir"], "path": path, "forced": False})
    command(otto, match, GERMAN, {"kind": "end_phase"})
    open_table(rosa, match, ENTENTE)
    page = rosa.page

    # Before anything is asked: what can be said beforehand, and that nothing is yet. Another window sets the rest.
    opener = page.locator('[data-key="standing"]')
    expect(opener).to_have_text("Standing orders")
    # All that is proposed can be read, and then set in one press. Of that she keeps what she would say herself.
    suggested = page.locator(".standing-row li")
    expect(suggested.first).to_be_hidden()
    page.locator('[data-key="standing-what"]').click()
    expect(suggested).to_have_count(5)
    expect(suggested.filter(has_text="Who defends")).to_contain_text("the two strongest")
    page.locator('[data-key="standing-all"]').click()
    expect(opener).to_have_text(re.compile(r"\(5\)$"))
    expect(page.locator('[data-key="standing-all"]')).to_have_count(0)
    for order in call(rosa, "GET", f"/matches/{match}/standing?seat={ENTENTE}")["orders"]:
        if order["kind"] not in BEFOREHAND:
            call(rosa, "DELETE", f"/matches/{match}/standing/{order['kind']}?seat={ENTENTE}")
    for kind, answer in BEFOREHAND.items():
        call(rosa, "PUT", f"/matches/{match}/standing/{kind}", {"seat": ENTENTE, "answer": answer})
    expect(opener).to_have_text("Standing orders (3)")

    # The question comes: she answers it for always, and is told that it is answered now too.
    command(otto, match, GERMAN, {"kind": "attack", "units": ["ge-viiir"], "target": NANCY})
    expect(opener).to_have_text("Always do this…")
    expect(page.locator('[data-key="always-choose_defenders"]')).to_contain_text("And from now on: the two strongest")
    opener.click()
    card = page.get_by_role("region", name="Standing orders")
    first = card.locator(".standing").first
    expect(first).to_contain_text("Who defends")
    field = page.locator('[data-key="choose_defenders-answer"]')
    expect(field).to_have_value("")
    field.select_option("strongest")
    expect(first).to_contain_text("saving answers it")
    page.locator('[data-key="choose_defenders-save"]').click()
    expect(page.locator("#log .ahead").first).to_have_text("By standing order.")
    expect(page.locator('[data-key="choose_defenders-save"]')).to_have_count(0)
    expect(opener).to_have_text("Standing orders (4)")
    expect(page.locator("#prompt .eye")).not_to_contain_text("Choice of defenders")
    state = call(otto, "GET", f"/matches/{match}/state?seat={GERMAN}")
    assert state["view"]["battle"] is None, "the attack is over: it waited for nothing else of hers"
    assert state["legal"]["yours"]

    # Only this turn: what is set is kept, and folded away again when it is always.
    page.locator('[data-key="choose_defenders-when"]').click()
    page.locator('[data-key="choose_defenders-ends"]').select_option("turn")
    page.locator('[data-key="choose_defenders-save"]').click()
    expect(page.locator('[data-key="choose_defenders-save"]')).to_have_count(0)
    mine = call(rosa, "GET", f"/matches/{match}/standing?seat={ENTENTE}")["orders"]
    assert [o["ends"] for o in mine if o["kind"] == "choose_defenders"] == ["turn"]

    # She wants to be asked again.
    field.select_option("")
    page.locator('[data-key="choose_defenders-save"]').click()
    expect(opener).to_have_text(re.compile(r"\(3\)$"))

    # Whatever is proposed and not said yet can be said at once.
    page.locator('[data-key="standing-proposed"]').click()
    expect(opener).to_have_text(re.compile(r"\(5\)$"))
    expect(page.locator('[data-key="standing-proposed"]')).to_have_count(0)
    page.locator('[data-key="card-close"]').click()
    expect(card).to_have_count(0)
    assert not rosa.problems


@in_the_sweep
def test_every_game_proposes_its_orders_when_a_match_begins(player: Callable[..., Player]) -> None:
    """One press gives all that is proposed; a question that is put meanwhile has its own beside it."""
    otto, rosa = player("Otto"), player("Rosa")
    page = otto.page
    for game, scenario, mine, other, asked in (
        ("great-war", "near-east-1915", "allied", "central", "new-units"),
        ("empires-alliances", "1914", "allied", "central", ""),
        ("powers-1914", "classic-1", "central", "entente", ""),
    ):
        match = begun({mine: otto, other: rosa}, scenario, game)
        if asked:
            for seat, person in ((mine, otto), (other, rosa)):
                command(person, match, seat, {"kind": "deal"})
                command(person, match, seat, {"kind": "end_phase"})
        kinds = call(otto, "GET", f"/matches/{match}/standing?seat={mine}")["kinds"]
        proposed = [kind for kind in kinds if kind["sensible"]]
        open_table(otto, match, mine)
        if asked:
            expect(page.locator(f'[data-key="always-{asked}"]')).to_contain_text("And from now on: skip when everyone")
        use_all = page.locator('[data-key="standing-all"]')
        expect(use_all).to_have_text(f"Use the {len(proposed)} suggested standing orders")
        page.locator('[data-key="standing-all"]').click()
        # In the Near East nobody waits for the Allies' new units then: there are none.
        expect(page.locator('[data-key="standing"]')).to_have_text(f"Standing orders ({len(proposed)})")
        expect(page.locator('[data-key="standing-all"]')).to_have_count(0)
        orders = call(otto, "GET", f"/matches/{match}/standing?seat={mine}")["orders"]
        assert {o["kind"]: o["answer"] for o in orders} == {k["key"]: k["sensible"] for k in proposed}, game
    assert not otto.problems
