"""A small game with all that the server must handle: hidden things, dice, bars to undo, an end.

Two seats take turns. In a turn a seat may hide numbers from 1 to 9 (the other sees how many), throw a die once, and
ends the turn. Both end after four turns; who has more wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from rules.kernel.game import REFEREE, Board, Glance, Milestone, Scenario, Seat
from rules.kernel.gauge import Figure, Gauge
from rules.kernel.match_options import MatchOption, OptionSheet
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker, Rng
from rules.kernel.pools import Lots, Pools
from rules.kernel.rulebook import rulebook_json
from rules.kernel.standing import Choice, Condition, Orders, StandingKind

SEATS = ("red", "blue")
SIDES = {"red": "warm", "blue": "cold"}
"""Whom a seat plays for: in a game with allies the winner is no seat."""
SEATS_OFFERED = tuple(Seat(s, s.title(), side, in_text=s.title()) for s, side in SIDES.items())
TURNS = 4
PASSING = StandingKind(
    "turn",
    "Your turn",
    "4",
    ("turn",),
    (
        Choice("end", "end it"),
        Choice("throw", "throw and end it"),
        Choice("hide", "hide something first"),
        Choice("nonsense", "do what is not allowed"),
    ),
    (Condition("hidden", "What you hide", (Choice("any", "however much"), Choice("ask", "ask me if I hide any"))),),
    sensible="throw",
)
MAX_HIDDEN = 40
SHEET = OptionSheet(
    {
        option.id: option
        for option in (
            MatchOption("fog", "Fog", "1.1", excludes=("wind",)),
            MatchOption("wind", "Wind", "1.2", excludes=("fog",)),
            MatchOption("snow", "Snow", "1.3", needs=("winter",)),
            MatchOption("dice", "Dice", "1.4"),
        )
    },
    compulsory=("dice",),
    lacks={"winter": "It is for matches in winter."},
)
"""Options that change nothing: what may be chosen of them is what the server has to know."""


@dataclass(frozen=True, slots=True)
class State:
    """Where the game stands. ``hidden`` holds what each seat hid, ``bulk`` how much the view is blown up."""

    turn: int
    seat: str
    thrown: bool
    draw: int
    points: Mapping[str, int]
    hidden: Mapping[str, tuple[int, ...]]
    long: bool
    bulk: int = 0
    ended: tuple[str, str] | None = None
    """(winning side or nothing, reason) when the players ended it themselves."""


@dataclass(frozen=True, slots=True)
class Event:
    """One fact. ``kind`` is hid, threw or ended; the other members as it needs."""

    kind: str
    seat: str
    number: int = 0
    draw: int = 0
    die: int = 0


def _turn(line: JsonObject) -> int | None:
    """Every throw opens a turn of the charts."""
    turn = line.get("turn")
    return turn if isinstance(turn, int) else None


def _points(view: JsonObject) -> tuple[Figure, ...]:
    """Points, and how much is hidden: to its owner the numbers themselves."""
    shown: Any = view
    bulk = {seat: sum(n) if isinstance(n, list) else n for seat, n in shown["hidden"].items()}
    return Figure("Points", "3", shown["points"]), Figure("Hidden", "2", bulk)


def _lots(state: State) -> Lots:
    """What each seat hides, as chits: a number as often as it was hidden."""
    return {f"{seat}.hand": Counter(str(number) for number in numbers) for seat, numbers in state.hidden.items()}


def _seen(state: State, viewer: str) -> Lots:
    """A seat knows what it hides itself."""
    return {place: lot for place, lot in _lots(state).items() if viewer in (place.partition(".")[0], REFEREE)}


class Toy:
    """The game."""

    id = "toy"
    title = "Toy"
    summary = "For the server's tests."
    missing = ""
    boards: tuple[Board, ...] = (Board("toy", "Toy"), Board("toy-sea", "Toy Sea", "S"))
    version = 3
    players: Mapping[str, PlayerMaker] = MappingProxyType({})
    opponents: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    plans: Plans[None] = Plans()
    gauge = Gauge(_turn, _points)
    pools = Pools(_lots, _seen)
    scenarios: tuple[Scenario, ...] = (
        Scenario("short", "Short", "Four turns each.", SEATS_OFFERED, SHEET.told()),
        Scenario("endless", "Endless", "Never ends.", SEATS_OFFERED),
    )

    def rulebook(self, _plan: str, _scenario: str = "") -> JsonObject:
        """No rules in words: it has none to look up."""
        return rulebook_json((), ())

    def seats(self, scenario: str, _options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The same seats in every match."""
        return next(s.seats for s in self.scenarios if s.id == scenario)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        if options.keys() - {"first", "bulk"} - SHEET.options.keys():
            raise ValueError("only first, bulk and the options on offer are known")
        SHEET.read({name: value for name, value in options.items() if name in SHEET.options})
        first = options.get("first", "red")
        if first not in SEATS:
            raise ValueError("nobody of that name begins")
        bulk = options.get("bulk", 0)
        if type(bulk) is not int or not 0 <= bulk <= 200_000:
            raise ValueError("bulk is a size")
        nothing: dict[str, tuple[int, ...]] = dict.fromkeys(SEATS, ())
        return State(1, str(first), False, 0, dict.fromkeys(SEATS, 0), nothing, scenario == "endless", bulk)

    def _over(self, state: State) -> bool:
        return state.ended is not None or (state.turn > 2 * TURNS and not state.long)

    def plan(self, _: State) -> str:
        """All is printed in this program."""
        return ""

    def deciders(self, state: State) -> tuple[str, ...]:
        return () if self._over(state) else (state.seat,)

    def ask(self, state: State, seat: str) -> str:
        return f"{state.turn}.{state.seat}"

    def legal(self, state: State, seat: str) -> JsonObject:
        yours = seat in self.deciders(state)
        offers: list[Json] = [
            {"kind": "hide", "label": "Hide", "section": "2"},
            {"kind": "end", "label": "End", "section": "4"},
        ]
        if not state.thrown:
            offers.insert(1, {"kind": "throw", "label": "Throw", "section": "3"})
        return {
            "ask": self.ask(state, seat),
            "step": "turn",
            "section": "1",
            "seat": state.seat,
            "yours": yours,
            "title": f"Turn of {state.seat}",
            "prompt": "Hide, throw or end" if yours else f"Waiting for {state.seat}",
            "detail": "",
            "offers": offers if yours else [],
            "why_not": {},
        }

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        if question.get("kind") != "sum":
            return Refusal("unknown_question", "1", "That cannot be asked.")
        return {"sum": sum(state.hidden[seat])}

    def standing(self, _scenario: str, _options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        return (PASSING,)

    def answer_ahead(self, state: State, seat: str, orders: Orders) -> JsonObject | None:
        """As the order says; ``nonsense`` is refused by the rules."""
        order = orders.get(PASSING.key)
        if order is None or seat not in self.deciders(state):
            return None
        if order.on("hidden", "any") == "ask" and state.hidden[seat]:
            return None
        if order.answer == "nonsense":
            return {"kind": "hide", "number": 0}
        if order.answer == "hide":
            return None if state.hidden[seat] else {"kind": "hide", "number": 5}
        return {"kind": "throw"} if order.answer == "throw" and not state.thrown else {"kind": "end"}

    def odds(self, _: State) -> tuple[str, ...]:
        """What may be demanded of a number that is hidden."""
        return ("1:1", "2:1", "3:1")

    def below(self, _: State, _seat: str, command: Command, least: str) -> Refusal | None:
        """A number below the first of the odds."""
        low = command.get("kind") == "hide" and int(str(command["number"])) < int(least[0])
        return Refusal("odds", "2", "The number is too low.") if low else None

    def phase(self, state: State) -> str:
        return f"{(state.turn + 1) // 2}.{state.seat}"

    def decide(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, Event] | Refusal:
        events = self._events(state, seat, command, chance)
        if isinstance(events, Refusal):
            return events
        return Decided(events, tuple(accumulate(events, self.evolve, initial=state))[1:])

    def _events(self, state: State, seat: str, command: Command, chance: Chance) -> tuple[Event, ...] | Refusal:
        if seat not in self.deciders(state):
            return Refusal("not_your_turn", "1", "It is not your turn.")
        kind, arguments = command.get("kind"), set(command) - {"kind"}
        if kind == "hide" and arguments == {"number"}:
            number = command["number"]
            if type(number) is not int or not 1 <= number <= 9:
                return Refusal("bad_number", "2", "Hide a number from 1 to 9.")
            if len(state.hidden[seat]) >= MAX_HIDDEN and not state.long:
                return Refusal("too_many", "2", "You hide enough.")
            return (Event("hid", seat, number=number),)
        if kind == "throw" and not arguments:
            if state.thrown:
                return Refusal("thrown", "3", "You threw this turn.")
            return (Event("threw", seat, draw=state.draw, die=chance(state.draw, 6)),)
        if kind == "end" and not arguments:
            return (Event("ended", seat),)
        if kind == "nod" and not arguments:
            # No game may answer so; the server must still survive it.
            return ()
        return Refusal("unknown", "1", "That is no command of this game.")

    def evolve(self, state: State, event: Event) -> State:
        if event.kind == "hid":
            kept = (*state.hidden[event.seat], event.number)
            return replace(state, hidden={**state.hidden, event.seat: kept[-MAX_HIDDEN:]})
        if event.kind == "threw":
            points = {**state.points, event.seat: state.points[event.seat] + event.die}
            return replace(state, points=points, thrown=True, draw=state.draw + 1)
        other = SEATS[1 - SEATS.index(state.seat)]
        return replace(state, turn=state.turn + 1, seat=other, thrown=False)

    def view(self, state: State, viewer: str) -> JsonObject:
        hidden: dict[str, Json] = {
            s: [*numbers] if viewer in (s, REFEREE) else len(numbers) for s, numbers in state.hidden.items()
        }
        return {
            "game": self.id,
            "viewer": viewer,
            "turn": state.turn,
            "seat": state.seat,
            "thrown": state.thrown,
            "points": dict(state.points),
            "hidden": hidden,
            "bulk": state.bulk * str(len(state.hidden["red"]) % 10),
            "outcome": None if (end := self.outcome(state)) is None else end.json(),
        }

    def glance(self, state: State) -> Glance:
        return Glance(state.turn, f"Turn of {state.seat}", self.deciders(state))

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        text = {
            "hid": f"{event.seat} hid {event.number if viewer in (event.seat, REFEREE) else 'a number'}.",
            "threw": f"{event.seat} threw {event.die}.",
            "ended": f"{event.seat} ended the turn.",
        }[event.kind]
        line: JsonObject = {"kind": event.kind, "section": "2", "side": event.seat, "text": text}
        if event.kind == "threw":
            return {**line, "turn": before.turn, "dice": [{"die": event.die, "for": "points"}]}
        return line

    def milestone(self, before: State, event: Event, after: State) -> Milestone | None:
        return Milestone(before.turn, "threw", str(event.die), SIDES[event.seat]) if event.kind == "threw" else None

    def bars_undo(self, event: Event) -> bool:
        return event.kind != "hid"

    def outcome(self, state: State) -> Outcome | None:
        if state.ended is not None:
            return Outcome(state.ended[0] or None, state.ended[1], "")
        if not self._over(state):
            return None
        red, blue = (state.points[s] + sum(state.hidden[s]) for s in SEATS)
        winner = None if red == blue else SIDES["red" if red > blue else "blue"]
        return Outcome(winner, "Most points", "5")

    def end_by_agreement(self, state: State, winner: str | None, reason: str) -> State:
        return replace(state, ended=(winner or "", reason))

    def draws(self, state: State) -> int:
        return state.draw

    def with_dice_from(self, state: State, draws: int) -> State:
        return replace(state, draw=draws)

    def dump_state(self, state: State) -> JsonObject:
        return {
            "turn": state.turn,
            "seat": state.seat,
            "thrown": state.thrown,
            "draw": state.draw,
            "points": dict(state.points),
            "hidden": {s: [*n] for s, n in state.hidden.items()},
            "long": state.long,
            "bulk": state.bulk,
            "ended": None if state.ended is None else [*state.ended],
        }

    def load_state(self, data: JsonObject) -> State:
        body: dict[str, Any] = {**data}
        body["hidden"] = {s: tuple(n) for s, n in body["hidden"].items()}
        body["ended"] = tuple(body["ended"]) if body.get("ended") else None
        return State(**body)

    def dump_event(self, event: Event) -> JsonObject:
        members = {"hid": ("number",), "threw": ("draw", "die"), "ended": ()}[event.kind]
        return {"kind": event.kind, "seat": event.seat, **{m: getattr(event, m) for m in members}}

    def load_event(self, data: JsonObject) -> Event:
        return Event(**data)  # type: ignore[arg-type]

    def random_command(self, state: State, seat: str, rng: Rng) -> JsonObject:
        if not state.thrown and rng.randrange(3) == 0:
            return {"kind": "throw"}
        if rng.randrange(3) == 0:
            return {"kind": "end"}
        return {"kind": "hide", "number": rng.randrange(9) + 1}
