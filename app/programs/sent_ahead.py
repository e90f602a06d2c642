"""Plans that programs send ahead as they hand over (decisions/0055), for ``greatwar selfplay --ahead drafts``."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel import lanes
from rules.kernel.drafting import REFUSED, Drafted, Trial, attempt, gone_by, matter_of, next_turn_position, try_next
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Player, SeatClient

MAX_ORDERS = 100
"""Orders of a plan, as the server takes them."""


class SentAhead:
    """What the seats of one game have sent ahead. A plan is made by the seat's own program, on what it may know."""

    def __init__(
        self,
        game: Game[Any, Any],
        sitting: Mapping[str, Player],
        viewpoints: Mapping[str, str],
        partners: Mapping[str, frozenset[str]],
        rng: random.Random,
    ) -> None:
        self._game = game
        self._sitting = sitting
        self._viewpoints = viewpoints
        self._partners = partners
        self._rng = rng
        self._plans: dict[str, list[Drafted]] = {}
        self._begun: set[str] = set()

    def plan(self, state: Any, seat: str) -> None:
        """Whoever hands over plans what comes next for them, as far as it can be tried, in place of what they had."""
        self._drop(seat)
        game, guess = self._game, next_turn_position(self._game, state, seat)
        orders: list[Drafted] = []
        trial = Trial(guess)
        while guess is not None and len(orders) < MAX_ORDERS and seat in game.deciders(trial.state):
            others = self._partners[seat] - {seat}
            client = SeatClient(game, trial.state, seat, self._viewpoints[seat], others)
            command = self._sitting[seat].command(client, self._rng)
            if command is None:
                break
            drafted = Drafted(lanes.ask_of(game, trial.state, seat, command), command)
            trial = try_next(game, trial, seat, self._viewpoints[seat], drafted)
            if trial.tried[-1].status == REFUSED:
                break
            orders.append(drafted)
            if trial.barred:
                break
        if orders:
            self._plans[seat] = orders

    def due(self, state: Any, deciders: Sequence[str]) -> tuple[str, JsonObject] | None:
        """The first of the deciders whose plan goes on now, and the command. A plan that cannot go on is over."""
        for seat in deciders:
            orders = self._plans.get(seat)
            if not orders:
                continue
            orders = orders[gone_by(self._game, state, seat, orders) :]
            first = orders[0]
            fits = matter_of(lanes.ask_of(self._game, state, seat, first.command)) == matter_of(first.ask)
            if fits and not isinstance(attempt(self._game, state, seat, first.command), Refusal):
                self._plans[seat] = orders
                return seat, first.command
            if fits or seat in self._begun:
                self._drop(seat)
        return None

    def given(self, seat: str) -> None:
        """The command that was due was given."""
        self._begun.add(seat)
        self._plans[seat] = self._plans[seat][1:]

    def _drop(self, seat: str) -> None:
        self._plans.pop(seat, None)
        self._begun.discard(seat)
