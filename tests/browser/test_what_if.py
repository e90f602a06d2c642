"""What-if: a moment is tried out in a window of its own; one plays both sides, and what was hidden is dealt."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.browser.great_war import pass_by
from tests.browser.player import WAIT, Player
from tests.browser.setting import begun, call, open_table, state, two_seats
from tests.thorough import in_the_sweep, sample_of

PASSED = """() => location.search.includes('entente') || document.querySelector("[data-key='end-phase']")"""
"""The other side has come to the turn, or there is another phase to end."""
COMMANDERS = {"central-east": "Paul", "central-west": "Erich", "allied-west": "Joseph", "allied-east": "Alexei"}
ALL_OPEN = "empires-alliances"
COVERED = """() => {
  const bar = document.querySelector('.what-if-bar').getBoundingClientRect();
  return ['.sheets', '.tools'].filter((q) => [...document.querySelectorAll(`#map ${q}`)]
    .some((e) => e.offsetWidth && e.getBoundingClientRect().top < bar.bottom));
}"""
"""What of the tabs of the fronts and the layers lies below the bar of a what-if."""
MORE = 2
"""Beside the one in the window others are dealt: that none of all differs from the truth is next to impossible."""


def stacks_of(told: dict[str, Any]) -> dict[str, list[str]]:
    """Who lies where, by hex, as a seat is told."""
    return {h: [u["id"] for u in units] for h, units in told["view"]["stacks"].items()}


def another_window(person: Player, key: str) -> Player:
    """The window that a link of this person's page opens."""
    with person.context.expect_page() as opened:
        person.press(key)
    twin = copy.copy(person)
    vars(twin)["page"] = opened.value
    twin.page.set_default_timeout(WAIT)
    return twin


def on_trial(person: Player, text: str) -> None:
    """Until the window shows something that is tried out."""
    expect(person.page.locator(".what-if-bar")).to_contain_text(text)
    person.wait_for_table()
    person.settle()


def test_a_position_is_tried_out_on_a_copy(player: Callable[..., Player]) -> None:
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)["id"]
    open_table(helmuth, match, GERMAN)
    before, truth = state(helmuth, match, GERMAN), stacks_of(state(joseph, match, ENTENTE))
    window = another_window(helmuth, "what-if")
    on_trial(window, "You play both sides")
    asked = [{"id": secrets.token_hex(8), "seat": GERMAN} for _ in range(MORE)]
    made = [window.match, *(call(helmuth, "POST", f"/matches/{match}/what-ifs", body)["id"] for body in asked)]
    deals = [stacks_of(state(helmuth, one, ENTENTE)) for one in made]
    hidden = [h for h, units in stacks_of(before).items() if any(u.startswith("?") for u in units)]
    assert any(deal[h] != truth[h] for deal in deals for h in hidden), "the hidden is dealt, and not told"
    assert stacks_of(state(window, window.match, GERMAN)) == stacks_of(before)

    # What was dealt is marked: below the tops that one sees, and on the other side, to which the turn passes.
    page = window.page
    expect(page.locator(".ctr.dealt .dealt-mark").first).to_be_visible()
    expect(page.locator(".ctr.dealt")).to_have_count(len(hidden))
    expect(page.locator(".log a", has_text="Dice committed")).to_have_count(0)
    while f"seat={ENTENTE}" not in page.url:
        window.press("end-phase")
        window.settle()
        if window.key("confirm"):
            window.press("confirm")
            window.settle()
        page.wait_for_function(PASSED)
    on_trial(window, "Turn 1, German Movement")
    expect(page.locator(".ctr.dealt").first).to_be_visible()
    assert state(helmuth, match, GERMAN)["version"] == before["version"], "the match has not moved"

    # One too many is refused, and closing one makes room for it.
    fourth = another_window(helmuth, "what-if")
    expect(fourth.page.get_by_role("heading", level=1)).to_contain_text("You try out 3 positions already")
    fourth.page.locator(".what-ifs button").first.click()
    on_trial(fourth, "You play both sides")
    fourth.press("what-if-end")
    fourth.page.wait_for_url(f"**m={match}*")
    fourth.wait_for_table()

    # Of an earlier moment, from the history, and back to the match.
    fourth.settle()
    fourth.press("history")
    fourth.press("past-first")
    expect(fourth.page.get_by_role("group", name="History")).to_contain_text("Set-up")
    earlier = another_window(fourth, "past-what-if")
    on_trial(earlier, "Turn 1, Entente Set-up")
    earlier.press("what-if-back")
    earlier.page.wait_for_url(f"**m={match}*")
    earlier.wait_for_table()
    assert earlier.match == match
    for one in (window, fourth, earlier):
        one.page.close()


@in_the_sweep
def test_someone_who_watches_a_side_tries_it_out_and_comes_back_to_watching(player: Callable[..., Player]) -> None:
    helmuth, joseph, friend = player("Helmuth"), player("Joseph"), player("Friend")
    match = two_seats(helmuth, joseph)["id"]
    key = call(helmuth, "PUT", f"/matches/{match}/watching", {"seat": GERMAN, "yes": True})["watch"][GERMAN]
    call(friend, "POST", "/guests", {"name": friend.name})
    friend.page.goto(f"/match.html?m={match}&key={key}")
    friend.wait_for_table()
    friend.settle()
    window = another_window(friend, "what-if")
    on_trial(window, "You play both sides")
    assert stacks_of(state(window, window.match, GERMAN)) == stacks_of(state(helmuth, match, GERMAN))
    window.page.reload()
    on_trial(window, "You play both sides")
    window.press("what-if-end")
    window.page.wait_for_url(f"**m={match}&key={key}*")
    window.wait_for_table()
    window.page.close()


@in_the_sweep
def test_a_match_that_is_over_is_played_on_together(player: Callable[..., Player]) -> None:
    """From the verdict, as it lay; the other player comes in by the link that the chat shows."""
    helmuth, joseph = player("Helmuth"), player("Joseph")
    match = two_seats(helmuth, joseph)["id"]
    call(
        joseph,
        "POST",
        f"/matches/{match}/house",
        {"id": secrets.token_hex(8), "seat": ENTENTE, "order": {"kind": "resign"}},
    )
    open_table(helmuth, match, GERMAN)
    window = another_window(helmuth, f"play-on-{match}")
    on_trial(window, "everything lies as it did")
    expect(window.page.locator(".ctr.dealt")).to_have_count(0)
    window.press("what-if-let-in")
    expect(window.page.get_by_text("Joseph can come in")).to_be_visible()
    open_table(joseph, match, ENTENTE)
    joseph.press("below-chat")
    expect(joseph.page.locator("#chat a[target=_blank]")).to_be_visible()
    joseph.page.evaluate("() => document.querySelector('#chat a[target=_blank]').setAttribute('data-key', 'came')")
    guest = another_window(joseph, "came")
    on_trial(guest, "Helmuth lets you in")
    expect(guest.page.locator("[data-key='what-if-end']")).to_have_count(0)
    for one in (window, guest):
        one.page.close()


@pytest.mark.parametrize(
    ("game", "scenario", "said"),
    sample_of(
        [
            ("powers-1914", "austria-russia", "The other side had no card that you could not see."),
            ("empires-alliances", "1918", "You could see everything"),
        ],
        2,
    ),
)
def test_other_games_are_tried_out_as_well(player: Callable[..., Player], game: str, scenario: str, said: str) -> None:
    """What one sees there is what one saw in the match, and it goes on."""
    paul, alexei = player("Paul"), player("Alexei")
    match = begun({"central": paul, "allied" if game == ALL_OPEN else "entente": alexei}, scenario, game)
    open_table(paul, match, "central")
    before = state(paul, match, "central")
    window = another_window(paul, "what-if")
    on_trial(window, said)
    told = state(window, window.match, "central")
    assert told["view"] == before["view"]
    assert window.match != match
    window.page.close()


@in_the_sweep
def test_a_commander_of_the_great_war_tries_out_what_his_side_sees(player: Callable[..., Player]) -> None:
    """Not during the set-up. Later they play both sides whole, and stacks with units that were dealt are marked."""
    people = {seat: player(name) for seat, name in COMMANDERS.items()}
    paul = people["central-east"]
    match = begun(people, "1915-west-and-east", "great-war")
    open_table(paul, match, "central-east")
    early = another_window(paul, "what-if")
    expect(early.page.get_by_role("heading", level=1)).to_contain_text(
        "While units are set up, nothing can be tried out"
    )
    early.page.close()
    pass_by(people, match, lambda told: told["view"]["step"]["part"] == "first-movement")
    open_table(paul, match, "central-east")
    window = another_window(paul, "what-if")
    on_trial(window, "units you could not see are dealt by chance")
    assert "seat=central" in window.page.url
    assert "seat=central-east" not in window.page.url
    before, told = (
        state(window, one, seat)["view"] for one, seat in ((match, "central-east"), (window.match, "central"))
    )
    assert told["stacks"] == before["stacks"]
    expect(window.page.locator(".pane:not([hidden]) .dealt-mark").first).to_be_attached()
    for size in ({"width": 1440, "height": 900}, {"width": 1024, "height": 768}, {"width": 390, "height": 844}):
        window.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert window.page.evaluate(COVERED) == [], f"the bar covers them at {size}"
    window.press("what-if-back")
    window.page.wait_for_url(f"**m={match}&seat=central-east*")
    window.page.close()
