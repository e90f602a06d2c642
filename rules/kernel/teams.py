"""A side shared by several seats, each with a command of its own (decisions/0028): a layer round any game.

The game below knows sides alone. This layer says who of a side may give which order: a command's seat moves its own
units, the commander in chief holds what no command claims, gives the orders that are the whole side's and ends phases.
Where one decision belongs to one commander (a loss, a retreat), that one answers it. A match whose sides have a seat
each is the game's own, state and all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from rules.kernel import doors, quotas
from rules.kernel.arranging import FACTS, OURS, Answered, CalledOff, Given, Lent, Proposed, Readied, TeamState, Used
from rules.kernel.commands import names_in
from rules.kernel.drafting import LooksAhead
from rules.kernel.game import Game, Glance, Milestone, Rng, Seat
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal
from rules.kernel.orders_of_teams import LEND, QUOTA, READY, Orders
from rules.kernel.plans import Plans
from rules.kernel.pools import Pools
from rules.kernel.proposals import CALL_OFF, JOIN, agreed, joining_in
from rules.kernel.quotas import Capacity
from rules.kernel.sharing import STRANGER, Layout, Post, Sharing
from rules.kernel.standing import Orders as StandingOrders
from rules.kernel.standing import StandingKind
from rules.kernel.wire import as_json
from rules.kernel.wording import counted, listing

S = TypeVar("S")

TURNS_AHEAD = 4
"""Turns of a side that are looked through for one in which a command of it acts."""
TRIES = 12
"""How often the random player looks for an order of its own command."""
SHARES_OUT = 48
"""The random commander in chief shares something out in one order of this number."""
MEMBER = "team"
"""The member of a stored state that tells it from the game's own; in a view, what the seats of the side share."""


class Teams(Orders[S]):
    """A game with shared sides: its own scenarios, and those of ``layouts`` after them."""

    def __init__(self, game: Game[S, Any], sharing: Sharing[S], layouts: tuple[Layout, ...]) -> None:
        super().__init__(game, sharing, layouts)
        self.id, self.title, self.summary, self.missing = game.id, game.title, game.summary, game.missing
        self.boards, self.version, self.players = game.boards, game.version, game.players
        self.plans: Plans[Any] = game.plans
        self.gauge = game.gauge
        self.pools = Pools(
            lambda state: game.pools.lots(self._inner(state)),
            lambda state, viewer: game.pools.seen(self._inner(state), viewer),
        )
        self.scenarios = (*game.scenarios, *(layout.scenario for layout in layouts))

    # --- what a match is ------------------------------------------------------------------------------------------

    def rulebook(self, plan: str) -> JsonObject:
        """The game's own."""
        return self.game.rulebook(plan)

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The posts of a layout, or the game's own chairs."""
        layout = self.layouts.get(scenario)
        return self.game.seats(scenario, options) if layout is None else layout.scenario.seats

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> Any:
        """The opening position."""
        layout = self.layouts.get(scenario)
        if layout is None:
            return self.game.new_match(scenario, options)
        return TeamState(scenario, self.game.new_match(layout.below, options))

    def plan(self, state: Any) -> str:
        """What is printed for the match."""
        return self.game.plan(self._inner(state))

    @staticmethod
    def _inner(state: Any) -> Any:
        return state.inner if isinstance(state, TeamState) else state

    # --- who decides ----------------------------------------------------------------------------------------------

    def deciders(self, state: Any) -> tuple[str, ...]:
        """The seats that the match waits for: all of a side in its phases, whoever is ready among them or not.

        Readiness is an affair of the side, and must not show in what others are told.
        """
        if not isinstance(state, TeamState):
            return self.game.deciders(state)
        return tuple(seat for side in self.game.deciders(state.inner) for seat in self._asked_of(state, side))

    def ask(self, state: Any, seat: str) -> str:
        """The name of the question put to a seat: no deed of another commander changes it."""
        if not isinstance(state, TeamState):
            return self.game.ask(state, seat)
        side = self._layout(state).post(seat).seat.side
        name = self.game.ask(state.inner, side)
        waits = side in self.game.deciders(state.inner) and seat not in self._asked_of(state, side)
        return f"{name}.{seat}.waiting" if waits else f"{name}.{seat}"

    # --- the question ---------------------------------------------------------------------------------------------

    def legal(self, state: Any, seat: str) -> JsonObject:
        """The question put to a seat: the side's, with the orders and the units of its own command."""
        if not isinstance(state, TeamState):
            return self.game.legal(state, seat)
        layout = self._layout(state)
        post = layout.post(seat)
        side = post.seat.side
        asked = {**self._asked(state, seat, side), "ask": self.ask(state, seat), "seat": seat}
        if side == STRANGER:
            return asked
        if not asked["yours"]:
            offers = cast("list[JsonObject]", asked["offers"])
            return asked if post.chief else {**asked, "offers": [o for o in offers if not self._is_chiefs(o["kind"])]}
        leader = self._leader(state, side)
        if leader == seat:
            return asked
        asked_of = self._asked_of(state, side)
        if seat not in asked_of:
            return self._waiting(state, asked, seat, asked_of)
        if self.is_ready(state, seat):
            chief = layout.post(layout.chief(side)).seat.title
            prompt = {"prompt": "You are ready", "detail": f"{chief} ends the phase."}
            back = [self._ready_offer(yes=False), *self._proposal_offers(state, post)]
            return {**asked, **prompt, "offers": [*back]}
        offers = [o for offer in cast("list[JsonObject]", asked["offers"]) if (o := self._shared(state, post, offer))]
        return {**asked, "offers": [*offers, *self._own_offers(state, post)]}

    def _asked(self, state: TeamState[S], seat: str, side: str) -> JsonObject:
        """The question put to the side, by what this seat of it may use."""
        within = self.within(state, seat)
        asked = self.game.legal(within, side)
        if asked["yours"] or within is state.inner or side not in self.game.deciders(state.inner):
            return asked
        # All that the side is asked about is kept for others: what is left is to end the step.
        asked = self.game.legal(state.inner, side)
        users = {kind for c in self.sharing.capacities(state.inner, side) for kind in c.orders}
        return {**asked, "offers": [o for o in cast("list[JsonObject]", asked["offers"]) if o["kind"] not in users]}

    def _waiting(self, state: TeamState[S], asked: JsonObject, seat: str, others: list[str]) -> JsonObject:
        title = listing(self._layout(state).post(other).seat.title for other in others)
        step, section, heading = str(asked["step"]), str(asked["section"]), str(asked["title"])
        answer = doors.question(self.ask(state, seat), step, section, seat, heading)
        detail = "That commander decides this." if len(others) == 1 else "Nothing of yours is asked now."
        return {**answer, "prompt": f"Waiting for {title}", "detail": detail}

    def _shared(self, state: TeamState[S], post: Post, offer: JsonObject) -> JsonObject | None:
        """An offer of the side with what of it a post may choose; None when nothing is left."""
        kind = offer["kind"]
        if self._is_chiefs(kind):
            return offer if post.chief else None
        if kind in self.sharing.joint or kind in self.sharing.common:
            return offer

        left, targets = _restricted(offer, self._is_own(state, post)), offer.get("targets")
        if left is not None and isinstance(targets, dict) and self.sharing.deed(state.inner, {"kind": kind}):
            left["others"] = self._others(state, post, targets, left)
        return left

    def _others(self, state: TeamState[S], post: Post, targets: JsonObject, left: JsonObject) -> JsonObject:
        """By target that the post can attack, the units of others that could join in, with their commanders."""
        mine, found = self._is_own(state, post), JsonObject()
        for hex_ in cast("JsonObject", left["targets"]):
            units = [str(u) for u in cast("list[Json]", targets[hex_]) if not mine(u)]
            if units:
                found[hex_] = {u: self.commander(state, u) for u in units}
        return found

    def consult(self, state: Any, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail asked while planning: the side's, whoever of it asks."""
        if not isinstance(state, TeamState):
            return self.game.consult(state, seat, question)
        post = self._layout(state).post(seat)
        if question.get("kind") == "slot" and question.get("order") == LEND:
            return self._consulted_lend(state, post, question)
        if question.get("kind") == "slot" and question.get("order") == QUOTA:
            return self._consulted_quota(state, post, question)
        if question.get("kind") == "slot" and question.get("order") == JOIN:
            return self._consulted_join(state, post, question)
        answer = self.game.consult(self.within(state, seat), post.seat.side, question)
        if isinstance(answer, Refusal) or question.get("kind") != "slot":
            return answer
        return self._own_options(state, post, str(question.get("order")), answer)

    def _own_options(self, state: TeamState[S], post: Post, kind: str, answer: JsonObject) -> JsonObject:
        """What may be chosen in a slot, less the units of other commanders."""
        options, side = answer.get("options"), post.seat.side
        known = kind in self.sharing.joint or kind in self.sharing.common or self._is_chiefs(kind)
        anything = known or not isinstance(options, dict)
        if anything or side == STRANGER or self._leader(state, side) is not None:
            return answer
        if self.sharing.deed(state.inner, {"kind": kind}) and any(
            self._is_unit(state, u) and self._is_own(state, post)(u) for u in _of(cast("JsonObject", options))
        ):
            return answer
        return {**answer, "options": _few(cast("JsonObject", options), self._is_own(state, post))}

    # --- the decision ---------------------------------------------------------------------------------------------

    def decide(self, state: Any, seat: str, command: Command, chance: Chance) -> Decided[Any, Any] | Refusal:
        """Check who orders what, then have the game check the order itself."""
        if not isinstance(state, TeamState):
            return self.game.decide(state, seat, command, chance)
        post = self._layout(state).post(seat)
        if command.get("kind") in (READY, LEND, QUOTA, CALL_OFF):
            return self._decided_here(state, post, command)
        if command.get("kind") == JOIN:
            return self._joining(state, post, command, chance)
        refusal = self.forbids(state, post, command)
        if refusal is not None:
            return refusal
        if self.is_joint(state, post, command):
            fact = self._proposed(state, post, command)
            return fact if isinstance(fact, Refusal) else Decided((fact,), (fact.apply(state),))
        decided = self.game.decide(state.inner, post.seat.side, command, chance)
        if isinstance(decided, Refusal):
            return decided
        found = Decided(decided.events, tuple(replace(state, inner=inner) for inner in decided.states))
        return self._by_share(state, post, command, found) if state.shares else found

    def is_joint(self, state: TeamState[S], post: Post, command: Command) -> bool:
        """Whether an order is one to propose: a joint deed that names units of others, in a phase of the side."""
        if not self._arranges(state, post) or self.sharing.deed(state.inner, command) is None:
            return False
        return bool(self._units_of_others(state, post.seat.id, command))

    def _joining(
        self, state: TeamState[S], post: Post, command: Command, chance: Chance
    ) -> Decided[Any, Any] | Refusal:
        """An answer to a proposal. With the last yes the order is given, and counts for whoever leads it."""
        if not self._arranges(state, post):
            return Refusal("not-your-turn", self.sharing.section, "That can be ordered only in a phase of your side.")
        found = self._joined(state, post, command, chance)
        if isinstance(found, Refusal):
            return found
        answer, decided = found
        facts = agreed(state, answer, decided)
        if decided is None or not state.shares:
            return facts
        leader = self._layout(state).post(answer.leader)
        return self._by_share(state, leader, state.proposals[answer.leader].command, facts)

    def _by_share(
        self, state: TeamState[S], post: Post, command: Command, found: Decided[Any, Any]
    ) -> Decided[Any, Any] | Refusal:
        """What an order comes to where shares are given out: refused beyond what its seat may use, else counted."""
        side, seat = post.seat.side, post.seat.id
        seats = self._seats(state, side)
        before = [c for c in self.sharing.capacities(state.inner, side) if command.get("kind") in c.orders]
        if not before:
            return found
        after = [self.sharing.capacities(s.inner, side) for s in found.states]
        facts: list[Any] = []
        for capacity in before:
            amount = quotas.spent([before, *after], capacity.id)
            others = quotas.kept_from(state.shares, seats, seat, capacity)
            if amount > capacity.left - others:
                return self._kept_for_others(state, capacity, seats, seat)
            own = quotas.share(state.shares, seat, capacity.id)
            if own is not None and (mine := min(amount, own.unused(capacity))):
                facts.append(Used(seat, capacity.id, mine, capacity.period))
        states = [*found.states]
        for fact in facts:
            states.append(fact.apply(states[-1]))
        return Decided((*found.events, *facts), tuple(states))

    def _kept_for_others(self, state: TeamState[S], capacity: Capacity, seats: list[str], seat: str) -> Refusal:
        kept = quotas.kept(state.shares, seats, capacity)
        layout = self._layout(state)
        who = listing(
            f"{amount} for {layout.post(other).seat.title}" for other, amount in kept.items() if other != seat
        )
        may = capacity.left - sum(amount for other, amount in kept.items() if other != seat)
        return Refusal("kept", capacity.section, f"{capacity.title}: you may use {may or 'none'}. Kept: {who}.")

    def standing(self, scenario: str, options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """The game's own: each commander answers for the decisions that come to his command."""
        layout = self.layouts.get(scenario)
        if layout is None:
            return self.game.standing(scenario, options)
        sides = tuple(dict.fromkeys(p.seat.side for p in layout.posts if len(layout.of_side(p.seat.side)) > 1))
        joining = (joining_in(self.sharing.section, self.sharing.deeds_in, sides),) if self.sharing.deeds_in else ()
        return (*self.game.standing(layout.below, options), *joining)

    def answer_ahead(self, state: Any, seat: str, orders: StandingOrders) -> JsonObject | None:
        """What the standing orders of the commander say whom a decision is up to."""
        if not isinstance(state, TeamState):
            return self.game.answer_ahead(state, seat, orders)
        post = self._layout(state).post(seat)
        side = post.seat.side
        if self._leader(state, side) != seat:
            return self._joins_ahead(state, post, orders)
        return self.game.answer_ahead(self.within(state, seat), side, orders)

    def phase(self, state: Any) -> str:
        """The game's own."""
        return self.game.phase(self._inner(state))

    def forbids(self, state: TeamState[S], post: Post, command: Command) -> Refusal | None:
        """Why this post may not give this order, whatever the rules of the game say of it."""
        layout, side, kind = self._layout(state), post.seat.side, command.get("kind")
        section = self.sharing.section
        if side == STRANGER or not isinstance(kind, str):
            return None  # the game has its own words for that
        leader = self._leader(state, side) if side in self.game.deciders(state.inner) else None
        if leader == post.seat.id:
            return None
        if leader is not None:
            return Refusal("not-your-command", section, f"{layout.post(leader).seat.title} decides this.")
        if kind in self.sharing.chiefs and not post.chief:
            return self._only_the_chief(state, side)
        if side not in self.game.deciders(state.inner):
            return None
        if post.seat.id not in self._asked_of(state, side):
            return Refusal("not-your-turn", section, "Your command has nothing to decide now.")
        if self._is_chiefs(kind):
            return None if post.chief else self._only_the_chief(state, side)
        if self.is_ready(state, post.seat.id):
            return Refusal("you-are-ready", section, "You said that you are ready. Take that back first.")
        if kind in self.sharing.common:
            return None
        # What is wrong with naming the enemy's units the game says itself.
        named = [u for u in names_in(command) if (of := self.sharing.command_of(state.inner, u)) and of[0] == side]
        others = [u for u in named if self.commander(state, u) != post.seat.id]
        together = kind in self.sharing.joint or self.sharing.deed(state.inner, command) is not None
        if others and (not together or len(others) == len(named)):
            who = listing(dict.fromkeys(layout.post(self.commander(state, u)).seat.title for u in others))
            return Refusal("not-your-command", section, f"Units of another command: {who} must hand them over first.")
        return None

    def evolve(self, state: Any, event: Any) -> Any:
        """Apply one fact."""
        if not isinstance(state, TeamState):
            return self.game.evolve(state, event)
        if isinstance(event, OURS):
            return event.apply(state)
        return replace(state, inner=self.game.evolve(state.inner, event))

    def ahead(self, state: Any, seat: str) -> Any | None:
        """The position as if the next turn of the seat's side had begun now, and of its own command where commands take
        turns."""
        if not isinstance(self.game, LooksAhead):
            return None
        if not isinstance(state, TeamState):
            return self.game.ahead(state, seat)
        side = self._layout(state).post(seat).seat.side
        found = state
        for _ in range(TURNS_AHEAD):
            inner = self.game.ahead(found.inner, side)
            if inner is None:
                return None
            found = replace(found, inner=inner)
            if seat in self.deciders(found):
                return found
        return None

    # --- what is told ---------------------------------------------------------------------------------------------

    def _viewpoint(self, state: TeamState[S], viewer: str) -> str:
        """From where a seat looks: its side."""
        return next((p.seat.side for p in self._layout(state).posts if p.seat.id == viewer), viewer)

    def view(self, state: Any, viewer: str) -> JsonObject:
        """The game's view for the viewer's side; what its commanders share is the side's alone."""
        if not isinstance(state, TeamState):
            return self.game.view(state, viewer)
        viewpoint = self._viewpoint(state, viewer)
        view = self.game.view(state.inner, viewpoint)
        deciders: list[Json] = [*self.deciders(state)]
        step = {**cast("JsonObject", view["step"]), "deciders": deciders}
        shown: JsonObject = {**view, "step": step}
        posts = self._layout(state).of_side(viewpoint)
        if len(posts) > 1:
            seats = {p.seat.id for p in posts}
            ready: list[Json] = [p.seat.id for p in posts if self.is_ready(state, p.seat.id)]
            lent: JsonObject = {u: to for u, to in sorted(state.lent.items()) if to in seats}
            member: JsonObject = {"ready": ready, "lent": lent}
            shown[MEMBER] = member
            if capacities := self.sharing.capacities(state.inner, viewpoint):
                member["quotas"] = quotas.told(state.shares, [p.seat.id for p in posts], capacities)
            if proposals := self._shown_proposals(state, viewpoint):
                member["proposals"] = proposals
        return shown

    def glance(self, state: Any) -> Glance:
        """As the game has it, with the seats of this match."""
        if not isinstance(state, TeamState):
            return self.game.glance(state)
        return replace(self.game.glance(state.inner), deciders=self.deciders(state))

    def narrate(self, before: Any, event: Any, after: Any, viewer: str) -> JsonObject | None:
        """The log line of an event; what commanders arrange among themselves is told to their side."""
        if not isinstance(before, TeamState):
            return self.game.narrate(before, event, after, viewer)
        viewpoint = self._viewpoint(before, viewer)
        if not isinstance(event, OURS):
            return self.game.narrate(before.inner, event, after.inner, viewpoint)
        layout = self._layout(before)
        post = layout.post(event.to if isinstance(event, Lent) else event.seat)
        if viewpoint != post.seat.side or isinstance(event, Used):
            return None
        if isinstance(event, Proposed | Answered | CalledOff):
            text = self._told_of_proposal(before, event)
            line = {"kind": event.kind, "section": self.sharing.section, "side": post.seat.side, "text": text}
            return as_json({**line, "dice": [], "hexes": []})
        title = post.seat.title
        if isinstance(event, Readied):
            text = f"{title} is ready." if event.ask else f"{title} is not ready yet."
        elif isinstance(event, Given):
            known = {c.id: c.title for c in self.sharing.capacities(before.inner, post.seat.side)}
            what = known.get(event.what, event.what)
            text = f"{what}: {event.amount or 'none'} kept for {title}."
        else:
            text = f"{title} commands {counted(len(event.units), 'more unit')} now."
        line = {"kind": event.kind, "section": self.sharing.section, "side": post.seat.side, "text": text}
        return as_json({**line, "dice": [], "hexes": []})

    def milestone(self, before: Any, event: Any, after: Any) -> Milestone | None:
        """The game's own."""
        if isinstance(event, OURS):
            return None
        return self.game.milestone(self._inner(before), event, self._inner(after))

    def bars_undo(self, event: Any) -> bool:
        """What commanders arrange among themselves can be taken back."""
        return not isinstance(event, OURS) and self.game.bars_undo(event)

    def outcome(self, state: Any) -> Outcome | None:
        """The game's own."""
        return self.game.outcome(self._inner(state))

    def _around(self, state: Any, inner: Any) -> Any:
        return replace(state, inner=inner) if isinstance(state, TeamState) else inner

    def settled(self, state: Any, winner: str | None, reason: str) -> Any:
        """The position when the players end the match themselves."""
        return self._around(state, self.game.settled(self._inner(state), winner, reason))

    def draws(self, state: Any) -> int:
        """The running number of the next die."""
        return self.game.draws(self._inner(state))

    def with_dice_from(self, state: Any, draws: int) -> Any:
        """The position with that as the number of its next die."""
        return self._around(state, self.game.with_dice_from(self._inner(state), draws))

    # --- stored ---------------------------------------------------------------------------------------------------

    def dump_state(self, state: Any) -> JsonObject:
        """The state as JSON."""
        inner = self.game.dump_state(self._inner(state))
        if not isinstance(state, TeamState):
            return inner
        return {**inner, MEMBER: state.dump()}

    def load_state(self, data: JsonObject) -> Any:
        """The inverse, older shapes brought forward by the game."""
        shared = cast("Mapping[str, Any] | None", data.get(MEMBER))
        if shared is None:
            return self.game.load_state(data)
        inner = self.game.load_state({name: value for name, value in data.items() if name != MEMBER})
        return TeamState.load(shared, inner)

    def dump_event(self, event: Any) -> JsonObject:
        """The event as JSON."""
        return FACTS.dump(event) if isinstance(event, OURS) else self.game.dump_event(event)

    def load_event(self, data: JsonObject) -> Any:
        """The inverse."""
        return FACTS.load(data) if str(data["kind"]) in FACTS.classes else self.game.load_event(data)

    # --- at random ------------------------------------------------------------------------------------------------

    def random_command(self, state: Any, seat: str, rng: Rng) -> JsonObject:
        """Some legal command: one of its own command, else a word to the others of the side."""
        if not isinstance(state, TeamState):
            return self.game.random_command(state, seat, rng)
        post = self._layout(state).post(seat)
        asked = next((o for o in self._proposal_offers(state, post) if o["kind"] == JOIN), None)
        if asked is not None and rng.randrange(2):
            slots: Any = asked["slots"]
            leaders = slots[0]["options"]["of"]
            return {"kind": JOIN, "with": leaders[rng.randrange(len(leaders))], "yes": ("yes", "no")[rng.randrange(2)]}
        if self.is_ready(state, seat):
            return {"kind": READY, "yes": "no"}
        if post.chief and rng.randrange(SHARES_OUT) == 0 and (shared := self._random_share(state, post, rng)):
            return shared
        found: JsonObject = {}
        within, side = self.within(state, seat), post.seat.side
        if side not in self.game.deciders(within):
            return {"kind": self.sharing.end} if post.chief else {"kind": READY, "yes": "yes"}
        for _ in range(TRIES):
            found = self.game.random_command(within, side, rng)
            if self.forbids(state, post, found) is None:
                return found
        if not post.chief:
            return {"kind": READY, "yes": "yes"}
        units = [u for u in names_in(found) if u in set(self._lendable(state, post))]
        return {"kind": LEND, "units": [*dict.fromkeys(units)], "to": seat}


def _restricted(offer: JsonObject, mine: Callable[[object], bool]) -> JsonObject | None:
    """An offer with only what may be chosen; None when it had something to choose and nothing is left."""
    left: JsonObject = dict(offer)
    emptied = False
    for name in ("units", "participants"):
        if isinstance(units := offer.get(name), list):
            left[name] = [u for u in units if mine(u)]
            emptied = emptied or not left[name]
    if isinstance(choices := offer.get("choices"), dict):
        left["choices"] = {unit: hexes for unit, hexes in choices.items() if mine(unit)}
        emptied = emptied or not left["choices"]
    if isinstance(targets := offer.get("targets"), dict):
        few = {hex_: [u for u in cast("list[Json]", units) if mine(u)] for hex_, units in targets.items()}
        left["targets"] = {hex_: units for hex_, units in few.items() if units}
        emptied = emptied or not left["targets"]
    slots = cast("list[JsonObject]", offer.get("slots") or [])
    if slots and isinstance(options := slots[0].get("options"), dict) and isinstance(options.get("of"), list):
        few_options = _few(options, mine)
        left["slots"] = [{**slots[0], "options": few_options}, *slots[1:]]
        emptied = emptied or not few_options["of"]
    return None if emptied else left


def _few(options: JsonObject, mine: Callable[[object], bool]) -> JsonObject:
    """The options of a slot with only what may be chosen."""
    of = options.get("of")
    if not isinstance(of, list):
        return options
    kept = [u for u in of if mine(u)]
    refused = {u: why for u, why in cast("JsonObject", options.get("refused") or {}).items() if mine(u)}
    few: JsonObject = {**options, "of": [*kept], "refused": refused}
    if "most" in options:
        few["most"] = min(int(cast("int", options["most"])), len(kept)) if kept else 0
    return few


def _of(options: JsonObject) -> list[Json]:
    of = options.get("of")
    return of if isinstance(of, list) else []
