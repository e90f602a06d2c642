"""Invasions in Empires & Alliances at the table: to sea, the attack from the sea, the dice and the choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from rules.empires_alliances.game import GAME
from rules.empires_alliances.printed.sides import ALLIED
from tests.browser.player import Player
from tests.browser.setting import shown
from tests.browser.test_empires_alliances import begun
from tests.games.empires_alliances.shores import CONSTANTINOPLE, GALLIPOLI, TURK, in_combat, invaded, ready
from tests.thorough import in_the_sweep


@in_the_sweep
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
    expect(allied.page.locator(".card")).to_contain_text(f"The Royal Navy is off {GALLIPOLI}.")
    expect(allied.page.locator(".card")).to_contain_text("At sea (3)")
    allied.press("turn")
    given = ordered("", GALLIPOLI, [])
    assert {**given, "units": sorted(given["units"])} == {"kind": "attack", "hex": GALLIPOLI, "units": command["units"]}

    # The dice have fallen: go on, or cancel.
    state = invaded(ready(), CONSTANTINOPLE, ["fr-a1", "fr-a2"], (1, 7))
    shown(GAME, allied, match, ALLIED, state)
    expect(allied.page.locator("#prompt")).to_contain_text("Does the invasion go on?")
    expect(allied.page.locator("#prompt")).to_contain_text("Back in port: French A2. Still at sea: French A1.")
    assert allied.key("order-press_on") is not None
    allied.press("order-cancel_invasion")
    allied.press("confirm")
    allied.settle()
    assert allied.commands[-1]["command"] == {"kind": "cancel_invasion"}
