"""The Great War in Europe as the kernel's Game: what the server and the programs ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from rules.great_war import standing
from rules.great_war.combat.odds import odds_of
from rules.great_war.engine import ENGINE
from rules.great_war.facts import FACT_KINDS, Event
from rules.great_war.facts.aircraft import AircraftCommitted
from rules.great_war.facts.arabs import LawrenceHunted
from rules.great_war.facts.combat import AttackDeclared, BattleEnded, CavalryRetreated, StageReached, SupportGiven
from rules.great_war.facts.entry import TurksDeployed
from rules.great_war.facts.movement import HeadquartersOverrun
from rules.great_war.facts.near_east_events import InitiativePlayed
from rules.great_war.facts.procedure import PhaseBegan, StepEnded
from rules.great_war.facts.reserve import ReserveRolled
from rules.great_war.facts.revolutions import FranceStood, NationCollapsed, NationSurrendered, RedArmyFormed
from rules.great_war.facts.spending import EventSpent
from rules.great_war.facts.supply import UnsuppliedEliminated
from rules.great_war.facts.surrender import SurrenderRolled
from rules.great_war.facts.untried import StrengthShown
from rules.great_war.imagined import dealt, imagine
from rules.great_war.next_step import next_step, onward
from rules.great_war.players import OPPONENTS, PLAYERS
from rules.great_war.position.secrecy import HANDS, OPEN, OPTION, read_option
from rules.great_war.position.state import VERSION, State
from rules.great_war.position.versions import STATES
from rules.great_war.printed.boards_shown import BOARDS, BOARDS_OF_BOTH, BOARDS_OF_SERBIA, BOARDS_OF_THE_NEAR_EAST
from rules.great_war.printed.charts_shown import charts_shown
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import SETUPS
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.great_war.printed.variants import EUROPE
from rules.great_war.sequence import TREE
from rules.great_war.setup.opening import opening_position
from rules.great_war.shown.chits_lying import lots, lots_seen
from rules.great_war.shown.gauge import GAUGE
from rules.great_war.shown.idle import is_idle
from rules.great_war.shown.milestones import milestone
from rules.great_war.shown.narrate import narrate
from rules.great_war.shown.noted import note
from rules.great_war.shown.overlays import overlay, warnings
from rules.great_war.shown.planner import below, plan
from rules.great_war.shown.view import glance, view
from rules.great_war.standing import SeatView
from rules.kernel.fast_replace import replace
from rules.kernel.game import Board, Glance, Milestone, Scenario, Seat
from rules.kernel.imagining import Imagination
from rules.kernel.messages import Command, Json, JsonObject, Refusal
from rules.kernel.players import RECRUIT
from rules.kernel.pools import Pools
from rules.kernel.procedure.game import EngineGame
from rules.kernel.rulebook import Chapter, read_help, read_help_over, rulebook_json
from rules.kernel.standing import StandingKind

WITH_OFFICER = (Seat(CENTRAL, "Central Powers"), Seat(ALLIED, "Allies"))
SEATS = tuple(replace(seat, strengths=frozenset({RECRUIT})) for seat in WITH_OFFICER)
"""The seats of scenarios in which the officer has been tried, and those of the others."""
OPTIONS = (OPTION,)
"""§6.17: what a table may choose in every scenario."""
IN_EUROPE = "The Great War in Europe"
IN_THE_NEAR_EAST = "The Great War in the Near East"
FIRST_MATCH = Scenario(
    "serbia-1914",
    "A first match: Serbia 1914",
    "Austria-Hungary against Serbia, August to December: one front and 30 units. Learn the game in an evening.",
    SEATS,
    boards=BOARDS_OF_SERBIA,
    variant=IN_EUROPE,
)
"""Our own (docs/decisions/0062)."""
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
    EventSpent,
    FranceStood,
    HeadquartersOverrun,
    InitiativePlayed,
    LawrenceHunted,
    NationCollapsed,
    NationSurrendered,
    PhaseBegan,
    RedArmyFormed,
    ReserveRolled,
    StageReached,
    StrengthShown,
    SupportGiven,
    SurrenderRolled,
    TurksDeployed,
    UnsuppliedEliminated,
)
"""Facts after which nothing is taken back: they showed what was hidden, brought the enemy units, or passed the
decision on."""


NEAR_EAST = tuple(
    Scenario(
        f"near-east-{id_}",
        f"From {since}",
        summary,
        SEATS,
        OPTIONS,
        boards=BOARDS_OF_THE_NEAR_EAST,
        variant=IN_THE_NEAR_EAST,
    )
    for id_, since, summary in (
        ("campaign", "November 1914", "The whole war of the Ottoman Empire, from the landing at Basra onwards."),
        ("1915", "May 1915", "Turks against Russians in the Caucasus, and against the British in Egypt and Iraq."),
        ("1916", "January 1916", "Kut is under siege, and the Russians are about to march on Erzurum."),
        ("1917", "April 1917", "Baghdad has fallen, and the British stand before Gaza."),
        ("1918", "January 1918", "Jerusalem is lost, Russia is out of the war, and Baku is open."),
    )
)
"""§19.8, §21.2 to §21.6: the scenarios of the Near East alone."""
IN_BOTH = "The Great War on six fronts"
COMBINED = tuple(
    Scenario(
        f"combined-{id_}",
        f"From {since}",
        summary,
        SEATS,
        (*OPTIONS, PRE_WAR_OPTION) if id_ == "campaign" else OPTIONS,
        boards=BOARDS_OF_BOTH,
        pictures=("great-war-west", "great-war-caucasus"),
        variant=IN_BOTH,
    )
    for id_, since, summary in (
        (
            "campaign",
            "August 1914",
            "The whole war on six maps, to June 1919: 51 turns with more than a thousand units. It takes months.",
        ),
        (
            "1915",
            "May 1915",
            "Italy has just entered the war, and the Turks fight on three fronts of their own: 42 turns on six maps.",
        ),
        ("1916", "January 1916", "Serbia is lost, Verdun is near, and Kut is under siege: 35 turns on six maps."),
        (
            "1917",
            "April 1917",
            "The Czar has fallen, and so has Baghdad: 23 turns on six maps, the shortest game on all of them.",
        ),
    )
)
"""§19.12: Europe and the Near East in one war."""


def _help_of(variant: str) -> tuple[Chapter, ...]:
    """The rules in short: Europe's, with those of another variant that has a file of them laid over them."""
    folder = Path(__file__).parent
    whole, over = folder / "help.toml", folder / f"help-{variant}.toml"
    return read_help_over(whole, over) if over.exists() else read_help(whole)


def start_match(scenario: str, plan: str, hands: str = OPEN, *, pre_war: bool = False) -> State:
    """§21.12: a scenario at its first question: pre-war events or lots, where there are any, or the Allied set-up."""
    keys = [leaf.key for leaf in TREE.root.leaves() if pre_war or leaf.name != "pre-war"]
    started = (replace(opening_position(scenario, plan, key, pre_war=pre_war), hands=hands) for key in keys)
    return next(state for state in started if ENGINE.deciders(state))


class GreatWar(EngineGame[State]):
    """§1.0: the Central Powers against the Allies, on three fronts of Europe from August 1914 to June 1919, on three of
    the Near East from November 1914 to the end of 1918, or on all six.
    """

    id = "great-war"
    title = "The Great War"
    summary = (
        "The whole war by divisions, both sides moving at once: in Europe, in the Near East, or on all six fronts."
    )
    boards: tuple[Board, ...] = BOARDS
    version = VERSION
    engine = ENGINE
    kinds = FACT_KINDS
    state = State
    older = STATES
    small_decisions = standing.KINDS
    policies = standing.POLICIES_OF_THE_NEAR_EAST
    final = FINAL
    players = PLAYERS
    opponents = OPPONENTS
    plans = PLANS
    gauge = GAUGE
    imagination = Imagination(note, imagine, dealt)
    pools = Pools(lots, lots_seen)
    scenarios: tuple[Scenario, ...] = (
        Scenario(
            "1915",
            "From May 1915",
            "Italy has just entered the war, and Germany looks east.",
            WITH_OFFICER,
            OPTIONS,
            variant=IN_EUROPE,
        ),
        Scenario(
            "campaign",
            "From August 1914",
            "The whole war, from the march through Belgium onwards.",
            WITH_OFFICER,
            (*OPTIONS, PRE_WAR_OPTION),
            variant=IN_EUROPE,
        ),
        Scenario(
            "1916",
            "From January 1916",
            "Serbia is lost, the Allies are at Salonika, and Verdun is near.",
            WITH_OFFICER,
            OPTIONS,
            variant=IN_EUROPE,
        ),
        Scenario(
            "1917",
            "From April 1917",
            "The Czar has fallen, and the United States have come in.",
            WITH_OFFICER,
            OPTIONS,
            variant=IN_EUROPE,
        ),
        Scenario(
            "1918",
            "From January 1918",
            "Russia is out of the war; Germany must win before the Americans come.",
            WITH_OFFICER,
            OPTIONS,
            variant=IN_EUROPE,
        ),
        *NEAR_EAST,
        *COMBINED,
        FIRST_MATCH,
    )

    def rulebook(self, plan: str, scenario: str = "") -> JsonObject:
        """The rules in short, and the charts of a plan, Europe's if no scenario is named."""
        folder = PLANS[plan or AUGUST_1914]
        table = folder.of(scenario) if scenario else folder.variant(EUROPE)
        return rulebook_json(_help_of(table.variant.id), charts_shown(table))

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§21.12: the map before anyone has set up. ValueError for what there is not."""
        if scenario not in {s.id for s in self.scenarios} or options.keys() - {"plan", HANDS, PRE_WAR}:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        pre_war = options.get(PRE_WAR, False)
        if not isinstance(pre_war, bool):
            raise ValueError(f"{PRE_WAR} is true or false")
        return start_match(scenario, PLANS.chosen(options, AUGUST_1914), read_option(options), pre_war=pre_war)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """What may be chosen in a slot of an order, the plan of an attack, layers over the map, and warnings."""
        if question.get("kind") == "attack":
            return plan(state, seat, question)
        if question.get("kind") == "overlay":
            return overlay(state, seat, question.get("name"))
        if question.get("kind") == "warnings":
            return warnings(state, seat, question.get("passed", {}))
        return super().consult(state, seat, question)

    def standing(self, scenario: str, options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """The small decisions of a match; in the Near East there are more (§6.12)."""
        there = PLANS[AUGUST_1914].of(scenario).variant.near_east
        return standing.KINDS_OF_THE_NEAR_EAST if there else standing.KINDS

    def seat_view(self, state: State, seat: str) -> SeatView:
        """What a standing order is answered from."""
        return SeatView(self.view(state, seat), self.legal(state, seat), partial(is_idle, state, seat))

    def next_turn_position(self, state: State, seat: str) -> State | None:
        """What a side does next would begin with."""
        return next_step(state, seat)

    def onward(self, state: State, seat: str, command: Command) -> State | None:
        """Where a plan of a whole turn goes on."""
        return onward(state, seat, command)

    def odds(self, state: State) -> tuple[str, ...]:
        """What an attack of a plan may demand."""
        return tuple(odds_of(state).columns)

    def below(self, state: State, seat: str, command: Command, least: str) -> Refusal | None:
        """Whether an attack of a plan has the odds that it demands."""
        return below(state, seat, command, least)

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
        """What docs/balance-great-war.md counts."""
        return milestone(before, event, after)

    def bars_undo(self, event: Event) -> bool:
        """Dice, what fell, and a step that is over stay as they are. A set-up is its side's own until both stand."""
        if isinstance(event, StepEnded):
            return event.key not in SETUPS
        return super().bars_undo(event)


GAME = GreatWar()
