"""The engine with several asked at once, several lanes, and an order that may come at any time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from rules.kernel.messages import Outcome, Refusal
from rules.kernel.procedure.engine import Engine, Place
from rules.kernel.procedure.options import Count
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask, Step, Tree
from rules.kernel.unfolding import Unfolding

SEATS = ("north", "south")


@dataclass(frozen=True, slots=True)
class Market:
    """Both sides pay into a chest at once; a battle may stand in a lane of its own; gas may come at any time."""

    paid: tuple[int, int] = (0, 0)
    closed: frozenset[str] = frozenset()
    lanes: tuple[str, ...] = ()
    gas: frozenset[str] = frozenset({"south"})
    draws: int = 0
    ended: tuple[str, str, str] | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return Outcome(None, self.ended[1], self.ended[2]) if self.ended else None


@dataclass(frozen=True, slots=True)
class Changed:
    """Whatever happened, as the state after it."""

    kind: ClassVar[str] = "changed"
    after: Market

    def apply(self, _: Market) -> Market:
        """The state after this fact."""
        return self.after


class Play(Unfolding[Market]):
    """A decision."""

    def change(self, **fields: Any) -> None:
        """One fact."""
        self.emit(Changed(replace(self.state, **fields)))


def pay(play: Play, at: At[Market], chosen: Choices) -> None:
    own = SEATS.index(at.seat)
    paid = list(play.state.paid)
    paid[own] += chosen.count("coins")
    play.change(paid=tuple(paid))


def close(play: Play, at: At[Market], _: Choices) -> None:
    play.change(closed=play.state.closed | {at.seat})


def fight(play: Play, at: At[Market], _: Choices) -> None:
    play.change(lanes=tuple(lane for lane in play.state.lanes if lane != at.scope))


def release(play: Play, at: At[Market], _: Choices) -> None:
    play.change(gas=play.state.gas - {at.seat})


def nothing(play: Play, at: At[Market], _: Choices) -> None:
    """Changes nothing."""


def no_gas(at: At[Market]) -> Refusal | None:
    return None if at.seat in at.state.gas else Refusal("no-gas", "9", "You hold no gas.")


PAY: Order[Market] = Order("pay", "Pay", "1", pay, (Slot("coins", "count", lambda at, _: Count(1, 5)),))
CLOSE: Order[Market] = Order("close", "Done", "1", close)
IDLE: Order[Market] = Order("idle", "Wait", "1", nothing)
FIGHT: Order[Market] = Order("fight", "Fight", "3", fight)
GAS: Order[Market] = Order("gas", "Release gas", "9", release, when=no_gas)


def asked(state: Market, _: object) -> tuple[Ask, ...]:
    return tuple(Ask(s, serial=state.paid[n]) for n, s in enumerate(SEATS) if s not in state.closed)


def end(play: Play, _: object) -> None:
    play.change(ended=("", "All is paid.", "5"))


TREE: Tree[Market] = Tree(
    Step("game", "Game", "", (
        Step("market", "Market", "1", (), "Pay", "", None, (PAY, CLOSE, IDLE), asked),
        Step("end", "End", "5", onward=end),
    )),
    (
        Step("battle", "Battle", "3", (), "Fight", "", None, (FIGHT,), lambda _, area: (Ask("north", str(area)),)),
        Step("stuck", "Stuck", "3"),
    ),
)  # fmt: skip


def places(state: Market) -> tuple[Place[Market], ...]:
    if state.lanes:
        return tuple(Place(TREE.step("stuck" if a == "mud" else "battle"), a, a) for a in state.lanes)
    return (Place(TREE.step("end" if len(state.closed) == len(SEATS) else "market")),)


def begin(play: Play, step: Step[Market] | None) -> None:
    assert step is None, "nothing in this game goes on by the tree alone"


ENGINE: Engine[Market, Play] = Engine(
    TREE, places=places, unfold=Play, begin=begin, stamp=lambda _: 1, seat_title=lambda _, s: s.title(), anytime=(GAS,)
)


def told(state: Market, seat: str, **command: Any) -> Market:
    """The state after a command that is taken."""
    answer = ENGINE.decide(state, seat, command, lambda _, __: 1)
    assert not isinstance(answer, Refusal), answer
    for fact in answer:
        state = fact.apply(state)
    return state


def refused(state: Market, seat: str, **command: Any) -> str:
    """The code of the refusal."""
    answer = ENGINE.decide(state, seat, command, lambda _, __: 1)
    assert isinstance(answer, Refusal)
    return answer.code


def ask_of(state: Market, seat: str) -> object:
    return ENGINE.legal(state, seat)["ask"]


def test_two_seats_are_asked_at_once_and_neither_changes_the_others_question() -> None:
    state = Market()
    assert ENGINE.deciders(state) == SEATS
    before = ask_of(state, "north")
    state = told(state, "south", kind="pay", coins=3)
    assert ask_of(state, "north") == before
    assert ask_of(state, "south") != ask_of(Market(), "south")
    state = told(state, "south", kind="close")
    assert ask_of(state, "north") == before
    assert ENGINE.deciders(state) == ("north",)


def test_when_nobody_is_asked_the_match_goes_on_by_itself() -> None:
    state = told(told(Market(), "south", kind="close"), "north", kind="close")
    assert state.ended is not None
    assert ENGINE.deciders(state) == ()
    assert refused(state, "north", kind="pay", coins=1) == "over"
    assert ENGINE.legal(state, "north")["prompt"] == "All is paid."


def test_a_command_that_changes_nothing_is_refused() -> None:
    assert refused(Market(), "north", kind="idle") == "no-change"


def test_arguments_are_exactly_those_of_the_order() -> None:
    assert refused(Market(), "north", kind="pay") == "malformed"
    assert refused(Market(), "north", kind="close", coins=1) == "malformed"
    assert refused(Market(), "north", kind="pay", coins=6) == "not-that-many"
    assert refused(Market(), "north", kind="march") == "wrong-step"


def test_an_order_of_any_time_is_offered_to_who_holds_it_whoever_decides() -> None:
    state = told(Market(), "south", kind="close")
    waiting: Any = ENGINE.legal(state, "south")
    assert not waiting["yours"]
    assert [o["kind"] for o in waiting["offers"]] == ["gas"]
    question: Any = ENGINE.legal(state, "north")
    assert "gas" not in [o["kind"] for o in question["offers"]]
    assert refused(state, "north", kind="gas") == "no-gas"
    assert told(state, "south", kind="gas").gas == frozenset()


def test_lanes_ask_side_by_side_and_the_step_below_waits_for_all() -> None:
    state = Market(lanes=("ypres", "verdun"))
    assert ENGINE.deciders(state) == ("north",)
    question: Any = ENGINE.legal(state, "north")
    assert question["also"] == ["1.verdun.battle.north.verdun.0"]
    state = told(state, "north", kind="fight")
    assert state.lanes == ("verdun",)
    assert refused(state, "south", kind="pay", coins=1) == "not-your-turn"
    assert ENGINE.deciders(told(state, "north", kind="fight")) == SEATS


def test_a_step_that_neither_asks_nor_acts_is_a_fault_of_the_game() -> None:
    play = Play(Market(lanes=("mud",)), lambda _, __: 1)
    with pytest.raises(RuntimeError, match="asks nobody"):
        ENGINE.settle(play)
