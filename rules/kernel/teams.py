"""A side shared by several seats, each with a command of its own (decisions/0028): a layer round any game.

The game below knows sides alone. This layer says who of a side may give which order: a command's seat moves its own
units, the commander in chief holds what no command claims, gives the orders that are the whole side's and ends phases.
Where one decision belongs to one commander (a loss, a retreat), that one answers it. A match whose sides have a seat
each is the game's own, state and all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar, cast

from rules.kernel import codec, doors, quotas
from rules.kernel.drafting import LooksAhead
from rules.kernel.facts import Kinds
from rules.kernel.game import Game, Glance, Milestone, Rng, Scenario, Seat
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal
from rules.kernel.plans import Plans
from rules.kernel.quotas import Capacity, Share, Shares
from rules.kernel.standing import Orders, StandingKind
from rules.kernel.wire import as_json
from rules.kernel.wording import counted, listing

S = TypeVar("S")

READY, LEND, QUOTA = "ready", "lend", "quota"
"""Orders of this layer: say that a commander is done with a phase; hand units to another commander of the side; share
out what the side has only so much of."""
TRIES = 12
"""How often the random player looks for an order of its own command."""
SHARES_OUT = 48
"""The random commander in chief shares something out in one order of this number."""
STRANGER = "stranger"
"""The side of whoever sits at no seat of the match: no game has it, so every game refuses its orders."""
MEMBER = "team"
"""The member of a stored state that tells it from the game's own; in a view, what the seats of the side share."""


@dataclass(frozen=True, slots=True)
class Post:
    """A seat of a side and what it commands; ``chief`` is the commander in chief of the side, one in each."""

    seat: Seat
    commands: frozenset[str] = frozenset()
    chief: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A scenario of this layer: ``scenario`` of the game below, its sides shared by these posts."""

    scenario: Scenario
    below: str
    posts: tuple[Post, ...]

    def post(self, seat: str) -> Post:
        """The post of a seat; a stranger's has neither side nor commands."""
        return next((p for p in self.posts if p.seat.id == seat), Post(Seat(seat, seat, STRANGER, STRANGER)))

    def of_side(self, side: str) -> tuple[Post, ...]:
        """The posts of a side."""
        return tuple(p for p in self.posts if p.seat.side == side)

    def chief(self, side: str) -> str:
        """The seat of a side's commander in chief."""
        return next(p.seat.id for p in self.of_side(side) if p.chief)


def _no_capacities(_state: Any, _side: str) -> tuple[Capacity, ...]:
    return ()


def _everybody(_state: Any, _side: str) -> frozenset[str] | None:
    return None


def _no_less(state: Any, _side: str, _kept: Mapping[str, int]) -> Any:
    return state


@dataclass(frozen=True, slots=True)
class Sharing(Generic[S]):
    """What a game says of its commands.

    ``command_of(state, thing)``: the side and the command of a unit, None for what is no unit. ``units(state, side)``:
    those of a side that can still be given to a commander. ``leader(state, side)``:
    the unit whose commander answers the decision of that side now; None where each commander acts for himself.
    ``chiefs``: orders that only the commander in chief gives, with whatever units. ``joint``: orders that name units of
    others too, as the order of a stack; one of your own must be among them. ``common``: orders that every commander
    gives with whatever units, while there is something left of what they use. ``end``: the order that ends a phase.
    ``capacities(state, side)``: what of the side's the commander in chief can share out. ``less(state, side, kept)``:
    the position with so much less left of each, by which a commander is asked from whom that is kept.
    ``acting(state, side)``: the commands that have something to do in the step; the others are not asked, except the
    commander in chief. None for all. It must be known to everybody.
    """

    command_of: Callable[[S, str], tuple[str, str] | None]
    units: Callable[[S, str], tuple[str, ...]]
    leader: Callable[[S, str], str | None]
    chiefs: frozenset[str]
    joint: frozenset[str]
    end: str = "end_phase"
    section: str = ""
    capacities: Callable[[S, str], tuple[Capacity, ...]] = _no_capacities
    less: Callable[[S, str, Mapping[str, int]], S] = _no_less
    acting: Callable[[S, str], frozenset[str] | None] = _everybody
    common: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TeamState(Generic[S]):
    """A position of a shared match: that of the game, who said to be ready with which question, who lent what."""

    layout: str
    inner: S
    ready: Mapping[str, str] = field(default_factory=dict)
    lent: Mapping[str, str] = field(default_factory=dict)
    """Unit to the seat that commands it for now."""
    shares: Shares = field(default_factory=dict)
    """What each seat was given of what the side has only so much of."""


@dataclass(frozen=True, slots=True)
class Readied:
    """A commander said to be ready with a question (``ask`` is its name), or took that back (it is empty)."""

    kind: ClassVar[str] = "team.ready"
    seat: str
    ask: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        ready = {seat: ask for seat, ask in state.ready.items() if seat != self.seat}
        return replace(state, ready=ready | {self.seat: self.ask} if self.ask else ready)


@dataclass(frozen=True, slots=True)
class Lent:
    """Units obey another seat of their side from now on."""

    kind: ClassVar[str] = "team.lent"
    units: tuple[str, ...]
    to: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, lent={**state.lent, **dict.fromkeys(self.units, self.to)})


@dataclass(frozen=True, slots=True)
class Given:
    """A commander has so much of a capacity to himself from now on."""

    kind: ClassVar[str] = "team.quota"
    seat: str
    what: str
    amount: int

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, shares=quotas.given(state.shares, self.seat, self.what, self.amount))


@dataclass(frozen=True, slots=True)
class Used:
    """A commander used so much of his own share in a period."""

    kind: ClassVar[str] = "team.used"
    seat: str
    what: str
    amount: int
    period: str

    def apply(self, state: TeamState[Any]) -> TeamState[Any]:
        """The position after it."""
        return replace(state, shares=quotas.used(state.shares, self.seat, self.what, self.amount, self.period))


FACTS: Kinds[TeamState[Any]] = Kinds((Readied, Lent, Given, Used))
OURS = (Readied, Lent, Given, Used)
"""What commanders arrange among themselves: it changes nothing on the board, and only their side is told."""


class Teams(Generic[S]):
    """A game with shared sides: its own scenarios, and those of ``layouts`` after them."""

    def __init__(self, game: Game[S, Any], sharing: Sharing[S], layouts: tuple[Layout, ...]) -> None:
        self.game = game
        self.sharing = sharing
        self.layouts = {layout.scenario.id: layout for layout in layouts}
        self.id, self.title, self.summary, self.missing = game.id, game.title, game.summary, game.missing
        self.boards, self.version, self.players = game.boards, game.version, game.players
        self.plans: Plans[Any] = game.plans
        self.gauge = game.gauge
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

    def _layout(self, state: TeamState[S]) -> Layout:
        return self.layouts[state.layout]

    # --- who decides ----------------------------------------------------------------------------------------------

    def _leader(self, state: TeamState[S], side: str) -> str | None:
        """The seat that alone answers the decision of a side; None where every commander acts."""
        unit = self.sharing.leader(state.inner, side)
        return None if unit is None else self.commander(state, unit)

    def commander(self, state: TeamState[S], unit: str) -> str:
        """The seat that a unit obeys. ValueError for what is no unit."""
        layout, found = self._layout(state), self.sharing.command_of(state.inner, unit)
        if found is None:
            raise ValueError(f"{unit} is no unit")
        side, command = found
        own = next((p.seat.id for p in layout.of_side(side) if command in p.commands), layout.chief(side))
        return state.lent.get(unit, own)

    def deciders(self, state: Any) -> tuple[str, ...]:
        """The seats that the match waits for: all of a side in its phases, whoever is ready among them or not.

        Readiness is an affair of the side, and must not show in what others are told.
        """
        if not isinstance(state, TeamState):
            return self.game.deciders(state)
        return tuple(seat for side in self.game.deciders(state.inner) for seat in self._asked_of(state, side))

    def _asked_of(self, state: TeamState[S], side: str) -> list[str]:
        """The seats of a side that its decision is put to."""
        leader = self._leader(state, side)
        if leader is not None:
            return [leader]
        acting = self.sharing.acting(state.inner, side)
        posts = self._layout(state).of_side(side)
        return [p.seat.id for p in posts if p.chief or acting is None or p.commands & acting]

    def within(self, state: TeamState[S], seat: str) -> S:
        """The game's position with what a seat may use of it: what is kept for others counts as gone."""
        side = self._layout(state).post(seat).seat.side
        if not state.shares or side == STRANGER:
            return state.inner
        seats = self._seats(state, side)
        capacities = self.sharing.capacities(state.inner, side)
        kept = {c.id: n for c in capacities if (n := quotas.kept_from(state.shares, seats, seat, c))}
        return self.sharing.less(state.inner, side, kept) if kept else state.inner

    def _seats(self, state: TeamState[S], side: str) -> list[str]:
        return [p.seat.id for p in self._layout(state).of_side(side)]

    def is_ready(self, state: TeamState[S], seat: str) -> bool:
        """Whether a commander has said to be ready with what the side is asked now."""
        side = self._layout(state).post(seat).seat.side
        return state.ready.get(seat) == self.game.ask(state.inner, side)

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
            return {**asked, **prompt, "offers": [self._ready_offer(yes=False)]}
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

    def _is_chiefs(self, kind: object) -> bool:
        """Whether only the commander in chief gives an order of that kind in a phase."""
        return kind == self.sharing.end or kind in self.sharing.chiefs

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

        return _restricted(offer, self._is_own(state, post))

    def _is_own(self, state: TeamState[S], post: Post) -> Callable[[object], bool]:
        """Whether something is no unit, or one that obeys this post."""

        def mine(unit: object) -> bool:
            return self.sharing.command_of(state.inner, str(unit)) is None or (
                self.commander(state, str(unit)) == post.seat.id
            )

        return mine

    def _own_offers(self, state: TeamState[S], post: Post) -> Iterator[JsonObject]:
        if not post.chief:
            yield self._ready_offer(yes=True)
        if units := self._lendable(state, post):
            slots = [
                {"name": "units", "shape": "units", "prompt": "Choose the units to hand over"},
                {"name": "to", "shape": "choice", "prompt": "Choose who commands them"},
            ]
            first = {"of": [*units], "least": 1, "most": len(units), "repeats": False, "refused": {}}
            label = "Take or hand over units" if post.chief else "Hand over units"
            slots[0] |= {"options": first}  # type: ignore[dict-item]
            offer = {"kind": LEND, "label": label, "section": self.sharing.section, "note": "", "refusal": None}
            yield as_json(
                {**offer, "slots": slots, "help": "They obey the other commander until they are handed back."}
            )

        everything = self.sharing.capacities(state.inner, post.seat.side) if post.chief else ()
        capacities = tuple(c for c in everything if c.most)
        if capacities and len(self._layout(state).of_side(post.seat.side)) > 1:
            yield self._quota_offer(capacities)

    def _quota_offer(self, capacities: tuple[Capacity, ...]) -> JsonObject:
        titles = {c.id: c.title for c in capacities}
        options = {"of": [*titles], "refused": {}, "labels": titles}
        slots = [
            {"name": "what", "shape": "choice", "prompt": "Choose what to share out", "options": options},
            {"name": "to", "shape": "choice", "prompt": "Choose for whom it is kept"},
            {"name": "amount", "shape": "count", "prompt": "How much is kept each time?"},
        ]
        offer = {"kind": QUOTA, "label": "Share out", "section": self.sharing.section, "note": "", "refusal": None}
        return as_json({**offer, "slots": slots, "help": "What is kept for nobody goes to whoever uses it first."})

    def _ready_offer(self, *, yes: bool) -> JsonObject:
        label, note = ("I am ready", "for the end of the phase") if yes else ("Not ready yet", "")
        slot = {
            "name": "yes",
            "shape": "choice",
            "prompt": "",
            "options": {"of": ["yes" if yes else "no"], "refused": {}},
        }
        slot["options"]["labels"] = {"yes": "I am ready", "no": "Not ready yet"}  # type: ignore[index]
        offer = {"kind": READY, "label": label, "section": self.sharing.section, "note": note, "refusal": None}
        return as_json({**offer, "slots": [slot]})

    def _lendable(self, state: TeamState[S], post: Post) -> list[str]:
        """The units that a post may hand over: its own, and for the commander in chief all of the side."""
        units = self.sharing.units(state.inner, post.seat.side)
        return [u for u in units if post.chief or self.commander(state, u) == post.seat.id]

    def consult(self, state: Any, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail asked while planning: the side's, whoever of it asks."""
        if not isinstance(state, TeamState):
            return self.game.consult(state, seat, question)
        post = self._layout(state).post(seat)
        if question.get("kind") == "slot" and question.get("order") == LEND:
            return self._consulted_lend(state, post, question)
        if question.get("kind") == "slot" and question.get("order") == QUOTA:
            return self._consulted_quota(state, post, question)
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
        return {**answer, "options": _few(cast("JsonObject", options), self._is_own(state, post))}

    def _arranges(self, state: TeamState[S], post: Post) -> bool:
        """Whether a commander may arrange things with the others of his side now: in a phase in which he is asked."""
        side = post.seat.side
        in_phase = side in self.game.deciders(state.inner) and self._leader(state, side) is None
        return in_phase and post.seat.id in self._asked_of(state, side)

    def _consulted_lend(self, state: TeamState[S], post: Post, question: Mapping[str, object]) -> JsonObject | Refusal:
        """To whom units may be handed; which units, stands with the offer."""
        section, side, chosen = self.sharing.section, post.seat.side, question.get("chosen")
        if not self._arranges(state, post):
            return Refusal("not-your-turn", section, "That can be ordered only in a phase of your side.")
        if question.keys() != {"kind", "order", "slot", "chosen"} or question["slot"] != "to":
            return Refusal("malformed", section, "The order has no such part.")
        if not isinstance(chosen, Mapping) or chosen.keys() != {"units"}:
            return Refusal("malformed", section, "'chosen' must say which units.")
        wrong = self._unfit(state, post, chosen["units"])
        if wrong is not None:
            return wrong
        units = cast("list[str]", chosen["units"])
        posts = self._layout(state).of_side(side)
        labels = {p.seat.id: p.seat.title for p in posts if any(self.commander(state, u) != p.seat.id for u in units)}
        return as_json({"options": {"of": [*labels], "refused": {}, "labels": labels}})

    def _consulted_quota(self, state: TeamState[S], post: Post, question: Mapping[str, object]) -> JsonObject | Refusal:
        """For whom something may be kept, and how much."""
        section, side, chosen = self.sharing.section, post.seat.side, question.get("chosen")
        if not self._arranges(state, post) or not post.chief:
            return Refusal("not-your-turn", section, "Only the commander in chief orders that, in a phase of the side.")
        before = {"to": {"what"}, "amount": {"what", "to"}}.get(str(question.get("slot")))
        if question.keys() != {"kind", "order", "slot", "chosen"} or before is None:
            return Refusal("malformed", section, "The order has no such part.")
        if not isinstance(chosen, Mapping) or chosen.keys() != before:
            return Refusal("malformed", section, "'chosen' must say what was chosen before.")
        posts = self._layout(state).of_side(side)
        capacity = next((c for c in self.sharing.capacities(state.inner, side) if c.id == chosen["what"]), None)
        if capacity is None:
            return Refusal("malformed", section, "Your side has nothing of that kind to share out.")
        if before == {"what"}:
            labels = {p.seat.id: p.seat.title for p in posts}
            return as_json({"options": {"of": [*labels], "refused": {}, "labels": labels}})
        seats = [p.seat.id for p in posts]
        if chosen["to"] not in seats:
            return Refusal("no-seat", section, "Your side has no such commander.")
        most = quotas.most_for(state.shares, seats, str(chosen["to"]), capacity)
        return as_json({"options": {"least": 0, "most": most}})

    def _unfit(self, state: TeamState[S], post: Post, units: object) -> Refusal | None:
        """Why these are not units that a post can hand over."""
        if not isinstance(units, list) or not units:
            return Refusal("malformed", self.sharing.section, "'units' must name some units.")
        may = self._lendable(state, post)
        if not all(isinstance(u, str) and u in may for u in units) or len(set(units)) < len(units):
            return Refusal("not-your-command", self.sharing.section, "These are not all units that you can hand over.")
        return None

    # --- the decision ---------------------------------------------------------------------------------------------

    def decide(self, state: Any, seat: str, command: Command, chance: Chance) -> Decided[Any, Any] | Refusal:
        """Check who orders what, then have the game check the order itself."""
        if not isinstance(state, TeamState):
            return self.game.decide(state, seat, command, chance)
        post = self._layout(state).post(seat)
        if command.get("kind") in (READY, LEND, QUOTA):
            return self._decided_here(state, post, command)
        refusal = self.forbids(state, post, command)
        if refusal is not None:
            return refusal
        decided = self.game.decide(state.inner, post.seat.side, command, chance)
        if isinstance(decided, Refusal):
            return decided
        found = Decided(decided.events, tuple(replace(state, inner=inner) for inner in decided.states))
        return self._by_share(state, post, command, found) if state.shares else found

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
        return self.game.standing(scenario if layout is None else layout.below, options)

    def answer_ahead(self, state: Any, seat: str, orders: Orders) -> JsonObject | None:
        """What the standing orders of the commander say whom a decision is up to."""
        if not isinstance(state, TeamState):
            return self.game.answer_ahead(state, seat, orders)
        side = self._layout(state).post(seat).seat.side
        if self._leader(state, side) != seat:
            return None
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
        named = [u for u in _names(command) if (of := self.sharing.command_of(state.inner, u)) and of[0] == side]
        others = [u for u in named if self.commander(state, u) != post.seat.id]
        if others and (kind not in self.sharing.joint or len(others) == len(named)):
            who = listing(dict.fromkeys(layout.post(self.commander(state, u)).seat.title for u in others))
            return Refusal("not-your-command", section, f"Units of another command: {who} must hand them over first.")
        return None

    def _only_the_chief(self, state: TeamState[S], side: str) -> Refusal:
        layout = self._layout(state)
        chief = layout.post(layout.chief(side)).seat.title
        return Refusal("not-your-command", self.sharing.section, f"Only {chief} can order that.")

    def _decided_here(self, state: TeamState[S], post: Post, command: Command) -> Decided[Any, Any] | Refusal:
        if not self._arranges(state, post):
            return Refusal("not-your-turn", self.sharing.section, "That can be ordered only in a phase of your side.")
        judge = {READY: self._readied, LEND: self._lent, QUOTA: self._given}[str(command["kind"])]
        fact = judge(state, post, command)
        return fact if isinstance(fact, Refusal) else Decided((fact,), (fact.apply(state),))

    def _readied(self, state: TeamState[S], post: Post, command: Command) -> Readied | Refusal:
        said = command.get("yes")
        if command.keys() != {"kind", "yes"} or said not in ("yes", "no"):
            return Refusal("malformed", self.sharing.section, "'yes' must be yes or no.")
        if post.chief:
            return Refusal("chief", self.sharing.section, "You end the phase yourself.")
        if (said == "yes") == self.is_ready(state, post.seat.id):
            return Refusal("no-change", self.sharing.section, "You have said that already.")
        return Readied(post.seat.id, self.game.ask(state.inner, post.seat.side) if said == "yes" else "")

    def _lent(self, state: TeamState[S], post: Post, command: Command) -> Lent | Refusal:
        to, section = command.get("to"), self.sharing.section
        if command.keys() != {"kind", "units", "to"} or not isinstance(to, str):
            return Refusal("malformed", section, "'units' and 'to' must be given.")
        wrong = self._unfit(state, post, command["units"])
        if wrong is not None:
            return wrong
        if to not in {p.seat.id for p in self._layout(state).of_side(post.seat.side)}:
            return Refusal("no-seat", section, "Your side has no such commander.")
        units = cast("list[str]", command["units"])
        moved = tuple(u for u in sorted(units) if self.commander(state, u) != to)
        if not moved:
            return Refusal("no-change", section, "They obey that commander already.")
        return Lent(moved, to)

    def _given(self, state: TeamState[S], post: Post, command: Command) -> Given | Refusal:
        what, to, amount = command.get("what"), command.get("to"), command.get("amount")
        section, side = self.sharing.section, post.seat.side
        if not post.chief:
            return self._only_the_chief(state, side)
        if command.keys() != {"kind", "what", "to", "amount"}:
            return Refusal("malformed", section, "'what', 'to' and 'amount' must be given.")
        seats = self._seats(state, side)
        capacity = next((c for c in self.sharing.capacities(state.inner, side) if c.id == what), None)
        if capacity is None:
            return Refusal("malformed", section, "Your side has nothing of that kind to share out.")
        if not isinstance(to, str) or to not in seats:
            return Refusal("no-seat", section, "Your side has no such commander.")
        if isinstance(amount, bool) or not isinstance(amount, int):
            return Refusal("malformed", section, "'amount' must be a whole number.")
        most = quotas.most_for(state.shares, seats, to, capacity)
        if not 0 <= amount <= most:
            return Refusal("not-that-many", section, f"Choose a whole number from 0 to {most}.")
        return Given(to, capacity.id, amount)

    def evolve(self, state: Any, event: Any) -> Any:
        """Apply one fact."""
        if not isinstance(state, TeamState):
            return self.game.evolve(state, event)
        if isinstance(event, OURS):
            return event.apply(state)
        return replace(state, inner=self.game.evolve(state.inner, event))

    def ahead(self, state: Any, seat: str) -> Any | None:
        """The position as if the side's next turn had begun now."""
        if not isinstance(self.game, LooksAhead):
            return None
        if not isinstance(state, TeamState):
            return self.game.ahead(state, seat)
        found = self.game.ahead(state.inner, self._layout(state).post(seat).seat.side)
        return None if found is None else replace(state, inner=found)

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
        shared: JsonObject = {"layout": state.layout, "ready": {**state.ready}, "lent": {**state.lent}}
        if state.shares:
            shared["shares"] = codec.dump(state.shares)
        return {**inner, MEMBER: shared}

    def load_state(self, data: JsonObject) -> Any:
        """The inverse, older shapes brought forward by the game."""
        shared = cast("Mapping[str, Any] | None", data.get(MEMBER))
        if shared is None:
            return self.game.load_state(data)
        inner = self.game.load_state({name: value for name, value in data.items() if name != MEMBER})
        shares = {
            seat: {what: codec.load(Share, own) for what, own in by_id.items()}
            for seat, by_id in shared.get("shares", {}).items()
        }
        return TeamState(shared["layout"], inner, dict(shared["ready"]), dict(shared["lent"]), shares)

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
        units = [u for u in _names(found) if u in set(self._lendable(state, post))]
        return {"kind": LEND, "units": [*dict.fromkeys(units)], "to": seat}

    def _random_share(self, state: TeamState[S], post: Post, rng: Rng) -> JsonObject | None:
        capacities = self.sharing.capacities(state.inner, post.seat.side)
        seats = self._seats(state, post.seat.side)
        if not capacities or len(seats) < 2 or self._leader(state, post.seat.side) is not None:
            return None
        capacity, to = capacities[rng.randrange(len(capacities))], seats[rng.randrange(len(seats))]
        amount = rng.randrange(quotas.most_for(state.shares, seats, to, capacity) + 1)
        return {"kind": QUOTA, "what": capacity.id, "to": to, "amount": amount}


def _names(command: Mapping[str, Any]) -> Iterator[str]:
    """Every word in the arguments of a command."""
    for name, value in command.items():
        if name != "kind":
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, str):
                    yield item


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
