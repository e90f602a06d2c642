"""Schlieffen's War as the kernel's Game: what the server and the programs ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.kernel import game_support
from rules.kernel.endings import MatchEnded
from rules.kernel.game import SPECTATOR, Board, Glance, Milestone, Scenario, Seat
from rules.kernel.imagining import Imagination
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.game import EngineGame
from rules.kernel.rulebook import read_rulebook, rulebook_json
from rules.schlieffens_war import setup, standing
from rules.schlieffens_war.engine import ENGINE
from rules.schlieffens_war.facts import FACT_KINDS, Event
from rules.schlieffens_war.facts.battle import BattleEnded, CombatRolled, DefendersChosen, StageReached
from rules.schlieffens_war.facts.combat import AttackDeclared
from rules.schlieffens_war.facts.procedure import PhaseBegan
from rules.schlieffens_war.facts.stacking import TheirsOverstackFound
from rules.schlieffens_war.imagined import dealt, imagine
from rules.schlieffens_war.movement import reach
from rules.schlieffens_war.next_turn import next_turn
from rules.schlieffens_war.play import only, want_flag, want_hex, want_units
from rules.schlieffens_war.players import OPPONENTS, PLAYERS
from rules.schlieffens_war.position.arrivals import open_to
from rules.schlieffens_war.position.state import VERSION, State
from rules.schlieffens_war.position.versions import STATES
from rules.schlieffens_war.printed.data import AUGUST_1914, EARLIER, PLANS
from rules.schlieffens_war.printed.phases import ATTACKER_LOSSES, FIRST_REGROUP_TURN, MOVEMENT, PHASES, REGROUP, SETUP
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN, SIDES
from rules.schlieffens_war.sequence import TREE
from rules.schlieffens_war.shown import overlays
from rules.schlieffens_war.shown.attack_planner import Siege, plan_attack
from rules.schlieffens_war.shown.concealed_defence import sight_of
from rules.schlieffens_war.shown.gauge import GAUGE
from rules.schlieffens_war.shown.left_undone import left_undone
from rules.schlieffens_war.shown.milestones import milestone
from rules.schlieffens_war.shown.narrate import narrate
from rules.schlieffens_war.shown.noted import note
from rules.schlieffens_war.shown.view import glance, view

GERMANS, ALLIES = Seat(GERMAN, "German", in_text="the German side"), Seat(ENTENTE, "Entente")


def _note(state: State, viewer: str) -> JsonObject | None:
    """§5.0, §6.6: what a side has noted, which its view has too."""
    return note(open_to(state, viewer), viewer)


class SchlieffensWar(EngineGame[State]):
    """§1.0: two players, the Germans and the Entente, ten turns of four days in August and September 1914."""

    id = "schlieffens-war"
    title = "Schlieffen's War"
    summary = "The German sweep through Belgium and the battle of the frontiers, August and September 1914."
    boards: tuple[Board, ...] = (Board("schlieffens-war", "Schlieffen’s War", earlier=EARLIER),)
    version = VERSION
    engine = ENGINE
    kinds = FACT_KINDS
    state = State
    older = STATES
    small_decisions = standing.KINDS
    policies = standing.POLICIES
    final = (AttackDeclared, DefendersChosen, CombatRolled, MatchEnded, TheirsOverstackFound, BattleEnded)
    players = PLAYERS
    opponents = OPPONENTS
    plans = PLANS
    gauge = GAUGE
    imagination = Imagination(_note, imagine, dealt)
    scenarios: tuple[Scenario, ...] = (
        Scenario(
            "campaign",
            "The campaign of 1914",
            "Ten turns from 2 August to 10 September.",
            (GERMANS, ALLIES),
        ),
    )

    def rulebook(self, plan: str, scenario: str = "") -> JsonObject:
        """The rules in our own words, with the charts of a plan."""
        return rulebook_json(read_rulebook(Path(__file__).parent), self.plans[plan or AUGUST_1914].charts.shown)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§3.0: the empty map with its forts; the Entente sets up first. ValueError for what there is not."""
        if scenario != "campaign" or options.keys() - {"plan"}:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        return setup.opening_position(next(TREE.root.leaves()).key, PLANS.chosen(options, AUGUST_1914))

    def seat_view(self, state: State, seat: str) -> standing.SeatView:
        """What a standing order is answered from."""
        return standing.SeatView(self.view(state, seat), self.legal(state, seat), PLANS[state.plan])

    def next_turn_position(self, state: State, seat: str) -> State | None:
        """What a side's next player turn would begin with."""
        return next_turn(state, seat)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail for a planner (docs/architecture.md §4); answers from what the seat may know."""
        return game_support.refusable(lambda: self._consult(open_to(state, seat), seat, question))

    def _consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
        if seat not in SIDES:
            raise Refused("not-your-turn", "5.0", "Only players can ask this.")
        match question.get("kind"):
            case "move":
                only(question, "units")
                self._step_must_be(state, seat, "movement")
                return reach.consult_move(state, seat, want_units(question, state, seat))
            case "attack":
                planned = {"coup": False, "artillery": False, **question}
                only(planned, "units", "target", "coup", "artillery")
                self._step_must_be(state, seat, "combat")
                return self._consult_attack(state, seat, planned)
            case "overlay":
                only(question, "name")
                return overlays.overlay(state, seat, str(question.get("name")))
            case "warnings":
                only(question)
                return {"warnings": [*left_undone(state, seat), *overlays.warnings(state, seat)]}
            case "slot":
                return ENGINE.consult_slot(state, seat, question)
            case _:
                raise Refused("malformed", "5.0", "There is no such question.")

    def _step_must_be(self, state: State, seat: str, step: str) -> None:
        now = ENGINE.step(state)
        if now is None or now.called != step or seat not in ENGINE.deciders(state):
            raise Refused("not-your-turn", "5.0", "That cannot be decided now.")

    def _consult_attack(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
        units = want_units(question, state, seat)
        target = want_hex(question, "target", state)
        stack = state.stacks.get(target, ())
        if not stack or state.counter(stack[0]).side == seat:
            raise Refused("no-enemy", "11.0", "There is no enemy there.")
        sight = sight_of(state, seat, target)
        siege = Siege(want_flag(question, "coup"), want_flag(question, "artillery"))
        return plan_attack(state, seat, units, target, sight, siege)

    def view(self, state: State, viewer: str) -> JsonObject:
        """What a viewer may know."""
        return view(open_to(state, viewer), viewer)

    def glance(self, state: State) -> Glance:
        """Turn, step and deciders, as a spectator sees them."""
        return glance(open_to(state, SPECTATOR))

    def narrate(self, before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
        """The log line of an event for a viewer."""
        return narrate(open_to(before, viewer), event, open_to(after, viewer), viewer)

    def milestone(self, before: State, event: Event, after: State) -> Milestone | None:
        """Cities that change hands, and how the table stands when a turn begins and at the end."""
        return milestone(before, event, after)

    def bars_undo(self, event: Event) -> bool:
        """Dice, an attack that showed its defenders, the other side's choice and a new player turn stay as they are.

        So do the defender's losses once all are taken: the attacker decides next, and a loss that falls on
        the attacker's only unit without a choice may show what is below it. Your own hexes that hold too many show
        nothing new (§6.5): the end of the phase that found them can be taken back.
        """
        if isinstance(event, StageReached):
            return event.stage == ATTACKER_LOSSES
        if isinstance(event, PhaseBegan):
            phase = PHASES[event.key]
            if phase.name == SETUP:
                return phase.side == GERMAN
            return phase.name == (MOVEMENT if event.turn < FIRST_REGROUP_TURN else REGROUP)
        return super().bars_undo(event)


GAME = SchlieffensWar()
