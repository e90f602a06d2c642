"""Two commanders a side in four windows: an operational turn of the Great War, and a strategic turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.great_war import pass_by
from tests.browser.player import Player
from tests.browser.setting import Together, begun, open_table, state
from tests.browser.test_axe import look
from tests.browser.test_great_war import at_hand
from tests.thorough import in_the_sweep

SEATS = {"central-east": "Paul", "central-west": "Erich", "allied-west": "Joseph", "allied-east": "Alexei"}
SHOWN = "() => document.querySelector('#map').dataset.board"


@in_the_sweep
def test_four_windows_play_an_operational_and_a_strategic_turn(player: Callable[..., Player]) -> None:
    """Both commanders of a side see what the other does; each acts in their theatre, and shares what the side has."""
    people = {seat: player(name, heard=seat == "allied-west") for seat, name in SEATS.items()}
    paul, erich, joseph, alexei = people.values()
    match = begun(people, "1915-west-and-east", "great-war")
    table = Together(people, match)

    def now(person: Player) -> Any:
        return state(person, match)

    # The Allies draw lots; then each sets up the armies of their own ground, and sees whose the others are.
    pass_by(people, match, lambda t: t["legal"]["step"] == "set-up")
    for seat, board in (("allied-west", "great-war-west"), ("allied-east", "great-war-east")):
        open_table(people[seat], match, seat)
        people[seat].wait("board => document.querySelector('#map').dataset.board === board", board)
    for mover, ally in ((joseph, alexei), (alexei, joseph)):
        heads = mover.page.locator(".commander")
        expect(heads).to_have_text(["Yours", ally.name])
        expect(mover.page.locator(".army.others").first).to_contain_text("Commanded by Allies in the")
    look(alexei, "a set-up that is shared", phone=False)
    alexei.press("order-deal")
    expect(joseph.page.locator(".army.others")).to_have_count(6)
    expect(joseph.page.locator(".army.others").first).to_contain_text("placed")
    stacks = now(joseph)["view"]["stacks"]
    assert {hex_[0] for hex_, stack in stacks.items() if stack[0]["side"] == "allied"} == {"E"}

    # The card of the players names the chiefs, and what is nobody's can be handed over there.
    joseph.press("people")
    expect(joseph.page.locator(".person", has_text="Joseph")).to_contain_text("in chief")
    joseph.page.locator('[data-key="office-chits"]').select_option("allied-east")
    expect(alexei.page.locator("#log")).to_contain_text("Events and chits: Allies in the east decides now.")
    look(joseph, "duties", phone=False)
    joseph.page.locator('[data-key="office-chits"]').select_option("allied-west")
    expect(alexei.page.locator("#log")).to_contain_text("Events and chits: Allies in the west decides now.")
    joseph.page.keyboard.press("Escape")

    pass_by(people, match, lambda t: t["view"]["step"]["part"] == "first-movement")
    for seat, person in people.items():
        open_table(person, match, seat)

    # The one commander of each side moves in their theatre, and the ally waits with them.
    for mover, board in ((paul, "great-war-east"), (joseph, "great-war-west")):
        expect(mover.page.locator("#prompt .eye")).to_contain_text("Your move")
        assert mover.page.evaluate(SHOWN) == board
    strip = erich.page.locator(".fronts li")
    expect(strip).to_have_text(["West and Italy Allies moving", "East Your ally moving"], use_inner_text=True)
    expect(erich.page.locator("#prompt h2")).to_contain_text("Waiting for Joseph and Paul")
    stacks = now(joseph)["view"]["stacks"]
    start = next(h for h, s in stacks.items() if h[0] == "W" and s[0]["nation"] == "FR" and len(s) == 2)
    joseph.tap(start)
    joseph.settle()
    goal = joseph.listed("to-")[0]
    table.give(joseph, f"to-{goal}")
    assert all(goal in now(person)["view"]["stacks"] for person in people.values())
    for mover in (joseph, paul):
        table.give(mover, "end-phase")
    # A Serbian division could walk into an empty city.
    table.give(paul, "confirm")

    # An attack in the west is answered by the commander there, who sees the fight with their ally.
    target = joseph.listed("target-")[0]
    table.give(joseph, f"target-{target}")
    table.give(joseph, "order-go")
    for person in people.values():
        expect(person.page.locator("#planner")).to_contain_text(target)
    pass_by(people, match, lambda t: t["view"]["battle"] is None)
    table.told()
    expect(erich.page.locator("#planner .rolls")).to_contain_text("the attacker loses")

    # In the second half the others move: their chiefs end nothing for them.
    pass_by(people, match, lambda t: t["view"]["step"]["part"] == "second-movement")
    table.told()
    for chief, mover in ((paul, erich), (joseph, alexei)):
        expect(chief.page.locator("#prompt h2")).to_contain_text("Waiting for")
        expect(chief.page.locator('.dock [data-key="end-phase"]')).to_have_count(0)
        expect(mover.page.locator("#prompt .eye")).to_contain_text("Your move")
    for mover in (erich, alexei):
        table.give(mover, "end-phase")
        # Of what could still be done the page may warn.
        if mover.key("confirm"):
            table.give(mover, "confirm")
    assert now(paul)["view"]["step"]["part"] != "second-movement"

    # By the end of the next turn the strategic turn has come: its steps and your points stand before both chiefs.
    pass_by(people, match, lambda t: t["view"]["step"]["part"] == "resource")
    table.told()
    for chief, ally, points in ((paul, erich, "German"), (joseph, alexei, "French")):
        expect(chief.page.locator(".phases .now")).to_contain_text("Resources")
        expect(chief.page.locator(".treasury")).to_contain_text(points)
        assert not now(ally)["legal"]["yours"]
    report = alexei.page.get_by_role("region", name="Report: turn 10")
    expect(report).to_contain_text(re.compile(f"{target}[^:]*: the Allies attacked at"))
    expect(report).to_contain_text("West and Italy: 1 move, 1 attack")
    expect(paul.page.locator("#prompt h2")).to_have_text("How many points will you give?")
    look(paul, "points for an ally", phone=False)
    paul.press("count-plus")
    table.give(paul, "order-go")
    expect(alexei.page.locator("#log")).to_contain_text("2 resource points from German to Austro-Hungarian hands.")
    for chief in (paul, joseph):
        table.give(chief, "end-phase")

    # A die may let the Central Powers call the U-boats off.
    pass_by(people, match, lambda t: t["view"]["step"]["part"] == "replacement")
    table.told()

    # All four may rebuild units with the points of their side.
    for person in people.values():
        expect(person.page.locator(".phases .now")).to_contain_text("Rebuild")
    look(joseph, "units to rebuild")
    dead = joseph.keys("unit-")
    table.give(joseph, dead[-1])
    # A headquarters may come back with its support, for two points.
    if joseph.key("order-go"):
        table.give(joseph, "order-go")
    expect(paul.page.locator("#log")).to_contain_text("rebuilt.")
    # Each ends their own, sees who has, and may go on after all. The page warns of points that would be lost.
    table.done(paul)
    expect(paul.page.locator(".team")).to_contain_text("You are done with this step.")
    expect(erich.page.locator(".team")).to_contain_text("Done with this step: Paul.")
    table.give(paul, "ready")
    expect(paul.page.locator("#prompt .eye")).to_contain_text("Your move")
    for person in people.values():
        table.done(person)
    # The attack may have broken the line of the Central Powers in the west: then there is nothing to choose (5.84).
    heading = paul.page.locator("#prompt h2")
    expect(heading).to_have_text(re.compile("Where will you take the initiative|Draw an event"))
    chosen = "initiative" in heading.inner_text()
    if chosen:
        look(paul, "the initiative", phone=False)
        table.give(paul, "choice-west")
        expect(heading).to_have_text("Which marker will you use?")
        table.give(paul, "choice-OHL")
    for person in people.values():
        expect(person.page.locator("[data-key='turn']")).to_contain_text("Turn 12 (3 of 42)")
        if chosen:
            expect(person.page.get_by_role("region", name="Report: turn 11")).to_contain_text(
                "The Central Powers will use OHL"
            )


def proposed(person: Player) -> str:
    """What a page proposes to press: the set-up all at once, and then no more than must be done."""
    if person.key("order-deal") and "ready" not in person.prompt:
        return "order-deal"
    key = "order-draw_lots" if person.key("order-draw_lots") else at_hand(person)
    # With nothing to do in a step, you say that you are ready.
    return key if person.key(key) else "ready"


@in_the_sweep
def test_four_windows_play_a_whole_turn_by_what_their_pages_propose(player: Callable[..., Player]) -> None:
    """§4.2: from the lots to the next turn by presses alone. Whoever waits reads for whom, and nobody is left without
    a button."""
    people = {seat: player(name) for seat, name in SEATS.items()}
    match = begun(people, "1915-west-and-east", "great-war")
    table = Together(people, match)
    for seat, person in people.items():
        open_table(person, match, seat)
    turn = people["allied-west"].page.locator("[data-key='turn']")
    pressed: set[str] = set()
    for _ in range(80):
        if "Turn 11 (2 of 42)" in turn.inner_text():
            break
        asked = [person for person in people.values() if "Your move" in person.step]
        assert asked, "nobody is asked"
        for other in people.values():
            assert other in asked or any(person.name in other.prompt for person in asked), other.describe()
        table.give(asked[0], proposed(asked[0]))
        pressed.add(asked[0].name)
    assert "Turn 11 (2 of 42)" in turn.inner_text()
    assert pressed == {*SEATS.values()}
