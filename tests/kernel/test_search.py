"""decisions/0085: plans are tried out in imagined positions, and what may be looked at is counted."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.kernel.messages import Decided, JsonObject, Refusal
from rules.kernel.players import Player, SeatClient
from rules.kernel.programs.search import Luck, Outlook, Plan, weigh


@dataclass(frozen=True)
class Purse:
    """Red and blue take turns; red adds what it says, and blue takes a die's worth."""

    red: int
    asked: str = "red"
    moves: int = 0


@dataclass
class Haggling:
    """A game of which red does not know how much it begins with: 0 or 100."""

    plans: Any = field(default_factory=dict)
    begun: list[int] = field(default_factory=list)

    def plan(self, _: Any) -> str:
        return ""

    def view(self, state: Any, viewer: str) -> JsonObject:
        return {"viewer": viewer, "moves": state.moves}

    def legal(self, _: Any, __: str) -> JsonObject:
        return {"offers": []}

    def consult(self, _: Any, __: str, question: Mapping[str, object], /) -> JsonObject | Refusal:
        return {}

    def random_command(self, _: Any, __: str, rng: Any) -> JsonObject:
        return {"kind": "add", "much": rng.randrange(2)}

    def note(self, state: Any, viewer: str) -> JsonObject | None:
        return {"moves": state.moves}

    def imagine(self, view: Mapping[str, Any], rng: Any, /) -> Purse:
        begun = 100 * rng.randrange(2)
        self.begun.append(begun)
        return Purse(begun, moves=view["noted"]["moves"])

    def deciders(self, state: Purse) -> tuple[str, ...]:
        return (state.asked,)

    def decide(self, state: Purse, seat: str, command: Any, chance: Any) -> Decided[Purse, Any] | Refusal:
        if command["much"] > 9:
            return Refusal("too-much", "1.1", "Nobody has as much.")
        more = command["much"] if seat == "red" else -chance(state.moves, 6)
        after = Purse(state.red + more, "blue" if seat == "red" else "red", state.moves + 1)
        return Decided((command,), (after,))


@dataclass
class Adding:
    """Adds always as much."""

    much: int

    def command(self, _: SeatClient, __: Any) -> JsonObject | None:
        return {"kind": "add", "much": self.much}


def adding(much: int) -> Plan:
    """The plan to add so much."""
    return Plan(str(much), lambda: Adding(much))


def outlook(rules: Any, positions: int = 60, rival: Player | None = None) -> Outlook:
    """What red looks at, four moves ahead."""
    return Outlook(
        rules, "red", lambda _: rival or Adding(0), lambda s: s.moves >= 4, lambda s: float(s.red), positions
    )


TOLD: JsonObject = {"noted": {"moves": 0}}


def test_the_plan_that_leads_to_the_best_positions_comes_first() -> None:
    tried = weigh(outlook(Haggling()), [adding(n) for n in (1, 5, 3, 2)], TOLD, random.Random(1))
    assert [one.plan.name for one in tried][0] == "5"
    assert {one.plan.name for one in tried} == {"1", "2", "3", "5"}


def test_all_plans_have_the_same_deals_and_dice() -> None:
    """What one is better by is its own, and no luck: each differs from the next by what it adds in two moves."""
    rules = Haggling()
    tried = weigh(outlook(rules, 80), [adding(n) for n in (1, 2, 3)], TOLD, random.Random(5))
    few, more, most = (one.worths for one in sorted(tried, key=lambda one: one.plan.name))
    assert len(rules.begun) == len(few) == len(most) > len(more) > 1
    assert most == [worth + 4 for worth in few]
    assert more == [worth + 2 for worth in few[: len(more)]]
    assert {worth > 50 for worth in most} == {True, False}, "what red does not know was dealt in more than one way"


def test_the_first_plan_is_never_dropped_and_the_worse_half_is() -> None:
    tried = {t.plan.name: len(t.worths) for t in
             weigh(outlook(Haggling(), 400), [adding(n) for n in (0, 1, 7, 8, 9)], TOLD, random.Random(2))}  # fmt: skip
    assert tried["0"] == tried["9"] > tried["8"] > tried["1"]


@pytest.mark.parametrize("positions", [1, 30, 200])
def test_what_may_be_looked_at_is_counted(positions: int) -> None:
    """A deal that has begun is played for all plans: so all are tried once, and a deal at most is too much."""
    tried = weigh(outlook(Haggling(), positions), [adding(n) for n in (1, 2, 3)], TOLD, random.Random(3))
    looked = 4 * sum(len(one.worths) for one in tried)
    assert min(len(one.worths) for one in tried) >= 1
    assert positions <= looked <= positions + 2 * 3 * 4


def test_where_all_plans_are_worth_the_same_nothing_more_is_looked_at() -> None:
    tried = weigh(outlook(Haggling(), 10_000), [adding(3) for _ in range(5)], TOLD, random.Random(3))
    assert [len(one.worths) for one in tried] == [1] * 5


def test_the_same_luck_gives_the_same_choice_and_other_luck_other_dice() -> None:
    def once(seed: int) -> list[list[float]]:
        plans = [adding(n) for n in (1, 2, 3)]
        return [t.worths for t in weigh(outlook(Haggling()), plans, TOLD, random.Random(seed))]

    assert once(7) == once(7)
    assert once(7) != once(8)


def test_a_program_whose_order_is_refused_is_at_fault() -> None:
    with pytest.raises(ValueError, match=r"red may not give .*Nobody has as much"):
        weigh(outlook(Haggling()), [adding(10)], TOLD, random.Random(1))


def test_nobody_who_decides_is_at_fault() -> None:
    class Waiting:
        def command(self, _: SeatClient, __: Any) -> JsonObject | None:
            return None

    with pytest.raises(ValueError, match="leaves the decision"):
        weigh(outlook(Haggling(), rival=Waiting()), [adding(1)], TOLD, random.Random(1))


def test_lots_are_others_than_dice() -> None:
    luck = Luck(bytes(16))
    assert [luck.randrange(1000) + 1 for _ in range(5)] != [luck.chance(n, 1000) for n in range(1, 6)]
    assert {luck.randrange(3) for _ in range(60)} == {0, 1, 2}
