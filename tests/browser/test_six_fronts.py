"""Europe and the Near East in one war: six tabs, boxes beside their maps, three commanders a side in six windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.great_war.game import IN_BOTH
from tests.browser.great_war import pass_by
from tests.browser.player import Player
from tests.browser.setting import Together, begun, open_table, state
from tests.browser.test_axe import look
from tests.thorough import in_the_sweep

SEATS = {
    **{"central-east": "Paul", "central-west": "Erich", "central-near-east": "Enver"},
    **{"allied-west": "Joseph", "allied-east": "Alexei", "allied-near-east": "Archibald"},
}
SHOWN = "() => document.querySelector('#map').dataset.board"
SHEETS = {"NC": "great-war-caucasus", "NE": "great-war-egypt", "NI": "great-war-iraq"}
PALE = 0.3
"""A layer lets the map through."""
ALL_TABS = """() => {
  const row = document.querySelector('.sheets');
  const cut = (box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
  return row.children.length === 6 && ![row, ...row.children].some(cut);
}"""
"""Whether all six are in sight with their whole names."""
LOST = "Constantinople is empty then"
TABS = ["Western", "Italian", "Eastern", "Caucasus", "Egyptian", "Iraqi"]


@pytest.fixture
def people(player: Callable[..., Player]) -> dict[str, Player]:
    """Three commanders a side."""
    return {seat: player(name) for seat, name in SEATS.items()}


def units_of(told: Any, prefix: str) -> set[str]:
    """The hexes beginning with a prefix in which someone sees their own units."""
    return {
        h for h, s in told["view"]["stacks"].items() if h.startswith(prefix) and s[0]["side"] == told["view"]["viewer"]
    }


def march(table: Together, mover: Player, prefix: str, warning: str = "") -> None:
    """On that front the first stack that can march goes to the first hex that it can reach, and all are told. Where
    there is a ``warning``, it goes only after a yes to that."""
    for start in sorted(units_of(state(mover, table.match), prefix)):
        mover.tap(start)
        mover.settle()
        if goals := mover.listed("to-"):
            table.give(mover, f"to-{goals[0]}")
            if warning:
                expect(mover.page.locator("#prompt")).to_contain_text(warning)
                assert goals[0] not in state(mover, table.match)["view"]["stacks"]
                table.give(mover, "confirm")
            assert all(goals[0] in state(person, table.match)["view"]["stacks"] for person in table.people.values())
            return
    raise AssertionError(f"{mover.name} can march with nobody")


@in_the_sweep
def test_six_windows_play_an_operational_and_a_strategic_turn(people: dict[str, Player]) -> None:
    """§3.13, §4.2: two move in each theatre, one of them in the Near East; each ends what is theirs. In the strategic
    turn the chiefs decide, and all of them rebuild."""
    paul, erich, enver, joseph, alexei, archibald = people.values()
    match = begun(people, "combined-1915-west-east-near-east", "great-war")
    table = Together(people, match)
    pass_by(people, match, lambda t: t["view"]["step"]["part"] == "first-movement")
    for seat, person in people.items():
        open_table(person, match, seat)

    # The commanders of the Near East are shown their own maps, and each the boxes beside them.
    boards = {
        joseph: "great-war-west",
        paul: "great-war-east",
        archibald: "great-war-egypt",
        enver: "great-war-caucasus",
    }
    for mover, board in boards.items():
        expect(mover.page.locator("#prompt .eye")).to_contain_text("Your move")
        assert mover.page.evaluate(SHOWN) == board
    expect(erich.page.locator("#prompt h2")).to_contain_text("Waiting for")
    expect(enver.page.locator(".sheets [role=tab]")).to_have_text([re.compile(f"^{tab}") for tab in TABS])
    expect(enver.page.locator(".fronts li")).to_contain_text(["West, Italy, Egypt", "East, Caucasus, Iraq"])
    desk = enver.page.viewport_size
    enver.page.set_viewport_size({"width": 390, "height": 844})
    assert enver.page.evaluate(ALL_TABS), "a phone shows six tabs, and none has to be scrolled to"
    assert desk
    enver.page.set_viewport_size(desk)
    enver.press("box-reserve")
    expect(enver.page.locator(".box-open")).to_contain_text("Turkish Required Reserve")
    look(enver, "a box laid open")
    enver.press("box-close")
    archibald.press("turn")
    card = archibald.page.locator(".card")
    expect(card).to_contain_text("Ships in the Near East3 a turn")
    expect(card).to_contain_text("Dead pile of the Near East, Central Powers")
    expect(card).not_to_contain_text("if in supply")
    archibald.page.keyboard.press("Escape")
    archibald.press("layer-supply-next")
    archibald.settle()
    pale = archibald.page.locator(".pane:not([hidden]) .overlay.supply-next").first
    assert float(pale.evaluate("layer => getComputedStyle(layer).fillOpacity")) < PALE
    archibald.press("layer-supply-next")
    march(table, archibald, "NE")
    # What cannot be taken back is said first; here the server's word is put in, for Turkey has not surrendered.
    enver.page.route("**/consult", lambda route: route.fulfill(json={**route.fetch().json(), "grave": LOST}))
    march(table, enver, "NC", LOST)
    enver.page.unroute("**/consult")
    expect(joseph.page.locator("#tab-great-war-egypt .unseen")).to_have_text("1 new")
    expect(joseph.page.locator("#tab-great-war-caucasus .unseen")).to_have_text("1 new")
    table.done(enver)
    expect(paul.page.locator(".team")).to_contain_text("Done with this step: Enver.")
    for mover in (archibald, joseph, paul):
        table.done(mover)
    assert state(paul, match)["view"]["step"]["part"] != "first-movement"

    # In the second half those of Europe change over, and those of the Near East move again, in the other theatre.
    pass_by(people, match, lambda t: t["view"]["step"]["part"] == "second-movement")
    table.told()
    for mover in (erich, enver, alexei, archibald):
        expect(mover.page.locator("#prompt .eye")).to_contain_text("Your move")
    assert archibald.page.evaluate(SHOWN) == "great-war-caucasus"
    assert enver.page.evaluate(SHOWN) == "great-war-egypt"
    pass_by(people, match, lambda t: t["legal"]["step"] == "rails" and t["legal"]["yours"])
    table.told()
    trains = enver.page.locator(".trains")
    expect(trains).to_contain_text("Trains in the Near East 4 of 4", use_inner_text=True)

    # Units taken up on the map go into a box by a press on it.
    told = state(enver, match)
    offers = {offer["kind"]: offer["slots"][0]["options"]["of"] for offer in told["legal"]["offers"] if offer["slots"]}
    unit = next(u for u in offers["to_transit"] if u in offers["rail"])
    start = next(h for h, s in told["view"]["stacks"].items() if any(c["id"] == unit for c in s))
    enver.page.evaluate("id => document.querySelector(`#tab-${id}`).click()", SHEETS[start[:2]])
    enver.settle()
    enver.press("order-rail")
    enver.tap(start)
    enver.settle()
    enver.press("box-transit")
    enver.press("box-order-to_transit")
    table.give(enver, "order-go")
    expect(trains).to_contain_text(re.compile(r"Trains in the Near East\s[0-3] of 4"), use_inner_text=True)
    assert any(c["id"] == unit for c in state(paul, match)["view"]["boxes"]["transit"])

    # The strategic turn.
    pass_by(people, match, lambda t: t["view"]["step"]["part"] == "replacement")
    table.told()
    for person in people.values():
        expect(person.page.locator(".phases .now")).to_contain_text("Rebuild")
    expect(archibald.page.get_by_role("region", name="Report: turn 10")).to_contain_text("Egypt: 1 move")
    dead = enver.keys("unit-")
    table.give(enver, dead[-1])
    if enver.key("order-go"):
        table.give(enver, "order-go")
    expect(paul.page.locator("#log")).to_contain_text("rebuilt.")
    for person in people.values():
        table.done(person)
    pass_by(people, match, lambda t: t["view"]["step"]["round"] == "operational")
    table.told()
    for person in people.values():
        expect(person.page.locator("[data-key='turn']")).to_contain_text("Turn 12 (3 of 42)")


def test_the_lobby_offers_six_fronts_to_two_four_or_six(people: dict[str, Player]) -> None:
    """§1.0, §3.13: a variant of its own, each start with one, two or three commanders a side."""
    joseph = people["allied-west"]
    joseph.come_in()
    joseph.page.locator("[data-key='choose-game']").select_option("great-war")
    joseph.page.locator("[data-key='choose-variant']").select_option(IN_BOTH)
    expect(joseph.page.get_by_role("heading", name=IN_BOTH)).to_be_visible()
    # A picture of Europe, and one of the Near East.
    pictures = joseph.page.locator(".hero img")
    assert [re.sub(r".*/boards/", "", str(p.get_attribute("src"))) for p in pictures.all()] == [
        "great-war-west/small.webp", "great-war-caucasus/small.webp",
    ]  # fmt: skip
    assert joseph.page.evaluate("() => [...document.querySelectorAll('.hero img')].every((p) => p.clientHeight > 100)")
    scenario = joseph.page.locator("[data-key='choose-scenario']")
    starts = ("August 1914", "May 1915", "January 1916", "April 1917")
    expect(scenario.locator("option")).to_have_text([re.compile(f"^From {start}\\b") for start in starts])
    commanders = joseph.page.locator("[data-key='choose-commanders']")
    expect(commanders.locator("option")).to_have_text([f"{many} on each side" for many in ("One", "Two", "Three")])
    commanders.select_option("combined-campaign-west-east-near-east")
    # Another start keeps them.
    scenario.select_option("combined-1917")
    expect(commanders).to_have_value("combined-1917-west-east-near-east")
    expect(joseph.page.locator(".hero")).to_contain_text("one in the Near East")
    rules = joseph.page.locator("[data-key='how-to-play']").get_attribute("href")
    joseph.page.goto(str(rules))
    expect(joseph.page.get_by_role("heading", name=f"How to play {IN_BOTH}")).to_be_visible()
