"""Powers of 1914 as the kernel's Game: what the server and the programs ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.kernel import game_support
from rules.kernel.game import Board, Glance, Milestone, Scenario, Seat
from rules.kernel.imagining import Imagination
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.game import EngineGame
from rules.kernel.rulebook import read_rulebook, rulebook_json
from rules.kernel.standing import StandingKind
from rules.powers_1914 import standing
from rules.powers_1914.combat import navy
from rules.powers_1914.conquest import neutrals
from rules.powers_1914.facts import FACT_KINDS, Event
from rules.powers_1914.facts.battle import FightDecided
from rules.powers_1914.facts.conquest import LandShared, ShareProposed
from rules.powers_1914.facts.event_cards import CardUsed, DutyDone
from rules.powers_1914.facts.money import MoneyGiven
from rules.powers_1914.facts.navy import ChallengeAnswered, ChallengeMade
from rules.powers_1914.facts.neutrals import NationJoined
from rules.powers_1914.facts.procedure import PhaseBegan, SeatDone
from rules.powers_1914.facts.victory import MatchEnded
from rules.powers_1914.imagined import dealt, imagine, note
from rules.powers_1914.next_moves import next_moves
from rules.powers_1914.players import OPPONENTS, players_of, strengths_in
from rules.powers_1914.position.state import VERSION, State
from rules.powers_1914.position.versions import STATES
from rules.powers_1914.printed.charts_shown import charts_shown
from rules.powers_1914.printed.data import Seating, Setting
from rules.powers_1914.printed.names import Names
from rules.powers_1914.printed.pieces import SIDE_NAMES
from rules.powers_1914.printed.plans import AS_PRINTED, PLANS
from rules.powers_1914.sequence import ENGINE, TREE
from rules.powers_1914.setup.opening import opening_position, seats_from
from rules.powers_1914.shown import forecast, stakes
from rules.powers_1914.shown.gauge import GAUGE
from rules.powers_1914.shown.milestones import milestone
from rules.powers_1914.shown.narrate import narrate
from rules.powers_1914.shown.view import glance, view
from rules.powers_1914.standing.seat_view import SeatView


def _seats(names: Names, setting: Setting, table: Seating) -> tuple[Seat, ...]:
    sides = {seat: setting.side_of(its[0]) for seat, its in table.items()}
    strengths = strengths_in(setting.id)

    def seat_of(seat: str, nations: tuple[str, ...]) -> Seat:
        side = sides[seat]
        called = names.the_seat(seat, side, nations)
        title, own = names.seat(seat, side, nations), f"the {SIDE_NAMES[side]}"
        return Seat(seat, title, side, in_text=called, side_in_text=own, strengths=strengths)

    return tuple(seat_of(seat, tuple(its)) for seat, its in table.items())


class Powers1914(EngineGame[State]):
    """§3.1: two to six players, two sides, a turn of event, money, purchases, moves and battles."""

    id = "powers-1914"
    title = "Powers of 1914"
    summary = "The great powers of Europe in fields, money and cards, for two to six."
    boards: tuple[Board, ...] = (Board("powers-1914", "Powers of 1914"),)
    version = VERSION
    engine = ENGINE
    kinds = FACT_KINDS
    state = State
    older = STATES
    small_decisions = standing.KINDS
    policies = standing.POLICIES
    final = (
        PhaseBegan, MatchEnded, CardUsed, NationJoined, ChallengeMade, ChallengeAnswered,
        DutyDone, FightDecided, LandShared, MoneyGiven, SeatDone, ShareProposed,
    )  # fmt: skip
    """A card shown, an enemy called to arms, a question put to others and a new step stay as they are."""
    opponents = OPPONENTS
    plans = PLANS
    gauge = GAUGE
    imagination = Imagination(note, imagine, dealt)
    scenarios: tuple[Scenario, ...]

    def __init__(self) -> None:
        self.players = players_of(self)
        names = PLANS[AS_PRINTED].names
        self.scenarios = tuple(
            Scenario(
                id_,
                f"{setting.title}, {players} players",
                setting.summary,
                _seats(names, setting, table),
                (_nations_option(names, setting, table),),
            )
            for id_, (setting, players, table) in PLANS[AS_PRINTED].tables().items()
        )

    def rulebook(self, plan: str, scenario: str = "") -> JsonObject:
        """The rules in our own words, with the prices and moves of a plan."""
        return rulebook_json(read_rulebook(Path(__file__).parent), charts_shown(self.plans[plan or AS_PRINTED]))

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """§2.1, §4.4: the seats, called by the nations that the players dealt them. ValueError as ``new_match``."""
        plan, setting, table = _lay_out(scenario, options)
        return _seats(PLANS[plan].names, setting, table)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§2, §4: the empty map; the attacking side sets up first. ValueError for an unknown scenario or option."""
        if options.keys() - {"nations", "plan"}:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        plan, setting, table = _lay_out(scenario, options)
        return opening_position(plan, setting, table, next(TREE.root.leaves()).key)

    def standing(self, scenario: str, options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """What cards, allies and the enemy ask in between."""
        seats = self.seats(scenario, options)
        alone = len({seat.side for seat in seats}) == len(seats)
        return tuple(k for k in standing.KINDS if not (alone and k in standing.AMONG_ALLIES))

    def seat_view(self, state: State, seat: str) -> SeatView:
        """What a standing order is answered from."""

        def consult(question: JsonObject) -> JsonObject | Refusal:
            return self.consult(state, seat, question)

        return SeatView(self.view(state, seat), self.legal(state, seat), seat, PLANS[state.plan], consult)

    def next_turn_position(self, state: State, seat: str) -> State | None:
        """What a seat's next moves would begin with."""
        return next_moves(state, seat)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail for a planner (docs/powers-1914-wire.md)."""
        return game_support.refusable(lambda: self._consult(state, seat, question))

    def _consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
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
        """Turn, step and deciders, which everyone sees."""
        return glance(state)

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        """The log line of an event for a viewer."""
        return narrate(before, event, after, viewer)

    def milestone(self, before: State, event: Event, after: State) -> Milestone | None:
        """Countries that join, fall or are freed, and fields that change sides."""
        return milestone(before, event)


def _lay_out(scenario: str, options: Mapping[str, Json]) -> tuple[str, Setting, Seating]:
    """The plan that the options name, and who plays whom in a scenario of it. ValueError for one that does not
    exist."""
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
