"""The Ford: a small hex game with zones of control, dice and hidden strengths, to show how a game is made.

Each side has four counters and deals the strengths 1 to 4 among them in secret (section 1). In five turns each side
moves (2), stopping beside the enemy, and then attacks (3). A beaten unit steps back or is lost (4). Whoever stands on
the ford at the end wins (5).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rules.hexes import plain
from rules.hexes.plain import PlainUnits, side_of
from rules.hexes.viewers import sees_hidden
from rules.kernel import facts
from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.endings import MatchEnded
from rules.kernel.floods import flood
from rules.kernel.frames import StepFrame
from rules.kernel.game import Board, Scenario, Seat
from rules.kernel.gauge import Figure, Gauge
from rules.kernel.lattice import Grain, Lattice
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.procedure.engine import Engine
from rules.kernel.procedure.game import EngineGame
from rules.kernel.procedure.options import OneOf, Path, SomeOf, cheapest
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask, Step, Tree
from rules.kernel.procedure.turns import Began, Turns, turn_of
from rules.kernel.wording import listing

RED, BLUE = "red", "blue"
FOE = {RED: BLUE, BLUE: RED}
LATTICE = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 6) for col in range(1, 8)])
FORD, WOODS = "0304", frozenset({"0203", "0405"})
START = {RED: ("0102", "0103", "0105", "0106"), BLUE: ("0502", "0503", "0505", "0506")}
STRENGTHS = (1, 2, 3, 4)
ALLOWANCE, TURNS = 3, 5
BEATEN, REPULSED = 6, 1
"""A die plus the difference of strengths from BEATEN up beats the defender; up to REPULSED it costs an attacker."""


# --- the position and its facts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State(PlainUnits):
    """``at``: unit to hex. ``cursor``: the step of the sequence, and on top of it a unit that was ``beaten``."""

    cursor: tuple[StepFrame, ...]
    turn: int = 1
    at: Mapping[str, str] = field(default_factory=dict)
    strength: Mapping[str, int] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    """Units that have moved or fought in this step."""
    draws: int = 0
    ended: tuple[str, str, str] | None = None
    plan: str = ""
    version: int = 1

    @property
    def beaten(self) -> str | None:
        """Section 4: the unit that must go."""
        return self.cursor[-1].about or None


def title(unit: str) -> str:
    """The unit in sentences: a letter, since a number would be taken for its strength."""
    return f"{side_of(unit).title()} {'ABCD'[int(unit[-1]) - 1]}"


@dataclass(frozen=True, slots=True)
class Deployed:
    """Section 1: a side's units with their strengths."""

    kind: ClassVar[str] = "deployed"
    strength: Mapping[str, int]

    def apply(self, state: State) -> State:
        return replace(state, strength={**state.strength, **self.strength})


@dataclass(frozen=True, slots=True)
class Moved:
    """Section 2: a unit goes along a path."""

    kind: ClassVar[str] = "moved"
    unit: str
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        at, done = {**state.at, self.unit: self.path[-1]}, state.done | {self.unit}
        return replace(state, at=at, done=done, cursor=state.cursor[:1])


@dataclass(frozen=True, slots=True)
class SteppedBack(Moved):
    """Section 4: a beaten unit has gone; whose step it is decides again."""

    kind: ClassVar[str] = "stepped-back"


@dataclass(frozen=True, slots=True)
class Attacked:
    """Section 3: a die for some units against one. ``loser`` is lost or, on the defending side, must step back."""

    kind: ClassVar[str] = "attacked"
    units: tuple[str, ...]
    target: str
    draw: int
    die: int
    loser: str | None

    def apply(self, state: State) -> State:
        shown = state.shown | {*self.units, self.target}
        after = replace(state, shown=shown, done=state.done | {*self.units}, draws=state.draws + 1)
        if self.loser == self.target:
            return replace(after, cursor=(*after.cursor, StepFrame("beaten", self.target)))
        return after if self.loser is None else Lost(self.loser).apply(after)


@dataclass(frozen=True, slots=True)
class Lost:
    """Section 4: a unit leaves the board."""

    kind: ClassVar[str] = "lost"
    unit: str

    def apply(self, state: State) -> State:
        return replace(state, at={u: h for u, h in state.at.items() if u != self.unit}, cursor=state.cursor[:1])


Event = Deployed | Moved | SteppedBack | Attacked | Lost | Began | MatchEnded
FACT_KINDS: facts.Kinds[State] = facts.by_kind(sys.modules[__name__], also=(Began, MatchEnded))
Play = DecisionBuilder[State]


# --- the rules, section by section ----------------------------------------------------------------------------------


def units_to_deal(at: At[State], _: Choices) -> SomeOf:
    """Section 1: all four."""
    return SomeOf(at.state.units(at.seat), len(STRENGTHS), len(STRENGTHS))


def deploy(play: Play, _: At[State], chosen: Choices) -> None:
    """Section 1: the first unit named has strength 1, the last 4."""
    play.emit(Deployed(dict(zip(chosen.names("units"), STRENGTHS, strict=True))))


def movers(at: At[State], _: Choices) -> OneOf:
    """Section 2: units that have not moved yet."""
    return plain.choose_unmoved(at.state, at.seat, "2")


def ways(at: At[State], chosen: Choices) -> Path:
    """Section 2: the cheapest way to each hex in reach, of which alone may be taken.

    Woods cost 2, other hexes 1; a unit stops where it comes beside an enemy.
    """
    state, ids = at.state, LATTICE.ids
    enemies, full = state.holds(FOE[at.seat]), frozenset(state.at.values())

    def cost(_: int, __: int, b: int) -> int | None:
        return None if ids[b] in full else 2 if ids[b] in WOODS else 1

    start = LATTICE.index[state.at[chosen.name("unit")]]
    found = flood(LATTICE.neighbours, [start], cost, ALLOWANCE, lambda i: bool(enemies & {*LATTICE.around(ids[i])}))
    return cheapest(found, ids, Refusal("out-of-reach", "2", "The unit cannot go that way."))


def move(play: Play, _: At[State], chosen: Choices) -> None:
    """Section 2: a unit goes where it can."""
    play.emit(Moved(chosen.name("unit"), chosen.names("path")))


def targets(at: At[State], _: Choices) -> OneOf:
    """Section 3: enemies beside a unit that has not attacked."""
    fresh = {at.state.at[u] for u in at.state.fresh(at.seat)}
    return OneOf([u for u in at.state.units(FOE[at.seat]) if fresh & {*LATTICE.around(at.state.at[u])}])


def attackers(at: At[State], chosen: Choices) -> SomeOf:
    """Section 3: units beside the target that have not attacked."""
    near = LATTICE.around(at.state.at[chosen.name("target")])
    return SomeOf([u for u in at.state.fresh(at.seat) if at.state.at[u] in near])


def attack(play: Play, at: At[State], chosen: Choices) -> None:
    """Section 3: a die and the difference of strengths; a weak attack costs the weakest attacker."""
    units, target = chosen.names("units"), chosen.name("target")
    strength = at.state.strength
    draw, die = play.next_die()
    total = die + sum(strength[u] for u in units) - strength[target]
    weakest = min(units, key=lambda u: (strength[u], at.state.at[u]))
    play.emit(Attacked(units, target, draw, die, target if total >= BEATEN else weakest if total <= REPULSED else None))


def refuges(at: At[State], _: Choices) -> OneOf:
    """Section 4: neighbouring hexes that are empty and not beside an enemy."""
    enemies, full = at.state.holds(FOE[at.seat]), frozenset(at.state.at.values())
    near = LATTICE.around(at.state.at[at.frame.about])
    return OneOf([h for h in near if h not in full and not enemies & {*LATTICE.around(h)}])


def no_way(at: At[State]) -> Refusal | None:
    """Section 4: why the unit cannot step back."""
    return None if refuges(at, NOTHING_CHOSEN).names else Refusal("no-way-back", "4", "There is no safe hex behind it.")


def step_back(play: Play, at: At[State], chosen: Choices) -> None:
    """Section 4: a beaten unit goes back one hex."""
    play.emit(SteppedBack(at.frame.about, (chosen.name("hex"),)))


def give_up(play: Play, at: At[State], _: Choices) -> None:
    """Section 4: a beaten unit that cannot or will not go back is lost."""
    play.emit(Lost(at.frame.about))


def end_turn(play: Play, _: object) -> None:
    """Section 5: the verdict, or the next turn."""
    state = play.state
    alive = [side for side in START if state.units(side)]
    holder = next((side for side in START if FORD in state.holds(side)), "")
    if len(alive) == 1:
        play.emit(MatchEnded(alive[0], "The other side has no unit left.", "5"))
    elif state.turn == TURNS:
        play.emit(MatchEnded(holder, f"{holder.title() or 'Nobody'} holds the ford.", "5"))
    else:
        STEPS.end_step(play)


# --- the sequence of play -------------------------------------------------------------------------------------------

STEPS: Turns[State] = Turns(lambda: TREE)
END: Order[State] = Order("end_phase", "Done", "2", STEPS.end_step)
DEPLOY: Order[State] = Order(
    "deploy", "Deal the strengths 1 to 4", "1", deploy,
    (Slot("units", "units", units_to_deal, "Choose all four units, the weakest first"),),
)  # fmt: skip
MOVE: Order[State] = Order(
    "move", "Move", "2", move,
    (Slot("unit", "unit", movers, "Choose a unit to move"), Slot("path", "path", ways, "Choose where it goes")),
    weight=6,
)  # fmt: skip
ATTACK: Order[State] = Order(
    "attack", "Attack", "3", attack,
    (Slot("target", "unit", targets, "Choose an enemy to attack"),
     Slot("units", "units", attackers, "Choose the units that attack")),
    weight=3,
)  # fmt: skip
STEP_BACK: Order[State] = Order(
    "step_back", "Step back", "4", step_back, (Slot("hex", "hex", refuges, "Choose a hex to step back to"),), no_way,
    greyed=True,
)  # fmt: skip
GIVE_UP: Order[State] = Order("give_up", "Give up the unit", "4", give_up)


def _player(side: str) -> Step[State]:
    def moving(state: State, _: object) -> tuple[Ask, ...]:
        return (Ask(side, serial=len(state.done)),)

    def fighting(state: State, _: object) -> tuple[Ask, ...]:
        # With nobody in reach there is nothing to decide, and the step passes by itself.
        return moving(state, _) if targets(At(state, side), NOTHING_CHOSEN).names else ()

    return Step(side, side.title(), "2", (
        Step(f"{side}.move", "Movement", "2", (), "Move your units", "", side, (MOVE, END), moving),
        Step(f"{side}.fight", "Combat", "3", (), "Attack", "", side, (ATTACK, END), fighting),
    ))  # fmt: skip


def _setup(side: str) -> Step[State]:
    def asks(state: State, _: object) -> tuple[Ask, ...]:
        return () if f"{side}-1" in state.strength else (Ask(side),)

    detail = "Your four units get the strengths 1 to 4. The other side does not see them."
    return Step(f"{side}.setup", "Set-up", "1", (), "Deal your strengths", detail, side, (DEPLOY,), asks)


TREE: Tree[State] = Tree(
    Step("game", "The Ford", "", (
        _setup(RED),
        _setup(BLUE),
        Step("turn", "Turn", "2", (
            _player(RED),
            _player(BLUE),
            Step("end", "End of the turn", "5", onward=end_turn),
        ), again=lambda state: state.turn < TURNS),
    )),
    (
        # Several units may be beaten in a step: the dice thrown so far tell one question from the next.
        Step("beaten", "A beaten unit", "4", (), "Step back or give it up?", "", None, (STEP_BACK, GIVE_UP),
             lambda state, frame: (Ask(side_of(frame.about), serial=state.draws),)),
    ),
)  # fmt: skip

ENGINE: Engine[State, Play] = Engine(TREE, unfold=DecisionBuilder, begin=STEPS.begin, section="2")


# --- the game -------------------------------------------------------------------------------------------------------


def units_left(view: JsonObject) -> tuple[Figure, ...]:
    """§5: the units of each side."""
    units: Any = view["units"]
    return (Figure("Units left", "5", {s: sum(u["side"] == s for u in units.values()) for s in START}),)


class TheFord(EngineGame[State]):
    """What the engine does not know: how a match begins, and what is told of it."""

    id = "the-ford"
    title = "The Ford"
    summary = "A small game that shows how a game is made."
    boards: tuple[Board, ...] = (Board("the-ford", "The Ford"),)
    gauge = Gauge(turn_of, units_left)
    scenarios: tuple[Scenario, ...] = (
        Scenario(
            "ford",
            "The ford",
            "Five turns.",
            (Seat(RED, "Red", in_text="the Red side"), Seat(BLUE, "Blue", in_text="the Blue side")),
        ),
    )
    engine = ENGINE
    kinds = FACT_KINDS
    state = State
    final = (Deployed, SteppedBack, Lost, Began, MatchEnded)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """The units in their places. ValueError for another scenario or any option."""
        if scenario != "ford" or options:
            raise ValueError("there is one scenario, without options")
        units = {f"{side}-{n}": hex_ for side in START for n, hex_ in enumerate(START[side], start=1)}
        return State((StepFrame(f"{RED}.setup"),), at=units)

    def view(self, state: State, viewer: str) -> JsonObject:
        """The board; strengths only where they were shown or are the viewer's own."""
        open_ = {u for u in state.at if u in state.shown or sees_hidden(viewer, side_of(u))}

        def strength(unit: str) -> JsonObject:
            return {"strength": state.strength.get(unit) if unit in open_ else None}

        return {
            **self.head(state, viewer, "ford", TURNS),
            "units": plain.units_in_view(state, START, title, strength),
            "beaten": state.beaten,
        }

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        """One line a fact. The die shows the strengths of those who fought, and the counters tell them."""
        line: JsonObject = {"kind": event.kind, "section": "2", "side": before.cursor[0].step.split(".")[0]}
        match event:
            case Deployed():
                return {**line, "section": "1", "text": "The strengths are dealt."}
            case Moved():
                path: list[Json] = [before.at[event.unit], *event.path]
                return {**line, "text": f"{title(event.unit)} goes to {event.path[-1]}.", "path": path}
            case Attacked():
                text = f"{listing(title(u) for u in event.units)} against {title(event.target)}: die {event.die}."
                if event.loser is not None:
                    text += f" {title(event.loser)} is {'beaten' if event.loser == event.target else 'lost'}."
                dice: list[Json] = [{"die": event.die, "for": "attack"}]
                return {**line, "section": "3", "text": text, "dice": dice, "hexes": [before.at[event.target]]}
            case Lost():
                text = f"{title(event.unit)} is lost."
                return {**line, "section": "4", "text": text, "hexes": [before.at[event.unit]]}
            case MatchEnded():
                return {**line, "section": "5", "side": None, "text": event.reason}
            case _:
                return STEPS.opened(before, event)


GAME = TheFord()
