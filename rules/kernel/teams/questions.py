"""The question put to a commander: the side's, with the orders and the units of that command (decisions/0028)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Generic, TypeVar, cast

from rules.kernel import game_support, lanes
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.teams.arrangements import APPOINT, LEND, QUOTA, Arrangements
from rules.kernel.teams.commanders import Commanders
from rules.kernel.teams.decisions import Decisions
from rules.kernel.teams.joint_orders import JOIN, JointOrders
from rules.kernel.teams.layout import STRANGER, Post
from rules.kernel.teams.restricting import choices_in, fewer, restrict, units_in
from rules.kernel.teams.state import TeamState
from rules.kernel.wording import capital, listing

S = TypeVar("S")


class Questions(Generic[S]):
    """What each commander is asked, and what detail of it is answered."""

    def __init__(
        self, commanders: Commanders[S], joint: JointOrders[S], arrangements: Arrangements[S], decisions: Decisions[S]
    ) -> None:
        self.commanders, self.joint, self.arrangements, self.decisions = commanders, joint, arrangements, decisions
        self.game, self.policy = commanders.game, commanders.policy

    def deciders(self, state: TeamState[S]) -> tuple[str, ...]:
        """The seats that the match waits for.

        All of a side in the phases that its chief ends, whoever is ready among them or not: readiness is an affair of
        the side, and must not show in what others are told. Where each ends separately, those who have not ended.
        """
        return tuple(seat for side in self.game.deciders(state.inner) for seat in self.commanders.asked_of(state, side))

    def ask(self, state: TeamState[S], seat: str) -> str:
        """The name of the first question put to a seat: no deed of another commander changes it."""
        mine = self.commanders.lanes(state, seat)
        if mine:
            return self.ask_in(state, seat, mine[0])
        side = self.commanders.layout_of(state).post(seat).seat.side
        name = self.commanders.phase_ask(state, side)
        return f"{name}.{seat}.waiting" if side in self.game.deciders(state.inner) else f"{name}.{seat}"

    def ask_in(self, state: TeamState[S], seat: str, lane: str) -> str:
        """The name of the question put to a seat in one of its lanes; that by which it waits in another."""
        if lane not in self.commanders.lanes(state, seat):
            return self.ask(state, seat)
        side = self.commanders.layout_of(state).post(seat).seat.side
        return f"{lanes.ask_in(self.game, state.inner, side, lane)}.{seat}"

    def legal(self, state: TeamState[S], seat: str) -> JsonObject:
        """The question put to a seat: the side's, with the orders and the units of its own command; the first of its
        lanes with the others."""
        post = self.commanders.layout_of(state).post(seat)
        mine = self.commanders.lanes(state, seat) or (self.commanders.lane_of(state, post, {}),)
        return lanes.with_lanes([(lane, self.legal_in(state, seat, lane)) for lane in mine])

    def legal_in(self, state: TeamState[S], seat: str, lane: str) -> JsonObject:
        """The question put to a seat in a lane."""
        layout = self.commanders.layout_of(state)
        post = layout.post(seat)
        side = post.seat.side
        asked = {**self._ask(state, seat, side, lane), "ask": self.ask_in(state, seat, lane), "seat": seat}
        if side == STRANGER:
            return asked
        if not asked["yours"]:
            orders = partial(self.commanders.orders, state, post)
            found = cast("list[JsonObject]", asked["offers"])
            kept = (o for o in found if o["kind"] not in self.policy.chiefs or orders(o["kind"]))
            return {**asked, "offers": [*kept, *self.arrangements.appoint_offer(state, post)]}
        leader = self.commanders.leader(state, side, lane)
        if leader == seat:
            handing = self.arrangements.appoint_offer(state, post)
            given = (
                o for o in cast("list[JsonObject]", asked["offers"]) if not self.commanders.is_part(state, o["kind"])
            )
            return {**asked, "offers": [*given, *handing]}
        asked_of = self.commanders.asked_in(state, side, lane)
        if seat not in asked_of:
            return self._waiting(state, asked, post, self.commanders.asked_of(state, side))
        if self.commanders.is_ready(state, seat):
            chief = capital(layout.post(layout.chief(side)).seat.in_text)
            prompt = {"prompt": "You are ready", "detail": f"{chief} will end the phase."}
            back = [self.arrangements.ready_offer(yes=False), *self.joint.offers(state, post)]
            return {**asked, **prompt, "offers": [*back]}
        found = cast("list[JsonObject]", asked["offers"])
        offers = [o for offer in found if (o := self._share(state, post, offer))]
        if post.chief and not self.commanders.each_ends(state):
            ends = {self.policy.ending(state.inner), *self.policy.ends}
            offers = [self._forewarn(state, post, o, found) if o["kind"] in ends else o for o in offers]
        if others := self._others_units(state, post, found):
            asked["why_not"] = {**others, **cast("JsonObject", asked["why_not"])}
        return {**asked, "offers": [*offers, *self.arrangements.offers(state, post)]}

    def _others_units(self, state: TeamState[S], post: Post, offers: list[JsonObject]) -> JsonObject:
        """Of the units that the side may give orders to now, those of other commanders, and who that is."""
        mine, why = self.commanders.is_own(state, post), JsonObject()
        everyones = self.policy.joint | self.policy.common | self.policy.chiefs
        for offer in offers:
            kind = offer["kind"]
            if kind in everyones or self.policy.deed(state.inner, {"kind": kind}) is not None:
                continue
            for unit in units_in(offer):
                if unit not in why and not mine(unit):
                    text = f"Commanded by {self.commanders.title_of(state, self.commanders.of(state, unit))}."
                    why[unit] = Refusal("not-your-command", self.policy.section, text).json()
        return why

    def _ask(self, state: TeamState[S], seat: str, side: str, lane: str) -> JsonObject:
        """The question put to the side in a lane, by what this seat of it may use."""
        within = self.commanders.within(state, seat)
        asked = lanes.legal_in(self.game, within, side, lane)
        if asked["yours"] or within is state.inner or side not in self.game.deciders(state.inner):
            return asked
        # All that the side is asked about is kept for others: what is left is to end the step.
        asked = lanes.legal_in(self.game, state.inner, side, lane)
        users = {kind for c in self.policy.capacities(state.inner, side) for kind in c.orders}
        return {**asked, "offers": [o for o in cast("list[JsonObject]", asked["offers"]) if o["kind"] not in users]}

    def _waiting(self, state: TeamState[S], asked: JsonObject, post: Post, others: list[str]) -> JsonObject:
        """What a commander reads while others of the side decide: in a phase the chief may give orders of the staff."""
        seat = post.seat.id
        # Where all of the side are busy in fights, those are named who decide there.
        waited = others or self.deciders(state)
        title = listing(self.commanders.layout_of(state).post(other).seat.title for other in waited)
        step, section, heading = str(asked["step"]), str(asked["section"]), str(asked["title"])
        answer = game_support.question(self.ask(state, seat), step, section, seat, heading)
        answer["prompt"] = f"Waiting for {title}"
        if self.commanders.phase(state, post.seat.side) is None:
            handing = [*self.arrangements.appoint_offer(state, post)]
            return {**answer, "detail": "That commander decides this.", "offers": [*handing]}
        offers: list[JsonObject] = []
        if self.commanders.has_ended(state, seat):
            answer["prompt"] = "You have ended this step"
            answer["detail"] = f"{title}: still to end it." if others else "A fight of your side is still open."
            offers.append(self.arrangements.ready_offer(yes=False, back="Go on after all"))
        else:
            answer["detail"] = "You have nothing to decide now."
        found = cast("list[JsonObject]", asked["offers"])
        staffs = (o for o in found if o["kind"] in self.policy.chiefs)
        offers += [o for o in staffs if self.commanders.orders(state, post, o["kind"])]
        if post.chief:
            offers += self.arrangements.end_for_all_offer(state, post, found)
            offers += self.arrangements.offers(state, post)
        elif self.commanders.has_ended(state, seat):
            offers += self.joint.offers(state, post)
        return {**answer, "offers": [*offers]}

    def _share(self, state: TeamState[S], post: Post, offer: JsonObject) -> JsonObject | None:
        """An offer of the side with what of it a post may choose; None when nothing is left."""
        kind = offer["kind"]
        if self.commanders.is_chiefs(state, kind):
            return offer if self.commanders.orders(state, post, kind) else None
        if kind == self.policy.ending(state.inner):
            offer = self._with_own_note(state, post, offer)
            if not self.decisions.others_open(state, post):
                return offer
            # What else stands against the end of the step counts for whoever ends it last.
            due = self.decisions.due_of(state, post)
            return {**offer, "refusal": None if due is None else due.json()}
        if kind in self.policy.joint or kind in self.policy.common:
            return offer

        if self.commanders.is_part(state, kind) and not offer.get("refusal"):
            none = self.policy.no_part(state.inner, post.seat.side, self.commanders.is_own(state, post))
            return {**offer, "refusal": None if none is None else none.json()}
        left = restrict(offer, self.commanders.can_choose(state, post, str(kind)))
        if left is not None and isinstance(groups := offer.get("groups"), list):
            left["groups"] = self._by_commander(state, post, cast("list[JsonObject]", groups))
        targets = offer.get("targets")
        if left is not None and isinstance(targets, dict) and self.policy.deed(state.inner, {"kind": kind}):
            left["others"] = self._others(state, post, targets, left)
        return left

    def _with_own_note(self, state: TeamState[S], post: Post, end: JsonObject) -> JsonObject:
        """The end of a step with what is left of the post's own, and not of the whole side."""
        if not self.commanders.each_ends(state):
            return end
        left = self.policy.left(state.inner, post.seat.side, self.commanders.is_own(state, post))
        return end if left is None else {**end, "note": left}

    def _by_commander(self, state: TeamState[S], post: Post, groups: list[JsonObject]) -> list[Json]:
        """Units under headings, by the seat that commands them: the post's own first, the others with that seat."""
        found: dict[str, list[Json]] = {post.seat.id: []}
        for group in groups:
            parted: dict[str, list[Json]] = {}
            for unit in cast("list[Json]", group["units"]):
                parted.setdefault(self.commanders.of(state, str(unit)), []).append(unit)
            for seat, units in parted.items():
                whose: JsonObject = {"seat": seat}
                if seat != post.seat.id:
                    whose["whose"] = f"Commanded by {self.commanders.title_of(state, seat)}."
                if isinstance(waiting := group.get("waiting"), list):
                    whose["waiting"] = [unit for unit in waiting if unit in units]
                found.setdefault(seat, []).append({**group, "units": units, **whose})
        return [group for groups_of in found.values() for group in groups_of]

    def _forewarn(self, state: TeamState[S], chief: Post, end: JsonObject, offers: list[JsonObject]) -> JsonObject:
        """The end of a phase, with those who are not ready, and a warning for each of them who could still do something
        that others cannot do for them."""
        unready: list[str] = []
        warnings = [*cast("list[Json]", end.get("warnings") or [])]
        posts = self.commanders.layout_of(state).of_side(chief.seat.side)
        everyone = "both" if len(posts) == 2 else "all"
        for post in posts:
            if post == chief or post.seat.id not in self.commanders.asked_of(state, chief.seat.side):
                continue
            if not self.commanders.is_ready(state, post.seat.id):
                unready.append(post.seat.id)
            own = (self._share(state, post, o) for o in offers if o["kind"] not in self.policy.common)
            if not self.commanders.is_ready(state, post.seat.id) and any(o and not o.get("refusal") for o in own):
                text = f"{post.seat.title} can still give orders, and is not ready. You end the phase for {everyone}."
                warnings.append({"text": text, "section": self.policy.section})
        found_out: JsonObject = {"unready": [*unready]} if unready else {}
        return {**end, **found_out, "warnings": warnings} if warnings else {**end, **found_out}

    def _others(self, state: TeamState[S], post: Post, targets: JsonObject, left: JsonObject) -> JsonObject:
        """By target that the post can attack, the units of others that could join in, with their commanders."""
        mine, found = self.commanders.is_own(state, post), JsonObject()
        for hex_ in cast("JsonObject", left["targets"]):
            units = [str(u) for u in cast("list[Json]", targets[hex_]) if not mine(u)]
            if units:
                found[hex_] = {u: self.commanders.of(state, u) for u in units}
        return found

    def consult(self, state: TeamState[S], seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail asked while planning: the side's, whoever of it asks."""
        post = self.commanders.layout_of(state).post(seat)
        arranged = {LEND: self.arrangements.consulted_lend, QUOTA: self.arrangements.consulted_quota}
        arranged[JOIN] = self.joint.consulted
        arranged[APPOINT] = self.arrangements.consulted_appoint
        order = question.get("order")
        if question.get("kind") == "slot" and isinstance(order, str) and order in arranged:
            return arranged[str(question["order"])](state, post, lanes.without_lane(question))
        try:
            lane = self.commanders.lane_of(state, post, question)
        except Refused as refused:
            return refused.refusal
        if question.get("kind") == "slot":
            question = lanes.in_lane(dict(question), self.commanders.side_lanes(state, post.seat.side), lane)  # type: ignore[arg-type]
        answer = self.game.consult(self.commanders.within(state, seat), post.seat.side, question)
        if isinstance(answer, Refusal) or question.get("kind") != "slot":
            return answer
        return self._own_options(state, post, lane, str(question.get("order")), answer)

    def _own_options(self, state: TeamState[S], post: Post, lane: str, kind: str, answer: JsonObject) -> JsonObject:
        """What may be chosen in a slot, less the units of other commanders."""
        options, side = answer.get("options"), post.seat.side
        known = kind in self.policy.joint or kind in self.policy.common or self.commanders.is_chiefs(state, kind)
        anything = known or not isinstance(options, dict)
        if anything or side == STRANGER or self.commanders.leader(state, side, lane) is not None:
            return answer
        mine, accompanied = self.commanders.is_own(state, post), self.commanders.accompanied(state, post, kind)
        named = choices_in(cast("JsonObject", options))
        joint = self.policy.deed(state.inner, {"kind": kind})
        if joint and any(self.commanders.is_unit(state, u) and mine(u) for u in named):
            return answer
        return {**answer, "options": fewer(cast("JsonObject", options), lambda name: mine(name) and accompanied(name))}
