"""Powers of 1914 as the kernel's Game: the doors through which the server and the bots come in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rules.kernel import codec, doors, facts, settling
from rules.kernel.game import Board, Glance, Milestone, Rng, Scenario, Seat
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal, Refused
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker
from rules.kernel.pools import NO_POOLS
from rules.kernel.rulebook import read_rulebook, rulebook_json
from rules.kernel.standing import Orders, StandingKind
from rules.powers_1914 import forecast, navy, neutrals, stakes, standing
from rules.powers_1914.charts_shown import charts_shown
from rules.powers_1914.events import EVENTS, Event
from rules.powers_1914.events.battle import FightDecided
from rules.powers_1914.events.conquest import LandShared, ShareProposed
from rules.powers_1914.events.event_cards import CardUsed, DutyDone
from rules.powers_1914.events.money import MoneyGiven
from rules.powers_1914.events.navy import ChallengeAnswered, ChallengeMade
from rules.powers_1914.events.neutrals import NationJoined
from rules.powers_1914.events.procedure import PhaseBegan, SeatDone
from rules.powers_1914.events.victory import MatchEnded
from rules.powers_1914.gauge import GAUGE
from rules.powers_1914.milestones import milestone
from rules.powers_1914.names import Names
from rules.powers_1914.narrate import narrate
from rules.powers_1914.next_moves import next_moves
from rules.powers_1914.opening import opening, seats_from
from rules.powers_1914.players import PLAYERS
from rules.powers_1914.printed import AS_PRINTED, PLANS, Printed, Seating, Setting
from rules.powers_1914.sequence import ENGINE, TREE
from rules.powers_1914.state import VERSION, State
from rules.powers_1914.versions import STATES
from rules.powers_1914.view import glance, view


def _chairs(names: Names, setting: Setting, table: Seating) -> tuple[Seat, ...]:
    sides = {seat: setting.side_of(its[0]) for seat, its in table.items()}
    return tuple(Seat(seat, names.seat(seat, sides[seat], its), sides[seat]) for seat, its in table.items())


class Powers1914:
    """§3.1: two to six players, two sides, a turn of event, money, purchases, moves and battles."""

    id = "powers-1914"
    title = "Powers of 1914"
    summary = "The great powers of Europe in fields, money and cards, for two to six."
    missing = ""
    boards: tuple[Board, ...] = (Board("powers-1914", "Powers of 1914"),)
    version = VERSION
    players: Mapping[str, PlayerMaker] = PLAYERS
    plans: Plans[Printed] = PLANS
    gauge = GAUGE
    pools = NO_POOLS
    scenarios: tuple[Scenario, ...]

    def __init__(self) -> None:
        names = PLANS[AS_PRINTED].names
        self.scenarios = tuple(
            Scenario(
                id_,
                f"{setting.title}, {players} players",
                setting.summary,
                _chairs(names, setting, table),
                (_nations_option(names, setting, table),),
            )
            for id_, (setting, players, table) in PLANS[AS_PRINTED].tables().items()
        )

    def rulebook(self, plan: str) -> JsonObject:
        """The rules in our own words, with the prices and moves of a plan."""
        return rulebook_json(read_rulebook(Path(__file__).parent), charts_shown(self.plans[plan or AS_PRINTED]))

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """§2.1, §4.4: the chairs, called by the nations that the players dealt them. ValueError as ``new_match``."""
        plan, setting, table = _laid(scenario, options)
        return _chairs(PLANS[plan].names, setting, table)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§2, §4: the empty map; the attacking side sets up first. ValueError for an unknown scenario or option."""
        if options.keys() - {"nations", "plan"}:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        plan, setting, table = _laid(scenario, options)
        return opening(plan, setting, table, next(TREE.root.leaves()).key)

    def plan(self, state: State) -> str:
        """What is printed for the match."""
        return state.plan

    def deciders(self, state: State) -> tuple[str, ...]:
        """All seats that may decide now, several at once where a side acts together."""
        return ENGINE.deciders(state)

    def standing(self, scenario: str, options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """What cards, allies and the enemy ask in between."""
        seats = self.seats(scenario, options)
        alone = len({seat.side for seat in seats}) == len(seats)
        return tuple(k for k in standing.KINDS if not (alone and k in standing.AMONG_ALLIES))

    def answer_ahead(self, state: State, seat: str, orders: Orders) -> JsonObject | None:
        """What a seat's standing orders answer to its question."""
        step = ENGINE.step(state)
        if step is None or step.called not in standing.POLICIES or seat not in ENGINE.deciders(state):
            return None

        def consult(question: JsonObject) -> JsonObject | Refusal:
            return self.consult(state, seat, question)

        look = standing.Look(seat, self.view(state, seat), self.legal(state, seat), PLANS[state.plan], consult)
        return standing.answer(look, orders)

    def phase(self, state: State) -> str:
        """The step of the turn, whatever interrupts it."""
        return state.phase.key

    def ahead(self, state: State, seat: str) -> State | None:
        """What a seat's next moves would begin with."""
        return next_moves(state, seat)

    def decide(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, Event] | Refusal:
        """Check a command in every part and say what follows from it."""
        return ENGINE.decide(state, seat, command, chance)

    def evolve(self, state: State, event: Event) -> State:
        """Apply one fact."""
        return facts.evolve(state, event)

    def ask(self, state: State, seat: str) -> str:
        """The name of the question put to a seat."""
        return ENGINE.ask(state, seat)

    def legal(self, state: State, seat: str) -> JsonObject:
        """The question put to a seat (docs/powers-1914-wire.md)."""
        return ENGINE.legal(state, seat)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail for a planner (docs/powers-1914-wire.md)."""
        return doors.refusable(lambda: self._consulted(state, seat, question))

    def _consulted(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
        if seat not in state.seats:
            raise Refused("not-your-turn", "3.1", "Only players plan.")
        match question.get("kind"):
            case "slot":
                return ENGINE.consult_slot(state, seat, question)
            case "move":
                return stakes.consult_move(state, seat, question)
            case "fight" if state.battle is None:
                return navy.consult_duel(state, seat, question)
            case "fight":
                return forecast.consult_fight(state, seat, question)
            case "attack":
                return forecast.consult_attack(state, seat, question)
            case "joining":
                return forecast.consult_joining(state, seat, question)
            case "neutral":
                return neutrals.consult_neutral(state, seat, question)
            case _:
                raise Refused("malformed", "3.1", "There is no such question.")

    def view(self, state: State, viewer: str) -> JsonObject:
        """What a viewer may know."""
        return view(state, viewer)

    def glance(self, state: State) -> Glance:
        """Turn, step and deciders, which everybody sees."""
        return glance(state)

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        """The log line of an event for a viewer."""
        return narrate(before, event, after, viewer)

    def milestone(self, before: State, event: Event, after: State) -> Milestone | None:
        """Countries that join, fall or are freed, and fields that change sides."""
        return milestone(before, event)

    def bars_undo(self, event: Event) -> bool:
        """Dice, a card shown, an enemy called to arms, a question put to others and a new step stay as they are."""
        if getattr(event, "draw", None) is not None:
            return True
        return isinstance(
            event,
            PhaseBegan | MatchEnded | CardUsed | NationJoined | ChallengeMade | ChallengeAnswered
            | DutyDone | FightDecided | LandShared | MoneyGiven | SeatDone | ShareProposed,
        )  # fmt: skip

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, or None; the winner is a side."""
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
        """The state as JSON."""
        return cast(JsonObject, codec.dump(state))

    def load_state(self, data: JsonObject) -> State:
        """A state from JSON, an older one brought forward. UnknownShape when its version or plan is unknown."""
        state = doors.load_state(State, STATES, data)
        PLANS.known(state.plan)
        return state

    def dump_event(self, event: Event) -> JsonObject:
        """An event as JSON with its kind."""
        return EVENTS.dump(event)

    def load_event(self, data: JsonObject) -> Event:
        """An event from JSON, an older one brought forward. UnknownShape when it is of no known shape."""
        return EVENTS.load(data)

    def random_command(self, state: State, seat: str, rng: Rng) -> JsonObject:
        """Some legal command."""
        return ENGINE.random_command(state, seat, rng)


def _laid(scenario: str, options: Mapping[str, Json]) -> tuple[str, Setting, Seating]:
    """The plan that the options name, and who plays whom in a scenario of it. ValueError for what there is not."""
    plan = PLANS.chosen(options, AS_PRINTED)
    tables = PLANS[plan].tables()
    if scenario not in tables:
        raise ValueError(f"no scenario {scenario!r} in the plan {plan!r}")
    setting, _, table = tables[scenario]
    return plan, setting, seats_from(PLANS[plan].names, setting, table, options.get("nations"))


def _nations_option(names: Names, setting: Setting, table: Seating) -> JsonObject:
    """§4.4: the option that shares the nations out in another way: ``{"nations": {"GE": "central-1", ...}}``."""
    default: JsonObject = {n: seat for seat, its in table.items() for n in its}
    sides: JsonObject = {n: setting.side_of(n) for its in table.values() for n in its}
    told: JsonObject = {n: names.nation(n) for its in table.values() for n in its}
    return {"id": "nations", "title": "Who plays whom", "default": default, "sides": sides, "names": told}


GAME = Powers1914()
