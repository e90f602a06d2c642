"""Empires & Alliances at the table: two players set up in one click, and the first marches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from rules.empires_alliances.game import GAME
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from tests.browser.player import Player
from tests.browser.setting import begin, call, catch_up, shown
from tests.games.empires_alliances.shores import CONSTANTINOPLE, GALLIPOLI, TURK, in_combat, invaded, ready

SIDES = (ALLIED, CENTRAL)
"""In the order in which they set up (§1.4)."""
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
        people[side].press("order-set_up_all")
        people[side].settle()
        goes_on(people, match)

    # A stack is taken up, what it reaches is lit, and a second tap sends it there.
    assert asked(people, match) == CENTRAL
    forts, german, allies = central.page.evaluate(BADGES)
    assert (forts, german > 10, allies > 10) == (22, True, True)
    central.tap(FROM)
    central.settle()
    assert central.page.evaluate(REACH)
    central.tap(TO)
    central.settle()
    assert [*central.commands[-1]["command"]["path"]][-1] == TO
    expect(central.page.locator("#log .line").first).to_contain_text(TO)

    # Layers say what lies where.
    for layer, lit in (("control", "[data-of^=central]"), ("rails", "[data-of$=railhead]"), ("supply", "")):
        central.press(f"layer-{layer}")
        central.settle()
        expect(central.page.locator(f"#map .overlay.{layer}{lit}").first).to_be_attached()
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


def test_11_7_an_invasion_is_ordered_in_the_browser(player: Callable[..., Player]) -> None:
    """§11.72, §11.73, §2.68e: to sea by two taps and two counters, the attack, the dice and the choice."""
    central, allied = player("Liman"), player("Hamilton")
    match = begun(central, allied)
    state = ready({TURK: GALLIPOLI})
    shown(GAME, allied, match, ALLIED, state)

    def ordered(kind: str, hex_: str, units: Sequence[str]) -> dict[str, Any]:
        if kind:
            allied.press(f"order-{kind}")
            allied.settle()
        allied.tap(hex_)
        allied.settle()
        for unit in units:
            allied.press(f"unit-{unit}")
        allied.settle()
        allied.press("order-go")
        allied.settle()
        return dict(allied.commands[-1]["command"])

    # One corps is proposed; another and a gun are added.
    command = ordered("invade", GALLIPOLI, ["fr-a2", "fr-art-1"])
    assert command == {"kind": "invade", "hex": GALLIPOLI, "units": ["fr-a1", "fr-a2", "fr-art-1"]}

    # At sea: an anchor before the hex, the units on the card of the turn, and all of them in the attack.
    state = in_combat(invaded(state, GALLIPOLI, command["units"]))
    shown(GAME, allied, match, ALLIED, state)
    assert allied.page.locator("#map .anchor").count() == 1
    allied.press("turn")
    expect(allied.page.locator(".card")).to_contain_text(f"The Royal Navy lies before {GALLIPOLI}.")
    expect(allied.page.locator(".card")).to_contain_text("At sea (3)")
    allied.press("turn")
    assert ordered("", GALLIPOLI, []) == {"kind": "attack", "hex": GALLIPOLI, "units": command["units"]}

    # The dice have fallen: go on, or cancel.
    state = invaded(ready(), CONSTANTINOPLE, ["fr-a1", "fr-a2"], (1, 7))
    shown(GAME, allied, match, ALLIED, state)
    expect(allied.page.locator("#prompt")).to_contain_text("Does the invasion go on?")
    expect(allied.page.locator("#prompt")).to_contain_text("The dice took one unit.")
    assert allied.key("order-press_on") is not None
    allied.press("order-cancel_invasion")
    allied.press("confirm")
    allied.settle()
    assert allied.commands[-1]["command"] == {"kind": "cancel_invasion"}
