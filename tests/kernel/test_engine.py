"""The engine with several asked at once, several lanes, and an order that may come at any time."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

import pytest

from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.incremental import Remembering
from rules.kernel.messages import Outcome, Refusal, Refused
from rules.kernel.procedure.engine import Engine, Place
from rules.kernel.procedure.options import Count, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask, Step, Tree

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


class Play(DecisionBuilder[Market]):
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


@dataclass(frozen=True)
class Remembered(Remembering):
    """A position that keeps what is worked out from it."""

    draws: int = 0
    ended: tuple[str, str, str] | None = None
    outcome: Outcome | None = None


def test_a_position_that_remembers_is_looked_through_once_for_its_questions() -> None:
    """A move asks ten times who decides and what: judging it, telling it, calling back."""
    looked: list[Remembered] = []

    def ask(state: Remembered, _: object) -> tuple[Ask, ...]:
        looked.append(state)
        return (Ask("north"),)

    tree: Tree[Remembered] = Tree(
        Step("game", "Game", "", (Step("market", "Market", "1", (), "Pay", "", None, (), ask),))
    )
    engine: Engine[Remembered, Any] = Engine(
        tree, places=lambda _: (Place(tree.step("market")),), unfold=Play, begin=begin, stamp=lambda _: 1
    )
    first, second = Remembered(), Remembered()
    for state in (first, first, second, first):
        assert engine.deciders(state) == engine.deciders(state) == ("north",)
        assert engine.legal(state, "north")["ask"] == engine.ask(state, "north")
        assert engine.lanes(state, "south") == ()
    assert [*map(id, looked)] == [id(first), id(second)]


def refused(state: Market, seat: str, **command: Any) -> str:
    """The code of the refusal."""
    answer = ENGINE.decide(state, seat, command, lambda _, __: 1)
    assert isinstance(answer, Refusal)
    return answer.code


def ask_of(state: Market, seat: str) -> object:
    question = ENGINE.legal(state, seat)
    assert ENGINE.ask(state, seat) == question["ask"]
    return question["ask"]


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
    assert ask_of(state, "north") == "over"


def test_a_command_that_changes_nothing_is_refused() -> None:
    assert refused(Market(), "north", kind="idle") == "no-change"


def test_arguments_are_exactly_those_of_the_order() -> None:
    assert refused(Market(), "north", kind="pay") == "malformed"
    assert refused(Market(), "north", kind="close", coins=1) == "malformed"
    assert refused(Market(), "north", kind="pay", coins=6) == "not-that-many"
    assert refused(Market(), "north", kind="march") == "wrong-step"


def test_an_order_of_any_time_is_offered_to_its_holder_whoever_decides() -> None:
    state = told(Market(), "south", kind="close")
    waiting: Any = ENGINE.legal(state, "south")
    assert not waiting["yours"]
    assert ask_of(state, "south") == "1.market.waiting"
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


# --- a court: what happens by itself, an ask that may be left, a hand of the client's own ----------------------------


@dataclass(frozen=True, slots=True)
class Court:
    """The judge must speak; a friend may. ``dust`` settles by itself before either is asked."""

    dust: int = 0
    spoken: tuple[str, ...] = ()
    draws: int = 0
    ended: tuple[str, str, str] | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return Outcome(None, self.ended[1], self.ended[2]) if self.ended else None


@dataclass(frozen=True, slots=True)
class Became:
    """Whatever happened in court, as the state after it."""

    kind: ClassVar[str] = "became"
    after: Court

    def apply(self, _: Court) -> Court:
        """The state after this fact."""
        return self.after


class Sitting(DecisionBuilder[Court]):
    """A decision in court."""

    def become(self, **fields: Any) -> None:
        """One fact."""
        self.emit(Became(replace(self.state, **fields)))


def settles(play: Sitting, _: object) -> bool:
    if not play.state.dust:
        return False
    play.become(dust=play.state.dust - 1)
    return True


def speak(play: Sitting, at: At[Court], chosen: Choices) -> None:
    play.become(spoken=(*play.state.spoken, f"{at.seat}: {chosen.name('word')}"))


def words(at: At[Court], _: Choices) -> OneOf:
    return OneOf(["yes", "no"] if at.seat == "judge" else ["mercy"])


def speakers(state: Court, _: object) -> tuple[Ask, ...]:
    judge = () if any(w.startswith("judge") for w in state.spoken) else (Ask("judge"),)
    return (*judge, Ask("friend", serial=len(state.spoken), optional=True))


SPEAK: Order[Court] = Order(
    "speak", "Speak", "1", speak, (Slot("word", "choice", words),),
    hand=lambda at: {"words": [*words(at, Choices({})).names]} if at.seat == "judge" else None,
    weight=lambda at: len(at.seat),
)  # fmt: skip
PLEAD: Order[Court] = Order("plead", "Plead", "1", speak, (Slot("word", "choice", words),))
HEARING: Step[Court] = Step(
    "hearing", "Hearing", "1", (), "", "", None, (SPEAK, PLEAD), speakers, settles,
    lambda play, _: play.become(ended=("", "The court rises.", "1")),
    name="trial", words=lambda at: (f"Speak, {at.seat}", ""), why_not=lambda at: {"clerk": at.seat},
)  # fmt: skip
COURT_TREE: Tree[Court] = Tree(HEARING)
RIOT = Became(Court(ended=("", "Riot.", "2")))
COURT: Engine[Court, Sitting] = Engine(
    COURT_TREE, places=lambda _: (Place(HEARING),), unfold=Sitting, begin=lambda *_: None, stamp=lambda _: 1,
    seat_title=lambda _, s: s, heading=lambda state, step: f"{step.title} of {len(state.spoken)}",
    verdict=lambda state: RIOT if len(state.spoken) > 3 else None,
)  # fmt: skip


def in_court(state: Court, seat: str, **command: Any) -> Court:
    """The state after a command that is taken."""
    answer = COURT.decide(state, seat, command, lambda _, __: 1)
    assert not isinstance(answer, Refusal), answer
    for fact in answer:
        state = fact.apply(state)
    return state


def test_the_match_waits_for_those_who_must_answer_and_not_for_those_who_may() -> None:
    state = in_court(Court(), "friend", kind="plead", word="mercy")
    assert COURT.deciders(state) == ("judge", "friend")
    assert state.ended is None
    state = in_court(state, "judge", kind="speak", word="no")
    assert state.ended == ("", "The court rises.", "1")


def test_what_happens_by_itself_comes_before_the_next_question() -> None:
    state = in_court(Court(dust=2), "friend", kind="plead", word="mercy")
    assert state.dust == 0
    assert COURT.deciders(state) == ("judge", "friend")


def test_a_verdict_comes_before_everything() -> None:
    state = Court(spoken=("friend: mercy",) * 3)
    assert in_court(state, "friend", kind="plead", word="mercy").ended == ("", "Riot.", "2")


def test_a_match_ends_once() -> None:
    """What comes about by itself has ended it: the verdict that would be due is not given after it, nor anything when
    the match is settled again."""
    court: Engine[Court, Sitting] = Engine(
        COURT_TREE, places=lambda _: (Place(HEARING),), unfold=Sitting, begin=lambda *_: None, stamp=lambda _: 1,
        seat_title=lambda _, s: s, instant=lambda play: play.become(ended=("", "Flood.", "3")), verdict=lambda _: RIOT,
    )  # fmt: skip
    play = Sitting(Court(), lambda _, __: 1)
    for _ in range(2):
        court.settle(play)
        assert [cast("Became", fact).after.ended for fact in play.events] == [("", "Flood.", "3")]


def test_an_order_with_a_hand_of_its_own_is_offered_as_that_hand_reads_it() -> None:
    judge: Any = COURT.legal(Court(), "judge")
    speak_, plead = judge["offers"]
    assert speak_["words"] == ["yes", "no"]
    assert "slots" not in speak_
    assert plead["slots"] == [
        {"name": "word", "shape": "choice", "options": words(At(Court(), "judge"), Choices({})).wire()}
    ]
    friend: Any = COURT.legal(Court(), "friend")
    assert [o["kind"] for o in friend["offers"]] == ["plead"], "a hand without anything in it is left out"
    assert (judge["step"], judge["prompt"], judge["title"]) == ("trial", "Speak, judge", "Hearing of 0")
    assert judge["why_not"] == {"clerk": "judge"}


def test_an_order_whose_first_slot_is_empty_is_left_out_and_its_command_refused() -> None:
    empty: Order[Court] = Order("bribe", "Bribe", "1", speak, (Slot("word", "choice", lambda *_: OneOf([])),))
    step = replace(HEARING, orders=(empty,))
    engine: Engine[Court, Sitting] = Engine(
        Tree(step), places=lambda _: (Place(step),), unfold=Sitting, begin=lambda *_: None, stamp=lambda _: 1,
        seat_title=lambda _, s: s,
    )  # fmt: skip
    assert engine.legal(Court(), "judge")["offers"] == []
    answer = engine.decide(Court(), "judge", {"kind": "bribe", "word": "gold"}, lambda _, __: 1)
    assert isinstance(answer, Refusal)
    assert answer.code == "not-offered"


def test_a_first_slot_with_much_to_choose_from_is_asked_for_and_orders_say_how_they_are_given() -> None:
    plea = replace(
        PLEAD,
        slots=(replace(PLEAD.slots[0], asked=True),),
        at_once=True,
        rare=True,
        grave="You will hang.",
        help="Nobody hears you.",
    )
    step = replace(HEARING, orders=(plea,))
    engine: Engine[Court, Sitting] = Engine(
        Tree(step), places=lambda _: (Place(step),), unfold=Sitting, begin=lambda *_: None, stamp=lambda _: 1,
        seat_title=lambda _, s: s,
    )  # fmt: skip
    (offer,) = cast("list[dict[str, Any]]", engine.legal(Court(), "judge")["offers"])
    assert offer["slots"] == [{"name": "word", "shape": "choice"}]
    assert (offer["at_once"], offer["help"], offer["grave"]) == (True, "Nobody hears you.", "You will hang.")
    assert offer["rare"], "its form is not laid open by itself"
    asked: Any = engine.consult_slot(Court(), "judge", {"order": "plead", "slot": "word", "chosen": {}})
    assert asked["options"]["of"] == ["yes", "no"]


def test_why_a_name_may_not_be_chosen_is_answered_before_it_is_sent() -> None:
    asked: dict[str, Any] = {"order": "plead", "slot": "word", "chosen": {}}
    assert COURT.consult_slot(Court(), "judge", {**asked, "why": "yes"}) == {"refusal": None}
    said: Any = COURT.consult_slot(Court(), "judge", {**asked, "why": "maybe"})
    assert said["refusal"]["code"] == "not-offered"
    said = COURT.consult_slot(Court(), "judge", {**asked, "why": ["yes"]})
    assert said["refusal"]["code"] == "malformed"
    with pytest.raises(Refused, match="takes order, slot, chosen"):
        COURT.consult_slot(Court(), "judge", {**asked, "because": "yes"})


@pytest.mark.parametrize("state", [Court(), Court(spoken=("friend: mercy",)), Court(ended=("", "Done.", "1"))])
def test_the_name_of_a_question_needs_no_question(state: Court) -> None:
    for seat in ("judge", "friend", "public"):
        assert COURT.ask(state, seat) == COURT.legal(state, seat)["ask"]


def test_an_order_may_go_out_for_its_own_hand_and_for_the_general_form() -> None:
    step = replace(HEARING, orders=(replace(SPEAK, form=True),), chapter="7.2")
    engine: Engine[Court, Sitting] = Engine(
        Tree(step), places=lambda _: (Place(step),), unfold=Sitting, begin=lambda *_: None, stamp=lambda _: 1,
        seat_title=lambda _, s: s,
    )  # fmt: skip
    judge: Any = engine.legal(Court(), "judge")
    (offer,) = judge["offers"]
    assert offer["words"] == offer["slots"][0]["options"]["of"] == ["yes", "no"]
    assert judge["section"] == "7.2", "a question sends its reader to the chapter, not to the outline"
    friend: Any = engine.legal(Court(), "friend")
    assert friend["offers"] == [], "a hand without anything in it is left out, whatever its slots hold"


def test_an_order_is_open_when_nothing_forbids_it_and_it_has_something_to_choose() -> None:
    at: At[Court] = At(Court(), "judge")
    no = Refusal("no", "1", "No.")
    assert SPEAK.open(at)
    assert not replace(SPEAK, when=lambda _: no).open(at)
    assert not replace(SPEAK, slots=(Slot("word", "choice", lambda *_: OneOf([])),)).open(at)


def test_an_order_cites_the_section_that_the_position_gives() -> None:
    court = replaced(replace(HEARING, orders=(replace(PLEAD, section=lambda at: f"1.{len(at.state.spoken)}"),)))
    (offer,) = cast(Any, court.legal(Court(spoken=("friend: mercy",)), "judge")["offers"])
    assert offer["section"] == "1.1"
    answer = court.decide(Court(), "judge", {"kind": "plead", "word": "maybe"}, lambda _, __: 1)
    assert isinstance(answer, Refusal)
    assert answer.section == "1.0"


def test_a_step_closes_before_the_next_begins() -> None:
    told_: list[str] = []
    step = replace(HEARING, onward=None, closes=lambda play, _: told_.append(f"closed at {play.state.dust}"))
    court = replaced(step, begin=lambda play, _: play.become(ended=("", "Next.", "1")))
    answer = court.decide(Court(dust=1), "judge", {"kind": "speak", "word": "no"}, lambda _, __: 1)
    assert not isinstance(answer, Refusal)
    assert told_ == ["closed at 0"]
    assert answer.events[-1].apply(Court()).ended == ("", "Next.", "1")


def test_a_program_asks_of_no_order_but_the_one_drawn_whether_it_can_be_given() -> None:
    asked_: list[str] = []

    def never(at: At[Court]) -> Refusal | None:
        asked_.append(at.seat)
        return Refusal("no", "1", "No.")

    barred = replace(PLEAD, kind="barred", when=never)
    rare = replaced(replace(HEARING, orders=(replace(PLEAD, weight=10_000), barred)))
    assert rare.random_command(Court(), "judge", random.Random(1))["kind"] == "plead"
    assert not asked_
    often = replaced(replace(HEARING, orders=(PLEAD, replace(barred, weight=10_000))))
    assert often.random_command(Court(), "judge", random.Random(1))["kind"] == "plead"
    assert asked_ == ["judge"]


def test_a_program_finds_the_only_way_on_though_it_is_rarely_hit() -> None:
    """One choice in two hundred can be given: a program at random does not say that nothing is offered."""
    ways = tuple(str(n) for n in range(200))

    def only_one(_: At[Court], chosen: Choices) -> OneOf:
        return OneOf(("yes",) if chosen.name("of") == "117" else ())

    rare = replace(
        PLEAD, kind="rare", slots=(Slot("of", "choice", lambda *_: OneOf(ways)), Slot("then", "choice", only_one))
    )
    court = replaced(replace(HEARING, orders=(rare,)))
    found = [court.random_command(Court(), "judge", random.Random(seed)) for seed in range(3)]
    assert {command["of"] for command in found} == {"117"}


def replaced(step: Step[Court], begin: Any = lambda *_: None) -> Engine[Court, Sitting]:
    """The court with another hearing."""
    return Engine(
        Tree(step), places=lambda _: (Place(step),), unfold=Sitting, begin=begin, stamp=lambda _: 1,
        seat_title=lambda _, s: s,
    )  # fmt: skip
