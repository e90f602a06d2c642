"""A game that an engine drives: what of the protocol is the same for all of them, written once.

Such a game names its engine, its state and its facts, and writes what only it knows: how a match begins, its view, the
lines of its log, what bars undo, and what a planner may ask besides the slots of orders.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from rules.kernel import agreed_result, codec, facts, game_support
from rules.kernel.facts import Kinds
from rules.kernel.game import Board, Glance, Milestone, Scenario, Seat
from rules.kernel.gauge import UNMEASURED, Gauge
from rules.kernel.imagining import Imagination
from rules.kernel.lanes import in_lane
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal, as_json
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker, Rng
from rules.kernel.pools import NO_POOLS, Pools
from rules.kernel.procedure.engine import Engine, Position
from rules.kernel.rulebook import rulebook_json
from rules.kernel.schema_steps import Steps
from rules.kernel.standing import Orders, SeatView, StandingKind


class Stored(Position, Protocol):
    """What the state of such a game has besides."""

    @property
    def version(self) -> int:
        """The number of the shape that it is stored in."""
        ...

    @property
    def plan(self) -> str:
        """The name of what is printed for the match; empty where that stands in the program."""
        ...

    @property
    def turn(self) -> int:
        """The turn."""
        ...

    @property
    def cursor(self) -> tuple[Any, ...]:
        """Where the match stands: frames that know their ``step``, that of the sequence first."""
        ...


S = TypeVar("S", bound=Stored)

Policy = Callable[[Any, Orders], JsonObject | None]
"""What standing orders answer, from what a seat sees alone (``seat_view``)."""


class EngineGame(ABC, Generic[S]):
    """The game of an engine.

    ``kinds``: its facts. ``state``: the class of its positions, and ``older`` the steps from their older shapes.
    ``final``: facts after which nothing is taken back, besides those with a die. ``small_decisions``: what can be
    answered beforehand, and ``policies``, by the step of the question, how.
    """

    id: str
    title: str
    summary: str
    missing: str = ""
    version: int = 1
    boards: tuple[Board, ...] = ()
    scenarios: tuple[Scenario, ...]
    players: Mapping[str, PlayerMaker] = MappingProxyType({})
    opponents: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    plans: Plans[Any] = Plans()
    gauge: Gauge = UNMEASURED
    pools: Pools = NO_POOLS
    imagination: Imagination[S] | None = None

    engine: Engine[S, Any]
    kinds: Kinds[S]
    state: type[S]
    older: Steps = ()
    final: ClassVar[tuple[type, ...]] = ()
    small_decisions: tuple[StandingKind, ...] = ()
    policies: Mapping[str, Policy] = MappingProxyType({})

    # --- what a match is ------------------------------------------------------------------------------------------

    def rulebook(self, plan: str, scenario: str = "") -> JsonObject:
        """No rules in words: a game has those that it writes."""
        return rulebook_json((), ())

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The seats of a scenario, the same in every match."""
        return next(s.seats for s in self.scenarios if s.id == scenario)

    def plan(self, state: S) -> str:
        """What is printed for the match."""
        return state.plan

    def phase(self, state: S) -> str:
        """The step of the turn, whatever interrupts it."""
        step: str = state.cursor[0].step
        return step

    # --- what is imagined -----------------------------------------------------------------------------------------

    @property
    def imagines(self) -> bool:
        """Whether positions can be imagined from what a side is shown."""
        return self.imagination is not None

    def note(self, state: S, viewer: str) -> JsonObject | None:
        """What a side knows beside its view."""
        return self._imagination().noted(state, viewer)

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> S:
        """A whole position as it may well be, from what a side is shown and has noted alone."""
        return self._imagination().imagined(view, rng)

    def dealt(self, view: Mapping[str, Any], state: S) -> tuple[str, ...]:
        """What was dealt in it."""
        return self._imagination().dealt(view, state)

    def _imagination(self) -> Imagination[S]:
        if self.imagination is None:
            raise TypeError(f"{self.id} does not imagine positions")
        return self.imagination

    # --- what is decided ------------------------------------------------------------------------------------------

    def deciders(self, state: S) -> tuple[str, ...]:
        """All seats that are asked now."""
        return self.engine.deciders(state)

    def ask(self, state: S, seat: str) -> str:
        """The name of the question."""
        return self.engine.ask(state, seat)

    def legal(self, state: S, seat: str) -> JsonObject:
        """The question put to a seat (docs/architecture.md §3)."""
        return self.engine.legal(state, seat)

    def lanes(self, state: S, seat: str) -> tuple[str, ...]:
        """The lanes in which a seat is asked."""
        return self.engine.lanes(state, seat)

    def ask_in(self, state: S, seat: str, lane: str) -> str:
        """The name of the question in a lane."""
        return self.engine.ask_in(state, seat, lane)

    def legal_in(self, state: S, seat: str, lane: str) -> JsonObject:
        """The question put to a seat in a lane; that of a game that makes its own where there is no other."""
        return self.engine.legal_in(state, seat, lane) if any(self.lanes(state, seat)) else self.legal(state, seat)

    def random_in(self, state: S, seat: str, lane: str, rng: Rng) -> JsonObject:
        """Some legal command in a lane."""
        if any(self.lanes(state, seat)):
            return self.engine.random_command(state, seat, rng, lane)
        return self.random_command(state, seat, rng)

    def consult(self, state: S, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """What may be chosen in a slot of an order."""
        if question.get("kind") != "slot":
            return Refusal("malformed", self.engine.section, "There is no such question.")
        return game_support.refusable(lambda: self.engine.consult_slot(state, seat, question))

    def standing(self, scenario: str, options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """The small decisions of the game."""
        return self.small_decisions

    def seat_view(self, state: S, seat: str) -> Any:
        """What a standing order is answered from: the seat's own view and question."""
        return SeatView(self.view(state, seat), self.legal(state, seat))

    def answer_ahead(self, state: S, seat: str, orders: Orders) -> JsonObject | None:
        """What a seat's standing orders answer to the first of its questions of which they say something."""
        answers = (self.answer_in(state, seat, lane, orders) for lane in self.lanes(state, seat))
        return next((answer for answer in answers if answer is not None), None)

    def answer_in(self, state: S, seat: str, lane: str, orders: Orders) -> JsonObject | None:
        """What they answer in a lane; None where they say nothing."""
        here = [o for o in self.engine.open_asks(state) if o.ask.seat == seat and o.place.lane == lane]
        if not here or here[0].place.step.called not in self.policies:
            return None
        mine, seen = self.lanes(state, seat), self.seat_view(state, seat)
        if any(mine):
            seen = replace(seen, legal=self.legal_in(state, seat, lane))
        policy = self.policies.get(seen.step)
        answer = None if policy is None else policy(seen, orders)
        return None if answer is None else in_lane(answer, mine, lane)

    def decide(self, state: S, seat: str, command: Command, chance: Chance) -> Decided[S, Any] | Refusal:
        """Check a command in every part and say what follows from it."""
        return self.engine.decide(state, seat, command, chance)

    def evolve(self, state: S, event: Any) -> S:
        """Apply one fact."""
        after: S = facts.evolve(state, event)
        return after

    def random_command(self, state: S, seat: str, rng: Rng) -> JsonObject:
        """Some legal command."""
        return self.engine.random_command(state, seat, rng)

    # --- what is told ---------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, viewer: str) -> JsonObject:
        """What a viewer may know: the game's own, around ``head``."""

    def head(self, state: S, viewer: str, scenario: str, turns: int, first_turn: int = 1) -> JsonObject:
        """What every view has (``rules.kernel.wire.View``), for a game whose turn is the step ``turn`` of its tree."""
        step, outcome = self.engine.here(state).step, state.outcome
        steps = [s for s in self.engine.tree.step("turn").leaves() if s.side]
        now = next((n for n, s in enumerate(steps) if s.key == self.phase(state)), -1)
        phases = [
            {**_show_step(s), "state": "now" if n == now else "done" if n < now else "todo"}
            for n, s in enumerate(steps)
        ]
        return as_json({
            "game": self.id, "scenario": scenario, "viewer": viewer, "turn": state.turn,
            "first_turn": first_turn, "turns": turns, "phases": phases,
            "step": {**_show_step(step), "deciders": [*self.deciders(state)]},
            "outcome": outcome.json() if outcome else None,
        })  # fmt: skip

    def glance(self, state: S) -> Glance:
        """Turn, step and deciders, where everyone sees them."""
        return Glance(state.turn, self.engine.here(state).step.title, self.deciders(state))

    def milestone(self, before: S, event: Any, after: S) -> Milestone | None:
        """Nothing that tables count."""
        return None

    def bars_undo(self, event: Any) -> bool:
        """Dice stay as they are, and what is ``final``."""
        return getattr(event, "draw", None) is not None or isinstance(event, self.final)

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None; the winner is a side."""
        return state.outcome

    # --- what players settle, and what is stored ------------------------------------------------------------------

    def end_by_agreement(self, state: S, winner: str | None, reason: str) -> S:
        """The position when the players end the match themselves."""
        return agreed_result.settle_state(state, winner, reason)

    def draws(self, state: S) -> int:
        """The running number of the next die."""
        return state.draws

    def with_dice_from(self, state: S, draws: int) -> S:
        """The position with that as the number of its next die."""
        return agreed_result.with_dice_from(state, draws)

    def dump_state(self, state: S) -> JsonObject:
        """The state as JSON."""
        return cast(JsonObject, codec.dump(state))

    def load_state(self, data: JsonObject) -> S:
        """A state from JSON, an older one brought forward. UnknownShape when its version or plan is unknown."""
        state = game_support.load_state(self.state, self.older, data)
        if state.plan:
            self.plans.known(state.plan)
        return state

    def dump_event(self, event: Any) -> JsonObject:
        """An event as JSON with its kind."""
        return self.kinds.dump(event)

    def load_event(self, data: JsonObject) -> Any:
        """An event from JSON, an older one brought forward. UnknownShape when it is of no known shape."""
        return self.kinds.load(data)


def _show_step(step: Any) -> JsonObject:
    return {"key": step.key, "title": step.title, "section": step.section, "side": step.side}
