"""The Ford: a small hex game with zones of control, dice and hidden strengths, to show how a game is made.

Each side has four counters and deals the strengths 1 to 4 among them in secret (section 1). In five turns each side
moves (2), stopping beside the enemy, and then attacks (3). A beaten unit steps back or is lost (4). Whoever stands on
the ford at the end wins (5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, cast

from rules.hexes.viewers import sees_hidden
from rules.kernel import codec, doors, facts, settling
from rules.kernel.floods import Reach, flood
from rules.kernel.game import Board, Glance, Milestone, Rng, Scenario, Seat
from rules.kernel.gauge import Figure, Gauge
from rules.kernel.lattice import Grain, Lattice
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal, Refused
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker
from rules.kernel.pools import NO_POOLS
from rules.kernel.procedure.engine import Engine, Place
from rules.kernel.procedure.options import OneOf, Path, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask, Step, Tree
from rules.kernel.rulebook import rulebook_json
from rules.kernel.standing import NothingAhead
from rules.kernel.unfolding import Unfolding
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
class State:
    """``at``: unit to hex. ``step``: where the sequence stands. ``beaten``: a unit that must go, on top of the step."""

    step: str
    turn: int = 1
    at: Mapping[str, str] = field(default_factory=dict)
    strength: Mapping[str, int] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    """Units that have moved or fought in this step."""
    beaten: str | None = None
    closed: bool = False
    draws: int = 0
    ended: tuple[str, str, str] | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return Outcome(self.ended[0] or None, self.ended[1], self.ended[2]) if self.ended else None

    def units(self, side: str) -> tuple[str, ...]:
        """The side's units on the board, by hex."""
        return tuple(sorted((u for u in self.at if u.startswith(side)), key=self.at.__getitem__))

    def holds(self, side: str) -> frozenset[str]:
        """The hexes that the side's units stand in."""
        return frozenset(self.at[u] for u in self.units(side))


@dataclass(frozen=True, slots=True)
class Deployed:
    """Section 1: a side's units with their strengths."""

    kind: ClassVar[str] = "deployed"
    strength: Mapping[str, int]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, strength={**state.strength, **self.strength}, closed=True)


@dataclass(frozen=True, slots=True)
class Moved:
    """Section 2 or 4: a unit goes along a path."""

    kind: ClassVar[str] = "moved"
    unit: str
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        beaten = None if state.beaten == self.unit else state.beaten
        return replace(state, at={**state.at, self.unit: self.path[-1]}, done=state.done | {self.unit}, beaten=beaten)


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
        """The state after this fact."""
        known = state.shown | {*self.units, self.target}
        after = replace(state, shown=known, done=state.done | {*self.units}, draws=state.draws + 1)
        if self.loser == self.target:
            return replace(after, beaten=self.target)
        return after if self.loser is None else Lost(self.loser).apply(after)


@dataclass(frozen=True, slots=True)
class Lost:
    """Section 4: a unit leaves the board."""

    kind: ClassVar[str] = "lost"
    unit: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, at={u: h for u, h in state.at.items() if u != self.unit}, beaten=None)


@dataclass(frozen=True, slots=True)
class Closed:
    """A player has ended the step."""

    kind: ClassVar[str] = "closed"

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, closed=True)


@dataclass(frozen=True, slots=True)
class Began:
    """The next step of the sequence."""

    kind: ClassVar[str] = "began"
    step: str
    turn: int

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, step=self.step, turn=self.turn, done=frozenset(), closed=False)


@dataclass(frozen=True, slots=True)
class Ended:
    """Section 5: the verdict."""

    kind: ClassVar[str] = "ended"
    winner: str
    reason: str

    def apply(self, state: State) -> State:
        """The state after this fact."""
        return replace(state, ended=(self.winner, self.reason, "5"))


Event = Deployed | Moved | Attacked | Lost | Closed | Began | Ended
EVENTS: facts.Kinds[State] = facts.Kinds((Deployed, Moved, Attacked, Lost, Closed, Began, Ended))


class Play(Unfolding[State]):
    """A decision of this game as it grows."""


# --- the rules, section by section ----------------------------------------------------------------------------------


def deploy(play: Play, _: At[State], chosen: Choices) -> None:
    """Section 1: the first unit named has strength 1, the last 4."""
    play.emit(Deployed(dict(zip(chosen.names("units"), STRENGTHS, strict=True))))


def reach(state: State, unit: str) -> Reach:
    """Section 2: woods cost 2, other hexes 1; a unit stops where it comes beside an enemy."""
    side = unit.split("-")[0]
    full, enemies = state.holds(side) | state.holds(FOE[side]), state.holds(FOE[side])

    def cost(_: int, __: int, b: int) -> int | None:
        hex_ = LATTICE.ids[b]
        return None if hex_ in full else 2 if hex_ in WOODS else 1

    def stops(i: int) -> bool:
        return any(h in enemies for h in LATTICE.around(LATTICE.ids[i]))

    return flood(LATTICE.neighbours, [LATTICE.index[state.at[unit]]], cost, ALLOWANCE, stops)


def movers(at: At[State], _: Choices) -> OneOf:
    """Section 2: units that have not moved yet."""
    state = at.state
    moved = {u: Refusal("has-moved", "2", "This unit has moved.") for u in state.units(at.seat) if u in state.done}
    return OneOf([u for u in state.units(at.seat) if u not in moved], moved)


def ways(at: At[State], chosen: Choices) -> Path:
    """Section 2: the cheapest way to each hex in reach; only these may be taken."""
    found = reach(at.state, chosen.name("unit"))
    by_end = {LATTICE.ids[i]: tuple(LATTICE.ids[j] for j in found.path(i)[1:]) for i, c in found.cost.items() if c}

    def check(path: tuple[str, ...]) -> None:
        if by_end.get(path[-1]) != path:
            raise Refused("out-of-reach", "2", "The unit cannot go that way.")

    return Path(check, by_end, {LATTICE.ids[i]: c for i, c in found.cost.items() if c})


def move(play: Play, _: At[State], chosen: Choices) -> None:
    """Section 2: a unit goes where it can."""
    play.emit(Moved(chosen.name("unit"), chosen.names("path")))


def targets(at: At[State], _: Choices) -> OneOf:
    """Section 3: enemies beside a unit that has not attacked."""
    fresh = {at.state.at[u] for u in at.state.units(at.seat) if u not in at.state.done}
    return OneOf([u for u in at.state.units(FOE[at.seat]) if fresh & {*LATTICE.around(at.state.at[u])}])


def attackers(at: At[State], chosen: Choices) -> SomeOf:
    """Section 3: units beside the target that have not attacked."""
    near = LATTICE.around(at.state.at[chosen.name("target")])
    return SomeOf([u for u in at.state.units(at.seat) if u not in at.state.done and at.state.at[u] in near])


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
    state, unit = at.state, str(at.frame)
    enemies, full = state.holds(FOE[at.seat]), state.holds(RED) | state.holds(BLUE)
    near = LATTICE.around(state.at[unit])
    return OneOf([h for h in near if h not in full and not enemies & {*LATTICE.around(h)}])


def step_back(play: Play, at: At[State], chosen: Choices) -> None:
    """Section 4: a beaten unit goes back one hex."""
    play.emit(Moved(str(at.frame), (chosen.name("hex"),)))


def give_up(play: Play, at: At[State], _: Choices) -> None:
    """Section 4: a beaten unit that cannot or will not go back is lost."""
    play.emit(Lost(str(at.frame)))


def close(play: Play, _: At[State], __: Choices) -> None:
    """A player ends the step."""
    play.emit(Closed())


def no_way(at: At[State]) -> Refusal | None:
    """Section 4: why the unit cannot step back."""
    return None if refuges(at, Choices({})).names else Refusal("no-way-back", "4", "There is no safe hex behind it.")


def nothing_in(options: OneOf) -> Refusal | None:
    """An order without anything to choose is not offered."""
    return None if options.names else Refusal("nothing-to-do", "2", "There is nothing left to order.")


def end_of_turn(play: Play, _: object) -> None:
    """Section 5: the verdict, or the next turn."""
    state = play.state
    holder = next((side for side in (RED, BLUE) if FORD in state.holds(side)), "")
    if not state.units(RED) or not state.units(BLUE):
        alive = RED if state.units(RED) else BLUE
        play.emit(Ended(alive, "The other side has no unit left."))
    elif state.turn == TURNS:
        play.emit(Ended(holder, f"{holder.title()} holds the ford." if holder else "Nobody holds the ford."))
    else:
        begin(play, TREE.after("end", state))


# --- the sequence of play -------------------------------------------------------------------------------------------

END: Order[State] = Order("end_phase", "Done", "2", close)
DEPLOY: Order[State] = Order(
    "deploy", "Deal the strengths 1 to 4", "1", deploy,
    (Slot("units", "units", lambda at, _: SomeOf(at.state.units(at.seat), len(STRENGTHS), len(STRENGTHS)),
          "Choose all four units, the weakest first"),),
)  # fmt: skip
MOVE: Order[State] = Order(
    "move", "Move", "2", move,
    (Slot("unit", "unit", movers, "Choose a unit to move"), Slot("path", "path", ways, "Choose where it goes")),
    when=lambda at: nothing_in(movers(at, Choices({}))), weight=6,
)  # fmt: skip
ATTACK: Order[State] = Order(
    "attack", "Attack", "3", attack,
    (Slot("target", "unit", targets, "Choose an enemy to attack"),
     Slot("units", "units", attackers, "Choose the units that attack")),
    when=lambda at: nothing_in(targets(at, Choices({}))), weight=3,
)  # fmt: skip
STEP_BACK: Order[State] = Order(
    "step_back", "Step back", "4", step_back, (Slot("hex", "hex", refuges, "Choose a hex to step back to"),), no_way,
    greyed=True,
)  # fmt: skip
GIVE_UP: Order[State] = Order("give_up", "Give up the unit", "4", give_up)


def _player(side: str) -> Step[State]:
    def moving(state: State, _: object) -> tuple[Ask, ...]:
        return () if state.closed else (Ask(side, serial=len(state.done)),)

    def fighting(state: State, _: object) -> tuple[Ask, ...]:
        # With nobody in reach there is nothing to decide, and the step passes by itself.
        return moving(state, _) if targets(At(state, side), Choices({})).names else ()

    return Step(side, side.title(), "2", (
        Step(f"{side}.move", "Movement", "2", (), "Move your units", "", side, (MOVE, END), moving),
        Step(f"{side}.fight", "Combat", "3", (), "Attack", "", side, (ATTACK, END), fighting),
    ))  # fmt: skip


def _setup(side: str) -> Step[State]:
    def asks(state: State, _: object) -> tuple[Ask, ...]:
        return () if state.closed else (Ask(side),)

    return Step(
        f"{side}.setup",
        "Set-up",
        "1",
        (),
        "Deal your strengths",
        "Your four units get the strengths 1 to 4. The other side does not see them.",
        side,
        (DEPLOY,),
        asks,
    )


TREE: Tree[State] = Tree(
    Step("game", "The Ford", "", (
        _setup(RED),
        _setup(BLUE),
        Step("turn", "Turn", "2", (
            _player(RED),
            _player(BLUE),
            Step("end", "End of the turn", "5", onward=end_of_turn),
        ), again=lambda state: state.turn < TURNS),
    )),
    (
        Step("beaten", "A beaten unit", "4", (), "Step back or give it up?", "", None, (STEP_BACK, GIVE_UP),
             lambda state, unit: (Ask(str(unit).split("-")[0]),)),
    ),
)  # fmt: skip


def begin(play: Play, step: Step[State] | None) -> None:
    """On to a step of the sequence."""
    if step is None:
        raise RuntimeError("the last turn ends with a verdict")
    turn = play.state.turn + 1 if play.state.step == "end" else play.state.turn
    play.emit(Began(step.key, turn))


def places(state: State) -> tuple[Place[State], ...]:
    """The step, or what interrupts it."""
    if state.beaten is not None:
        return (Place(TREE.step("beaten"), state.beaten),)
    return (Place(TREE.step(state.step)),)


ENGINE: Engine[State, Play] = Engine(
    TREE, places=places, unfold=Play, begin=begin, stamp=lambda s: s.turn, seat_title=lambda _, seat: seat.title(),
    section="2",
)  # fmt: skip


def title(unit: str) -> str:
    """The unit in sentences: a letter, since a number would be taken for its strength."""
    side, number = unit.split("-")
    return f"{side.title()} {'ABCD'[int(number) - 1]}"


def phases(state: State) -> list[Json]:
    """The steps of a turn, for the top of the screen."""
    steps = [s for s in TREE.step("turn").leaves() if s.side]
    now = next((i for i, s in enumerate(steps) if s.key == state.step), -1)
    return [
        {"key": s.key, "side": s.side, "title": s.title, "section": s.section,
         "state": "now" if i == now else "done" if i < now else "todo"}
        for i, s in enumerate(steps)
    ]  # fmt: skip


def turn_of(line: JsonObject) -> int | None:
    """The turn that a line opens."""
    return int(str(line["text"]).removeprefix("Turn ")) if line["kind"] == "phase" else None


def units_left(view: JsonObject) -> tuple[Figure, ...]:
    """§5: the units of each side."""
    units = cast("dict[str, JsonObject]", view["units"])
    return (Figure("Units left", "5", {s: sum(1 for u in units.values() if u["side"] == s) for s in START}),)


class TheFord(NothingAhead):
    """The game's doors; all that concerns orders is the engine's."""

    id = "the-ford"
    title = "The Ford"
    summary = "A small game that shows how a game is made."
    missing = ""
    boards: tuple[Board, ...] = (Board("the-ford", "The Ford"),)
    version = 1
    players: Mapping[str, PlayerMaker] = MappingProxyType({})
    plans: Plans[None] = Plans()
    gauge = Gauge(turn_of, units_left)
    pools = NO_POOLS
    scenarios: tuple[Scenario, ...] = (
        Scenario("ford", "The ford", "Five turns.", (Seat(RED, "Red"), Seat(BLUE, "Blue"))),
    )

    def rulebook(self, _plan: str) -> JsonObject:
        """No rules in words: it has none to look up."""
        return rulebook_json((), ())

    def seats(self, scenario: str, _options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """Always the same two."""
        return self.scenarios[0].seats

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """The units in their places. ValueError for another scenario or any option."""
        if scenario != "ford" or options:
            raise ValueError("there is one scenario, without options")
        units = {f"{side}-{n}": hex_ for side in START for n, hex_ in enumerate(START[side], start=1)}
        return State(f"{RED}.setup", at=units)

    def plan(self, _: State) -> str:
        """All is printed in this program."""
        return ""

    def deciders(self, state: State) -> tuple[str, ...]:
        """Who is asked."""
        return ENGINE.deciders(state)

    def ask(self, state: State, seat: str) -> str:
        """The name of the question."""
        return ENGINE.ask(state, seat)

    def legal(self, state: State, seat: str) -> JsonObject:
        """The question."""
        return ENGINE.legal(state, seat)

    def consult(self, state: State, seat: str, asked: Mapping[str, object]) -> JsonObject | Refusal:
        """What may be chosen in a slot of an order."""
        if asked.get("kind") != "slot":
            return Refusal("malformed", "2", "There is no such question.")
        return doors.refusable(lambda: ENGINE.consult_slot(state, seat, asked))

    def phase(self, state: State) -> str:
        """The step of the turn."""
        return state.step

    def decide(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, Event] | Refusal:
        """Verify a command and say what follows."""
        return ENGINE.decide(state, seat, command, chance)

    def evolve(self, state: State, event: Event) -> State:
        """Apply one fact."""
        return facts.evolve(state, event)

    def view(self, state: State, viewer: str) -> JsonObject:
        """The board; strengths only where they were shown or are the viewer's own."""
        open_ = {u for u in state.at if u in state.shown or sees_hidden(viewer, u.split("-")[0])}
        units: dict[str, Json] = {
            u: {"name": title(u), "side": u.split("-")[0], "hex": state.at[u], "done": u in state.done,
                "strength": state.strength.get(u) if u in open_ else None}
            for u in (*state.units(RED), *state.units(BLUE))
        }  # fmt: skip
        step = places(state)[0].step
        asked: list[Json] = [*self.deciders(state)]
        return {"game": self.id, "scenario": "ford", "viewer": viewer,
                "turn": state.turn, "turns": TURNS, "phases": phases(state),
                "step": {"key": step.key, "title": step.title, "section": step.section, "side": step.side,
                         "deciders": asked},
                "units": units, "beaten": state.beaten,
                "outcome": state.outcome.json() if state.outcome else None}  # fmt: skip

    def glance(self, state: State) -> Glance:
        """Turn, step and deciders, which everybody sees."""
        return Glance(state.turn, places(state)[0].step.title, self.deciders(state))

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        """One line a fact. The die shows the strengths of those who fought, and the counters tell them."""
        line: JsonObject = {"kind": event.kind, "section": "2", "side": before.step.split(".")[0]}
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
                return {
                    **line,
                    "section": "4",
                    "text": f"{title(event.unit)} is lost.",
                    "hexes": [before.at[event.unit]],
                }
            case Began() if event.turn != before.turn or before.step == f"{BLUE}.setup":
                return {**line, "kind": "phase", "side": None, "text": f"Turn {event.turn}"}
            case Ended():
                return {**line, "section": "5", "side": None, "text": event.reason}
            case _:
                return None

    def milestone(self, before: State, event: Event, after: State) -> Milestone | None:
        """Nobody counts anything of this game."""
        return None

    def bars_undo(self, event: Event) -> bool:
        """Dice, and what passes the decision to the other side."""
        return not isinstance(event, Moved | Closed)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended."""
        return state.outcome

    def settled(self, state: State, winner: str | None, reason: str) -> State:
        """The position when the players end the match themselves."""
        return settling.settled(state, winner, reason)

    def draws(self, state: State) -> int:
        """The running number of the next die."""
        return state.draws

    def with_dice_from(self, state: State, draws: int) -> State:
        """The position with that as the number of its next die."""
        return settling.with_dice_from(state, draws)

    def dump_state(self, state: State) -> JsonObject:
        """As JSON."""
        return cast(JsonObject, codec.dump(state))

    def load_state(self, data: JsonObject) -> State:
        """From JSON."""
        return codec.load(State, data)

    def dump_event(self, event: Event) -> JsonObject:
        """As JSON with its kind."""
        return EVENTS.dump(event)

    def load_event(self, data: JsonObject) -> Event:
        """From JSON."""
        return cast(Event, EVENTS.load(data))

    def random_command(self, state: State, seat: str, rng: Rng) -> JsonObject:
        """Some legal command."""
        return ENGINE.random_command(state, seat, rng)


GAME = TheFord()
