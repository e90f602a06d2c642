"""An operational turn of the Great War in two windows, by pressing; and the Great War's first sight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.great_war.game import GAME
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.browser.player import Player
from tests.browser.setting import begun, call, catch_up, command, open_table, shown, state
from tests.browser.test_axe import look
from tests.games.great_war.kit import position, told
from tests.games.great_war.strategic.kit import buried, strategic
from tests.games.great_war.strategic.test_warfare import before_warfare, warfare
from tests.games.great_war.test_aircraft import over
from tests.games.great_war.test_campaign import stood
from tests.games.great_war.test_events_in_combat import holding
from tests.thorough import in_the_sweep

TRAINS = "Central Powers strategic movement"
SHOWN = "() => document.querySelector('#map').dataset.board"
STACKS = "() => document.querySelectorAll('#map .pane:not([hidden]) .stacks [data-hex]').length"


IN_SIGHT = """() => {
  const window = document.querySelector('#map').getBoundingClientRect();
  const tabs = document.querySelector('.sheets').getBoundingClientRect();
  return [...document.querySelectorAll('#map .pane:not([hidden]) .stacks [data-hex]')]
    .map((e) => e.getBoundingClientRect())
    .filter((b) => b.left > window.left && b.right < window.right && b.top > tabs.bottom && b.bottom < window.bottom)
    .length;
}"""
"""How many stacks are in the window and clear of the tabs."""
MIDDLE = """() => {
  const pane = document.querySelector('#map .pane:not([hidden])');
  const { a, e, f } = new DOMMatrix(pane.querySelector('.world').style.transform);
  const top = document.querySelector('.sheets').getBoundingClientRect().bottom - pane.getBoundingClientRect().top;
  return [(pane.clientWidth / 2 - e) / a, ((pane.clientHeight + top) / 2 - f) / a];
}"""
"""What of the board is in the middle of what the tabs leave of the window."""
WHOLE = """() => {
  const bar = document.querySelector('.phases').getBoundingClientRect();
  const inside = (b) => b.width && b.top < bar.bottom && b.right < bar.right + 1 && b.bottom < bar.bottom + 1;
  return [...document.querySelectorAll('.phases li')].filter((li) => inside(li.getBoundingClientRect()))
    .map((li) => li.querySelector('.name').textContent);
}"""
"""The steps of the turn that are whole in the bar."""
CUT = """() => {
  const bar = document.querySelector('.phases').getBoundingClientRect();
  return [...document.querySelectorAll('.phases li')].map((li) => li.getBoundingClientRect())
    .some((b) => b.top < bar.bottom && (b.right > bar.right + 1 || b.bottom > bar.bottom + 1));
}"""
"""Whether one of them is cut by its edge."""
COVERED = """() => {
  const [fan, ...others] = ['.fan', '.sheets', '.tools'].map((q) =>
    [...document.querySelectorAll(`#map ${q}`)].find((e) => e.offsetWidth).getBoundingClientRect());
  return others.some((b) => b.left < fan.right && b.right > fan.left && b.top < fan.bottom && b.bottom > fan.top);
}"""
"""Whether the fan lies where the tabs of the fronts or the layers are."""
BELOW_TABS = """() => {
  const [bar, tabs] = ['.draft-bar', '.sheets'].map((place) => document.querySelector(place).getBoundingClientRect());
  return bar.height > 0 && bar.top >= tabs.bottom;
}"""
UNDER = """() => [...document.querySelectorAll('.dock .b')].filter((e) => {
  const { left, top, width, height } = e.getBoundingClientRect();
  const met = (share) => e.contains(document.elementFromPoint(left + width * share, top + height / 2));
  return ![0.1, 0.5, 0.9].every(met);
}).map((e) => e.dataset.key)"""
"""What of the dock lies under something else or outside of the window."""


def two(player: Callable[..., Player]) -> tuple[Player, Player, str]:
    """The Central Powers and the Allies at their pages of a new match of 1915."""
    central, allied = player("Conrad", heard=True), player("Joseph")
    match = begun({CENTRAL: central, ALLIED: allied}, "1915", "great-war")
    open_table(allied, match, ALLIED)
    open_table(central, match, CENTRAL)
    return central, allied, match


def give(player: Player, key: str, *others: Player) -> None:
    """Press a control, and wait until every page shows what came of it."""
    player.press(key)
    player.settle()
    for other in (player, *others):
        catch_up(other, other.seat)


def place_by_hand(allied: Player) -> None:
    """A group of the card is a heading; of units that are alike a tap places one, and what stands can be moved."""
    # The whole set-up stands beside the lots, and only what answers the question is strong.
    expect(allied.page.locator(".dock .b.primary")).to_have_text("Draw lots for your army")
    give(allied, "order-draw_lots")
    for size in ((1024, 768), (768, 1024), (844, 390)):
        allied.page.set_viewport_size({"width": size[0], "height": size[1]})
        allied.settle()
        assert allied.page.evaluate(UNDER) == [], size
    allied.page.set_viewport_size({"width": 1440, "height": 900})
    prompt = allied.page.locator("#prompt")
    expect(prompt.locator(".army h3", has_text="French, Western Front")).to_be_visible()
    waiting = int(prompt.locator(".left").get_attribute("data-left") or 0)
    assert waiting > 200
    prompt.locator("[data-key^='pool-']").first.click()
    allied.settle()
    goal, other = allied.listed("to-")
    allied.tap(goal)
    allied.settle()
    expect(prompt.locator(".left")).to_have_attribute("data-left", str(waiting - 1))
    # The next of them is in hand already.
    expect(prompt.locator("h2")).to_contain_text("Place Belgian")
    allied.press("back")
    allied.tap(goal)
    allied.settle()
    allied.page.locator(".fan-unit").click()
    allied.settle()
    expect(prompt).to_contain_text(f"Taken from {goal}")
    allied.tap(other)
    allied.settle()
    assert [c["command"]["hex"] for c in allied.commands if c["command"]["kind"] == "place"] == [goal, other]
    expect(prompt.locator(".left")).to_have_attribute("data-left", str(waiting - 1))
    # Of units that are alike a tap places as many as you say, by one order.
    allied.page.locator("#prompt .army .unit", has_text=re.compile(r", [3-9] to place")).first.click()
    allied.settle()
    allied.press("count-plus")
    room = allied.listed("to-")[0]
    allied.tap(room)
    allied.settle()
    expect(prompt.locator(".left")).to_have_attribute("data-left", str(waiting - 3))
    last = allied.commands[-1]["command"]
    assert (last["kind"], len(last["units"]), last["hex"]) == ("place_together", 2, room)
    allied.press("back")
    # The front of a unit opens with it; from another, its tab counts the places to choose from.
    prompt.locator(".army", has_text="Russian").locator("[data-key^='pool-']").first.click()
    allied.wait("() => document.querySelector('#map').dataset.board === 'great-war-east'")
    allied.settle()
    there = len(allied.listed("to-"))
    allied.page.locator("#tab-great-war-west").click()
    expect(allied.page.locator("#tab-great-war-east .lit")).to_have_text(str(there))
    expect(allied.page.locator("#tab-great-war-east .lit")).to_have_attribute(
        "title", f"{there} places there to choose from"
    )
    expect(allied.page.locator("#tab-great-war-west .lit")).to_be_empty()
    allied.press("back")


def turn_track(player: Player) -> None:
    """§4.1, §5.11, §6.1: a page for every turn: its weather, what it cost, who comes after it and which chits enter."""
    track = player.page.get_by_role("region", name="Turn track")
    leaf, turns = track.locator(".turn-page"), track.locator(".year .turn")
    expect(track.locator(".year-of[aria-pressed=true]")).to_have_text("1915")
    expect(turns).to_have_count(10)
    expect(track.locator(".turn[aria-current=date]")).to_have_attribute("data-key", "turn-11")
    # What is over shows its points, and what it brought.
    player.press("turn-10")
    expect(leaf).to_contain_text(re.compile(r"Turn 10, May 1915.*Steps lost:.*Allies [1-9]"))
    expect(leaf).to_contain_text(re.compile("No place changed hands|falls to|What it brought"))
    expect(track.locator("[data-key='turn-10'] .won")).to_have_text(re.compile(r"^(1 pt|\d+ pts)$"))
    # The arrow keys go from turn to turn; what comes is printed on the counters and on the chits.
    player.page.locator("[data-key='turn-10']").focus()
    for _ in range(6):
        player.page.keyboard.press("ArrowRight")
        player.settle()
    expect(player.page.locator("[data-key='turn-16']")).to_be_focused()
    expect(leaf).to_contain_text("Strategic turn G follows.")
    comes = re.compile(r"German 3 infantry units.*Russian 11 infantry units, 1 headquarters")
    expect(leaf.locator(".coming")).to_have_text(comes, use_inner_text=False)
    player.press("enter-G-central")
    expect(leaf).to_contain_text(re.compile("Central Powers: 8 chits.*Jutland"))
    # A year that is to come, on a phone as well.
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.press("year-1917")
    expect(turns.first).to_contain_text("Jan/Feb")
    look(player, "the turn track on a phone", phone=False)
    player.page.set_viewport_size({"width": 1440, "height": 900})
    player.press("turn-27")


def rebuild_several(central: Player, allied: Player, match: str) -> None:
    """§5.33, §5.17: several units of a nation come back by one order, as many as it can pay for. Of the points that one
    nation gives another, a button that goes no further says so."""
    dead = buried(strategic("E", None, "replacement", points={"FR": 2}), "fr-12", "fr-13", "fr-14")
    shown(GAME, allied, match, ALLIED, dead)
    prompt = allied.page.locator("#prompt")
    allied.press("order-rebuild")
    allied.settle()
    # One of three that are alike is proposed; with another the purse is empty.
    expect(prompt).to_contain_text("1 of 1 to 2 points")
    allied.press_first("unit-")
    allied.settle()
    expect(prompt).to_contain_text("2 of 1 to 2 points")
    allied.press("order-go")
    allied.settle()
    assert allied.commands[-1]["command"] == {"kind": "rebuild", "nation": "FR", "units": ["fr-12", "fr-13"]}

    shown(GAME, central, match, CENTRAL, strategic("E", None, "transfers", points={"GE": 6}))
    expect(central.page.locator("#prompt h2")).to_have_text("How many points will you give?")
    less = central.page.locator("[data-key='count-minus']")
    expect(less).to_have_attribute("aria-disabled", "true")
    less.dispatch_event("click")
    expect(central.page.locator(".stepper-limit")).to_have_text("No fewer than 1.")
    # What cannot be taken back says before what comes of it, and is never the strong button.
    central.press("order-emergency")
    central.settle()
    expect(central.page.locator("#prompt")).to_contain_text("by one against you, and cannot be taken back")
    ground = before_warfare(warfare(), [4])
    laid_waste = replace(ground, devastated=frozenset({"W5217"}), marker="OHL", marker_at="W5317")
    shown(GAME, central, match, CENTRAL, laid_waste)
    # What the war leaves on the ground, and the headquarters that has units near it attack twice.
    expect(central.page.locator("#map path.devastated[d^='M']")).to_have_count(1)
    expect(central.page.locator("#map .pennant text")).to_have_text("OHL")
    expect(central.page.locator("#prompt")).to_contain_text("this U-boat event leaves the game")
    expect(central.page.locator(".dock .b", has_text="Call").first).to_be_visible()
    expect(central.page.locator(".dock .primary", has_text="Call")).to_have_count(0)


@in_the_sweep
def test_an_operational_turn_in_two_windows(player: Callable[..., Player]) -> None:
    """Set-up by hand and by a press, moves on two fronts at once, an attack with its odds, to the next turn."""
    central, allied, match = two(player)
    place_by_hand(allied)
    for seat, other in ((allied, central), (central, allied)):
        give(seat, "order-deal", other)
        expect(seat.page.locator("#prompt h2")).to_have_text("Your armies are ready")
        give(seat, "end-phase", other)
    # Anyone who waits may lay a stack open.
    front = {"great-war-west": "W", "great-war-east": "E"}[central.page.evaluate(SHOWN)]
    stacks = state(central, match)["view"]["stacks"]
    near = next(h for h, s in stacks.items() if h[0] == front and s[0]["side"] == CENTRAL and len(s) == 3)
    central.tap(near)
    expect(central.page.locator(".fan-unit")).to_have_count(3)
    central.page.keyboard.press("Escape")
    for seat, other in ((allied, central), (central, allied)):
        expect(seat.page.locator("#prompt h2")).to_contain_text("new units")
        give(seat, "end-phase", other)

    # Both move at once: each page has turned to the front where its side moves.
    assert allied.page.evaluate(SHOWN) == "great-war-west"
    central.wait("() => document.querySelector('#map').dataset.board === 'great-war-east'")
    strip = central.page.locator(".fronts li")
    expect(strip).to_have_text(["West and Italy Allies moving", "East You moving"], use_inner_text=True)
    assert allied.page.evaluate(STACKS) > 90
    # Belgium and the north of France are in German hands, and the forts of Liège are no more.
    expect(allied.page.locator("#pane-great-war-west .held.central")).to_have_attribute("d", re.compile(r"\S"))
    expect(allied.page.locator("#pane-great-war-west .destroyed").nth(3)).to_be_attached()
    # Layers lie below the tabs of the fronts.
    allied.press("layer-control")
    expect(allied.page.locator("#pane-great-war-west .overlay.control[data-of^=central]").first).to_be_attached()
    allied.press("layer-supply")
    expect(allied.page.locator(".layer-legend")).to_contain_text("would be in supply here")
    allied.press("layer-supply")
    stacks = state(allied, match)["view"]["stacks"]
    start = next(h for h, s in stacks.items() if h[0] == "W" and s[0]["nation"] == "FR" and len(s) == 2)
    # A narrow window shows the front too, if nobody has moved the map.
    allied.page.set_viewport_size({"width": 390, "height": 844})
    allied.settle()
    assert allied.page.evaluate(IN_SIGHT) > 20
    # It names one step of the nine, and which of them it is.
    expect(allied.page.locator(".phases li:visible")).to_have_text(["4/9 Move 4.2"], use_inner_text=True)
    # On a phone a stack is fanned out clear of the tabs of the fronts, also when it stands right below them.
    allied.bring("W5217", 100, 215)
    allied.tap("W5217")
    allied.settle()
    assert not allied.page.evaluate(COVERED)
    # What was in the middle stays there.
    middle = allied.page.evaluate(MIDDLE)
    allied.page.set_viewport_size({"width": 1440, "height": 900})
    allied.settle()
    assert allied.page.evaluate(MIDDLE) == pytest.approx(middle, abs=2)
    for _ in range(2):
        allied.page.keyboard.press("Escape")
    allied.settle()
    # On a phone the bar of a draft lies below the tabs as well, which can still be pressed.
    allied.page.set_viewport_size({"width": 390, "height": 844})
    allied.press("draft")
    expect(allied.page.locator(".draft-bar")).to_be_visible()
    allied.wait(BELOW_TABS)
    for front in ("east", "west"):
        allied.page.locator(f"#tab-great-war-{front}").click(trial=True)
    allied.press("draft-close")
    allied.page.set_viewport_size({"width": 1440, "height": 900})
    allied.settle()
    allied.tap(start)
    allied.settle()
    goal = allied.listed("to-")[0]
    give(allied, f"to-{goal}", central)
    moved = state(central, match)["view"]["stacks"]
    assert start not in moved
    assert moved[goal][0]["nation"] == "FR"
    # What is told of the west is counted on its tab.
    expect(central.page.locator("#tab-great-war-west .unseen")).to_have_text(re.compile(r"^\d+ new$"))
    # What has no room in the bar is not cut in two, down to Record at a desk.
    for width, last in ((1440, "Record"), (1024, "Rail")):
        central.page.set_viewport_size({"width": width, "height": 900})
        central.settle()
        names = central.page.evaluate(WHOLE)
        assert last in names, names
        assert not central.page.evaluate(CUT)
    # A card leaves the tabs of the fronts free.
    central.press("turn")
    for front in ("east", "italy"):
        central.page.locator(f"#tab-great-war-{front}").click(trial=True)
    central.press("card-close")
    central.page.set_viewport_size({"width": 1440, "height": 900})
    # Below the top the French are concealed, in the page as in all that came to it.
    under = stacks[start][1]["id"]
    assert not any(f'"{under}"' in message.text for message in central.received)
    give(allied, "undo", central)
    assert start in state(central, match)["view"]["stacks"]
    give(allied, "end-phase", central)
    expect(strip.first).to_contain_text("done moving")
    # Whoever leaves a city open to the enemy is told so before the movement ends.
    give(central, "end-phase", allied)
    expect(central.page.locator("#prompt")).to_contain_text(re.compile(r"No unit is in .*Temesvár \(E2814\)"))
    give(central, "confirm", allied)

    # An attack: aimed at by a tap, judged before it is declared, told to both sides.
    target = allied.listed("target-")[0]
    allied.press(f"target-{target}")
    allied.settle()
    expect(allied.page.locator("#planner .shifts .total")).to_have_count(2)
    # Its odds stand right below the question: what is told of standing orders waits until nothing is planned.
    expect(allied.page.locator(".standing-row")).to_have_count(0)
    # Every § of the plan, and of the question, opens the leaf that tells of it; a whole chapter opens at its first.
    leaf = allied.page.get_by_role("dialog").get_by_role("heading")
    chips = allied.page.locator("#planner a.sx, #prompt .eye a.sx")
    for n in range(chips.count()):
        section = str(chips.nth(n).get_attribute("data-section"))
        chips.nth(n).click()
        opened = re.match(r"§([\d.]+) \S", leaf.inner_text())
        assert opened is not None
        assert section.startswith(opened[1]) or (section == "10.0" and opened[1] == "10.1"), section
        allied.page.keyboard.press("Escape")
    assert chips.count() > 1
    give(allied, "order-go", central)
    expect(central.page.locator("#planner")).to_contain_text(target)
    for _ in range(30):
        asked = next((p for p in (allied, central) if "Your move" in p.step and "Combat" not in p.step), None)
        if asked is None:
            break
        # "No support" stands nowhere: it has no place above it. Where it is the only answer, the question says so.
        assert asked.page.locator("#prompt h3:empty").count() == 0
        assert "There is only one choice" not in asked.page.locator("#prompt").inner_text()
        give(asked, at_hand(asked), *(p for p in (allied, central) if p is not asked))
    rolls = allied.page.locator("#planner .rolls")
    expect(rolls).to_contain_text("the attacker loses")

    # A city that was left open knowingly is not told of again before the trains, since the enemy came no nearer.
    go_on((allied, central), lambda: TRAINS in central.step)
    question = {"seat": CENTRAL, "question": {"kind": "warnings"}}
    assert "Temesvár" in str(call(central, "POST", f"/matches/{match}/consult", question))
    allied.page.set_viewport_size({"width": 390, "height": 844})
    give(central, "end-phase", allied)
    if central.key("confirm"):
        expect(central.page.locator("#prompt")).not_to_contain_text("Temesvár")
        give(central, "confirm", allied)

    # On to the next turn, in which nobody does more than they must.
    expect(allied.page.locator("[data-key='turn']")).to_contain_text("Turn 11 (2 of 42)")
    for one in (central, allied):
        catch_up(one, one.seat)
    expect(allied.page.locator("[data-key='turn']")).to_contain_text("Turn 11 (2 of 42)")
    expect(central.page.locator("[data-key='turn']")).to_contain_text("Turn 11 (2 of 42)")
    # What came of the turn is told to both, in a card that stays until it is put away; on a phone it is opened.
    expect(allied.page.locator(".card.aside")).to_have_text("Report: turn 10")
    allied.press("card-back")
    for one in (central, allied):
        report = one.page.get_by_role("region", name="Report: turn 10")
        expect(report).to_contain_text(re.compile(f"{target}[^:]*: the Allies attacked at"))
        # The move that was taken back is not counted.
        expect(report).to_contain_text("West and Italy: 0 moves, 1 attack")
        expect(report).to_contain_text("East: quiet.")
    # There it makes room for what it shows, and comes back.
    report = allied.page.get_by_role("region", name="Report: turn 10")
    report.locator(".line").first.click()
    expect(allied.page.locator(".card.aside")).to_have_text("Back to: Report: turn 10")
    allied.press("card-back")
    expect(report.locator(".line").first).to_be_visible()
    allied.page.set_viewport_size({"width": 1440, "height": 900})
    give(central, "bulletin-close")
    expect(central.page.get_by_role("region", name="Report: turn 10")).to_have_count(0)

    # Both sides are dug in along the whole front: lines that join, and none behind it.
    for kind in (f".{CENTRAL}.deep", f".{ALLIED}:not(.deep)"):
        line = central.page.locator(f"#pane-great-war-west .trench-line{kind}")
        expect(line).to_have_count(1)
        assert 0 < (line.get_attribute("d") or "").count("M") < 12

    # The question tells what there is to draw; the card of the turn of all event chits, and of what was drawn when.
    expect(central.page.locator("#prompt")).to_contain_text(re.compile(r"\d+ chits left to draw. In hand: "))
    give(central, "turn")
    card = central.page.get_by_role("region", name="Turn and tracks")
    turn_track(central)
    # The points of the Central Powers, all that they come from, and what they decide; and how the nations stand.
    score = state(central, match)["view"]["ledger"]["score"]
    expect(card.get_by_role("row", name=re.compile("^Now "))).to_contain_text(f"{score['points']} of 20")
    expect(card.get_by_role("row", name=re.compile("^Victory hexes held "))).to_contain_text("18.11")
    expect(card).to_contain_text("the Allies if they are below 0.")
    expect(card.get_by_role("row", name=re.compile("^United States"))).to_contain_text("on strategic turn")
    expect(card.get_by_role("row", name=re.compile("^Russia"))).to_contain_text("under the Czar")
    expect(central.page.get_by_role("banner")).to_contain_text(f"Points {score['points']} of 20", use_inner_text=True)
    chits = card.get_by_role("region", name="Event chits of the Allies")
    expect(chits).to_contain_text(re.compile(r"To draw: \d+ chits: "))
    # Each is a card: what it does in our words, when, where and for how long.
    give(central, "pool-of-allied")
    for title, says in (
        (
            "Hurricane Bombardment",
            r"\+1 on the die.*Adds 1.*Whenin an attack.*WhereWestern Front.*How longonce.*§6\.15",
        ),
        ("Salonika", r"Whenat the start of your new units step, while.*How longfor the rest of the game"),
    ):
        give(central, f"chit-pool-allied-{title}")
        expect(chits.locator(".chit-card[open]").filter(has_text=title)).to_have_text(re.compile(says))
    for one, nation in ((central, "GE"), (allied, "FR")):
        command(one, match, one.seat, {"kind": "buy_event", "nation": nation})
    expect(card).to_contain_text("bought by the Allies (French point) and the Central Powers (German point)")
    expect(card.locator(".drawn").first).to_contain_text("Drawn: ")

    # What you count in changes a planned attack, and you are told what cannot be counted yet.
    ready = position({"W5217": "ge-3 ge-hq-8", "W5117": "fr-12"}, "first.west.attacks", west=CENTRAL)
    ready = holding(ready, "central-mustard", "bruchmuller")
    shown(GAME, central, match, CENTRAL, ready)
    central.open_list()
    central.press("target-W5117")
    central.settle()
    shifts = central.page.locator("#planner .shifts")
    expect(shifts).not_to_contain_text("6.13")
    expect(central.page.locator("[data-key='event-bruchmuller']")).to_contain_text("only with a headquarters")
    for key in ("event-central-mustard", "hq-ge-hq-8", "event-bruchmuller"):
        central.press(key)
        central.settle()
    expect(shifts).to_contain_text(re.compile(r"\+2 on the die.*6\.13.*\+1 on the die.*6\.17"))
    look(central, "a plan that counts events in", phone=False)

    # Aircraft are chosen by their names, and the card of the battle tells who is in the air.
    flown = told(over({"german-aircraft-c": 1, "boelcke": 1}, {"french-aircraft-c": 1}), CENTRAL, "fly",
                 aircraft=["german-aircraft-c.1", "boelcke.1"])  # fmt: skip
    shown(GAME, allied, match, ALLIED, flown)
    expect(allied.page.locator("#planner .aloft")).to_contain_text("In the air: German Aircraft, Boelcke.")
    expect(allied.page.locator("#prompt .chit-face")).to_have_text("French Aircraft")
    look(allied, "aircraft over a battle")
    # Whoever looks at another front meanwhile finds the battle on the map again.
    for front in ("east", "west"):
        allied.page.locator(f"#tab-great-war-{front}").click()
        allied.wait("front => document.querySelector('#map').dataset.board === `great-war-${front}`", front)
        allied.settle()
    expect(allied.page.locator("#pane-great-war-west .target")).to_be_attached()
    expect(allied.page.locator("header .score")).to_contain_text("Strategic D")

    rebuild_several(central, allied, match)

    # The map opens where most of your strength is to act: in August 1914 that is the right wing before Liège.
    # (In a window of another size a page does not open where it was left.)
    central.page.goto("/rules.html?game=great-war#s6.21")
    expect(central.page.locator("[id='s6.2']")).to_be_in_viewport()
    central.page.set_viewport_size({"width": 1280, "height": 800})
    shown(GAME, central, match, CENTRAL, stood())
    assert central.place("W6226")["free"]

    # In August 1914 there has been no strategic turn yet: nothing is said of one.
    shown(GAME, allied, match, ALLIED, replace(flown, strategic=""))
    expect(allied.page.locator("header .score")).not_to_contain_text("Strategic")


STRONG = """() => {
  const strong = [...document.querySelectorAll('.app .b.primary[data-key]:not([aria-disabled="true"])')];
  return strong.find((e) => e.offsetWidth)?.dataset.key ?? null;
}"""
"""The one button that the page proposes to press."""


@in_the_sweep
def test_the_first_turn_of_1915_is_played_by_what_the_pages_propose_alone(player: Callable[..., Player]) -> None:
    """From the first page to the next turn, by a link and by strong buttons alone: there is one at every question,
    the lots included."""
    central, allied = people = player("Conrad"), player("Joseph")
    central.come_in()
    central.create(CENTRAL, game="great-war", scenario="1915")
    allied.join(central.invitation())
    central.wait_for_table()
    turn = allied.page.locator("[data-key='turn']")
    pressed: list[tuple[str, str]] = []
    for _ in range(40):
        if "Turn 11" in turn.inner_text():
            break
        for each in people:
            catch_up(each, each.seat)
        asked = next(p for p in people if "Your move" in p.step)
        key = asked.page.evaluate(STRONG)
        assert key, asked.describe()
        pressed.append((asked.name, asked.step))
        give(asked, key, *(p for p in people if p is not asked))
    assert "Turn 11" in turn.inner_text()
    assert not central.problems
    assert not allied.problems
    # Nobody was asked more than twice in a step, the question about what is left undone counted.
    assert max(Counter(pressed).values()) <= 2, pressed


def go_on(people: tuple[Player, Player], there: Callable[[], bool]) -> None:
    """Whoever is asked presses what the page proposes, until it has come to this."""
    for _ in range(60):
        if there():
            return
        asked = next(p for p in people if "Your move" in p.step)
        give(asked, at_hand(asked), *(p for p in people if p is not asked))
    raise AssertionError("it never came")


def at_hand(player: Player) -> str:
    """The control that gives up most: no headquarters, no event, no advance; of losses the first on offer."""
    player.settle()
    for key in ("confirm", "unit-none", "order-no_event", "order-stand", "order-hold", "end-phase"):
        if player.key(key):
            return key
    # An only answer stands on the button that gives it.
    return (player.keys("unit-") or ["order-go"])[0]
