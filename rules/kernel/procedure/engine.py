"""The engine: from a tree of steps and their orders it derives everything that a game answers.

The deciders, the question, the reading of a command, the decision, what follows by itself, and commands at random all
come from the same steps, orders and slots. Nothing else says what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from rules.kernel import arguments, wire
from rules.kernel.decision_builder import Counting, DecisionBuilder
from rules.kernel.facts import Fact
from rules.kernel.game_support import question, refusable
from rules.kernel.incremental import Remembering
from rules.kernel.lanes import in_lane, lane_named, with_lanes, without_lane
from rules.kernel.messages import Chance, Command, Decided, JsonObject, Outcome, Refusal, Refused, as_json
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Brief, Chosen, Options, why_not_chosen
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order
from rules.kernel.procedure.steps import Ask, Step, Tree
from rules.kernel.wording import listing

MAX_TRIES = 20
"""So often a program at random fills the slots of an order before it thinks of another one."""
MAX_ROUNDS = 20
"""So often all orders are tried before a random player gives up."""
WHY, BRIEF = "why", "brief"
"""In a question about a slot the name of which it asks why it may not be chosen."""
_ASKS = "engine.asks"
"""Under which a position keeps its questions."""
OVER = "over"
"""The name of the question, and of the step, when the match is over."""
MOST_STEPS = 100_000
"""No decision lets more than this happen by itself; one that does has met a step that leads back to itself."""


class Position(Counting, Protocol):
    """What the engine must know of any game's state."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        ...


S = TypeVar("S", bound=Position)
P = TypeVar("P", bound=DecisionBuilder[Any])


class Place(NamedTuple, Generic[S]):
    """Where the match stands: a step, its frame, and the lane of frames that it tops (empty if there is only one)."""

    step: Step[S]
    frame: Any = None
    lane: str = ""


class Open(NamedTuple, Generic[S]):
    """An ask that waits for its answer, and where."""

    place: Place[S]
    ask: Ask

    def at(self, state: S) -> At[S]:
        """Where its orders are given."""
        return At(state, self.ask.seat, self.place.frame, self.ask.scope, self.place.lane)


class Engine(Generic[S, P]):
    """What one game answers.

    ``places(state)``: where the match stands, a place a lane; without it, at the top frame of the state's ``cursor``.
    ``unfold(state, chance)``: begins a decision.
    ``begin(play, step)``: emits the fact that the next step of the tree begins, or what ends the match when it is None.
    ``stamp(state)``: what tells one round of the sequence from the next, for the names of asks; the turn if left out.
    ``seat_title(state, seat)``: the seat in sentences. ``anytime``: orders that stand beside the tree.
    ``heading(state, step)``: the title of a question, where the step's own does not say enough.
    ``instant(play)``: emits what comes about as soon as its conditions are met, looked for before every step, and then
    ``verdict(state)``: a fact that ends the match at once. ``sight(state, seat)``: the position as the seat may know
    it, from which slots are answered while it plans.
    """

    def __init__(
        self,
        tree: Tree[S],
        *,
        unfold: Callable[[S, Chance], P],
        begin: Callable[[P, Step[S] | None], None],
        stamp: Callable[[S], object] | None = None,
        seat_title: Callable[[S, str], str] | None = None,
        places: Callable[[S], tuple[Place[S], ...]] | None = None,
        anytime: tuple[Order[S], ...] = (),
        heading: Callable[[S, Step[S]], str] | None = None,
        instant: Callable[[P], object] | None = None,
        verdict: Callable[[S], Fact[S] | None] | None = None,
        sight: Callable[[S, str], S] | None = None,
        section: str = "",
    ) -> None:
        self.tree = tree
        self._places = places or self._at_the_top
        self._unfold = unfold
        self._begin = begin
        self._stamp = stamp or (lambda state: cast(Any, state).turn)
        self._title = seat_title or (lambda _, seat: seat.title())
        self.anytime = anytime
        self._heading = heading or (lambda _, step: step.title)
        self._instant = instant or (lambda _: None)
        self._verdict = verdict or (lambda _: None)
        self._sight = sight or (lambda state, _: state)
        self.section = section

    def _at_the_top(self, state: S) -> tuple[Place[S], ...]:
        frame = cast(Any, state).cursor[-1]
        return (Place(self.tree.step(frame.step), frame),)

    def here(self, state: S) -> Place[S]:
        """Where the first lane stands, or stood when the match ended."""
        return self._places(state)[0]

    # --- who decides what ---------------------------------------------------------------------------------------

    def open_asks(self, state: S) -> tuple[Open[S], ...]:
        """All questions that wait, those of the first lane first: found once a position, for a move asks ten times."""
        memo: dict[Any, Any] = state.memo if isinstance(state, Remembering) else {}
        found: tuple[Open[S], ...] | None = memo.get(_ASKS)
        if found is None:
            found = memo[_ASKS] = self._find_asks(state)
        return found

    def _find_asks(self, state: S) -> tuple[Open[S], ...]:
        if state.ended is not None:
            return ()
        return tuple([Open(place, ask) for place in self._places(state) for ask in place.step.asks(state, place.frame)])

    def deciders(self, state: S) -> tuple[str, ...]:
        """The seats that are asked, each once."""
        return tuple(dict.fromkeys(o.ask.seat for o in self.open_asks(state)))

    def ask(self, state: S, seat: str) -> str:
        """The name of the question that ``legal`` would put to a seat, without the question."""
        asks = self.open_asks(state)
        first = next((o for o in asks if o.ask.seat == seat), None)
        if first is not None:
            return self.name(state, first)
        return self._waiting_name(state, asks[0].place.step) if asks and state.outcome is None else OVER

    def _waiting_name(self, state: S, step: Step[S]) -> str:
        # The stamp and the step alone: what others are asked, and how far they are, is no business of this seat.
        return f"{self._stamp(state)}.{step.key}.waiting"

    def step(self, state: S) -> Step[S] | None:
        """The step on which the first lane stands, or None when the match is over."""
        return self._places(state)[0].step if state.ended is None else None

    def name(self, state: S, open_: Open[S]) -> str:
        """The name of a question: it changes with every answer that its seat gives, and with nobody else's."""
        place, ask = open_.place, open_.ask
        parts = (self._stamp(state), place.lane, place.step.key, ask.seat, ask.scope, ask.serial)
        return ".".join(str(p) for p in parts if p != "")

    def lanes(self, state: S, seat: str) -> tuple[str, ...]:
        """The lanes in which a seat is asked, the first question's first."""
        return tuple(dict.fromkeys(o.place.lane for o in self.open_asks(state) if o.ask.seat == seat))

    def ask_in(self, state: S, seat: str, lane: str) -> str:
        """The name of the question put to a seat in a lane; that by which it waits where nothing is asked of it."""
        first = next((o for o in self.open_asks(state) if o.ask.seat == seat and o.place.lane == lane), None)
        return self.ask(state, seat) if first is None else self.name(state, first)

    # --- the question -------------------------------------------------------------------------------------------

    def legal(self, state: S, seat: str) -> JsonObject:
        """The question put to a seat (docs/architecture.md §3); ``also`` names further ones that wait for it, and those
        in other lanes stand in ``lanes``."""
        asks = self.open_asks(state)
        mine = [o for o in asks if o.ask.seat == seat]
        if not mine:
            return self._not_yours(state, seat, asks)
        by_lane = {o.place.lane: o for o in reversed(mine)}
        lanes = dict.fromkeys(o.place.lane for o in mine)
        answer = with_lanes([(lane, self._question(state, by_lane[lane])) for lane in lanes])
        if len(mine) > 1:
            answer["also"] = [self.name(state, o) for o in mine[1:]]
        return answer

    def legal_in(self, state: S, seat: str, lane: str) -> JsonObject:
        """The question put to a seat in one lane."""
        asks = self.open_asks(state)
        first = next((o for o in asks if o.ask.seat == seat and o.place.lane == lane), None)
        return self._not_yours(state, seat, asks) if first is None else self._question(state, first)

    def _question(self, state: S, first: Open[S]) -> JsonObject:
        seat = first.ask.seat
        step = first.place.step
        at = first.at(state)
        answer = question(self.name(state, first), step.called, step.governed, seat, self._heading(state, step))
        answer["yours"] = True
        answer["prompt"], answer["detail"] = step.words(at) if step.words else (step.prompt, step.detail)
        answer["offers"] = [*self._offers(at, (*step.orders, *self.anytime))]
        if step.why_not is not None:
            answer["why_not"] = step.why_not(at)
        return answer

    def _not_yours(self, state: S, seat: str, asks: tuple[Open[S], ...]) -> JsonObject:
        outcome = state.outcome
        if outcome is not None or not asks:
            answer = question(OVER, OVER, self.section, seat, "The match is over")
            answer["prompt"] = outcome.reason if outcome else ""
            return answer
        step = asks[0].place.step
        name, heading = self._waiting_name(state, step), self._heading(state, step)
        answer = question(name, step.called, step.governed, seat, heading)
        waiting = dict.fromkeys(self._title(state, o.ask.seat) for o in asks)
        answer["prompt"], answer["detail"] = f"Waiting for {listing(waiting)}", f"{heading}."
        answer["offers"] = [*self._offers(At(state, seat), self.anytime)]
        return answer

    def _offers(self, at: At[S], orders: tuple[Order[S], ...]) -> Iterator[JsonObject]:
        for order in orders:
            refusal = order.when(at)
            if refusal is not None and not order.greyed:
                continue
            offer: wire.Offer = {
                "kind": order.kind,
                "label": order.label,
                "section": order.cites(at),
                "note": order.note(at),
                "refusal": refusal.shape() if refusal else None,
            }
            if order.at_once:
                offer["at_once"] = True
            if order.rare:
                offer["rare"] = True
            told = order.helps(at)
            if told:
                offer["help"] = told
            grave = order.warns(at)
            if grave:
                offer["grave"] = grave
            more = self._more(at, order)
            if more is not None:
                yield as_json(offer) | more
            elif refusal is not None:
                yield as_json(offer)

    def _more(self, at: At[S], order: Order[S]) -> JsonObject | None:
        if order.hand is None:
            return self._slots(at, order)
        more = order.hand(at)
        if more is None or not order.form:
            return more
        slots = self._slots(at, order)
        return more if slots is None else more | slots

    def _slots(self, at: At[S], order: Order[S]) -> JsonObject | None:
        """The slots as the general order form reads them; None when the first has nothing to choose.

        Later slots depend on what is chosen before them: the client asks for them when it has come so far.
        """
        slots = [slot.told(at) for slot in order.slots]
        if slots:
            options = order.slots[0].options(at, NOTHING_CHOSEN)
            if options.empty():
                return None
            if not order.slots[0].asked:
                slots[0]["options"] = options.wire()
        return as_json({"slots": slots})

    def consult_slot(self, state: S, seat: str, asked: Mapping[str, object]) -> JsonObject:
        """``{"kind": "slot", "order", "slot", "chosen": {name: value}}``, and ``lane``: what may be chosen there, with
        ``grave`` where the player must say yes to something first; with ``why``, a name, why that may not; with
        ``brief``, true, without the reasons against other ends, where these take long. Raises Refused."""
        named = without_lane(asked)
        arguments.only(named, "order", "slot", "chosen", *({WHY, BRIEF} & named.keys()), section=self.section)
        at, order = self._order(self._sight(state, seat), seat, asked.get("order"), asked)
        chosen = asked.get("chosen")
        if not isinstance(chosen, dict):
            raise Refused("malformed", order.cites(at), "'chosen' must say what was chosen before.")
        values: dict[str, Chosen] = {}
        for slot in order.slots:
            options = slot.options(at, Choices(values))
            if slot.name == asked.get("slot"):
                if WHY not in named:
                    grave = slot.grave(at, Choices(values))
                    briefly = named.get(BRIEF) is True
                    told = options.brief() if briefly and isinstance(options, Brief) else options.wire()
                    return as_json({"options": told, **({"grave": grave} if grave else {})})
                refusal = why_not_chosen(options, named[WHY], order.cites(at))
                return {"refusal": refusal.json() if refusal else None}
            values[slot.name] = options.read(chosen.get(slot.name), order.cites(at))
        raise Refused("malformed", order.cites(at), "The order has no such part.")

    # --- the decision -------------------------------------------------------------------------------------------

    def decide(self, state: S, seat: str, command: Command, chance: Chance) -> Decided[S, Any] | Refusal:
        """Verify a command completely and say what follows from it."""
        return refusable(lambda: self._decide(state, seat, command, chance))

    def _decide(self, state: S, seat: str, command: Command, chance: Chance) -> Decided[S, Any]:
        at, order = self._order(state, seat, command.get("kind"), command)
        choices = order.read(at, command)
        play = self._unfold(state, chance)
        order.carry_out(play, at, choices)
        if not play.events:
            raise Refused("no-change", order.cites(at), "That changes nothing.")
        self.settle(play)
        return play.decided()

    def _order(self, state: S, seat: str, kind: object, named: Mapping[str, object]) -> tuple[At[S], Order[S]]:
        """The order of a kind, where it is given: in the lane that is ``named``, else where the first question is."""
        if state.ended is not None:
            raise Refused("over", state.ended[2], "The match is over.")
        mine = [o for o in self.open_asks(state) if o.ask.seat == seat]
        lane = lane_named([o.place.lane for o in mine], named, self.section)
        mine = [o for o in mine if o.place.lane == lane]
        for open_ in mine:
            for order in open_.place.step.orders:
                if order.kind == kind:
                    return self._check(open_.at(state), order)
        for order in self.anytime:
            if order.kind == kind:
                return self._check(mine[0].at(state) if mine else At(state, seat), order)
        if not mine:
            raise Refused("not-your-turn", self.section, "You have nothing to decide now.")
        step = mine[0].place.step
        now = self._heading(state, step)
        raise Refused("wrong-step", step.governed, f"This cannot be done now: the step is '{now}'.")

    def _check(self, at: At[S], order: Order[S]) -> tuple[At[S], Order[S]]:
        refusal = order.when(at)
        if refusal is not None:
            raise refusal.raised()
        return at, order

    def settle(self, play: P) -> None:
        """Let happen what happens by itself until every lane waits for someone or the match is over.

        RuntimeError for a step that neither asks nor brings anything about.
        """
        for _ in range(MOST_STEPS):
            if play.state.ended is not None:
                return
            self._instant(play)
            if play.state.ended is not None:
                return
            ended = self._verdict(play.state)
            if ended is not None:
                play.emit(ended)
                return
            places = self._places(play.state)
            # A lane goes on as soon as it can: what happened may have changed the others, so all are looked at again.
            if not any(self._go_on(play, place) for place in places):
                return
        raise RuntimeError("the sequence of play goes in circles")

    def _go_on(self, play: P, place: Place[S]) -> bool:
        step, before = place.step, len(play.events)
        if step.happens is not None and step.happens(play, place.frame):
            self._note_moved(play, before, step)
            return True
        if any(not ask.optional for ask in step.asks(play.state, place.frame)):
            return False
        if step.onward is not None:
            step.onward(play, place.frame)
        else:
            if step.closes is not None:
                step.closes(play, place.frame)
            self._begin(play, self.tree.after(step.key, play.state))
        self._note_moved(play, before, step)
        return True

    def _note_moved(self, play: P, before: int, step: Step[S]) -> None:
        if len(play.events) == before:
            raise RuntimeError(f"the step {step.key} asks nobody and brings nothing about")

    def ways(self, state: S, seat: str) -> list[tuple[At[S], Order[S]]]:
        """The orders that stand before a seat now, whether they can be given or not, and where each would be given."""
        mine = [(o.at(state), o.place.step.orders) for o in self.open_asks(state) if o.ask.seat == seat]
        beside = mine[0][0] if mine else At(state, seat)
        found = [(at, order) for at, orders in mine for order in orders]
        return found + [(beside, order) for order in self.anytime]

    # --- programs -----------------------------------------------------------------------------------------------

    def random_command(self, state: S, seat: str, rng: Rng, lane: str | None = None) -> JsonObject:
        """Some legal command for a seat that decides, in a lane if one is named. ValueError when there is none to be
        found."""
        every = self.ways(state, seat)
        mine = [at.lane for at, _ in every]
        every = [way for way in every if lane is None or way[0].lane == lane]
        # The only way on may be hard to hit: one unit of many, to one of many places.
        for _ in range(MAX_ROUNDS):
            ways = every
            # Whether an order can be given is asked of the one that the lot fell on: most are never asked.
            while ways:
                way = _draw_by_weight(ways, rng)
                at, order = way
                command = self.fill(at, order, rng) if order.when(at) is None else None
                if command is not None:
                    return in_lane(command, mine, at.lane)
                ways = [w for w in ways if w is not way]
        raise ValueError(f"nothing is offered to {seat}")

    def fill(self, at: At[S], order: Order[S], rng: Rng) -> JsonObject | None:
        """The order with its slots filled at random and within its limits; None when that does not come about."""
        first = order.slots[0].options(at, NOTHING_CHOSEN) if order.slots else None
        for _ in range(MAX_TRIES if order.slots else 1):
            try:
                return self._fill(at, order, first, rng)
            except Refused:
                continue
        return None

    def _fill(self, at: At[S], order: Order[S], first: Options | None, rng: Rng) -> JsonObject | None:
        command: JsonObject = {"kind": order.kind}
        values: dict[str, Chosen] = {}
        choices = Choices(values)
        section = order.cites(at)
        for n, slot in enumerate(order.slots):
            options = first if first is not None and n == 0 else slot.options(at, choices)
            raw = options.pick(rng)
            if raw is None and n == 0:
                return None
            if raw is None:
                raise Refused("nothing-left", section, "Nothing can be chosen there.")
            command[slot.name] = raw
            values[slot.name] = options.read(raw, section)
        order.limits(at, choices)
        return command


def _draw_by_weight(ways: list[tuple[At[S], Order[S]]], rng: Rng) -> tuple[At[S], Order[S]]:
    weights = [order.weighs(at) for at, order in ways]
    lot = rng.randrange(sum(weights))
    for way, weight in zip(ways, weights, strict=True):
        lot -= weight
        if lot < 0:
            return way
    raise AssertionError("the lot lies within the weights")
