"""The orders with which the commanders of a side arrange things among themselves (decisions/0028, 0042, 0043)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

from rules.kernel.messages import Command, Decided, JsonObject, Refusal, as_json
from rules.kernel.players import Rng
from rules.kernel.teams import quotas
from rules.kernel.teams.commanders import Commanders, office_of
from rules.kernel.teams.joint_orders import CALL_OFF, JointOrders
from rules.kernel.teams.layout import Post
from rules.kernel.teams.quotas import Capacity
from rules.kernel.teams.restricting import units_in
from rules.kernel.teams.state import Appointed, Ended, Given, Lent, Readied, TeamState
from rules.kernel.teams.terms import SECONDS
from rules.kernel.wording import listing, quantity

S = TypeVar("S")

READY, LEND, QUOTA = "ready", "lend", "quota"
"""Say that a commander is done with a phase; hand units to another commander of the side; share out what the side has
only so much of."""
APPOINT, END_FOR_ALL = "appoint", "end_for_all"
"""Hand over an office of the staff; end a step for allies who have not ended it (decisions/0059)."""


class Arrangements(Generic[S]):
    """The orders of the layer itself: who is ready, who commands what, who may use how much."""

    def __init__(self, commanders: Commanders[S], joint: JointOrders[S]) -> None:
        self.commanders, self.joint = commanders, joint
        self.game, self.policy = commanders.game, commanders.policy

    def offers(self, state: TeamState[S], post: Post) -> Iterator[JsonObject]:
        if not post.chief and not self.commanders.each_ends(state):
            yield self.ready_offer(yes=True)
        if units := self.commanders.lendable(state, post):
            first = {"of": [*units], "least": 1, "most": len(units), "repeats": False, "refused": {}}
            slots = [
                {"name": "units", "shape": "units", "prompt": "Choose the units to hand over", "options": first},
                {"name": "to", "shape": "choice", "prompt": "Choose who commands them"},
            ]
            label = "Take or hand over units" if post.chief else "Hand over units"
            offer: dict[str, Any] = {"kind": LEND, "label": label, "section": self.policy.section, "note": ""}
            offer |= {"refusal": None} | self._sort(state, units)
            yield as_json(
                {**offer, "slots": slots, "help": "They obey the other commander until they are handed back."}
            )

        yield from self.joint.offers(state, post)
        yield from self.appoint_offer(state, post)
        everything = self.policy.capacities(state.inner, post.seat.side) if post.chief else ()
        capacities = tuple(c for c in everything if c.most)
        if capacities and len(self.commanders.layout_of(state).of_side(post.seat.side)) > 1:
            yield self._quota_offer(capacities)

    def _sort(self, state: TeamState[S], units: list[str]) -> dict[str, Any]:
        """The units that can be handed over by army and by stack, as the map and the panel show them."""
        armies, stacks = dict[str, list[str]](), dict[str, list[str]]()
        for unit in units:
            title, hex_ = self.policy.army(state.inner, unit)
            armies.setdefault(title, []).append(unit)
            if hex_:
                stacks.setdefault(hex_, []).append(unit)
        groups = [{"title": title, "units": own} for title, own in sorted(armies.items())]
        return {"groups": groups, "stacks": dict(sorted(stacks.items()))}

    def _quota_offer(self, capacities: tuple[Capacity, ...]) -> JsonObject:
        titles = {c.id: c.title for c in capacities}
        options = {"of": [*titles], "refused": {}, "labels": titles}
        slots = [
            {"name": "what", "shape": "choice", "prompt": "Choose what to hand out", "options": options},
            {"name": "to", "shape": "choice", "prompt": "Choose for whom it is kept"},
            {"name": "amount", "shape": "count", "prompt": "How much is kept each time?"},
        ]
        offer = {"kind": QUOTA, "label": "Hand out", "section": self.policy.section, "note": "", "refusal": None}
        return as_json({**offer, "slots": slots, "help": "Anything not reserved goes to whoever uses it first."})

    def appoint_offer(self, state: TeamState[S], post: Post) -> Iterator[JsonObject]:
        """The offices that a post can hand over; none where nobody shares its side."""
        posts, mine = self.commanders.layout_of(state).of_side(post.seat.side), self._offices(state, post)
        if not mine or len(posts) < 2 or self.game.outcome(state.inner) is not None:
            return
        options = {"of": [*mine], "refused": {}, "labels": mine}
        slots = [
            {"name": "office", "shape": "choice", "prompt": "Choose what to hand over", "options": options},
            {"name": "to", "shape": "choice", "prompt": "Choose who decides it"},
        ]
        offer = {"kind": APPOINT, "label": "Hand over a duty", "section": self.policy.section, "note": ""}
        yield as_json({**offer, "refusal": None, "slots": slots})

    def _offices(self, state: TeamState[S], post: Post) -> dict[str, str]:
        """The offices that a post can hand over, in words: the chief's are all of them, others give theirs on."""
        side, offices = post.seat.side, self.commanders.offices(state, post.seat.side)
        return {
            o: t for o, t in offices.items() if post.chief or self.commanders.holder(state, side, o) == post.seat.id
        }

    def _appoint(self, state: TeamState[S], post: Post, command: Command) -> Appointed | Refusal:
        section, side = self.policy.section, post.seat.side
        office, to = command.get("office"), command.get("to")
        if command.keys() != {"kind", "office", "to"} or not isinstance(office, str) or not isinstance(to, str):
            return Refusal("malformed", section, "'office' and 'to' must be given.")
        if self.game.outcome(state.inner) is not None:
            return Refusal("finished", section, "The match is over.")
        if office not in self._offices(state, post):
            return Refusal("not-your-command", section, "That is not yours to hand over.")
        if to not in self.commanders.seats(state, side):
            return Refusal("no-seat", section, "Your side has no such commander.")
        if self.commanders.holder(state, side, office) == to:
            return Refusal("no-change", section, "That commander decides it already.")
        return Appointed(post.seat.id, office_of(side, office), to)

    def end_for_all_offer(self, state: TeamState[S], post: Post, offers: list[JsonObject]) -> Iterator[JsonObject]:
        """That the chief can end a step for allies who have not, with how many units each could still order."""
        others = self.commanders.waited_for(state, post) if post.chief else []
        if not others:
            return
        units = {u for offer in offers if offer["kind"] not in self.policy.common for u in units_in(offer)}
        left = Counter(self.commanders.of(state, u) for u in units if self.commanders.is_unit(state, u))
        idle = [{"seat": seat, "units": left[seat]} for seat in others]
        titles = {seat: self.commanders.title_of(state, seat) for seat in others}
        warnings = [
            {
                "text": f"{title}: {quantity(left[seat], 'unit')} can still be given orders.",
                "section": self.policy.section,
            }
            for seat, title in titles.items()
            if left[seat]
        ]
        label = f"End it for {listing(titles.values())} too"
        offer = {"kind": END_FOR_ALL, "label": label, "section": self.policy.section, "note": ""}
        # What an ally's units must still do bars the end of the step for whoever gives it.
        end = next((o for o in offers if o["kind"] == self.policy.ending(state.inner)), {})
        yield as_json(
            {
                **offer,
                "refusal": end.get("refusal"),
                "slots": [],
                "warnings": warnings,
                "idle": idle,
                "patience": SECONDS[state.patience],
            }
        )

    def ready_offer(self, *, yes: bool, back: str = "Not ready yet") -> JsonObject:
        label, note = ("I am ready", "for the end of the phase") if yes else (back, "")
        labels = {"yes": "I am ready", "no": back}
        options = {"of": ["yes" if yes else "no"], "refused": {}, "labels": labels}
        slot = {"name": "yes", "shape": "choice", "prompt": "", "options": options}
        offer = {"kind": READY, "label": label, "section": self.policy.section, "note": note, "refusal": None}
        return as_json({**offer, "slots": [slot]})

    def consulted_lend(self, state: TeamState[S], post: Post, question: Mapping[str, object]) -> JsonObject | Refusal:
        """To whom units may be handed; which units, stands with the offer."""
        section, side, chosen = self.policy.section, post.seat.side, question.get("chosen")
        if not self.commanders.arranges(state, post):
            return Refusal("not-your-turn", section, "That can be ordered only in a phase of your side.")
        if question.keys() != {"kind", "order", "slot", "chosen"} or question["slot"] != "to":
            return Refusal("malformed", section, "The order has no such part.")
        if not isinstance(chosen, Mapping) or chosen.keys() != {"units"}:
            return Refusal("malformed", section, "'chosen' must say which units.")
        wrong = self._unfit(state, post, chosen["units"])
        if wrong is not None:
            return wrong
        units = cast("list[str]", chosen["units"])
        posts = self.commanders.layout_of(state).of_side(side)
        labels = {
            p.seat.id: p.seat.title for p in posts if any(self.commanders.of(state, u) != p.seat.id for u in units)
        }
        return as_json({"options": {"of": [*labels], "refused": {}, "labels": labels}})

    def consulted_quota(self, state: TeamState[S], post: Post, question: Mapping[str, object]) -> JsonObject | Refusal:
        """For whom something may be kept, and how much."""
        section, side, chosen = self.policy.section, post.seat.side, question.get("chosen")
        if not self.commanders.arranges(state, post) or not post.chief:
            return Refusal("not-your-turn", section, "Only the commander in chief orders that, in a phase of the side.")
        before = {"to": {"what"}, "amount": {"what", "to"}}.get(str(question.get("slot")))
        if question.keys() != {"kind", "order", "slot", "chosen"} or before is None:
            return Refusal("malformed", section, "The order has no such part.")
        if not isinstance(chosen, Mapping) or chosen.keys() != before:
            return Refusal("malformed", section, "'chosen' must say what was chosen before.")
        posts = self.commanders.layout_of(state).of_side(side)
        capacity = next((c for c in self.policy.capacities(state.inner, side) if c.id == chosen["what"]), None)
        if capacity is None:
            return Refusal("malformed", section, "Your side has nothing of that kind to hand out.")
        if before == {"what"}:
            labels = {p.seat.id: p.seat.title for p in posts}
            return as_json({"options": {"of": [*labels], "refused": {}, "labels": labels}})
        seats = [p.seat.id for p in posts]
        if chosen["to"] not in seats:
            return Refusal("no-seat", section, "Your side has no such commander.")
        most = quotas.most_for(state.shares, seats, str(chosen["to"]), capacity)
        return as_json({"options": {"least": 0, "most": most}})

    def consulted_appoint(
        self, state: TeamState[S], post: Post, question: Mapping[str, object]
    ) -> JsonObject | Refusal:
        """To whom an office may be handed over; which, stands with the offer."""
        section, side, chosen = self.policy.section, post.seat.side, question.get("chosen")
        if question.keys() != {"kind", "order", "slot", "chosen"} or question["slot"] != "to":
            return Refusal("malformed", section, "The order has no such part.")
        if not isinstance(chosen, Mapping) or chosen.keys() != {"office"} or not isinstance(chosen["office"], str):
            return Refusal("malformed", section, "'chosen' must say which duty.")
        if chosen["office"] not in self._offices(state, post):
            return Refusal("not-your-command", section, "That is not yours to hand over.")
        now = self.commanders.holder(state, side, chosen["office"])
        posts = self.commanders.layout_of(state).of_side(side)
        labels = {p.seat.id: p.seat.title for p in posts if p.seat.id != now}
        return as_json({"options": {"of": [*labels], "refused": {}, "labels": labels}})

    def _unfit(self, state: TeamState[S], post: Post, units: object) -> Refusal | None:
        """Why these are not units that a post can hand over."""
        if not isinstance(units, list) or not units:
            return Refusal("malformed", self.policy.section, "'units' must name some units.")
        may = self.commanders.lendable(state, post)
        if not all(isinstance(u, str) and u in may for u in units) or len(set(units)) < len(units):
            return Refusal("not-your-command", self.policy.section, "Some of these units are not yours to hand over.")
        return None

    def decided(self, state: TeamState[S], post: Post, command: Command) -> Decided[Any, Any] | Refusal:
        if command.get("kind") != APPOINT and not self.commanders.arranges(state, post):
            return Refusal("not-your-turn", self.policy.section, "That can be ordered only in a phase of your side.")
        judges: dict[str, Callable[[TeamState[S], Post, Command], Any]] = {
            READY: self._say_ready, LEND: self._lend, QUOTA: self._give, CALL_OFF: self.joint.called_off,
            APPOINT: self._appoint,
        }  # fmt: skip
        fact = judges[str(command["kind"])](state, post, command)
        return fact if isinstance(fact, Refusal) else Decided((fact,), (fact.apply(state),))

    def _say_ready(self, state: TeamState[S], post: Post, command: Command) -> Readied | Ended | Refusal:
        said = command.get("yes")
        if command.keys() != {"kind", "yes"} or said not in ("yes", "no"):
            return Refusal("malformed", self.policy.section, "'yes' must be true or false.")
        if self.commanders.each_ends(state):
            if said == "yes":
                return Refusal("ends-separately", self.policy.section, "Each commander ends this step separately.")
            if not self.commanders.has_ended(state, post.seat.id):
                return Refusal("no-change", self.policy.section, "You have not ended it.")
            return Ended(post.seat.id, "")
        if post.chief:
            return Refusal("chief", self.policy.section, "You end the phase yourself.")
        if (said == "yes") == self.commanders.is_ready(state, post.seat.id):
            return Refusal("no-change", self.policy.section, "You have said that already.")
        return Readied(post.seat.id, self.commanders.phase_ask(state, post.seat.side) if said == "yes" else "")

    def _lend(self, state: TeamState[S], post: Post, command: Command) -> Lent | Refusal:
        to, section = command.get("to"), self.policy.section
        if command.keys() != {"kind", "units", "to"} or not isinstance(to, str):
            return Refusal("malformed", section, "'units' and 'to' must be given.")
        wrong = self._unfit(state, post, command["units"])
        if wrong is not None:
            return wrong
        if to not in {p.seat.id for p in self.commanders.layout_of(state).of_side(post.seat.side)}:
            return Refusal("no-seat", section, "Your side has no such commander.")
        units = cast("list[str]", command["units"])
        moved = tuple(u for u in sorted(units) if self.commanders.of(state, u) != to)
        if not moved:
            return Refusal("no-change", section, "They obey that commander already.")
        return Lent(moved, to)

    def _give(self, state: TeamState[S], post: Post, command: Command) -> Given | Refusal:
        what, to, amount = command.get("what"), command.get("to"), command.get("amount")
        section, side = self.policy.section, post.seat.side
        if not post.chief:
            return self.commanders.only_the_staff(state, side, QUOTA)
        if command.keys() != {"kind", "what", "to", "amount"}:
            return Refusal("malformed", section, "'what', 'to' and 'amount' must be given.")
        seats = self.commanders.seats(state, side)
        capacity = next((c for c in self.policy.capacities(state.inner, side) if c.id == what), None)
        if capacity is None:
            return Refusal("malformed", section, "Your side has nothing of that kind to hand out.")
        if not isinstance(to, str) or to not in seats:
            return Refusal("no-seat", section, "Your side has no such commander.")
        if isinstance(amount, bool) or not isinstance(amount, int):
            return Refusal("malformed", section, "'amount' must be a whole number.")
        most = quotas.most_for(state.shares, seats, to, capacity)
        if not 0 <= amount <= most:
            return Refusal("not-that-many", section, f"Choose a whole number from 0 to {most}.")
        return Given(to, capacity.id, amount)

    def random_share(self, state: TeamState[S], post: Post, rng: Rng) -> JsonObject | None:
        capacities = self.policy.capacities(state.inner, post.seat.side)
        seats = self.commanders.seats(state, post.seat.side)
        if not capacities or len(seats) < 2 or self.commanders.phase(state, post.seat.side) is None:
            return None
        capacity, to = capacities[rng.randrange(len(capacities))], seats[rng.randrange(len(seats))]
        amount = rng.randrange(quotas.most_for(state.shares, seats, to, capacity) + 1)
        return {"kind": QUOTA, "what": capacity.id, "to": to, "amount": amount}
