"""Two people in two browsers: lobby, set-up, a turn and a half by mouse; what a player must not see never arrives."""

from __future__ import annotations

import json
from collections.abc import Callable

from rules.schlieffens_war.position.state import POOL
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.browser.conftest import House
from tests.browser.moments import Moments
from tests.browser.player import Player
from tests.browser.robot import Game
from tests.browser.secrecy import hidden, of_the_client, states_of, watch_units
from tests.browser.setting import call
from tests.thorough import THOROUGH

BY_HAND = 3 if THOROUGH else 1
TURNS = 5
MOVES, ATTACKS = (3, 3) if THOROUGH else (2, 1)
"""At most this number of either is made by mouse in a player's turn."""
POOL_SMALLER = """n => document.querySelectorAll("[data-key^='pool-']").length < n"""


def place_by_hand(player: Player, units: int) -> None:
    """Set up some units with two clicks each: in the pool, then on an offered hex of the map."""
    for n in range(units):
        before = player.page.locator("[data-key^='pool-']").count()
        chosen = player.page.locator("[data-key^='pool-'][aria-pressed='true']")
        if not chosen.count():
            player.page.locator("[data-key^='pool-']:not([aria-disabled='true'])").first.click()
        player.settle()
        player.tap(player.listed("to-")[n])
        player.settle()
        player.wait(POOL_SMALLER, before)


def drag_by_hand(player: Player) -> None:
    """Set up one unit by dragging its counter from the pool to the map."""
    before = player.page.locator("[data-key^='pool-']").count()
    counter = player.page.locator("[data-key^='pool-']:not([aria-disabled='true'])").last
    counter.scroll_into_view_if_needed()
    counter.click()
    player.settle()
    goal = player.listed("to-")[0]
    player.board_to(goal)
    player.page.keyboard.press("Escape")
    player.settle()
    box = counter.bounding_box()
    assert box is not None
    place = player.place(goal)
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 24)
    player.page.mouse.down()
    player.page.mouse.move(place["x"] + 30, place["y"] + 30, steps=4)
    player.page.mouse.move(place["x"], place["y"], steps=2)
    player.page.mouse.up()
    player.settle()
    player.wait(POOL_SMALLER, before)


def test_turns_in_two_browsers_and_nothing_hidden_arrives(player: Callable[..., Player], house: House) -> None:
    helmuth, joseph = player("Helmuth", heard=True), player("Joseph", heard=True)
    helmuth.come_in()
    helmuth.create(GERMAN)
    joseph.join(helmuth.invitation())
    helmuth.wait_for_table()
    assert (helmuth.seat, joseph.seat) == (GERMAN, ENTENTE)
    game = Game(helmuth, joseph)
    watcher = player("Watcher", heard=True, viewport={"width": 640, "height": 480})
    spectate = call(helmuth, "GET", f"/matches/{helmuth.match}")["spectate"]
    watcher.page.goto(f"/match.html?m={helmuth.match}&key={spectate}")
    watcher.wait_for_table()

    # Set-up: the Entente by hand as far as it likes, then as in history; the Germans the same.
    place_by_hand(joseph, BY_HAND)
    drag_by_hand(joseph)
    placed = [c["command"] for c in joseph.commands if c["command"]["kind"] == "place"]
    assert len(placed) == BY_HAND + 1
    joseph.press("order-historical")
    game.settle()
    game.end(joseph)
    helmuth.press("order-historical")
    game.settle()
    game.end(helmuth)

    def answered() -> int:
        """How often someone has lost a step or retreated."""
        return game.done["losses"] + game.done["retreats"]

    # A turn and a half (in a sample one), and more if the dice have asked nobody for losses or a retreat by then.
    for half in range(TURNS * 2):
        turn, active = half // 2 + 1, game.players[half % 2]
        if half > (2 if THOROUGH else 1) and game.done["attacks"] >= 2 and answered():
            break
        assert active.turn() == turn
        asked = game.play_turn(active, MOVES, ATTACKS)
        assert "Movement" in asked
        assert ("Regroup" in asked) <= (turn > 1)
    assert "Your move" in active.step
    assert game.done["moves"] >= 2 * MOVES
    assert game.done["attacks"] >= 2
    assert answered() >= 1

    # Both logs tell the battles with their dice.
    for reader in game.players:
        assert any("die" in line for line in reader.log())

    states = states_of(house.database, helmuth.match)
    for owner in (GERMAN, ENTENTE):
        # Moves that come close together are told together, so how often depends on the machine.
        assert len(watcher.received) > (15 if THOROUGH else 10)
        assert watch_units(states, owner).leaks(watcher, Moments(house.database, helmuth.match, "spectator")) == []
    for owner, reader in ((GERMAN, joseph), (ENTENTE, helmuth)):
        watch = watch_units(states, owner)
        assert len(watch.ever) > 20, "hardly anything was hidden: this proves nothing"
        assert len(reader.received) > (30 if THOROUGH else 20)
        assert any(r.source == "socket" for r in reader.received)
        # What is not in ``received`` is a file of the client, the same for everyone.
        assert all(path.startswith("/api/") or of_the_client(path) for path in reader.asked)
        reading, owning = (
            Moments(house.database, helmuth.match, s) for s in (GERMAN if owner == ENTENTE else ENTENTE, owner)
        )
        assert watch.leaks(reader, reading) == []
        # The watch itself sees: the owner's own bytes are full of what is hidden from the other.
        own = next(p for p in game.players if p is not reader)
        assert watch.leaks(own, owning), "the owner's own view should name their hidden units"


def test_the_watch_knows_what_is_hidden() -> None:
    """§6.6 in the opening position: everything to be set up is hidden, forts alone in their hexes are not."""
    from rules.catalogue import GAMES

    state = GAMES["schlieffens-war"].new_match("campaign", {})
    secret = hidden(state, GERMAN)
    assert secret == {u for u, now in state.units.items() if now.at == POOL and u in secret}
    forts = [u for units in state.stacks.values() for u in units]
    assert forts
    assert not secret & set(forts)
    watch = watch_units([state], GERMAN)
    some = sorted(secret)[0]
    assert watch.mentioned(json.dumps({"units": [some]})) == {some}
