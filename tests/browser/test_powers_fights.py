"""Moves, orders and battles of Powers of 1914 on the page: without the map, with the keyboard, seen by both sides."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rules.powers_1914.game import GAME
from tests.browser.player import Player
from tests.browser.setting import begin, call, command, open_table, shown
from tests.games.powers_1914.kit import position, told
from tests.thorough import in_the_sweep

CENTRAL, ENTENTE = "central", "entente"
ADDED_UP = """() => {
  const number = (e) => Number(e.textContent.replace('−', '-'));
  const sum = (column) => [...column.querySelectorAll('li b')].map(number).reduce((a, b) => a + b, 0);
  return [[...document.querySelectorAll('#planner .total')].map(number),
    [...document.querySelectorAll('#planner .throw')].map(sum)];
}"""
"""The totals of a fight's dice, and what its rows come to."""
FOCUSED = "document.activeElement?.dataset?.key ?? null"


@pytest.fixture
def table(player: Callable[..., Player]) -> Callable[..., tuple[Player, Player, str]]:
    """Two players at a table with the suggested set-up; the Central Powers, whose page is open, are to move."""

    def lay(**context: object) -> tuple[Player, Player, str]:
        moltke, joffre = player("Moltke", **context), player("Joffre")
        for person in (moltke, joffre):
            call(person, "POST", "/guests", {"name": person.name})
        body = {"game": "powers-1914", "scenario": "classic-1", "seat": CENTRAL}
        match = call(moltke, "POST", "/matches", body)
        call(joffre, "POST", f"/matches/{match['id']}/seats/{ENTENTE}", {"invite": match["invite"]})
        begin(match["id"], moltke, joffre)
        for order in ("standard", "end_phase"):
            command(moltke, match["id"], CENTRAL, {"kind": order})
        for order in ("standard", "end_phase"):
            command(joffre, match["id"], ENTENTE, {"kind": order})
        command(moltke, match["id"], CENTRAL, {"kind": "end_phase"})
        command(joffre, match["id"], ENTENTE, {"kind": "end_phase"})
        open_table(moltke, match["id"], CENTRAL)
        return moltke, joffre, str(match["id"])

    return lay


def sent(person: Player, kind: str) -> list[dict[str, Any]]:
    """The commands of a kind that the player's page has sent."""
    return [c["command"] for c in person.commands if c["command"]["kind"] == kind]


def attack(person: Player, origin: str, goal: str) -> None:
    """By the lists: a field, what usually goes, a field with enemies, yes."""
    person.open_list()
    person.press(f"stack-{origin}")
    person.press(f"to-{goal}")
    person.wait("() => document.querySelector('#prompt .outlook .odds-bar') !== null")
    person.press("confirm")
    person.settle()


def test_a_question_without_an_answer_says_why_and_may_be_asked_again(
    table: Callable[..., tuple[Player, Player, str]],
) -> None:
    """A refusal in place of a plan: nothing is offered that the server did not say, and nothing breaks."""
    # The one match of this game that has its land drawn; on a board that is looked at longer it costs seconds.
    moltke, _, _ = table(drawn=True)
    refusal = {"error": {"code": "later", "section": "3.2", "text": "The staff is asleep."}}
    moltke.page.route("**/consult", lambda route: route.fulfill(status=422, json=refusal))
    moltke.open_list()
    moltke.press("stack-rhineland")
    moltke.page.get_by_text("The staff is asleep.").first.wait_for()
    assert moltke.page.locator("[data-key='to-bavaria']").count() == 0
    moltke.page.unroute("**/consult")
    moltke.press_first("less-GE.infantry")
    moltke.press("to-bavaria")
    moltke.settle()
    assert [move["path"] for move in sent(moltke, "move")] == [["bavaria"]]


def test_a_field_sends_the_units_you_choose(table: Callable[..., tuple[Player, Player, str]]) -> None:
    """§3.2: of four, a gun and a general, three infantry go; the others stay and may still move."""
    moltke, _, match = table()
    moltke.open_list()
    moltke.press("stack-alsace")
    moltke.press_first("less-GE.infantry")
    moltke.press_first("fan-GE.artillery")
    assert "Richthofen and three German infantry" in moltke.page.locator("#prompt").inner_text(), "a general goes along"
    moltke.press_first("fan-GE.general")
    assert "Three German infantry" in moltke.page.locator("#prompt").inner_text()
    moltke.press("to-bavaria")
    moltke.settle()
    [move] = sent(moltke, "move")
    assert move["path"] == ["bavaria"]
    assert [unit.rpartition(".")[0] for unit in move["units"]] == ["GE.infantry"] * 3
    left = call(moltke, "GET", f"/matches/{match}/state?seat={CENTRAL}")["view"]["areas"]["alsace"]["units"]
    assert sorted(u["kind"] for u in left if not u["spent"]) == ["artillery", "general", "infantry"]
    moltke.tap("bavaria")
    expect(moltke.page.locator(".toast")).to_contain_text("Three German infantry in Bavaria have already moved")


def test_a_battle_goes_on_with_one_key_and_both_sides_see_it(
    table: Callable[..., tuple[Player, Player, str]],
) -> None:
    """§3.3: the same groups stay chosen, the key that fights has the keyboard; when it is over it stays to be read."""
    moltke, joffre, match = table()
    open_table(joffre, match, ENTENTE)
    attack(moltke, "rhineland", "brussels")
    moltke.wait("() => document.querySelector('.odds-bar') !== null")
    joffre.wait("() => document.querySelector('#planner h3')?.textContent === 'Battle: Belgium'")
    fights = 0
    while moltke.key("fight") is not None:
        moltke.wait(f"() => {FOCUSED.replace('?? null', '')} === 'fight'")
        moltke.page.keyboard.press("Enter")
        fights += 1
        moltke.wait("n => document.querySelectorAll('#log [data-kind=fight]').length >= 2 * n", fights)
        moltke.settle()
        joffre.wait("n => document.querySelectorAll('#log [data-kind=fight]').length >= 2 * n", fights)
        expect(joffre.page.locator("#planner .throw")).to_have_count(2)
    assert len(sent(moltke, "fight")) == fights
    for person in (moltke, joffre):
        expect(person.page.locator("#planner h3")).to_have_text("Fought: Belgium")
        totals, rows = person.page.evaluate(ADDED_UP)
        assert totals
        assert rows == totals, "what is shown adds up"


@in_the_sweep
def test_you_choose_which_attackers_from_several_fields_fight(
    table: Callable[..., tuple[Player, Player, str]],
) -> None:
    """§3.3.2, §3.3.9: what one is worth depends on where one came from, so those stand apart."""
    moltke, _, match = table()
    attack(moltke, "silesia", "poland")
    moltke.press("order-reinforce")
    moltke.open_list()
    moltke.press("stack-east-prussia")
    moltke.wait("() => document.querySelector('#prompt .forecast .odds-bar') !== null")
    moltke.press("reinforce")
    moltke.wait("() => document.querySelectorAll('#prompt [data-key^=\"own-GE.infantry\"]').length === 2")
    moltke.press("own-GE.infantry.fresh.east-prussia")
    battle = call(moltke, "GET", f"/matches/{match}/state?seat={CENTRAL}")["view"]["battle"]
    came = {u["id"]: u["came"] for u in battle["attackers"]}
    moltke.press("fight")
    moltke.settle()
    [fight] = sent(moltke, "fight")
    assert came[fight["unit"]] == "east-prussia"


def answered_late(route: Route) -> None:
    """The socket tells of an order first."""
    answer = route.fetch()
    time.sleep(0.5)
    route.fulfill(response=answer)


def test_an_attack_out_of_several_fields_is_one_plan_and_is_fought_on_up_to_a_number_of_losses(
    table: Callable[..., tuple[Player, Player, str]],
) -> None:
    """§3.3.2: the odds count all who are to come, and all come; then fight follows fight until one is lost."""
    moltke, _, match = table()
    moltke.open_list()
    moltke.press("stack-alsace")
    moltke.press("to-champagne")
    said = moltke.page.locator("#prompt p.row").first
    expect(said).to_have_text(re.compile(r"^Richthofen, four German infantry and one artillery against "))
    moltke.press("also-rhineland")
    expect(said).to_have_text(re.compile(r"^Richthofen, 13 German infantry, three artillery and one aircraft against "))
    moltke.wait("() => document.querySelector('#prompt .outlook .face-count, #prompt .outlook .fighter') !== null")
    moltke.press("also-galicia")
    expect(said).to_contain_text("One Austro-Hungarian aircraft")
    # Where an order leads may be told before the order itself is answered: nobody waits for what has been already.
    moltke.page.route("**/commands", answered_late)
    moltke.press("confirm")
    moltke.wait("() => document.querySelectorAll('#log [data-kind=reinforced]').length === 2")
    moltke.page.unroute("**/commands")
    battle = call(moltke, "GET", f"/matches/{match}/state?seat={CENTRAL}")["view"]["battle"]
    assert {u["came"] for u in battle["attackers"]} == {"alsace", "rhineland", "galicia"}, "aircraft go home"
    assert (len(sent(moltke, "move")), len(sent(moltke, "reinforce"))) == (1, 2)
    moltke.wait("() => document.querySelector('#prompt .pairing .forecast .odds-bar') !== null")

    def left() -> int:
        now = call(moltke, "GET", f"/matches/{match}/state?seat={CENTRAL}")["view"]["battle"]
        return 0 if now is None else sum(u["kind"] != "general" for u in now["attackers"])

    begun = left()
    moltke.press("fight-on")
    # One is lost, or the field is taken before that: then there is no battle any more.
    moltke.wait("() => document.querySelector('#prompt .pairing .fight-brief, #planner .throw') !== null")
    deadline = 200
    while left() == begun and deadline:
        moltke.settle()
        deadline -= 1
    assert left() in (begun - 1, 0)
    moltke.settle()
    fights = len(sent(moltke, "fight"))
    expect(moltke.page.locator("#log [data-kind=decided]")).to_have_count(fights)
    # What stands far below in the panel makes the page no longer: a new question would scroll the turn's bar away.
    assert moltke.page.evaluate("() => document.scrollingElement.scrollHeight === innerHeight")


@in_the_sweep
def test_to_capture_costs_one_and_the_odds_say_so(table: Callable[..., tuple[Player, Player, str]]) -> None:
    """§3.3.11: the odds change with the mark, and the command says what was marked."""
    moltke, _, _ = table()
    attack(moltke, "silesia", "poland")
    moltke.wait("() => document.querySelector('.odds-bar .win')?.textContent === '3'")
    moltke.press("capture")
    moltke.wait("() => document.querySelector('.odds-bar .win')?.textContent === '1'")
    assert "−1 Trying to capture §3.3.11" in " ".join(moltke.page.locator(".adds").first.inner_text().split())
    moltke.press("fight")
    moltke.settle()
    assert [c["capture"] for c in sent(moltke, "fight")] == [True]


@in_the_sweep
def test_guns_and_gas_are_a_button_away(table: Callable[..., tuple[Player, Player, str]]) -> None:
    """§3.3.12, §3.15.2: a gun, a field, a target; a field and who goes first; both sides see the die."""
    moltke, joffre, match = table()
    open_table(joffre, match, ENTENTE)
    moltke.press("order-shoot")
    moltke.settle()
    guns = call(moltke, "GET", f"/matches/{match}/state?seat={CENTRAL}")["legal"]["offers"]
    by_gun = next(offer["guns"] for offer in guns if offer["kind"] == "shoot")
    gun = next(gun for gun, shot in by_gun.items() if [*shot["areas"]] == ["brussels"])
    assert "hits with" in moltke.page.locator(f"[data-key='unit-{gun}']").inner_text()
    moltke.press(f"unit-{gun}")
    moltke.settle()
    moltke.press("unit-BE.artillery.1")
    moltke.settle()
    moltke.press("order-go")
    joffre.wait("() => document.querySelector('#planner .roll .die') !== null")
    assert joffre.page.locator("#planner h3").inner_text() == "Heavy artillery: Belgium"
    moltke.settle()
    [shot] = sent(moltke, "shoot")
    assert (shot["area"], shot["target"]) == ("brussels", "BE.artillery.1")
    assert moltke.prompt == "Which gun shoots?", "the next gun is at hand"
    moltke.press("back")
    moltke.press("order-gas")
    moltke.settle()
    moltke.tap("poland")
    moltke.settle()
    expect(moltke.page.locator("[data-key='choice-infantry']:visible")).to_have_attribute("aria-pressed", "true")
    moltke.press("choice-artillery")
    moltke.settle()
    assert not sent(moltke, "gas"), "it cannot be taken back, so it takes a yes"
    moltke.press("order-go")
    joffre.wait("() => document.querySelector('#planner h3')?.textContent === 'Gas: Poland'")
    assert sent(moltke, "gas")[0]["first"] == "artillery"


@in_the_sweep
def test_the_challenged_side_sees_the_odds_its_own_way(table: Callable[..., tuple[Player, Player, str]]) -> None:
    """§3.3.14: what one side wins the other loses; declined, nothing happens."""
    moltke, joffre, match = table()
    open_table(joffre, match, ENTENTE)
    moltke.press("order-challenge")
    moltke.press("unit-AH.ship.1")
    moltke.wait("() => document.querySelector('.odds-bar .win')?.textContent === '3'")
    moltke.press("order-go")
    joffre.wait("() => document.querySelector('.odds-bar .lose')?.textContent === '3'")
    assert joffre.page.locator(".odds-bar .win").inner_text() == "30"
    joffre.press("order-no")
    joffre.settle()
    assert call(moltke, "GET", f"/matches/{match}/state?seat={CENTRAL}")["view"]["fight"] is None


@in_the_sweep
def test_the_end_of_the_moves_says_what_was_left_undone(table: Callable[..., tuple[Player, Player, str]]) -> None:
    """§3.1.4: it cannot be taken back, so it asks; Escape goes back."""
    moltke, _, match = table()
    # The sides have the colours that the lobby gave them; while the top is drawn again, its squares have none.
    moltke.wait(
        "() => new Set([...document.querySelectorAll('#top .swatch')]"
        ".map((e) => getComputedStyle(e).backgroundColor).filter(Boolean)).size === 2"
    )
    moltke.press("end-phase")
    moltke.wait("() => document.querySelectorAll('#prompt .warn').length === 2")
    assert "have not moved" in moltke.page.locator("#prompt").inner_text()
    moltke.page.keyboard.press("Escape")
    moltke.wait("() => document.querySelector('#prompt .warn') === null")
    assert sent(moltke, "end_phase") == []
    moltke.press("end-phase")
    moltke.page.locator(".dock [data-key='confirm']").dispatch_event("click", {"detail": 2})
    moltke.settle()
    assert sent(moltke, "end_phase") == [], "the second half of a double-click answers nothing"
    moltke.press("confirm")
    moltke.wait("() => document.querySelector('#prompt .dot.yours') === null")

    buying = position({"rhineland": "GE 3 infantry"}, step="purchase", money=20)
    shown(GAME, moltke, match, CENTRAL, buying)
    moltke.press("end-phase")
    moltke.wait("() => document.querySelector('#prompt .warn') !== null")
    assert "You have 20 left and can still buy" in moltke.page.locator("#prompt").inner_text()
    assert len(sent(moltke, "end_phase")) == 1, "only that of the moves"
    moltke.press("confirm")
    moltke.settle()
    assert len(sent(moltke, "end_phase")) == 2


@in_the_sweep
def test_a_card_and_a_demolition_are_ordered_with_the_general_form(
    table: Callable[..., tuple[Player, Player, str]],
) -> None:
    """§3.15.1, §3.6: a field from the map or the list, then a yes; nothing is sent before it."""
    moltke, _, _ = table()
    moltke.press("order-tactic")
    moltke.settle()
    assert moltke.prompt == "Choose a field"
    moltke.tap("champagne")
    moltke.settle()
    assert not sent(moltke, "tactic")
    moltke.press("order-go")
    moltke.settle()
    assert sent(moltke, "tactic") == [{"kind": "tactic", "area": "champagne"}]
    moltke.press("order-raze")
    moltke.settle()
    moltke.press("choice-factory")
    moltke.settle()
    places = moltke.listed("to-")
    moltke.press(f"to-{places[0]}")
    moltke.settle()
    moltke.press(f"to-{places[0]}")
    moltke.settle()
    assert not sent(moltke, "raze"), "only a tap on the map means yes"
    moltke.press("order-go")
    moltke.settle()
    assert sent(moltke, "raze") == [{"kind": "raze", "works": "factory", "area": places[0]}]


def missed(lines: list[dict[str, Any]]) -> Callable[[Route], None]:
    """The page reads that these came after the player last looked."""

    def away(route: Route) -> None:
        body = route.fetch().json()
        route.fulfill(json={**body, "log": [*body["log"], *lines], "last_seen": body["log"][-1]["seq"]})

    return away


@in_the_sweep
def test_what_is_at_stake_is_said_before_and_a_fallen_country_is_told_on_a_card(
    table: Callable[..., tuple[Player, Player, str]],
) -> None:
    """§3.10.2: to empty a capital before the enemy takes a yes; who conquered what is read until it is put away."""
    moltke, _, match = table()
    places = {"berlin": "GE 3 infantry", "rhineland": "GE 2 infantry", "poland": "RU 6 infantry"}
    state = position(places)
    shown(GAME, moltke, match, CENTRAL, state)
    moltke.open_list()
    moltke.press("stack-berlin")
    moltke.settle()
    assert "If it is taken, Germany is conquered." in moltke.page.locator("#prompt .warn").inner_text()
    moltke.press("to-silesia")
    moltke.settle()
    assert moltke.prompt == "Leave Berlin?"
    assert not sent(moltke, "move")
    moltke.press("confirm")
    moltke.settle()
    assert [move["path"] for move in sent(moltke, "move")] == [["silesia"]]

    _, facts = told(state, CENTRAL, "move", units=["GE.infantry.4", "GE.infantry.5"], path=["brussels"])
    lines_of: list[dict[str, Any]] = []
    for fact in facts:
        after = GAME.evolve(state, fact)
        lines_of.append(GAME.narrate(state, fact, after, CENTRAL) or {})
        state = after
    line = next(line for line in lines_of if "bulletin" in line)
    meanwhile = [{**line, "side": ENTENTE, "seq": 9001}]
    undone = {**line, "kind": "undone", "text": "Undone.", "seq": 9002, "to": 9000, "through": 9001}
    del undone["bulletin"]
    for lines, cards in ((meanwhile, 1), ([*meanwhile, undone], 0)):
        moltke.page.unroute("**/state?*")
        moltke.page.route("**/state?*", missed(lines))
        open_table(moltke, match, CENTRAL)
        card = moltke.page.locator("#side .bulletin")
        expect(card).to_have_count(cards)
        if cards:
            told_there = card.locator(".line", has_text="Germany now holds Belgium")
            # A line of words, and not a column of them.
            assert told_there.evaluate("line => line.offsetHeight < line.offsetWidth / 2")
            moltke.press("bulletin-close")
            moltke.settle()
            expect(card).to_have_count(0)
