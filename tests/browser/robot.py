"""Plays through the page as a person would, by what it offers: no rule is known here either."""

from __future__ import annotations

from collections import Counter

from tests.browser.player import Player
from tests.browser.setting import catch_up

ROUNDS = 60
GOALS = """keys => keys.map((key) => [
  key,
  document.querySelector(`[data-key='${key}']`).innerText,
  Boolean(document.querySelector(`.stacks [data-hex='${key.slice("to-".length)}']`)),
])"""
"""Of goals by their keys: what is said of each, and whether someone is there."""


class Game:
    """Two players at one match, and what has been done with the mouse so far."""

    def __init__(self, german: Player, entente: Player) -> None:
        self.german, self.entente = german, entente
        self.done: Counter[str] = Counter()

    @property
    def players(self) -> tuple[Player, Player]:
        """Both."""
        return self.german, self.entente

    def settle(self) -> None:
        """Both pages show what the last command led to."""
        for player in self.players:
            player.settle()
        for player in self.players:
            catch_up(player, player.seat)

    # --- movement ------------------------------------------------------------------------------------------------

    def march(self, player: Player, moves: int) -> None:
        """Move some stacks, each as far west (the Germans) or towards the enemy as costs no forced march."""
        moved = 0
        for hex_ in player.listed("stack-"):
            if moved == moves:
                return
            player.tap(hex_)
            player.settle()
            goals = self._goals(player, hex_)
            goal = next((g for g in goals if player.reachable(g)), None)
            if goal:
                player.tap(goal)
                self.settle()
                moved += 1
                self.done["moves"] += 1
            player.page.keyboard.press("Escape")
            player.page.keyboard.press("Escape")
            player.settle()

    def _goals(self, player: Player, start: str) -> list[str]:
        """Hexes in reach without a forced march, the farthest towards the other side first."""
        player.open_list()
        found: list[tuple[int, str]] = []
        sign = 1 if player.seat == "german" else -1
        # All at once: a question to the page for each would be a hundred for every stack.
        for key, text, occupied in player.page.evaluate(GOALS, player.keys("to-")):
            hex_ = key.removeprefix("to-")
            if "forced" not in text and not occupied:
                found.append((sign * (int(hex_[2:]) - int(start[2:])), hex_))
        return [hex_ for gain, hex_ in sorted(found, reverse=True) if gain > 0]

    # --- combat --------------------------------------------------------------------------------------------------

    def fight(self, player: Player, attacks: int) -> None:
        """Attack what can be attacked, and answer whatever that asks of either side."""
        fought: set[str] = set()
        for _ in range(attacks):
            targets = [t for t in player.listed("target-") if t not in fought]
            if not targets:
                return
            fought.add(targets[0])
            player.tap(targets[0])
            player.settle()
            if player.key("attack") is None:
                player.page.keyboard.press("Escape")
                player.settle()
                continue
            player.press("attack")
            self.done["attacks"] += 1
            self.answer()

    def answer(self) -> None:
        """Answer interrupts until none is left."""
        for _ in range(ROUNDS):
            self.settle()
            if not any(self._answer_one(p) for p in self.players):
                return
        raise AssertionError(f"still asked after {ROUNDS} answers: {[p.prompt for p in self.players]}")

    def _answer_one(self, player: Player) -> bool:
        if player.key("bombard"):
            if player.key("artillery"):
                player.press("artillery")
            player.press("bombard")
            self.done["bombardments"] += 1
        elif player.keys("defend-"):
            for key in player.keys("defend-")[:2]:
                player.press(key)
            player.press("choose")
            self.done["defences"] += 1
        elif player.keys("advance-"):
            self._advance(player)
        elif player.key("order-retreat"):
            self._retreat(player)
        elif player.prompt in ("Choose who loses a step", "One more step"):
            player.press(player.keys("unit-")[0])
            self.done["losses"] += 1
        elif player.keys("surplus-"):
            self._clear(player)
        else:
            return False
        return True

    def _advance(self, player: Player) -> None:
        """With as many as may: the server refuses a crowd, and one after the other stays behind."""
        corps = player.keys("advance-")
        for corps_left in (*corps, None):
            player.press("choose" if player.key("choose") else "decline")
            player.settle()
            if not player.keys("advance-"):
                break
            assert corps_left is not None
            player.press(corps_left)
        self.done["advances"] += 1

    def _retreat(self, player: Player) -> None:
        player.press("order-retreat")
        player.settle()
        goal = player.listed("to-")[0]
        if player.page.locator(f"[data-key='to-{goal}'][aria-pressed='true']").count() == 0:
            player.press(f"to-{goal}")
            player.settle()
        player.press("order-go")
        self.done["retreats"] += 1

    def _clear(self, player: Player) -> None:
        player.press(player.keys("surplus-")[0])
        player.settle()
        ways = player.listed("to-")
        if ways:
            player.tap(ways[0])
        else:
            player.press("eliminate")
        self.done["displacements"] += 1

    # --- phases --------------------------------------------------------------------------------------------------

    def end(self, player: Player) -> None:
        """End the phase, whatever the warnings."""
        player.press("end-phase")
        player.settle()
        if player.key("confirm"):
            player.press("confirm")
        self.answer()

    def play_turn(self, player: Player, moves: int, attacks: int) -> list[str]:
        """Play the phases of a player turn as they come (the rules pass over one in which nothing can be done).

        Gives the steps in which the player was asked.
        """
        asked: list[str] = []
        turn = player.turn()
        while "Your move" in player.step and player.turn() == turn:
            step = next(word for word in ("Regroup", "Movement", "Combat") if word in player.step)
            assert asked.count(step) == 0, f"asked twice for {step}: {player.step}"
            asked.append(step)
            if step == "Movement":
                self.march(player, moves)
            elif step == "Combat":
                self.fight(player, attacks)
            if "Your move" in player.step and step in player.step:
                self.end(player)
        return asked
