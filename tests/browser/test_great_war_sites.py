"""Orders about ground are given on the map: hexes laid waste, the Hindenburg Line, landings."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from rules.great_war.game import GAME
from rules.great_war.printed.nations import ALLIED, CENTRAL
from tests.browser.player import Player
from tests.browser.setting import begun, shown
from tests.games.great_war.kit import told
from tests.games.great_war.test_devastation import behind_the_line
from tests.games.great_war.test_events_of_entry import landing
from tests.games.great_war.test_gambit import landed
from tests.games.great_war.test_hindenburg import ARGUMENTS, LINE, occupied_france
from tests.games.great_war.test_pre_war import drawn
from tests.thorough import in_the_sweep

LIT = "() => document.querySelector('#map .pane:not([hidden]) .reach.free')?.getAttribute('d') ?? ''"
TWICE = """() => [...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) < i)"""
ZOOM = "() => new DOMMatrix(document.querySelector('#map .pane:not([hidden]) .world').style.transform).a"
RINGS = "() => document.querySelectorAll('#map .pane:not([hidden]) .selected.inner').length"


def given(person: Player) -> dict[str, object]:
    """The command that was sent last."""
    person.settle()
    return {**person.commands[-1]["command"]}


@in_the_sweep
def test_ground_is_chosen_on_the_map(player: Callable[..., Player]) -> None:
    """§14.61, §14.31, §6.52: what may be chosen is lit up, a press chooses it, and its tip says what happens there."""
    central, allied = player("Erich"), player("Ian", drawn=True)
    match = begun({CENTRAL: central, ALLIED: allied}, "1915", "great-war")

    shown(GAME, central, match, CENTRAL, behind_the_line())
    central.press("order-devastate")
    central.settle()
    assert central.page.evaluate(LIT)
    place = central.listed("devastate-")[0]
    central.press(f"devastate-{place}")
    central.settle()
    assert central.page.evaluate(RINGS) == 1
    central.tap(place)
    central.settle()
    assert central.page.evaluate(RINGS) == 0
    at = central.place(place)
    central.page.mouse.move(at["x"], at["y"])
    expect(central.page.locator(".tip")).to_contain_text("Tap to have German")
    central.tap(place)
    central.settle()
    central.press("order-go")
    assert given(central)["kind"] == "devastate"

    shown(GAME, central, match, CENTRAL, occupied_france({}))
    central.press("order-build_line")
    for n, hex_ in enumerate(LINE):
        central.settle()
        assert central.page.evaluate(LIT)
        central.tap(hex_)
        central.settle()
        assert central.page.evaluate(RINGS) == n + 1
    # What was chosen is taken back by another press, with all that came after it.
    central.tap(LINE[2])
    central.settle()
    assert central.page.evaluate(RINGS) == 2
    for hex_ in LINE[2:]:
        central.tap(hex_)
        central.settle()
    central.press("order-go")
    assert given(central) == {"kind": "build_line", **ARGUMENTS}

    # Before the war: what was drawn and announced is told, one and no second is chosen; Fisher's force is set up.
    early = told(drawn("7 1 4", "2 1 9"), CENTRAL, "announce_pre_war", event="central-2")
    shown(GAME, allied, match, ALLIED, early)
    expect(allied.page.locator("#prompt")).to_contain_text("The Central Powers have announced")
    for key in ("choice-allied-7", "choice-none"):
        allied.press(key)
        allied.settle()
    # What is told in whole sentences is a list, and not buttons of the dock.
    allied.press("order-go")
    assert given(allied) == {"kind": "choose_pre_war", "first": "allied-7", "second": "none"}
    shown(GAME, allied, match, ALLIED, landed())
    # As long as the set-up cannot end, the button that does all of it is the strong one.
    expect(allied.page.locator(".dock .primary")).to_have_text("Set up for me")
    allied.press("order-deal")
    assert given(allied) == {"kind": "deal"}
    allied.press("turn")
    expect(allied.page.get_by_role("region", name="Turn and tracks")).to_contain_text("Fisher’s Gambit")

    shown(GAME, allied, match, ALLIED, landing("gallipoli"))
    allied.press("order-gallipoli")
    # The beach lies on another front than the one that was open.
    allied.wait("() => document.querySelector('#map').dataset.board === 'great-war-east'")
    allied.settle()
    # It opens where the units are, with counters of a size to be read.
    assert allied.page.evaluate(ZOOM) >= 1
    # Both fronts are drawn, each with railways and rivers of its own.
    assert allied.page.evaluate("() => document.querySelectorAll('[id$=map-rails]').length") == 2
    assert allied.page.evaluate(TWICE) == []
    allied.press("unit-br-1")
    allied.settle()
    allied.tap("E1022")
    allied.settle()
    assert allied.page.evaluate(RINGS) == 1
    allied.press("unit-br-2")
    allied.settle()
    allied.tap("E1122")
    assert given(allied) == {"kind": "gallipoli", "hellas": ["br-1"], "suvla": ["br-2"]}
