"""The Great War in Europe as the kernel's Game: the doors through which the server and the bots come in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rules.great_war import standing
from rules.great_war.charts_shown import charts_shown
from rules.great_war.chits_lying import lots, seen
from rules.great_war.engine import ENGINE
from rules.great_war.events import EVENTS, Event
from rules.great_war.events.aircraft import AircraftCommitted
from rules.great_war.events.combat import AttackDeclared, BattleEnded, CavalryRetreated, StageReached, SupportGiven
from rules.great_war.events.entry import TurksDeployed
from rules.great_war.events.movement import HeadquartersOverrun
from rules.great_war.events.procedure import PhaseBegan, StepEnded
from rules.great_war.events.revolutions import FranceStood, NationCollapsed, NationSurrendered, RedArmyFormed
from rules.great_war.events.supply import UnsuppliedEliminated
from rules.great_war.fronts import FRONTS
from rules.great_war.gauge import GAUGE
from rules.great_war.milestones import milestone
from rules.great_war.narrate import narrate
from rules.great_war.nations import ALLIED, CENTRAL
from rules.great_war.next_movement import next_movement
from rules.great_war.opening import opening
from rules.great_war.overlays import overlay, warnings
from rules.great_war.phases import SETUPS
from rules.great_war.planner import plan
from rules.great_war.plans import HISTORY, PLANS, Table
from rules.great_war.players import PLAYERS
from rules.great_war.secrecy import HANDS, OPEN, OPTION, chosen
from rules.great_war.sequence import TREE
from rules.great_war.state import VERSION, State
from rules.great_war.versions import STATES
from rules.great_war.view import glance, view
from rules.kernel import codec, doors, facts, settling
from rules.kernel.game import Board, Glance, Milestone, Rng, Scenario, Seat
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker
from rules.kernel.pools import Pools
from rules.kernel.replacing import replace
from rules.kernel.rulebook import read_help, rulebook_json
from rules.kernel.standing import Orders, StandingKind

SEATS = (Seat(CENTRAL, "Central Powers"), Seat(ALLIED, "Allies"))
OPTIONS = (OPTION,)
"""§6.17: what a table may choose in every scenario."""
PRE_WAR = "pre_war"
PRE_WAR_OPTION: JsonObject = {
    "id": PRE_WAR,
    "kind": "flag",
    "title": "Pre-war events",
    "help": "Each side draws three events that could have changed the war before it began, and plays one or two.",
    "default": False,
}
"""§20.0: an option of the campaign, for all players to agree on."""
FINAL = (
    AircraftCommitted,
    AttackDeclared,
    BattleEnded,
    CavalryRetreated,
    FranceStood,
    HeadquartersOverrun,
    NationCollapsed,
    NationSurrendered,
    PhaseBegan,
    RedArmyFormed,
    StageReached,
    SupportGiven,
    TurksDeployed,
    UnsuppliedEliminated,
)
"""Facts after which nothing is taken back: they showed what was hidden, brought the enemy units, or passed the
decision on."""


def begun(scenario: str, plan: str, hands: str = OPEN, *, pre_war: bool = False) -> State:
    """§21.12: a scenario at its first question: pre-war events or lots, where there are any, or the Allied set-up."""
    keys = [leaf.key for leaf in TREE.root.leaves() if pre_war or leaf.name != "pre-war"]
    started = (replace(opening(scenario, plan, key, pre_war=pre_war), hands=hands) for key in keys)
    return next(state for state in started if ENGINE.deciders(state))


class GreatWar:
    """§1.0: the Central Powers against the Allies on three fronts, from August 1914 to June 1919."""

    id = "great-war"
    title = "The Great War in Europe"
    summary = "The whole war in Europe on three fronts, by divisions, with both sides moving at once."
    missing = ""
    boards: tuple[Board, ...] = tuple(
        Board(front.sheet, front.title, front.theatre[:1].upper()) for front in FRONTS.values()
    )
    version = VERSION
    players: Mapping[str, PlayerMaker] = PLAYERS
    plans: Plans[Table] = PLANS
    gauge = GAUGE
    pools = Pools(lots, seen)
    scenarios: tuple[Scenario, ...] = (
        Scenario("1915", "From May 1915", "Italy has just entered the war, and Germany looks east.", SEATS, OPTIONS),
        Scenario(
            "campaign",
            "From August 1914",
            "The whole war, from the march through Belgium on.",
            SEATS,
            (*OPTIONS, PRE_WAR_OPTION),
        ),
        Scenario(
            "1916",
            "From January 1916",
            "Serbia is lost, the Allies are at Salonika, and Verdun is near.",
            SEATS,
            OPTIONS,
        ),
        Scenario("1917", "From April 1917", "The Czar has fallen, and the United States have come in.", SEATS, OPTIONS),
        Scenario(
            "1918",
            "From January 1918",
            "Russia is out of the war; Germany must win before the Americans come.",
            SEATS,
            OPTIONS,
        ),
    )

    def rulebook(self, plan: str) -> JsonObject:
        """The rules in short, and the charts of a plan."""
        charts = PLANS[plan or HISTORY].charts
        return rulebook_json(read_help(Path(__file__).parent / "help.toml"), charts_shown(charts))

    def seats(self, scenario: str, _options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The same chairs in every match."""
        return next(s.seats for s in self.scenarios if s.id == scenario)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§21.12: the map before anybody has set up. ValueError for what there is not."""
        if scenario not in {s.id for s in self.scenarios} or options.keys() - {"plan", HANDS, PRE_WAR}:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        pre_war = options.get(PRE_WAR, False)
        if not isinstance(pre_war, bool):
            raise ValueError(f"{PRE_WAR} is true or false")
        return begun(scenario, PLANS.chosen(options, HISTORY), chosen(options), pre_war=pre_war)

    def plan(self, state: State) -> str:
        """What is printed for the match."""
        return state.plan

    def deciders(self, state: State) -> tuple[str, ...]:
        """Who is asked: in a Mutual Movement Phase both sides."""
        return ENGINE.deciders(state)

    def ask(self, state: State, seat: str) -> str:
        """The name of the question."""
        return ENGINE.ask(state, seat)

    def legal(self, state: State, seat: str) -> JsonObject:
        """The question put to a seat (docs/architecture.md §3)."""
        return ENGINE.legal(state, seat)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """What may be chosen in a slot of an order, the plan of an attack, layers over the map, and warnings."""
        if question.get("kind") == "attack":
            return plan(state, seat, question)
        if question.get("kind") == "overlay":
            return overlay(state, seat, question.get("name"))
        if question.get("kind") == "warnings":
            return warnings(state, seat, question.get("passed", {}))
        if question.get("kind") != "slot":
            return Refusal("malformed", "4.0", "There is no such question.")
        return doors.refusable(lambda: ENGINE.consult_slot(state, seat, question))

    def standing(self, _scenario: str, _options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """The small decisions of an attack."""
        return standing.KINDS

    def answer_ahead(self, state: State, seat: str, orders: Orders) -> JsonObject | None:
        """What a seat's standing orders answer to its question."""
        step = ENGINE.step(state)
        if step is None or step.called not in standing.POLICIES or seat not in ENGINE.deciders(state):
            return None
        return standing.answer(standing.Look(self.view(state, seat), self.legal(state, seat)), orders)

    def phase(self, state: State) -> str:
        """The step of the turn."""
        return state.phase.key

    def ahead(self, state: State, seat: str) -> State | None:
        """What a side's next movement would begin with."""
        return next_movement(state, seat)

    def decide(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, Event] | Refusal:
        """Check a command in every part and say what follows from it."""
        return ENGINE.decide(state, seat, command, chance)

    def evolve(self, state: State, event: Event) -> State:
        """Apply one fact."""
        return facts.evolve(state, event)

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
        """What docs/balance-great-war.md counts."""
        return milestone(before, event, after)

    def bars_undo(self, event: Event) -> bool:
        """Dice, what fell, and a step that is over stay as they are. A set-up is its side's own until both stand."""
        if getattr(event, "draw", None) is not None:
            return True
        if isinstance(event, StepEnded):
            return event.key not in SETUPS
        return isinstance(event, FINAL)

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, or None."""
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
        """A state from JSON. UnknownShape when its version or plan is unknown."""
        state = doors.load_state(State, STATES, data)
        PLANS.known(state.plan)
        return state

    def dump_event(self, event: Event) -> JsonObject:
        """An event as JSON with its kind."""
        return EVENTS.dump(event)

    def load_event(self, data: JsonObject) -> Event:
        """An event from JSON. UnknownShape when it is of no known shape."""
        return EVENTS.load(data)

    def random_command(self, state: State, seat: str, rng: Rng) -> JsonObject:
        """Some legal command."""
        return ENGINE.random_command(state, seat, rng)


GAME = GreatWar()
