"""A small game with two fights at once: each side has two commanders, and each of them may fight while the other does.

Red and Blue take turns. Whose turn it is attacks units of the other side, each unit once. A fight is a lane, named by
the unit attacked. Its owner says whether it holds or falls back; held, a die says who is gone (4 to 6: who defends). If
the ground is free the attacker may go on to it. A side says when it is done with attacks, and the turn is over when no
fight is open any more. After two turns of each the match is over; who has more units left has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar

from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.endings import Ending
from rules.kernel.facts import Kinds
from rules.kernel.frames import StepFrame
from rules.kernel.game import Scenario, Seat
from rules.kernel.messages import JsonObject, Outcome, as_json
from rules.kernel.procedure.engine import Engine, Place
from rules.kernel.procedure.game import EngineGame
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask, Step, Tree
from rules.kernel.standing import Choice, Orders, SeatView, StandingKind
from rules.kernel.teams.game import Teams
from rules.kernel.teams.layout import Layout, Post
from rules.kernel.teams.policy import TeamPolicy

RED, BLUE = SIDES = ("red", "blue")
WEST, EAST = FRONTS = ("west", "east")
UNITS = tuple(f"{side}-{front}-{n}" for side in SIDES for front in FRONTS for n in (1, 2))
TURNS = 4
HOLDS = 4
"""From this roll on who defends is gone."""


def side_of(unit: str) -> str:
    """The side that a unit belongs to."""
    return unit.split("-")[0]


def front_of(unit: str) -> str:
    """Where it stands: a unit never leaves its front."""
    return unit.split("-")[1]


@dataclass(frozen=True, slots=True)
class Fight:
    """The frame of a lane: its step, who attacks whom, and how many there were before it."""

    kind: ClassVar[str] = "fight"
    step: str
    attacker: str
    target: str
    number: int


@dataclass(frozen=True)
class State:
    """A position."""

    turn: int = 0
    cursor: tuple[StepFrame, ...] = (StepFrame("red.attacks"),)
    fights: Mapping[str, Fight] = field(default_factory=dict)
    """By lane."""
    attacked: tuple[str, ...] = ()
    """Units that have attacked in this turn."""
    gone: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """Units that have gone on to the ground of another."""
    begun: int = 0
    closed: bool = False
    """Whether there are no more attacks in this turn."""
    draws: int = 0
    ended: tuple[str, str, str] | None = None
    version: int = 1
    plan: str = ""

    ending = Ending()

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return None if self.ended is None else Outcome(self.ended[0] or None, self.ended[1], self.ended[2])

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return SIDES[self.turn % 2]

    def left(self, side: str) -> tuple[str, ...]:
        """The units that a side still has."""
        return tuple(u for u in UNITS if side_of(u) == side and u not in self.gone)


@dataclass(frozen=True, slots=True)
class Attacked:
    """A fight begins."""

    kind: ClassVar[str] = "attacked"
    attacker: str
    target: str

    def apply(self, state: State) -> State:
        """With one more lane."""
        fight = Fight("stand", self.attacker, self.target, state.begun)
        fights, attacked = {**state.fights, self.target: fight}, (*state.attacked, self.attacker)
        return replace(state, fights=fights, attacked=attacked, begun=state.begun + 1)


@dataclass(frozen=True, slots=True)
class FellBack:
    """The unit attacked is gone, and its ground is free."""

    kind: ClassVar[str] = "fell_back"
    unit: str

    def apply(self, state: State) -> State:
        """The attacker decides now."""
        fight = replace(state.fights[self.unit], step="pursue")
        return replace(state, fights={**state.fights, self.unit: fight}, gone=(*state.gone, self.unit))


@dataclass(frozen=True, slots=True)
class Fought:
    """It held, and a die was rolled."""

    kind: ClassVar[str] = "fought"
    unit: str
    draw: int
    die: int

    def apply(self, state: State) -> State:
        """One of both is gone."""
        fight, state = state.fights[self.unit], replace(state, draws=self.draw + 1)
        if self.die >= HOLDS:
            pursues = {**state.fights, self.unit: replace(fight, step="pursue")}
            return replace(state, fights=pursues, gone=(*state.gone, self.unit))
        fights = {lane: f for lane, f in state.fights.items() if lane != self.unit}
        return replace(state, fights=fights, gone=(*state.gone, fight.attacker))


@dataclass(frozen=True, slots=True)
class Followed:
    """A fight is over: the attacker has gone on, or stays."""

    kind: ClassVar[str] = "followed"
    unit: str
    yes: bool

    def apply(self, state: State) -> State:
        """With one lane less."""
        shown = (*state.shown, state.fights[self.unit].attacker) if self.yes else state.shown
        return replace(state, fights={k: f for k, f in state.fights.items() if k != self.unit}, shown=shown)


@dataclass(frozen=True, slots=True)
class Closed:
    """There are no more attacks in this turn."""

    kind: ClassVar[str] = "closed"
    side: str

    def apply(self, state: State) -> State:
        """The fights that are open are still fought."""
        return replace(state, closed=True)


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The other side attacks."""

    kind: ClassVar[str] = "turn_began"
    step: str

    def apply(self, state: State) -> State:
        """Nobody has attacked yet."""
        return replace(state, turn=state.turn + 1, cursor=(StepFrame(self.step),), attacked=(), closed=False)


@dataclass(frozen=True, slots=True)
class Over:
    """The last turn is over."""

    kind: ClassVar[str] = "over"
    winner: str

    def apply(self, state: State) -> State:
        """Nobody is asked any more."""
        return replace(state, ended=(self.winner, "Who has more units left has won.", "4"))


FINAL = (Fought, TurnBegan, Over)


class Play(DecisionBuilder[State]):
    """A decision."""


def _attackers(at: At[State], _: Choices) -> OneOf:
    return OneOf([u for u in at.state.left(at.seat) if u not in (*at.state.attacked, *at.state.fights)])


def _targets(at: At[State], chosen: Choices) -> OneOf:
    front, foe = front_of(chosen.name("unit")), SIDES[1 - SIDES.index(at.seat)]
    return OneOf([u for u in at.state.left(foe) if front_of(u) == front and u not in at.state.fights])


def _attack(play: Play, _: At[State], chosen: Choices) -> None:
    play.emit(Attacked(chosen.name("unit"), chosen.name("target")))


def _hold(play: Play, at: At[State], _: Choices) -> None:
    draw, die = play.next_die()
    play.emit(Fought(at.lane, draw, die))


def _fall_back(play: Play, at: At[State], _: Choices) -> None:
    play.emit(FellBack(at.lane))


def _pursue(play: Play, at: At[State], _: Choices) -> None:
    play.emit(Followed(at.lane, True))


def _halt(play: Play, at: At[State], _: Choices) -> None:
    play.emit(Followed(at.lane, False))


def _end(play: Play, at: At[State], _: Choices) -> None:
    play.emit(Closed(at.seat))


def _next_turn(play: Play, _: Any) -> None:
    if play.state.turn + 1 < TURNS:
        play.emit(TurnBegan(f"{SIDES[(play.state.turn + 1) % 2]}.attacks"))
        return
    red, blue = (len(play.state.left(side)) for side in SIDES)
    play.emit(Over("" if red == blue else RED if red > blue else BLUE))


UNIT: Slot[State] = Slot("unit", "unit", _attackers)
TARGET: Slot[State] = Slot("target", "unit", _targets)
ATTACK: Order[State] = Order("attack", "Attack", "1", _attack, (UNIT, TARGET))
END: Order[State] = Order("end_phase", "End the turn", "1", _end)
HOLD: Order[State] = Order("hold", "Hold", "2", _hold)
FALL_BACK: Order[State] = Order("fall_back", "Fall back", "2", _fall_back)
PURSUE: Order[State] = Order("pursue", "Go on", "3", _pursue)
HALT: Order[State] = Order("halt", "Stay", "3", _halt)


def _begins(state: State, _: Any) -> tuple[Ask, ...]:
    return () if state.closed else (Ask(state.side),)


TREE: Tree[State] = Tree(
    Step("game", "Two Fights", "", (
        Step("turn", "Turn", "1", tuple(
            Step(f"{s}.attacks", f"{s.title()} attacks", "1", side=s, orders=(ATTACK, END), asks=_begins,
                 onward=_next_turn)
            for s in SIDES
        )),
    )),
    (
        Step("stand", "Hold or fall back", "2", orders=(HOLD, FALL_BACK), prompt="Does it hold?",
             asks=lambda _, fight: (Ask(side_of(fight.target), serial=fight.number),)),
        Step("pursue", "Go on or stay", "3", orders=(PURSUE, HALT), prompt="Does it go on?",
             asks=lambda _, fight: (Ask(side_of(fight.attacker), serial=fight.number),)),
    ),
)  # fmt: skip


def places(state: State) -> tuple[Place[State], ...]:
    """The fights in the order in which they began, and the turn, which goes on beside them."""
    fights = tuple(Place(TREE.step(fight.step), fight, lane) for lane, fight in state.fights.items())
    if fights and state.closed:
        return fights
    return (*fights, Place(TREE.step(state.cursor[0].step), state.cursor[0]))


def _begin(_: Play, __: Any) -> None:
    raise AssertionError("nothing in this game goes on by the tree alone")


ENGINE: Engine[State, Play] = Engine(
    TREE, unfold=Play, begin=_begin, places=places, seat_title=lambda _, seat: seat.title(), section="1"
)
STAND = StandingKind(
    "stand", "A unit that is attacked", "2", ("stand",), (Choice("hold", "holds"), Choice("fall_back", "falls back"))
)


def _stand(seen: SeatView, orders: Orders) -> JsonObject | None:
    order = orders.get("stand")
    return None if order is None else {"kind": order.answer}


class TwoFights(EngineGame[State]):
    """The game, a seat a side."""

    id = "two-fights"
    title = "Two Fights"
    summary = "For the tests of lanes."
    scenarios = (Scenario("plain", "Plain", "A seat a side.", tuple(Seat(s, s.title()) for s in SIDES)),)
    engine = ENGINE
    kinds = Kinds((Attacked, FellBack, Fought, Followed, Closed, TurnBegan, Over))
    state = State
    final = FINAL
    small_decisions = (STAND,)
    policies = MappingProxyType({"stand": _stand})

    def new_match(self, scenario: str, options: Mapping[str, Any]) -> State:
        """Red begins."""
        if scenario != "plain" or options:
            raise ValueError("there is one scenario, without options")
        return State()

    def view(self, state: State, viewer: str) -> JsonObject:
        """Everyone sees all of it."""
        units: JsonObject = {u: u in state.shown for u in UNITS if u not in state.gone}
        fights: JsonObject = {lane: fight.step for lane, fight in state.fights.items()}
        return {**self.head(state, viewer, "plain", TURNS), "units": units, "fights": fights}

    def narrate(self, before: State, event: Any, after: State, viewer: str) -> JsonObject | None:
        """A line for everyone."""
        about = getattr(event, "unit", getattr(event, "attacker", ""))
        line = {"kind": event.kind, "section": "1", "side": before.side, "text": f"{event.kind}: {about}."}
        return as_json({**line, "dice": [], "hexes": []})


def _leader(state: State, _: str, lane: str) -> str | None:
    fight = state.fights.get(lane)
    if fight is None:
        return None
    return fight.target if fight.step == "stand" else fight.attacker


def _post(side: str, front: str) -> Post:
    chief, title = front == WEST, f"{side.title()} {front.title()}"
    return Post(Seat(f"{side}-{front}", title, side, side, chief), frozenset({front}), chief)


POSTS = tuple(_post(side, front) for side in SIDES for front in FRONTS)
POLICY: TeamPolicy[State] = TeamPolicy(
    command_of=lambda _, unit: (side_of(unit), front_of(unit)) if unit in UNITS else None,
    units=lambda state, side: state.left(side),
    leader=_leader,
    chiefs=frozenset(),
    joint=frozenset(),
    section="1",
    each_ends=lambda _: True,
)
FOUR = Scenario("four", "Four", "Two commanders a side.", tuple(post.seat for post in POSTS))
GAME: Teams[State] = Teams(TwoFights(), POLICY, (Layout(FOUR, "plain", POSTS),))
