"""Empires & Alliances: what the engine does not know of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from rules.empires_alliances import standing
from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.facts import FACT_KINDS, Event
from rules.empires_alliances.facts.aircraft import BaseLost
from rules.empires_alliances.facts.combat import (
    AdvanceOrdered,
    AttackGrouped,
    AttackOver,
    DefendersJoined,
    FightLosses,
    FightOver,
    HexAttacked,
    Retreated,
    Shaken,
    StageReached,
)
from rules.empires_alliances.facts.politics import Deployed, Entered
from rules.empires_alliances.facts.procedure import StepBegan
from rules.empires_alliances.facts.stacking import GivenUp
from rules.empires_alliances.imagined import dealt, imagine, note
from rules.empires_alliances.movement.orders import consult_move
from rules.empires_alliances.next_segment import next_segment
from rules.empires_alliances.players import OPPONENTS, players_of
from rules.empires_alliances.position.state import VERSION, State
from rules.empires_alliances.position.versions import STATES
from rules.empires_alliances.printed.charts_shown import charts_shown
from rules.empires_alliances.printed.data import AS_PRINTED, PLANS
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL, SIDES
from rules.empires_alliances.printed.steps import ARRIVALS, MOVE, SET_UP, SUPPLY, step_named
from rules.empires_alliances.sequence import NAMES, TREE
from rules.empires_alliances.setup.match_options import sheet_for
from rules.empires_alliances.setup.opening import opening_position
from rules.empires_alliances.shown.battles import attack_preview
from rules.empires_alliances.shown.gauge import GAUGE
from rules.empires_alliances.shown.milestones import milestone
from rules.empires_alliances.shown.overlays import overlay
from rules.empires_alliances.shown.told import line_of
from rules.empires_alliances.shown.view import glance, view
from rules.kernel.arguments import only
from rules.kernel.endings import MatchEnded
from rules.kernel.fast_replace import replace
from rules.kernel.game import Board, Glance, Milestone, Scenario, Seat
from rules.kernel.game_support import refusable
from rules.kernel.imagining import Imagination
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.players import RECRUIT
from rules.kernel.procedure.game import EngineGame
from rules.kernel.rulebook import read_help, rulebook_json

WITH_OFFICER = (Seat(CENTRAL, NAMES[CENTRAL]), Seat(ALLIED, NAMES[ALLIED]))
SEATS = tuple(replace(seat, strengths=frozenset({RECRUIT})) for seat in WITH_OFFICER)
"""The seats of the scenario in which the officer has been tried, and those of the others."""
PASSING = frozenset((SET_UP, ARRIVALS, SUPPLY, MOVE))
"""Steps of a side with which the decision may pass to it. Where too many stack, the fact itself says so."""


class EmpiresAlliances(EngineGame[State]):
    """§1.0: the war in Europe by corps and months."""

    id = "empires-alliances"
    title = "Empires & Alliances"
    summary = "All Europe on one board, corps by corps and month by month, from August 1914."
    boards: tuple[Board, ...] = (Board("empires-alliances", "Empires & Alliances"),)
    version = VERSION
    engine = ENGINE
    kinds = FACT_KINDS
    state = State
    older = STATES
    final = (
        MatchEnded, HexAttacked, DefendersJoined, AttackGrouped, StageReached, FightLosses, Shaken, Retreated,
        AdvanceOrdered, FightOver, AttackOver,
    )  # fmt: skip
    plans = PLANS
    gauge = GAUGE
    imagination = Imagination(note, imagine, dealt)
    opponents = OPPONENTS
    small_decisions = standing.KINDS
    policies = standing.POLICIES
    scenarios: tuple[Scenario, ...] = (
        Scenario(
            "1914",
            "Home Before the Leaves Fall",
            "Six turns from August to December 1914.",
            WITH_OFFICER,
            options=sheet_for(AS_PRINTED, "1914").told(),
        ),
        Scenario(
            "campaign",
            "The Lamps Are Going Out All Over Europe",
            "The whole war from August 1914 to December 1918.",
            SEATS,
            options=sheet_for(AS_PRINTED, "campaign").told(),
        ),
        Scenario(
            "1918",
            "Over There",
            "Nine turns in the west, from the German offensive of March 1918 to November.",
            SEATS,
            options=sheet_for(AS_PRINTED, "1918").told(),
        ),
    )

    def __init__(self) -> None:
        self.players = players_of(self)

    def rulebook(self, plan: str, scenario: str = "") -> JsonObject:
        """The rules in short, in our own words, with the charts of a plan."""
        return rulebook_json(
            read_help(Path(__file__).with_name("help.toml")), charts_shown(self.plans[plan or AS_PRINTED])
        )

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§1.0: the empty map; the Allies set up first (§1.4). ValueError for what there is not.

        OptionRefused for options that do not fit the scenario or one another (§22).
        """
        if scenario not in {s.id for s in self.scenarios}:
            raise ValueError(f"no scenario {scenario!r}")
        plan = PLANS.chosen(options, AS_PRINTED)
        words = sheet_for(plan, scenario).read({name: value for name, value in options.items() if name != "plan"})
        return opening_position(scenario, plan, words, next(TREE.root.leaves()).key)

    def view(self, state: State, viewer: str) -> JsonObject:
        """What a viewer may know: everything."""
        return view(state, viewer)

    def glance(self, state: State) -> Glance:
        """Turn, step and deciders."""
        return glance(state)

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        """The log line of an event."""
        return line_of(before, event, after)

    def milestone(self, before: State, event: Event, after: State) -> Milestone | None:
        """Cities that change hands, countries that fall, and how the table stands when a turn begins and at the end."""
        return milestone(before, event, after)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """What may be chosen in a slot, journeys, what an attack would come to (§13.64), and the layers over the map.

        docs/architecture.md §4.
        """
        match question.get("kind"):
            case "overlay":
                return refusable(lambda: self._layer(state, seat, question))
            case "attack":
                return refusable(lambda: attack_preview(state, seat, question))
            case "move":
                return refusable(lambda: consult_move(state, seat, question))
            case _:
                return super().consult(state, seat, question)

    def seat_view(self, state: State, seat: str) -> standing.SeatView:
        """What a standing order is answered from."""
        ask = partial(self.consult, state, seat)
        return standing.SeatView(self.view(state, seat), self.legal(state, seat), state.board, ask)

    def next_turn_position(self, state: State, seat: str) -> State | None:
        """What a side's next movement would begin with."""
        return next_segment(state, seat)

    def _layer(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
        only(question, "name", section="7.0")
        if seat not in SIDES:
            raise Refused("not-your-turn", "7.0", "Only players can ask this.")
        return overlay(state, seat, str(question.get("name")))

    def bars_undo(self, event: Event) -> bool:
        """Dice, the step of another side, what another side is asked, and the entry of a country stay as they are."""
        if isinstance(event, (Entered, Deployed)):
            return True
        if isinstance(event, BaseLost):
            return event.flies
        if isinstance(event, StepBegan):
            side, name = step_named(event.step)
            return not side or name in PASSING or event.passes
        if isinstance(event, GivenUp):
            return event.passes
        return super().bars_undo(event)


GAME = EmpiresAlliances()
