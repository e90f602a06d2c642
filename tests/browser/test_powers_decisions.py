"""What Powers of 1914 leaves to its players beside moves and battles: gas out of turn, a shared conquest, a colour."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Route

from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from rules.powers_1914.position.tally import conquests
from rules.powers_1914.printed.pieces import SIDES
from tests.browser.player import Player
from tests.browser.setting import begin, call, command, open_table, shown
from tests.browser.test_powers_fights import CENTRAL, ENTENTE, sent, table
from tests.games.powers_1914.kit import drawn, go, position, told
from tests.golden.figures import figures_of
from tests.golden.recording import FOLDER, Recording
from tests.thorough import in_the_sweep

__all__ = ["table"]


def test_gas_is_used_while_the_other_side_decides(table: Any) -> None:
    """§3.15.2: who waits has the order too; the question put to the other side stays what it was."""
    moltke, joffre, match = table()
    open_table(joffre, match, ENTENTE)
    assert "Waiting" in joffre.step
    joffre.press("order-gas")
    joffre.wait("() => document.querySelector('#prompt h2')?.textContent.startsWith('Gas attack on which field')")
    joffre.settle()
    joffre.tap("rhineland")
    joffre.settle()
    joffre.press("order-go")
    moltke.wait("() => document.querySelector('#planner h3')?.textContent.startsWith('Gas: ')")
    assert len(sent(joffre, "gas")) == 1
    assert "Your move" in moltke.step
    assert "Waiting" in joffre.step


@in_the_sweep
def test_at_one_screen_the_other_player_may_use_gas_out_of_turn(player: Any) -> None:
    """§3.15.2: the screen is handed over out of turn, covered meanwhile, and given back."""
    both = player("Moltke")
    call(both, "POST", "/guests", {"name": "Moltke"})
    match = call(
        both, "POST", "/matches", {"game": "powers-1914", "scenario": "classic-1", "seat": CENTRAL, "hotseat": True}
    )
    begin(match["id"], both)
    for seat in (CENTRAL, ENTENTE):
        for order in ("standard", "end_phase"):
            command(both, match["id"], seat, {"kind": order})
    for seat in (CENTRAL, ENTENTE):
        command(both, match["id"], seat, {"kind": "end_phase"})
    open_table(both, match["id"], CENTRAL)
    both.press("order-visit")
    both.press(f"visit-{ENTENTE}")
    both.page.locator("[data-key='curtain']").wait_for()
    both.wait("() => !document.querySelector('#prompt h2')")  # the question goes with the next picture
    both.press("curtain")
    both.wait_for_table()
    assert both.seat == ENTENTE
    both.press("order-gas")
    both.settle()
    both.tap("rhineland")
    both.settle()
    both.press("order-go")
    both.wait("() => document.querySelector('#planner h3')?.textContent.startsWith('Gas: ')")
    both.press("give-back")
    both.press("curtain")
    both.wait_for_table()
    assert both.seat == CENTRAL
    assert "Your move" in both.step


def test_a_conquered_country_is_shared_out_field_by_field(table: Any) -> None:
    """§5.1: the player of both conquerors says who gets what, by button and on the map."""
    _, joffre, match = table()
    state = position({"galicia": "RU 1 infantry", "trieste": "IT 1 infantry", "bohemia": "AH 3 infantry"},
                     step="entente.action", flags={"galicia": "RU", "trieste": "IT"})  # fmt: skip
    state = go(go(state, ENTENTE, "IT.infantry.1", "vienna"), ENTENTE, "RU.infantry.1", "budapest")
    shown(GAME, joffre, match, ENTENTE, state)
    assert joffre.prompt == "Who gets what of Austria-Hungary?"
    joffre.press("all-IT")
    joffre.press("share-bohemia-RU")
    joffre.press("share")
    joffre.page.get_by_text("Only the question is tried here.").first.wait_for()
    [share] = sent(joffre, "share")
    assert share["flags"].pop("bohemia") == "RU"
    assert set(share["flags"].values()) == {"IT"}


def answers(person: Player, match: str, seat: str, state: State, prompt: str) -> None:
    """The question of a state is put to the player."""
    shown(GAME, person, match, seat, state)
    assert person.prompt == prompt


@in_the_sweep
def test_what_cards_and_conquests_ask_is_answered_with_the_general_form(table: Any) -> None:
    """§3.14, §5.1: where, whose, how many; what asks is shown, and the buttons say what happens."""
    moltke, joffre, match = table()
    rising = drawn("nationalism-1", {"galicia": "AH 2 infantry"})
    answers(moltke, match, CENTRAL, rising, "Where does the enemy rise?")
    assert "Awaking of Nationalism" in moltke.page.locator("#prompt .event-card").inner_text()
    moltke.open_list()
    assert "Galicia: two Austro-Hungarian infantry" in moltke.page.locator("[data-key='to-galicia']").inner_text()
    moltke.press("to-bosnia")
    moltke.settle()
    assert moltke.page.locator(".dock [data-key^='choice-']").count() == 0, "six nations are too many for the dock"
    moltke.press("choice-SE")
    moltke.settle()
    assert "Bosnia and Dalmatia · Serbia" in moltke.page.locator("[data-key='order-go']:visible").inner_text()
    moltke.press("order-go")
    moltke.page.get_by_text("Only the question is tried here.").first.wait_for()
    assert sent(moltke, "rise") == [{"kind": "rise", "area": "bosnia", "nation": "SE"}]

    army = {"alsace": "GE 4 infantry 1 artillery", "galicia": "AH 3 infantry"}
    answers(moltke, match, CENTRAL, drawn("disease-1", army), "Choose the units that go")
    moltke.press("unit-GE.infantry.1")  # one face stands for four
    moltke.settle()
    moltke.tap("galicia")  # where all are alike, a tap on the map takes one
    moltke.settle()
    assert "2 of 2" in moltke.page.locator("[data-key='order-go']:visible").inner_text()
    moltke.press("unit-GE.artillery.1")
    moltke.page.get_by_text("You can choose 2 at most.").first.wait_for()
    moltke.press("order-go")
    moltke.settle()
    assert sent(moltke, "give_up") == [{"kind": "give_up", "units": ["GE.infantry.1", "AH.infantry.1"]}]

    answers(moltke, match, CENTRAL, drawn("colonies-1", army, money=3), "Pay the colonies?")
    moltke.page.locator("#prompt").get_by_text("The colonies want 12, and you have 3.").first.wait_for()
    assert not moltke.page.locator("[data-key='order-pay']:visible").count()
    moltke.press("order-decline")
    moltke.settle()
    assert sent(moltke, "decline") == [{"kind": "decline"}]

    allies = {"rhineland": "GE 1 infantry; AH 1 infantry", "picardy": "BE 1 infantry; FR 1 infantry"}
    taken = go(position(allies), CENTRAL, "GE.infantry.1 AH.infantry.1", "brussels", "picardy")
    answers(moltke, match, CENTRAL, taken, "Whose flag over Belgium?")
    moltke.press("choice-AH")  # a press is the answer
    moltke.settle()
    assert sent(moltke, "flag") == [{"kind": "flag", "nation": "AH"}]

    shown(GAME, moltke, match, CENTRAL, position({"biscay": "GE 1 ship", "brittany": "FR 2 infantry"}))
    moltke.press("order-raid")
    moltke.settle()
    assert moltke.prompt == "Destroy it or capture it?", "of one ship and one shipyard nothing else is asked"
    moltke.press("order-yes")
    moltke.settle()
    assert sent(moltke, "raid") == [{"kind": "raid", "unit": "GE.ship.1", "area": "brittany", "take": True}]

    shown(GAME, moltke, match, CENTRAL, position({"west-med": "AH 1 ship; FR 2 infantry"}))
    moltke.press("order-sink")
    moltke.settle()
    moltke.press("order-no")
    moltke.settle()
    assert sent(moltke, "sink") == [{"kind": "sink", "area": "west-med", "capture": False}]

    answers(joffre, match, ENTENTE, drawn("usa-1", army, other="disease-1"), "Where does America land?")
    joffre.press_first("to-")
    joffre.settle()
    assert not sent(joffre, "land_usa"), "it cannot be taken back, so it takes a yes"
    joffre.press("order-go")
    joffre.settle()
    assert len(sent(joffre, "land_usa")) == 1


def test_an_ally_reads_whose_battle_it_is_and_may_leave_it_to_them(table: Any) -> None:
    """§3.3.2: it is not their move: they may bring units up, or leave the battle to their ally."""
    moltke, _, match = table()
    places = {"tyrol": "AH 2 infantry", "bavaria": "GE 1 infantry", "venetia": "IT 2 infantry"}
    state = go(position(places, scenario="classic-1-6"), "central-1", "AH.infantry.1 AH.infantry.2", "venetia")
    answers(moltke, match, "central-2", state, "Bring up units to Venetia?")
    assert "An ally’s battle" in moltke.step
    assert "Your move" not in moltke.step
    assert "leads the attack with 2 Austro-Hungarian infantry" in moltke.page.locator("#prompt").inner_text()
    moltke.press("order-leave")
    moltke.settle()
    assert sent(moltke, "leave") == [{"kind": "leave"}]
    assert sent(moltke, "reinforce") == []
    shown(GAME, moltke, match, "central-2", told(state, "central-2", "leave")[0])
    assert "Waiting" in moltke.step
    assert moltke.prompt.startswith("Waiting for")


def test_a_finished_match_is_told_in_figures(table: Any) -> None:
    """§3.13: conquests, losses, dice against what was to be expected, battles: drawn, and as tables."""
    moltke, _, match = table()
    charts, lines, states = figures_of(Recording.read(FOLDER / "powers-1914" / "3.13.2-central.json"), CENTRAL)
    end = states[-1]

    def over(route: Route) -> None:
        body = route.fetch().json()
        body |= {"view": GAME.view(end, CENTRAL), "legal": GAME.legal(end, CENTRAL), "log": lines[-30:]}
        route.fulfill(json={**body, "last_seen": len(lines)})

    moltke.page.route("**/state?*", over)
    moltke.page.route("**/charts?*", lambda route: route.fulfill(json=charts))
    open_table(moltke, match, CENTRAL)
    moltke.press("review")
    moltke.wait("() => document.querySelector('#prompt .review .curve') !== null")
    text = " ".join(moltke.page.locator("#prompt .review").inner_text().split())
    for row in ("Thrown", "Infantry"):
        both = [charts["dice"][s]["thrown"] if row == "Thrown" else charts["lost"]["infantry"][s] for s in SIDES]
        assert f"{row} {both[0]} {both[1]}" in text
    assert f"Conquests {conquests(end, CENTRAL)} {conquests(end, ENTENTE)}" in text
    assert "Greatest battles The battle of" in text
