"""A player that tries its plans out before it takes one (decisions/0085).

As its units begin to move it plays each plan on against a recruit, until it is to move again or the match is over, and
takes the one after which it stands best. Everything else it does as a recruit who has that plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from rules.empires_alliances.players.general import General
from rules.empires_alliances.players.habits import RECRUIT, Habits
from rules.empires_alliances.players.sight import FOE
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.printed.steps import MOVE, key_of
from rules.kernel.messages import JsonObject
from rules.kernel.players import Player, Rng, SeatClient
from rules.kernel.programs.reasons import Reason
from rules.kernel.programs.search import Outlook, Plan, Rules, Tried, weigh
from rules.kernel.wording import listing

MOST_TOLD = 2
"""How many other plans a player is told of."""
PLAYED_OUT = 2
"""§1.7, §3.7: turns before the end from which plans are played to it: then only the count decides."""
HALF_POINT, FACTOR = 0.1, 0.002
"""What half a point of the count and a printed factor on the map are worth, beside a match that is won."""


@dataclass(frozen=True, slots=True)
class Course:
    """A plan for a month: how things are weighed, and what a player is told of it, after "to"."""

    habits: Habits
    says: str


USUAL, THROW = "usual", "throw"
_SEEKS = replace(RECRUIT, aims=2, focus=1.0, pull=0.15, siege=0.5, prize=4.0)
COURSES: Mapping[str, Course] = MappingProxyType(
    {
        USUAL: Course(RECRUIT, "attack where units happen to stand well"),
        "seek": Course(_SEEKS, "seek the decision before two cities"),
        "storm": Course(replace(_SEEKS, least=-2.0, prize=8.0, regained=0.1), "storm cities whatever the cost"),
        "guard": Course(replace(RECRUIT, least=2.5, eager=0.3, regained=0.8), "hold cities and attack little"),
        THROW: Course(replace(_SEEKS, throws=True, gathers=1), "risk everything for the last count"),
    }
)
"""By name; the first is a recruit's, which is taken where no other comes out better. The last is for the Allies, who
move last (§1.7, §3.7)."""


@dataclass(frozen=True, slots=True)
class StaffHabits:
    """How far it looks."""

    positions: int = 1500
    """How many positions are looked at before a plan is taken."""


class Staff:
    """Plays one side. It remembers which plan it took for the present month, and what a recruit remembers."""

    def __init__(self, rules: Rules, habits: StaffHabits) -> None:
        self._rules = rules
        self.habits = habits
        self._turn = 0
        self.hand: Player = _hand(USUAL)

    def command(self, client: SeatClient, rng: Rng) -> JsonObject | None:
        """The command for this seat's decision."""
        view: Any = client.view()
        step = view["step"]
        if (step["key"], step["side"]) == (MOVE, client.side) and view["turn"] != self._turn:
            self._turn = view["turn"]
            self.hand = _hand(self._choose(view, client, rng))
        return self.hand.command(client, rng)

    def _choose(self, view: Mapping[str, Any], client: SeatClient, rng: Rng) -> str:
        """The plan to take: the one that comes out best, and of equals a recruit's."""
        plans = [Plan(name, partial(_hand, name)) for name in COURSES if name != THROW or client.side == ALLIED]
        tried = weigh(self._outlook(view, client), plans, client.recalled(), rng)
        if client.advises:
            client.because(*_why(tried))
        return tried[0].plan.name

    def _outlook(self, view: Mapping[str, Any], client: SeatClient) -> Outlook:
        rules, seat, side, printed = self._rules, client.seat, client.side, client.printed
        now, to_the_end = view["turn"], view["turns"] - view["turn"] < PLAYED_OUT
        own = key_of(side, MOVE)

        def is_far_enough(state: Any) -> bool:
            return bool(not to_the_end and state.turn > now and state.phase.step == own)

        def worth(state: Any) -> float:
            found = standing(rules.view(state, seat), side, printed)
            if (outcome := state.outcome) is not None and outcome.winner is not None:
                return found + (1.0 if outcome.winner == side else -1.0)
            return found

        return Outlook(rules, seat, lambda _: _hand(USUAL), is_far_enough, worth, self.habits.positions)


def standing(view: Mapping[str, Any], side: str, printed: Printed) -> float:
    """§1.71, §3.71: how well a side stands by the points of the count, and by the factors on the map."""
    halves = view["score"]["halves"]
    force = dict.fromkeys(FOE, 0)
    for stack in view["stacks"].values():
        for unit in stack["units"]:
            if unit["side"] in force:
                figures = printed.units[unit["id"]].figures
                force[unit["side"]] += figures.attack + figures.defence
    return float(HALF_POINT * (halves if side == CENTRAL else -halves) + FACTOR * (force[side] - force[FOE[side]]))


def _hand(course: str) -> Player:
    """A recruit who has this plan."""
    return General(COURSES[course].habits)


def _why(tried: Sequence[Tried]) -> Iterator[Reason]:
    """What speaks for the plan that is taken, and which came next."""
    best, *others = tried
    yield Reason(f"Of {len(tried)} plans that were played on, the best was to {COURSES[best.plan.name].says}.")
    if others:
        rest = [f"to {COURSES[one.plan.name].says}" for one in others[:MOST_TOLD]]
        yield Reason(f"Next came the plans {listing(rest)}.")
