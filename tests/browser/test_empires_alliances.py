"""Empires & Alliances at the table: two players set up in one click, and the first marches."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from tests.browser.player import Player
from tests.browser.setting import as_it_is, begin, call, catch_up, shown
from tests.games.empires_alliances.fields import A, B, T, field, fight, stood
from tests.games.empires_alliances.table import deployed, passed_to, told
from tests.games.empires_alliances.test_combat_after import SIX, driven
from tests.games.empires_alliances.test_overrun import BIG, weak

SIDES = (ALLIED, CENTRAL)
"""In the order in which they set up (§1.4)."""
LIEGE = "2449"
RIDERS = ("fr-cav1", "fr-cav2")
FROM, TO = "2548", "2549"
"""A German stack, and a hex of Belgium beside it."""
BADGES = "() => ['.fort-level', '.railhead.central', '.railhead.allied'].map(s => document.querySelectorAll(s).length)"
ENDS = "[data-key='end-phase']:visible, [data-key^='order-end_']:visible"
DIGEST = """async (lines) => {
  const { digest } = await import('/games/empires-alliances/digest.js');
  return digest(lines, (place) => place).map(({ title, lines }) => [title, lines.map(({ text }) => text)]);
}"""
LINES = [
    {
        "seq": 1,
        "kind": "marched",
        "side": "central",
        "text": "A to 2449. Taken: Liège.",
        "taken": ["2449"],
        "taker": CENTRAL,
    },
    {"seq": 2, "kind": "fight-losses", "side": "central", "text": "Eliminated: B and C.", "toll": {"GE": 1, "FR": 2}},
    {"seq": 3, "kind": "starved", "side": "allied", "text": "Starved: D.", "toll": {"FR": 1}},
    {
        "seq": 4,
        "kind": "marched",
        "side": "allied",
        "text": "E to 2449. Taken: Liège.",
        "taken": ["2449"],
        "taker": ALLIED,
    },
]
NEAR = "() => new DOMMatrix(getComputedStyle(document.querySelector('#map .world')).transform).a > 0.9"
REACH = "() => document.querySelector('#map .reach')?.getAttribute('d') ?? ''"


def begun(central: Player, allied: Player) -> str:
    """A new match of both; its dice are sealed."""
    for person in (central, allied):
        call(person, "POST", "/guests", {"name": person.name})
    body = {"game": "empires-alliances", "scenario": "1914", "seat": CENTRAL}
    match = call(central, "POST", "/matches", body)
    call(allied, "POST", f"/matches/{match['id']}/seats/{ALLIED}", {"invite": match["invite"]})
    begin(match["id"], central, allied)
    return str(match["id"])


def asked(people: dict[str, Player], match: str) -> str:
    """The side that is asked; its page shows the question."""
    sides = [s for s, p in people.items() if call(p, "GET", f"/matches/{match}/state?seat={s}")["legal"]["yours"]]
    (side,) = sides
    catch_up(people[side], side)
    return side


def goes_on(people: dict[str, Player], match: str) -> None:
    """Whoever is asked ends the step."""
    side = asked(people, match)
    people[side].page.locator(ENDS).first.click()
    people[side].settle()


def test_two_players_set_up_in_one_click_and_march(player: Callable[..., Player]) -> None:
    """§1.4, §8.0, §4.2: armies in one click, a march by two taps, layers, the card of the turn, the log."""
    central, allied = player("Erich"), player("Joseph")
    people = {CENTRAL: central, ALLIED: allied}
    match = begun(central, allied)
    for side in SIDES:
        people[side].page.goto(f"/match.html?m={match}&seat={side}")
        people[side].wait_for_table()
    for side in SIDES:
        assert asked(people, match) == side
        # One strong button says what to do: first what places everything, then what ends the set-up.
        strong = people[side].page.locator(".dock .primary")
        expect(strong).to_have_text("Set up for me")
        if side == CENTRAL:
            # The map opens where the first army goes, and near: while they have nobody on it, all Europe was shown.
            people[side].settle()
            people[side].wait(NEAR)
            assert people[side].place(FROM)["free"]
        people[side].press("order-set_up_all")
        people[side].settle()
        expect(strong).to_have_text("Done setting up")
        people[side].settle()
        goes_on(people, match)

    # A stack is taken up, what it reaches is lit, and a second tap sends it there.
    assert asked(people, match) == CENTRAL
    forts, german, allies = central.page.evaluate(BADGES)
    assert (forts, german > 10, allies > 10) == (22, True, True)
    # A greyed button says why when it is pressed.
    central.page.locator("[data-key='end-phase']:visible").first.dispatch_event("click")
    expect(central.page.locator(".toast")).to_contain_text("Six units of the Second Army must move")
    # On a phone it stands right above the button.
    central.page.set_viewport_size({"width": 390, "height": 844})
    expect(central.page.locator("#sheet-dock .why")).to_contain_text("Six units of the Second Army must move")
    expect(central.page.locator("#sheet-dock .why")).to_be_in_viewport(ratio=1)
    central.page.set_viewport_size({"width": 1440, "height": 900})
    # The same warning, in the panel, leads to the place that it names.
    owed = central.page.locator("#prompt button.warn", has_text="Six units of the Second Army")
    place = re.findall(r"\b\d{4}\b", owed.inner_text())[0]
    owed.click()
    central.settle()
    assert central.place(place)["free"]
    central.tap(FROM)
    central.settle()
    assert central.page.evaluate(REACH)
    central.tap(TO)
    central.settle()
    assert [*central.commands[-1]["command"]["path"]][-1] == TO
    expect(central.page.locator("#log .line").first).to_contain_text(TO)

    # Layers say what lies where.
    for layer, drawn in (("control", "[data-of^=central]"), ("rails", "[data-of$=railhead]"), ("supply", "")):
        central.press(f"layer-{layer}")
        central.settle()
        expect(central.page.locator(f"#map .overlay.{layer}{drawn}").first).to_be_attached()
    central.press("layer-supply")

    # The card of the turn.
    central.press("turn")
    card = central.page.locator(".card")
    expect(card.locator(".sky")).to_have_text(["WestClear", "EastClear"], ignore_case=True)
    expect(card).to_contain_text("Points of the Central Powers: 10, draw")
    central.press("cities")
    expect(card.locator("tr", has_text="Lille")).to_be_visible()
    expect(card.locator("tr", has_text="Metz")).to_contain_text("+1")
    central.press("purse-GE")
    expect(card).to_contain_text("At most 24 inf, 6 art are kept.")
    expect(card).to_contain_text("Neutral: Ottoman Empire, Bulgaria, Italy")
    expect(card).to_contain_text("Britain (3)")
    central.press("turn")

    # What happened.
    central.page.locator("#log select").select_option(label="Moves")
    expect(central.page.locator("#log .line").first).to_contain_text(TO)

    # A turn in a minute: a city counts for whoever took it last, and losses are added up.
    chapters = dict(central.page.evaluate(DIGEST, LINES))
    assert chapters["Taken"] == ["Allies: 2449."]
    assert chapters["Lost"] == ["Units: Germany 1, France 3."]
    assert len(chapters["Moved"]) == 2


def test_a_reinforcement_arrives_that_takes_nobodys_place(player: Callable[..., Player]) -> None:
    """§17.11, §17.43: in September 1914 the last choice has one answer, "nobody", which is no place of the board."""
    central, allied = player("Erich"), player("Joseph")
    match = begun(central, allied)
    state = passed_to(passed_to(deployed(), "central.move"), "central.arrivals")
    shown(GAME, central, match, CENTRAL, state)
    expect(central.page.locator("#prompt h2")).to_be_visible()
    central.settle()
    expect(central.page.locator(".crumbs").locator("visible=true").first).to_contain_text("Austro-Hungarian 17")
    replaces = central.page.locator("[data-key='order-go'], button:has-text('It replaces no unit')")
    replaces.locator("visible=true").first.click()
    central.settle()
    given = central.commands[-1]["command"]
    assert (given["kind"], given["unit"], given["gone"]) == ("bring_on", "ah-17", "none")
    as_it_is(central)


def divisible() -> State:
    """Six corps on two hexes have attacked two cavalry corps."""
    places = {**stood(SIX[:3], A), **stood(SIX[3:], B), **stood(RIDERS, T)}
    return told(field(places), CENTRAL, "attack", hex=T, units=SIX)


def divided() -> State:
    """Each is attacked by one half; which attack comes first is asked."""
    targets = {str(n): [rider] for n, rider in enumerate(RIDERS, 1)}
    return told(divisible(), CENTRAL, "divide", targets=targets, units={"1": SIX[:3], "2": SIX[3:]})


def test_an_attack_is_planned_with_its_odds_and_watched_to_its_end(player: Callable[..., Player]) -> None:
    """§13.6: a tap aims with all who may attack together; the plan has column, modifiers and ten results."""
    central, allied = player("Erich"), player("Joseph")
    match = begun(central, allied)
    state = passed_to(deployed(), "central.attacks")
    shown(GAME, central, match, CENTRAL, state)
    page = central.page
    central.tap(LIEGE)
    central.settle()
    plan = page.locator("#planner")
    expect(plan.locator("h3")).to_have_text(f"Planned attack: {LIEGE} Liège")
    expect(plan.locator(".track .final")).to_have_text("5-1")
    expect(plan.locator(".shifts")).to_contain_text("fort−2")
    expect(plan.locator(".cases.ten td")).to_have_count(10)
    # One unit less is one column less; the order names those that are left.
    for unit in ("ge-a2", "ge-a3"):
        central.press(f"attacker-{unit}")
        central.settle()
    expect(plan.locator(".track .final")).to_have_text("4-1")
    page.set_viewport_size({"width": 390, "height": 844})
    central.settle()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1440, "height": 900})
    central.settle()
    central.press("order-go")
    given = central.commands[-1]["command"]
    assert (given["kind"], given["hex"]) == ("attack", LIEGE)
    assert "ge-a4" in given["units"]
    assert not {"ge-a2", "ge-a3"} & {*given["units"]}

    # One attack on all is what most want, and the strong button; who divides it asks for that.
    dock = page.locator(".dock")
    shown(GAME, central, match, CENTRAL, divisible())
    expect(dock.locator(".primary")).to_have_text("One attack on all")
    expect(page.locator("#prompt h2")).to_have_text("Who attacks whom?")
    central.press("order-divide")
    central.settle()
    expect(dock.locator("[data-key='next']")).to_contain_text("2 still to give out")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#sheet-dock .why")).to_contain_text("2 still to give out")
    # Of several attacks each has a button in sight.
    shown(GAME, central, match, CENTRAL, divided())
    choices = page.locator("#sheet-dock .primary")
    for n in range(2):
        expect(choices.nth(n)).to_be_in_viewport(ratio=1)
    # The units of an order that is taken up stand above the other orders, in sight.
    shown(GAME, central, match, CENTRAL, weak())
    central.press("order-overrun")
    expect(page.locator("#prompt h2")).to_have_text("Choose who advances")
    for unit in (*BIG, "ge-a4"):
        expect(page.locator(f"#prompt [data-key='unit-{unit}']")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1440, "height": 900})
    # Those who retreat go together: one tap on the map says where, and the next one is the yes.
    shown(GAME, allied, match, ALLIED, driven(["fr-32", "fr-cav1"]))
    expect(allied.page.locator(".crumb").first).to_have_text("French 32, French CAV1")
    back = allied.listed("to-")[0] if allied.listed("to-") else allied.keys("to-")[0].removeprefix("to-")
    allied.tap(back)
    allied.tap(back)
    allied.settle()
    gone = allied.commands[-1]["command"]
    assert (gone["kind"], gone["units"], gone["path"]) == ("retreat", ["fr-32", "fr-cav1"], [back])
    as_it_is(allied)

    # The fight has a card of its own, for both sides.
    fought = told(state, "central", "attack", (9,), hex=LIEGE, units=["ge-a2", "ge-a3", "ge-a4", "ge-siege-305"])
    fought = told(fought, "central", "together", (8,), lane=LIEGE)
    side = GAME.deciders(fought)[0]
    watcher = central if side == CENTRAL else allied
    shown(GAME, watcher, match, side, fought)
    card = watcher.page.locator(".fight")
    expect(card).to_have_count(1)
    expect(card.locator(".between-sides")).to_contain_text(str(fight(fought, LIEGE).column))
    expect(card.locator(".between-sides")).to_contain_text(str(fight(fought, LIEGE).result))
    as_it_is(central)
