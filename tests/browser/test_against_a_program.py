"""One press on the first page, and a program answers: by a guest who gave no name."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules.catalogue import GAMES
from tests import forked
from tests.browser.conftest import House
from tests.browser.player import Player
from tests.browser.setting import call, state
from tests.thorough import in_the_sweep

WAIT_FOR_THE_WORD = """async (redrawn) => {
  const word = () => document.querySelector("[data-key='program-silent']");
  const old = word();
  for (let n = 0; redrawn && word() === old && n < 100; n += 1) {
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const left = parseFloat(getComputedStyle(word()).animationDelay);
  document.getAnimations().forEach((animation) => animation.finish());
  return { left, after: getComputedStyle(word()).visibility };
}"""
"""Seconds that the word still waits, with the page drawn again before or not, and whether it shows when they are over.
In one breath: a page that is drawn in between has another word."""


@pytest.fixture
def programs(house: House, tmp_path: Path) -> Iterator[None]:
    """The process in which programs play, beside the server of these tests."""
    command = [sys.executable, "-m", "app", "opponents", "--first", "0", "--then", "0"]
    process = forked.start(
        command, {"DATABASE_URL": house.database, "PATH": "/usr/bin:/bin"}, tmp_path / "programs.log"
    )
    yield
    process.kill()


def test_a_guest_without_a_name_plays_at_once(player: Callable[..., Player], programs: None) -> None:
    ada = player("Guest")
    # On a phone one press is in sight as the page opens.
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.goto("/")
    for game in GAMES:
        expect(ada.page.locator(f"[data-key='at-once-{game}']")).to_be_in_viewport(ratio=1)
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    ada.page.locator("[data-key='now-schlieffens-war-entente']").click()
    ada.page.get_by_role("heading", name="Set up your armies").wait_for()
    match = ada.match
    assert [s["name"] for s in call(ada, "GET", f"/matches/{match}")["seats"]] == ["Recruit (program)", "Guest"]
    # A hint is filled in by one press, and given by the player's yes alone.
    ada.page.locator("[data-key='hint']").click()
    card = ada.page.locator("[data-key='hint-card']")
    expect(card).to_contain_text("Historical set-up")
    expect(card.locator("[data-section='5.1']")).to_be_visible()
    card.locator("[data-key='hint-take']").click()
    ada.page.get_by_role("button", name="Give this order").locator("visible=true").click()
    expect(card).to_have_count(0)
    ada.page.get_by_role("button", name="Done setting up").click()
    # The German turn is the program's: it marches, and the log tells of it here.
    expect(ada.page.locator("body")).to_contain_text("moved")
    assert any(line["side"] == "german" for line in state(ada, match, "entente")["log"])
    # Once it is over, the result says what the program weighed, and what it took hidden units for.
    call(
        ada, "POST", f"/matches/{match}/house", {"id": "given-up-1914", "seat": "entente", "order": {"kind": "resign"}}
    )
    ada.page.goto(f"/result.html?m={match}")
    thoughts = ada.page.get_by_role("region", name="What the program weighed")
    thoughts.locator("[data-key='thoughts-ask']").click()
    # The process that finds it begins with all imports, and people come first.
    thoughts.get_by_role("button", name="Turn 1").click(timeout=60_000)
    expect(thoughts).to_contain_text("German: Movement")
    expect(thoughts.locator("ol [data-section]").first).to_be_attached()
    thoughts.get_by_text("German: Set-up").click()
    expect(thoughts.get_by_role("table").first).to_contain_text("In truth")


@in_the_sweep
def test_the_lobby_seats_an_officer_where_there_is_one_and_programs_beside_allies(
    player: Callable[..., Player], programs: None
) -> None:
    """decisions/0060: a side of a person and a program goes through its phases together."""
    ada = player("Ada")
    ada.come_in()
    ada.page.locator("[data-key='choose-game']").select_option("powers-1914")
    ada.page.locator("[data-key='how-program-officer']").check()
    ada.page.locator("[data-key='seat-entente']").check()
    ada.page.get_by_role("button", name="Start match").click()
    ada.page.wait_for_url("**/match.html*")
    seats = call(ada, "GET", f"/matches/{ada.match}")["seats"]
    assert [(s["seat"], s["program"], s["name"]) for s in seats] == [
        ("central", "officer", "Officer (program)"),
        ("entente", None, "Ada"),
    ]
    expect(ada.page.locator("body")).to_contain_text("Officer (program)")
    ada.page.goto("/")
    ada.page.locator("[data-key='choose-game']").select_option("empires-alliances")
    expect(ada.page.locator("[data-key='how-program-recruit']")).to_be_visible()
    expect(ada.page.locator("[data-key='how-program-officer']")).to_have_count(0)
    ada.page.locator("[data-key='choose-scenario']").select_option("1914")
    expect(ada.page.locator("[data-key='how-program-officer']")).to_be_visible()
    ada.page.locator("[data-key='choose-game']").select_option("schlieffens-war")
    ada.page.locator("[data-key='choose-commanders']").select_option("campaign-teams")
    expect(ada.page.locator("[data-key^='how-program']")).to_have_count(0)
    for seat in ("german-right", "entente-east", "entente-north"):
        ada.page.locator(f"[data-key='program-{seat}']").check()
    ada.page.locator("[data-key='seat-german-left']").check()
    ada.page.get_by_role("button", name="Start match").click()
    ada.page.wait_for_url("**/match.html*")
    seats = call(ada, "GET", f"/matches/{ada.match}")["seats"]
    assert [s["program"] for s in seats] == ["recruit", None, "recruit", "recruit"]
    # Both of its enemies set up, then both of this side: the program its part, and nothing of Ada's.
    ada.page.get_by_role("heading", name="Set up your armies").wait_for()
    ada.page.get_by_role("button", name="Historical set-up").click()
    ada.page.get_by_role("button", name="Done setting up").click()
    # The program marches with its own wing, and the phase waits for Ada.
    expect(ada.page.get_by_role("button", name="Done moving")).to_be_visible(timeout=30_000)
    deadline = time.monotonic() + 30
    while "german-right" in (told := state(ada, ada.match, "german-left"))["view"]["step"]["deciders"]:
        assert time.monotonic() < deadline, "the program does not end its part"
        ada.page.wait_for_timeout(100)
    assert (told["view"]["step"]["key"], told["view"]["step"]["deciders"]) == ("movement", ["german-left"])
    assert any("moved" in line["text"] for line in told["log"] if line["side"] == "german")
    ada.page.get_by_role("button", name="Done moving").click()
    expect(ada.page.locator("body")).to_contain_text("German Combat", timeout=15_000)


def test_a_program_that_does_not_answer_is_spoken_of(player: Callable[..., Player]) -> None:
    """Here no process plays for it. The word is there at once, and the style sheet shows it after twenty seconds,
    which do not begin again when the page is drawn again."""
    ada = player("Ada")
    ada.page.goto("/")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.locator("[data-key='now-empires-alliances-central']").click()
    ada.page.locator("[data-key='program-silent']").wait_for(state="attached")
    first, later = (ada.page.evaluate(WAIT_FOR_THE_WORD, redrawn) for redrawn in (False, True))
    assert 0 <= later["left"] < first["left"] <= 20
    assert later["after"] == "visible"
