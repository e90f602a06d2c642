"""Someone has to stop in the middle of a match, and a stranger plays on."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.setting import GERMAN, command, open_table, two_seats


def test_a_player_leaves_and_a_stranger_takes_over_and_moves(player: Callable[..., Player]) -> None:
    otto, rosa, nora = player("Otto"), player("Rosa"), player("Nora")
    match = two_seats(otto, rosa, listing="public")["id"]
    open_table(otto, match, GERMAN)

    # Leaving asks once more; until someone comes the seat can be kept after all.
    otto.page.locator('[data-key="people"]').click()
    otto.page.locator('[data-key="leave"]').click()
    otto.page.locator('[data-key="leave-sure"]').click()
    mine = otto.page.locator(f'[data-key="open-seat-{GERMAN}"]')
    expect(mine).to_contain_text("You can play on until someone takes it over")
    otto.page.locator('[data-key="stay"]').click()
    expect(mine).to_have_count(0)
    otto.page.locator('[data-key="people"]').click()
    otto.page.locator('[data-key="leave"]').click()
    otto.page.locator('[data-key="leave-sure"]').click()
    expect(mine).to_contain_text("listed on the first page")

    # A stranger finds it, sees what it is, enters a name, and takes it.
    nora.page.goto("/")
    nora.page.locator(f'[data-key="take-{match}"]').click()
    expect(nora.page.locator("#curtain")).to_contain_text("Otto has left it")
    expect(nora.page.locator("#curtain")).to_contain_text("Turn 1")
    nora.page.locator('[data-key="name"]').fill(nora.name)
    nora.page.locator('[data-key="name-go"]').click()
    expect(nora.page.locator('[data-key="look"]')).to_be_visible()
    nora.page.locator(f'[data-key="take-{GERMAN}"]').click()
    nora.wait_for_table()
    assert nora.seat == GERMAN
    expect(nora.page.locator("#log")).to_contain_text("has a new player.")

    # Whoever left is told so, and sees nothing more; the other meets the newcomer, who moves.
    otto.page.get_by_role("heading", name="Someone else plays your seat now").wait_for()
    command(nora, match, GERMAN, {"kind": "end_phase"})
    expect(nora.page.locator("#prompt .eye")).to_contain_text("Combat")
    open_table(rosa, match, "entente")
    rosa.page.locator('[data-key="people"]').click()
    expect(rosa.page.locator(".people")).to_contain_text("Nora")

    # Nora will be away: Otto stands in, who knows this side already, and gives the seat back.
    nora.page.locator('[data-key="people"]').click()
    nora.page.locator('[data-key="ask-stand-in"]').click()
    otto.page.goto(nora.page.locator('[data-key="stand-in-link"]').input_value())
    expect(otto.page.locator("#curtain")).to_contain_text("Nora asks you to stand in")
    otto.page.locator('[data-key="stand-in-agree"]').click()
    otto.page.locator('[data-key="stand-in-play"]').click()
    expect(otto.page.locator("#curtain [role=alert]")).to_contain_text("neither away nor out of time")
    nora.page.locator('[data-key="stand-in-now"]').click()
    expect(nora.page.locator(f'[data-key="stands-in-{GERMAN}"]')).to_contain_text("Otto plays for you")
    otto.page.reload()
    otto.wait_for_table()
    command(otto, match, GERMAN, {"kind": "end_phase"})
    expect(rosa.page.locator(f'[data-key="stands-in-{GERMAN}"]')).to_contain_text("Otto plays for Nora")
    nora.page.locator(f'[data-key="stands-in-{GERMAN}"] [data-key="take-back"]').click()
    otto.page.get_by_role("heading", name="Nora plays again").wait_for()
    expect(nora.page.locator("#log")).to_contain_text("is back and plays again.")
    # Rosa knows nobody to ask: a program stands in, and plays for her while she watches.
    rosa.page.locator('[data-key="stand-in-recruit"]').click()
    rosa.page.locator('[data-key="stand-in-now"]').click()
    expect(rosa.page.locator('[data-key="stands-in-entente"]')).to_contain_text("Recruit (program) plays for you")
    expect(nora.page.locator('[data-key="stands-in-entente"]')).to_contain_text("Recruit (program) plays for Rosa")
    rosa.page.locator('[data-key="stands-in-entente"] [data-key="take-back"]').click()
    expect(rosa.page.locator('[data-key="stands-in-entente"]')).to_have_count(0)
    # Otto's page came back twice and was refused, as it should be; and so was asking to play too early.
    otto.leave()
    otto.problems[:] = [problem for problem in otto.problems if "403" not in problem and "422" not in problem]
    for person in (rosa, nora):
        assert not person.problems, person.problems
