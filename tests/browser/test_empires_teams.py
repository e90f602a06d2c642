"""Two commanders a side in four windows: a month of Empires & Alliances, with a battle open in each theatre at once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.setting import Together, Told, begun, call, command, open_table, state
from tests.browser.test_axe import look
from tests.thorough import in_the_sweep

CW, CE, AW, AE = "central-west", "central-east", "allied-west", "allied-east"
SEATS = {CW: "Erich", CE: "Paul", AW: "Joseph", AE: "Alexei"}
LIEGE = "2449"
ENDS = ("end_phase", "end_set_up", "end_arrivals", "stay", "together")
YIELDING = {"advance": "stay", "neutralise": "nothing", "supply": "proposed"}
"""Standing orders that nobody proposes."""


def questions(told: Told) -> list[Told]:
    """What a seat is asked, one question for each lane."""
    return [q for q in (told["legal"], *told["legal"].get("lanes", ())) if q["yours"]]


def phase(told: Told) -> str:
    """The step of the turn."""
    return next(str(step["key"]) for step in told["view"]["phases"] if step["state"] == "now")


def put(people: Mapping[str, Player], match: str, seat: str, question: Told, body: Told) -> None:
    """Give an order in the lane of a question."""
    lane = {"lane": question["lane"]} if "lane" in question else {}
    sent = {"id": secrets.token_hex(8), "seat": seat, "ask": question["ask"]}
    call(people[seat], "POST", f"/matches/{match}/commands", {**sent, "command": {**body, **lane}})


def go_on(people: Mapping[str, Player], match: str, there: Callable[[Told], bool]) -> None:
    """Everyone ends what they are asked, until what the first seat is told satisfies ``there``. Standing orders answer
    the rest."""
    for _ in range(60):
        told = {seat: state(person, match, seat) for seat, person in people.items()}
        if there(told[CW]):
            return
        seat, question, kind = next(
            (s, q, offer["kind"])
            for s, t in told.items()
            for q in questions(t)
            for offer in q["offers"]
            if offer["kind"] in ENDS and not offer.get("refusal")
        )
        put(people, match, seat, question, {"kind": kind})
    raise AssertionError("it never came")


@in_the_sweep
def test_four_commanders_play_a_month_with_two_battles_open_at_once(player: Callable[..., Player]) -> None:
    """decisions/0051, 0052: each moves and fights in their theatre; nobody waits for the other's fight."""
    people = {seat: player(name) for seat, name in SEATS.items()}
    erich, paul, joseph, _ = people.values()
    match = begun(people, "campaign-west-and-east", "empires-alliances")
    table = Together(people, match)
    for seat, person in people.items():
        kinds = call(person, "GET", f"/matches/{match}/standing?seat={seat}")["kinds"]
        for kind in kinds:
            answer = {"advance": "stay", "neutralise": "nothing", "supply": "proposed"}.get(
                kind["key"], kind["sensible"]
            )
            if answer:
                call(person, "PUT", f"/matches/{match}/standing/{kind['key']}", {"seat": seat, "answer": answer})
    for seats in ((AW, AE), (CW, CE)):
        if CE in seats:
            # Each sets up their own armies: the other's stand below them, pale, and one press does their own alone.
            open_table(paul, match, CE)
            expect(paul.page.locator("h3.commander")).to_have_text(["Yours", "Erich"])
            expect(paul.page.locator(".army.others").first).to_contain_text("Commanded by Central Powers in the west.")
            look(paul, "a set-up of two", phone=False)
        for seat in seats:
            command(people[seat], match, seat, {"kind": "set_up_all"})
            command(people[seat], match, seat, {"kind": "end_set_up"})
    go_on(people, match, lambda t: phase(t) == "central.move")
    for seat, person in people.items():
        open_table(person, match, seat)

    # Both commanders of the Central Powers march at once, each with units of their theatre.
    for mover in (erich, paul):
        expect(mover.page.locator("#prompt .eye")).to_contain_text("Your move")
    expect(joseph.page.locator("#prompt h2")).to_contain_text("Waiting for Erich and Paul")
    stacks = state(erich, match)["view"]["stacks"]
    for mover, start in ((erich, "2548"), (paul, "2325")):
        mover.tap(start)
        mover.settle()
        goal = next(hex_ for hex_ in mover.listed("to-") if hex_ not in stacks)
        table.give(mover, f"to-{goal}")
        assert all(goal in state(person, match)["view"]["stacks"] for person in people.values())
    table.done(paul)
    expect(paul.page.locator(".team")).to_contain_text("You are done with this step.")
    expect(erich.page.locator("#prompt .eye")).to_contain_text("Your move")
    table.done(erich)

    # Each opens an attack; all four see both, on the map and beside it.
    assert phase(state(erich, match)) == "central.attacks"
    fought: list[str] = []
    for attacker in (erich, paul):
        targets = attacker.listed("target-")
        hex_ = LIEGE if attacker is erich else targets[0]
        table.give(attacker, f"target-{hex_}")
        table.give(attacker, "order-go")
        fought.append(hex_)
    for person in people.values():
        expect(person.page.locator(".planner .battle h3")).to_have_count(2)
        for hex_ in fought:
            expect(person.page.locator(".planner .battle h3", has_text=hex_)).to_have_count(1)
        expect(person.page.locator("#map .target:not(.offered)")).to_have_count(2)
    asked = {seat: [q["lane"] for q in questions(state(people[seat], match))] for seat in (CW, CE)}
    assert asked == {CW: [LIEGE], CE: [fought[1]]}
    look(joseph, "two battles at once", phone=False)

    # One fights a battle to its end while the other waits over theirs.
    table.give(paul, "order-together")
    table.told()
    expect(paul.page.locator(".planner .battle h3", has_text=fought[1])).to_contain_text("Fought")
    expect(joseph.page.locator(".planner .battle h3", has_text=LIEGE)).to_contain_text("Battle")
    assert [b["hex"] for b in state(erich, match)["view"]["battles"]] == [LIEGE]
    table.give(erich, "order-together")

    # The Allies do the same, and the month goes by.
    go_on(people, match, lambda t: phase(t) == "allied.attacks")
    table.told()
    go_on(people, match, lambda t: t["view"]["turn"] == 2)
    table.told()
    for person in people.values():
        expect(person.page.locator("[data-key='turn']")).to_contain_text("Turn 2 of 54")
