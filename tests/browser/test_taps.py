"""A tap always answers: where it can do nothing it says why, and what was in hand stays there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rules.catalogue import GAMES
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.browser.player import Player
from tests.browser.setting import begun, shown
from tests.games.great_war.kit import position
from tests.games.schlieffens_war.kit import loaded, order
from tests.games.schlieffens_war.kit import position as field_army

STORMED = {"1205": "fr-1 fr-2", "1206": "ge-ii ge-iii ge-iv ge-hq-1", "1409": "ge-x", "1408": "fr-3"}
TRAINS, ATTACKS = "central.rail", "first.west.attacks"


@pytest.fixture
def asked(player: Callable[..., Player]) -> Callable[..., tuple[Player, Callable[[Any], None]]]:
    """A player of the first of two seats, whose page can be shown any position."""

    def sit(scenario: str, name: str, seat: str, other: str, **context: Any) -> tuple[Player, Callable[[Any], None]]:
        first, second = player("Erich", **context), player("Ian")
        match = begun({seat: first, other: second}, scenario, name)
        return first, lambda state: shown(GAMES[name], first, match, seat, state)

    return sit


def says(person: Player, place: str, *words: str) -> None:
    """A tap there is answered by a message."""
    person.tap(place)
    person.settle()
    for word in words:
        expect(person.page.locator(".toast")).to_contain_text(word)


def test_a_tap_that_can_do_nothing_says_why_in_the_great_war(asked: Callable[..., Any]) -> None:
    """§8.16, §9.31, §10.11: out of reach, barred, not at a railway, not to be attacked: a sentence and its section."""
    erich, show = asked("1915", "great-war", CENTRAL, ALLIED)
    title = erich.page.locator("#prompt h2")

    show(position({"W5217": "ge-3 ge-4", "W5117": "fr-12", "W5218": "ge-hq-8"}, west=CENTRAL))
    # Who may still go is outlined and counted; a key, or a button on a phone, takes up one stack after the other.
    expect(erich.page.locator("#pane-great-war-west .able")).to_be_attached()
    expect(erich.page.locator("[data-key='next-stack']")).to_contain_text("2 can still go")
    erich.press("next-stack")
    erich.settle()
    held = title.inner_text()
    assert "and 1 other" in held
    erich.page.keyboard.press("n")
    expect(title).to_contain_text("8th Army")
    erich.page.keyboard.press("n")
    expect(title).to_have_text(held)
    erich.settle()
    # What hovering says.
    says(erich, "W5117", "W5117", "cannot be entered. Enemy combat units", "§")
    expect(title).to_have_text(held)
    says(erich, "W5211", "is out of reach for")
    expect(title).to_have_text(held)
    # Escape puts it down; then ground on which nobody stands tells what it is.
    erich.page.keyboard.press("Escape")
    erich.page.keyboard.press("Escape")
    erich.settle()
    erich.board_to("W5013")
    # While a layer is asked for, a tap is answered as at any other time.
    waiting = list[Route]()

    def hold(route: Route) -> None:
        waiting.append(route)

    erich.page.route("**/consult", hold)
    with erich.page.expect_request("**/consult"):
        erich.press("layer-supply")
    place = erich.place("W5013")
    erich.page.mouse.click(place["x"], place["y"])
    expect(erich.page.locator(".tip")).to_contain_text("W5013")
    expect(erich.page.locator("#hex-sentence")).to_contain_text("W5013")
    erich.page.unroute("**/consult", hold)
    for route in waiting:
        route.fallback()
    erich.press("layer-supply")
    erich.settle()

    show(position({"W6529": "ge-1bvr", "W5217": "ge-3"}, TRAINS))
    says(erich, "W5217", "cannot go.", "§")
    erich.tap("W6529")
    erich.settle()
    held = title.inner_text()
    says(erich, "W6429", "W6429 cannot be reached.", "§9")
    says(erich, "W5217", "cannot go.", "§")
    expect(title).to_have_text(held)

    show(position({"W5217": "ge-3", "W5117": "fr-12", "W5115": "fr-13", "W5213": "ge-4"}, ATTACKS, west=CENTRAL))
    # What can be attacked may lie out of sight: the next is shown, and the attack on it planned.
    erich.press("next-target")
    erich.settle()
    expect(title).to_contain_text("Attack W5117")
    erich.press("back")
    erich.tap("W5117")
    erich.settle()
    expect(title).to_contain_text("Attack W5117")
    # One case, and all its dice in three rows.
    losses = erich.page.get_by_role("table", name="Losses by die").get_by_role("row")
    expect(losses).to_have_text(["Die", re.compile(r"You lose[0-9]{6}"), re.compile(r"They lose([0-9]|all){6}")])
    says(erich, "W5115", "cannot be attacked.")
    says(erich, "W5213", "cannot join in.")
    says(erich, "W5014", "There is no enemy to attack at")
    expect(title).to_contain_text("Attack W5117")
    erich.press("back")

    # On a phone the sheet grows with the plan, and what is attacked stays in what is left of the window.
    erich.page.set_viewport_size({"width": 390, "height": 844})
    erich.settle()
    erich.bring("W5117", 195, 540)
    erich.tap("W5117")
    erich.settle()
    expect(erich.page.locator("#side")).to_have_attribute("data-tab", "attack")
    erich.wait("""() => {
      const target = document.querySelector('#pane-great-war-west .target').getBoundingClientRect();
      return target.bottom < document.querySelector('#side').getBoundingClientRect().top;
    }""")


def test_a_tap_that_can_do_nothing_says_why_in_schlieffens_war(asked: Callable[..., Any]) -> None:
    """§10.1, §11.1: a hex out of reach, one that is barred, a corps that is done; and no word of probes once they are
    over."""
    helmuth, show = asked("campaign", "schlieffens-war", GERMAN, ENTENTE)
    show(field_army("german.movement", {"1205": "fr-1", "1207": "ge-ii ge-iii", "1409": "ge-iv"}))
    title = helmuth.page.locator("#prompt h2")
    helmuth.tap("1207")
    helmuth.settle()
    held = title.inner_text()
    says(helmuth, "1205", "cannot be entered.", "§")
    expect(title).to_have_text(held)
    says(helmuth, "2015", "cannot get as far as")
    expect(title).to_have_text(held)

    state = field_army("german.combat", STORMED)
    show(state)
    expect(helmuth.page.locator("#prompt")).to_contain_text("Probe first")
    show(order(state, GERMAN, "attack", loaded(3), units=["ge-ii", "ge-iii", "ge-iv"], target="1205"))
    expect(helmuth.page.locator("#prompt h2")).to_be_visible()
    expect(helmuth.page.locator("#prompt")).not_to_contain_text("Probe first")
