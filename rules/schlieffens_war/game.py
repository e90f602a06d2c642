"""Schlieffen's War as the kernel's Game: the doors through which the server and the bots come in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rules.kernel import codec, doors, facts, settling
from rules.kernel.game import SPECTATOR, Board, Glance, Milestone, Rng, Scenario, Seat
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal, Refused
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker
from rules.kernel.pools import NO_POOLS
from rules.kernel.rulebook import read_rulebook, rulebook_json
from rules.kernel.standing import Orders, StandingKind
from rules.schlieffens_war import overlays, reach, setup, standing
from rules.schlieffens_war.arrivals import open_to
from rules.schlieffens_war.attack_planner import Siege, plan_attack
from rules.schlieffens_war.concealed_defence import sight_of
from rules.schlieffens_war.data import AUGUST_1914, PLANS, Printed
from rules.schlieffens_war.engine import ENGINE
from rules.schlieffens_war.events import EVENTS, Event
from rules.schlieffens_war.events.battle import BattleEnded, CombatRolled, DefendersChosen, StageReached
from rules.schlieffens_war.events.combat import AttackDeclared
from rules.schlieffens_war.events.procedure import PhaseBegan
from rules.schlieffens_war.events.stacking import TheirsOverstackFound
from rules.schlieffens_war.events.victory import MatchEnded
from rules.schlieffens_war.gauge import GAUGE
from rules.schlieffens_war.left_undone import left_undone
from rules.schlieffens_war.milestones import milestone
from rules.schlieffens_war.narrate import narrate
from rules.schlieffens_war.next_turn import next_turn
from rules.schlieffens_war.phases import ATTACKER_LOSSES, FIRST_REGROUP_TURN, MOVEMENT, PHASES, REGROUP, SETUP
from rules.schlieffens_war.play import only, want_flag, want_hex, want_units
from rules.schlieffens_war.players import PLAYERS
from rules.schlieffens_war.sequence import TREE
from rules.schlieffens_war.sides import ENTENTE, GERMAN, SIDES
from rules.schlieffens_war.state import VERSION, State
from rules.schlieffens_war.versions import STATES
from rules.schlieffens_war.view import glance, view


class SchlieffensWar:
    """§1.0: two players, the Germans and the Entente, ten turns of four days in August and September 1914."""

    id = "schlieffens-war"
    title = "Schlieffen's War"
    summary = "The German sweep through Belgium and the battle of the frontiers, August and September 1914."
    missing = ""
    boards: tuple[Board, ...] = (Board("schlieffens-war", "Schlieffen’s War"),)
    version = VERSION
    players: Mapping[str, PlayerMaker] = PLAYERS
    plans: Plans[Printed] = PLANS
    gauge = GAUGE
    pools = NO_POOLS
    scenarios: tuple[Scenario, ...] = (
        Scenario(
            "campaign",
            "The campaign of 1914",
            "Ten turns from 2 August to 10 September.",
            (Seat(GERMAN, "German"), Seat(ENTENTE, "Entente")),
        ),
    )

    def rulebook(self, plan: str) -> JsonObject:
        """The rules in our own words, with the charts of a plan."""
        return rulebook_json(read_rulebook(Path(__file__).parent), self.plans[plan or AUGUST_1914].charts.shown)

    def seats(self, scenario: str, _options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The same chairs in every match."""
        return next(s.seats for s in self.scenarios if s.id == scenario)

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        """§3.0: the empty map with its forts; the Entente sets up first. ValueError for what there is not."""
        if scenario != "campaign" or options.keys() - {"plan"}:
            raise ValueError(f"no scenario {scenario!r} with options {sorted(options)}")
        return setup.opening(next(TREE.root.leaves()).key, PLANS.chosen(options, AUGUST_1914))

    def plan(self, state: State) -> str:
        """What is printed for the match."""
        return state.plan

    def deciders(self, state: State) -> tuple[str, ...]:
        """The one side that has to decide, or nobody."""
        return ENGINE.deciders(state)

    def standing(self, _scenario: str, _options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """The small decisions of an attack and of the limits of a hex."""
        return standing.KINDS

    def answer_ahead(self, state: State, seat: str, orders: Orders) -> JsonObject | None:
        """What a seat's standing orders answer to its question."""
        step = ENGINE.step(state)
        if step is None or step.called not in standing.POLICIES or seat not in ENGINE.deciders(state):
            return None
        look = standing.Look(self.view(state, seat), self.legal(state, seat), PLANS[state.plan])
        return standing.answer(look, orders)

    def phase(self, state: State) -> str:
        """The phase, whatever attack interrupts it."""
        return state.phase.key

    def ahead(self, state: State, seat: str) -> State | None:
        """What a side's next player turn would begin with."""
        return next_turn(state, seat)

    def decide(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, Event] | Refusal:
        """Check a command in every part and say what follows from it."""
        return ENGINE.decide(state, seat, command, chance)

    def evolve(self, state: State, event: Event) -> State:
        """Apply one fact."""
        return facts.evolve(state, event)

    def ask(self, state: State, seat: str) -> str:
        """The name of the question."""
        return ENGINE.ask(state, seat)

    def legal(self, state: State, seat: str) -> JsonObject:
        """The question put to a seat (docs/architecture.md §3)."""
        return ENGINE.legal(state, seat)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail for a planner (docs/architecture.md §4); answers from what the seat may know."""
        return doors.refusable(lambda: self._consulted(open_to(state, seat), seat, question))

    def _consulted(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject:
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
            raise Refused("no-enemy", "11.0", "No enemy stands there.")
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
        if getattr(event, "draw", None) is not None:
            return True
        if isinstance(event, StageReached):
            return event.stage == ATTACKER_LOSSES
        if isinstance(event, PhaseBegan):
            phase = PHASES[event.key]
            if phase.name == SETUP:
                return phase.side == GERMAN
            return phase.name == (MOVEMENT if event.turn < FIRST_REGROUP_TURN else REGROUP)
        return isinstance(
            event,
            AttackDeclared | DefendersChosen | CombatRolled | MatchEnded | TheirsOverstackFound | BattleEnded,
        )

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


GAME = SchlieffensWar()
