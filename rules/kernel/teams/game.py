"""A side shared by several seats, each with a command of its own (decisions/0028): a layer round any game.

A match whose sides have a seat each is the game's own, state and all; one of a layout has a ``TeamState`` and is
answered by ``SharedMatches``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from rules.kernel import lanes
from rules.kernel.drafting import DemandsOdds, LooksAhead, PlansOn
from rules.kernel.fast_replace import replace
from rules.kernel.game import Game, Glance, Milestone, Scenario, Seat
from rules.kernel.imagining import Imagines
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker, Rng
from rules.kernel.pools import Pools
from rules.kernel.standing import Orders, StandingKind
from rules.kernel.teams import terms
from rules.kernel.teams.commanders import Commanders
from rules.kernel.teams.joint_orders import joining_in
from rules.kernel.teams.layout import Layout
from rules.kernel.teams.policy import TeamPolicy
from rules.kernel.teams.programs.ally import with_allies
from rules.kernel.teams.shared import MEMBER, SharedMatches
from rules.kernel.teams.state import FACTS, OURS, TeamState
from rules.kernel.waiting import Wait

S = TypeVar("S")


class Teams(Generic[S]):
    """A game with shared sides: its own scenarios, and those of ``layouts`` after them."""

    def __init__(
        self,
        game: Game[S, Any],
        policy: TeamPolicy[S],
        layouts: tuple[Layout, ...],
        earlier: TeamPolicy[S] | None = None,
        edition: int = 1,
    ) -> None:
        """``earlier``: the policy of matches that began before this ``edition`` of it (decisions/0059, 0063)."""
        self.edition = edition
        self.game = game
        self.commanders = Commanders(game, policy, layouts)
        self.shared = SharedMatches(self.commanders)
        self.before = self.shared if earlier is None else SharedMatches(Commanders(game, earlier, layouts))
        self._sheets = {layout.scenario.id: terms.sheet(layout, policy.section) for layout in layouts}
        self.layouts = self.commanders.layouts
        self.id, self.title, self.summary, self.missing = game.id, game.title, game.summary, game.missing
        self.boards, self.version = game.boards, game.version
        self.players: Mapping[str, PlayerMaker] = {name: with_allies(maker) for name, maker in game.players.items()}
        self.opponents = game.opponents
        self.plans: Plans[Any] = game.plans
        self.gauge = game.gauge
        self.pools = Pools(
            lambda state: game.pools.lots(self._below(state)),
            lambda state, viewer: game.pools.seen(self._below(state), viewer),
        )
        self.scenarios = (*game.scenarios, *(self._scenario(layout) for layout in layouts))

    def commander(self, state: TeamState[S], unit: str) -> str:
        """The seat that a unit obeys. ValueError for what is no unit."""
        return self.edition_of(state).commanders.of(state, unit)

    def edition_of(self, state: TeamState[S]) -> SharedMatches[S]:
        """By which customs a match with shared sides is played: those of when it began."""
        return self.shared if state.edition >= self.edition else self.before

    def _answers_shared(self, state: Any) -> SharedMatches[S] | None:
        """Who answers for a match with shared sides, None for any other: the one place that tells them apart."""
        return self.edition_of(state) if isinstance(state, TeamState) else None

    def _of(self, state: Any) -> SharedMatches[S] | Game[S, Any]:
        """Who answers for a position."""
        return self._answers_shared(state) or self.game

    def _below(self, state: Any) -> S:
        """The position as the game knows it."""
        found: S = state if self._answers_shared(state) is None else state.inner
        return found

    def _side(self, state: Any, viewer: str) -> str:
        """The seat from which a viewer plays or looks on in the game below."""
        shared = self._answers_shared(state)
        return viewer if shared is None else shared.viewpoint(state, viewer)

    def _scenario(self, layout: Layout) -> Scenario:
        """A layout as the lobby lists it: with what its table can settle besides the options of the game."""
        own = self._sheets[layout.scenario.id].told()
        return replace(layout.scenario, shares=layout.below, options=(*layout.scenario.options, *own))

    def _part_options(self, layout: Layout, options: Mapping[str, Json]) -> tuple[Mapping[str, str], JsonObject]:
        """What the table chose of the layer, and the options of the game below. OptionRefused for what cannot be."""
        sheet = self._sheets[layout.scenario.id]
        own, below = terms.part_options(sheet, options)
        return sheet.read(own), below

    # --- what a match is ------------------------------------------------------------------------------------------

    def rulebook(self, plan: str, scenario: str = "") -> JsonObject:
        """The game's own."""
        layout = self.layouts.get(scenario)
        return self.game.rulebook(plan, scenario if layout is None else layout.below)

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The posts of a layout, or the game's own seats."""
        layout = self.layouts.get(scenario)
        if layout is None:
            return self.game.seats(scenario, options)
        chosen, _ = self._part_options(layout, options)
        chiefs = terms.chiefs_in(chosen)
        return self.commanders.layout_led(scenario, chiefs).scenario.seats if chiefs else layout.scenario.seats

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> Any:
        """The opening position."""
        layout = self.layouts.get(scenario)
        if layout is None:
            return self.game.new_match(scenario, options)
        chosen, below = self._part_options(layout, options)
        opening = self.commanders.policy.divide(self.game.new_match(layout.below, below), layout)
        return TeamState(
            scenario,
            opening,
            chiefs=terms.chiefs_in(chosen),
            patience=chosen.get(terms.PATIENCE, terms.DAY),
            edition=self.edition,
        )

    def standing(self, scenario: str, options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """The game's own: each commander answers for the decisions that come to their command."""
        layout, policy = self.layouts.get(scenario), self.commanders.policy
        if layout is None:
            return self.game.standing(scenario, options)
        sides = tuple(dict.fromkeys(p.seat.side for p in layout.posts if len(layout.of_side(p.seat.side)) > 1))
        joining = (joining_in(policy.section, policy.deeds_in, sides),) if policy.deeds_in else ()
        _, below = self._part_options(layout, options)
        return (*self.game.standing(layout.below, below), *joining)

    # --- what a position answers ----------------------------------------------------------------------------------

    def plan(self, state: Any) -> str:
        """What is printed for the match."""
        return self._of(state).plan(state)

    def deciders(self, state: Any) -> tuple[str, ...]:
        """The seats that the match waits for."""
        return self._of(state).deciders(state)

    def ask(self, state: Any, seat: str) -> str:
        """The name of the question put to a seat."""
        return self._of(state).ask(state, seat)

    def legal(self, state: Any, seat: str) -> JsonObject:
        """The question put to a seat."""
        return self._of(state).legal(state, seat)

    def consult(self, state: Any, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail asked while planning."""
        return self._of(state).consult(state, seat, question)

    def lanes(self, state: Any, seat: str) -> tuple[str, ...]:
        """The lanes in which a seat is asked."""
        shared = self._answers_shared(state)
        return lanes.lanes(self.game, state, seat) if shared is None else shared.lanes(state, seat)

    def ask_in(self, state: Any, seat: str, lane: str) -> str:
        """The name of the question put to a seat in a lane."""
        shared = self._answers_shared(state)
        return lanes.ask_in(self.game, state, seat, lane) if shared is None else shared.ask_in(state, seat, lane)

    def legal_in(self, state: Any, seat: str, lane: str) -> JsonObject:
        """The question put to a seat in a lane."""
        shared = self._answers_shared(state)
        return lanes.legal_in(self.game, state, seat, lane) if shared is None else shared.legal_in(state, seat, lane)

    def random_in(self, state: Any, seat: str, lane: str, rng: Rng) -> JsonObject:
        """Some legal command in a lane."""
        shared = self._answers_shared(state)
        return (
            lanes.random_in(self.game, state, seat, lane, rng)
            if shared is None
            else shared.random_in(state, seat, lane, rng)
        )

    def answer_in(self, state: Any, seat: str, lane: str, orders: Orders) -> JsonObject | None:
        """What standing orders answer in a lane."""
        shared = self._answers_shared(state)
        return (
            lanes.answer_in(self.game, state, seat, lane, orders)
            if shared is None
            else shared.answer_in(state, seat, lane, orders)
        )

    def answer_ahead(self, state: Any, seat: str, orders: Orders) -> JsonObject | None:
        """What a seat's standing orders say."""
        return self._of(state).answer_ahead(state, seat, orders)

    def phase(self, state: Any) -> str:
        """The step of the turn."""
        return self._of(state).phase(state)

    def decide(self, state: Any, seat: str, command: Command, chance: Chance) -> Decided[Any, Any] | Refusal:
        """Check a command and say what follows from it."""
        return self._of(state).decide(state, seat, command, chance)

    def waits(self, state: Any, seat: str, command: Command) -> Wait | None:
        """For whom an order of a chief has to wait; None for all others (``rules.kernel.waiting``)."""
        shared = self._answers_shared(state)
        return None if shared is None else shared.decisions.waits(state, seat, command)

    def evolve(self, state: Any, event: Any) -> Any:
        """Apply one fact."""
        return self._of(state).evolve(state, event)

    def next_turn_position(self, state: Any, seat: str) -> Any | None:
        """What a seat's next turn would begin with, if the game looks ahead."""
        if not isinstance(self.game, LooksAhead):
            return None
        shared = self._answers_shared(state)
        return self.game.next_turn_position(state, seat) if shared is None else shared.next_turn_position(state, seat)

    @property
    def imagines(self) -> bool:
        """Whether the game imagines positions."""
        return isinstance(self.game, Imagines) and self.game.imagines

    def note(self, state: Any, viewer: str) -> JsonObject | None:
        """What the viewer's side has noted: its commanders know the same."""
        if not isinstance(self.game, Imagines):
            raise TypeError(f"{self.game.id} does not imagine positions")
        return self.game.note(self._below(state), self._side(state, viewer))

    def imagine(self, view: Mapping[str, Any], rng: Rng) -> Any:
        """The game's own: whoever shares a side sees all that the side sees."""
        if not isinstance(self.game, Imagines):
            raise TypeError(f"{self.game.id} does not imagine positions")
        return self.game.imagine(view, rng)

    def dealt(self, view: Mapping[str, Any], state: Any) -> tuple[str, ...]:
        """What was dealt in it."""
        if not isinstance(self.game, Imagines):
            raise TypeError(f"{self.game.id} does not imagine positions")
        return self.game.dealt(view, state)

    def onward(self, state: Any, seat: str, command: Command) -> Any | None:
        """Where a plan goes on, if the game's plans do."""
        if not isinstance(self.game, PlansOn):
            return None
        shared = self._answers_shared(state)
        return self.game.onward(state, seat, command) if shared is None else shared.onward(state, seat, command)

    def odds(self, state: Any) -> tuple[str, ...]:
        """What an attack of a plan may demand; nothing where the game does not tell."""
        return self.game.odds(self._below(state)) if isinstance(self.game, DemandsOdds) else ()

    def below(self, state: Any, seat: str, command: Command, least: str) -> Refusal | None:
        """Whether an attack of a plan has the odds that it demands, by what its side sees."""
        if not isinstance(self.game, DemandsOdds):
            return None
        return self.game.below(self._below(state), self._side(state, seat), command, least)

    def view(self, state: Any, viewer: str) -> JsonObject:
        """What a viewer may know."""
        return self._of(state).view(state, viewer)

    def glance(self, state: Any) -> Glance:
        """Turn, step and deciders."""
        return self._of(state).glance(state)

    def narrate(self, before: Any, event: Any, after: Any, viewer: str) -> JsonObject | None:
        """The log line of an event."""
        return self._of(before).narrate(before, event, after, viewer)

    def milestone(self, before: Any, event: Any, after: Any) -> Milestone | None:
        """What tables count."""
        return self._of(before).milestone(before, event, after)

    def outcome(self, state: Any) -> Outcome | None:
        """How the match ended, or None."""
        return self._of(state).outcome(state)

    def end_by_agreement(self, state: Any, winner: str | None, reason: str) -> Any:
        """The position when the players end the match themselves."""
        return self._of(state).end_by_agreement(state, winner, reason)

    def draws(self, state: Any) -> int:
        """The running number of the next die."""
        return self._of(state).draws(state)

    def with_dice_from(self, state: Any, draws: int) -> Any:
        """The position with that as the number of its next die."""
        return self._of(state).with_dice_from(state, draws)

    def random_command(self, state: Any, seat: str, rng: Rng) -> JsonObject:
        """Some legal command."""
        return self._of(state).random_command(state, seat, rng)

    # --- what is stored -------------------------------------------------------------------------------------------

    def dump_state(self, state: Any) -> JsonObject:
        """The state as JSON."""
        return self._of(state).dump_state(state)

    def load_state(self, data: JsonObject) -> Any:
        """The inverse, older shapes brought forward by the game."""
        shared = cast("Mapping[str, Any] | None", data.get(MEMBER))
        if shared is None:
            return self.game.load_state(data)
        inner = self.game.load_state({name: value for name, value in data.items() if name != MEMBER})
        return TeamState.load(shared, inner)

    def bars_undo(self, event: Any) -> bool:
        """What commanders arrange among themselves can be taken back."""
        return not isinstance(event, OURS) and self.game.bars_undo(event)

    def dump_event(self, event: Any) -> JsonObject:
        """The event as JSON."""
        return FACTS.dump(event) if isinstance(event, OURS) else self.game.dump_event(event)

    def load_event(self, data: JsonObject) -> Any:
        """The inverse."""
        return FACTS.load(data) if str(data["kind"]) in FACTS.classes else self.game.load_event(data)
