"""Three people in three browsers play Powers of 1914: two allies side by side against one, and hands stay hidden."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from rules.powers_1914.game import GAME
from tests.browser.conftest import House
from tests.browser.moments import Moments
from tests.browser.player import Player
from tests.browser.secrecy import of_the_client, states_of, watch_cards
from tests.browser.setting import call, catch_up
from tests.thorough import in_the_sweep

CENTRAL, WEST, EAST = "central", "entente-1", "entente-2"
FAST_FORWARD = 1500


class Party:
    """The three pages of a match."""

    def __init__(self, players: dict[str, Player]) -> None:
        self.players = players

    def settle(self) -> None:
        """Every page shows what the last command led to."""
        for player in self.players.values():
            player.settle()
        for seat, player in self.players.items():
            catch_up(player, seat)

    def asked(self) -> set[str]:
        """The seats whose page says that it is their move."""
        return {seat for seat, p in self.players.items() if p.step.startswith("Your move")}

    def press(self, seat: str, key: str) -> None:
        """A control pressed, and its outcome on every page."""
        self.players[seat].press(key)
        self.settle()

    def end(self, seat: str) -> None:
        """The phase's button; once more where it warns."""
        player = self.players[seat]
        player.press("end-phase")
        player.settle()
        if player.key("confirm"):
            player.press("confirm")
        self.settle()


def money(player: Player) -> int:
    """What the top bar says of your money."""
    found = re.search(r"Money (\d+)", player.page.locator("#top .score").inner_text())
    assert found is not None
    return int(found[1])


def march(party: Party, seat: str) -> str:
    """Move some units of a field into a field where nobody stands against them; gives the goal."""
    player = party.players[seat]
    for start in player.listed("stack-"):
        player.tap(start)
        player.settle()
        goals = player.listed("to-")
        view = call(player, "GET", f"/matches/{player.match}/state?seat={seat}")["view"]
        quiet = [g for g in goals if view["areas"].get(g, {}).get("control") and not _enemies(view, g, seat)]
        goal = next((g for g in quiet if player.reachable(g)), None)
        if goal is not None:
            sent = len(player.commands)
            player.tap(goal)
            player.settle()
            if player.key("confirm") is not None:  # it leaves a capital, or someone, before the enemy
                player.press("confirm")
            party.settle()
            if len(player.commands) == sent:
                # A march that lays a capital bare is asked about first.
                party.press(seat, "confirm")
            assert player.commands[sent]["command"]["kind"] == "move"
            return goal
        player.page.keyboard.press("Escape")
        player.page.keyboard.press("Escape")
        player.settle()
    raise AssertionError("nobody could march anywhere")


def _enemies(view: dict[str, Any], area: str, seat: str) -> bool:
    side = view["seats"][seat]["side"]
    return any(view["nations"][u["nation"]]["side"] != side for u in view["areas"].get(area, {}).get("units", []))


def attack(party: Party, seat: str) -> None:
    """March into a field of the enemy and fight it out, to the end or until one has had enough."""
    player = party.players[seat]
    for start in player.listed("stack-"):
        view = call(player, "GET", f"/matches/{player.match}/state?seat={seat}")["view"]
        player.tap(start)
        player.settle()
        hostile = [g for g in player.listed("to-") if _enemies(view, g, seat)]
        if hostile:
            player.press(f"to-{hostile[0]}")
            player.settle()
            if player.key("confirm"):
                player.press("confirm")
            party.settle()
            break
        player.page.keyboard.press("Escape")
        player.page.keyboard.press("Escape")
        player.settle()
    else:
        raise AssertionError("nobody could be attacked")
    for _ in range(40):
        if not player.key("withdraw"):
            return
        assert player.key("fight"), "a battle in which you may only stop"
        player.press("fight")
        party.settle()
        # Both dice of a fight are shown.
        expect(player.page.locator("#planner .die").nth(1)).to_be_attached()


def pass_on(party: Party, house: House, match: str, until: Callable[[dict[str, Any]], bool]) -> None:
    """Nobody buys or moves; what a card asks is answered at random, until something is so in the open view."""
    rng = random.Random(1914)
    for _ in range(FAST_FORWARD):
        view = call(party.players[CENTRAL], "GET", f"/matches/{match}/state?seat={CENTRAL}")["view"]
        if until(view):
            return
        seat = view["step"]["deciders"][0]
        legal = call(party.players[seat], "GET", f"/matches/{match}/state?seat={seat}")["legal"]
        command: dict[str, Any] = {"kind": "end_phase"}
        if not any(o["kind"] == "end_phase" for o in legal["offers"]):
            command = GAME.random_command(states_of(house.database, match)[-1], seat, rng)
        body = {"id": secrets.token_hex(8), "seat": seat, "ask": legal["ask"], "command": command}
        call(party.players[seat], "POST", f"/matches/{match}/commands", body)
    raise AssertionError(f"never so in {FAST_FORWARD} commands")


@in_the_sweep
def test_a_turn_of_three_in_three_browsers_and_hands_stay_hidden(player: Callable[..., Player], house: House) -> None:
    helmuth, joseph, nicholas = (player(name, heard=True) for name in ("Helmuth", "Joseph", "Nicholas"))
    party = Party({CENTRAL: helmuth, WEST: joseph, EAST: nicholas})
    helmuth.come_in()
    helmuth.create(CENTRAL, game="powers-1914", scenario="classic-1-3")
    invitation = helmuth.invitation()
    joseph.join(invitation, WEST)
    assert joseph.page.locator(".seat-list").inner_text().count("free") == 1
    nicholas.page.goto(invitation)
    nicholas.page.get_by_label("Your name").fill(nicholas.name)
    sides = {s: nicholas.page.locator(f".side-seats[data-side={s}]") for s in ("central", "entente")}
    sides["entente"].locator(f"[data-key=sit-{EAST}]").wait_for()
    assert "Central Powers" in sides["central"].inner_text(), "who would be an enemy"
    assert f"{helmuth.name} plays" in sides["central"].inner_text()
    assert f"{joseph.name} plays" in sides["entente"].inner_text(), "and who an ally"
    nicholas.press(f"sit-{EAST}")
    for each in party.players.values():
        each.wait_for_table()
    watcher = player("Watcher", heard=True, viewport={"width": 640, "height": 480})
    match = helmuth.match
    watcher.page.goto(f"/match.html?m={match}&key={call(helmuth, 'GET', f'/matches/{match}')['spectate']}")
    watcher.wait_for_table()

    # Set-up: the attacker first and some of it by hand; then both allies at once.
    assert party.asked() == {CENTRAL}
    helmuth.page.locator("[data-key^='pool-']").first.click()
    helmuth.settle()
    helmuth.tap(helmuth.listed("to-")[0])
    party.settle()
    placed = helmuth.commands[-1]["command"]
    assert placed["kind"] == "place"
    # The next of them is in hand; put down, those that stand can be taken back.
    helmuth.press("back")
    helmuth.tap(placed["area"])
    party.settle()
    helmuth.press_first("back-")
    party.settle()
    assert helmuth.commands[-1]["command"] == {"kind": "unplace", "units": placed["units"]}
    party.press(CENTRAL, "order-standard")
    party.end(CENTRAL)
    assert party.asked() == {WEST, EAST}
    for seat in (EAST, WEST):
        party.press(seat, "order-standard")
        party.end(seat)

    # All buy at the same time; money passes from one ally to the other.
    assert party.asked() == {CENTRAL, WEST, EAST}
    before = money(helmuth)
    helmuth.press("buy-GE-infantry")
    helmuth.settle()
    helmuth.tap(helmuth.listed("area-")[0])
    party.settle()
    assert money(helmuth) < before
    poorer, richer = money(joseph), money(nicholas)
    joseph.press("counter-allies")
    joseph.settle()
    gift = joseph.page.locator("[data-count=count]")
    least = gift.inner_text()
    joseph.press("count-plus")
    party.press(WEST, "order-go")
    assert poorer - money(joseph) == money(nicholas) - richer > int(least)
    assert gift.inner_text() == least, "what was given once is not laid ready once more"
    for seat in (WEST, CENTRAL, EAST):
        party.end(seat)

    # The attacker moves and fights; then the allies side by side, in any order.
    assert party.asked() == {CENTRAL}
    march(party, CENTRAL)
    attack(party, CENTRAL)
    party.end(CENTRAL)
    assert party.asked() == {WEST, EAST}
    march(party, EAST)
    march(party, WEST)
    party.end(EAST)
    assert party.asked() == {WEST}
    party.end(WEST)
    assert all("dice" in p.page.locator("#log").inner_html() for p in party.players.values())

    # Cards come from the second turn on. Someone has one in hand sooner or later, and shows it to their own side only.
    pass_on(party, house, match, lambda view: any(side["held"] for side in view["sides"].values()))
    for each in party.players.values():
        each.page.reload()
        each.wait_for_table()
        each.settle()
    states = states_of(house.database, match)
    holder = next(side for side, cards in states[-1].hands.items() if cards)
    held = states[-1].hands[holder][0]
    for seat, each in [*party.players.items(), ("spectator", watcher)]:
        watch = watch_cards(states, seat)
        assert len(watch.ever) == 30, "no card was ever hidden: this proves nothing"
        assert len(each.received) > 10
        assert any(r.source == "socket" for r in each.received)
        assert all(path.startswith("/api/") or of_the_client(path) for path in each.asked)
        assert watch.leaks(each, Moments(house.database, match, seat)) == []
        own = seat != "spectator" and states[-1].seats[seat] == holder
        # The watch itself sees: whoever holds a card has it in what they received.
        assert any(watch.mentioned(r.text) & {held} for r in each.received) == own
