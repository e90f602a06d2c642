"""What Powers of 1914 leaves to its players beside moves and battles: gas out of turn, a shared conquest, a colour."""

from __future__ import annotations

from typing import Any

from rules.powers_1914.game import GAME
from rules.powers_1914.state import State
from tests.browser.player import Player
from tests.browser.setting import begin, call, command, open_table
from tests.browser.test_powers_fights import CENTRAL, ENTENTE, sent, table
from tests.games.powers_1914.kit import drawn, go, position

__all__ = ["table"]

NOT_NOW = {"error": {"code": "later", "section": "3.1", "text": "Only the question is tried here."}}


def shown(person: Player, match: str, seat: str, state: State) -> None:
    """His page shows another position than the match's; its commands are noted and answered no."""

    def answer(route: Any) -> None:
        body = route.fetch().json()
        route.fulfill(json={**body, "view": GAME.view(state, seat), "legal": GAME.legal(state, seat)})

    person.page.route("**/state?*", answer)
    person.page.route("**/commands", lambda route: route.fulfill(status=422, json=NOT_NOW))
    open_table(person, match, seat)


def test_gas_is_used_while_the_other_side_decides(table: Any) -> None:
    """§3.15.2: who waits has the order too; the question put to the other side stays what it was."""
    moltke, joffre, _ = table()
    assert "Waiting" in joffre.step
    joffre.press("order-gas")
    joffre.wait("() => document.querySelector('#prompt h2')?.textContent.startsWith('Gas attack on which field')")
    joffre.press("over-rhineland")
    joffre.press("gas")
    moltke.wait("() => document.querySelector('#planner h3')?.textContent.startsWith('Gas: ')")
    assert len(sent(joffre, "gas")) == 1
    assert "Your move" in moltke.step
    assert "Waiting" in joffre.step


def test_at_one_screen_the_other_player_comes_and_goes_for_his_gas(player: Any) -> None:
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
    assert both.page.locator("#prompt h2").count() == 0, "the map and the question are covered"
    both.press("curtain")
    both.wait_for_table()
    assert both.seat == ENTENTE
    both.press("order-gas")
    both.press("over-rhineland")
    both.press("gas")
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
    shown(joffre, match, ENTENTE, state)
    assert joffre.prompt == "Who gets what of Austria-Hungary?"
    joffre.press("all-IT")
    joffre.press("share-bohemia-RU")
    joffre.press("share")
    joffre.page.get_by_text("Only the question is tried here.").first.wait_for()
    [share] = sent(joffre, "share")
    assert share["flags"].pop("bohemia") == "RU"
    assert set(share["flags"].values()) == {"IT"}


def test_the_player_of_nationalism_chooses_field_and_colour(table: Any) -> None:
    """§3.14.10: both are sent."""
    moltke, _, match = table()
    shown(moltke, match, CENTRAL, drawn("nationalism-1", {"galicia": "AH 2 infantry"}))
    moltke.press("colour-SE")
    moltke.press("area-bosnia")
    moltke.press("choose")
    moltke.page.get_by_text("Only the question is tried here.").first.wait_for()
    assert sent(moltke, "rise") == [{"kind": "rise", "area": "bosnia", "nation": "SE"}]
