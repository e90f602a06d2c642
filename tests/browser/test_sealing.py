"""Words for the dice in the browser: sealed and opened by themselves, and what is said when one is lost."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.kernel import dice
from tests.browser.player import Player
from tests.browser.setting import call, command, one_screen, open_table
from tests.thorough import in_the_sweep

GERMAN, ENTENTE = "german", "entente"


def kept(player: Player, match: str) -> dict[str, list[dict[str, Any]]]:
    """The words that a browser keeps of a match, by seat."""
    found: dict[str, list[dict[str, Any]]] = json.loads(
        player.page.evaluate("match => localStorage.getItem('gw-words-' + match) ?? '{}'", match)
    )
    return found


def sealed(player: Player) -> None:
    """Until the server has the seal: the word is kept before, and a page that is left by then has sealed nothing."""
    player.wait(
        """async (match) => {
          const { seats } = await (await fetch(`/api/matches/${match}`)).json();
          return seats.some((seat) => seat.you && seat.seal);
        }""",
        player.match,
    )


def waits(player: Player) -> None:
    """The player has the match wait for them: the word that the server has is replaced by one that it has not."""
    page = player.page
    page.get_by_text("Wait for me instead").click()
    player.press("wait-for-me")
    expect(page.locator("[data-key='without-me']")).to_contain_text("this browser has looked in")


@pytest.mark.parametrize("text", ["", "abc", "greatwar seal/m/red/" + 64 * "0", "é" * 200])
def test_the_client_hashes_as_everyone_does(player: Callable[..., Player], text: str) -> None:
    """FIPS 180-4, without a secure context too."""
    page = player("Reader").page
    page.goto("/")
    run = """async (text) => {
      const { sha256 } = await import('/vendor/noble-hashes-2.4.0/sha2.js');
      return [...sha256(new TextEncoder().encode(text))].map((b) => b.toString(16).padStart(2, '0')).join('');
    }"""
    assert page.evaluate(run, text) == hashlib.sha256(text.encode()).hexdigest()


def test_words_are_sealed_at_once_and_opened_when_all_are_sealed(player: Callable[..., Player]) -> None:
    """Where a host has the match wait, no word leaves its browser before there is a commitment; each keeps its own."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    helmuth.come_in()
    helmuth.create(GERMAN)
    invitation = helmuth.invitation()
    waits(helmuth)
    _, word = kept(helmuth, helmuth.match)[GERMAN]
    assert re.fullmatch(r"[0-9a-f]{64}", word["word"])
    assert word["seal"] == dice.seal(helmuth.match, GERMAN, word["word"])
    assert helmuth.words == []
    # They go elsewhere: the match does not begin without them, and the other is told for whom it waits.
    helmuth.page.goto("/boards.html")
    joseph.page.goto(invitation)
    joseph.page.get_by_label("Your name").fill(joseph.name)
    guests: list[str] = []
    joseph.page.on("request", lambda it: guests.append(it.url) if it.url.endswith("/api/guests") else None)
    joseph.page.locator(f"[data-key='sit-{ENTENTE}']").dblclick()
    joseph.page.get_by_role("heading", name="Waiting for Helmuth").wait_for()
    assert len(guests) == 1, "a second press makes no second guest, who would not have the seat"
    assert "seal still closed" in joseph.page.locator(".seat-list").inner_text()
    # The lobby is enough for their browser to open it.
    helmuth.page.goto("/")
    joseph.wait_for_table()
    shown = call(joseph, "GET", f"/matches/{joseph.match}")
    assert shown["status"] == "active"
    assert helmuth.words == [word["word"]]
    for each, seat in ((helmuth, GERMAN), (joseph, ENTENTE)):
        *_, own = kept(each, joseph.match)[seat]
        assert own["commitment"] == shown["commitment"]


@in_the_sweep
def test_a_word_that_the_browser_forgot_is_replaced_while_there_is_no_commitment(player: Callable[..., Player]) -> None:
    helmuth = player("Helmuth")
    helmuth.come_in()
    helmuth.create(GERMAN)
    helmuth.invitation()
    waits(helmuth)
    before = kept(helmuth, helmuth.match)[GERMAN][-1]["seal"]
    helmuth.page.evaluate("() => localStorage.clear()")
    helmuth.page.reload()
    helmuth.press("seal-again")
    helmuth.invitation()
    (word,) = kept(helmuth, helmuth.match)[GERMAN]
    assert word["seal"] != before
    seat_record = call(helmuth, "GET", f"/matches/{helmuth.match}")["seats"][0]
    assert (seat_record["seal"], seat_record["ahead"]) == (word["seal"], False), "and the match waits for them still"


def test_a_word_sent_off_under_one_commitment_is_never_opened_under_another(player: Callable[..., Player]) -> None:
    """A server that had seen it could fit its secret to it: the browser seals another instead."""
    helmuth = player("Helmuth")
    helmuth.come_in()
    helmuth.create(GERMAN)
    helmuth.invitation()
    sealed(helmuth)
    match = helmuth.match
    spent = kept(helmuth, match)[GERMAN][0]
    # As if the answer to the word had been that the commitment is another one by now.
    helmuth.page.evaluate(
        """([match, word]) => localStorage.setItem('gw-words-' + match,
             JSON.stringify({ german: [{ ...word, commitment: '0'.repeat(64) }] }))""",
        [match, spent],
    )
    helmuth.page.reload()
    helmuth.wait("match => JSON.parse(localStorage.getItem('gw-words-' + match)).german.length === 2", match)
    assert kept(helmuth, match)[GERMAN][1]["word"] != spent["word"]
    assert helmuth.words == []


def test_two_tabs_of_one_player_begin_one_match(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    helmuth.come_in()
    helmuth.create(GERMAN)
    invitation = helmuth.invitation()
    second = helmuth.context.new_page()
    second.goto(helmuth.page.url)
    joseph.join(invitation)
    helmuth.wait_for_table()
    second.locator("#map .world").wait_for(state="attached")


@in_the_sweep
def test_the_proof_that_a_player_copies_has_the_commitment_and_the_newest_link(player: Callable[..., Player]) -> None:
    """As an argument for the program that checks the file; the link goes on with the match."""
    helmuth = player("Helmuth")
    match = one_screen(helmuth)
    open_table(helmuth, match, GERMAN)
    helmuth.press("people")
    first = helmuth.page.get_by_label("Proof").input_value()
    commitment = call(helmuth, "GET", f"/matches/{match}")["commitment"]
    assert first.startswith(f"greatwar verify match-{match}.json --commitment {commitment}")
    (link,) = re.search(r"--link ([0-9a-f]{64})$", first).groups()  # type: ignore[union-attr]
    state = call(helmuth, "GET", f"/matches/{match}/state?seat={GERMAN}")
    assert link == state["link"]
    command(helmuth, match, GERMAN, {"kind": "end_phase"})
    helmuth.settle()
    helmuth.wait("old => document.querySelector('input[data-key=\"proof\"]')?.value !== old", first)
    assert commitment in helmuth.page.get_by_label("Proof").input_value()
