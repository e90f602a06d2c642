"""A match whose sides are shared by several seats, each with a command of its own: what of the protocol it answers.

The game below knows sides alone. Who of a side may give which order is the commanders' affair; all else is the game's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from rules.kernel import lanes
from rules.kernel.drafting import LooksAhead, PlansOn
from rules.kernel.game import Glance, Milestone
from rules.kernel.messages import Command, Json, JsonObject, Outcome, as_json
from rules.kernel.players import Rng
from rules.kernel.standing import Orders
from rules.kernel.teams import quotas
from rules.kernel.teams.arrangements import APPOINT, LEND, QUOTA, READY, Arrangements
from rules.kernel.teams.commanders import Commanders, names_in
from rules.kernel.teams.decisions import Decisions
from rules.kernel.teams.joint_orders import CALL_OFF, JOIN, JointOrders
from rules.kernel.teams.layout import Post
from rules.kernel.teams.questions import Questions
from rules.kernel.teams.state import (
    OURS,
    Answered,
    Appointed,
    CalledOff,
    Ended,
    EndedForAll,
    Given,
    Lent,
    Proposed,
    Readied,
    TeamState,
    Used,
)
from rules.kernel.wording import listing, quantity

S = TypeVar("S")

MAX_TURNS_AHEAD = 4
"""Turns of a side that are looked through for one in which a command of it acts."""
MAX_TRIES, MAX_PATIENT_TRIES = 12, 1000
"""How often the random player looks for an order of its own command, and where it may not end without one."""
ARRANGING = frozenset({READY, LEND, QUOTA, APPOINT, JOIN, CALL_OFF})
"""The orders of the layer itself."""
SHARES_OUT_ONE_IN = 48
"""The random commander in chief shares something out in one order of this number."""
MEMBER = "team"
"""The member of a stored state that tells it from the game's own; in a view, what the seats of the side share."""


class SharedMatches(Generic[S]):
    """Matches with several commanders a side."""

    def __init__(self, commanders: Commanders[S]) -> None:
        self.commanders = commanders
        self.game, self.policy = commanders.game, commanders.policy
        self.joint = JointOrders(commanders)
        self.arrangements = Arrangements(commanders, self.joint)
        self.decisions = Decisions(commanders, self.joint, self.arrangements)
        questions = Questions(commanders, self.joint, self.arrangements, self.decisions)
        self.deciders, self.ask = questions.deciders, questions.ask
        self.legal, self.consult = questions.legal, questions.consult
        self.lanes, self.ask_in, self.legal_in = commanders.lanes, questions.ask_in, questions.legal_in
        self.decide = self.decisions.decide

    def plan(self, state: TeamState[S]) -> str:
        """The game's own."""
        return self.game.plan(state.inner)

    def phase(self, state: TeamState[S]) -> str:
        """The game's own."""
        return self.game.phase(state.inner)

    def outcome(self, state: TeamState[S]) -> Outcome | None:
        """The game's own."""
        return self.game.outcome(state.inner)

    def draws(self, state: TeamState[S]) -> int:
        """The game's own."""
        return self.game.draws(state.inner)

    def answer_ahead(self, state: TeamState[S], seat: str, orders: Orders) -> JsonObject | None:
        """What the standing orders of the commander say whom a decision is up to, in the first lane of which they say
        something."""
        answers = (self.answer_in(state, seat, lane, orders) for lane in self.lanes(state, seat))
        found = next((answer for answer in answers if answer is not None), None)
        return found or self.joint.joins_ahead(state, self.commanders.layout_of(state).post(seat), orders)

    def answer_in(self, state: TeamState[S], seat: str, lane: str, orders: Orders) -> JsonObject | None:
        """The same in a lane that the commander leads, and the end of a step in which all commanders act."""
        post = self.commanders.layout_of(state).post(seat)
        side = post.seat.side
        leader = self.commanders.leader(state, side, lane)
        if leader is None:
            return self._ends_ahead(state, post, lane, orders)
        if leader != seat:
            return None
        return lanes.answer_in(self.game, self.commanders.within(state, seat), side, lane, orders)

    def _ends_ahead(self, state: TeamState[S], post: Post, lane: str, orders: Orders) -> JsonObject | None:
        """That a step goes by: each gives that for their own part; where the chief ends it, only while no ally
        who is not ready has something to order."""
        side, seat = post.seat.side, post.seat.id
        asked = self.commanders.asked_in(state, side, lane)
        if not orders or seat not in asked:
            return None
        if self.commanders.each_ends(state):
            barred = self.decisions.due_of(state, post) is not None
        else:
            barred = not post.chief or any(self._could_order(state, other, lane) for other in asked if other != seat)
        if barred:
            return None
        found = lanes.answer_in(self.game, self.commanders.within(state, seat), side, lane, orders)
        return found if found is not None and found["kind"] == self.policy.ending(state.inner) else None

    def _could_order(self, state: TeamState[S], seat: str, lane: str) -> bool:
        """Whether a commander who is not ready has an order of the game to give."""
        if self.commanders.is_ready(state, seat):
            return False
        offers = cast("list[JsonObject]", self.legal_in(state, seat, lane)["offers"])
        return any(o["kind"] not in ARRANGING and not o.get("refusal") for o in offers)

    def evolve(self, state: TeamState[S], event: Any) -> TeamState[S]:
        """Apply one fact."""
        if isinstance(event, OURS):
            after: TeamState[S] = event.apply(state)
            return after
        return replace(state, inner=self.game.evolve(state.inner, event))

    def next_turn_position(self, state: TeamState[S], seat: str) -> TeamState[S] | None:
        """The position as if the next turn of the seat's side had begun now, and of its own command where commands take
        turns."""
        if not isinstance(self.game, LooksAhead):
            return None
        side = self.commanders.layout_of(state).post(seat).seat.side
        found = state
        for _ in range(MAX_TURNS_AHEAD):
            inner = self.game.next_turn_position(found.inner, side)
            if inner is None:
                return None
            found = replace(found, inner=inner, ended={})
            if seat in self.deciders(found):
                return found
        return None

    def onward(self, state: TeamState[S], seat: str, command: Command) -> TeamState[S] | None:
        """Where the plan of a commander goes on: in the next step in which their command acts."""
        if not isinstance(self.game, PlansOn):
            return None
        side = self.commanders.layout_of(state).post(seat).seat.side
        inner = self.game.onward(state.inner, side, command)
        if inner is None:
            return None
        found = replace(state, inner=inner, ended={})
        return found if seat in self.deciders(found) else self.next_turn_position(found, seat)

    def viewpoint(self, state: TeamState[S], viewer: str) -> str:
        """From where a seat looks: its side."""
        return next((p.seat.side for p in self.commanders.layout_of(state).posts if p.seat.id == viewer), viewer)

    def view(self, state: TeamState[S], viewer: str) -> JsonObject:
        """The game's view for the viewer's side; what its commanders share is the side's alone."""
        viewpoint = self.viewpoint(state, viewer)
        view = self.game.view(state.inner, viewpoint)
        deciders: list[Json] = [*self.deciders(state)]
        step = {**cast("JsonObject", view["step"]), "deciders": deciders}
        shown: JsonObject = {**view, "step": step}
        posts = self.commanders.layout_of(state).of_side(viewpoint)
        if len(posts) > 1:
            seats = {p.seat.id for p in posts}
            ready: list[Json] = [p.seat.id for p in posts if self.commanders.is_ready(state, p.seat.id)]
            lent: JsonObject = {u: to for u, to in sorted(state.lent.items()) if to in seats}
            member: JsonObject = {"ready": ready, "lent": lent}
            if state.edition:
                member["chief"] = self.commanders.layout_of(state).chief(viewpoint)
                member["offices"] = [
                    {"office": o, "title": title, "seat": self.commanders.holder(state, viewpoint, o)}
                    for o, title in self.commanders.offices(state, viewpoint).items()
                ]
            if ended := [p.seat.id for p in posts if self.commanders.has_ended(state, p.seat.id)]:
                member["ended"] = [*ended]
            shown[MEMBER] = member
            if capacities := self.policy.capacities(state.inner, viewpoint):
                member["quotas"] = quotas.shares_in_words(state.shares, [p.seat.id for p in posts], capacities)
            if proposals := self.joint.shown(state, viewpoint):
                member["proposals"] = proposals
        return shown

    def glance(self, state: TeamState[S]) -> Glance:
        """As the game has it, with the seats of this match."""
        return replace(self.game.glance(state.inner), deciders=self.deciders(state))

    def narrate(self, before: TeamState[S], event: Any, after: TeamState[S], viewer: str) -> JsonObject | None:
        """The log line of an event; what commanders arrange among themselves is told to their side."""
        viewpoint = self.viewpoint(before, viewer)
        if not isinstance(event, OURS):
            return self.game.narrate(before.inner, event, after.inner, viewpoint)
        layout = self.commanders.layout_of(before)
        post = layout.post(event.to if isinstance(event, Lent | Appointed) else event.seat)
        if viewpoint != post.seat.side or isinstance(event, Used):
            return None
        if isinstance(event, Proposed | Answered | CalledOff):
            text = self.joint.line_of(before, event)
            line = {"kind": event.kind, "section": self.policy.section, "side": post.seat.side, "text": text}
            return as_json({**line, "dice": [], "hexes": []})
        title = post.seat.title
        if isinstance(event, EndedForAll):
            who = listing(layout.post(seat).seat.title for seat in event.others)
            text = f"{title} ends this step for {who} too."
        elif isinstance(event, Appointed):
            duty = self.policy.offices.get(event.office.partition(".")[2], event.office)
            text = f"{duty}: {title} decides now."
        elif isinstance(event, Readied):
            text = f"{title} is ready." if event.ask else f"{title} is not ready yet."
        elif isinstance(event, Ended):
            text = f"{title}: {'done with this step' if event.ask else 'not done with this step after all'}."
        elif isinstance(event, Given):
            known = {c.id: c.title for c in self.policy.capacities(before.inner, post.seat.side)}
            what = known.get(event.what, event.what)
            text = f"{what}: {event.amount or 'none'} kept for {title}."
        else:
            text = f"{title} commands {quantity(len(event.units), 'more unit')} now."
        line = {"kind": event.kind, "section": self.policy.section, "side": post.seat.side, "text": text}
        return as_json({**line, "dice": [], "hexes": []})

    def milestone(self, before: TeamState[S], event: Any, after: TeamState[S]) -> Milestone | None:
        """The game's own."""
        if isinstance(event, OURS):
            return None
        return self.game.milestone(before.inner, event, after.inner)

    def end_by_agreement(self, state: TeamState[S], winner: str | None, reason: str) -> TeamState[S]:
        """The position when the players end the match themselves."""
        return replace(state, inner=self.game.end_by_agreement(state.inner, winner, reason))

    def with_dice_from(self, state: TeamState[S], draws: int) -> TeamState[S]:
        """The position with that as the number of its next die."""
        return replace(state, inner=self.game.with_dice_from(state.inner, draws))

    def dump_state(self, state: TeamState[S]) -> JsonObject:
        """The state as JSON."""
        inner = self.game.dump_state(state.inner)
        return {**inner, MEMBER: state.dump()}

    def random_command(self, state: TeamState[S], seat: str, rng: Rng) -> JsonObject:
        """Some legal command in one of a seat's lanes."""
        mine = self.lanes(state, seat)
        if len(mine) < 2:
            return self.random_in(state, seat, mine[0] if mine else "", rng)
        return self.random_in(state, seat, mine[rng.randrange(len(mine))], rng)

    def random_in(self, state: TeamState[S], seat: str, lane: str, rng: Rng) -> JsonObject:
        """Some legal command: one of its own command, else a word to the others of the side."""
        post = self.commanders.layout_of(state).post(seat)
        if any(self.lanes(state, seat)) and self.commanders.leader(state, post.seat.side, lane) == seat:
            return lanes.random_in(self.game, self.commanders.within(state, seat), post.seat.side, lane, rng)
        return self._random_in_phase(state, post, lane, rng)

    def _random_in_phase(self, state: TeamState[S], post: Post, lane: str, rng: Rng) -> JsonObject:
        seat = post.seat.id
        asked = next((o for o in self.joint.offers(state, post) if o["kind"] == JOIN), None)
        if asked is not None and rng.randrange(2):
            slots: Any = asked["slots"]
            leaders = slots[0]["options"]["of"]
            return {"kind": JOIN, "with": leaders[rng.randrange(len(leaders))], "yes": ("yes", "no")[rng.randrange(2)]}
        if self.commanders.is_ready(state, seat) or self.commanders.has_ended(state, seat):
            return {"kind": READY, "yes": "no"}
        if (
            post.chief
            and rng.randrange(SHARES_OUT_ONE_IN) == 0
            and (shared := self.arrangements.random_share(state, post, rng))
        ):
            return shared
        found: JsonObject = {}
        within, side = self.commanders.within(state, seat), post.seat.side
        if side not in self.game.deciders(within):
            return self._over(state, post, lane)
        for _ in range(MAX_TRIES):
            try:
                found = lanes.random_in(self.game, within, side, lane, rng)
            except ValueError:
                # The side can do nothing before another fight is over, and its end waits for an ally's duty.
                break
            if self.decisions.forbids(state, post, found) is None:
                return found
        if self.commanders.leader(state, side, lane) == seat:
            # What is done for the whole side at once is not theirs, and was drawn each time.
            offers = cast("list[JsonObject]", self.legal_in(state, seat, lane)["offers"])
            plain = [o for o in offers if not o.get("slots") and not o.get("refusal")]
            return {"kind": plain[rng.randrange(len(plain))]["kind"]}
        if not post.chief or self.commanders.each_ends(state):
            if self._is_bound(state, post):
                if given := self._handed_over(state, post, rng):
                    return given
                # Nobody is left to take it over: what is due is one order of many, and most are other commanders'.
                for _ in range(MAX_PATIENT_TRIES):
                    found = lanes.random_in(self.game, within, side, lane, rng)
                    if self.decisions.forbids(state, post, found) is None:
                        return found
            return lanes.in_lane(self._over(state, post, lane), self.commanders.side_lanes(state, side), lane)
        units = [u for u in names_in(found) if u in set(self.commanders.lendable(state, post))]
        return {"kind": LEND, "units": [*dict.fromkeys(units)], "to": seat}

    def _is_bound(self, state: TeamState[S], post: Post) -> bool:
        """Whether units of a post have something to do before it may end the step."""
        return self.commanders.each_ends(state) and self.decisions.due_of(state, post) is not None

    def _handed_over(self, state: TeamState[S], post: Post, rng: Rng) -> JsonObject | None:
        """A unit of a post given to someone else of its side: what it must do is then their affair."""
        own = [u for u in self.commanders.lendable(state, post) if self.commanders.of(state, u) == post.seat.id]
        seats = self.commanders.seats(state, post.seat.side)
        others = [s for s in seats if s != post.seat.id and not self.commanders.has_ended(state, s)]
        if not own or not others:
            return None
        return {"kind": LEND, "units": [own[rng.randrange(len(own))]], "to": others[rng.randrange(len(others))]}

    def _over(self, state: TeamState[S], post: Post, lane: str) -> JsonObject:
        """The word that a commander has nothing more to order."""
        if not post.chief and not self.commanders.each_ends(state):
            return {"kind": READY, "yes": "yes"}
        offers = cast("list[JsonObject]", self.legal_in(state, post.seat.id, lane)["offers"])
        found = next((o["kind"] for o in offers if o["kind"] in self.policy.ends), self.policy.ending(state.inner))
        return {"kind": found}
