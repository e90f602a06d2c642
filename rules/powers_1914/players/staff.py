"""A player that tries its plans out before it takes one (decisions/0085).

As its purchases and its moves begin it imagines the position, plays each plan on against officers, and takes the one
with the best prospects. Everything else it does as an officer who has that plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.kernel.messages import JsonObject
from rules.kernel.players import Player, Rng, SeatClient
from rules.kernel.programs.reasons import Reason
from rules.kernel.programs.search import Outlook, Plan, Rules, Tried, weigh
from rules.kernel.wording import listing, quantity
from rules.powers_1914.players import prospects
from rules.powers_1914.players.courses import COURSES, USUAL
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.printed.pieces import CENTRAL

PURCHASE, ACTION = "purchase", "action"
"""The steps before which a plan is taken."""
MOST_TOLD = 2
"""How many other plans a player is told of."""


@dataclass(frozen=True, slots=True)
class StaffHabits:
    """How far it looks."""

    positions: int = 600
    """How many positions are looked at before a plan is taken."""
    turns: int = 1
    """How many of the enemy's moves are played on."""


class Staff:
    """Plays one seat. It remembers which plan it took for the present step, and what an officer remembers."""

    def __init__(self, rules: Rules, habits: StaffHabits) -> None:
        self._rules = rules
        self.habits = habits
        self._step: tuple[str, int] = ("", 0)
        self.hand: Player = _hand(USUAL)

    def command(self, client: SeatClient, rng: Rng) -> JsonObject | None:
        """The command for this seat's decision; None to leave it to an ally."""
        view: Any = client.view()
        step = view["step"]["key"], view["turn"]
        if step[0] in (PURCHASE, ACTION) and step != self._step and view["scenario"] in prospects.MODELS:
            self._step = step
            self.hand = _hand(self._choose(view, client, rng))
        return self.hand.command(client, rng)

    def _choose(self, view: Mapping[str, Any], client: SeatClient, rng: Rng) -> str:
        """The plan to take: the one with the best prospects, and of equals the officer's."""
        plans = [Plan(name, partial(_hand, name)) for name in COURSES]
        tried = weigh(self._outlook(view, client), plans, client.recalled(), rng)
        if client.advises:
            client.because(*_why(tried, self.habits.turns))
        return tried[0].plan.name

    def _outlook(self, view: Mapping[str, Any], client: SeatClient) -> Outlook:
        rules, seat, printed = self._rules, client.seat, client.printed
        side = view["seats"][seat]["side"]
        last = view["turn"] + self.habits.turns + (side != CENTRAL and view["step"]["key"] == ACTION)

        def is_far_enough(state: Any) -> bool:
            return bool(state.turn >= last and state.phase.key == PURCHASE)

        def worth(state: Any) -> float:
            if (outcome := state.outcome) is not None:
                return float(outcome.winner == side)
            return prospects.chance(rules.view(state, seat), side, printed)

        return Outlook(rules, seat, lambda _: _hand(USUAL), is_far_enough, worth, self.habits.positions)


def _hand(course: str) -> Player:
    """An officer who has this plan."""
    return Greedy(COURSES[course].habits)


def _why(tried: Sequence[Tried], turns: int) -> Iterator[Reason]:
    """What speaks for the plan that is taken, and how the next best did."""
    best, *others = tried
    plan = COURSES[best.plan.name].says
    yield Reason(
        f"Played on for {quantity(turns, 'enemy move')}, the plan to {plan} wins in about {_of_100(best)} of 100."
    )
    if others:
        rest = [f"to {COURSES[one.plan.name].says} in {_of_100(one)}" for one in others[:MOST_TOLD]]
        yield Reason(f"Other plans: {listing(rest)}.")


def _of_100(one: Tried) -> int:
    return min(99, max(1, round(100 * one.worth)))
