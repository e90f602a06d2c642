"""The Near East alone, May 1915, in two browsers: three fronts, a march on two of them, to the strategic turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.great_war.game import IN_BOTH, IN_EUROPE, IN_THE_NEAR_EAST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.browser.great_war import pass_by
from tests.browser.player import DESK, Player
from tests.browser.setting import Told, begun, catch_up, command, open_table, state
from tests.browser.test_great_war import WHOLE
from tests.thorough import in_the_sweep

MARCHES = ((ALLIED, "great-war-egypt", "NE"), (CENTRAL, "great-war-caucasus", "NC"))
"""Who has the initiative where, and what the ids of hexes there begin with (§21.21)."""

STARTS = ("November 1914", "May 1915", "January 1916", "April 1917", "January 1918")


@pytest.fixture
def people(player: Callable[..., Player]) -> dict[str, Player]:
    """Both sides."""
    return {CENTRAL: player("Enver"), ALLIED: player("Joseph")}


def in_step(part: str) -> Callable[[Told], bool]:
    """Whether a seat is told of that step."""
    return lambda told: bool(told["view"]["step"]["part"] == part)


def march(mover: Player, match: str, board: str, prefix: str) -> None:
    """On that front the first stack that can march goes to the first hex that it can reach."""
    mover.page.locator(f"#tab-{board}").click()
    mover.settle()
    before = state(mover, match)["view"]["stacks"]
    for start, stack in before.items():
        if not start.startswith(prefix) or stack[0]["side"] != mover.seat:
            continue
        mover.tap(start)
        mover.settle()
        if goals := mover.listed("to-"):
            mover.tap(goals[0])
            mover.settle()
            assert len(state(mover, match)["view"]["stacks"].get(goals[0], ())) > len(before.get(goals[0], ()))
            return
    raise AssertionError(f"nobody can march on {board}")


@in_the_sweep
def test_may_1915_is_played_to_its_strategic_turn(people: dict[str, Player]) -> None:
    """§4.2, §4.21, §12.12: set-up, tabs of three fronts, both sides move at once, then the strategic turn."""
    match = begun(people, "near-east-1915", "great-war")
    for seat in (ALLIED, CENTRAL):
        for kind in ("deal", "end_phase"):
            command(people[seat], match, seat, {"kind": kind})
    pass_by(people, match, in_step("first-movement"))
    for seat, person in people.items():
        open_table(person, match, seat)
        expect(person.page.locator(".sheets")).to_contain_text("Egyptian Front")
        expect(person.page.locator(".sheets [role=tab]")).to_have_count(3)
    # A tablet has room for all steps of the turn, Persia's and the last one too.
    people[CENTRAL].page.set_viewport_size({"width": 1024, "height": 768})
    people[CENTRAL].settle()
    assert people[CENTRAL].page.evaluate(WHOLE)[-2:] == ["Persia", "Record"]
    people[CENTRAL].page.set_viewport_size(DESK)  # type: ignore[arg-type]
    told = state(people[CENTRAL], match)
    assert told["view"]["tracks"]["weather"] == {"caucasus": "fair", "south": "fair"}
    for side, board, prefix in MARCHES:
        march(people[side], match, board, prefix)
    pass_by(people, match, lambda t: t["view"]["step"]["round"] == "strategic")
    pass_by(
        people,
        match,
        lambda t: t["view"]["step"]["round"] == "operational" and t["view"]["turn"] > told["view"]["turn"],
    )
    for seat, person in people.items():
        catch_up(person, seat)
        person.press("turn")
        expect(person.page.locator(".facts", has_text="Weather").first).to_contain_text("Caucasus")
        expect(person.page.locator(".facts").last).to_contain_text("Turkish Required Reserve")
        expect(person.page.locator(".facts").last).to_contain_text("Sinai pipelinenot begun")
        expect(person.page.locator("[data-key='layer-supply-next']")).to_have_count(1)
    mine, theirs = (state(person, match)["view"]["control"] for person in people.values())
    assert mine == theirs


def test_the_lobby_asks_for_the_variant_and_then_for_its_scenarios(people: dict[str, Player]) -> None:
    """§1.0: Europe and the Near East are games of their own, each with its starts, its board and its name."""
    joseph = people[ALLIED]
    joseph.come_in()
    joseph.page.locator("[data-key='choose-game']").select_option("great-war")
    variant, scenario = (joseph.page.locator(f"[data-key='choose-{what}']") for what in ("variant", "scenario"))
    title = IN_THE_NEAR_EAST
    expect(variant.locator("option")).to_have_text([IN_EUROPE, title, IN_BOTH])
    expect(scenario.locator("option")).to_have_count(6)
    variant.select_option(title)
    expect(joseph.page.get_by_role("heading", name=title)).to_be_visible()
    expect(joseph.page.locator(".hero img")).to_have_attribute("src", re.compile("/boards/great-war-caucasus/"))
    expect(scenario.locator("option")).to_have_text([re.compile(rf"^From {start} · \d+ turns: ") for start in STARTS])
    scenario.select_option("near-east-1917")
    rules = joseph.page.locator("[data-key='how-to-play']").get_attribute("href")
    assert rules == "/rules.html?game=great-war&scenario=near-east-1917"
    joseph.create(ALLIED, one_screen=True)
    expect(joseph.page.locator(".sheets [role=tab]")).to_have_count(3)
    joseph.page.goto("/")
    expect(joseph.page.get_by_text(f"{title}: From April 1917")).to_be_visible()
    joseph.page.goto(rules)
    expect(joseph.page.get_by_role("heading", name=f"How to play {title}")).to_be_visible()
