"""A program that plays one side: it reads the table, and answers every question as it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.hexes.programs.in_sight import Seen
from rules.kernel.messages import JsonObject
from rules.kernel.players import Rng, SeatClient
from rules.kernel.programs.guesses import Guess
from rules.kernel.programs.reasons import usual
from rules.schlieffens_war.players import reasons
from rules.schlieffens_war.players.asking import end_phase, offers_by_kind
from rules.schlieffens_war.players.character import Character
from rules.schlieffens_war.players.fighting import Fighting
from rules.schlieffens_war.players.habits import RECRUIT, Habits
from rules.schlieffens_war.players.marching import Marching
from rules.schlieffens_war.players.regrouping import Regrouping
from rules.schlieffens_war.players.sight import Stack, TurnView, guesses, read


class Commander:
    """Plays a side in the manner of a character. One object plays one match."""

    def __init__(
        self, character: Character, habits: Habits = RECRUIT, side: str = "", elsewhere: Character | None = None
    ) -> None:
        """``side``: the one that a character's plan is made for; on the other it plays as ``elsewhere``."""
        self.character, self._side, self._elsewhere = character, side, elsewhere or character
        self._habits = habits
        self._forts: dict[str, int] = {}
        self._seen: Seen[Stack] = {}
        self._placed = False
        self._marching: Marching | None = None
        self._answers: Mapping[str, Callable[[SeatClient, TurnView], JsonObject | None]] = {}

    def _begin(self, side: str) -> Marching:
        """Take command of a side."""
        character = self.character if side == self._side or not self._side else self._elsewhere
        self._marching = marching = Marching(character)
        regrouping, fighting = Regrouping(character), Fighting(character)
        self._answers = {
            "setup": self._set_up,
            "regroup": regrouping.next,
            "movement": marching.next,
            "combat": fighting.attack,
            "choose_defenders": fighting.defend,
            "heavy_artillery": fighting.bombard,
            "defender_losses": fighting.defender_losses,
            "attacker_losses": fighting.lose,
            "extra_loss": fighting.lose,
            "advance": fighting.advance,
            "overstack": regrouping.overstack,
        }
        return marching

    def command(self, client: SeatClient, rng: Rng) -> JsonObject:
        """The command for the decision that this seat has now."""
        view: Any = client.view()
        # Whoever shares a side sees what it sees.
        side = client.side
        order = (self._marching or self._begin(side)).in_hand(client, view["turn"])
        if order is not None:
            return order
        table = read(view, side, self._forts, client.printed, self._seen, self._habits)
        command = self._answers[table.step](client, table)
        if command is None:
            return client.some_command(rng)
        if command["kind"] == "end_phase":
            client.because(*usual({"kind": table.step}, reasons.END))
        else:
            client.because(*usual(command, reasons.WHY))
        return command

    def guesses(self, view: Mapping[str, Any], side: str, printed: Any) -> Mapping[str, Guess]:
        """§2.5, §2.8: what it takes the enemy's stacks for."""
        return guesses(view, side, printed, self._forts)

    def _set_up(self, client: SeatClient, _table: TurnView) -> JsonObject:
        # Whoever is asked for advice has not placed anyone, and everyone may stand already.
        offers = offers_by_kind(client)
        if self._placed or ("end_phase" in offers and end_phase(offers) is not None):
            return {"kind": "end_phase"}
        self._placed = True
        return {"kind": "historical"}
