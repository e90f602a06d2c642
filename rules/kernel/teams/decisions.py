"""What follows from the order of a commander: who may give it, and what it comes to (decisions/0028, 0042, 0043)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from rules.kernel.lanes import in_lane, without_lane
from rules.kernel.messages import Chance, Command, Decided, JsonObject, Refusal, Refused
from rules.kernel.teams import quotas
from rules.kernel.teams.arrangements import APPOINT, END_FOR_ALL, LEND, QUOTA, READY, Arrangements
from rules.kernel.teams.commanders import Commanders, names_in
from rules.kernel.teams.joint_orders import CALL_OFF, JOIN, JointOrders, join_facts
from rules.kernel.teams.layout import STRANGER, Post
from rules.kernel.teams.quotas import Capacity
from rules.kernel.teams.state import Ended, EndedForAll, TeamState, Used
from rules.kernel.teams.terms import SECONDS
from rules.kernel.waiting import Wait
from rules.kernel.wording import listing

S = TypeVar("S")


class Decisions(Generic[S]):
    """What commanders decide. The game checks the order itself."""

    def __init__(self, commanders: Commanders[S], joint: JointOrders[S], arrangements: Arrangements[S]) -> None:
        self.commanders, self.joint, self.arrangements = commanders, joint, arrangements
        self.game, self.policy = commanders.game, commanders.policy

    def decide(self, state: TeamState[S], seat: str, command: Command, chance: Chance) -> Decided[Any, Any] | Refusal:
        """Check who orders what, then have the game check the order itself."""
        post = self.commanders.layout_of(state).post(seat)
        if command.get("kind") == END_FOR_ALL:
            return self._ended_for_all(state, post, command, chance)
        if command.get("kind") in (READY, LEND, QUOTA, CALL_OFF, APPOINT):
            return self.arrangements.decided(state, post, without_lane(command))
        if command.get("kind") == JOIN:
            return self._joining(state, post, without_lane(command), chance)
        try:
            lane = self.commanders.lane_of(state, post, command)
        except Refused as refused:
            return refused.refusal
        command = in_lane(cast("JsonObject", command), self.commanders.side_lanes(state, post.seat.side), lane)
        refusal = self.forbids(state, post, command)
        if refusal is not None:
            return refusal
        if self.is_joint(state, post, command):
            fact = self.joint.proposed(state, post, command)
            return fact if isinstance(fact, Refusal) else Decided((fact,), (fact.apply(state),))
        if command.get("kind") == self.policy.ending(state.inner) and self.others_open(state, post):
            return self._end(state, post, command)
        decided = self.game.decide(state.inner, post.seat.side, command, chance)
        if not isinstance(decided, Refusal) and self._is_part(state, post, command):
            mine = self.commanders.is_own(state, post)
            decided = self.policy.parts[str(command["kind"])](state.inner, post.seat.side, mine, chance)
        if isinstance(decided, Refusal):
            return decided
        found = Decided(decided.events, tuple(replace(state, inner=inner) for inner in decided.states))
        shared = self._by_share(state, post, command, found) if state.shares else found
        return self._close(shared, chance) if state.ended and isinstance(shared, Decided) else shared

    def _close(self, found: Decided[Any, Any], chance: Chance) -> Decided[Any, Any]:
        """With the step ended too, where the order was the last that anyone had left: the others had ended already."""
        state = found.states[-1]
        for side in self.game.deciders(state.inner):
            if not self.commanders.all_ended(state, side):
                continue
            lane = self.commanders.phase(state, side) or ""
            end = in_lane({"kind": self.policy.ending(state.inner)}, self.commanders.side_lanes(state, side), lane)
            ended = self.game.decide(state.inner, side, end, chance)
            if isinstance(ended, Decided):
                states = (replace(state, inner=inner) for inner in ended.states)
                return Decided((*found.events, *ended.events), (*found.states, *states))
        return found

    def _is_part(self, state: TeamState[S], post: Post, command: Command) -> bool:
        """Whether a commander is given only their own part of what an order does for the whole side."""
        phase = self.commanders.phase(state, post.seat.side) is not None
        return phase and self.commanders.is_part(state, command.get("kind"))

    def others_open(self, state: TeamState[S], post: Post) -> bool:
        """Whether others of a post's side have still to end, each separately, the step that this post would end now."""
        side = post.seat.side
        if self.commanders.phase(state, side) is None:
            return False
        return self.commanders.each_ends(state) and self.commanders.still_acting(state, side) != [post.seat.id]

    def _end(self, state: TeamState[S], post: Post, command: Command) -> Decided[Any, Any] | Refusal:
        if without_lane(command).keys() != {"kind"}:
            return Refusal("malformed", self.policy.section, "There is nothing else to choose in that order.")
        due = self.due_of(state, post)
        if due is not None:
            return due
        beside = self.commanders.ended_beside(state, post.seat.side)
        fact = Ended(post.seat.id, self.commanders.phase_ask(state, post.seat.side), beside)
        return Decided((fact,), (fact.apply(state),))

    def _ended_for_all(
        self, state: TeamState[S], post: Post, command: Command, chance: Chance
    ) -> Decided[Any, Any] | Refusal:
        """decisions/0059: the chief ends a step for those who have not ended it, once their own part is ended.

        How long they have to be waited for, the server sees to (``Teams.waits``); the game judges the end itself.
        """
        side, section = post.seat.side, self.policy.section
        if without_lane(command).keys() != {"kind"}:
            return Refusal("malformed", section, "There is nothing else to choose in that order.")
        if side == STRANGER:
            return self.game.decide(state.inner, side, command, chance)
        others = self.commanders.waited_for(state, post)
        if not post.chief or not others:
            return Refusal("not-your-turn", section, "There is no step that you could end for an ally now.")
        lane = self.commanders.phase(state, side) or ""
        end = in_lane({"kind": self.policy.ending(state.inner)}, self.commanders.side_lanes(state, side), lane)
        ended = self.game.decide(state.inner, side, end, chance)
        if isinstance(ended, Refusal):
            return ended
        fact = EndedForAll(post.seat.id, tuple(others))
        first = fact.apply(state)
        return Decided((fact, *ended.events), (first, *(replace(first, inner=inner) for inner in ended.states)))

    def waits(self, state: TeamState[S], seat: str, command: Command) -> Wait | None:
        """For whom the chief has to wait: before ending a step for allies, and before taking units of theirs over.

        Whoever could take all units of an ally at once could end the ally's step as well. Matches of an earlier edition
        keep what they began with.
        """
        post, section = self.commanders.layout_of(state).post(seat), self.policy.section
        if command.get("kind") == END_FOR_ALL:
            others, deed = self.commanders.waited_for(state, post), "end this step for"
        elif state.edition and command.get("kind") == LEND and isinstance(units := command.get("units"), list):
            known = [u for u in units if isinstance(u, str) and self.commanders.is_unit(state, u)]
            others, deed = [self.commanders.of(state, u) for u in known], "take units over from"
        else:
            return None
        seats = [*dict.fromkeys(s for s in others if s != seat and s in self.commanders.seats(state, post.seat.side))]
        return Wait(seats, SECONDS[state.patience], section, deed) if seats else None

    def due_of(self, state: TeamState[S], post: Post) -> Refusal | None:
        """What units of a post must still do before it may end the step separately."""
        mine = self.commanders.is_own(state, post)
        return self.policy.due(state.inner, post.seat.side, mine)

    def is_joint(self, state: TeamState[S], post: Post, command: Command) -> bool:
        """Whether an order is one to propose: a joint deed that names units of others, in a phase of the side."""
        if not self.commanders.arranges(state, post) or self.policy.deed(state.inner, command) is None:
            return False
        return bool(self.joint.units_of_others(state, post.seat.id, command))

    def _joining(
        self, state: TeamState[S], post: Post, command: Command, chance: Chance
    ) -> Decided[Any, Any] | Refusal:
        """An answer to a proposal. With the last yes the order is given, and counts for whoever leads it."""
        if not self.commanders.arranges(state, post):
            return Refusal("not-your-turn", self.policy.section, "That can be ordered only in a phase of your side.")
        found = self.joint.joined(state, post, command, chance)
        if isinstance(found, Refusal):
            return found
        answer, decided = found
        facts = join_facts(state, answer, decided)
        if decided is None or not state.shares:
            return facts
        leader = self.commanders.layout_of(state).post(answer.leader)
        return self._by_share(state, leader, state.proposals[answer.leader].command, facts)

    def _by_share(
        self, state: TeamState[S], post: Post, command: Command, found: Decided[Any, Any]
    ) -> Decided[Any, Any] | Refusal:
        """What an order comes to where shares are given out: refused beyond what its seat may use, else counted."""
        side, seat = post.seat.side, post.seat.id
        seats = self.commanders.seats(state, side)
        before = [c for c in self.policy.capacities(state.inner, side) if command.get("kind") in c.orders]
        if not before:
            return found
        after = [self.policy.capacities(s.inner, side) for s in found.states]
        facts: list[Any] = []
        for capacity in before:
            amount = quotas.count_spent([before, *after], capacity.id)
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
        kept = quotas.amounts_kept(state.shares, seats, capacity)
        layout = self.commanders.layout_of(state)
        who = listing(
            f"{amount} for {layout.post(other).seat.title}" for other, amount in kept.items() if other != seat
        )
        may = capacity.left - sum(amount for other, amount in kept.items() if other != seat)
        return Refusal("kept", capacity.section, f"{capacity.title}: you may use {may or 'none'}. Kept: {who}.")

    def _for_another(self, state: TeamState[S], side: str, thing: str) -> Refusal:
        title = self.commanders.title_of(state, self.commanders.of(state, thing))
        return Refusal("not-your-command", self.policy.section, f"Only {title} can order that.")

    def forbids(self, state: TeamState[S], post: Post, command: Command) -> Refusal | None:
        """Why this post may not give this order, whatever the rules of the game say of it."""
        side, kind = post.seat.side, command.get("kind")
        if side == STRANGER or not isinstance(kind, str):
            return None  # the game has its own words for that
        asked = side in self.game.deciders(state.inner)
        try:
            lane = self.commanders.lane_of(state, post, command)
        except Refused as refused:
            return refused.refusal
        leader = self.commanders.leader(state, side, lane) if asked else None
        if leader is not None:
            return self._forbids_where_one_leads(state, post, kind, leader)
        if kind in self.policy.chiefs:
            return self._forbids_others_than_staff(state, post, kind)
        return self._forbids_where_all_act(state, post, command, kind, lane) if asked else None

    def _forbids_where_one_leads(self, state: TeamState[S], post: Post, kind: str, leader: str) -> Refusal | None:
        """Why not in a decision that is up to one commander."""
        section = self.policy.section
        if leader != post.seat.id:
            title = self.commanders.title_of(state, leader)
            return Refusal("not-your-command", section, f"{title} decides this.")
        if self.commanders.is_part(state, kind):
            # What is done for the whole side at once is each commander's own affair, when all of them act.
            return Refusal("not-your-command", section, "Each commander does that later, for their own part.")
        return None

    def _forbids_others_than_staff(self, state: TeamState[S], post: Post, kind: str) -> Refusal | None:
        may = self.commanders.orders(state, post, kind)
        return None if may else self.commanders.only_the_staff(state, post.seat.side, kind)

    def _forbids_where_all_act(
        self, state: TeamState[S], post: Post, command: Command, kind: str, lane: str
    ) -> Refusal | None:
        """Why not in a step in which every commander of the side orders their own units."""
        side, seat, section = post.seat.side, post.seat.id, self.policy.section
        if self.commanders.has_ended(state, seat):
            return Refusal("you-have-ended", section, "You have ended this step. Take that back first.")
        if seat not in self.commanders.asked_in(state, side, lane):
            busy = seat in self.commanders.still_acting(state, side)
            text = "A fight that is still open comes first." if busy else "Your command has nothing to decide now."
            return Refusal("not-your-turn", section, text)
        if self.commanders.is_chiefs(state, kind):
            return self._forbids_others_than_staff(state, post, kind)
        if kind == self.policy.ending(state.inner):
            return None
        if self.commanders.is_ready(state, seat):
            return Refusal("you-are-ready", section, "You said that you are ready. Take that back first.")
        if kind in self.policy.common:
            return None
        if self.commanders.is_part(state, kind):
            return self.policy.no_part(state.inner, side, self.commanders.is_own(state, post))
        return self._forbids_through_others(state, post, command, kind) or self._forbids_units(state, post, command)

    def _forbids_through_others(self, state: TeamState[S], post: Post, command: Command, kind: str) -> Refusal | None:
        """Why not what would be done by units of others alone, as an attack on a hex that only theirs are beside."""
        side = post.seat.side
        for choice in without_lane(command).values():
            through = self.policy.through(state.inner, side, kind, choice) if isinstance(choice, str) else None
            if through and not any(self.commanders.of(state, unit) == post.seat.id for unit in through):
                return self._for_another(state, side, through[0])
        return None

    def _forbids_units(self, state: TeamState[S], post: Post, command: Command) -> Refusal | None:
        """Why not with units of others: only orders that commanders give together may name some beside your own."""
        side, kind = post.seat.side, command.get("kind")
        # What is wrong with naming the enemy's units the game says itself.
        named = [u for u in names_in(command) if (of := self.policy.command_of(state.inner, u)) and of[0] == side]
        others = [u for u in named if self.commanders.of(state, u) != post.seat.id]
        together = kind in self.policy.joint or self.policy.deed(state.inner, command) is not None
        if not others or (together and len(others) < len(named)):
            return None
        titles = dict.fromkeys(self.commanders.title_of(state, self.commanders.of(state, u)) for u in others)
        text = f"Units of another command: {listing(titles)} must hand them over first."
        return Refusal("not-your-command", self.policy.section, text)
